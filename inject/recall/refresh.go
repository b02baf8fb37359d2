package recall

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

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
	digest := strconv.FormatUint(digestOf(sources), 16) + " " + strings.Join(x.opts.StateKeys, ",")
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
	u := updater{Index: x, tx: tx, terms: map[string]bool{}, languages: map[string]int{}, inserts: map[int]*inserts{}}
	if err := u.run(ctx, sources); err != nil {
		return err
	}
	if u.unsettled {
		digest = "" // the next call looks again
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES ('digest', ?)", digest); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	const counted = `INSERT OR REPLACE INTO meta SELECT 'counted', (SELECT count(*) FROM files) || ' ' || (SELECT count(*) FROM passages) || ' ' ||
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
	tx        *sql.Tx
	terms     map[string]bool
	languages map[string]int // by how many passages they became more or fewer
	unsettled bool           // a file may change again without a new stamp
	row       int64          // the number of the last passage
	inserts   map[int]*inserts
}

// inserts are the statements that insert so many rows.
type inserts struct{ passages, postings *sql.Stmt }

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
	if err = u.tx.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM passages").Scan(&u.row); err != nil {
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
		if _, err := u.tx.ExecContext(ctx, "DELETE FROM files WHERE path = ?", string(p)); err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
	}
	if err := u.forget(ctx); err != nil {
		return err
	}
	return u.count(ctx)
}

func (u *updater) files(ctx context.Context) (map[workspace.Path]known, error) {
	rows, err := u.tx.QueryContext(ctx, "SELECT path, size, modified, changed, file, content FROM files")
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	files := map[workspace.Path]known{}
	for rows.Next() {
		var p string
		var k known
		var file int64
		if err := rows.Scan(&p, &k.size, &k.stamp.Modified, &k.stamp.Changed, &file, &k.content); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		k.stamp.File = uint64(file)
		files[workspace.Path(p)] = k
	}
	return files, rows.Err()
}

// atOnce is how many files are read and split before they are written.
const atOnce = 64

// slow is how many files take long enough to tell of progress.
const slow = 200

// content is a file that was read.
type content struct {
	source
	bytes  []byte
	hash   [sha256.Size]byte
	result splitResult
	terms  []string // of each passage
	gone   bool
}

