package quality

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/tokens"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/compact"
)

// toolBudget is the default of budgets.tools.
const toolBudget = 300

// toolLabel is a value that a person marked as a fact.
type toolLabel struct {
	line  int
	value string
}

// is reports whether a fact is the labelled one: it is named by the value, or says it with all that its statement says.
func (l toolLabel) is(f facts.Fact) bool {
	return f.Line == l.line && (f.Key == l.value || lookup.Holds(f.Attr+" "+f.Value+" "+f.Qualifier, l.value))
}

// reToolMark marks a value with its priority: 1 for what is looked up, 3 for what is good to have, 0 for what is neither
// wanted nor wrong.
var reToolMark = regexp.MustCompile(`⟦([0-3])\|([^⟧]*)⟧`)

// assessTools scores what is found in a labelled tool document, and the table that is made of it.
func assessTools(t *testing.T, dir string) []figure {
	marked := must(os.ReadFile(filepath.Join(dir, "TOOLS.md")))
	source := reToolMark.ReplaceAll(marked, []byte("$2"))
	lines := strings.Split(string(source), "\n")
	var labels, wanted, top []toolLabel
	for i, line := range strings.Split(string(marked), "\n") {
		for _, m := range reToolMark.FindAllStringSubmatch(line, -1) {
			l := toolLabel{i + 1, m[2]}
			labels = append(labels, l)
			if m[1] != "0" {
				wanted = append(wanted, l)
			}
			if m[1] == "1" {
				top = append(top, l)
			}
		}
	}
	found := facts.Find(t.Context(), facts.Files[0], source).Facts
	chosen := compact.Choose(t.Context(), found, compact.Options{Limit: toolBudget, Count: tokens.Larger}).Facts()
	among := func(facts []facts.Fact) func(int, toolLabel) string {
		return func(_ int, l toolLabel) string {
			return unless(slices.ContainsFunc(facts, l.is), "line %d: %s", l.line, l.value)
		}
	}
	return []figure{
		check("recall", "labelled facts that were found, as a value or as the name of one", share, wanted, among(found)),
		check("precis", "facts found that are labelled ones", share, found, func(_ int, f facts.Fact) string {
			is := slices.ContainsFunc(labels, func(l toolLabel) bool { return l.is(f) })
			return unless(is, "line %d: %s %s", f.Line, f.Label(), f.Value)
		}),
		check("top", "facts of priority 1 that are in the table", share, top, among(chosen)),
		check("altered", "values of the table that are not in their line", wrong, chosen, func(_ int, f facts.Fact) string {
			return unless(strings.Contains(lines[f.Line-1], f.Value), "line %d: %s", f.Line, f.Value)
		}),
	}
}
