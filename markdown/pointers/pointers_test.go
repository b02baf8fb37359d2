package pointers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/markdown"
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
	missing, err := Sentences(markdown.Parse([]byte(text)), true, hasTools)
	if err != nil {
		t.Fatal(err)
	}
	return missing
}

// Found by users: the sentence about MEMORY.md was asked for where there is none.
func TestNoSentenceAboutAFileThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, has := range []bool{true, false} {
		missing, err := Sentences(markdown.Parse([]byte("# Soul\n\nMe.\n")), has, false)
		if err != nil || len(missing) > 0 != has {
			t.Errorf("MEMORY.md there %v: %v, %v", has, missing, err)
		}
	}
}

func TestSentences(t *testing.T) {
	const wisdom = "## Wisdom\n\n" +
		"_Last compressed: 2026-11-21 | Source lessons: 9_\n\n" +
		"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` " +
		"when historical knowledge is needed.\n"
	for name, tc := range map[string]struct {
		text, want string
		tools      bool
	}{
		"at the end":         {"# Soul\n\nMe.\n", "# Soul\n\nMe.\n\n" + Memory + "\n\n" + Tools + "\n", true},
		"no final newline":   {"# Soul\n\nMe.", "# Soul\n\nMe.\n\n" + Memory + "\n\n" + Tools, true},
		"blank lines behind": {"Me.\n\n", "Me.\n\n" + Memory + "\n\n" + Tools + "\n\n", true},
		"before the section": {"Me.\n\n" + wisdom, "Me.\n\n" + Memory + "\n\n" + Tools + "\n\n" + wisdom, true},
		"right above it":     {"Me.\n" + wisdom, "Me.\n\n" + Memory + "\n\n\n" + Tools + "\n\n" + wisdom, true},
		"section amid": {
			"A\n\n" + wisdom + "\n## Vibe\n\nCalm.\n",
			"A\n\n" + Memory + "\n\n" + wisdom + "\n## Vibe\n\nCalm.\n",
			false,
		},
		// They stood in the last section, such as "## Boundaries".
		"identity, more below": {
			"# S\n\n## Identity\n\nMe.\n\n## Boundaries\n\n- No.\n",
			"# S\n\n## Identity\n\nMe.\n\n" + Memory + "\n\n## Boundaries\n\n- No.\n",
			false,
		},
		"title, more below": {
			"# Soul\nMe.\n## Boundaries\n- No.\n",
			"# Soul\nMe.\n\n" + Memory + "\n\n## Boundaries\n- No.\n",
			false,
		},
		"title alone": {
			"# Soul\n\n## Boundaries\n\n- No.\n",
			"# Soul\n\n" + Memory + "\n\n## Boundaries\n\n- No.\n",
			false,
		},
		"no title": {
			"## Boundaries\n\n- No.\n\n## Vibe\n",
			Memory + "\n\n## Boundaries\n\n- No.\n\n## Vibe\n",
			false,
		},
		"several titles": {"# Rules\n\n- No.\n\n# Vibe\n", Memory + "\n\n# Rules\n\n- No.\n\n# Vibe\n", false},
		"identity among titles": {
			"# Rules\n\n- No.\n\n# Who I am\n\nMe.\n",
			"# Rules\n\n- No.\n\n# Who I am\n\nMe.\n\n" + Memory + "\n",
			false,
		},
		"parts of identity": {
			"## Identity\n\nMe.\n\n### Limits\n\n- No.\n",
			"## Identity\n\nMe.\n\n" + Memory + "\n\n### Limits\n\n- No.\n",
			false,
		},
		"section after title": {
			"# S\n\n" + wisdom + "\n## Vibe\n",
			"# S\n\n" + Memory + "\n\n" + wisdom + "\n## Vibe\n",
			false,
		},
		"identity in section": {
			"# S\n\nMe.\n\n## Wisdom\n\nx\n\n### Who I am\n\nx\n\n## Vibe\n",
			"# S\n\nMe.\n\n" + Memory + "\n\n## Wisdom\n\nx\n\n### Who I am\n\nx\n\n## Vibe\n",
			false,
		},
		"setext": {
			"Soul\n====\n\nMe.\n\nVibe\n----\n\nx\n",
			"Soul\n====\n\nMe.\n\n" + Memory + "\n\nVibe\n----\n\nx\n",
			false,
		},
		"front matter": {
			"---\nname: x\n---\n\nMe.\n\n## Vibe\n",
			"---\nname: x\n---\n\nMe.\n\n" + Memory + "\n\n## Vibe\n",
			false,
		},
		"only front matter": {"---\nname: x\n---\n## Vibe\n", "---\nname: x\n---\n\n" + Memory + "\n\n## Vibe\n", false},
		"byte order mark":   {"\ufeff## Vibe\n", "\ufeff" + Memory + "\n\n## Vibe\n", false},
		"a rule at the end": {"# S\n\nMe.\n\n---\n", "# S\n\nMe.\n\n" + Memory + "\n\n---\n", false},
		"words below a rule": {
			"# S\n\nMe.\n\n---\n\n_Yours._\n",
			"# S\n\nMe.\n\n" + Memory + "\n\n---\n\n_Yours._\n",
			false,
		},
		"a signature": {"# S\n\nMe.\n\n— Juniper\n", "# S\n\nMe.\n\n" + Memory + "\n\n— Juniper\n", false},
		"rules between": {
			"# S\n\nMe.\n\n---\n\n## Vibe\n",
			"# S\n\nMe.\n\n" + Memory + "\n\n---\n\n## Vibe\n",
			false,
		},
		"text below a rule": {"# S\n\n---\n\nMe.\n", "# S\n\n---\n\nMe.\n\n" + Memory + "\n", false},
		"CRLF":              {"# Soul\r\n\r\nMe.\r\n", "# Soul\r\n\r\nMe.\r\n\r\n" + Memory + "\r\n", false},
		"empty":             {"", Memory + "\n\n" + Tools + "\n\n", true},
		"there":             {"Me. " + Memory + "\n", "", false},
		"there, other case": {strings.ToUpper(Memory) + "\n\n" + Tools, "", true},
		"over two lines":    {strings.Replace(Tools, "read ", "read\n", 1) + "\n\n" + Memory, "", true},
		"in other words":    {"Open `MEMORY.md` only when the talk turns to old things.\n", "", false},
		"in German":         {"In MEMORY.md lesen, wenn es um Früheres geht.\n", "", false},
		"in Chinese":        {"需要历史时读取 MEMORY.md。\n", "", false},
		"another file": {
			"Read OLD_MEMORY.md when needed.\n",
			"Read OLD_MEMORY.md when needed.\n\n" + Memory + "\n",
			false,
		},
		"no condition": {
			"Read MEMORY.md in every session.\n",
			"Read MEMORY.md in every session.\n\n" + Memory + "\n",
			false,
		},
		"in an unclosed code": {"```\nMe\n", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			missing := sentences(t, tc.text, tc.tools)
			got := apply(tc.text, missing)
			want := tc.want
			if want == "" {
				want = tc.text
			}
			if got != want {
				t.Fatalf("text %q, want %q", got, want)
			}
			if again := sentences(t, got, tc.tools); len(again) > 0 && markdown.Parse([]byte(got)).Unclosed == 0 {
				t.Errorf("then it still lacks %v", again)
			}
			for _, in := range missing { // invariant 3
				if one := apply(tc.text, []Insertion{in}); len(sentences(t, one, tc.tools)) != len(missing)-1 {
					t.Errorf("%q alone: %q", in.Text, one)
				}
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
		if err != nil {
			t.Fatal(err)
		}
		if got, want := apply(tc.text, missing), max(tc.want, map[bool]string{true: tc.text}[tc.want == ""]); got != want {
			t.Errorf("%s: text\n%q, want\n%q", name, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"tasks": {
			"# A\n\n## When adding a new tool\n\n- [ ] pin it\n- [x] port free\n\n## Next\n",
			"# A\n\n## When adding a new tool\n\n- [ ] pin it\n- [x] port free\n- [ ] " + Checklist + "\n\n## Next\n",
		},
		"stars": {
			"## New tools\n\n* pin it\n* port free\n",
			"## New tools\n\n* pin it\n* port free\n* " + Checklist + "\n",
		},
		"numbers": {
			"## New tool checklist\n\n1. pin it\n2. port free\n",
			"## New tool checklist\n\n1. pin it\n2. port free\n3. " + Checklist + "\n",
		},
		"nested": {
			"## New tools\n\n- pin it\n- port\n  - free\n",
			"## New tools\n\n- pin it\n- port\n  - free\n- " + Checklist + "\n",
		},
		"sub-heading": {
			"## Adding tools\n\nSo:\n\n### First\n\n- pin it\n",
			"## Adding tools\n\nSo:\n\n### First\n\n- pin it\n- " + Checklist + "\n",
		},
		"a line above": {
			"## Work\n\nFor each new tool:\n\n- pin it\n",
			"## Work\n\nFor each new tool:\n\n- pin it\n- " + Checklist + "\n",
		},
		"German": {
			"## Neues Werkzeug\n\n- festschreiben\n",
			"## Neues Werkzeug\n\n- festschreiben\n- " + Checklist + "\n",
		},
		"no last ending": {"## New tools\n\n- pin it", "## New tools\n\n- pin it\n- " + Checklist},
		"CRLF": {
			"## New tools\r\n\r\n- pin it\r\n\r\nMore.\r\n",
			"## New tools\r\n\r\n- pin it\r\n- " + Checklist + "\r\n\r\nMore.\r\n",
		},
		"no checklist": {
			"# A\n\n## Tools\n\n- nas: 10.0.0.1\n",
			"# A\n\n## Tools\n\n- nas: 10.0.0.1\n\n## When adding a new tool\n\n- [ ] " + Checklist + "\n",
		},
		"a rule last": {
			"# A\n\n## Tools\n\nx\n\n---\n\n_Yours._\n",
			"# A\n\n## Tools\n\nx\n\n## When adding a new tool\n\n- [ ] " + Checklist + "\n\n---\n\n_Yours._\n",
		},
		"only titles": {
			"# A\n\nx\n\n# B\n\ny\n",
			"# A\n\nx\n\n# B\n\ny\n\n# When adding a new tool\n\n- [ ] " + Checklist + "\n",
		},
		"there": {"## Rules\n\nUpdate `TOOLS_COMPACT.md` with every tool.\n", ""},
		"named only": {
			"## New tools\n\n- pin\n\nSee TOOLS_COMPACT.md.\n",
			"## New tools\n\n- pin\n- " + Checklist + "\n\nSee TOOLS_COMPACT.md.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			in, lacks := Line(markdown.Parse([]byte(tc.text)))
			got := tc.text
			if lacks {
				got = apply(got, []Insertion{in})
			}
			if want := max(tc.want, map[bool]string{true: tc.text}[tc.want == ""]); got != want {
				t.Fatalf("text\n%q, want\n%q", got, want)
			}
			if _, still := Line(markdown.Parse([]byte(got))); still {
				t.Error("then it still lacks the line")
			}
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
		missing, err := Sentences(doc, true, true)
		if err != nil {
			return
		}
		more, err := Shed(doc)
		if err != nil {
			t.Fatal(err)
		}
		missing = append(missing, more...)
		for _, in := range missing {
			if before, after := outline(t, text), outline(t, apply(text, []Insertion{in})); before != after {
				t.Fatalf("insertion %+v: headings and section %q became %q", in, before, after)
			}
		}
		if in, lacks := Line(doc); lacks {
			missing = append(missing, in)
		}
		for _, in := range missing {
			known := append([]string{Memory, Tools, Checklist}, Shedding...)
			if in.At < 0 || in.At > len(text) ||
				!slices.ContainsFunc(known, func(s string) bool { return strings.Contains(in.Insert, s) }) {
				t.Fatalf("insertion %+v", in)
			}
		}
	})
}
