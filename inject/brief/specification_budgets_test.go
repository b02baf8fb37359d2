package brief

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/internal/workspace"
)

func rulesOfStaleness() []rule {
	const section = "Staleness Rule & Summarization Strategy"
	long := "# Session\n\nStatus: complete\n\n## Weather\n\n" + manyLines(
		40,
	) + "\n## Accomplishments\n\n- Printed tickets\n\n" +
		"## Next Action\n\n- Add group bookings\n\n## Guests\n\n" + strings.ReplaceAll(manyLines(40), "Boat", "Guest")
	var rules []rule
	for age := range 11 {
		strategy := "the whole journal"
		switch {
		case age > 7:
			strategy = "the first 150 and the last 100 tokens around the mark"
		case age > 3:
			strategy = "header, accomplishments and next action"
		}
		rules = append(rules, rule{section, fmt.Sprintf("%d days: %s", age, strategy), func(t *testing.T) {
			o := optionsFor(t, "full", map[workspace.Path]string{"SOUL.md": "I am.\n", "session-journals/2026-01-03.md": long})
			o.Now = day.AddDate(0, 0, age)
			o.Level.Shares = maps.Clone(o.Level.Shares)
			o.Level.Shares[Journal] = 1500 // the budget decides nothing here
			made, err := Build(o)
			if err != nil {
				t.Fatal(err)
			}
			journal := sectionOf(made.Block, Journal)
			switch head, tail, marked := strings.Cut(journal, cutMark); {
			case age <= 3:
				has(t, journal, "Status: complete", "Boat 0 ", "Boat 39 ", "Printed", "group bookings", "Guest 0 ", "Guest 39 ")
			case age <= 7:
				has(t, journal, "Session", "Status: complete", "Printed tickets", "Add group bookings")
				if marked || strings.Contains(journal, "Boat") || strings.Contains(journal, "Guest") {
					t.Error(journal)
				}
			default:
				_, head, _ = strings.Cut(head, "\n\n") // behind the date
				first, last := o.Count.Tokens(strings.TrimSpace(head)), o.Count.Tokens(strings.TrimSpace(tail))
				if !marked || first > 150 || first < 140 || last > 100 || last < 90 {
					t.Errorf("%d and %d tokens:\n%s", first, last, journal)
				}
			}
			if *made.Log.JournalAgeDays != age {
				t.Error(*made.Log.JournalAgeDays)
			}
		}})
	}
	return append(rules,
		rule{section, "up to the budget", func(t *testing.T) {
			made := build(t, "standard", map[workspace.Path]string{"SOUL.md": "I am.\n", "session-journals/2026-01-03.md": long})
			if size := made.Log.TokenCounts[Journal]; size > 500 || size < 400 {
				t.Error(size)
			}
		}},
		rule{section, "deterministic: the same bytes again", func(t *testing.T) {
			o := optionsFor(
				t, "standard", map[workspace.Path]string{"SOUL.md": "I am.\n", "session-journals/2025-12-01.md": long},
			)
			first, err := Build(o)
			for range 5 {
				if again, _ := Build(o); err != nil || again.Block != first.Block {
					t.Fatal(err)
				}
			}
		}},
	)
}

func rulesOfBudgets() (rules []rule) {
	for _, row := range []struct {
		level  string
		shares [5]int
		total  int
	}{
		{"minimal", [5]int{200, 0, 0, 400, 0}, 600},
		{"standard", [5]int{200, 150, 150, 500, 0}, 1000},
		{"full", [5]int{200, 150, 150, 600, 200}, 1300},
	} {
		for i, s := range Order {
			text := fmt.Sprintf("%s: %s has %d", row.level, strings.ToUpper(string(s)), row.shares[i])
			rules = append(rules, rule{"Token Budget Allocation", text, func(t *testing.T) {
				if got := levelNamed(t, row.level).Shares[s]; got != row.shares[i] {
					t.Error(got)
				}
				files := ferry() // a section that may be cut keeps to its share
				source := map[Section]workspace.Path{
					Profile: "profiles/mara/PROFILE.md",
					Journal: "session-journals/2026-01-02-session.md", Roadmap: "docs/MASTER_ROADMAP.md",
				}[s]
				files[source] = manyLines(200)
				if source != "" && build(t, row.level, files).Log.TokenCounts[s] > row.shares[i] {
					t.Error("it takes more than its share")
				}
			}})
		}
		text := fmt.Sprintf("%s: all sections have %d, below its budget and the hard cap", row.level, row.total)
		rules = append(rules, rule{"Token Budget Allocation", text, func(t *testing.T) {
			level, sum := levelNamed(t, row.level), 0
			for _, share := range level.Shares {
				sum += share
			}
			if sum != row.total || sum > level.Budget || level.Budget > HardCap {
				t.Error(level, sum)
			}
		}})
	}
	return rules
}

