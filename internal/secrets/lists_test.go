package secrets

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var reMarked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

// linesOfFile are the lines of a table in testdata, by their sections.
func linesOfFile(t testing.TB, path string) map[string][]string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	lines, section := map[string][]string{}, ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			section = strings.Trim(line, "[]")
		default:
			line = strings.ReplaceAll(strings.ReplaceAll(line, `\n`, "\n"), "¦", "")
			lines[section] = append(lines[section], line)
		}
	}
	return lines
}

// wrong says what is wrong with what is redacted of a line, "" if nothing is.
func wrong(line string, want Class) string {
	text := reMarked.ReplaceAllString(line, "$1")
	got, found := RedactClasses(text, want)
	marked := reMarked.FindAllStringSubmatch(line, -1)
	if len(marked) == 0 && (len(found) > 0 || got != text) {
		return "redacted"
	}
	for _, m := range marked {
		if strings.Contains(got, m[1]) || len(m[1]) > 12 && strings.Contains(got, m[1][len(m[1])-12:]) {
			return "not redacted"
		}
	}
	if again, _ := RedactClasses(got, want); again != got {
		return "a second pass changed it"
	}
	return ""
}

// Keys of providers, values after names in the languages of notes, codes of locks; and counts of tokens, digests, IDs,
// settings, places of secrets and examples.
func TestLines(t *testing.T) {
	for section, lines := range linesOfFile(t, "testdata/lines.txt") {
		if section == "documents" { // see package facts
			continue
		}
		want := Secret
		if section == "contacts" {
			want = Contact
		}
		for _, line := range lines {
			if why := wrong(line, want); why != "" {
				got, found := RedactClasses(reMarked.ReplaceAllString(line, "$1"), want)
				t.Errorf("%s: %s\n%q %v", why, line, got, found)
			}
		}
	}
}

// The labelled lines measure: nothing harmless is redacted, and nearly all secrets are.
func TestLabelledLines(t *testing.T) {
	const most = 3 // secrets that are shown
	counts := map[string]int{}
	for _, line := range linesOfFile(t, "testdata/labelled.txt")[""] {
		kind := "harmless"
		if strings.Contains(line, "⟦") {
			kind = "secret"
		}
		counts[kind]++
		if why := wrong(line, Secret); why != "" {
			counts[kind+" and wrong"]++
			got, found := Redact(reMarked.ReplaceAllString(line, "$1"))
			t.Logf("%s: %s\n%q %v", why, line, got, found)
		}
	}
	t.Log(counts)
	assert.True(t, counts["harmless and wrong"] == 0 && counts["secret and wrong"] <= most, counts)
}

// A rule whose check has no such name would stop the program at its first match, as would a form without a name.
func TestRulesAndFormsHaveNames(t *testing.T) {
	t.Parallel()
	for _, r := range loadRules() {
		_, known := checks[r.Check]
		assert.Truef(t, known, "%s: there is no check %q", r.ID, r.Check)
		assert.Truef(t, r.regex().NumSubexp() >= r.SecretGroup,
			"%s: its secret is in group %d of %d", r.ID, r.SecretGroup, r.regex().NumSubexp())
		assert.Truef(t, len(r.Keywords) > 0 || r.Class&(Contact|Form|Guess) != 0, "%s has no keyword", r.ID)
	}
	used := map[string]bool{}
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range sources {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\bform\("([^"]+)"\)`).FindAllSubmatch(source, -1) {
			name := string(m[1])
			if used[name] = true; assert.Containsf(t, loadForms(), name, "%s: there is no form %q", path, name) {
				assert.NotContains(t, form(name).String(), "⟪", name)
			}
		}
	}
	for kind, rows := range loadValues() {
		assert.NotEmpty(t, loadWords().lists[string(kind)], kind)
		for _, row := range rows {
			assert.NotEmpty(t, strings.Fields(row.how), kind)
			for _, condition := range row.is {
				name := strings.TrimPrefix(condition, "!")
				assert.Truef(t, conditions[name] != nil || loadForms()[name] != nil, "there is no condition %q", name)
				used[name] = true
			}
		}
	}
	for name := range loadForms() {
		assert.Truef(t, used[name], "nothing uses the form %q", name)
	}
	for name := range conditions {
		assert.Truef(t, used[name], "nothing uses the condition %q", name)
	}
	assert.Len(t, loadWords().lists["followers"], 26)
}
