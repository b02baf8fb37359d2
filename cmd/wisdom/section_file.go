package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// otherFiles are what other hosts load in every session, in the order in which init looks for a file for the section.
var otherFiles = []workspace.Path{"CLAUDE.md", lint.AgentsFile, "GEMINI.md"}

// otherFile is the file that init puts the section into where there is no SOUL.md and no setting; "" for none. A link is
// none, nor is a file that only imports another one, as "@AGENTS.md" does.
func otherFile(a *deps) workspace.Path {
	if a.fsys == nil || a.settings == nil {
		return ""
	}
	if there, err := workspace.Exists(a.fsys, lint.SoulFile); there || err != nil || a.settings.Section.File != "" {
		return ""
	}
	for _, p := range otherFiles {
		there, _ := workspace.Exists(a.fsys, p)
		b, _ := a.fsys.ReadFile(p, workspace.MaxTarget) // what is wrong with it is said later
		imports := func(other workspace.Path) bool { return strings.TrimSpace(string(b)) == "@"+string(other) }
		if there && workspace.CheckTarget(a.fsys, p) == nil && !slices.ContainsFunc(otherFiles, imports) {
			return p
		}
	}
	return ""
}

// findFile names the file for the section in the settings, where there is no SOUL.md. They are hidden unless there are
// some: nothing but that file is to change.
func findFile(a *deps) error {
	p := otherFile(a)
	if p == "" {
		return nil
	}
	place := settings.Place(a.fsys)
	there, err := workspace.Exists(a.fsys, place)
	if !there {
		place = settings.Hidden
	}
	err = errors.Join(err, workspace.MkdirAll(a.fsys, backups.Home, 0o700), workspace.Ignore(a.fsys, backups.Home))
	if err != nil {
		return err
	}
	line := fmt.Sprintf("file = %q", p)
	if err := putSettings(a, place, "[section]\n"+line+"\n"); err != nil {
		return hinted("write this line below [section] there: "+line, "%s stays as it is: %w", place, err)
	}
	a.say("section  there is no SOUL.md: it goes into %s, as [section] file in %s says", p, place)
	return nil
}

// reNoName matches what Claude Code writes as a hyphen in the name of a project's folder.
var reNoName = text.Lazily(`[^A-Za-z0-9]`)

// offerMemory offers the notes that Claude Code keeps of this folder outside of it. A person at a terminal is asked;
// elsewhere the lines for the settings are printed, since what is outside reaches no file here unasked.
func offerMemory(ctx context.Context, a *deps) error {
	name := reNoName().ReplaceAllString(a.dir, "-")
	dir := filepath.Join(a.getenv("HOME"), ".claude", "projects", name, "memory")
	notes, _ := filepath.Glob(filepath.Join(dir, "*.md"))
	for _, e := range a.settings.Sources.Extra {
		if e.Dir == dir {
			return nil
		}
	}
	if a.getenv("HOME") == "" || len(notes) == 0 || a.flags.json {
		return nil
	}
	o := offer{
		fmt.Sprintf("Claude Code keeps %s of this folder in %s", plural(len(notes), "note"), dir),
		fmt.Sprintf("[[sources.extra]]\nname = \"claude\"\ndir = %q\ninclude = [\"*.md\"]\n", dir),
	}
	if !a.interactive() {
		a.say("notes    these can be read too; add the lines to %s:", settings.Place(a.fsys))
		sayOffer(a, o)
		return nil
	}
	typed, err := a.keyboard().Line(ctx, a.shown(o.Text+". Read them too? [y/N]"))
	if err == nil && strings.EqualFold(strings.TrimSpace(typed), "y") {
		adopt(a, "notes", o)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
