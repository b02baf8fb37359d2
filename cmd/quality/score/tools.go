package score

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// ToolLabel is a value that a person marked as a fact.
type ToolLabel struct {
	Line  int
	Value string
	// Priority is 1 for what is looked up, 3 for what is good to have, 0 for what is neither wanted nor wrong.
	Priority int
}

var reToolMark = regexp.MustCompile(`⟦([0-3])\|([^⟧]*)⟧`)

// ToolLabels takes the marks out of a labelled tool file.
func ToolLabels(marked string) (source string, labels []ToolLabel) {
	var out strings.Builder
	for i, line := range strings.SplitAfter(marked, "\n") {
		for _, m := range reToolMark.FindAllStringSubmatch(line, -1) {
			labels = append(labels, ToolLabel{Line: i + 1, Value: m[2], Priority: int(m[1][0] - '0')})
		}
		out.WriteString(reToolMark.ReplaceAllString(line, "$2"))
	}
	return out.String(), labels
}

// is reports whether a fact is the labelled one: it is named by the value, or says it with all that its statement says.
func (l ToolLabel) is(f facts.Fact) bool {
	return f.Line == l.Line && (f.Key == l.Value || lookup.Holds(f.Attr+" "+f.Value+" "+f.Qualifier, l.Value))
}

// Tools compares facts and the table that was made of them with the labels.
func Tools(source string, labels []ToolLabel, found, chosen []facts.Fact, prose []string) []Figure {
	var missed, wrong, lost, altered []string
	wanted, top := 0, 0
	for _, l := range labels {
		if l.Priority == 0 {
			continue
		}
		wanted++
		note := fmt.Sprintf("line %d: %s", l.Line, l.Value)
		if !slices.ContainsFunc(found, l.is) {
			missed = append(missed, note)
		}
		if l.Priority == 1 {
			if top++; !slices.ContainsFunc(chosen, l.is) {
				lost = append(lost, note)
			}
		}
	}
	for _, f := range found {
		if !slices.ContainsFunc(labels, func(l ToolLabel) bool { return l.is(f) }) {
			wrong = append(wrong, fmt.Sprintf("line %d: %s %s", f.Line, f.Label(), f.Value))
		}
	}
	lines := strings.Split(source, "\n")
	for _, f := range chosen {
		if f.Line < 1 || f.Line > len(lines) || !strings.Contains(lines[f.Line-1], f.Value) {
			altered = append(altered, fmt.Sprintf("line %d: %s", f.Line, f.Value))
		}
	}
	return []Figure{
		share(Recall, wanted, missed), share(Precision, len(found), wrong), share(Top, top, lost),
		share(Altered, len(chosen), altered), share(Prose, max(len(chosen), 1), prose),
	}
}
