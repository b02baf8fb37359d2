package brief

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wisdom/internal/workspace"
)

// folderOf returns a folder with some files, each changed at a time.
func folderOf(t *testing.T, files map[string]string, changed map[string]time.Time) workspace.FS {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, changed[name], changed[name]); err != nil {
			t.Fatal(err)
		}
	}
	root, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root
}

// withJournal is the block of a workspace with one journal that was changed at a time.
func withJournal(t *testing.T, name, text string, changed time.Time) *Context {
	t.Helper()
	o := optionsFor(t, "minimal", nil)
	name = "session-journals/" + name
	o.Repo = folderOf(t, map[string]string{"SOUL.md": "I am.\n", name: text}, map[string]time.Time{name: changed})
	made, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// An undated journal took any date of its prose for that of the session: a deadline made it one from the future, the
// year of a foundation an old one.
func TestOnlyATitleOrALabelDatesAJournal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# Lease\n\n- the deadline is 2027-06-01\n":                  "2025-12-20",
		"# Lease\n\nThe desk was founded 1987-05-01.\n":              "2025-12-20",
		"- moved the desk, as agreed on 2025-12-01\n":                "2025-12-20",
		"# Log\n\n## 2025-12-28\n\n- moved the desk\n":               "2025-12-28",
		"# Log\n## 2025-12-27\n- x\n## 2025-12-28\n- y\n":            "2025-12-28",
		"# Log\n\n## Session 2025-12-28 10:00\n\n- moved it\n":       "2025-12-28",
		"# Log\n\n## 2025-12-28: what is left\n\n- moved it\n":       "2025-12-20",
		"# Log\n\n## 2025 boats 2025-12-28\n\n- moved it\n":          "2025-12-20",
		"# Log\n\n```\n## 2025-12-28\n```\n\n- moved it\n":           "2025-12-20",
		"# Session 2025-12-28\n\n- moved the desk\n":                 "2025-12-28",
		"# The lease until 2027-06-01\n\n- moved the desk\n":         "2025-12-20",
		"# Since 1987-05-01\n\n- moved the desk\n":                   "2025-12-20",
		"# Desk\n\n- **Date:** 2025-12-28\n- moved the desk\n":       "2025-12-28",
		"# Desk\n\nSession: 2025-12-28 10:00\n\n- moved the desk\n":  "2025-12-28",
		"# Tisch\n\nDatum: 2025-12-28\n\n- moved the desk\n":         "2025-12-28",
		"# Desk\n\nDeadline: 2025-12-28\n\n- moved the desk\n":       "2025-12-20",
		"# Desk\n\nDate: 2027-06-01\n\n- moved the desk\n":           "2025-12-20",
		"---\ndue: 2025-12-01\n---\n\n- moved the desk\n":            "2025-12-20",
		"---\ndate: \"2025-12-28\"\n---\n\n- moved the desk\n":       "2025-12-28",
		"# Desk\n\n- moved the desk\n\n## Plans for 2025-12-24\n\nx": "2025-12-20",
	} {
		made := withJournal(t, "notes.md", text, time.Date(2025, 12, 20, 12, 0, 0, 0, time.UTC))
		if age := *made.Log.JournalAgeDays; age != ageOf(want, day) || len(made.Log.Warnings) > 0 {
			t.Errorf("%q: %d days, want those since %s; %q", text, age, want, made.Log.Warnings)
		}
	}
}

// A date that is not read got a line with the day on which the file was changed above it, which was wrong.
func TestNoWrongDateAboveAJournal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Date: 28 December 2025\n\n- moved the desk\n":          "",
		"Last Session: January 1st, 2026\n\n- moved the desk\n": "",
		"**Date:** 12/20/2025\n\n- moved the desk\n":            "",
		"- moved the desk\n":                                    "",
		"# 2025-12-28\n\n- moved the desk\n":                    "Last Session: 2025-12-28\n",
	} {
		made := withJournal(t, "notes.md", text, day)
		_, journal, _ := strings.Cut(made.Block, "## JOURNAL\n\n")
		first, _, _ := strings.Cut(text, "\n")
		if !strings.HasPrefix(journal, want) || want == "" && !strings.HasPrefix(journal, first+"\n") {
			t.Errorf("%q becomes\n%s", text, journal)
		}
	}
}

// The number of a session in the head of a journal kept the day that its name tells out of the block.
func TestTheNumberOfASessionIsNoDay(t *testing.T) {
	t.Parallel()
	const added = "Last Session: 2026-01-02\n"
	for text, want := range map[string]bool{
		"Session: 3\n\n- moved the desk\n":               true,
		"**Session:** #12\n\n- moved the desk\n":         true,
		"Session: with Pilar\n\n- moved the desk\n":      true,
		"Session: 20260102\n\n- moved the desk\n":        false,
		"Date: 2 January 2026\n\n- moved the desk\n":     false,
		"Last Session: 2026-01-02\n\n- moved the desk\n": false,
	} {
		block := withJournal(t, "2026-01-02.md", text, day).Block
		if got := strings.Contains(block, "## JOURNAL\n\n"+added) && !strings.HasPrefix(text, added); got != want {
			t.Errorf("%q: the line is added: %t\n%s", text, got, block)
		}
	}
}

// A fresh journal without a date in its name was passed over for an old one that has one, and nothing said so.
func TestAFreshUndatedJournalIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text    string
		changed time.Time
		warned  bool
	}{
		"changed today":       {"- moved the desk\n", day, true},
		"changed long ago":    {"- moved the desk\n", day.AddDate(-2, 0, 0), false},
		"an older date":       {"# 2025-01-01\n\n- moved the desk\n", day, false},
		"holds nothing":       {"# Notes\n", day, false},
		"a date in its title": {"# 2026-01-02\n\n- moved the desk\n", day.AddDate(-2, 0, 0), true},
	} {
		o := optionsFor(t, "minimal", nil)
		files := map[string]string{
			"SOUL.md": "I am.\n", "session-journals/2025-10-01.md": "- Text.\n", "session-journals/today.md": c.text,
		}
		o.Repo = folderOf(t, files, map[string]time.Time{"session-journals/today.md": c.changed})
		made, err := Build(o)
		if err != nil || made.Log.Provenance[Journal] != "session-journals/2025-10-01.md" {
			t.Fatal(err, made.Log.Provenance)
		}
		const want = "session-journals/today.md is newer than session-journals/2025-10-01.md and passed over"
		if got := strings.Join(made.Log.Warnings, "\n"); strings.HasPrefix(got, want) != c.warned || got == "" == c.warned {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Journals in folders for years were not found; those in a folder about a topic come behind the others.
func TestJournalsInFoldersForYears(t *testing.T) {
	t.Parallel()
	for want, other := range map[string]string{
		"session-journals/2026/2026-01-02.md":    "session-journals/2025/2025-12-31.md",
		"session-journals/2026/01/2026-01-02.md": "session-journals/2026-01-01.md",
		"session-journals/2025-12-01.md":         "session-journals/boats/2026-01-02.md",
	} {
		files := map[workspace.Path]string{workspace.Path(want): "- Text.\n", workspace.Path(other): "- Text.\n"}
		if got, _ := journalOf(t, files); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
