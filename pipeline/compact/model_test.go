package compact

import (
	"strings"
	"testing"

	"wisdom/markdown/facts"
)

// A model's table said the name of a thing in front of each of its values, and so held fewer facts than the one of
// the rules.
func TestAModelsKeysAreSaidOnce(t *testing.T) {
	t.Parallel()
	found := find("## Machines\n\n| box | address | port | camera |\n|---|---|---|---|\n" +
		"| barn | 10.0.0.4 | 2207 | cam-b1 |\n\n- shed: 10.0.0.5\n- old shed: port 2209\n")
	keys := map[string]string{
		"10.0.0.4": "barn box", "2207": "barn box SSH port", "cam-b1": "barn box camera",
		"10.0.0.5": "shed box", "2209": "shed box port",
	}
	r := &reading{found: found, line: func(f facts.Fact) string { return "" }, answers: map[int]looked{}}
	for i, f := range found {
		r.shown = append(r.shown, i)
		r.answers[i] = looked{Fact: i + 1, Rank: 1, Heading: "Machines", Key: keys[f.Value]}
	}
	read := r.result(nil)
	for i, f := range read.Facts {
		if f.Label() != keys[found[i].Value] {
			t.Errorf("%s is called %q", f.Value, f.Label())
		}
	}
	opts := options()
	opts.Rank = read.Rank
	want := "## Machines\nbarn box 10.0.0.4, SSH port 2207, camera cam-b1 · shed box 10.0.0.5 · shed box port 2209\n"
	if text := choose(t, read.Facts, opts).Text; text != want {
		t.Errorf("table\n%swant\n%s", text, want)
	}
}

// The rank of a model decides, and among facts of one rank what the rules hold to be looked up.
func TestAModelsRankDecides(t *testing.T) {
	t.Parallel()
	var found []facts.Fact
	for i, tree := range strings.Fields("ash birch cedar elm fir larch maple oak pine rowan willow yew") {
		for n, value := range []string{"7", "2207", "A-17"} {
			f := facts.Fact{Path: "TOOLS.md", Line: 3*i + n, Heading: "Gates", Key: tree, Value: value}
			f.Attr = []string{"bell", "port", "limit"}[n]
			f.Kind = []facts.Kind{facts.Rate, facts.Port, facts.Rate}[n]
			found = append(found, f)
		}
	}
	opts := options()
	opts.Limit = 130
	opts.Rank = func(f facts.Fact) (int, bool) {
		if f.Value == "A-17" {
			return 1, true
		}
		return 2, true
	}
	count := map[string]int{}
	r := choose(t, found, opts)
	for _, row := range r.Rows {
		count[row.Value]++
	}
	if count["A-17"] != 12 || count["2207"] == 0 || count["7"] > 0 {
		t.Errorf("in the table: %v\n%s", count, r.Text)
	}
}
