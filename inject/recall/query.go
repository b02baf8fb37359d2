package recall

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// list are the passages that hold all of some terms, in ascending order; one more than
// mostPostings stands for all that are more. It is remembered for the message.
func (x *Index) list(ctx context.Context, terms ...string) ([]int64, error) {
	wanted := allOf(terms...)
	err := x.look(ctx, []string{wanted})
	return x.lists[wanted], err
}

// allOf is the query of FTS5 for what holds all of some terms.
func allOf(terms ...string) string { return `"` + strings.Join(terms, `" "`) + `"` }

// look looks up what was not looked up for the message.
func (x *Index) look(ctx context.Context, wanted []string) error {
	wanted = slices.DeleteFunc(wanted, func(w string) bool { _, known := x.lists[w]; return known })
	return x.eachHolding(ctx, wanted, mostPostings+1, func(w string, ids []int64) { x.lists[w] = ids })
}

// eachHolding looks up passages, at most so many for each query of FTS5. It is one query of SQLite for all of them,
// which is faster than one for each.
func (x *Index) eachHolding(ctx context.Context, wanted []string, most int, do func(string, []int64)) error {
	if len(wanted) == 0 {
		return nil
	}
	list, err := json.Marshal(wanted)
	if err != nil {
		return err
	}
	const query = `SELECT value, (SELECT group_concat(rowid) FROM (SELECT rowid FROM terms WHERE terms MATCH value LIMIT ?2))
		FROM json_each(?1)`
	return eachRow(ctx, x.db, func(scan scanner) error {
		var w string
		var ids sql.NullString
		if err := scan(&w, &ids); err != nil {
			return err
		}
		all, err := numbersIn(ids.String)
		do(w, all)
		return err
	}, query, string(list), most)
}

// longer are the terms that begin with each of some and go on with a character of ASCII.
func (x *Index) longer(ctx context.Context, starts []string) (map[string][]string, error) {
	all := map[string][]string{}
	if len(starts) == 0 {
		return all, nil
	}
	list, err := json.Marshal(starts)
	if err != nil {
		return nil, err
	}
	const query = "SELECT DISTINCT value, term FROM json_each(?) CROSS JOIN vocabulary " +
		"WHERE term > value AND term < value || char(127)"
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var start, term string
		err := scan(&start, &term)
		all[start] = append(all[start], term)
		return err
	}, query, string(list))
	return all, err
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// errTorn says that a row is not what was written.
var errTorn = errors.New("the index holds what cannot be read")

type scanner func(...any) error

// eachRow goes through the rows that a query returns.
func eachRow(ctx context.Context, q querier, do func(scan scanner) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		if err := do(rows.Scan); err != nil {
			return cmp.Or(ctx.Err(), fmt.Errorf("%w: %w", errTorn, err)) // a call that is cancelled tears nothing
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	return nil
}

// strings1 is the one column that a query returns.
func strings1(ctx context.Context, q querier, query string) (all []string, err error) {
	err = eachRow(ctx, q, func(scan scanner) error {
		var s string
		err := scan(&s)
		all = append(all, s)
		return err
	}, query)
	return all, err
}

// numbers are what a query returns in one row: a row for each is what would take the time.
func (x *Index) numbers(ctx context.Context, query string, args ...any) (all []int64, err error) {
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var list sql.NullString
		if err := scan(&list); err != nil {
			return err
		}
		all, err = numbersIn(list.String)
		return err
	}, query, args...)
	return all, err
}

// numbersIn are those of a list with commas between.
func numbersIn(list string) ([]int64, error) {
	if list == "" {
		return nil, nil
	}
	ids := make([]int64, 0, strings.Count(list, ",")+1)
	for digits := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
