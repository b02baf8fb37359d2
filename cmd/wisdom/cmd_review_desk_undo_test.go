package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Found by a user: after one entry was promoted and undone, 33 undecided items were gone without a word.
func TestUndoSaysWhichUndecidedItemsLeave(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	page := v.do(c, url.Values{"do": {"approve"}, "item": {"e1"}})
	assert.Contains(t, page, "You can undo it, which also rejects it.", "the button does not say what undoing does")
	page = v.do(c, url.Values{"do": {"promote"}})
	assert.Contains(t, page, "backup    initiatives/adaptive-context-injection/backups/SOUL.md.bak",
		"the promotion does not say where the backup is")
	for _, want := range []string{
		"also closes draft " + s.draft() + ", of which 33 items are not promoted", " run</code>",
	} {
		assert.Containsf(t, undoes(page), want, "before: no %q in %s", want, undoes(page))
	}
	page = v.do(c, url.Values{"do": {"undo"}, "generation": {"1"}})
	for _, want := range []string{
		"closes    draft ", ", of which 33 items are not promoted; a run proposes them again: wisdom -C ",
		"No draft is pending", " run</code> makes one",
		"reopen it below first",
	} {
		assert.Contains(t, page, want, "after: no")
	}
	page = v.do(c, url.Values{"do": {"undo"}, "generation": {"2"}})
	assert.Contains(t, page, "33 of 34 items are undecided", "undoing the undo does not bring the undecided items back")
}

// Found by a user: the form refused a name without a full stop, with a hint about Markdown.
func TestAFullStopIsAdded(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"reword"}, "item": {"e3"}, "entry": {"Backup"}, "text": {"Restore it before trusting it"}})
	v.do(c, url.Values{"do": {"promote"}})
	assert.Contains(t, contents(t, s, "SOUL.md"), "**Backup.** Restore it before trusting it.\n", "SOUL.md")
}

// Many items are counted, few are named, and both in their order.
func TestManyItemsAreCounted(t *testing.T) {
	t.Parallel()
	_, v, c := inReview(t)
	form := url.Values{"do": {"approve"}}
	for i := range 28 {
		form.Add("item", fmt.Sprint("t", i+1))
	}
	assert.Contains(t, v.do(c, form), "28 facts approved", "28 facts are not counted")
	v.do(c, url.Values{"do": {"promote"}})
	v.do(c, url.Values{"do": {"undo"}, "generation": {"1"}})
	assert.Contains(t, v.do(c, url.Values{"do": {"reopen"}}), "28 facts reopened", "what is reopened is not counted")
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
		assert.NotContains(t, page, text, "a read-only page says")
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
	assert.Truef(t, !strings.Contains(meters, "over target") && strings.Contains(meters, "tokens, target 200"),
		"before a decision: %s", meters)
	assert.Contains(t, v.do(c, url.Values{"do": {"approve"}, "item": {"e1"}}), "over target 200",
		"what the draft adds to it is not said")
}
