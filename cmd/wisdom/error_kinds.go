package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/brief"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/review"
)

// errorKind is a kind of error: what the program ends with, and the way on.
type errorKind struct {
	// code is the exit code; 0 leaves it to the kinds below.
	code    int
	matches func(error) bool
	// hint is the way on after an error that matches; "" leaves it to the kinds below.
	hint func(*deps, error) string
}

// ofType is the kind of the errors of a type.
func ofType[E error](code int, hint func(*deps, E) string) errorKind {
	return errorKind{code, is[E], func(a *deps, err error) string {
		e, _ := errors.AsType[E](err)
		return hint(a, e)
	}}
}

// reCommand finds the commands in a hint, which are shown as they can be typed here.
var reCommand = text.Lazily(`\{([^}]+)\}`)

// says is ofType, with the same words whatever the error holds; a command stands in {}.
func says[E error](code int, hint string) errorKind {
	return errorKind{code, is[E], func(a *deps, _ error) string {
		return reCommand().ReplaceAllStringFunc(hint, func(name string) string { return a.command(strings.Trim(name, "{}")) })
	}}
}

// equal is the kind of one error.
func equal(target error, code int, hint string) errorKind {
	return errorKind{
		code, func(err error) bool { return errors.Is(err, target) }, func(*deps, error) string { return hint },
	}
}

// How a hint about a model or the state of wisdom ends.
const (
	orBuiltIn = "; or go without a model: --engine builtin"
	untouched = "; the agent's files are not touched"
)

// errorKinds is the table of errors. Of several kinds that match, the first decides.
var errorKinds = []errorKind{
	ofType(0, func(_ *deps, e *hintedError) string { return e.hint }),
	says[*settings.Error](0, settingsHint),
	says[*backups.UnfinishedError](exitUnfinished,
		"repair what is named, then let {run} finish it; the old content is in the backups of the initiative"),
	equal(context.Canceled, exitInterrupted, ""),
	ofType(0, func(a *deps, e *lint.SoulError) string {
		if other := otherFile(a); errors.Is(e, fs.ErrNotExist) && other != "" {
			return a.command("init") + " puts the section into " + string(other) + ", which is there"
		}
		return e.Hint
	}),
	says[*lint.SecretError](0,
		"take it out, and change it where it is used; if it is none, set [lint] secret = \"warning\" in wisdom.toml"),
	says[*nothingError](exitNothing, ""),
	says[*pipeline.NoToolsError](exitNothing, ""),
	says[*collect.NoSourceError](exitNothing,
		"write lessons into one of them, or name others in wisdom.toml: [sources] include = [\"notes/*.md\"]"),
	ofType(0, func(a *deps, e *collect.NoFileError) string {
		if len(e.Like) > 0 {
			return a.command("lessons --explain " + quoted(e.Like[len(e.Like)-1]))
		}
		return "name a file by its path in the workspace, such as MEMORY.md; " + a.command("lessons --json") +
			" lists those that are read: sources"
	}),
	ofType(exitNothing, func(a *deps, e *review.NoDraftError) string {
		if e.SentBack != "" {
			return a.command("run") + " asks a model with the note; without one, " + a.command("review add") +
				" stages your words, and " + a.command("review reopen "+e.SentBack) + " allows it again"
		}
		if _, wrong := lint.ReadSoul(a.fsys, a.sectionFile()); e.ID == "" && wrong != nil { // a run would end there
			soul, _ := errors.AsType[*lint.SoulError](wrong)
			return soul.Hint
		}
		return a.command(either(e.ID == "", "run", "review list"))
	}),
	says[*backups.NoGenerationError](exitNothing, "{backups list} shows those that there are"),
	says[*workspace.LockedError](exitLocked, "wait until it ends, or find it with ps"),
	says[*backups.NewerError](exitStale,
		"the lines with - would be lost; --force backs them up first, and another rollback restores them"),

	ofType(0, func(_ *deps, e *llm.LateError) string {
		if e.Setting == "" {
			return "the next run goes on where this one ended; or take a smaller model"
		}
		return "give it more time in wisdom.toml: [model] timeout = \"" + (2 * e.Limit).String() +
			"\"; or take a smaller model"
	}),
	ofType(exitModel, func(_ *deps, e *llm.UnreachableError) string { return reachHint(e) + orBuiltIn }),
	ofType(exitModel, func(_ *deps, e *llm.MissingError) string { return missingHint(e) + orBuiltIn }),
	ofType(exitModel, func(_ *deps, e *llm.ServerError) string { return refusedHint(e) + orBuiltIn }),
	ofType(exitModel, func(_ *deps, e *distill.UnusableError) string { return pipeline.WayOn(e) }),
	ofType(exitExam, func(_ *deps, e *pipeline.ExamError) string { return pipeline.WayOn(e) }),
	says[*llm.RemoteError](exitModel,
		"take a model that runs here, or allow it in wisdom.toml: [model] allow_remote = true"),

	says[*review.NotReviewerError](0, "name one of them: --reviewer NAME; or exclude the item: --items"),
	ofType(0, itemHint),
	ofType(0, invalidHint),
	ofType(0, func(_ *deps, e *review.ShrinkError) string {
		return "if that is what you want: --allow-shrink " + string(e.Path)
	}),
	ofType(exitStale, func(a *deps, e *review.StaleError) string {
		if e.Hash != "" {
			return "if this is the change that you want, confirm it: --change " + e.Hash.Hex()[:12]
		}
		return a.command("run") + " creates a new draft from the current file"
	}),
	ofType(exitStale, func(a *deps, e *review.EditedError) string {
		if !e.Waits {
			return "move your copy away, and make the edit in the next draft; wisdom writes its preview to that path"
		}
		return a.command("review edit --from-files") +
			" uses your edit; or move your copy away to continue with the staged text"
	}),

	equal(hook.ErrNoHost, exitNothing, "install it (npm install -g openclaw), or name the program: --openclaw PROGRAM"),
	equal(hook.ErrNoNode, exitNothing, "the host brings none along: install node 24, or put the host's own on the PATH"),
	ofType(0, func(_ *deps, e *hook.SettingsError) string { return e.Hint }),
	says[*hook.RecordError](0, "move "+string(hook.Home)+" away, then {host install}"),
	says[*rollout.StateError](0, "move "+string(rollout.StateFile)+" away, then {host rollout}"),
	says[*hook.HostError](0, "see what is wrong with the host: openclaw config validate; openclaw doctor"),

	ofType(exitNothing, func(_ *deps, e *brief.NoSoulError) string {
		name := "or name a file" + soulKey
		if e.Repo != "" {
			return "name the root of the repository, write README.md or SOUL.md there, " + name
		}
		return "write SOUL.md, " + name + "; --repo DIR names another repository"
	}),
	says[*brief.TooLargeError](0, "they are never cut: shorten them, or name a shorter file"+soulKey),
	says[*brief.UnreadableError](0, "replace it by a file that can be read, or name another"+soulKey),
	says[*brief.UnknownError](exitNothing, string(brief.HistoryFile)+" has a line for each"),
	says[*workspace.NotOursError](0, "name a folder of its own for each run: --out runs/ID"),

	says[*workspace.ChangedError](exitStale, ""),
	says[*lesson.DamagedError](0,
		"remove the file; it is rebuilt from the drafts, and lessons that back no entry count as new"),
	says[*review.LogError](0, "restore .wisdom from your own backup, or move it away to start afresh"+untouched),
	says[*review.DamagedError](0, "{run} stages a new one"),
	ofType(exitDamaged, func(_ *deps, e *backups.DamagedError) string {
		return either(e.IsManifest(),
			"restore it from your own backup, or move it away: the other generations can be used then",
			"restore .wisdom from your own backup") + untouched
	}),
	ofType(0, func(a *deps, e *workspace.ReadOnlyError) string {
		return "make it writable, chmod u+w " + quoted(filepath.Join(a.dir, string(e.Path))) +
			", or add --force to approve or rollback"
	}),
	ofType(0, func(_ *deps, e *workspace.NotRegularError) string {
		switch {
		case e.Path.Within(backups.Home):
			return "wisdom did not create it: find out where it comes from, and remove it"
		case strings.Contains(e.Kind, "link"):
			return "the host rejects links too: replace it with a copy of the file"
		}
		return "put a file in its place"
	}),
	ofType(0, func(_ *deps, e *collect.EmptyError) string {
		return "mount or download it again; if you emptied it, put a file there: touch " + quoted(e.Folder+".keep")
	}),
	says[*workspace.NotDownloadedError](0, "have the sync service download it, and keep it on this disk"),
	equal(syscall.ENOSPC, 0, "free some space and try again; nothing of the agent's was changed"),
	equal(syscall.ENOTDIR, 0, "a file has the name of a folder: move it away"),
	equal(fs.ErrPermission, 0, "check who may read and write the workspace: ls -la"),
}

