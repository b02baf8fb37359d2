package brief

import (
	"strings"
	"testing"

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
		"README as the heading": {"# README.md\n\nSell tickets on every pier.\n", "Project: ferry\nPurpose: Sell tickets on every pier."},
		"a short paragraph":     {"# Pier\n\nA desk.\n\n## Install\n\nRun the installer first.\n", "Project: Pier\nPurpose: A desk."},
		"links before it": {
			"# Pier\n\n[Documentation](d) • [Installation](i)\n\nA desk for boats.\n", "Project: Pier\nPurpose: A desk for boats.",
		},
		"an alert": {
			"# Pier\n\n> [!WARNING]\n> This desk moves to another repository soon.\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with a label": {
			"# Pier\n\n> **Note:** the desk moves soon.\n\nA desk for boats.\n", "Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation with a longer label": {
			"# Pier\n\n> Note for guests: the desk moves soon.\n\nA desk for boats.\n", "Project: Pier\nPurpose: A desk for boats.",
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
			"# Pier\n\n⚠️ This desk moves to another repository soon.\n\nA desk for boats.\n", "Project: Pier\nPurpose: A desk for boats.",
		},
		"a quotation of its own": {
			"# Pier\n\n> A desk for boats and their guests.\n\nMore of it.\n", "Project: Pier\nPurpose: A desk for boats and their guests.",
		},
		"its languages": {
			"# Pier\n\nRead this in other languages: English | [Deutsch](d.md) | [Español](e.md)\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"its languages in HTML": {
			"# Pier\n\n<p align=\"center\"><b>English</b> · <a href=\"d.md\">Deutsch</a></p>\n\nA desk for boats.\n",
			"Project: Pier\nPurpose: A desk for boats.",
		},
		"two links in a sentence": {"# Pier\n\nA [fast](f), [small](s) desk.\n", "Project: Pier\nPurpose: A fast, small desk."},
		"links in a sentence": {
			"# Pier\n\nA [desk](d) for boats, guests and [tickets](t).\n", "Project: Pier\nPurpose: A desk for boats, guests and tickets.",
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
			"# Pier\n\nA desk for boats.\n\n## Constraints\n\nIt works\noffline.\n", "Project: Pier\nPurpose: A desk for boats.\n\nConstraints:\n- It works offline.",
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
