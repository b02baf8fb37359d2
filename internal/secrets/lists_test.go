package secrets

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var reMarked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

// linesOfFile are the cases of a list in testdata.
func linesOfFile(t testing.TB, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
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
			assert.Truef(t, !strings.Contains(got, m[1]) && (len(m[1]) <= 12 || !strings.Contains(got, m[1][len(m[1])-12:])),
				"still there: %q of %s", got, line)
		}
		again, _ := Redact(got)
		assert.Equalf(t, got, again, "a second pass changed %q to %q", got, again)
	}
}

// Counts of tokens, digests, IDs, settings, places of secrets and examples.
func TestNoSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/nosecrets.txt") {
		got, found := Redact(line)
		assert.Truef(t, len(found) == 0 && got == line, "%v: %q", found, got)
	}
}

// A rule whose check has no such name would stop the program at its first match.
func TestRulesNameKnownChecks(t *testing.T) {
	t.Parallel()
	for _, p := range patterns() {
		assert.Truef(t, checks[p.check] != nil, "%s: there is no check %q", p.rule, p.check)
	}
	assert.Len(t, loadWords().lists["followers"], 26)
}
