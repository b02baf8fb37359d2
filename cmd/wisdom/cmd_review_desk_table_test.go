package main

import (
	"net/url"
	"strings"
	"testing"
)

// The bug that a table that a person added a line to was stale for good, because the draft filled it: there was no
// button, and the report counted changes that no promotion could make.
func TestAPersonsLineInAFullTableLeavesAWayOn(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"approve"}, "item": {"t1"}})
	v.do(c, url.Values{"do": {"promote"}})
	promoted := contents(t, s, "TOOLS_COMPACT.md")
	s.write(
		t,
		"TOOLS_COMPACT.md",
		promoted+"Ask Ida before the router in the hall is restarted, and wait for her answer.\n",
	)
	_, page := v.ask(c, "GET", "/", nil, nil)
	if !strings.Contains(page, `value="rebase"`) {
		t.Error("no rebase is offered")
	}
	if report := s.must(t, "report", "--output", "-"); !strings.Contains(report, "The review rebases the draft.") ||
		!strings.Contains(report, "changes to TOOLS_COMPACT.md") {
		t.Error("the report does not say that the review goes on")
	}
	page = v.do(c, url.Values{"do": {"rebase"}})
	if !strings.Contains(page, "no room any more") || strings.Contains(page, "Not done.") {
		t.Error("it is not rebased, or says nothing of what has no room any more")
	}
	v.do(c, url.Values{"do": {"approve"}, "item": {"t2"}})
	v.do(c, url.Values{"do": {"promote"}})
	if table := contents(t, s, "TOOLS_COMPACT.md"); !strings.Contains(table, "Ask Ida") {
		t.Errorf("the person's line is lost: %s", table)
	}
	s.write(
		t,
		"TOOLS_COMPACT.md",
		strings.Repeat("Ask Ida before the router in the hall is restarted, and wait for her answer.\n", 60),
	)
	_, page = v.ask(c, "GET", "/", nil, nil)
	if strings.Contains(page, `value="rebase"`) || !strings.Contains(page, "<code>wisdom run</code> creates a new draft") {
		t.Error("the page names no way on")
	}
	report := s.must(t, "report", "--output", "-")
	if !strings.Contains(report, "Nothing more of this draft fits into TOOLS_COMPACT.md; wisdom run creates") ||
		strings.Contains(report, "changes to TOOLS_COMPACT.md") {
		t.Error("the report counts changes that no promotion makes, or names no way on")
	}
}
