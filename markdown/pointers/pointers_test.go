package pointers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown"
	"wisdom/markdown/mdtest"
	"wisdom/markdown/section"
)

// apply puts insertions in as a promotion does.
func apply(text string, all []Insertion) string {
	for _, in := range slices.Backward(all) {
		text = text[:in.At] + in.Insert + text[in.At:]
	}
	return text
}

func sentences(t *testing.T, text string, hasTools bool) []Insertion {
	t.Helper()
	missing, err := Sentences(markdown.Parse([]byte(text)), Memory, hasTools)
	require.NoError(t, err)
	return missing
}

// Found by users: the sentence about MEMORY.md was asked for where there is none.
func TestNoSentenceAboutAFileThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, memory := range []string{Memory, MemoryInMain, ""} {
		missing, err := Sentences(markdown.Parse([]byte("# Soul\n\nMe.\n")), memory, false)
		assert.Truef(t, err == nil && len(missing) > 0 == (memory != ""), "%q: %v, %v", memory, missing, err)
		if memory != "" {
			assert.Equal(t, memory, missing[0].Text)
		}
	}
	for _, memory := range []string{Memory, MemoryInMain} { // either says enough
		missing, err := Sentences(markdown.Parse([]byte("# Soul\n\n"+memory+"\n")), MemoryInMain, false)
		assert.Truef(t, err == nil && missing == nil, "%q: %v, %v", memory, missing, err)
		assert.False(t, Reminds(memory), "it goes beside the required entry")
	}
}

func TestSentences(t *testing.T) {
	const wisdom = "## Wisdom\n\n" +
		"_Last compressed: 2026-11-21 | Source lessons: 9_\n\n" +
		"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` " +
		"when historical knowledge is needed.\n"
	type sentencesCase struct {
		text, want string
		tools      bool
	}
	cases := map[string]sentencesCase{ // which are about bytes, or about TOOLS.md too
		"at the end":          {"# Soul\n\nMe.\n", "# Soul\n\nMe.\n\n" + Memory + "\n\n" + Tools + "\n", true},
		"no final newline":    {"# Soul\n\nMe.", "# Soul\n\nMe.\n\n" + Memory + "\n\n" + Tools, true},
		"blank lines behind":  {"Me.\n\n", "Me.\n\n" + Memory + "\n\n" + Tools + "\n\n", true},
		"before the section":  {"Me.\n\n" + wisdom, "Me.\n\n" + Memory + "\n\n" + Tools + "\n\n" + wisdom, true},
		"right above it":      {"Me.\n" + wisdom, "Me.\n\n" + Memory + "\n\n\n" + Tools + "\n\n" + wisdom, true},
		"byte order mark":     {"\ufeff## Vibe\n", "\ufeff" + Memory + "\n\n## Vibe\n", false},
		"CRLF":                {"# Soul\r\n\r\nMe.\r\n", "# Soul\r\n\r\nMe.\r\n\r\n" + Memory + "\r\n", false},
		"empty":               {"", Memory + "\n\n" + Tools + "\n\n", true},
		"there, other case":   {strings.ToUpper(Memory) + "\n\n" + Tools, "", true},
		"over two lines":      {strings.Replace(Tools, "read ", "read\n", 1) + "\n\n" + Memory, "", true},
		"in an unclosed code": {"```\nMe\n", "", true},
	}
	for name, c := range mdtest.Cases(t, "testdata/sentences.txtar", "{{memory}}", Memory, "{{wisdom}}\n", wisdom) {
		cases[name] = sentencesCase{c.Before, c.After, false}
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			missing := sentences(t, tc.text, tc.tools)
			got := apply(tc.text, missing)
			want := tc.want
			if want == "" {
				want = tc.text
			}
			require.Equal(t, want, got, "text")
			again := sentences(t, got, tc.tools)
			assert.Truef(t, len(again) == 0 || markdown.Parse([]byte(got)).Unclosed != 0, "then it still lacks %v", again)
			for _, in := range missing { // invariant 3
				one := apply(tc.text, []Insertion{in})
				assert.Equalf(t, len(missing)-1, len(sentences(t, one, tc.tools)), "%q alone: %q", in.Text, one)
			}
		})
	}
}