const (
	settingsHint = "correct wisdom.toml, or move it away to use the defaults; " +
		"{rollback}, status and backups work without it"
	soulKey = " in wisdom.toml: [context] soul = [\"docs/ABOUT.md\"]"
)

// itemHint is the way on where a draft cannot be decided so.
func itemHint(a *deps, err *review.ItemError) string {
	log, d, unread := readDraft(a, err.Draft)
	switch {
	case err.Draft == "" || unread != nil:
		return ""
	case !log.State(d.ID).Waits():
		return a.command("review list")
	case err.Item == "" && log.Undecided(d.ID) > 0:
		return a.command("review") + "; or " + a.command("review approve "+d.ID)
	}
	return a.command("review show " + d.ID)
}

// invalidHint is the way on where a result would break a rule: a draft can be
// decided otherwise, and without one a run makes it.
func invalidHint(a *deps, err *review.InvalidError) string {
	log, unread := review.ReadLog(a.fsys)
	switch {
	case unread != nil || log.Waiting() == "":
		return a.command("run") + " stages what breaks no rule"
	case lint.IsBudget(err.Findings[0].Rule):
		return "approve fewer items: --items; or shorten some: " + a.command("review edit")
	}
	return "exclude the item: --items; or reword it: " + a.command("review edit")
}

// reachHint is the way on where no model answers.
func reachHint(err *llm.UnreachableError) string {
	return map[string]string{
		llm.Command: "run it by hand to see what it says, or name another in wisdom.toml: [model]",
		llm.OpenAI:  "start it, see what its log says, or correct its address in wisdom.toml: [model] host",
		llm.Ollama: "start it: ollama serve; or name another server or a command in wisdom.toml: [model] api, " +
			"[model] command",
	}[err.Place.Engine]
}

// missingHint is the way on where the server has other models.
func missingHint(err *llm.MissingError) string {
	if err.Model == "" {
		return "wisdom doctor names one for this machine"
	}
	others := strings.Join(err.Others, " or --model ")
	return either(err.Place.Engine == llm.Ollama, "ollama pull "+err.Model, "load it there") +
		textIf(others != "", "; or take one that is there: --model "+others+", or [model] name in wisdom.toml")
}

// refusedHint is the way on where asking again does not help.
func refusedHint(err *llm.ServerError) string {
	switch {
	case err.Place.Engine == llm.Command:
		return "install it, or correct its name in wisdom.toml: [model]"
	case err.Login:
		return "name the environment variable that holds the key in wisdom.toml: [model] key_env"
	}
	return "take another model: --model NAME, or correct [model] in wisdom.toml"
}
