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
	if _, err := u.tx.ExecContext(
		ctx,
		"INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?)",
		string(
			c.path,
		),
		string(c.tier),
		dateIn(c.path),
		c.size,
		stamp.Modified,
		stamp.Changed,
		int64(stamp.File),
		id,
	); err != nil {
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
	added, err := u.tx.ExecContext(
		ctx,
		"INSERT INTO contents VALUES (NULL,?,?,?)",
		c.hash[:],
		c.result.poisoned,
		c.result.secret,
	)
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
		passages = append(
			passages,
			u.row,
			id,
			p.first,
			p.last,
			int64(p.sum),
			p.redacted,
			p.tokens,
			p.language,
			p.date,
			p.heading,
			p.lead,
			stored,
		)
		postings = append(postings, u.row, c.terms[i])
	}
	n := end - first
	if u.inserts[n] == nil {
		var err error
		all := &inserts{}
		if all.passages, err = u.tx.PrepareContext(
			ctx,
			"INSERT INTO passages VALUES "+strings.Repeat(",(?,?,?,?,?,?,?,?,?,?,?,?)", n)[1:],
		); err != nil {
			return err
		}
		if all.postings, err = u.tx.PrepareContext(
			ctx,
			"INSERT INTO postings (rowid, terms) VALUES "+strings.Repeat(",(?,?)", n)[1:],
		); err != nil {
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
	rows, err := u.tx.QueryContext(
		ctx,
		"SELECT language, count(*) FROM passages WHERE content IN "+orphans+" GROUP BY language",
	)
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
		put(
			"INSERT INTO languages VALUES (?, ?) ON CONFLICT (language) DO UPDATE SET passages = passages + excluded.passages",
			sorted(u.languages),
			func(language string) []any { return []any{language, u.languages[language]} },
		),
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
