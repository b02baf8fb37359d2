package recall

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"time"

	"wisdom/internal/workspace"
)

// load reads the passages with the given numbers, in that order. One that no file holds
// any longer is passed over.
func (x *Index) load(ctx context.Context, ids []int64) ([]*candidate, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*candidate{}
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var sum int64
		var tier, date string
		c := &candidate{}
		err := scan(&c.id, &c.first, &c.last, &sum, &c.tokens, &c.redacted, &c.date, &c.text,
			&c.language, &c.heading, &c.lead, &c.path, &tier, &date)
		c.sum, c.tier, c.day = uint64(sum), Tier(tier), dayOf(cmp.Or(c.date, date))
		if other := byID[c.id]; other == nil || inOrder(c, other) < 0 { // of two copies one is cited
			byID[c.id] = c
		}
		return err
	}, `SELECT p.id, first, last, sum, tokens, redacted, p.date, text, language, heading, lead, path, tier, f.date
		FROM passages p JOIN contexts c ON c.id = p.context
		JOIN files f ON f.content = (SELECT max(id) FROM contents WHERE id <= p.id)
		WHERE p.id IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, err
	}
	all := make([]*candidate, 0, len(byID))
	files := map[workspace.Path]*lines{}
	for _, id := range ids {
		if c := byID[id]; c != nil && x.fill(c, files) {
			all = append(all, c)
		}
	}
	return all, nil
}

// lines are those of a file that was read, none where it cannot be.
type lines struct {
	bytes []byte
	at    []int
}

// fill reads the text of a candidate from its file. It reports false if the file does
// not hold it any longer.
func (x *Index) fill(c *candidate, files map[workspace.Path]*lines) bool {
	f := files[c.path]
	if f == nil {
		f = &lines{}
		if b, err := x.fsys.ReadFile(c.path, largestFile); err == nil {
			f.bytes, f.at = b, starts(b)
		}
		files[c.path] = f
	}
	if c.last > len(f.at) {
		return false
	}
	text := bytes.TrimRight(cut(f.bytes, f.at, c.first, c.last), "\r\n")
	if c.tier == T1 {
		return bytes.Contains(text, []byte(c.text)) && sumOf([]byte(c.text)) == c.sum
	}
	if sumOf(text) != c.sum {
		return false
	}
	c.file = f
	if !c.redacted {
		if c.first == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		c.text = string(text)
	}
	return true
}

func dayOf(date string) time.Time {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}
	}
	return day
}

// inOrder orders what is equal but for its place: by tier, the newest first, by path.
func inOrder(a, b *candidate) int {
	return cmp.Or(
		cmp.Compare(a.tier.rank(), b.tier.rank()),
		b.day.Compare(a.day),
		cmp.Compare(a.path, b.path),
		cmp.Compare(a.first, b.first),
	)
}
