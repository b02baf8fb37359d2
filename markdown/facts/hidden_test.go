package facts

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tableLines are the lines of a section of the table of all finders of secrets; \n in one stands for a line feed.
func tableLines(t *testing.T, section string) []string {
	t.Helper()
	b, err := os.ReadFile("../../internal/secrets/testdata/lines.txt")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(b), "\n["+section+"]\n")
	text, _, _ = strings.Cut(text, "\n\n#")
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, strings.TrimPrefix(strings.ReplaceAll(line, `\n`, "\n"), "- "))
		}
	}
	return lines
}

var reMarked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

// uncopied finds what is in a text in which ⟦⟧ marks what must not be copied, and checks that it is not.
func uncopied(t *testing.T, text string) Found {
	t.Helper()
	found := Find(t.Context(), "TOOLS.md", []byte(reMarked.ReplaceAllString(text, "$1")))
	marked := reMarked.FindAllStringSubmatch(text, -1)
	assert.NotEmptyf(t, marked, "nothing is marked: %s", text)
	for _, m := range marked {
		for _, f := range slices.Concat(found.Facts, found.Unclear) {
			assert.Truef(t, !strings.Contains(f.Heading+" "+f.Label()+" "+f.Told(), m[1]) && !strings.Contains(m[1], f.Value),
				"copied: %s of %s", show(f), text)
		}
	}
	return found
}

// Invariant 2.
func TestSecretsAreReported(t *testing.T) {
	runCases(t, "secrets/*.txtar", func(t *testing.T, _, text string) string {
		found := uncopied(t, text)
		assert.NotEmpty(t, found.Secrets, "not reported")
		return printed(found, show)
	})
}

// What may be a secret is shown in no fact, known or unclear: a whole statement would carry it.
func TestWhatMayBeASecretIsWithheld(t *testing.T) {
	runCases(t, "withheld.txtar", func(t *testing.T, _, text string) string { return printed(uncopied(t, text), show) })
}

// Invariant 2, on lines in five languages. What is harmless in a note is so in a tool document: codes, sizes, pins and
// places of secrets.
func TestSecretLines(t *testing.T) {
	for _, section := range []string{"notes", "tools", "documents"} {
		for _, line := range tableLines(t, section) {
			switch text := "## House\n\n- " + line + "\n"; {
			case !reMarked.MatchString(line):
				assert.Empty(t, Find(t.Context(), "TOOLS.md", []byte(text)).Secrets, line)
			case section != "notes":
				assert.NotEmptyf(t, uncopied(t, text).Secrets, "not reported: %s", line)
			}
		}
	}
}

// A quoted value that holds the name of another secret was cut behind its end.
func TestNameOfSecretWithinQuotedValue(t *testing.T) {
	for _, text := range []string{
		"- safe code: `door code 4711` and more\n", "- backup codes `2fa backup codes` `x`\n",
		"- door code \"gate code is 4711\"\n", "- secret: `token, password` and `pin`\n",
	} {
		Find(t.Context(), "TOOLS.md", []byte(text)) // does not panic
	}
}

// What splits a secret where it is written hid it from the table, codes of doors too.
func TestSplitSecretsAreNoFacts(t *testing.T) {
	t.Parallel()
	const token = "ghp" + "_x7Q2mB9kLw4TzR8vN1cY5sD3fG6hJ0pAeUiO"
	for _, splice := range []string{"<!-- x -->", "\u00ad", "\u200b"} {
		text := "# Tools\n\n## Forge\n\n- Port: 8443\n- Forge: " + token[:2] + splice + token[2:] +
			"\n- Door co" + splice + "de: 4821\n"
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		for _, f := range found.Facts {
			assert.Truef(t, !strings.Contains(f.Value, token[4:]) && !strings.Contains(f.Value, "4821"), "%q: %+v", splice, f)
		}
		assert.Truef(t, len(found.Secrets) == 2 && len(found.Facts) != 0, "%q: %+v, %+v", splice, found.Secrets, found.Facts)
	}
}
