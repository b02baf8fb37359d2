package recall

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/workspace"
)

// settled is the age from which on a file cannot change again without a new stamp.
const settled = 2 * time.Second

// exec runs a statement that writes, which is prepared once. A call that is cancelled ends
// between files: to watch for it during each statement takes longer than the statement.
func (u *updater) exec(ctx context.Context, statement string, args ...any) error {
	ctx = context.WithoutCancel(ctx)
	prepared, err := u.prepared(ctx, statement)
	if err != nil {
		return err
	}
	if _, err := prepared.ExecContext(ctx, args...); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

func (u *updater) prepared(ctx context.Context, statement string) (*sql.Stmt, error) {
	prepared := u.statements[statement]
	if prepared == nil {
		var err error
		if prepared, err = u.tx.PrepareContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("write the index: %w", err)
		}
		u.statements[statement] = prepared
	}
	return prepared, nil
}

// put puts a file into the index.
func (u *updater) put(ctx context.Context, c *content) error {
	if c.gone {
		if err := u.exec(ctx, "DELETE FROM files WHERE path = ?", string(c.path)); err != nil {
			return err
		}
		u.unsettled = true
		return nil
	}
	id, err := u.contentOf(ctx, c)
	if err != nil {
		return err
	}
	stamp := c.stamp
	if u.opts.Clock != nil && u.opts.Clock().Sub(time.Unix(0, max(stamp.Modified, stamp.Changed))) < settled {
		stamp, u.unsettled = workspace.Stamp{}, true
	}
	file := []any{
		string(c.path), string(c.tier), dateIn(c.path), c.size, stamp.Modified, stamp.Changed, int64(stamp.File), id,
	}
	return u.exec(ctx, "INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?)", file...)
}

// contentOf is the number of what a file holds, after putting it into the index if it
// is new.
func (u *updater) contentOf(ctx context.Context, c *content) (int64, error) {
	var id int64
	err := u.tx.QueryRowContext(context.WithoutCancel(ctx), "SELECT id FROM contents WHERE hash = ?", c.hash[:]).Scan(&id)
	if err == nil {
		return id, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("read the index: %w", err)
	}
	id = u.row
	u.row += int64(max(len(c.result.passages), 1))
	row := []any{id, c.hash[:], len(c.result.passages), c.result.poisoned, c.result.secret}
	if err := u.exec(ctx, "INSERT INTO contents VALUES (?,?,?,?,?)", row...); err != nil {
		return 0, err
	}
	body := appendBody([]byte{}, c.result.passages, c.tier == T1)
	if err := u.exec(ctx, "INSERT INTO bodies VALUES (?,?)", id, body); err != nil {
		return 0, err
	}
	if err := u.putTerms(ctx, id, c.terms); err != nil {
		return 0, err
	}
	for i := range c.result.passages {
		u.languages[c.result.passages[i].language]++
	}
	return id, u.putExpected(ctx, id, c.result.passages)
}

// putTerms makes the passages of a content found by their terms.
func (u *updater) putTerms(ctx context.Context, id int64, terms []string) error {
	var ends strings.Builder
	for i, text := range terms {
		if err := u.exec(ctx, "INSERT INTO terms (rowid, text) VALUES (?,?)", id+int64(i), text); err != nil {
			return err
		}
		for term := range strings.SplitSeq(text, " ") {
			if isCompoundLike(term) {
				ends.WriteString(reversed(term) + " ")
			}
		}
	}
	return u.exec(ctx, "INSERT INTO ends (rowid, text) VALUES (?,?)", id, ends.String())
}

// forget removes what no file holds any longer, and the vectors of messages that are no longer expected, with their
// mean.
func (u *updater) forget(ctx context.Context) error {
	orphans, err := u.bodies(ctx, isOrphan)
	if err != nil {
		return err
	}
	for _, o := range orphans {
		for _, statement := range []string{
			"DELETE FROM vectors WHERE text BETWEEN ? AND ? OR text = 0",
			"DELETE FROM expected WHERE passage BETWEEN ? AND ?",
			"DELETE FROM messages WHERE passage BETWEEN ? AND ?",
			"DELETE FROM terms WHERE rowid BETWEEN ? AND ?",
			"DELETE FROM ends WHERE rowid BETWEEN ? AND ?",
			"DELETE FROM bodies WHERE content BETWEEN ? AND ?",
			"DELETE FROM contents WHERE id BETWEEN ? AND ?",
		} {
			if err := u.exec(ctx, statement, o.id, o.id+int64(max(len(o.passages), 1))-1); err != nil {
				return err
			}
		}
		for i := range o.passages {
			u.languages[o.passages[i].language]--
		}
	}
	return u.exec(ctx, "DELETE FROM vectors WHERE text < 0 AND text NOT IN (SELECT message FROM messages)")
}

// stored are the passages of a content.
type stored struct {
	id       int64
	passages []passage
}

// isOrphan is true of a content that no file holds.
const isOrphan = "content IN (SELECT id FROM contents WHERE id NOT IN (SELECT content FROM files))"

// bodies are the contents of which a condition is true, in their order.
func (u *updater) bodies(ctx context.Context, condition string) (all []stored, err error) {
	err = eachRow(ctx, u.tx, func(scan scanner) error {
		var o stored
		var body []byte
		if err := scan(&o.id, &body); err != nil {
			return err
		}
		var err error
		o.passages, err = readBody(body)
		all = append(all, o)
		return err
	}, "SELECT content, body FROM bodies WHERE "+condition+" ORDER BY content")
	return all, err
}

// leastTail is the length in bytes from which a term is looked for backwards.
const leastTail = 7

// count writes in how many passages languages stand.
func (u *updater) count(ctx context.Context) error {
	const more = "INSERT INTO languages VALUES (?, ?) ON CONFLICT (language) DO UPDATE SET passages = passages + " +
		"excluded.passages"
	for _, language := range sorted(u.languages) {
		if err := u.exec(ctx, more, language, u.languages[language]); err != nil {
			return err
		}
	}
	return u.exec(ctx, "DELETE FROM languages WHERE passages = 0")
}

// isCompoundLike reports whether a term may hold another one at its end.
func isCompoundLike(term string) bool {
	return len(term) >= leastTail && len(term) <= 40 && isPlain(term)
}

func reversed(term string) string {
	b := []byte(term)
	slices.Reverse(b)
	return string(b)
}
