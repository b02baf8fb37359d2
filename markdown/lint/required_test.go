package lint

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lang"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/section"
)

// The required entry speaks the language of SOUL.md, names only places that exist, or MEMORY.md where none does, and
// leaves MEMORY.md to the main session where AGENTS.md does.
func TestRequiredFor(t *testing.T) {
	const (
		english = "You keep the books of a print shop. Be brief, and say what you do not know.\n"
		german  = "Du führst die Bücher einer Druckerei. Sei knapp und sag, was du nicht weißt.\n"
		chinese = "你替一家印刷厂管账。说话简短，不知道的就说不知道。\n"
		name    = "**When context feels incomplete, check your memory.** "
		when    = " when historical knowledge is needed."
		only    = "## MEMORY.md\n\n- ONLY load it in the main session\n"
	)
	both := []workspace.Path{"MEMORY.md", "memory/2026-11-01.md"}
	for about, tc := range map[string]struct {
		soul, agents string
		files        []workspace.Path
		want         string
	}{
		"both":                  {english, "", both, section.Required},
		"notes":                 {english, only, both[1:], name + "Read `memory/YYYY-MM-DD.md`" + when},
		"MEMORY.md":             {english, "", both[:1], name + "Read `MEMORY.md`" + when},
		"neither":               {english, "", nil, name + "Read `MEMORY.md`" + when},
		"other files in memory": {english, "", []workspace.Path{"memory/ideas.md"}, name + "Read `MEMORY.md`" + when},
		"the main session": {
			english, only, both,
			name + "Read `memory/YYYY-MM-DD.md`, and in the main session `MEMORY.md`, when historical knowledge is needed.",
		},
		"the main session, MEMORY.md": {
			english, only, both[:1], name + "In the main session, read `MEMORY.md` when historical knowledge is needed.",
		},
		"German": {
			german, "## Notizen\n\n- MEMORY.md nur in der Hauptsitzung lesen\n", both,
			"**Wenn dir Zusammenhang fehlt, sieh in deinem Gedächtnis nach.** " +
				"Lies `memory/YYYY-MM-DD.md` und in der Hauptsitzung auch `MEMORY.md`, wenn du früheres Wissen brauchst.",
		},
		"Chinese": {chinese, "", both[:1], "**感觉上下文不完整时，先查记忆。** 需要以往的信息时，读 `MEMORY.md`。"},
	} {
		files := map[workspace.Path]string{"AGENTS.md": tc.agents}
		for _, p := range tc.files {
			files[p] = "x\n"
		}
		assert.Equal(t, tc.want, Options{}.RequiredFor(workspacetest.NewMemory(files), []byte(tc.soul)), about)
	}
}

// In another file than SOUL.md the entry names a file of lessons where there is no memory, and nothing where there is
// none. It is one of ours: no rule for entries applies to it, and the section lacks none.
func TestRequiredInAnotherFile(t *testing.T) {
	const before, after = "**When context feels incomplete, check your memory.** Read `", "` when historical knowledge is needed."
	opts := Options{File: "CLAUDE.md", Budgets: tokens.Budget{Section: 150, Soul: 8000, Words: 15, Entries: 15}}
	for about, tc := range map[string]struct {
		files []workspace.Path
		want  string // the file; "" for no entry
	}{
		"lessons":        {[]workspace.Path{"tasks/lessons.md", "docs/lessons-learned.md"}, "tasks/lessons.md"},
		"at the top":     {[]workspace.Path{"tasks/lessons.md", "LESSONS.md"}, "LESSONS.md"},
		"MEMORY.md":      {[]workspace.Path{"tasks/lessons.md", "MEMORY.md"}, "MEMORY.md"},
		"notes":          {[]workspace.Path{"tasks/lessons.md", "memory/2026-11-01.md"}, "memory/YYYY-MM-DD.md"},
		"nothing":        {nil, ""},
		"another matter": {[]workspace.Path{"docs/plan.md"}, ""},
	} {
		files := map[workspace.Path]string{}
		for _, p := range tc.files {
			files[p] = "x\n"
		}
		got := opts.RequiredFor(workspacetest.NewMemory(files), []byte("# Parcels\n\nUse the scales.\n"))
		if tc.want == "" {
			assert.Empty(t, got, about)
			continue
		}
		assert.Equal(t, before+tc.want+after, got, about)
		assert.True(t, section.IsRequired(got), about)
		text := "# Parcels\n\n## Wisdom\n\n_Last compressed: 2026-11-01 | Source lessons: 0_\n\n" + got + "\n"
		assert.Empty(t, Text("CLAUDE.md", []byte(text), opts), about)
	}
	assert.False(t, section.IsRequired(before+"/etc/passwd.md"+after), "a place outside")
	assert.False(t, section.IsRequired(before+"my notes` and `more.md"+after), "no place")
}

// Every language words every form of the required entry. Each is one entry, stands in for itself, names what its form
// says, and a program that knows none of it but the seed's sentence finds that one unchanged.
func TestRequiredForms(t *testing.T) {
	places := map[string][2]bool{
		"both": {true, true}, "notes": {true, false}, "memory": {false, true},
		"both_main": {true, true}, "memory_main": {false, true},
	}
	for _, l := range lang.All() {
		assert.ElementsMatch(t, slices.Collect(maps.Keys(places)), slices.Collect(maps.Keys(l.Required)), l.Name)
		for form, line := range l.Required {
			e, ok := section.ParseEntry(line)
			assert.True(t, ok && e.String() == line && IsRequired(e) && StandsIn(e), line)
			got := [2]bool{strings.Contains(line, "`memory/YYYY-MM-DD.md`"), strings.Contains(line, "`MEMORY.md`")}
			assert.Equal(t, places[form], got, line)
			isMain := strings.Contains(strings.ToLower(line), l.MainSession)
			assert.Equal(t, strings.HasSuffix(form, "_main"), isMain, line)
			assert.NotContains(t, found(Text(SoulFile, []byte(soul(line)), strict())), "entry-", line)
		}
		if l.Code == "en" {
			assert.Equal(t, section.Required, l.Required["both"])
		}
	}
}
