package brief

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// The identity of a project by its README: its name is never that of a section, and what it says in the form of the
// section is read.
func TestReadmeIdentity(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ readme, want string }{
		"an HTML heading": {
			"<h1 align=\"center\">Pier Desk</h1>\n\n## Install\n\nSell tickets on every pier.\n",
			"Project: Pier Desk\nPurpose: Sell tickets on every pier.",
		},
		"a logo in the heading": {
			"<div align=center>\n<h1>\n<img src=\"x.png\" alt=\"Pier Desk\">\n</h1>\n</div>\n\nSell tickets on every pier.\n",
			"Project: Pier Desk\nPurpose: Sell tickets on every pier.",
		},
		"no heading of level 1": {
			"<div align=center><img src=\"x.png\"></div>\n\n## Install\n\nSell tickets on every pier.\n",
			"Project: ferry\nPurpose: Sell tickets on every pier.",
		},
		"README as the heading": {
			"# README.md\n\nSell tickets on every pier.\n", "Project: ferry\nPurpose: Sell tickets on every pier.",
		},
		"a short paragraph": {
			"# Pier\n\nA desk.\n\n## Install\n\nRun the installer first.\n", "Project: Pier\nPurpose: A desk.",
		},
		"links before it": {
			"# Pier\n\n[Documentation](d) • [Installation](i)\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"an alert": {
			"# Pier\n\n> [!WARNING]\n> This desk moves to another repository soon.\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with a label": {
			"# Pier\n\n> **Note:** the desk moves soon.\n\nA desk for boats.\n", "Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with a longer label": {
			"# Pier\n\n> Note for guests: the desk moves soon.\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with a label in German": {
			"# Pier\n\n> **Wichtig:** Der Steg ist heute gesperrt.\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with the name in bold": {
			"# Ferry\n\n> **Ferry**: a server of timetables\n\nMore of it here.\n",
			"Project: Ferry\nPurpose: **Ferry**: a server of timetables",
		},
		"a quotation with the name": {
			"# Ferry\n\n> Ferry: timetables\n\nMore of it here.\n", "Project: Ferry\nPurpose: Ferry: timetables",
		},
		"a warning sign": {
			"# Pier\n\n⚠️ This desk moves to another repository soon.\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation of its own": {
			"# Pier\n\n> A desk for boats and their guests.\n\nMore of it.\n",
			"Project: Pier\nPurpose: A desk for boats and their guests.",
		},
		"its languages": {
			"# Pier\n\nRead this in other languages: English | [Deutsch](d.md) | [Español](e.md)\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"its languages in HTML": {
			"# Pier\n\n<p align=\"center\"><b>English</b> · <a href=\"d.md\">Deutsch</a></p>\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"two links in a sentence": {
			"# Pier\n\nA [fast](f), [small](s) desk.\n", "Project: Pier\nPurpose: A fast, small desk.",
		},
		"links in a sentence": {
			"# Pier\n\nA [desk](d) for boats, guests and [tickets](t).\n",
			"Project: Pier\nPurpose: A desk for boats, guests and tickets.",
		},
		"other lists": {
			"# Pier\n\nA desk for boats.\n\n## Non-goals\n\n- No seats\n\n## Requirements\n\n- Go 1.30\n\n" +
				"## Constraints\n\n- Work\n  offline\n",
			"Project: Pier\nPurpose: A desk for boats.\n\nConstraints:\n- Work offline",
		},
		"the form of the section": {
			"# Pier\n\nWelcome to this page.\n\nProject: Pier Desk\nType: venture\nPurpose: Sell tickets\non piers.\n\n" +
				"Constraints:\n\n- Offline\n- Quick\n",
			"Project: Pier Desk\nType: venture\nPurpose: Sell tickets on piers.\n\nConstraints:\n- Offline\n- Quick",
		},
		"constraints as a paragraph": {
			"# Pier\n\n**Purpose:** Sell tickets.\n\n**Constraints:** It works\noffline.\n\nMore.\n",
			"Project: Pier\nPurpose: Sell tickets.\n\nConstraints:\n- It works offline.",
		},
		"constraints as a paragraph below": {
			"# Pier\n\nPurpose: Sell tickets.\n\nConstraints:\n\nIt works offline.\n\nMore.\n",
			"Project: Pier\nPurpose: Sell tickets.\n\nConstraints:\n- It works offline.",
		},
		"a section without a list": {
			"# Pier\n\nA desk for boats.\n\n## Constraints\n\nIt works\noffline.\n",
			"Project: Pier\nPurpose: A desk for boats.\n\nConstraints:\n- It works offline.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, err := Build(optionsFor(t, "minimal", map[workspace.Path]string{"README.md": c.readme}))
			if err != nil {
				t.Fatal(err)
			}
			_, block, _ := strings.Cut(made.Block, "## SOUL\n\n")
			if got, _, _ := strings.Cut(block, "\n\n</zeos"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A README may be written in another case, or as reStructuredText; SOUL.md goes before it.
func TestNamesOfAReadme(t *testing.T) {
	t.Parallel()
	for _, name := range []workspace.Path{"README.md", "Readme.md", "readme.MD", "README.rst", "readme.rst"} {
		text := "Pier\n====\n\n.. image:: https://badge.example/x.svg\n\nA desk for boats.\n"
		made := build(t, "minimal", map[workspace.Path]string{name: text})
		has(t, made.Block, "Project: Pier\nPurpose: A desk for boats.")
		if got := made.Log.Provenance[Soul]; got != string(name) {
			t.Errorf("%s: %s", name, got)
		}
		made = build(t, "minimal", map[workspace.Path]string{name: text, "SOUL.md": "I am.\n"})
		if got := made.Log.Provenance[Soul]; got != "SOUL.md" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Constraints beyond the share of SOUL were dropped without a word, and the budget had room for them.
func TestConstraintsOfAReadmeTakeTheRoomThatIsLeft(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 13 {
		fmt.Fprintf(&list, "- Constraint %d: no ferry leaves the quay before its deck is clear and the clerk has waved\n", i)
	}
	readme := "# Ferry\n\nTickets for the ferry are printed here.\n\n## Constraints\n\n" + list.String()
	made := build(t, "standard", map[workspace.Path]string{"README.md": readme})
	l := made.Log
	if strings.Count(made.Block, "- Constraint ") != 13 || l.Outcome.Status != Success || len(l.Trimming.Steps) > 0 {
		t.Errorf("%v %+v\n%s", l.Outcome, l.Trimming, made.Block)
	}
	for _, level := range []string{"minimal", "700"} {
		made = build(t, level, map[workspace.Path]string{
			"README.md":                      readme + strings.ReplaceAll(list.String(), "Constraint ", "Constraint 1"),
			"session-journals/2026-01-03.md": "# Session\n\n" + manyLines(60),
		})
		l = made.Log
		checkBlock(t, made, optionsFor(t, level, nil))
		kept := strings.Count(made.Block, "- Constraint ")
		warnings := strings.Join(l.Warnings, "\n")
		if want := fmt.Sprintf("README.md: %d of its 26 constraints are not included", 26-kept); kept < 5 || kept == 26 ||
			!strings.Contains(warnings, want) || l.Outcome.Status != Trimmed ||
			!slices.ContainsFunc(l.Trimming.Steps, func(s Step) bool { return s.Section == Soul && s.After < s.Before }) {
			t.Errorf("%d kept: %q %+v", kept, warnings, l.Trimming)
		}
		if room := l.Budget - l.TokenCounts[total]; room > 40 {
			t.Errorf("%d tokens are left", room)
		}
	}
}

// A long purpose is cut, and marked as such.
func TestReadmePurposeIsCut(t *testing.T) {
	t.Parallel()
	o := optionsFor(t, "minimal", map[workspace.Path]string{
		"README.md": "# Ferry\n\n" + strings.Repeat("The ferry carries people and dogs over the river. ", 20) + "\n",
	})
	made, err := Build(o)
	if err != nil {
		t.Fatal(err)
	}
	_, purpose, _ := strings.Cut(strings.TrimSpace(sectionOf(made.Block, Soul)), "\n")
	if n := tokens.Larger.Tokens(purpose); !strings.HasPrefix(purpose, "Purpose: The ferry carries") ||
		!strings.HasSuffix(purpose, " ...") || n > mostPurpose+8 {
		t.Errorf("%d tokens: %q", n, purpose)
	}
}

// The reports of budgets follow those of the levels with a name, by size.
func TestReportOrdersBudgetsBySize(t *testing.T) {
	t.Parallel()
	var all []Record
	for _, level := range []string{"1500", "900", "full", "700", "minimal"} {
		all = append(all, Record{Log: Log{Level: level}})
	}
	var names []string
	for _, r := range Report(all) {
		names = append(names, r.Level)
	}
	if got := strings.Join(names, " "); got != "minimal full 700 900 1500" {
		t.Errorf("order %q", got)
	}
}
