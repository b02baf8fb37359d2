package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/review"
)

// seenFile keeps what init saw, so that the next one says what changed.
const seenFile = backups.Home + "/init.json"

// seen is what init saw in a workspace and around it.
type seen struct {
	SchemaVersion int    `json:"schema_version"`
	Day           string `json:"day"`
	// Facts are in words, Files by their hashes.
	Facts map[string]string         `json:"facts"`
	Files map[string]workspace.Hash `json:"files"`
}

// seenBefore is what the init before saw; nil where there was none, or what it kept cannot be read.
func seenBefore(a *deps) *seen {
	b, err := a.fsys.ReadFile(seenFile, workspace.MaxState)
	var s seen
	if err != nil || json.Unmarshal(b, &s) != nil || s.SchemaVersion != 1 {
		return nil
	}
	return &s
}

// readersText names what can read the lessons on this machine.
func readersText(found []llm.Reader) string {
	var names []string
	for _, r := range found {
		if n := len(answering(r)); r.Host == "" || n > 0 {
			names = append(names, r.Title+textIf(r.Host != "", " with "+plural(n, "model")))
		}
	}
	return strings.Join(names, ", ")
}

// look gathers what init sees once a draft is staged or none is.
func (b *begun) look(a *deps, log *review.Log, result *pipeline.Result) *seen {
	s := &seen{1, a.clock().Format(time.DateOnly), map[string]string{
		"reader": b.readers, "engine": strings.TrimSpace(result.Engine + " " + result.Model),
		"lessons": fmt.Sprintf("%s in %s", plural(len(result.Lessons), "lesson"),
			plural(collect.WithLessons(result.Sources), "source")),
		"draft": log.Waiting(),
	}, map[string]workspace.Hash{}}
	hooks, _ := hook.Installed(a.fsys) // host status says what is wrong with their record
	if !b.looked && b.before != nil {
		s.Facts["reader"] = b.before.Facts["reader"]
	}
	for i, form := range hooks {
		s.Facts["hooks"] += textIf(i > 0, ", ") + string(form)
	}
	for _, p := range []workspace.Path{settings.File, a.sectionFile(), lint.AgentsFile, "TOOLS.md", "MEMORY.md"} {
		if _, hash, err := workspace.ReadState(a.fsys, p, workspace.MaxTarget); err == nil {
			s.Files[string(p)] = hash
		}
	}
	return s
}

// changes says line by line what is otherwise than an earlier init saw it.
func (s *seen) changes(before *seen) (lines []string) {
	none := func(value string) string { return either(value == "", "none", value) }
	for _, name := range []string{"reader", "engine", "lessons", "draft", "hooks"} {
		if was, is := before.Facts[name], s.Facts[name]; was != is {
			lines = append(lines, fmt.Sprintf("%s: %s; it was %s", name, none(is), none(was)))
		}
	}
	var files []string
	for name, hash := range s.Files {
		switch was := before.Files[name]; {
		case was == hash:
		case was == workspace.Absent:
			files = append(files, name+" is new")
		case hash == workspace.Absent:
			files = append(files, name+" is gone")
		default:
			files = append(files, name+" was edited")
		}
	}
	slices.Sort(files)
	if files != nil {
		lines = append(lines, "files: "+strings.Join(files, ", "))
	}
	return lines
}

// saySeen keeps what init saw, and says what changed since the one before.
func saySeen(a *deps, log *review.Log, result *pipeline.Result, b *begun) error {
	now := b.look(a, log, result)
	if b.before != nil {
		if all, err := backups.Generations(a.fsys); err == nil && len(all) > 0 { // what was promoted is no edit
			for p, state := range all[len(all)-1].After {
				if now.Files[string(p)] == state.Hash {
					b.before.Files[string(p)] = state.Hash
				}
			}
		}
		b.Changes = append([]string{}, now.changes(b.before)...)
		for _, line := range b.Changes {
			a.say("changed  %s", line)
		}
		if len(b.Changes) == 0 {
			a.say("changed  nothing since the init of %s", b.before.Day)
			return nil
		}
	}
	return workspace.ReplaceJSON(a.fsys, seenFile, now)
}
