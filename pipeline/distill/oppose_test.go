package distill

import (
	"slices"
	"strings"
	"testing"

	"wisdom/pipeline/llm/fake"
)

// A note that withdrew a rule counted as one that backs it, since both speak of the same matter.
func TestOppositeNotesNeverBackOneLine(t *testing.T) {
	t.Parallel()
	const order, ban = "Always water the seedlings in the evening.", "Never water the seedlings in the evening."
	said := func(text string, n int) []string { return slices.Repeat([]string{text}, n) }
	for name, test := range map[string]struct {
		notes  []string // a day each
		line   string
		backed int // lessons behind the entry; 0 for none
		told   string
	}{
		"withdrawn later":         {append(said(order, 3), ban), order, 0, "says the opposite of what a note says"},
		"withdrawn, and so again": {append(append(said(ban, 1), said(order, 2)...), ban, order), order, 3, ""},
		"the ban is newer":        {append(said(order, 3), said(ban, 3)...), ban, 3, ""},
		"all forbid it":           {said(ban, 4), order, 0, "says the opposite"},
		"all want it":             {said(order, 4), ban, 0, "says the opposite"},
		"a ban stays a ban":       {said(ban, 4), ban, 4, ""},
		"one older says otherwise": {
			append([]string{ban}, said(order, 4)...), order, 4, "",
		},
	} {
		m := &scripted{Reader: fake.Reader{"seedlings": {Name: "Seedlings", Line: test.line}}}
		got := practised(t, m, dated(test.notes...))
		theme := themeOf(t, got, len(test.notes)-1)
		backed := 0
		for _, w := range theme.Wordings {
			backed = len(w.Lessons)
		}
		if backed != test.backed || (backed == 0) != (theme.Cause == Superseded) {
			t.Errorf("%s: backed by %d, %s: %s", name, backed, theme.Cause, theme.Detail)
		}
		if words := m.steps("word"); test.told != "" && !strings.Contains(words[len(words)-1].Prompt, test.told) {
			t.Errorf("%s: worded again without %q", name, test.told)
		}
	}
	// An approved entry gets no new lesson that says the opposite.
	waters := fake.Reader{"seedlings": {Name: "Seedlings", Line: order}}
	first := practised(t, &scripted{Reader: waters}, dated(said(order, 3)...))
	m := &scripted{Reader: waters}
	got := practised(t, m, dated(append(said(order, 3), ban)...), kept(first))
	if theme := themeOf(t, got, 3); len(theme.Wordings[0].Lessons) != 3 {
		t.Errorf("kept: %+v", theme)
	}
}
