package secrets

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The embedded rules are those of the module that the Makefile names, and this version
// understands all that they say.
func TestGitleaksRulesAreCurrent(t *testing.T) {
	t.Parallel()
	rules, err := readRules(gitleaksFile)
	require.Truef(t, err == nil && len(rules) >= 200, "%d rules, %v", len(rules), err)
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	module := regexp.MustCompile(`(?m)^GITLEAKS +:= (\S+)$`).FindSubmatch(makefile)[1]
	first, _, _ := strings.Cut(gitleaksFile, ";")
	require.Equalf(t, "# From "+string(module), first,
		"the rules are %q, the Makefile names %s: make rules", first, module)
	out, err := exec.Command("go", "mod", "download", "-json", string(module)).Output()
	var downloaded struct{ Dir string }
	if err != nil || json.Unmarshal(out, &downloaded) != nil || downloaded.Dir == "" {
		t.Skipf("SKIPPED: %s cannot be downloaded, so its rules are not compared: %v", module, err)
	}
	want, err := os.ReadFile(filepath.Join(downloaded.Dir, "config/gitleaks.toml"))
	require.NoError(t, err)
	want = reUnused.ReplaceAll(want, nil)
	assert.True(t, bytes.HasSuffix([]byte(gitleaksFile), want), "the rules are not those of the module: make rules")
}

// reUnused is what make rules leaves away.
var reUnused = regexp.MustCompile(`(?m)^description = .*\n|(?s:^id = "generic-api-key".*?^\[\[rules\]\]\n)`)

// Rules that ask for what the reader cannot do are refused, not half obeyed.
func TestUnknownRulesAreRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"new key":  "[[rules]]\nid = \"a\"\nregex = \"x\"\nnearby = 3\n",
		"required": "[[rules]]\nid = \"a\"\nregex = \"x\"\n[[rules.required]]\nid = \"b\"\n",
		"target": "[[rules]]\n" +
			"id = \"a\"\n" +
			"regex = \"x\"\n" +
			"[[rules.allowlists]]\n" +
			"regexTarget = \"line\"\n" +
			"regexes = [\"y\"]\n",
		"condition": "[[rules]]\n" +
			"id = \"a\"\n" +
			"regex = \"x\"\n" +
			"[[rules.allowlists]]\n" +
			"condition = \"AND\"\n" +
			"stopwords = [\"y\"]\n",
		"global":       "[allowlist]\nregexTarget = \"match\"\nregexes = [\"y\"]\n",
		"no TOML":      "[[rules]\n",
		"bad for path": "[[rules]]\nid = \"a\"\npath = \"x\"\nextra = true\n",
	} {
		_, err := readRules(text)
		assert.Error(t, err, name)
	}
}

// What a rule finds is its group, has enough entropy, and is on no allowlist.
func TestGitleaksRule(t *testing.T) {
	t.Parallel()
	rules, err := readRules(`
[allowlist]
regexes = ['''^(?i)nothing\d+$''', '''^other''']
[[rules]]
id = "named"
regex = '''name(s?)=([a-z0-9]{6,})'''
secretGroup = 2
keywords = ["NAME"]
entropy = 2.5
[[rules.allowlists]]
stopwords = ["Example"]
[[rules]]
id = "first-group"
regex = '''first:()(\w+)'''
[[rules]]
id = "for-files"
path = '''\.p12$'''
`)
	require.NoError(t, err)
	for text, want := range map[string]string{
		"names=q7w8e9r0":       "named q7w8e9r0 1",
		"\n\nnames=q7w8e9r0.":  "named q7w8e9r0 3",
		"names=aaaaaaaa":       "",
		"names=example7w8e9":   "",
		"name=nothing12345678": "",
		"name=other1234567890": "",
		"x\nfirst:q7w8e9r0":    "first-group q7w8e9r0 2",
		"first:ab":             "", // too short
	} {
		got := ""
		for _, r := range rules {
			for _, m := range r.find(look(text), 0, len(text)) {
				got += m.rule + " " + m.value + " " + string(rune('1'+strings.Count(text[:m.start], "\n")))
			}
		}
		assert.Equal(t, want, got, text)
	}
}
