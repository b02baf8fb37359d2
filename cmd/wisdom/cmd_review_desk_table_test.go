package main

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/collect"
	"wisdom/review"
)

// A line that a person added to the table stays, and the draft goes on.
func TestAPersonsLineInATableStays(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"approve"}, "item": {"t1"}})
	v.do(c, url.Values{"do": {"promote"}})
	s.write(t, "TOOLS_COMPACT.md", contents(t, s, "TOOLS_COMPACT.md")+"Ask Ida.\n")
	v.do(c, url.Values{"do": {"approve"}, "item": {"t2"}})
	v.do(c, url.Values{"do": {"promote"}})
	table := contents(t, s, "TOOLS_COMPACT.md")
	assert.True(t, strings.Contains(table, "Ask Ida.") && strings.Contains(table, "10.20.0.12"), table)
}

// Found by a user: a run excluded 66 facts, the page showed 43, and review show told of 40 and of 26 more. And as a new
// user tried it, a run said "0 excluded" of a file of which it understood a half.
func TestAccountsAreAlike(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	s.write(t, "TOOLS.md", strings.Replace(contents(t, s, "TOOLS.md"), "3001", "3002", 1)+"\n## Audience\n\n"+
		"- Target group: growers between 30 and 60, most of them new to it\n"+
		"- Subject: what small farms can do about slugs in a wet year, without poison\n")
	run := s.must(t, "run", "--engine", "builtin")
	const left = "left out: 5 no room, 5 for a reason"
	require.Contains(t, run, "; "+left+"; 7 prose, 1 not understood\n")
	assert.Contains(t, run, "not understood: TOOLS.md:32  Browser The shop admin logs out")
	shown := s.must(t, "review", "show")
	for _, want := range []string{
		"\n" + left + "\n", "\nnot understood: 1\n  TOOLS.md:32  ", "\nprose: 7 lines, which review show --json lists\n",
		"\n       TOOLS.md:",
	} {
		assert.Contains(t, shown, want)
	}
	assert.Equal(t, 5, strings.Count(shown, "\n  x"))
	var answer struct {
		Account review.Account `json:"account"`
	}
	require.NoError(t, json.Unmarshal([]byte(s.must(t, "review", "show", "--json")), &answer))
	assert.Equal(t, left+"; 7 prose, 1 not understood", answer.Account.String())
	v := serve(t, s)
	_, page := v.ask(v.entered(), "GET", "/", nil, nil)
	for _, want := range []string{
		">" + left + "</summary>", ">not understood: 1</summary>", "prose: 7 lines", "x5 ", ", below Cameras",
	} {
		assert.Contains(t, page, want, "the page lacks")
	}
}

// A fact that has another value elsewhere in its file says so on the page.
func TestAContradictionIsOnThePage(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	s.write(t, "TOOLS.md", "# Tools\n\n## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n- gate: 10.0.0.9\n")
	s.must(t, "run", "--engine", "builtin", "-q")
	v := serve(t, s)
	_, page := v.ask(v.entered(), "GET", "/", nil, nil)
	if strings.Count(page, "its source says it") != 2 || !strings.Contains(page, ", but TOOLS.md:7 says 10.0.0.9") {
		t.Error("the page does not say so, or says it of another fact too")
	}
}

// Found by a user: the same lessons were in 26 sources on the first run, which reads everything, and in 16 on the next.
func TestSourcesAreThoseWithLessons(t *testing.T) {
	t.Parallel()
	first := []collect.Source{
		{Path: "MEMORY.md", Status: collect.Read, Lessons: 2}, {Path: "memory/2020-01-01.md", Status: collect.Read},
	}
	next := []collect.Source{
		{Path: "MEMORY.md", Status: collect.Read, Lessons: 2}, {Path: "memory", Status: collect.Skipped},
	}
	a, b := collect.WithLessons(first), collect.WithLessons(next)
	assert.Truef(t, a == 1 && b == 1, "%d and %d sources, want 1", a, b)
	n := collect.WithLessons(first[1:])
	assert.Equalf(t, 1, n, "%d sources read in vain, want 1", n)
}
