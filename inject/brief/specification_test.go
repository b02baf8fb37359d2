package brief

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// The specification's sections in its order. Those without rules say so.
var specified = []string{
	"Overview", "Activation", "Schema", "1. SOUL", "2. ANCHORS", "3. PROFILE", "4. JOURNAL",
	"Staleness Rule & Summarization Strategy", "5. ROADMAP", "Token Budget Allocation", "Precedence Rules",
	"Security Scrubbing", "Logging Format", "Outcome Classification", "Injection ID Generation",
	"Context Assembly Script", "Integration", "Graceful Degradation", "Versioning Strategy",
	"Implementation Checklist", "Example",
}

// rule is a sentence or a row of a table of the specification, with what shows that it
// holds.
type rule struct {
	section, text string
	holds         func(t *testing.T)
}

// TestSpecification: every rule of the specification of context blocks, by name, in its
// order. Run it with -v to read them.
func TestSpecification(t *testing.T) {
	t.Parallel()
	rules := slices.Concat(
		rulesOfActivation(), rulesOfLevels(), rulesOfSections(), rulesOfEachSection(), rulesOfStaleness(),
		rulesOfBudgets(), rulesOfPrecedence(), rulesOfScrubbing(), rulesOfLogs(), rulesOfAssembly(),
		rulesOfMissingFiles(),
	)
	named := map[string]bool{}
	for _, r := range rules {
		if !slices.Contains(specified, r.section) || named[r.section+r.text] {
			t.Errorf("%s: %s: no such section, or twice", r.section, r.text)
		}
		named[r.section], named[r.section+r.text] = true, true
	}
	for _, section := range specified {
		if !named[section] {
			t.Errorf("no rule of %q has a test", section)
		}
	}
	slices.SortStableFunc(rules, func(a, b rule) int {
		return slices.Index(specified, a.section) - slices.Index(specified, b.section)
	})
	for _, r := range rules {
		t.Run(r.section+"/"+strings.ReplaceAll(r.text, "/", "|"), r.holds)
	}
}

// ferry are the files of a project as the specification lays it out.
func ferry() map[workspace.Path]string {
	return map[workspace.Path]string{
		"apps/ferry/FERRY_SOUL.md": "Project: Ferry Desk\nType: venture\nPurpose: A desk for a ferry line\n\n" +
			"Constraints:\n- Work without a network\n- One screen\n",
		"docs/ANCHORS.md": "Decisions:\n- SQLite: the network is down for hours (2025-11-15)\n\n" +
			"Non-Negotiables:\n- Never delete a booking\n",
		"profiles/mara/PROFILE.md": "Operator: Mara Voss\nStyle: Answer first\n\nStandards:\n- Every change has a test\n",
		"session-journals/2026-01-02-session.md": "Last Session: 2026-01-02\nStatus: Complete\n\nAccomplishments:\n" +
			"- Printed tickets\n- Counted seats\n\nNext Action: Add group bookings\n",
		"docs/MASTER_ROADMAP.md": "Phase: 2\nGoal: Group bookings\nBlockers: The card reader\n",
	}
}

// with returns the project with some files changed; an empty one is removed.
func with(changes map[workspace.Path]string) map[workspace.Path]string {
	files := ferry()
	maps.Copy(files, changes)
	maps.DeleteFunc(files, func(_ workspace.Path, text string) bool { return text == "" })
	return files
}

// build assembles a block that has to succeed.
func build(t *testing.T, level string, files map[workspace.Path]string) *Context {
	t.Helper()
	o := optionsFor(t, level, files)
	made, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	checkBlock(t, made, o)
	return made
}

// has checks that a block holds some texts in this order.
func has(t *testing.T, block string, texts ...string) {
	t.Helper()
	rest := block
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("%q is not in its place in\n%s", text, block)
		}
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

// byScript checks that the script of the command has a line: it shows the rule where the
// command decides.
func byScript(line string) func(t *testing.T) {
	return func(t *testing.T) {
		script, err := os.ReadFile("../../cmd/wisdom/testdata/script/context.txtar")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(strings.Split(string(script), "\n"), line) {
			t.Errorf("the script of the command has no line %q", line)
		}
	}
}

