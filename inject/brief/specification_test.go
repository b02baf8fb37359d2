package brief

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

// rule is a sentence or a row of a table of the specification, with what shows that it holds.
type rule struct {
	section, text string
	holds         func(t *testing.T)
}

// TestSpecification: every rule of the specification of context blocks, by name, in its order. Run it with -v to read
// them.
func TestSpecification(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(rulesOfBlocks(), rulesOfJournals(), rulesOfLogs()) {
		t.Run(r.section+"/"+strings.ReplaceAll(r.text, "/", "|"), r.holds)
	}
}

// byGolden shows a rule by a golden file: what it wants are the bytes of a block and its log.
func byGolden(names ...string) func(t *testing.T) {
	return func(t *testing.T) {
		for _, name := range names {
			golden(t, "testdata/golden/"+name+".txtar")
		}
	}
}

// byScript checks that the script of the command has a line: it shows the rule where the command decides.
func byScript(line string) func(t *testing.T) {
	return func(t *testing.T) {
		script, err := os.ReadFile("../../cmd/wisdom/testdata/script/context.txtar")
		require.NoError(t, err)
		assert.Contains(t, strings.Split(string(script), "\n"), line, "the script of the command has no line")
	}
}

func rulesOfBlocks() []rule {
	return []rule{
		{"Overview", "the context is put in front of the task, and the task is whole", testPrompt},
		{"Overview", "every token must earn its place: no comment, no front matter, no blank lines", TestOutline},
		{"Activation", "off by default: nothing is injected unless the command runs", byScript("! exists empty/.wisdom")},
		{
			"Activation", "standard is the default level",
			byScript("exec wisdom -C ferry context standard --now 2026-01-03 --id INJ-20260103-000000-b1b2c3 --task - -q"),
		},
		{"Activation", "minimal has 600 tokens", byGolden("activation_minimal")},
		{"Activation", "standard has 1200 tokens", byGolden("activation_standard")},
		{"Activation", "full has 1800 tokens", byGolden("activation_full")},
		{"Activation", "a number is a budget of 600 to 2000 tokens", byGolden("activation_number")},
		{"Activation", "what is a level and what is none; more than 2000 is cut to 2000", testLevels},
		{"Activation", "Hard Cap: no block of any level has more than 2000 tokens", byGolden("hard_cap")},
		{"Schema", "a block of Markdown in zeos_context tags with version and injection_id", byGolden("activation_full")},
		{"Schema", "SOUL, ANCHORS, PROFILE, JOURNAL, ROADMAP in this order", byGolden("activation_full")},
		{"Schema", "the original task in task tags", testPrompt},
		{"1. SOUL", "always included at all levels", byGolden("activation_minimal", "activation_number")},
		{"1. SOUL", "never dropped, never cut", byGolden("trimming_journal", "hard_cap")},
		{"1. SOUL", "source: apps/{app}/*_SOUL.md", byGolden("activation_minimal")},
		{"1. SOUL", "source: the project's README where there is no SOUL", byGolden("soul_readme")},
		{"2. ANCHORS", "included from standard on", byGolden("activation_minimal", "activation_standard")},
		{"2. ANCHORS", "never summarized", byGolden("trimming_journal", "hard_cap")},
		{"2. ANCHORS", "source: docs/ANCHORS.md", byGolden("activation_standard")},
		{"2. ANCHORS", "source: extracted from SOUL where there is no file", byGolden("anchors_from_soul")},
		{"3. PROFILE", "included from standard on", byGolden("activation_minimal", "activation_standard")},
		{"3. PROFILE", "source: profiles/{profile}/PROFILE.md", byGolden("activation_standard")},
		{"4. JOURNAL", "included at all levels", byGolden("activation_minimal", "activation_standard")},
		{"4. JOURNAL", "the latest of session-journals/*.md", TestNewestJournal},
		{"5. ROADMAP", "included at full alone", byGolden("activation_standard", "activation_full")},
		{"5. ROADMAP", "source: docs/MASTER_ROADMAP.md", byGolden("activation_full")},
		{"Token Budget Allocation", "the shares of each level, and that they leave headroom", testShares},
		{"Token Budget Allocation", "a section that may be cut keeps to its share", byGolden("roadmap_current_phase")},
		{"Precedence Rules", "1. ROADMAP is dropped first", byGolden("trimming_roadmap")},
		{"Precedence Rules", "2. PROFILE is dropped second", byGolden("trimming_profile")},
		{"Precedence Rules", "3. JOURNAL is shortened third, and not dropped", byGolden("trimming_journal")},
		{"Precedence Rules", "4. and 5. ANCHORS and SOUL are never cut", TestSoulOverTheBudgetIsPrinted},
		{"Graceful Degradation", "without SOUL it fails", byGolden("missing_soul")},
		{"Graceful Degradation", "without ANCHORS the section is skipped, with a warning", byGolden("missing_anchors")},
		{"Graceful Degradation", "without PROFILE the section is skipped, with a warning", byGolden("missing_profile")},
		{"Graceful Degradation", "without JOURNAL the section is skipped, with a warning", byGolden("missing_journal")},
		{"Graceful Degradation", "without ROADMAP the section is skipped", byGolden("missing_roadmap")},
		{"Versioning Strategy", "the version is in the wrapper, and the text can be read", byGolden("activation_minimal")},
	}
}