func rulesOfPrecedence() []rule {
	dropped := func(made *Context) string { return fmt.Sprint(made.Log.Trimming.SectionsDropped) }
	sized := func(soul int) map[workspace.Path]string {
		return with(map[workspace.Path]string{
			"apps/ferry/FERRY_SOUL.md": manyLines(soul), "session-journals/2026-01-02-session.md": manyLines(300),
			"docs/MASTER_ROADMAP.md": manyLines(300), "profiles/mara/PROFILE.md": manyLines(300),
		})
	}
	return []rule{
		{"Precedence Rules", "1. ROADMAP is dropped first", func(t *testing.T) {
			if made := build(t, "full", sized(90)); dropped(made) != "[roadmap]" {
				t.Errorf("%s", dropped(made))
			}
		}},
		{"Precedence Rules", "2. PROFILE is dropped second", func(t *testing.T) {
			if made := build(t, "full", sized(105)); dropped(made) != "[roadmap profile]" ||
				made.Log.TokenCounts[Journal] < 500 {
				t.Errorf("%s, %v", dropped(made), made.Log.TokenCounts)
			}
		}},
		{"Precedence Rules", "3. JOURNAL is shortened third, and not dropped", func(t *testing.T) {
			if made := build(t, "full", sized(140)); dropped(made) != "[roadmap profile]" ||
				made.Log.TokenCounts[Journal] > 400 || made.Log.TokenCounts[Journal] < 40 {
				t.Errorf("%s, %v", dropped(made), made.Log.TokenCounts)
			}
		}},
		{"Precedence Rules", "4. and 5. ANCHORS and SOUL are never cut: the rest is an error", func(t *testing.T) {
			var large *TooLargeError
			if _, err := Build(optionsFor(t, "full", sized(190))); !errors.As(err, &large) || large.Anchors == 0 {
				t.Error(err)
			}
		}},
	}
}

func rulesOfScrubbing() []rule {
	var rules []rule
	for name, secret := range planted {
		rules = append(rules, rule{"Security Scrubbing", "pattern " + name, func(t *testing.T) {
			made := build(
				t, "full",
				with(map[workspace.Path]string{"docs/ANCHORS.md": "- Never share " + secret + "\n- Keep the desk\n"}),
			)
			first, _, _ := strings.Cut(strings.TrimPrefix(secret, "password: "), "\n")
			if strings.Contains(made.Block, first) || made.Log.Security.RedactionsApplied != 1 {
				t.Errorf("%+v\n%s", made.Log.Security, made.Block)
			}
			has(t, made.Block, "- Never share", "[REDACTED]", "- Keep the desk")
		}})
	}
	slices.SortFunc(rules, func(a, b rule) int { return strings.Compare(a.text, b.text) })
	return append(rules, rule{"Security Scrubbing", "all sections are scrubbed", func(t *testing.T) {
		files := ferry()
		for p := range files {
			files[p] += "- The key is " + planted["ghp"] + "\n"
		}
		made := build(t, "full", files)
		if strings.Contains(made.Block, planted["ghp"]) || made.Log.Security.RedactionsApplied != len(files) {
			t.Errorf("%+v\n%s", made.Log.Security, made.Block)
		}
	}})
}

func rulesOfLogs() []rule {
	rules := []rule{
		{"Logging Format", "every field of the example with its type", TestLogFields},
		{"Logging Format", "every injection is logged for A|B analysis", TestHistoryAndReport},
		{"Logging Format", "the log is in runs/<run-id>/context.json", byScript(`grep '"run_id": "r1"' runs/1/context.json`)},
		{"Injection ID Generation", "INJ-{YYYYMMDD}-{HHMMSS}-{random6}", func(t *testing.T) {
			seen := map[string]bool{}
			for i := range 200 {
				id := NewID(day.Add(time.Duration(i)*time.Second), [6]byte{byte(i), byte(7 * i)})
				if !regexp.MustCompile(`^INJ-20260103-18[0-9]{4}-[a-z0-9]{6}$`).MatchString(id) || CheckID(id) != nil || seen[id] {
					t.Error(id)
				}
				seen[id] = true
			}
		}},
		{"Outcome Classification", "error: the assembly failed", func(t *testing.T) {
			log := FailedLog(optionsFor(t, "standard", nil), errors.New("no SOUL"))
			if log.Outcome.Status != "error" || log.InjectionID != testID {
				t.Errorf("%+v", log)
			}
		}},
	}
	for _, row := range []struct{ status, why, level, text string }{
		{"success", "within budget, no issues", "standard", "- Text.\n"},
		{"trimmed", "the journal was summarized", "standard", manyLines(300)},
		{"scrubbed", "a secret was redacted", "standard", "- The key is " + planted["ghp"] + "\n"},
	} {
		rules = append(rules, rule{"Outcome Classification", row.status + ": " + row.why, func(t *testing.T) {
			made := build(t, row.level, with(map[workspace.Path]string{"session-journals/2026-01-02-session.md": row.text}))
			if made.Log.Outcome.Status != row.status {
				t.Errorf("%+v", made.Log)
			}
		}})
	}
	return append(rules, rule{"Outcome Classification", "trimmed: a section was dropped", func(t *testing.T) {
		made := build(t, "full", with(map[workspace.Path]string{"apps/ferry/FERRY_SOUL.md": manyLines(150)}))
		if made.Log.Outcome.Status != "trimmed" || len(made.Log.Trimming.SectionsDropped) == 0 {
			t.Errorf("%+v", made.Log)
		}
	}})
}
