package recall

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"wisdom/internal/workspace"
)

// IndexFile is where the index lies in a workspace.
const IndexFile workspace.Path = ".wisdom/recall.db"

// schemaVersion changes with the tables, and with all that decides what is in
// them: how notes are split, how words become terms, which headings are those of
// lessons. An index of another version is built anew.
const schemaVersion = 15

const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
-- What a file holds, however many files hold it. The id is the number of its first passage.
CREATE TABLE contents (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, passages INTEGER NOT NULL,
  poisoned INTEGER NOT NULL, secret INTEGER NOT NULL);
-- Sum is of its bytes; text is there where these are not its lines as they are in the file.
CREATE TABLE passages (id INTEGER PRIMARY KEY, context INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
  sum INTEGER NOT NULL, tokens INTEGER NOT NULL, redacted INTEGER NOT NULL, date TEXT NOT NULL,
  text TEXT NOT NULL);
-- What neighbouring passages have in common, by the number of the first of them.
CREATE TABLE contexts (id INTEGER PRIMARY KEY, language TEXT NOT NULL, heading TEXT NOT NULL, lead TEXT NOT NULL);
CREATE TABLE files (path TEXT PRIMARY KEY, tier TEXT NOT NULL, date TEXT NOT NULL, size INTEGER NOT NULL,
  modified INTEGER NOT NULL, changed INTEGER NOT NULL, file INTEGER NOT NULL, content INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX files_content ON files (content);
CREATE INDEX files_date ON files (date);
-- The terms of each passage, by its number.
CREATE VIRTUAL TABLE terms USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, row);
-- The terms of the messages that are expected for a passage, and the numbers of these messages, see expected.go.
CREATE TABLE expected (passage INTEGER, term TEXT, PRIMARY KEY (passage, term)) WITHOUT ROWID;
CREATE INDEX expected_term ON expected (term);
CREATE TABLE messages (passage INTEGER, message INTEGER, PRIMARY KEY (passage, message)) WITHOUT ROWID;
-- The vectors of passages and of expected messages, see embed.go.
CREATE TABLE vectors (text INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
CREATE INDEX vectors_model ON vectors (model); -- so that no vector is read to know which are there
`

// Options say what is searched and how.
type Options struct {
	// Database is the absolute path of the index file; empty for an index in memory.
	Database string
	// StateKeys are the keys of state/*.json that may be injected, with dots between
	// the levels.
	StateKeys []string
	// Include and Exclude are globs of notes beside the usual places; Own are files
	// of this program.
	Include, Exclude []string
	Own              []workspace.Path
	// Home is the absolute path of the home folder, in which notes and scripts are looked for that a snippet names.
	Home string
	// Now is the time that counts for recency and for words such as "yesterday".
	Now time.Time
	// Clock is the real time, against which a file's stamp is judged; nil if files do
	// not change.
	Clock func() time.Time
	// Progress, if any, hears how many of the files that changed were read.
	Progress func(done, total int)
	// Warn, if any, hears of trouble that did not change the answer.
	Warn func(error)
	// Embedder, if any, adds meaning to words.
	Embedder Embedder
	// Patience is how long a message waits for the embedder. Then words alone answer it, and the notes that have no
	// vector are left to Embed. Zero is as long as it takes, for the notes too.
	Patience time.Duration
}

// Index holds the passages of a workspace. It is not safe for concurrent use; several
// processes may have the same database open.
type Index struct {
	fsys     workspace.FS
	opts     Options
	db       *sql.DB
	inMemory bool
	idle     map[string]map[string]bool // stems of idle words, of the languages that were asked for
	// isSettled: the database has what sources have.
	isSettled bool
	sources   []source // that the last look found, nil if it did not end
	skipped   []LeftOut
	lists     map[string][]int64 // of one message: the passages by the terms that all of them hold
	held      map[string][]int64 // the passages by the terms that newer ones are looked for with, until a file changes
	meant     meanings           // of one message: the passages by their meaning
	waiting   chan embeddedText  // for the vector of a message that was answered without
}

// Open opens the index of a folder. An index that cannot be used is built anew, and if
// that fails too, one in memory takes its place.
func Open(ctx context.Context, fsys workspace.FS, opts Options) (*Index, error) {
	x := &Index{fsys: fsys, opts: opts}
	if opts.Database != "" {
		err := x.openFile(ctx)
		if isDamaged(err) {
			err = x.rebuild(ctx, err)
		}
		if err == nil {
			return x, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x.warn(fmt.Errorf("%s cannot be used, going on without it: %w", IndexFile, err))
	}
	return x, x.openMemory(ctx)
}

func (x *Index) warn(err error) {
	if x.opts.Warn != nil {
		x.opts.Warn(err)
	}
}

// Close gives the index back.
func (x *Index) Close() error {
	if x.db == nil {
		return nil
	}
	return x.db.Close()
}

// waitForOther is how long a call waits while another one builds the index.
const waitForOther = 60 * time.Second

func (x *Index) openFile(ctx context.Context) error {
	if err := workspace.CheckTarget(x.fsys, IndexFile); err != nil {
		return err
	}
	f, err := x.fsys.Append(IndexFile, 0o600) // SQLite would let others read a new file
	if err == nil {
		err = f.Close()
	}
	if err != nil && !errors.Is(err, os.ErrPermission) &&
		!errors.Is(err, syscall.EROFS) { // one that is there may still be read
		return err
	}
	pragmas := fmt.Sprintf("?_pragma=busy_timeout(%d)&_pragma=synchronous(normal)&_pragma=temp_store(memory)"+
		"&_txlock=immediate", waitForOther.Milliseconds())
	location := &url.URL{Scheme: "file", OmitHost: true, Path: x.opts.Database}
	if err := x.open(ctx, location.String()+pragmas); err != nil {
		return err
	}
	if err := x.prepare(ctx); err != nil {
		_ = x.db.Close()
		return err
	}
	return nil
}

func (x *Index) openMemory(ctx context.Context) error {
	x.inMemory = true
	if err := x.open(ctx, ":memory:"); err != nil {
		return err
	}
	return x.prepare(ctx)
}

func (x *Index) open(ctx context.Context, name string) error {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return fmt.Errorf("open the index: %w", err)
	}
	db.SetMaxOpenConns(1)
	x.db = db
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return fmt.Errorf("open the index: %w", err)
	}
	return nil
}

// prepare makes the tables, if they are not there as this version needs them.
func (x *Index) prepare(ctx context.Context) error {
	if version, err := x.version(ctx); err != nil || version == schemaVersion {
		return err
	}
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	var version int     // another call may have been faster
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	if version == schemaVersion {
		return nil
	}
	if err := dropAll(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, schema+"PRAGMA user_version = "+strconv.Itoa(schemaVersion)); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("prepare the index: %w", err)
	}
	return nil
}

func (x *Index) version(ctx context.Context) (version int, err error) {
	if err = x.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		err = fmt.Errorf("read the index: %w", err)
	}
	return version, err
}

// dropAll removes the tables of another version, the virtual ones first, which remove their own.
func dropAll(ctx context.Context, tx *sql.Tx) error {
	names, err := strings1(ctx, tx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "+
		"ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC")
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := tx.ExecContext(ctx, `DROP TABLE IF EXISTS "`+name+`"`); err != nil {
			return fmt.Errorf("clear the index: %w", err)
		}
	}
	return nil
}

// isDamaged reports whether an error is one of a database that must be built anew; a
// full disk or another process is none.
func isDamaged(err error) bool {
	var of *sqlite.Error
	return errors.Is(err, errTorn) || errors.As(err, &of) &&
		slices.Contains([]int{lib.SQLITE_ERROR, lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB}, of.Code()&0xff)
}

// rebuild removes a database that cannot be read and opens a new one.
func (x *Index) rebuild(ctx context.Context, why error) error {
	x.warn(fmt.Errorf("%s is built anew: %w", IndexFile, why))
	_ = x.db.Close()
	for _, suffix := range []string{"", "-journal"} {
		if err := x.fsys.Remove(IndexFile + workspace.Path(suffix)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return x.openFile(ctx)
}

// sumOf names the bytes of a passage.
func sumOf(text []byte) uint64 {
	sum := sha256.Sum256(text)
	return binary.LittleEndian.Uint64(sum[:])
}