func testPrompt(t *testing.T) {
	const block = "<zeos_context>\n</zeos_context>\n"
	want := block + "\n<task>\nAdd groups.\nAnd &lt;/task> a list.\n</task>\n"
	assert.Equal(t, want, Prompt(block, "Add groups.\nAnd </task> a list.\n"))
}

func testLevels(t *testing.T) {
	for name, want := range map[string]string{
		"minimal": "600 400 false", "standard": "1200 500 false", "full": "1800 600 false", "600": "600 400 false",
		"1200": "1200 500 false", "1400": "1400 600 false", "2000": "2000 600 false", "5000": "2000 600 true",
		"599": "", "0": "", "-600": "", "1e3": "", "": "", "Full": "",
	} {
		level, capped, err := ParseLevel(name)
		got := fmt.Sprint(level.Budget, level.Shares[Journal], capped)
		assert.Truef(t, (err != nil) == (want == "") && (err != nil || got == want), "%q is %s, %v", name, got, err)
	}
}

func testShares(t *testing.T) {
	for name, want := range map[string]string{
		"minimal":  "map[journal:400 soul:200]",
		"standard": "map[anchors:150 journal:500 profile:150 soul:200]",
		"full":     "map[anchors:150 journal:600 profile:150 roadmap:200 soul:200]",
	} {
		level, sum := levelNamed(t, name), 0
		for share := range maps.Values(level.Shares) {
			sum += share
		}
		got := fmt.Sprint(level.Shares)
		assert.Truef(t, got == want && sum <= level.Budget && level.Budget <= HardCap, "%s: %s, want %s", name, got, want)
	}
}

func rulesOfJournals() []rule {
	const section = "Staleness Rule & Summarization Strategy"
	return []rule{
		{section, "0-3 days: the whole journal", byGolden("staleness_3_days")},
		{section, "4-7 days: header, accomplishments and next action", byGolden("staleness_7_days", "staleness_german")},
		{section, "more than 7 days: deterministic, around the mark", byGolden("staleness_8_days")},
		{section, "the strategy of each age", testAges},
		{section, "up to the budget", byGolden("trimming_roadmap", "staleness_no_sections")},
	}
}

func testAges(t *testing.T) {
	journal := "# Session\n\n## Done\n\n- Printed tickets\n\n## Next\n\n- Add groups\n\n## Guests\n\n" + manyLines(40)
	want := strings.Fields("full full full full sections sections sections sections summary summary summary")
	for age := range want {
		o := optionsFor(t, "full", map[workspace.Path]string{"SOUL.md": "I am.\n", "session-journals/2026-01-03.md": journal})
		o.Now = day.AddDate(0, 0, age)
		made, err := Build(o)
		require.NoError(t, err)
		if l := made.Log; l.JournalStrategy != want[age] || *l.JournalAgeDays != age {
			t.Errorf("%d days: %s, %d, want %s", age, l.JournalStrategy, *l.JournalAgeDays, want[age])
		}
	}
}