func TestShed(t *testing.T) {
	all := strings.Join(Shedding, "\n\n")
	for name, tc := range map[string]struct{ text, want string }{
		"at the end": {"# Soul\n\nMe.\n", "# Soul\n\nMe.\n\n" + all + "\n"},
		"below the others": {
			"# Soul\n\nMe.\n\n" + Memory + "\n\n## Vibe\n\nCalm.\n",
			"# Soul\n\nMe.\n\n" + Memory + "\n\n" + all + "\n\n## Vibe\n\nCalm.\n",
		},
		"there":             {"Me.\n\n" + all + "\n", ""},
		"there, as a list":  {"- " + strings.ToUpper(strings.Join(Shedding, "\n- ")) + "\n", ""},
		"without full stop": {strings.ReplaceAll(all, ".\n", "\n"), ""},
		"only in the section": {
			"Me.\n\n## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 9_\n\n" + Shedding[1] + "\n",
			"Me.\n\n" + all + "\n\n## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 9_\n\n" + Shedding[1] + "\n",
		},
		"one lacks": {
			"Me.\n\n" + Shedding[0] + " " + Shedding[2] + "\n",
			"Me.\n\n" + Shedding[0] + " " + Shedding[2] + "\n\n" + Shedding[1] + "\n",
		},
	} {
		missing, err := Shed(markdown.Parse([]byte(tc.text)))
		require.NoError(t, err)
		got, want := apply(tc.text, missing), max(tc.want, map[bool]string{true: tc.text}[tc.want == ""])
		assert.Equalf(t, want, got, "%s: text\n", name)
	}
}

func TestLine(t *testing.T) {
	cases := mdtest.Cases(t, "testdata/line.txtar", "{{checklist}}", Checklist)
	maps.Copy(cases, map[string]mdtest.Case{ // which are about bytes
		"no last ending": {Before: "## New tools\n\n- pin it", After: "## New tools\n\n- pin it\n- " + Checklist},
		"CRLF": {
			Before: "## New tools\r\n\r\n- pin it\r\n\r\nMore.\r\n",
			After:  "## New tools\r\n\r\n- pin it\r\n- " + Checklist + "\r\n\r\nMore.\r\n",
		},
	})
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			in, lacks := Line(markdown.Parse([]byte(tc.Before)))
			got := tc.Before
			if lacks {
				got = apply(got, []Insertion{in})
			}
			require.Equal(t, tc.After, got)
			_, still := Line(markdown.Parse([]byte(got)))
			assert.False(t, still, "then it still lacks the line")
		})
	}
}

// outline are the headings of a text, and its section.
func outline(t *testing.T, text string) string {
	t.Helper()
	doc := markdown.Parse([]byte(text))
	var b strings.Builder
	for _, h := range doc.Headings() {
		fmt.Fprintf(&b, "%d %s\n", h.Level, h.Text)
	}
	if s, err := section.Find(doc); err == nil && s != nil {
		b.WriteString(strings.TrimSpace(text[s.Start:s.End]))
	}
	return b.String()
}

// Invariant 1, and what is promoted can be read again.
func FuzzInsert(f *testing.F) {
	f.Add("# Soul\n\nMe.\n\n## Wisdom\n\n**A.** B.\n")
	f.Add("## New tools\r\n\r\n1. pin it\r\n   - x\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		doc := markdown.Parse([]byte(text))
		missing, err := Sentences(doc, Memory, true)
		if err != nil {
			return
		}
		more, err := Shed(doc)
		require.NoError(t, err)
		missing = append(missing, more...)
		for _, in := range missing {
			before, after := outline(t, text), outline(t, apply(text, []Insertion{in}))
			require.Equalf(t, before, after, "insertion %+v: headings and section %q became %q", in, before, after)
		}
		if in, lacks := Line(doc); lacks {
			missing = append(missing, in)
		}
		for _, in := range missing {
			known := append([]string{Memory, Tools, Checklist}, Shedding...)
			require.Truef(t, in.At >= 0 && in.At <= len(text) &&
				slices.ContainsFunc(known, func(s string) bool { return strings.Contains(in.Insert, s) }), "insertion %+v", in)
		}
	})
}
