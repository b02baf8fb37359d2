package recall

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
		return u.exec(ctx, "DELETE FROM files WHERE path = ?", string(c.path))
	}
	id, err := u.contentOf(ctx, c)
	if err != nil {
		return err
	}
	stamp := c.stamp
	if u.opts.Clock != nil && u.opts.Clock().Sub(time.Unix(0, max(stamp.Modified, stamp.Changed))) < settled {
		stamp = workspace.Stamp{} // the next call looks again
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
	if err := u.putPassages(ctx, id, c.result.passages, c.tier); err != nil {
		return 0, err
	}
	for i, text := range c.terms {
		if err := u.exec(ctx, "INSERT INTO terms (rowid, text) VALUES (?,?)", id+int64(i), text); err != nil {
			return 0, err
		}
	}
	if len(u.expected) == 0 {
		return id, nil
	}
	return id, u.putExpected(ctx, id, u.row-1)
}

// putPassages stores passages from a number on. The text is stored of what is not whole lines of the file as they are;
// of the rest the file is read again.
func (u *updater) putPassages(ctx context.Context, id int64, passages []passage, tier Tier) error {
	above := id
	for i := range passages {
		p := &passages[i]
		if i == 0 || !p.sharesContext(&passages[i-1]) {
			above = id
			if err := u.exec(ctx, "INSERT INTO contexts VALUES (?,?,?,?)", id, p.language, p.heading, p.lead); err != nil {
				return err
			}
		}
		text := ""
		if p.redacted || tier == T1 {
			text = p.text
		}
		row := []any{id, above, p.first, p.last, int64(p.sum), p.tokens, p.redacted, p.date, text}
		if err := u.exec(ctx, "INSERT INTO passages VALUES (?,?,?,?,?,?,?,?,?)", row...); err != nil {
			return err
		}
		id++
	}
	return nil
}

// forget removes what no file holds any longer, and the vectors of messages that are no longer expected, with their
// mean.
func (u *updater) forget(ctx context.Context) error {
	orphans, err := readSpans(
		ctx,
		u.tx,
		"SELECT id, max(passages, 1) FROM contents WHERE id NOT IN (SELECT content FROM files)",
	)
	if err != nil {
		return err
	}
	for _, o := range orphans {
		first, last := o[0], o[0]+o[1]-1
		for _, statement := range []string{
			"DELETE FROM vectors WHERE text BETWEEN ? AND ? OR text = 0",
			"DELETE FROM expected WHERE passage BETWEEN ? AND ?",
			"DELETE FROM messages WHERE passage BETWEEN ? AND ?",
			"DELETE FROM terms WHERE rowid BETWEEN ? AND ?",
			"DELETE FROM passages WHERE id BETWEEN ? AND ?",
			"DELETE FROM contexts WHERE id BETWEEN ? AND ?",
			"DELETE FROM contents WHERE id BETWEEN ? AND ?",
		} {
			if err := u.exec(ctx, statement, first, last); err != nil {
				return err
			}
		}
	}
	return u.exec(ctx, "DELETE FROM vectors WHERE text < 0 AND text NOT IN (SELECT message FROM messages)")
}
