package main

import (
	"net/url"
	"regexp"
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
	if strings.Contains(page, `value="rebase"`) || !strings.Contains(page, " run</code> creates a new draft") {
		t.Error("the page names no way on")
	}
	report := s.must(t, "report", "--output", "-")
	if !strings.Contains(report, "Nothing more of this draft fits into TOOLS_COMPACT.md; wisdom run creates") ||
		strings.Contains(report, "changes to TOOLS_COMPACT.md") {
		t.Error("the report counts changes that no promotion makes, or names no way on")
	}
}

// reSwap finds a fact that needs room, and one that makes room for it.
var reSwap = regexp.MustCompile(`(?s)<select id="out-(x\d+)" name="out" required>.*?</option><option value="(t\d+)">`)

// What a swap does to the budget is said before, and it can be taken back on the page.
func TestASwapSaysItsBudgetAndIsTakenBack(t *testing.T) {
	t.Parallel()
	_, v, c := inReview(t)
	_, page := v.ask(c, "GET", "/", nil, nil)
	swap := reSwap.FindStringSubmatch(page)
	if swap == nil {
		t.Fatal("no fact of the sample can take the place of another")
	}
	in, out := swap[1], swap[2]
	card := func(page string) string {
		_, card, _ := strings.Cut(page, `id="item-`+in+`"`)
		card, _, _ = strings.Cut(card, "</li>")
		return card
	}
	for _, want := range []string{
		"choose a fact that makes room", " over.", `name="out" required`, "frees ", " tokens</span>",
	} {
		if !strings.Contains(card(page), want) {
			t.Errorf("before: the card of %s lacks %q: %s", in, want, card(page))
		}
	}
	if strings.Contains(card(page), "there is room") {
		t.Error("the page says that there is room")
	}
	page = v.do(c, url.Values{"do": {"swap"}, "item": {in}, "out": {""}})
	if !strings.Contains(card(page), "Choose a fact that makes room for it") ||
		!strings.Contains(card(page), `id="swap-`+in+`" open`) {
		t.Errorf("a swap without room: %s", card(page))
	}
	page = v.do(c, url.Values{"do": {"swap"}, "item": {in}, "out": {out}})
	if !strings.Contains(page, in+" takes its place") ||
		strings.Index(page, `id="item-`+in+`"`) > strings.Index(page, `<h2 id="left">`) {
		t.Errorf("%s does not say that %s takes its place, or that is still not included", out, in)
	}
	if !strings.Contains(card(page), "Take "+in+" out again") {
		t.Errorf("%s cannot be taken out: %s", in, card(page))
	}
	v.do(c, url.Values{"do": {"reject"}, "item": {in}})
	page = v.do(c, url.Values{"do": {"approve"}, "item": {out}})
	if !strings.Contains(card(page), "Include it") || !strings.Contains(page, out+" approved.") {
		t.Errorf("%s did not go out, or %s not in: %s", in, out, card(page))
	}
	if page = v.do(c, url.Values{"do": {"reject"}, "item": {in}}); !strings.Contains(page, "it is not asked about") {
		t.Error("a fact that is not in was taken out")
	}
}
