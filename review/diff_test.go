package review

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// git apply on the base gives the target, whatever the texts and the context.
func TestPatchIsWhatGitApplies(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	random := rand.New(rand.NewPCG(6, 11))
	for round := range rounds {
		before := randomText(random)
		after := randomChange(random, before)
		for context := range 6 {
			applies(t, git, round, context, Change{"SOUL.md", before, after})
		}
	}
	for i, c := range []Change{
		{"SOUL.md", nil, []byte("a\n")},
		{"SOUL.md", nil, []byte("a\r\nb")},
		{"SOUL.md", nil, []byte{}},
		{"SOUL.md", []byte("a\n"), nil},
		{"SOUL.md", []byte{}, nil},
		{"SOUL.md", []byte{}, []byte("a")},
		{"SOUL.md", []byte("a"), []byte{}},
		{"SOUL.md", []byte("a"), []byte("a\n")},
		{"SOUL.md", []byte("-- a\n++ b\n"), []byte("++ b\n-- c\n--- d\n+++ e\n")},
	} {
		for context := range 6 {
			applies(t, git, -i, context, c)
		}
	}
}

// randomText is a text of few different lines, so that they repeat.
func randomText(random *rand.Rand) []byte {
	if random.IntN(12) == 0 {
		return nil
	}
	var b strings.Builder
	for range random.IntN(25) {
		b.WriteString(randomLine(random))
	}
	text := b.String()
	if random.IntN(3) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return []byte(text)
}

func randomLine(random *rand.Rand) string {
	words := []string{
		"",
		"a",
		"b",
		"- c",
		"+ d",
		"-- e",
		"++ f",
		"@@ -1 +1 @@",
		`\ No newline`,
		"ä",
		"\xff",
		" ",
		"diff --git a/x b/x",
	}
	ends := []string{"\n", "\n", "\r\n"}
	return words[random.IntN(len(words))] + ends[random.IntN(len(ends))]
}

// randomChange is a text with some of its lines changed.
func randomChange(random *rand.Rand, before []byte) []byte {
	if random.IntN(5) == 0 {
		return randomText(random)
	}
	after := []byte{}
	for line := range bytes.Lines(before) {
		switch random.IntN(8) {
		case 0:
		case 1:
			after = append(after, randomLine(random)...)
		case 2:
			after = append(append(after, line...), randomLine(random)...)
		default:
			after = append(after, line...)
		}
	}
	return after
}

func applies(t *testing.T, git string, round, context int, c Change) {
	t.Helper()
	patch := c.Patch(context)
	if patch == "" {
		assert.Truef(t, (c.Before == nil) == (c.After == nil) && bytes.Equal(c.Before, c.After),
			"round %d: no patch from %q to %q", round, c.Before, c.After)
		return
	}
	dir := t.TempDir()
	file := filepath.Join(dir, string(c.Path))
	if c.Before != nil {
		require.NoError(t, os.WriteFile(file, c.Before, 0o600))
	}
	args := []string{"apply", "--whitespace=nowarn"}
	if context == 0 {
		args = append(args, "--unidiff-zero")
	}
	apply := exec.Command(git, args...)
	apply.Dir, apply.Stdin = dir, strings.NewReader(patch)
	// The folder may be in another repository, whose settings must not count.
	apply.Env = append(
		os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_CONFIG_NOSYSTEM=1",
	)
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("round %d, context %d: %v: %s\nfrom %q\nto %q\n%s", round, context, err, out, c.Before, c.After, patch)
	}
	got, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		got, err = nil, nil
	}
	require.Truef(t, err == nil && bytes.Equal(got, c.After) && (got == nil) == (c.After == nil),
		"round %d, context %d: git made %q of %q, not %q (%v)\n%s", round, context, got, c.Before, c.After, err, patch)
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"Restore a backup.\n", "Restore every backup.\n", "Restore [-a-]{+every+} backup.\n"},
		{"", "one\ntwo\n", "{+one+}\n{+two+}\n"},
		{"one\r\n", "two\r\n", "[-one-]{+two+}\r\n"},
		{"ä b", "ä c", "ä [-b-]{+c+}\n"},
		{"x\ny\nz\n", "x\nw\nz\n", "x\n[-y-]{+w+}\nz\n"},
	} {
		text := Change{"SOUL.md", []byte(c.before), []byte(c.after)}.Words(Context)
		_, got, _ := strings.Cut(text, " @@\n")
		assert.Equalf(t, c.want, got, "%q to %q", c.before, c.after)
	}
}

// More different words than there are characters before the surrogates.
func TestWordsOfLongTexts(t *testing.T) {
	var before strings.Builder
	for i := range 60_000 { // more than there are characters in front of the surrogates
		fmt.Fprintf(&before, "w%d ", i)
	}
	after := strings.Replace(before.String(), "w55300 ", "changed ", 1)
	assert.Contains(t, wordChanges(before.String(), after), "w55299 [-w55300-]{+changed+} w55301 ",
		"the change is not where it is")
}

// No patch shows a secret, whether its line goes, stays or comes.
func TestPatchesShowNoSecrets(t *testing.T) {
	const a, b = "ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo", "ghp_9IlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfp"
	c := Change{"N.md", []byte("token " + a + "\nold " + a + "\n"), []byte("token " + a + "\nnew " + b + "\n")}
	for _, patch := range []string{c.Patch(Context), c.Words(Context)} {
		assert.Truef(t, !strings.Contains(patch, "ghp_") && strings.Contains(patch, "old") && strings.Contains(patch, "new"),
			"patch %s", patch)
	}
}
