package web

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// The bug that what a session loads more had the same colour as what it loads less.
func TestABarSaysByHowMuchItGrew(t *testing.T) {
	assert.Equal(t, Number(2692)+" tokens, 374 more", (Bar{Amount: 2692, More: 374}).Words())
}

// The bug that a printed report held no findings: it has the first ten, errors first, and the files that are cut off.
func TestAPrintedReportHoldsTheFirstFindings(t *testing.T) {
	r := &Report{Found: []Finding{{Severity: "note"}}, Files: []FileCost{
		{Path: "MEMORY.md", Chars: Bar{Amount: 20, Limit: 10}}, {Path: "USER.md", Chars: Bar{Amount: 5, Limit: 10}},
	}}
	for range 11 {
		r.Found = append(r.Found, Finding{Severity: "warning"})
	}
	r.Found = append(r.Found, Finding{Severity: "error"})
	assert.Truef(t, len(r.Serious()) == 12 && r.Serious()[0].Severity == "error", "%+v", r.Serious())
	_, printed, _ := strings.Cut(written(t, r), `<h2 id="printed">12 findings</h2>`)
	assert.Equal(t, 10, strings.Count(printed, "<li><strong>"), "findings are printed")
	all := r.Ordered()
	assert.Truef(t, all[0].Severity == "error" && all[12].Severity == "note", "on the screen: %+v", all)
	cut := r.CutOff()
	assert.Truef(t, len(cut) == 1 && cut[0].Path == "MEMORY.md", "cut off: %+v", cut)
}

// written is the HTML of a report.
func written(t *testing.T, r *Report) string {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, r.Write(&page, func(text string) string { return text }))
	return page.String()
}

// The bug that a report promised entries of a draft that proposes the required one alone, or a table.
func TestAReportPromisesWhatTheDraftProposes(t *testing.T) {
	t.Parallel()
	for promise, entries := range map[string][]Item{
		"no entries yet. The pending draft below proposes some.</p>": {{Required: true}, {ID: "e2"}},
		"no entries yet. The pending draft below proposes only the one that every section holds.</p>": {
			{Required: true},
		},
		"no entries yet.</p>": nil,
	} {
		page := written(t, &Report{Pending: &Pending{Draft: Draft{Entries: entries}}})
		assert.Containsf(t, page, promise, "%d entries: the page does not say", len(entries))
	}
	page := written(t, &Report{Entries: []Entry{{Name: "Staging."}}})
	assert.Contains(t, page, "Every session reads this entry. </p>",
		"the page counts one entry as several, or promises lessons that it has not")
}

// The bug that backquotes in names of practices, of facts and in what is said of a value were shown as they are. In a
// value they may be part of a command.
func TestCodeInNamesIsShownAsCode(t *testing.T) {
	t.Parallel()
	page := written(t, &Report{
		Groups: []Group{{Name: "Ask `crew`."}},
		Table:  &Table{Rows: []TableRow{{Key: "The `ferry`", Value: "run `date`", Note: "by `uvx`"}}},
	})
	for _, want := range []string{
		"Ask <code>crew</code>.", "The <code>ferry</code>", "run `date`", "by <code>uvx</code>",
	} {
		assert.Contains(t, page, want, "the page lacks")
	}
}

// The bug that the list of keys offered what nothing answers: no wording can be changed in a table, and nothing is
// skipped where everything is decided.
func TestTheListOfKeysOffersNoDeadOnes(t *testing.T) {
	t.Parallel()
	names := func(items ...Item) (names string) {
		r := &Review{Draft: Draft{Facts: items}}
		for _, item := range r.Items() {
			item.Version = "v"
		}
		for _, key := range r.Keys() {
			names += strings.Join(key.Names, "")
		}
		return names
	}
	assert.Equal(t, "pq?", names())
	assert.Equal(t, "JKyncsARpq?", names(Item{Approves: true}))
	assert.Equal(t, "JKynecslARpq?", names(Item{Approves: true, Rewords: true, Lessons: []Lesson{{}}}))
	assert.Equal(t, "JKypq?", strings.Replace(names(Item{Decision: "rejected", Approves: true}), "c", "", 1))
}
