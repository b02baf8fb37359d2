package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"wisdom/cmd/wisdom/settings"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/review"
)

// settingsHint is the way on where the settings cannot be read.
func settingsHint(a *deps) string {
	return fmt.Sprintf("correct %s, or move it away to use the defaults; %s, status and backups work without it",
		settings.File, a.command("rollback"))
}

// noFileHint is the way on where --explain names no file.
func noFileHint(a *deps, err *collect.NoFileError) string {
	if len(err.Like) > 0 {
		return a.command("lessons --explain " + quoted(err.Like[len(err.Like)-1]))
	}
	return "name a file of " + a.dir + " by its path there, such as MEMORY.md; " + a.command("lessons --json") +
		" lists those that are read: sources"
}

// itemHint is the way on where a draft cannot be decided so.
func itemHint(a *deps, err *review.ItemError) string {
	log, d, unread := readDraft(a, err.Draft)
	switch {
	case err.Draft == "" || unread != nil:
		return ""
	case log.State(d.ID) == review.StateSuperseded && log.Waiting() != "":
		return a.command("review show "+log.Waiting()) + " shows the draft that took its place"
	case !log.State(d.ID).Waits():
		return a.command("review list")
	case err.Item == "" && log.Undecided(d.ID) > 0:
		return a.command("review") + "; or " + a.command("review approve "+d.ID)
	case err.Item == "":
		return ""
	}
	if _, there := d.Item(err.Item); there {
		return ""
	}
	return a.command("review show " + d.ID)
}

// invalidHint is the way on where a result would break a rule: a draft can be
// decided otherwise, and without one a run makes it.
func invalidHint(a *deps, err *review.InvalidError) string {
	broken := err.Findings[0]
	log, unread := review.ReadLog(a.fsys)
	switch {
	case unread != nil || log.Waiting() == "":
		return a.command("run") + " stages what breaks no rule"
	case !lint.IsBudget(broken.Rule):
		return "exclude the item: --items; or reword it: " + a.command("review edit")
	case broken.Path == string(lookup.File):
		return "reject facts that you can do without first, to make room: " + a.command("review reject")
	}
	return "approve fewer items: --items; or shorten some: " + a.command("review edit")
}

// programKey is the setting that names the program which is asked.
func programKey(a *deps) string {
	return "[model] " + either(llm.PresetOf(a.settings.Model.API).Program == "", "command", "api")
}

// goneHint is the way on where no model answers.
func goneHint(a *deps, err *llm.UnreachableError) string {
	down := errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, fs.ErrNotExist) // no socket
	switch {
	case err.Place.Engine == llm.Command:
		return "run it by hand to see what it says, or name another in wisdom.toml: " + programKey(a)
	case err.Place.Engine == llm.OpenAI && down:
		return "start it, or correct its address in wisdom.toml: [model] host"
	case err.Place.Engine == llm.OpenAI:
		return "see what its log says and try again, or correct its address in wisdom.toml: [model] host"
	case down:
		return "start it: ollama serve; or name another server or a command in wisdom.toml: [model] api, [model] command"
	}
	return "see what its log says and try again, or start it anew: ollama serve"
}

// missingHint is the way on where the server has other models.
func missingHint(err *llm.MissingError) string {
	others := strings.Join(err.Others, " or --model ")
	switch {
	case err.Model == "" && others == "":
		return "wisdom doctor names one for this machine"
	case err.Place.Engine == llm.Ollama && others == "":
		return "ollama pull " + err.Model
	case err.Place.Engine == llm.Ollama && err.Model != "":
		return "ollama pull " + err.Model + "; or take one that is there: --model " + others
	case others == "":
		return "load it there"
	}
	return "load it there; or take one that is there: --model " + others + ", or [model] name in wisdom.toml"
}

// refusedHint is the way on where asking again does not help.
func refusedHint(a *deps, err *llm.ServerError) string {
	switch {
	case err.Place.Engine == llm.Command:
		return "install it, or correct its name in wisdom.toml: " + programKey(a)
	case err.Place.Engine == llm.OpenAI && err.Login:
		return "name the environment variable that holds the key in wisdom.toml: [model] key_env"
	case err.Place.Engine == llm.OpenAI:
		return "take another model: --model NAME, or correct the address in wisdom.toml: [model] host"
	}
	return "take another model: --model NAME"
}
