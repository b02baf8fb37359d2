package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Found by a user: after one entry was promoted and undone, 33 undecided items were gone without a word.
func TestUndoSaysWhichUndecidedItemsLeave(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	page := v.do(c, url.Values{"do": {"approve"}, "item": {"e2"}})
	if !strings.Contains(page, "You can undo it, which also rejects it.") {
		t.Error("the button does not say what undoing does")
	}
	page = v.do(c, url.Values{"do": {"promote"}})
	if !strings.Contains(page, "The files from before are in initiatives/adaptive-context-injection/backups") {
		t.Error("the promotion does not say where the backup is")
	}
	for _, want := range []string{
		"also closes draft " + s.draft() + ", of which 33 items are not promoted", " run</code>",
	} {
		if !strings.Contains(undoes(page), want) {
			t.Errorf("before: no %q in %s", want, undoes(page))
		}
	}
	page = v.do(c, url.Values{"do": {"undo"}, "generation": {"1"}})
	for _, want := range []string{
		"It closed draft ", ", of which 33 items are not promoted: wisdom -C ", " run proposes such items again",
		"undo generation 2 in turn, or reopen them below", "No draft is pending", " run</code> makes one",
		"reopen it below first",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("after: no %q", want)
		}
	}
	page = v.do(c, url.Values{"do": {"undo"}, "generation": {"2"}})
	if !strings.Contains(page, "33 undecided") {
		t.Error("undoing the undo does not bring the undecided items back")
	}
}

// Found by a user: the form refused a name without a full stop, with a hint about Markdown.
func TestAFullStopIsAdded(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"reword"}, "item": {"e4"}, "entry": {"Backup"}, "text": {"Restore it before trusting it"}})
	v.do(c, url.Values{"do": {"promote"}})
	if soul := contents(t, s, "SOUL.md"); !strings.Contains(soul, "**Backup.** Restore it before trusting it.\n") {
		t.Errorf("SOUL.md is %q", soul)
	}
}

// Many items are counted, few are named, and both in their order.
func TestManyItemsAreCounted(t *testing.T) {
	t.Parallel()
	_, v, c := inReview(t)
	form := url.Values{"do": {"approve"}}
	for i := range 28 {
		form.Add("item", fmt.Sprint("t", i+1))
	}
	if page := v.do(c, form); !strings.Contains(page, "28 facts approved.") {
		t.Error("28 facts are not counted")
	}
	v.do(c, url.Values{"do": {"promote"}})
	v.do(c, url.Values{"do": {"undo"}, "generation": {"1"}})
	if page := v.do(c, url.Values{"do": {"reopen"}}); !strings.Contains(page, "28 facts reopened") {
		t.Error("what is reopened is not counted")
	}
	if got := inFewWords([]string{"t2", "t10"}); got != "t2, t10" {
		t.Errorf("%s instead of their names", got)
	}
}

// An address that is none leads back, and a read-only page asks for nothing.
func TestPagesAskForWhatCanBeDone(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	v := serve(t, s, "--read-only")
	c := v.entered()
	if status, page := v.ask(c, "GET", "/nowhere", nil, nil); status != http.StatusNotFound ||
		!strings.Contains(page, `<a href="/">Back to the review</a>`) {
		t.Errorf("%d: %s", status, page)
	}
	_, page := v.ask(c, "GET", "/", nil, nil)
	for _, text := range []string{"that you approve", "approve it", "You can include", "click Reopen"} {
		if strings.Contains(page, text) {
			t.Errorf("a read-only page says %q", text)
		}
	}
}

// A refusal on a stale page leads to the rebase, and the page says what still can be decided.
func TestAStaleRefusalLeadsToTheRebase(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	s.write(t, "SOUL.md", "# Mine\n\n"+contents(t, s, "SOUL.md"))
	page := v.do(c, url.Values{"do": {"approve"}, "item": {"e4"}})
	_, card, _ := strings.Cut(page, `id="item-e4"`)
	card, _, _ = strings.Cut(card, `id="item-e5"`)
	if !strings.Contains(card, `<a href="#stale">`) || !strings.Contains(page, `id="stale" tabindex="-1"`) {
		t.Errorf("the refusal leads nowhere: %s", card)
	}
	if page := v.do(c, url.Values{"do": {"approve"}, "item": {"t1"}}); !strings.Contains(page, "t1 approved.") ||
		!strings.Contains(page, "or approve an item for that file") {
		t.Error("a fact in a file that did not change is not approved, or the page says that it cannot be")
	}
}

// A SOUL.md that is over its target by itself is no alarm.
func TestATargetThatWasMissedBeforeIsNoAlarm(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	s.write(
		t,
		"SOUL.md",
		contents(t, s, "SOUL.md")+"\n"+strings.Repeat("Tea is poured with care, not in a hurry. ", 60)+"\n",
	)
	s.must(t, "run", "--engine", "builtin", "-q")
	v := serve(t, s)
	c := v.entered()
	_, page := v.ask(c, "GET", "/", nil, nil)
	_, meters, _ := strings.Cut(page, `<div class="meters"`)
	meters, _, _ = strings.Cut(meters, `class="progress"`)
	if strings.Contains(meters, "over target") || !strings.Contains(meters, "tokens, target 200") {
		t.Errorf("before a decision: %s", meters)
	}
	if page := v.do(c, url.Values{"do": {"approve"}, "item": {"e2"}}); !strings.Contains(page, "over target 200") {
		t.Error("what the draft adds to it is not said")
	}
}
