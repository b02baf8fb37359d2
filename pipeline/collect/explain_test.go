package collect

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// Every rule that Explain can name is described, and nothing else is.
func TestEveryRuleIsDescribed(t *testing.T) {
	names := []string{host.ManagedBlock, host.DreamBlock, host.RecallBlock, host.Transcript, "too long"}
	for _, r := range rules {
		names = append(names, r.name)
	}
	for _, file := range []string{"parse.go", "parse_table.go", "parse_text.go"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`r\.skip\(.*, "(.+)"\)`).FindAllStringSubmatch(string(b), -1) {
			names = append(names, m[1])
		}
	}
	for _, name := range names {
		if About(name) == "" {
			t.Errorf("%q is not described", name)
		}
	}
	for name, about := range abouts {
		if !slices.Contains(names, name) {
			t.Errorf("%q is described, and no rule has that name", name)
		}
		if strings.HasSuffix(about, ".") || len(about) > 90 {
			t.Errorf("%q: %q", name, about)
		}
	}
}

// What the weights said of a line is told only where they decided.
func TestBecauseIsToldWhereWeightsDecided(t *testing.T) {
	text := "# Pumps\n\n- It must be drained in winter.\n- [ ] drain the pump\n"
	const path workspace.Path = "memory/pumps.md"
	lines, err := Explain(t.Context(), workspace.NewMemory(map[workspace.Path]string{path: text}), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if weighed := line.Rule == byWeight || line.Rule == light; weighed != (line.Because != "") {
			t.Errorf("line %d, %q: %q", line.Line, line.Rule, line.Because)
		}
	}
	if because := lines[2].Because; !strings.Contains(because, `"must" +`) {
		t.Errorf("because is %q", because)
	}
}
