package collect

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/markdown/host"
)

// Every rule that Explain can name is described, and nothing else is.
func TestEveryRuleIsDescribed(t *testing.T) {
	names := []string{host.ManagedBlock, host.DreamBlock, host.RecallBlock, host.Transcript, "too long", fewOrders}
	for _, r := range rules {
		names = append(names, r.name)
	}
	for _, file := range []string{"entry.go", "parse.go", "parse_table.go", "parse_text.go"} {
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