func rulesOfLogs() []rule {
	rules := []rule{
		{"Security Scrubbing", "all sections are scrubbed", byGolden("scrubbed")},
		{"Logging Format", "every field of the example", TestLogFields},
		{"Logging Format", "every injection is logged for A|B analysis", TestHistory},
		{"Logging Format", "the log is in runs/<run-id>/context.json", byScript(`grep '"run_id": "r1"' runs/1/context.json`)},
		{"Outcome Classification", "success: within budget, no issues", byGolden("activation_full")},
		{"Outcome Classification", "trimmed: a section was dropped", byGolden("trimming_roadmap")},
		{"Outcome Classification", "trimmed: the journal was summarized", byGolden("staleness_8_days")},
		{"Outcome Classification", "scrubbed: a secret was redacted", byGolden("scrubbed")},
		{"Outcome Classification", "error: the assembly failed", func(t *testing.T) {
			log := FailedLog(optionsFor(t, "standard", nil), errors.New("no SOUL"))
			assert.True(t, log.Outcome.Status == Error && log.InjectionID == testID, log)
		}},
		{"Injection ID Generation", "INJ-{YYYYMMDD}-{HHMMSS}-{random6}", TestInjectionID},
		{
			"Context Assembly Script", "an unknown level is an error",
			byScript("stderr 'unknown level \"maximal\": use minimal, standard, full, or a budget from 600 to 2000 tokens'"),
		},
		{
			"Context Assembly Script",
			"context.md is the block, context.json the log",
			byScript("cmp stdout runs/1/context.md"),
		},
		{"Context Assembly Script", "token estimation: characters / 4, beside the tokens that count", TestLogFields},
		{"Integration", "the prompt is the block, an empty line, and the task", testPrompt},
		{
			"Integration", "the command prints both for a program that reads standard input",
			byScript("exec wisdom context full --repo ferry --now 2026-01-03 --id INJ-20260103-000000-a1b2c3 --task task.md"),
		},
		{"Implementation Checklist", "a template for docs/ANCHORS.md", TestAnchorsTemplate},
		{"Example", "the full example, byte for byte", byGolden("activation_standard")},
	}
	for _, name := range slices.Sorted(maps.Keys(planted)) {
		rules = append(rules, rule{"Security Scrubbing", "pattern " + name, func(t *testing.T) {
			secret := planted[name]
			text := "- Never share " + secret + "\n- Keep the desk\n"
			made := build(t, "full", map[workspace.Path]string{"SOUL.md": "I am.\n", "docs/ANCHORS.md": text})
			first, _, _ := strings.Cut(strings.TrimPrefix(secret, "password: "), "\n")
			assert.Truef(t, !strings.Contains(made.Block+logOf(t, made), first) && made.Log.Security.RedactionsApplied == 1,
				"%+v\n%s", made.Log.Security, made.Block)
			has(t, made.Block, "- Never share", "[REDACTED]", "- Keep the desk")
		}})
	}
	return rules
}

// build assembles a block that has to succeed.
func build(t *testing.T, level string, files map[workspace.Path]string) *Context {
	t.Helper()
	o := optionsFor(t, level, files)
	made, err := Build(o)
	require.NoError(t, err)
	checkBlock(t, made, o)
	return made
}

// has checks that a block holds some texts in this order.
func has(t *testing.T, block string, texts ...string) {
	t.Helper()
	rest := block
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		require.Truef(t, ok, "%q is not in its place in\n%s", text, block)
		rest = after
	}
}

// manyLines are n lines of some ten tokens each.
func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- Boat %d was on the pier at nine.\n", i)
	}
	return b.String()
}
