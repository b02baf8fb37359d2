package recall

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// refresh brings the index up to date with the files. What cannot be done in the
// database on disk is done anew, and if need be in memory.
func (x *Index) refresh(ctx context.Context) error {
	finder := finder{fsys: x.fsys, opts: x.opts}
	sources, err := finder.find(ctx)
	if err != nil {
		return err
	}
	x.skipped = finder.skipped
	err = x.update(ctx, sources)
	if isDamaged(err) && !x.inMemory {
		if err = x.rebuild(ctx, err); err == nil {
			err = x.update(ctx, sources)
		}
	}
	if err == nil || ctx.Err() != nil || x.inMemory {
		return err
	}
	x.warn(fmt.Errorf("%s cannot be used, going on without it: %w", IndexFile, err))
	_ = x.db.Close()
	if err = x.openMemory(ctx); err == nil {
		err = x.update(ctx, sources)
	}
	return err
}

// update reads what changed. Most calls find nothing changed and end here at once.
func (x *Index) update(ctx context.Context, sources []source) error {
	digest := fmt.Sprintf("%x %s %s", digestOf(sources), strings.Join(x.opts.StateKeys, ","), x.stampOfExpected())
	if x.isCurrent(ctx, x.db, digest, sources) {
		return nil
	}
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("lock the index: %w", err)
	}
	defer tx.Rollback()                        //nolint:errcheck // after Commit it does nothing
	if x.isCurrent(ctx, tx, digest, sources) { // another call was faster
		return nil
	}
	u := updater{
		Index:      x,
		tx:         tx,
		statements: map[string]*sql.Stmt{},
	}
	if err := u.run(ctx, sources); err != nil {
		return err
	}
	if u.unsettled {
		digest = "" // the next call looks again
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES ('digest', ?)", digest); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	const counted = `INSERT OR REPLACE INTO meta SELECT 'counted', (SELECT count(*) FROM files) || ' ' || (SELECT coalesce(sum(passages), 0) FROM contents) || ' ' ||
		(SELECT coalesce(sum(poisoned), 0) FROM contents) || ' ' || (SELECT coalesce(sum(secret), 0) FROM contents)`
	if _, err := tx.ExecContext(ctx, counted); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func (x *Index) isCurrent(ctx context.Context, q rowQuerier, digest string, sources []source) bool {
	var known string
	err := q.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'digest'").Scan(&known)
	return err == nil && known == digest && digestOf(sources) != 0
}

// updater changes an index within one transaction.
type updater struct {
	*Index
	tx         *sql.Tx
	statements map[string]*sql.Stmt
	expected   map[string][]string // the messages that are expected for lessons
	unsettled  bool                // a file may change again without a new stamp
	row        int64               // the number of the next passage
}

// known is a file as the index has it.
type known struct {
	size    int64
	stamp   workspace.Stamp
	content int64
}

func (u *updater) run(ctx context.Context, sources []source) error {
	files, err := u.files(ctx)
	if err != nil {
		return err
	}
	if err := u.expect(ctx); err != nil {
		return err
	}
	const next = "SELECT coalesce(max(id + max(passages, 1)), 1) FROM contents"
	if err = u.tx.QueryRowContext(ctx, next).Scan(&u.row); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	var changed []source
	for _, s := range sources {
		k, there := files[s.path]
		delete(files, s.path)
		if !there || k.size != s.size || k.stamp != s.stamp || s.stamp == (workspace.Stamp{}) {
			changed = append(changed, s)
		}
	}
	if err := u.readAll(ctx, changed); err != nil {
		return err
	}
	for p := range files { // those that are gone
		if err := u.exec(ctx, "DELETE FROM files WHERE path = ?", string(p)); err != nil {
			return err
		}
	}
	return u.forget(ctx)
}

func (u *updater) files(ctx context.Context) (map[workspace.Path]known, error) {
	files := map[workspace.Path]known{}
	err := eachRow(ctx, u.tx, func(scan scanner) error {
		var p string
		var k known
		var file int64
		err := scan(&p, &k.size, &k.stamp.Modified, &k.stamp.Changed, &file, &k.content)
		k.stamp.File = uint64(file)
		files[workspace.Path(p)] = k
		return err
	}, "SELECT path, size, modified, changed, file, content FROM files")
	return files, err
}

// atOnce is how many files are read and split before they are written.
const atOnce = 16

// slow is how many files take long enough to tell of progress.
const slow = 200

// content is a file that was read.
type content struct {
	source
	hash   [sha256.Size]byte
	result splitResult
	terms  []string // of each passage, see indexed
	gone   bool
}

// readAll reads files and puts them into the index, in their order.
func (u *updater) readAll(ctx context.Context, changed []source) error {
	done := 0
	for group := range slices.Chunk(changed, atOnce) {
		read := make([]content, len(group))
		text.SideBySide(ctx, len(group), func(i int) { read[i] = u.read(group[i]) })
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range read {
			if err := u.put(ctx, &read[i]); err != nil {
				return err
			}
		}
		if done += len(group); u.opts.Progress != nil && len(changed) >= slow {
			u.opts.Progress(done, len(changed))
		}
	}
	return nil
}

// read reads and splits a file. One that vanished, or cannot be read, is as if it were
// not there.
func (u *updater) read(s source) content {
	b, err := u.fsys.ReadFile(s.path, largestFile)
	if err != nil {
		return content{source: s, gone: true}
	}
	c := content{source: s, hash: u.hashOf(s, b)}
	if s.tier == T1 {
		c.result = splitState(b, u.opts.StateKeys)
	} else {
		c.result = split(b)
	}
	if s.path == toolsFile {
		c.result.passages = slices.DeleteFunc(c.result.passages, isTemplate)
	}
	c.terms = indexed(c.result.passages)
	return c
}

// hashOf names what a file holds; for state that depends on the keys that are allowed.
func (u *updater) hashOf(s source, b []byte) [sha256.Size]byte {
	if s.tier == T1 {
		b = append([]byte("state "+strings.Join(u.opts.StateKeys, ",")+"\n"), b...)
	}
	return sha256.Sum256(b)
}

// indexed are the terms by which each passage is found, with blanks between. One may be there several times.
func indexed(passages []passage) []string {
	texts := make([]string, len(passages))
	above := ""
	for i := range passages {
		p := &passages[i]
		if i == 0 || !p.sharesContext(&passages[i-1]) {
			above = textOf(termsOf(p.context(), p.language))
		}
		texts[i] = above + textOf(p.terms()) + wholeTerm(p.date)
	}
	return texts
}

// textOf is terms with a blank behind each, as FTS5 gets them.
func textOf(terms []placed) string {
	var b strings.Builder
	for _, t := range terms {
		b.WriteString(t.term + " ")
	}
	return b.String()
}
