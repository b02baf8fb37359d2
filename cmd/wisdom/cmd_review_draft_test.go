package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// draftOf is the draft that a workspace has pending: a test takes its items and figures
// from it, so that what the sample holds may change.
func draftOf(t *testing.T, s *shell) (d review.Draft) {
	t.Helper()
	decode(t, s.must(t, "review", "show", "--json"), &d)
	return d
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), to))
}

// entriesOf are the entries that a reviewer decides on one by one.
func entriesOf(t *testing.T, s *shell) []review.Item {
	t.Helper()
	return slices.DeleteFunc(draftOf(t, s).Items, func(item review.Item) bool {
		return item.Kind != review.AddEntry || item.Origin == review.Required
	})
}

// A document may name many values alike ("URL"): a card says below which heading its fact is, and stands its name out.
func TestACardOfAFactSaysWhereItIs(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	row := draftOf(t, s).Tools.Rows[0]
	_, page := v.ask(c, "GET", "/", nil, nil)
	for _, want := range []string{
		"<strong>" + row.Label() + "</strong> " + row.Value,
		fmt.Sprintf("<p>from %s:%d, below %s</p>", row.Path, row.Line, row.Heading),
	} {
		assert.Contains(t, page, want, "the page lacks")
	}
}

// status, the list, the page and the report count the same undecided items.
func TestEveryPlaceCountsTheSameItems(t *testing.T) {
	t.Parallel()
	s, v, c := inReview(t)
	all := len(draftOf(t, s).Items)
	page := v.do(c, url.Values{"do": {"approve"}, "item": {entriesOf(t, s)[0].ID}})
	s.must(t, "report", "--output", filepath.Join(s.dir, "report.html"))
	undecided := fmt.Sprintf("%d of %d items are undecided", all-1, all)
	for where, said := range map[string][2]string{
		"status":   {s.must(t, "status"), fmt.Sprintf("%d items undecided", all-1)},
		"list":     {s.must(t, "review", "list"), undecided},
		"report":   {contents(t, s, "report.html"), undecided},
		"the page": {page, undecided},
	} {
		assert.Containsf(t, said[0], said[1], "%s does not say", where)
	}
}

// A draft that nobody decided in time says so when the review is opened, on a terminal, on a page and without them.
func TestAnExpiredDraftSaysSo(t *testing.T) {
	t.Parallel()
	s := sampleShell(t)
	id := s.draft()
	for _, args := range [][]string{{"review", "--web"}, {"review"}, {"review", "edit"}} {
		code, out, talk := s.wisdom(append([]string{"--now", "2027-11-21"}, args...)...)
		assert.Equalf(t, exitNothing, code, "%q: %s", args, out)
		assert.Containsf(t, talk, "draft "+id+" expired", "%q", args)
	}
}
