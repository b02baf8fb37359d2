package pipeline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	markdown "wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// Entries that do what the required one does, in several languages.
const (
	chinese = "**上下文不完整时，先查记忆。** 需要历史信息时，查看 `memory/YYYY-MM-DD.md` 和 `MEMORY.md`。"
	finnish = "**Jos yhteys puuttuu, avaa muisti.** Katso `memory/` ja `MEMORY.md`, kun tarvitset vanhaa tietoa."
	korean  = "**맥락이 부족하면 기억을 펼쳐라.** 과거 지식이 필요하면 `memory/`와 `MEMORY.md`부터 편다."
	short   = "**Memory.** Open memory/ and MEMORY.md first."
	german  = "**Wenn dir Zusammenhang fehlt, sieh in deinem Gedächtnis nach.** " +
		"Lies `memory/YYYY-MM-DD.md` und `MEMORY.md`, wenn du früheres Wissen brauchst."
)

// The required entry is worded when it is first written, in the language of SOUL.md. Text of SOUL.md that does the same
// is kept, and none is added; AGENTS.md alone is not enough, because a sub-agent does not load it.
func TestRequiredEntryIsWordedOnce(t *testing.T) {
	const identity = "# Seele\n\nDu führst die Bücher einer Druckerei. Sei knapp und sag, was du nicht weißt.\n"
	for name, test := range map[string]struct{ soul, agents, want string }{
		"in German":           {identity, "", german},
		"also with AGENTS.md": {identity, "Wenn dir etwas fehlt, lies `memory/` und MEMORY.md.\n", german},
		"English stays":       {identity + "\n## Wisdom\n\n" + markdown.Required + "\n", "", markdown.Required},
		"said elsewhere":      {identity + "\nWenn dir etwas fehlt, lies `memory/`.\n", "", ""},
		"said in a list":      {identity + "\nVor jeder Antwort lies:\n\n- MEMORY.md\n- USER.md\n", "", ""},
		"only about writing":  {identity + "\nSchreib jeden Abend alles in `memory/`.\n", "", german},
	} {
		files := map[workspace.Path]string{
			"SOUL.md": test.soul, "AGENTS.md": test.agents, "memory/2026-11-01.md": "Ruhig.\n",
			"MEMORY.md": "## Lessons\n\n" +
				"- Restore a backup before trusting it.\n" +
				"- Restore every backup before trusting it.\n" +
				"- Always restore a backup before trusting it.\n",
		}
		opts := options()
		opts.Engine = pipeline.BuiltIn
		result := ran(t, workspacetest.NewMemory(files), &review.Log{}, opts)
		got := ""
		for _, e := range result.Entries {
			if e.Origin == review.Required {
				got += markdown.Entry{Name: e.Name, Text: e.Text}.String()
			}
		}
		assert.Equal(t, test.want, got, name)
	}
}

