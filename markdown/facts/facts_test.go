package facts

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown/mdtest"
)

var update = flag.Bool("update", false, "write what is found into the golden files and the cases")

// show is a fact on one line.
func show(f Fact) string {
	text := fmt.Sprintf("%d %s = %s (%s)", f.Line, f.Label(), f.Value, f.Kind)
	if f.Qualifier != "" {
		text += " [" + f.Qualifier + "]"
	}
	if f.Conflict {
		text += " !"
	}
	return text
}

// showBelow is a fact on one line, with its heading.
func showBelow(f Fact) string { return "[" + f.Heading + "] " + show(f) }

// printed is what was found, a line each: facts, and where secrets are.
func printed(found Found, show func(Fact) string) string {
	var sb strings.Builder
	for _, f := range found.Facts {
		sb.WriteString(show(f) + "\n")
	}
	for _, s := range found.Secrets {
		fmt.Fprintf(&sb, "secret on line %d: %s\n", s.Line, s.Rule)
	}
	return sb.String()
}

// runCases runs the cases of the files below testdata/cases that match a pattern: each is a text, and what is told of
// it. -update takes over what is told.
func runCases(t *testing.T, pattern string, tell func(t *testing.T, name, text string) string) {
	t.Helper()
	paths, err := filepath.Glob("testdata/cases/" + pattern)
	require.Truef(t, err == nil && len(paths) != 0, "no cases %v", err)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			all := map[string]string{}
			for name, c := range mdtest.Cases(t, path) {
				t.Run(name, func(t *testing.T) {
					all[name] = tell(t, name, c.Before)
					assert.Truef(t, all[name] == c.After || *update, "got\n%s\nwant\n%s", all[name], c.After)
				})
			}
			if *update {
				mdtest.Rewrite(t, path, all)
			}
		})
	}
}

func TestFacts(t *testing.T) {
	runCases(t, "facts/*.txtar", func(t *testing.T, _, text string) string {
		return printed(Find(t.Context(), "TOOLS.md", []byte(text)), show)
	})
}

// What a file of cases cannot hold.
func TestBytesAroundLinesDoNotMatter(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"no final newline": {"- a: 10.0.0.1", "1 a = 10.0.0.1 (host)\n"},
		"CRLF and BOM":     {"\xef\xbb\xbf- a: 10.0.0.1\r\n- b: 10.0.0.2\r\n", "1 a = 10.0.0.1 (host)\n2 b = 10.0.0.2 (host)\n"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tc.want, printed(Find(t.Context(), "TOOLS.md", []byte(tc.text)), show))
		})
	}
}

// In front of each fact stands its heading.
func TestSubjects(t *testing.T) {
	runCases(t, "headings/*.txtar", func(t *testing.T, _, text string) string {
		return printed(Find(t.Context(), "TOOLS.md", []byte(text)), showBelow)
	})
}

// The host moves TOOLS.md into one section of AGENTS.md.
func TestAgentsSection(t *testing.T) {
	runCases(t, "agents.txtar", func(t *testing.T, _, text string) string {
		return printed(Find(t.Context(), "AGENTS.md", []byte(text)), show)
	})
}

// What the host writes into a new workspace is no fact in any of the tool documents.
func TestHostTemplate(t *testing.T) {
	runCases(t, "template.txtar", func(t *testing.T, _, text string) string {
		all := ""
		for _, path := range Files {
			all += printed(Find(t.Context(), path, []byte(text)), show)
		}
		return all
	})
}

// What may be a fact to its author does not vanish: what the rules cannot decide is told as unclear.
func TestUnclearIsTold(t *testing.T) {
	runCases(t, "unclear.txtar", func(t *testing.T, _, text string) string {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		all := printed(found, show)
		for _, f := range found.Unclear {
			all += "unclear: " + show(f) + "\n"
		}
		return all
	})
}

// Of a list, the members that are no secret and could be read were shown, as if they were all.
func TestMembersTellHowManyThereAre(t *testing.T) {
	t.Parallel()
	found := Find(t.Context(), "TOOLS.md", []byte("- Mirrors:\n  - a.barn.net\n  - ask Ida\n- Gate: 10.0.0.4\n"))
	var members []int
	for _, f := range found.Facts {
		members = append(members, f.Members)
	}
	assert.Equalf(t, []int{2, 0}, members, "facts %+v", found.Facts)
}

// What is read from whole files; -update takes it over.
func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.md")
	require.Truef(t, err == nil && len(sources) != 0, "no sources %v", err)
	for _, path := range sources {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		got := printed(Find(t.Context(), "TOOLS.md", b), showBelow)
		golden := strings.TrimSuffix(path, ".md") + ".golden"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(got), 0o600))
		}
		want, err := os.ReadFile(golden)
		assert.Truef(t, err == nil && string(want) == got, "%s: %v\n%s", path, err, got)
	}
}

// tableOf is a table of about n bytes.
func tableOf(n int) []byte {
	var b strings.Builder
	b.WriteString("| service | host | port |\n|---|---|---|\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "| service-%d | 10.0.%d.%d | %d |\n", i, i/250%250, i%250, 1024+i%60000)
	}
	return []byte(b.String())
}

// Eight times as much costs about eight times as long; BenchmarkLargest tells
// what the largest file costs that the host reads.
func TestLargeFiles(t *testing.T) {
	measure := func(n int) time.Duration {
		source := tableOf(n)
		start := time.Now()
		found := Find(t.Context(), "TOOLS.md", source)
		require.Truef(t, len(found.Facts) >= n/60, "%d facts", len(found.Facts))
		return time.Since(start)
	}
	measure(1 << 12) // loads the rules for secrets
	small, large := measure(1<<16), measure(1<<19)
	assert.Truef(t, large <= 30*small+time.Second, "64 KiB in %v, 512 KiB in %v", small, large)
}

func BenchmarkLargest(b *testing.B) {
	source := tableOf(2 << 20)
	for b.Loop() {
		Find(b.Context(), "TOOLS.md", source)
	}
}

// FuzzFind guards invariants 1 and 3.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"", "- **a:** 10.0.0.1", "| a | b |\n|---|---|\n| `x\\|y` | 2 |", "```\n# x\nls -l\n",
		"a = `b`\n- c → d\r\n", "- ❌ x\n  - y: 1.2.3.4\n", "\xef\xbb\xbf- 语音：`x`，语速 0.95",
		"key: ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo", "- a (b (c `d`)) \xff: \x00", "-\t**x**\t→\t`y`",
		"a\rb: 10.0.0.1\r", "Host x\n  Port 1\n", "[a](b): [c](d)", "a: `b`\n\n:\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		last := 0
		for _, fact := range Find(t.Context(), "TOOLS.md", []byte(source)).Facts {
			require.Truef(t, fact.Value != "" && strings.Contains(source, fact.Value) && !strings.Contains(fact.Value, "\n"),
				"value %q is no part of %q", fact.Value, source)
			require.Truef(t, Proof([]Document{{"TOOLS.md", []byte(source)}})(fact),
				"the qualifier %q is not on line %d", fact.Qualifier, fact.Line)
			require.Truef(t, fact.Line >= last && fact.Line <= strings.Count(source, "\n")+strings.Count(source, "\r")+1,
				"line %d after %d", fact.Line, last)
			last = fact.Line
		}
	})
}
