package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/cmd/wisdom/terminal"
	"wisdom/inject/brief"
	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/review"
	"wisdom/review/ledger"
	"wisdom/review/lint"
)

// The exit codes. They are part of the contract; an unknown code is a failure.
const (
	exitDone        = 0
	exitFindings    = 1
	exitTrouble     = 2
	exitNothing     = 10
	exitLocked      = 11
	exitStale       = 12
	exitModel       = 13
	exitUnfinished  = 14
	exitDamaged     = 15
	exitInterrupted = 130
)

// meanings are the lines of EXIT STATUS in every help text.
var meanings = map[int]string{
	exitDone:        "success",
	exitFindings:    "findings, differences, or a pending draft",
	exitTrouble:     "wrong usage or an error",
	exitNothing:     "nothing to act on: no source, no draft, no generation",
	exitLocked:      "another run is at work in the workspace",
	exitStale:       "a file changed after the draft or generation was created",
	exitModel:       "the model cannot be reached or is not there",
	exitUnfinished:  "an unfinished promotion could not be finished",
	exitDamaged:     "a backup is damaged",
	exitInterrupted: "interrupted",
}

// statusError ends a command with a code and without a message: what there is to
// say was printed.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// hintedError adds the way on to an error.
type hintedError struct {
	err  error
	hint string
}

func (e *hintedError) Error() string { return e.err.Error() }

func (e *hintedError) Unwrap() error { return e.err }

// codeOf is the exit code for an error.
func codeOf(err error) int {
	var (
		status     statusError
		noSource   *collect.NoSourceError
		noTools    *pipeline.NoToolsError
		noDraft    *review.NoDraftError
		noBackup   *backups.NoGenerationError
		noEntry    *noEntryError
		noHook     *notInstalledError
		noSoul     *brief.NoSoulError
		noContext  *brief.UnknownError
		locked     *workspace.LockedError
		stale      *review.StaleError
		clash      *review.ClashError
		edited     *review.EditedError
		changed    *workspace.ChangedError
		newer      *backups.NewerError
		unfinished *backups.UnfinishedError
		damaged    *backups.DamagedError
		gone       *llm.UnreachableError
		missing    *llm.MissingError
		remote     *llm.RemoteError
		refused    *llm.ServerError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &unfinished):
		return exitUnfinished
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &noSource),
		errors.As(err, &noTools),
		errors.As(err, &noDraft),
		errors.As(err, &noBackup),
		errors.As(err, &noEntry),
		errors.Is(err, hook.ErrNoHost),
		errors.Is(err, hook.ErrNoNode),
		errors.As(err, &noHook),
		errors.As(err, &noSoul),
		errors.As(err, &noContext):
		return exitNothing
	case errors.As(err, &gone), errors.As(err, &missing), errors.As(err, &remote), errors.As(err, &refused):
		return exitModel
	case errors.As(err, &locked):
		return exitLocked
	case errors.As(err, &stale),
		errors.As(err, &clash),
		errors.As(err, &edited),
		errors.As(err, &changed),
		errors.As(err, &newer):
		return exitStale
	case errors.As(err, &damaged):
		return exitDamaged
	}
	return exitTrouble
}

// hintFor is the way on after an error, or "".
func (a *app) hintFor(err error) string {
	var (
		hinted     *hintedError
		setting    *settings.Error
		soul       *lint.SoulError
		secret     *lint.SecretError
		noSource   *collect.NoSourceError
		noDraft    *review.NoDraftError
		noBackup   *backups.NoGenerationError
		locked     *workspace.LockedError
		newer      *backups.NewerError
		unfinished *backups.UnfinishedError
	)
	switch {
	case errors.As(err, &hinted):
		return hinted.hint
	case errors.As(err, &setting):
		return a.settingsHint()
	case modelHint(err) != "":
		return modelHint(err)
	case errors.As(err, &soul):
		return soul.Hint
	case errors.As(err, &secret):
		return "take it out, and change it where it is used; if it is none, set [lint] secret = \"warning\" in wisdom.toml"
	case errors.As(err, &noSource):
		return "write lessons into one of them, or name others in wisdom.toml: [sources] include = [\"notes/*.md\"]"
	case errors.As(err, &noDraft) && noDraft.ID == "":
		return a.command("run")
	case errors.As(err, &noDraft):
		return a.command("review list")
	case errors.As(err, &noBackup) && noBackup.Newest > 0:
		return a.command("backups list")
	case errors.As(err, &noBackup):
		return a.command("status")
	case errors.As(err, &locked):
		return "wait until it ends, or find it with ps"
	case errors.As(err, &newer):
		return "the lines with - would be lost; --force backs them up first, and another rollback restores them"
	case errors.As(err, &unfinished):
		return "repair what is named, then let " + a.command(
			"run",
		) + " finish it; the old content is in " + string(
			a.paths.Initiative,
		) + "/backups"
	}
	return cmp.Or(a.reviewHint(err), a.hookHint(err), a.contextHint(err), a.stateHint(err))
}

