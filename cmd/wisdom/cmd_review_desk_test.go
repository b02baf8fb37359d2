package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// requiredShell is a shell whose pending draft has the required entry and facts alone.
func requiredShell(t *testing.T) *shell {
	t.Helper()
	s := &shell{dir: t.TempDir(), env: map[string]string{"NO_COLOR": "1", "OLLAMA_HOST": "127.0.0.1:1"}}
	s.write(t, "SOUL.md", "# Soul\n\nMe.\n")
	s.write(t, "TOOLS.md", "# Tools\n\n## Servers\n\n- **Staging:** staging.example.test\n- **Printer:** lab-2\n")
	s.write(t, "memory/2026-11-10.md", "## Lessons\n\n- Ask Pilar before the router is restarted.\n")
	s.must(t, "run", "--engine", "builtin", "-q")
	return s
}

// The required entry is decided by itself where no other entry can bring it in: else the
// draft stays pending for ever.
func TestTheRequiredEntryIsDecidedByItself(t *testing.T) {
	t.Parallel()
	for _, decision := range []string{"approve", "reject"} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			s := requiredShell(t)
			v := serve(t, s)
			c := v.entered()
			_, page := v.ask(c, "GET", "/", nil, nil)
			assert.Contains(t, page, `aria-label="Approve e1: `, "before anything is decided e1 has no button")
			v.do(c, url.Values{"do": {"approve"}, "item": {"t1"}})
			v.do(c, url.Values{"do": {"approve"}, "item": {"t2"}})
			page = v.do(c, url.Values{"do": {"promote"}})
			if !strings.Contains(page, `aria-label="Approve e1: `) || !strings.Contains(page, "no other entry brings it in") {
				t.Fatal("e1 has no button after the facts were promoted")
			}
			page = v.do(c, url.Values{"do": {decision}, "item": {"e1"}})
			if decision == "approve" {
				page = v.do(c, url.Values{"do": {"promote"}})
			}
			assert.Contains(t, page, "No draft is pending", "the draft is still pending")
		})
	}
}

// Words that break a rule stay in their form, with the reason beside them.
func TestRefusedWordsStayInTheForm(t *testing.T) {
	t.Parallel()
	_, v, c := inReview(t)
	typed := strings.Repeat("word ", 23) + "typed"
	page := v.do(c, url.Values{"do": {"reword"}, "item": {"e3"}, "entry": {"Mine."}, "text": {typed}})
	_, card, _ := strings.Cut(page, `id="item-e3"`)
	card, _, _ = strings.Cut(card, `id="item-e4"`)
	for _, want := range []string{
		`id="reword-e3" open`, `value="Mine."`, ">" + typed + "</textarea>", "Not done.", "24 words",
	} {
		assert.Contains(t, card, want, "the card of e3 lacks")
	}
	long := "Unpack representative archives onto otherwise uninitialised infrastructure whenever operational " +
		"circumstances noticeably change."
	page = v.do(c, url.Values{"do": {"reword"}, "item": {"e3"}, "entry": {"Restoration rehearsals."}, "text": {long}})
	assert.Contains(t, page, "hint: undecided entries count too; reject one first, or use fewer words")
}

// An entry in a person's own words says whose.
func TestAReportNamesWhoseWordsAnEntryHas(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{
		"do": {"reword"}, "item": {"e3"}, "entry": {"Token."}, "text": {"Never put a token into a note."},
	})
	v.do(c, url.Values{"do": {"promote"}})
	file := filepath.Join(t.TempDir(), "report.html")
	s.must(t, "report", "--output", file)
	b, err := os.ReadFile(file)
	assert.Truef(t, err == nil && strings.Contains(string(b), ", in the words of mara</p>"),
		"the report does not say whose words: %v", err)
}

// undoes finds what a page says of the newest generation.
func undoes(page string) string {
	_, section, _ := strings.Cut(page, `<h2 id="undo">`)
	section, _, _ = strings.Cut(section, "</section>")
	return section
}

