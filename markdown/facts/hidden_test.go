package facts

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// linesOfFile are the lines of a file of cases; \n in one stands for a line feed.
func linesOfFile(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(strings.ReplaceAll(string(b), `\n`, "\n")), "\n- ")
}

var reMarked = regexp.MustCompile(`⟦([^⟧]*)⟧`)

// Invariant 2, on lines in five languages in which ⟦⟧ marks what must not be
// copied.
func TestSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/secrets.txt") {
		found := Find(t.Context(), "TOOLS.md", []byte("## House\n\n- "+reMarked.ReplaceAllString(line, "$1")+"\n"))
		if len(found.Secrets) == 0 {
			t.Errorf("not reported: %s", line)
		}
		for _, m := range reMarked.FindAllStringSubmatch(line, -1) {
			for _, f := range found.Facts {
				if strings.Contains(f.Value+" "+f.Label(), m[1]) || strings.Contains(m[1], f.Value) {
					t.Errorf("copied: %s of %s", show(f), line)
				}
			}
		}
	}
}

// Codes, sizes, pins and places of secrets are none.
func TestNoSecretLines(t *testing.T) {
	for _, line := range linesOfFile(t, "testdata/nosecrets.txt") {
		if found := Find(t.Context(), "TOOLS.md", []byte("## House\n\n- "+line+"\n")); len(found.Secrets) > 0 {
			t.Errorf("reported as %s: %s", found.Secrets[0].Rule, line)
		}
	}
}