// settingsHint is the way on where the settings cannot be read.
func (a *app) settingsHint() string {
	return fmt.Sprintf(
		"correct %s, or move it away to use the defaults; %s, status and backups work without it",
		settings.File,
		a.command("rollback"),
	)
}

// reviewHint is the way on where a draft cannot be decided or put in place so, or "".
func (a *app) reviewHint(err error) string {
	var (
		notReviewer *review.NotReviewerError
		stale       *review.StaleError
		edited      *review.EditedError
		clash       *review.ClashError
		shrinks     *review.ShrinkError
		item        *review.ItemError
		invalid     *review.InvalidError
	)
	switch {
	case errors.As(err, &notReviewer):
		return "name one of them: --reviewer NAME; or exclude the item: --items"
	case errors.As(err, &stale) && stale.Mergeable():
		return a.command("review merge "+stale.Draft) + " keeps what was written there since then"
	case errors.As(err, &clash):
		return "choose an entry: --on-conflict draft, file or both; wisdom review asks on a terminal"
	case errors.As(err, &item):
		return a.itemHint(item)
	case errors.As(err, &invalid):
		return a.invalidHint(invalid)
	case errors.As(err, &shrinks):
		return "if that is what you want: --allow-shrink " + string(shrinks.Path)
	case errors.As(err, &stale):
		return a.command("run") + " creates a new draft from the current file"
	case errors.As(err, &edited) && !edited.Waits && edited.Draft != "":
		return "that draft is no longer pending: move your copy away, and make the same edit in the next one"
	case errors.As(err, &edited) && edited.Draft == "":
		return "move it away; wisdom writes a preview to that path"
	case errors.As(err, &edited):
		return a.command(
			"review edit --from-files",
		) + " uses your edit; or move your copy away to continue with the staged text"
	}
	return ""
}

// itemHint is the way on where a draft cannot be decided so.
func (a *app) itemHint(err *review.ItemError) string {
	log, d, unread := a.readDraft(err.Draft)
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
func (a *app) invalidHint(err *review.InvalidError) string {
	broken := err.Findings[0]
	log, unread := review.ReadLog(a.fsys)
	switch {
	case unread != nil || log.Waiting() == "":
		return a.command("run") + " stages what breaks no rule"
	case !lint.IsBudget(broken.Rule):
		return "exclude the item: --items; or reword it: " + a.command("review edit")
	case broken.Path == string(lookup.File):
		return "let it replace a longer fact, or approve fewer: --items; or reject some: " + a.command("review reject")
	}
	return "approve fewer items: --items; or shorten some: " + a.command("review edit")
}

// stateHint is the way on where a file is not what it should be.
func (a *app) stateHint(err error) string {
	var (
		damaged   *backups.DamagedError
		ledgerErr *ledger.DamagedError
		logErr    *review.LogError
		draftErr  *review.DamagedError
		irregular *workspace.NotRegularError
		readOnly  *workspace.ReadOnlyError
	)
	switch {
	case errors.As(err, &ledgerErr):
		return "remove the file; it is rebuilt from the drafts, and lessons that back no entry count as new"
	case errors.As(err, &logErr):
		return "restore .wisdom from your own backup, or move it away to start afresh; the agent's files are not touched"
	case errors.As(err, &draftErr):
		return a.command("run") + " stages a new one"
	case errors.As(err, &damaged) && damaged.IsManifest():
		return "restore it from your own backup, or move it away: the other generations can be used then; the agent's files are not touched"
	case errors.As(err, &damaged):
		return "restore .wisdom from your own backup; the agent's files are not touched"
	case errors.As(err, &readOnly):
		return "make it writable, chmod u+w " + quoted(
			filepath.Join(a.dir, string(readOnly.Path)),
		) + ", or add --force to approve, promote or rollback"
	case errors.As(err, &irregular) && irregular.Path.Within(backups.Home):
		return "wisdom did not create it: find out where it comes from, and remove it"
	case errors.As(err, &irregular):
		return "the host rejects links too: replace it with a copy of the file"
	}
	return systemHint(err)
}

// systemHint is the way on after trouble with the machine.
func systemHint(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free some space and try again; nothing of the agent's was changed"
	case errors.Is(err, syscall.ENOTDIR):
		return "a file has the name of a folder: move it away"
	case errors.Is(err, syscall.EROFS):
		return "the file system is mounted read-only"
	case errors.Is(err, fs.ErrPermission):
		return "check who may read and write the workspace: ls -la"
	}
	return ""
}

// report prints an error as people see it and returns the exit code.
func (a *app) report(err error) int {
	code := codeOf(err)
	var status statusError
	switch {
	case err == nil || errors.As(err, &status):
	case code == exitInterrupted:
		a.talk("interrupted")
	default:
		a.talk("%s", terminal.Printable(err.Error()))
		if hint := a.hintFor(err); hint != "" {
			a.talk("hint: %s", terminal.Printable(hint))
		}
	}
	return code
}
