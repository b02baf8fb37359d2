package brief

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

func rulesOfAssembly() []rule {
	return []rule{
		{"Context Assembly Script", "context.md is the block, context.json the log", func(t *testing.T) {
			made := build(t, "standard", ferry())
			folder := workspace.NewMemory(nil)
			if err := Write(folder, made.Block, made.Log); err != nil {
				t.Fatal(err)
			}
			block, _ := folder.ReadFile("context.md", 1<<20)
			log, _ := folder.ReadFile("context.json", 1<<20)
			if string(block) != made.Block || !strings.Contains(string(log), `"injection_id": "`+testID+`"`) {
				t.Errorf("%s\n%s", block, log)
			}
		}},
		{"Context Assembly Script", "token estimation: characters / 4, beside the tokens that count", func(t *testing.T) {
			made := build(t, "standard", ferry())
			if made.Log.EstimatedTokens["total"] != len(made.Block)/4 || made.Log.TokenCounts["total"] == 0 {
				t.Errorf("%+v", made.Log.EstimatedTokens)
			}
		}},
		{"Integration", "the prompt is the block, an empty line, and the task", func(t *testing.T) {
			has(t, Prompt(build(t, "standard", ferry()).Block, "Do it."), "</zeos_context>\n\n<task>\nDo it.\n</task>\n")
		}},
		{
			"Integration", "the command prints both for a program that reads standard input",
			byScript("exec wisdom context full --repo ferry --now 2026-01-03 --id INJ-20260103-000000-a1b2c3 --task task.md"),
		},
		{"Versioning Strategy", "the version is in the wrapper", func(t *testing.T) {
			has(t, build(t, "minimal", ferry()).Block, `<zeos_context version="1.0" `)
		}},
		{"Versioning Strategy", "the raw text can be read without knowing the version", func(t *testing.T) {
			if sections, err := parseBlock(build(t, "full", ferry()).Block); err != nil || len(sections) != len(Order) {
				t.Error(err, sections)
			}
		}},
		{"Implementation Checklist", "a template for docs/ANCHORS.md", TestAnchorsTemplate},
		{"Implementation Checklist", "provenance fields in context.json", TestLogFields},
		{"Example", "the full example, byte for byte", func(t *testing.T) {
			const want = `<zeos_context version="1.0" injection_id="INJ-20260103-183000-a1b2c3">

## SOUL

Project: Ferry Desk
Type: venture
Purpose: A desk for a ferry line

Constraints:
- Work without a network
- One screen

## ANCHORS

Decisions:
- SQLite: the network is down for hours (2025-11-15)

Non-Negotiables:
- Never delete a booking

## PROFILE

Operator: Mara Voss
Style: Answer first

Standards:
- Every change has a test

## JOURNAL

Last Session: 2026-01-02
Status: Complete

Accomplishments:
- Printed tickets
- Counted seats

Next Action: Add group bookings

</zeos_context>

<task>
Add groups.
</task>
`
			if got := Prompt(build(t, "standard", ferry()).Block, "Add groups."); got != want {
				t.Error(got)
			}
		}},
	}
}

func rulesOfMissingFiles() []rule {
	rules := []rule{
		{"Graceful Degradation", "without SOUL it fails", func(t *testing.T) {
			var none *NoSoulError
			if _, err := Build(
				optionsFor(t, "full", with(map[workspace.Path]string{"apps/ferry/FERRY_SOUL.md": ""})),
			); !errors.As(err, &none) {
				t.Error(err)
			}
		}},
		{"Graceful Degradation", "without anything but SOUL the block is made", func(t *testing.T) {
			made := build(t, "full", map[workspace.Path]string{"SOUL.md": "I am.\n"})
			if len(made.Log.Sections) != 1 || len(made.Log.Warnings) != 3 || made.Log.Outcome.Status != Success {
				t.Errorf("%+v", made.Log)
			}
		}},
	}
	for _, row := range []struct {
		section Section
		path    workspace.Path
		warns   bool
	}{
		{Anchors, "docs/ANCHORS.md", true},
		{Profile, "profiles/mara/PROFILE.md", true},
		{Journal, "session-journals/2026-01-02-session.md", true},
		{Roadmap, "docs/MASTER_ROADMAP.md", false},
	} {
		name := strings.ToUpper(string(row.section))
		text := "without " + name + " the section is skipped"
		if row.warns {
			text += ", with a warning"
		}
		rules = append(rules, rule{"Graceful Degradation", text, func(t *testing.T) {
			made := build(t, "full", with(map[workspace.Path]string{row.path: ""}))
			warned := strings.Contains(strings.Join(made.Log.Warnings, "\n"), "no "+name+": none of ")
			if slices.Contains(made.Log.Sections, row.section) || len(made.Log.Sections) != len(Order)-1 || warned != row.warns {
				t.Errorf("%v, %v", made.Log.Sections, made.Log.Warnings)
			}
		}})
	}
	return rules
}