// Undoing a promotion rejects its items: the page says so before and after, and how they come back. Undoing the rollback
// puts the generation back. The bug that what a promotion took out could be reopened after the first undo alone, and not after it was put back
// and undone once more.
func TestWhatIsUndoneAgainIsReopened(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"approve"}, "item": {"e1"}})
	page := v.do(c, url.Values{"do": {"promote"}})
	assert.Contains(t, page, "Undoing it also rejects its items", "before: the page does not say that undoing rejects")
	page = undoes(v.do(c, url.Values{"do": {"undo"}, "generation": {"1"}}))
	assert.Truef(t, !strings.Contains(page, "also rejects") && strings.Contains(page, `value="reopen"`),
		"undone: %s", page)
	page = undoes(v.do(c, url.Values{"do": {"undo"}, "generation": {"2"}}))
	if !strings.Contains(page, "Undoing it also rejects its items") || strings.Contains(page, `value="reopen"`) ||
		!strings.Contains(contents(t, s, "SOUL.md"), "**Staging copy.**") {
		t.Errorf("put back: %s", page)
	}
	page = v.do(c, url.Values{"do": {"undo"}, "generation": {"3"}})
	if !strings.Contains(page, "rejects   1 item of draft") ||
		!strings.Contains(undoes(page), "1 item that the rollback took out") ||
		strings.Contains(undoes(page), "also rejects") {
		t.Errorf("undone again: %s", undoes(page))
	}
	page = v.do(c, url.Values{"do": {"reopen"}})
	assert.Truef(t, strings.Contains(page, "1 entry reopened") && !strings.Contains(page, `value="reopen"`) &&
		strings.Contains(eventsIn(t, s), `"action":"unrefused"`), "reopened: %s", undoes(page))
}

// A rollback over several promotions takes out the items of all their drafts.
func TestARollbackOverSeveralPromotionsIsReopened(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	var drafts []string
	for _, id := range []string{"e1", "e2"} {
		v.do(c, url.Values{"do": {"approve"}, "item": {id}})
		require.Containsf(t, v.do(c, url.Values{"do": {"promote"}}), "promoted draft ", "%s is not promoted", id)
		drafts = append(drafts, s.draft())
	}
	s.must(t, "rollback", "0")
	_, page := v.ask(c, "GET", "/", nil, nil)
	assert.Containsf(t, undoes(page), "2 items that the rollback took out", "drafts %v", drafts)
	page = v.do(c, url.Values{"do": {"reopen"}})
	assert.Truef(t, strings.Contains(page, "2 entries reopened") && !strings.Contains(page, `value="reopen"`),
		"not reopened: %s", undoes(page))
}

// The bug that a line in the queue that could not be written stopped the way back in the middle.
func TestAQueueDoesNotStopTheWayBack(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	id := s.draft()
	s.must(t, "review", "approve", id, "--items", "e1")
	s.must(t, "promote", id)
	const queue = "DAILY_EXECUTION_QUEUE.md"
	s.write(t, queue, contents(t, s, queue)+"a byte that no text has: \x00\n")
	s.must(t, "rollback", "0")
	code, out, talk := s.wisdom("rollout", "back")
	assert.Truef(t, code == exitDone && strings.Contains(talk, "is not up to date"), "exit %d: %s%s", code, out, talk)
	assert.Contains(t, eventsIn(t, s), `"action":"unrefused"`, "nothing is reopened")
}

// A note takes back only its item, and an empty one nothing.
func TestChangesAreRequestedFromThePage(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	form := url.Values{"do": {"request-changes"}, "item": {"e2"}, "reason": {" "}}
	assert.Contains(t, v.do(c, form), "Not done.", "an empty note was taken")
	form.Set("reason", "say when")
	page := v.do(c, form)
	assert.Contains(t, page, "e2: changes requested; the next run reads your note")
	assert.Contains(t, page, "of 34 items are undecided", "the draft is not pending any more")
	v.do(c, url.Values{"do": {"approve"}, "item": {"e1"}})
	assert.Contains(t, v.do(c, url.Values{"do": {"promote"}}), "promoted draft ")
	soul := contents(t, s, "SOUL.md")
	assert.True(t, strings.Contains(soul, "**Staging copy.**") && !strings.Contains(soul, "**Token.**"), soul)
}

// A click of a page counts where another part of the file changed, and the edit is kept. Where the change is another
// one, nothing is done, and the page shows that change.
func TestAPageCountsForTheChangeThatItShowed(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	v.do(c, url.Values{"do": {"approve"}, "item": {"e1"}})
	version := v.version(c)
	s.write(t, "SOUL.md", "# Mine\n\n"+contents(t, s, "SOUL.md"))
	assert.Equal(t, version, v.version(c), "an edit elsewhere makes the page another one")
	s.write(t, "SOUL.md", contents(t, s, "SOUL.md")+"\n## Wisdom\n\n**Own.** Be kind to the baker.\n")
	page := v.do(c, url.Values{"do": {"promote"}, "version": {version}})
	assert.Contains(t, page, "changed while this page was open")
	assert.NotContains(t, contents(t, s, "SOUL.md"), "**Staging copy.**", "promoted what was not shown")
	assert.Contains(t, v.do(c, url.Values{"do": {"promote"}}), "promoted draft ")
	soul := contents(t, s, "SOUL.md")
	assert.True(t, strings.HasPrefix(soul, "# Mine\n") && strings.Contains(soul, "**Own.**") &&
		strings.Contains(soul, "**Staging copy.**"), soul)
}