func rulesOfActivation() []rule {
	return []rule{
		{"Overview", "the context is put in front of the task, and the task is whole", func(t *testing.T) {
			block := build(t, "standard", ferry()).Block
			if got := Prompt(block, "Add groups.\nAnd a list.\n"); got != block+"\n<task>\nAdd groups.\nAnd a list.\n</task>\n" {
				t.Error(got)
			}
		}},
		{"Overview", "every token must earn its place: no comment, no front matter, no blank lines", func(t *testing.T) {
			files := with(
				map[workspace.Path]string{"docs/ANCHORS.md": "---\na: b\n---\n<!-- why -->\n\n\n\n- One\n\n\n- Two\n\n"},
			)
			has(t, build(t, "standard", files).Block, "## ANCHORS\n\n- One\n\n- Two\n\n## PROFILE")
		}},
		{"Activation", "off by default: nothing is injected unless the command runs", byScript("! exists empty/.wisdom")},
		{
			"Activation", "standard is the default level",
			byScript("exec wisdom -C ferry context standard --now 2026-01-03 --id INJ-20260103-000000-b1b2c3 --task - -q"),
		},
		{"Activation", "Hard Cap: more than 2000 tokens is cut to 2000", func(t *testing.T) {
			if level, capped, err := ParseLevel("5000"); err != nil || !capped || level.Budget != 2000 {
				t.Error(level, capped, err)
			}
		}},
		{"Activation", "Hard Cap: no block of any level has more than 2000 tokens", func(t *testing.T) {
			files := with(map[workspace.Path]string{"apps/ferry/FERRY_SOUL.md": manyLines(400)})
			var large *TooLargeError
			if _, err := Build(optionsFor(t, "2000", files)); !errors.As(err, &large) || large.Total <= HardCap {
				t.Error(err)
			}
		}},
		{
			"Context Assembly Script", "an unknown level is an error",
			byScript("stderr 'unknown level \"maximal\": use minimal, standard, full, or a budget from 600 to 2000 tokens'"),
		},
	}
}

func rulesOfLevels() (rules []rule) {
	for _, row := range []struct {
		level    string
		budget   int
		sections string
	}{
		{"minimal", 600, "soul journal"},
		{"standard", 1200, "soul anchors profile journal"},
		{"full", 1800, "soul anchors profile journal roadmap"},
		{"600", 600, "soul anchors profile journal"},
		{"1400", 1400, "soul anchors profile journal"},
		{"2000", 2000, "soul anchors profile journal"},
	} {
		rules = append(
			rules,
			rule{"Activation", row.level + " has " + fmt.Sprint(row.budget) + " tokens", func(t *testing.T) {
				files := with(map[workspace.Path]string{"session-journals/2026-01-02-session.md": manyLines(900)})
				made := build(t, row.level, files)
				if got := fmt.Sprint(made.Log.Sections); got != "["+row.sections+"]" || made.Log.Budget != row.budget {
					t.Errorf("%s, %d", got, made.Log.Budget)
				}
			}},
		)
	}
	for _, wrong := range []string{"599", "0", "-600", "tiny", ""} {
		rules = append(
			rules,
			rule{"Activation", fmt.Sprintf("%q is no level: a number is 600-2000", wrong), func(t *testing.T) {
				if level, _, err := ParseLevel(wrong); err == nil {
					t.Error(level)
				}
			}},
		)
	}
	return rules
}