// The required entry is proposed in the words of the settings, and only where no
// entry of the section does the same, whatever its language.
func TestRequiredEntryInAnyLanguage(t *testing.T) {
	for name, test := range map[string]struct {
		existing, setting string
		want              string // the only entry that names the places
		origin            review.Origin
		proposed          bool
	}{
		"no section":                        {"", "", markdown.Required, review.Required, true},
		"no section, a translation":         {"", chinese, chinese, review.Required, true},
		"ours":                              {markdown.Required, "", markdown.Required, review.Required, false},
		"ours, and a translation is set":    {markdown.Required, chinese, markdown.Required, review.Required, false},
		"the translation":                   {chinese, chinese, chinese, review.Required, false},
		"the translation, no longer set":    {chinese, "", chinese, review.Hand, false},
		"the translation, as a bullet":      {"- " + chinese, chinese, chinese, review.Hand, false},
		"a person's, in Finnish":            {finnish, "", finnish, review.Hand, false},
		"a person's, in Korean":             {"* " + korean, "", korean, review.Hand, false},
		"a person's, and a translation set": {short, chinese, short, review.Hand, false},
		"a person's, with one place":        {"**Notes.** Look into memory/ first.", "", "memory/", review.Hand, false},
		"an entry about writing": {
			"**Notes.** Write everything into MEMORY.md.", "", markdown.Required, review.Required, true,
		},
		"ours in German": {german, "", german, review.Required, false},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[workspace.Path]string{
				"SOUL.md":              "# Soul\n\n## Identity\n\nMe.\n",
				"memory/2026-11-01.md": "Quiet.\n",
				"MEMORY.md": "## Lessons\n\n" +
					"- Restore a backup before trusting it.\n" +
					"- Restore every backup before trusting it.\n" +
					"- Always restore a backup before trusting it.\n",
			}
			if test.existing != "" {
				files["SOUL.md"] += "\n## Wisdom\n\n_Last compressed: 2026-11-01 | Source lessons: 3_\n\n" + test.existing + "\n"
			}
			opts := options()
			opts.Engine, opts.Review.Lint.Required = pipeline.BuiltIn, test.setting
			result := ran(t, workspacetest.NewMemory(files), &review.Log{}, opts)
			if n := strings.Count(result.Section, "memory/"); n != 1 || !strings.Contains(result.Section, test.want) {
				t.Errorf("%d entries name the places, want this one: %s\n%s", n, test.want, result.Section)
			}
			found := false
			for _, e := range result.Entries {
				if lint.StandsIn(markdown.Entry{Name: e.Name, Text: e.Text}) {
					found = e.Origin == test.origin
				}
			}
			assert.Truef(t, found, "its origin is not %s: %+v", test.origin, result.Entries)
			proposed := false
			for _, item := range result.Proposal.Items {
				proposed = proposed || item.Origin == review.Required
			}
			assert.Equal(t, test.proposed, proposed, "proposed")
			soul, text, err := result.Proposal.Result(result.Proposal.All())
			assert.Truef(t, err == nil && text == result.Section, "%v\n%s", err, text)
			for _, f := range lint.Text(lint.SoulFile, soul, opts.Review.Lint) {
				assert.Truef(t, f.Rule != lint.RuleRequired || f.Severity != lint.Error, "%s\n%s", f.Message, soul)
			}
		})
	}
}

// An approved required entry satisfies the rule in whatever words: it is not proposed again,
// and not dropped for the lessons that it never had, once the settings word it otherwise.
func TestApprovedRequiredEntryStays(t *testing.T) {
	for _, later := range []string{"", finnish} {
		fsys := locked(t, backupNotes())
		server := modelServer(t, goodWording)
		opts := modelOptions(server)
		opts.Review.Lint.Required = chinese
		first := ran(t, fsys, &review.Log{}, opts)
		log := decided(t, fsys, first, review.Taken)
		opts.Review.Lint.Required = later
		second := ran(t, fsys, log, opts)
		assert.Truef(t, len(second.Proposal.Items) == 0 && len(second.Dropped) <= 1 &&
			strings.Count(second.Section, "MEMORY.md") == 1 && strings.Contains(second.Section, chinese),
			"required %q: items %+v, dropped %+v\n%s", later, second.Proposal.Items, second.Dropped, second.Section)
	}
}

// Where nothing else is proposed for the section, the required entry is an item, until a reviewer rejects it.
func TestRequiredEntryAlone(t *testing.T) {
	fsys := locked(t, map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nMe.\n", "memory/2026-11-10.md": "## Lessons\n\n- Always restore a backup before trusting it.\n",
	})
	opts := options()
	opts.Engine = pipeline.BuiltIn
	first := ran(t, fsys, &review.Log{}, opts)
	require.Truef(t, len(first.Proposal.Items) == 1 && first.Proposal.Items[0].Origin == review.Required,
		"items %+v", first.Proposal.Items)
	again := ran(t, fsys, decided(t, fsys, first, review.Refused), opts)
	assert.Empty(t, again.Proposal.Items)
}