// readAll reads files and puts them into the index, in their order.
func (u *updater) readAll(ctx context.Context, changed []source) error {
	workers := make([]*analyzer, runtime.GOMAXPROCS(0))
	for i := range workers {
		workers[i] = newAnalyzer()
	}
	done := 0
	for group := range slices.Chunk(changed, atOnce) {
		read := make([]content, len(group))
		var all errgroup.Group
		for w, analyzer := range workers {
			all.Go(func() error {
				for i := w; i < len(group) && ctx.Err() == nil; i += len(workers) {
					read[i] = u.read(group[i], analyzer)
				}
				return nil
			})
		}
		_ = all.Wait() // none of them fails
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
func (u *updater) read(s source, a *analyzer) content {
	b, err := u.fsys.ReadFile(s.path, largestFile)
	if err != nil {
		return content{source: s, gone: true}
	}
	c := content{source: s, bytes: b, hash: u.hashOf(s, b)}
	if s.tier == T1 {
		c.result = splitState(b, u.opts.StateKeys)
	} else {
		c.result = split(b)
	}
	for i := range c.result.passages {
		c.terms = append(c.terms, strings.Join(a.indexed(&c.result.passages[i]), " "))
	}
	return c
}

// hashOf names what a file holds; for state that depends on the keys that are allowed.
func (u *updater) hashOf(s source, b []byte) [sha256.Size]byte {
	if s.tier == T1 {
		b = append([]byte("state "+strings.Join(u.opts.StateKeys, ",")+"\n"), b...)
	}
	return sha256.Sum256(b)
}

// indexed are the terms by which a passage is found, each once, in their order. They are
// good until the next call.
func (a *analyzer) indexed(p *passage) []string {
	all := a.all[:0]
	a.found = a.appendTerms(a.found[:0], p.text, p.language)
	for _, t := range a.found {
		all = append(all, t.term)
	}
	if a.above.heading != p.heading || a.above.lead != p.lead || a.above.language != p.language { // neighbours share it
		a.above, a.aboveTerms = passage{heading: p.heading, lead: p.lead, language: p.language}, nil
		for _, t := range a.terms(p.context(), p.language) {
			a.aboveTerms = append(a.aboveTerms, t.term)
		}
	}
	all = append(all, a.aboveTerms...)
	if p.date != "" {
		all = append(all, wholeTerm(p.date))
	}
	slices.Sort(all)
	a.all = all
	return slices.Compact(all)
}

// settled is the age from which on a file cannot change again without a new stamp.
const settled = 2 * time.Second

func (u *updater) put(ctx context.Context, c *content) error {
	if c.gone {
		if _, err := u.tx.ExecContext(ctx, "DELETE FROM files WHERE path = ?", string(c.path)); err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
		u.unsettled = true
		return nil
	}
	id, err := u.contentOf(ctx, c)
	if err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	stamp := c.stamp
	if u.opts.Clock != nil && u.opts.Clock().Sub(time.Unix(0, max(stamp.Modified, stamp.Changed))) < settled {
		stamp, u.unsettled = workspace.Stamp{}, true
	}
	if _, err := u.tx.ExecContext(ctx, "INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?)",
		string(c.path), string(c.tier), dateIn(c.path), c.size, stamp.Modified, stamp.Changed, int64(stamp.File), id); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// contentOf is the number of what a file holds, after putting it into the index if it
// is new.
func (u *updater) contentOf(ctx context.Context, c *content) (int64, error) {
	var id int64
	err := u.tx.QueryRowContext(ctx, "SELECT id FROM contents WHERE hash = ?", c.hash[:]).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	added, err := u.tx.ExecContext(ctx, "INSERT INTO contents VALUES (NULL,?,?,?)", c.hash[:], c.result.poisoned, c.result.secret)
	if err != nil {
		return 0, err
	}
	if id, err = added.LastInsertId(); err != nil {
		return 0, err
	}
	for first := 0; first < len(c.result.passages); first += atOnceRows {
		if err := u.insert(ctx, id, c, first, min(first+atOnceRows, len(c.result.passages))); err != nil {
			return 0, err
		}
	}
	for i := range c.result.passages {
		for term := range strings.SplitSeq(c.terms[i], " ") {
			if isStem(term) && !u.terms[term] {
				u.terms[strings.Clone(term)] = true
			}
		}
		u.languages[c.result.passages[i].language]++
	}
	return id, nil
}

// atOnceRows is how many passages one statement inserts.
const atOnceRows = 32

// insert puts passages of a file into the index, from one to before another.
func (u *updater) insert(ctx context.Context, id int64, c *content, first, end int) error {
	var passages, postings []any
	for i := first; i < end; i++ {
		p := &c.result.passages[i]
		stored := ""
		if p.redacted || c.tier == T1 {
			stored = p.text
		}
		u.row++
		passages = append(passages, u.row, id, p.first, p.last, int64(p.sum), p.redacted, p.tokens, p.language, p.date, p.heading, p.lead, stored)
		postings = append(postings, u.row, c.terms[i])
	}
	n := end - first
	if u.inserts[n] == nil {
		var err error
		all := &inserts{}
		if all.passages, err = u.tx.PrepareContext(ctx, "INSERT INTO passages VALUES "+strings.Repeat(",(?,?,?,?,?,?,?,?,?,?,?,?)", n)[1:]); err != nil {
			return err
		}
		if all.postings, err = u.tx.PrepareContext(ctx, "INSERT INTO postings (rowid, terms) VALUES "+strings.Repeat(",(?,?)", n)[1:]); err != nil {
			return err
		}
		u.inserts[n] = all
	}
	if _, err := u.inserts[n].passages.ExecContext(ctx, passages...); err != nil {
		return err
	}
	_, err := u.inserts[n].postings.ExecContext(ctx, postings...)
	return err
}

// forget removes what no file holds any longer.
func (u *updater) forget(ctx context.Context) error {
	const orphans = "(SELECT id FROM contents WHERE id NOT IN (SELECT content FROM files))"
	rows, err := u.tx.QueryContext(ctx, "SELECT language, count(*) FROM passages WHERE content IN "+orphans+" GROUP BY language")
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	found := false
	for rows.Next() {
		var language string
		var n int
		if err := rows.Scan(&language, &n); err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		u.languages[language] -= n
		found = true
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	statements := []string{"DELETE FROM contents WHERE id NOT IN (SELECT content FROM files)"}
	if found {
		const passages = "(SELECT id FROM passages WHERE content IN " + orphans + ")"
		statements = []string{
			"DELETE FROM postings WHERE rowid IN " + passages,
			"DELETE FROM vectors WHERE passage IN " + passages,
			"DELETE FROM passages WHERE content IN " + orphans,
			statements[0],
		}
	}
	for _, statement := range statements {
		if _, err := u.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
	}
	return nil
}

// isStem reports whether a term may begin as a word of a message does, and is looked for
// by its beginning.
func isStem(term string) bool { return term != "" && term[0] >= 'a' && term[0] <= 'z' }

// leastTail is the length in bytes from which a term is looked for backwards.
const leastTail = 7

// count writes which terms there are, and in how many passages languages stand.
func (u *updater) count(ctx context.Context) error {
	put := func(statement string, keys []string, args func(key string) []any) error {
		prepared, err := u.tx.PrepareContext(ctx, statement)
		if err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
		for _, key := range keys {
			if _, err := prepared.ExecContext(ctx, args(key)...); err != nil {
				return fmt.Errorf("write the index: %w", err)
			}
		}
		return nil
	}
	terms := sorted(u.terms)
	tails := slices.DeleteFunc(slices.Clone(terms), func(term string) bool { return !isCompoundLike(term) })
	return errors.Join(
		put("INSERT OR IGNORE INTO terms VALUES (?)", terms, func(term string) []any { return []any{term} }),
		put("INSERT OR IGNORE INTO tails VALUES (?)", tails, func(term string) []any { return []any{reversed(term)} }),
		put("INSERT INTO languages VALUES (?, ?) ON CONFLICT (language) DO UPDATE SET passages = passages + excluded.passages", sorted(u.languages),
			func(language string) []any { return []any{language, u.languages[language]} }),
	)
}

// isCompoundLike reports whether a term may hold another one at its end.
func isCompoundLike(term string) bool {
	return len(term) >= leastTail && len(term) <= 40 && strings.Trim(term, "abcdefghijklmnopqrstuvwxyz") == ""
}

func reversed(term string) string {
	b := []byte(term)
	slices.Reverse(b)
	return string(b)
}
