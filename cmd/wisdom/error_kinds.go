package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/brief"
	"wisdom/inject/hook"
	"wisdom/inject/rollout"
	"wisdom/internal/lesson"
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
		e, ok := errors.AsType[E](err)
		if !ok {
			return ""
		}
		return hint(a, e)
	}}
}

// says is ofType, with the same words whatever the error holds.
func says[E error](code int, hint string) errorKind {
	return ofType(code, func(*deps, E) string { return hint })
}

// equal is the kind of one error.
func equal(target error, code int, hint string) errorKind {
	matches := func(err error) bool { return errors.Is(err, target) }
	return errorKind{code, matches, func(_ *deps, err error) string {
		if matches(err) {
			return hint
		}
		return ""
	}}
}

// errorKinds is the table of errors. Of several kinds that match, the first decides.
func errorKinds() []errorKind {
	return slices.Concat(commonKinds(), modelKinds(), reviewKinds(), hostKinds(), contextKinds(), stateKinds())
}

func commonKinds() []errorKind {
	return []errorKind{
		ofType(0, func(_ *deps, e *hintedError) string { return e.hint }),
		ofType(0, func(a *deps, _ *settings.Error) string { return settingsHint(a) }),
		ofType(exitUnfinished, func(a *deps, _ *backups.UnfinishedError) string {
			return "repair what is named, then let " + a.command("run") + " finish it; the old content is in " +
				string(a.paths.Initiative) + "/backups"
		}),
		equal(context.Canceled, exitInterrupted, ""),
		ofType(0, func(_ *deps, e *lint.SoulError) string { return e.Hint }),
		says[*lint.SecretError](0,
			"take it out, and change it where it is used; if it is none, set [lint] secret = \"warning\" in wisdom.toml"),
		says[*nothingError](exitNothing, ""),
		says[*collect.NoSourceError](exitNothing,
			"write lessons into one of them, or name others in wisdom.toml: [sources] include = [\"notes/*.md\"]"),
		ofType(0, noFileHint),
		says[*pipeline.NoToolsError](exitNothing, ""),
		ofType(exitNothing, func(a *deps, e *review.NoDraftError) string {
			switch {
			case e.SentBack != "":
				return fmt.Sprintf("%s asks a model with the note; without one, %s stages your words, and %s allows it again",
					a.command("run"), a.command("review add"), a.command("review reopen "+e.SentBack))
			case e.ID == "":
				return a.command("run")
			}
			return a.command("review list")
		}),
		ofType(exitNothing, func(a *deps, e *backups.NoGenerationError) string {
			if e.Newest > 0 {
				return a.command("backups list")
			}
			return a.command("status")
		}),
		says[*workspace.LockedError](exitLocked, "wait until it ends, or find it with ps"),
		says[*backups.NewerError](exitStale,
			"the lines with - would be lost; --force backs them up first, and another rollback restores them"),
	}
}

func modelKinds() []errorKind {
	const orBuiltIn = "; or go without a model: --engine builtin"
	return []errorKind{
		ofType(0, func(_ *deps, e *llm.LateError) string {
			if e.Setting == "" {
				return "the next run goes on where this one ended; or take a smaller model"
			}
			return "give it more time in wisdom.toml: [model] " + strings.TrimPrefix(e.Setting, "model.") + " = \"" +
				(2 * e.Limit).String() + "\"; or take a smaller model"
		}),
		ofType(exitModel, func(a *deps, e *llm.UnreachableError) string { return goneHint(a, e) + orBuiltIn }),
		ofType(exitModel, func(_ *deps, e *llm.MissingError) string { return missingHint(e) + orBuiltIn }),
		ofType(exitModel, func(a *deps, e *llm.ServerError) string { return refusedHint(a, e) + orBuiltIn }),
		ofType(exitModel, func(_ *deps, e *distill.UnusableError) string { return pipeline.WayOn(e) }),
		ofType(exitExam, func(_ *deps, e *pipeline.ExamError) string { return pipeline.WayOn(e) }),
		says[*llm.RemoteError](exitModel,
			"take a model that runs here, or allow it in wisdom.toml: [model] allow_remote = true"),
	}
}

