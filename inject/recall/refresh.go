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
	"wisdom/markdown/host"
)

// refresh brings the index up to date with the files. What cannot be done in the
// database on disk is done anew, and if need be in memory.
func (x *Index) refresh(ctx context.Context) error {
	sources, err := x.findSources(ctx)
	if err != nil {
		return err
	}
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

// findSources lists the sources, or knows them from the last time if the folder is watched and was quiet since.
func (x *Index) findSources(ctx context.Context) (sources []source, err error) {
	if w, isWatched := x.fsys.(interface{ IsQuiet() bool }); isWatched && w.IsQuiet() && x.sources != nil {
		return x.sources, nil
	}
	x.isSettled, x.held = false, nil
	finder := finder{fsys: x.fsys, opts: x.opts}
	x.sources, err = finder.find(ctx)
	x.skipped = finder.skipped
	return x.sources, err
}

// update reads what changed. Most calls find nothing changed and end here at once.
func (x *Index) update(ctx context.Context, sources []source) (err error) {
	if x.isSettled && x.areSettings(ctx, x.db) {
		return nil
	}
	defer func() { x.isSettled = err == nil }()
	changes, err := x.changes(ctx, x.db, sources)
	if err != nil || !changes.any() {
		return err
	}
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("lock the index: %w", err)
	}
	defer tx.Rollback()                                                           //nolint:errcheck // after Commit it does nothing
	if changes, err = x.changes(ctx, tx, sources); err != nil || !changes.any() { // another call was faster
		return err
	}
	u := updater{
		Index:      x,
		tx:         tx,
		statements: map[string]*sql.Stmt{},
	}
	if err := u.run(ctx, changes); err != nil {
		return err
	}
	const counted = `INSERT OR REPLACE INTO meta VALUES ('settings', ?1),
		('counted', (SELECT count(*) FROM files) || ' ' || (SELECT coalesce(sum(passages), 0) || ' ' ||
			coalesce(sum(poisoned), 0) || ' ' || coalesce(sum(secret), 0) FROM contents)),
		('languages', (SELECT group_concat(language, ' ') FROM (SELECT language FROM contents JOIN contexts USING (id)
			GROUP BY language ORDER BY count(*) DESC, language)))`
	if _, err := tx.ExecContext(ctx, counted, x.settings()); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// settings are what decides beside the files what the index holds.
func (x *Index) settings() string {
	return strings.Join(x.opts.StateKeys, ",") + " " + x.stampOfExpected()
}

// changes are what is other than the index has it.
type changes struct {
	changed []source
	gone    []workspace.Path
	// settings: another setting than the last time, or another file of expected messages.
	settings bool
}

func (c *changes) any() bool { return c.settings || len(c.changed)+len(c.gone) > 0 }

type rowQuerier interface {
	querier
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func (x *Index) areSettings(ctx context.Context, q rowQuerier) bool {
	var settings string
	err := q.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'settings'").Scan(&settings)
	return err == nil && settings == x.settings()
}

// changes compares the files with the index. State is read again with other settings.
func (x *Index) changes(ctx context.Context, q rowQuerier, sources []source) (c changes, err error) {
	c.settings = !x.areSettings(ctx, q) // there are none before the first time
	known := make(map[workspace.Path]source, len(sources))
	err = eachRow(ctx, q, func(scan scanner) error {
		var s source
		var file int64
		err := scan(&s.path, &s.tier, &s.size, &s.stamp.Modified, &s.stamp.Changed, &file)
		s.stamp.File = uint64(file)
		known[s.path] = s
		return err
	}, "SELECT path, tier, size, modified, changed, file FROM files")
	for _, s := range sources {
		if known[s.path] != s || s.stamp == (workspace.Stamp{}) || c.settings && s.tier == T1 {
			c.changed = append(c.changed, s)
		}
		delete(known, s.path)
	}
	c.gone = sorted(known)
	return c, err
}

// updater changes an index within one transaction.
type updater struct {
	*Index
	tx         *sql.Tx
	statements map[string]*sql.Stmt
	expected   map[string][]string // the messages that are expected for lessons
	row        int64               // the number of the next passage
}

func (u *updater) run(ctx context.Context, c changes) error {
	if err := u.expect(ctx); err != nil {
		return err
	}
	const next = "SELECT coalesce(max(id + max(passages, 1)), 1) FROM contents"
	if err := u.tx.QueryRowContext(ctx, next).Scan(&u.row); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	if err := u.readAll(ctx, c.changed); err != nil {
		return err
	}
	for _, p := range c.gone {
		if err := u.exec(ctx, "DELETE FROM files WHERE path = ?", string(p)); err != nil {
			return err
		}
	}
	if err := u.forget(ctx); err != nil || len(c.changed) < slow {
		return err
	}
	return u.exec(ctx, "INSERT INTO terms (terms) VALUES ('optimize')") // one list of a term is read faster than many
}

// atOnce is how many files are read and split before they are written.
const atOnce = 16

// slow is how many files take long enough to tell of progress, and to put the index in order behind them.
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
		texts[i] = above + textOf(termsOf(p.text, p.language)) + wholeTerm(p.date)
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

// isTemplate reports whether every line of a passage is one that the host writes into a new
// TOOLS.md as an example.
func isTemplate(p passage) bool {
	for line := range strings.Lines(p.text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !host.IsTemplate(line) {
			return false
		}
	}
	return true
}
