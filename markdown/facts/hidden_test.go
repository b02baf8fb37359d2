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

// linesOfFile are the lines of a file of cases; \n in one stands for a line feed.
func linesOfFile(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(strings.ReplaceAll(string(b), `\n`, "\n")), "\n- ")
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

// Invariant 2, on lines in five languages.
func TestSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/secrets.txt") {
		assert.NotEmptyf(t, uncopied(t, "## House\n\n- "+line+"\n").Secrets, "not reported: %s", line)
	}
}

// What package secrets knows to be none is none in a tool document, either.
func TestNoSecretLinesOfNotes(t *testing.T) {
	b, err := os.ReadFile("../../internal/secrets/testdata/nosecrets.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(line), "- "), `\n`, "\n")
		found := Find(t.Context(), "TOOLS.md", []byte("## Things\n\n- "+line+"\n"))
		assert.Empty(t, found.Secrets, line)
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

// Codes, sizes, pins and places of secrets are none.
func TestNoSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/nosecrets.txt") {
		found := Find(t.Context(), "TOOLS.md", []byte("## House\n\n- "+line+"\n"))
		assert.Empty(t, found.Secrets, line)
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
