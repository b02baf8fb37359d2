package compact

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/facts"
)

// needed is what a model says of facts: their values, that which is needed most first.
func needed(found []facts.Fact, values ...string) *Needs {
	n := &Needs{ranks: map[place]int{}}
	for _, f := range found {
		if i := slices.Index(values, f.Value); i >= 0 {
			n.ranks[placeOf(f)] = shownFacts - i
		}
	}
	return n
}

// What a model says that is needed comes first of its class; what a setting asks for stays.
func TestWhatIsNeededComesFirst(t *testing.T) {
	t.Parallel()
	found := find(many())
	opts := options()
	assert.NotContains(t, choose(t, found, opts).Text, "3058", "by the rules alone\n")
	opts.Needs = needed(found, "/srv/data/service9/files", "3059", "3058")
	opts.Priority = []string{"folder7"}
	r := choose(t, found, opts)
	check(t, found, r, 300)
	for _, want := range []string{" 3058", " 3059", "/srv/data/service7/"} {
		assert.Containsf(t, r.Text, want, "%s is missing in\n%s", want, r.Text)
	}
	assert.NotContains(t, r.Text, "/srv/data/service9/", "a lower class stays lower\n")
}

// What the rules cannot tell is chosen where a model needs it.
func TestAModelMayNeedWhatIsUnclear(t *testing.T) {
	t.Parallel()
	opts := options()
	opts.Unclear = []facts.Fact{
		{Path: "TOOLS.md", Line: 4, Heading: "Crates", Key: "Crates wait", Value: "/srv/crates", Kind: facts.Path},
	}
	assert.NotContains(t, choose(t, opts.Unclear, opts).Text, "/srv/crates", "by the rules alone\n")
	opts.Needs = needed(opts.Unclear, "/srv/crates")
	assert.Contains(t, choose(t, opts.Unclear, opts).Text, "/srv/crates", "with a model\n")
}

// A line that may hold a secret is not shown to a model, nor is a value that no table can hold.
func TestWhatAModelSees(t *testing.T) {
	t.Parallel()
	source := "## Hosts\n\n- gate: 10.0.0.1\n- nas: 10.0.0.2\n\npassword: hunter2-correct-horse\n"
	docs := []facts.Document{{Path: "TOOLS.md", Source: []byte(source)}}
	opts := options()
	opts.Excluded = func(all ...facts.Fact) string {
		return map[bool]string{true: "prose"}[slices.ContainsFunc(all, func(f facts.Fact) bool { return f.Key == "nas" })]
	}
	found := append(find(source), facts.Fact{Path: "TOOLS.md", Line: 6, Heading: "Hosts", Key: "door", Value: "left"})
	shown := ""
	for _, q := range askable(docs, found, opts) {
		shown += q.shown.Text + "\n"
	}
	assert.Truef(t, strings.Contains(shown, "gate: 10.0.0.1, the line: - gate: 10.0.0.1") &&
		!strings.Contains(shown, "nas") && strings.Contains(shown, "door") && !strings.Contains(shown, "hunter2"),
		"shown\n%s", shown)
}
