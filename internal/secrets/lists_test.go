package secrets

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var reMarked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

// linesOfFile are the cases of a list in testdata.
func linesOfFile(t testing.TB, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.ReplaceAll(strings.ReplaceAll(line, `\n`, "\n"), "¦", ""))
		}
	}
	return lines
}

// Keys of providers, and values after names in the languages of notes.
func TestSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/secrets.txt") {
		text := reMarked.ReplaceAllString(line, "$1")
		got, found := Redact(text)
		if len(found) == 0 {
			t.Errorf("not found: %s", line)
			continue
		}
		for _, m := range reMarked.FindAllStringSubmatch(line, -1) {
			if strings.Contains(got, m[1]) || len(m[1]) > 12 && strings.Contains(got, m[1][len(m[1])-12:]) {
				t.Errorf("still there: %q of %s", got, line)
			}
		}
		if again, _ := Redact(got); again != got {
			t.Errorf("a second pass changed %q to %q", got, again)
		}
	}
}

// Counts of tokens, digests, IDs, settings, places of secrets and examples.
func TestNoSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/nosecrets.txt") {
		if got, found := Redact(line); len(found) > 0 || got != line {
			t.Errorf("%v: %q", found, got)
		}
	}
}

// A rule whose check has no such name would stop the program at its first match.
func TestRulesNameKnownChecks(t *testing.T) {
	t.Parallel()
	for _, p := range patterns() {
		if checks[p.check] == nil {
			t.Errorf("%s: there is no check %q", p.rule, p.check)
		}
	}
	if n := len(loadWords().lists["followers"]); n != 26 {
		t.Errorf("followers of %d letters, want 26", n)
	}
}
