package recall

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"wisdom/internal/tokens"
)

// A passage is often one bullet, and the answer the one beside it. So what stands around it, below the same heading, is
// shown with it as far as it is short.

// reach is how many passages are looked at on either side of one.
const reach = 4

// around are the passages around one, in the order of their file.
func (x *Index) around(ctx context.Context, c *choice, of *candidate) ([]*candidate, error) {
	var ids []int64
	for id := of.id - reach; id <= of.id+reach; id++ {
		ids = append(ids, id)
	}
	return x.loadFor(ctx, c, ids)
}

// loadFor reads passages, each once for a choice.
func (x *Index) loadFor(ctx context.Context, c *choice, ids []int64) (all []*candidate, err error) {
	found, err := x.load(ctx, slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return c.known[id] != nil }))
	for _, f := range found {
		c.known[f.id] = f
	}
	for _, id := range ids {
		if f := c.known[id]; f != nil {
			all = append(all, f)
		}
	}
	return all, err
}

// leadsTo reports whether a passage follows another below the same heading with nothing but blank lines between.
func (c *candidate) leadsTo(next *candidate) bool {
	return c.path == next.path && c.heading == next.heading && c.last < next.first &&
		len(bytes.TrimSpace(cut(c.file.bytes, c.file.at, c.last+1, next.first-1))) == 0
}

// widen adds to a snippet the passages around it that have room, the ones behind first.
func (c *choice) widen(next *candidate, s *Snippet, citation int) {
	all := c.around(c, next)
	at := slices.IndexFunc(all, func(o *candidate) bool { return o.id == next.id })
	if at < 0 { // the file changed
		return
	}
	first, last, room := at, at, min(mostAround, MostTokens-c.tokens-citation)-s.Tokens
	has := func(o *candidate) bool {
		fits := o.tokens < room && !c.isShown(o) && !o.isOutdated() && c.stale(o) == ""
		if fits {
			room -= o.tokens + 1
		}
		return fits
	}
	for isGrowing := true; isGrowing; {
		isGrowing = false
		if last+1 < len(all) && all[last].leadsTo(all[last+1]) && has(all[last+1]) {
			last, isGrowing = last+1, true
		}
		if first > 0 && all[first-1].leadsTo(all[first]) && has(all[first-1]) {
			first, isGrowing = first-1, true
		}
	}
	next.window = all[first : last+1]
	if slices.ContainsFunc(next.window, func(o *candidate) bool { return o.redacted }) {
		s.Redacted, s.Text = true, all[first].text
		for i, o := range next.window[1:] {
			s.Text += strings.Repeat("\n", o.first-next.window[i].last) + o.text
		}
	} else {
		lines := cut(next.file.bytes, next.file.at, all[first].first, all[last].last)
		s.Text = string(bytes.TrimRight(bytes.TrimPrefix(lines, []byte("\ufeff")), "\r\n"))
	}
	s.Tokens = tokens.Larger.Tokens(s.Text)
	s.StartLine, s.EndLine = all[first].first, all[last].last
}

// isShown reports whether a snippet shows a passage.
func (c *choice) isShown(o *candidate) bool {
	return slices.ContainsFunc(c.chosen, func(s *candidate) bool {
		return slices.ContainsFunc(s.window, func(w *candidate) bool { return w.id == o.id })
	})
}