// reviewKinds are about drafts that cannot be decided or promoted so.
func reviewKinds() []errorKind {
	return []errorKind{
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
			switch {
			case !e.Waits && e.Draft != "":
				return "that draft is no longer pending: move your copy away, and make the same edit in the next one"
			case e.Draft == "":
				return "move it away; wisdom writes a preview to that path"
			}
			return a.command("review edit --from-files") +
				" uses your edit; or move your copy away to continue with the staged text"
		}),
	}
}

// hostKinds are about OpenClaw and what is installed into it.
func hostKinds() []errorKind {
	return []errorKind{
		equal(hook.ErrNoHost, exitNothing, "install it (npm install -g openclaw), or name the program: --openclaw PROGRAM"),
		equal(hook.ErrNoNode, exitNothing, "the host brings none along: install node 24, or put the host's own on the PATH"),
		ofType(0, func(_ *deps, e *hook.SettingsError) string { return e.Hint }),
		ofType(0, func(a *deps, _ *hook.RecordError) string {
			return "move " + string(hook.Home) + " away, then " + a.command("host install")
		}),
		ofType(0, func(a *deps, _ *rollout.StateError) string {
			return "move " + string(rollout.StateFile) + " away, then " + a.command("host rollout")
		}),
		ofType(0, func(a *deps, _ *rollout.MovedError) string { return a.command("host rollout") }),
		says[*hook.HostError](0, "see what is wrong with the host: openclaw config validate; openclaw doctor"),
	}
}

// contextKinds are about blocks that cannot be made or found.
func contextKinds() []errorKind {
	return []errorKind{
		ofType(exitNothing, func(_ *deps, e *brief.NoSoulError) string {
			name := "or name a file in wisdom.toml: [context] soul = [\"docs/ABOUT.md\"]"
			if e.Repo != "" {
				return "name the root of the repository, write README.md or SOUL.md there, " + name
			}
			return "write SOUL.md, " + name + "; --repo DIR names another repository"
		}),
		says[*brief.TooLargeError](0, "they are never cut: shorten them, or name a shorter file in "+string(settings.File)+
			": [context] soul = [\"docs/PROJECT_SOUL.md\"]"),
		says[*brief.UnknownError](exitNothing, string(brief.HistoryFile)+" has a line for each"),
		says[*brief.UnreadableError](0, "replace it by a file that can be read, or name another in "+string(settings.File)+
			": [context] soul = [\"docs/ABOUT.md\"]"),
		says[*brief.NotOursError](0, "name a folder of its own for each run: --out runs/ID"),
	}
}

// stateKinds are about files that are not what they should be, and trouble with the machine.
func stateKinds() []errorKind {
	return []errorKind{
		says[*workspace.ChangedError](exitStale, ""),
		says[*lesson.DamagedError](0,
			"remove the file; it is rebuilt from the drafts, and lessons that back no entry count as new"),
		says[*review.LogError](0,
			"restore .wisdom from your own backup, or move it away to start afresh; the agent's files are not touched"),
		ofType(0, func(a *deps, _ *review.DamagedError) string { return a.command("run") + " stages a new one" }),
		ofType(exitDamaged, func(_ *deps, e *backups.DamagedError) string {
			if e.IsManifest() {
				return "restore it from your own backup, or move it away: the other generations can be used then; " +
					"the agent's files are not touched"
			}
			return "restore .wisdom from your own backup; the agent's files are not touched"
		}),
		ofType(0, func(a *deps, e *workspace.ReadOnlyError) string {
			return "make it writable, chmod u+w " + quoted(filepath.Join(a.dir, string(e.Path))) +
				", or add --force to approve, promote or rollback"
		}),
		ofType(0, func(_ *deps, e *workspace.NotRegularError) string {
			if e.Path.Within(backups.Home) {
				return "wisdom did not create it: find out where it comes from, and remove it"
			}
			if strings.Contains(e.Kind, "link") {
				return "the host rejects links too: replace it with a copy of the file"
			}
			return "put a file in its place"
		}),
		says[*workspace.NotDownloadedError](0, "have the sync service download it, and keep it on this disk"),
		equal(syscall.ENOSPC, 0, diskFull),
		equal(syscall.EDQUOT, 0, diskFull),
		equal(syscall.ENOTDIR, 0, "a file has the name of a folder: move it away"),
		equal(syscall.EROFS, 0, "the file system is mounted read-only"),
		equal(fs.ErrPermission, 0, "check who may read and write the workspace: ls -la"),
	}
}

const diskFull = "free some space and try again; nothing of the agent's was changed"