func rulesOfSections() []rule {
	return []rule{
		{"Schema", "a block of Markdown in zeos_context tags with version and injection_id", func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(build(t, "full", ferry()).Block), "\n")
			if lines[0] != `<zeos_context version="1.0" injection_id="`+testID+`">` || lines[len(lines)-1] != "</zeos_context>" {
				t.Error(lines)
			}
		}},
		{"Schema", "SOUL, ANCHORS, PROFILE, JOURNAL, ROADMAP in this order", func(t *testing.T) {
			has(
				t, build(t, "full", ferry()).Block, "\n## SOUL\n", "\n## ANCHORS\n", "\n## PROFILE\n", "\n## JOURNAL\n",
				"\n## ROADMAP\n",
			)
		}},
		{"Schema", "the original task in task tags", func(t *testing.T) {
			has(t, Prompt("<zeos_context>\n</zeos_context>\n", "Do it."), "</zeos_context>\n\n<task>\nDo it.\n</task>\n")
		}},
		{"1. SOUL", "always included at all levels", func(t *testing.T) {
			for _, level := range []string{"minimal", "standard", "full", "600", "2000"} {
				has(
					t,
					build(t, level, ferry()).Block,
					"## SOUL\n\nProject: Ferry Desk\nType: venture\nPurpose: A desk for a ferry line\n\n"+
						"Constraints:\n- Work without a network\n- One screen\n",
				)
			}
		}},
		{"1. SOUL", "never dropped, never cut", func(t *testing.T) {
			made := build(t, "standard", with(map[workspace.Path]string{"apps/ferry/FERRY_SOUL.md": manyLines(60)}))
			has(t, made.Block, "## SOUL", "- Boat 0 ", "- Boat 59 ", "## ANCHORS")
		}},
		{"1. SOUL", "source: the project's README where there is no SOUL", func(t *testing.T) {
			files := with(map[workspace.Path]string{
				"apps/ferry/FERRY_SOUL.md": "",
				"README.md": "# Ferry Desk\n\nA desk for a ferry line.\n\n## Constraints\n\n" +
					"- Work without a network\n",
			})
			has(
				t, build(t, "standard", files).Block,
				"Project: Ferry Desk\nPurpose: A desk for a ferry line.\n\nConstraints:\n- Work without a network\n",
			)
		}},
		{"2. ANCHORS", "never summarized", func(t *testing.T) {
			made := build(t, "standard", with(map[workspace.Path]string{"docs/ANCHORS.md": manyLines(60)}))
			has(t, made.Block, "## ANCHORS", "- Boat 0 ", "- Boat 59 ")
		}},
		{"2. ANCHORS", "source: extracted from SOUL where there is no file", func(t *testing.T) {
			made := build(t, "standard", with(map[workspace.Path]string{
				"docs/ANCHORS.md":          "",
				"apps/ferry/FERRY_SOUL.md": "Project: Ferry Desk\n\n## Non-Negotiables\n\n- Never delete a booking\n",
			}))
			has(t, made.Block, "## SOUL\n\nProject: Ferry Desk\n\n## ANCHORS", "- Never delete a booking")
		}},
		{"4. JOURNAL", "the latest of session-journals/*.md", func(t *testing.T) {
			files := with(map[workspace.Path]string{"session-journals/2026-01-01-session.md": "- Older.\n"})
			if got := build(t, "standard", files).Log.Provenance[Journal]; got != "session-journals/2026-01-02-session.md" {
				t.Error(got)
			}
		}},
	}
}

func rulesOfEachSection() (rules []rule) {
	for _, row := range []struct {
		section, title string
		name           Section
		source         string
		levels         string
		lines          []string
	}{
		{
			"1. SOUL",
			"SOUL",
			Soul,
			"apps/ferry/FERRY_SOUL.md",
			"minimal standard full 1400",
			[]string{"Project:", "Type:", "Purpose:", "Constraints:"},
		},
		{
			"2. ANCHORS",
			"ANCHORS",
			Anchors,
			"docs/ANCHORS.md",
			"standard full 1400",
			[]string{"Decisions:", "Non-Negotiables:"},
		},
		{
			"3. PROFILE",
			"PROFILE",
			Profile,
			"profiles/mara/PROFILE.md",
			"standard full 1400",
			[]string{"Operator:", "Style:", "Standards:"},
		},
		{
			"4. JOURNAL", "JOURNAL", Journal, "session-journals/2026-01-02-session.md", "minimal standard full 1400",
			[]string{"Last Session:", "Status:", "Accomplishments:", "Next Action:"},
		},
		{"5. ROADMAP", "ROADMAP", Roadmap, "docs/MASTER_ROADMAP.md", "full", []string{"Phase:", "Goal:", "Blockers:"}},
	} {
		rules = append(rules, rule{row.section, "included at " + row.levels + " and at no other level", func(t *testing.T) {
			for _, level := range []string{"minimal", "standard", "full", "1400"} {
				want := slices.Contains(strings.Fields(row.levels), level)
				if slices.Contains(build(t, level, ferry()).Log.Sections, row.name) != want {
					t.Errorf("%s at %s: not %v", row.name, level, want)
				}
			}
		}}, rule{row.section, "source and provenance log: " + row.source, func(t *testing.T) {
			if got := build(t, "full", ferry()).Log.Provenance[row.name]; got != row.source {
				t.Error(got)
			}
		}}, rule{row.section, "its fields as the specification writes them", func(t *testing.T) {
			has(t, build(t, "full", ferry()).Block, append([]string{"## " + row.title + "\n"}, row.lines...)...)
		}})
	}
	return rules
}
