package facts

import (
	"fmt"
	"testing"
)

// A table had the access and not the ban beside it.
func TestBansTravelWithFacts(t *testing.T) {
	runCases(t, "bans/*.txtar", func(t *testing.T, _, text string) string {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		all := ""
		for _, f := range found.Facts {
			all += showBelow(f)
			if f.Ban != "" {
				all += fmt.Sprintf(" %q", f.Ban)
			}
			if f.Shared != "" {
				all += fmt.Sprintf(" | %q", f.Shared)
			}
			if !f.Fit() {
				all += " does not fit"
			}
			all += "\n"
		}
		for _, r := range found.Rules {
			all += fmt.Sprintf("rule: %d %s\n", r.Line, r.Text)
		}
		return all
	})
}
