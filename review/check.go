package review

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// restoring is the way on where .wisdom is damaged, or cannot be read.
func restoring(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return "another user made it, such as root: sudo chown -R \"$(id -un)\" " + string(backups.Home)
	}
	return "restore .wisdom from your own backup; the agent's files are not touched"
}

// Check is lint.Files and what only backups and the log know: that both are whole, that every generation in the log
// exists, what TOOLS_COMPACT.md was made from, and what a reviewer rejected.
func Check(ctx context.Context, fsys workspace.FS, opts lint.Options) ([]lint.Finding, error) {
	log, unread := ReadLog(fsys)
	if unread == nil {
		refusals := log.Refusals()
		rejects := func(kind ItemKind, name, text string) bool {
			return slices.ContainsFunc(refusals, func(r Refusal) bool { return r.Covers(kind, name, text, nil) })
		}
		opts.RejectedLine = func(text string) bool { return rejects(AddLine, "", text) }
		opts.RejectedFact = func(label, value string) bool { return rejects(AddFact, label, value) }
	}
	files := &lint.Report{Options: opts}
	if err := files.AddFiles(ctx, fsys); err != nil {
		return nil, err
	}
	generations, lost := backups.Generations(fsys)
	if lost != nil {
		files.Add(lint.RuleBackup, backups.Home, 0, restoring(lost), "%v", lost)
	}
	if _, _, err := Triggers(fsys, nil); err != nil {
		files.Add(lint.RuleBackup, section.TriggersFile, 0, "delete it, or wisdom rollback --file "+
			string(section.TriggersFile), "no call is reminded of a rule: %v", err)
	}
	if err := checkBackups(ctx, fsys, generations, files); err != nil {
		return nil, err
	}
	report := &lint.Report{Options: opts, Findings: files.Sorted()}
	if unread != nil {
		report.Add(lint.RuleBackup, LogFile, 0, restoring(unread), "%v", unread)
		return report.Findings, ctx.Err()
	}
	if err := log.reportDamage(fsys, report); err != nil {
		return nil, err
	}
	if err := log.hintAtPending(ctx, fsys, report.Findings, opts); err != nil {
		return nil, err
	}
	log.hintAtReopening(report.Findings)
	if err := checkTools(ctx, fsys, log, report); err != nil {
		return nil, err
	}
	if lost == nil {
		for _, missing := range log.Missing(generations) {
			report.Add(lint.RuleBackup, backups.Home, 0, restoring(missing), "%v", missing)
		}
	}
	return report.Findings, ctx.Err()
}

// reportDamage names damaged lines of the log, and the file that keeps them until a person has looked at it.
func (l *Log) reportDamage(fsys workspace.FS, r *lint.Report) error {
	for _, damage := range l.Damage() {
		hint := "the next command that writes moves it to " + string(DamagedFile) + "; then decide again: wisdom review"
		r.Add(lint.RuleBackup, LogFile, damage.Line, hint, "%v", damage.Err)
	}
	kept, err := workspace.Exists(fsys, DamagedFile)
	if kept {
		r.Add(lint.RuleBackup, DamagedFile, 0, "decide again on what is pending, wisdom review, and delete the file",
			"it keeps damaged lines of the log: what they decided is not known")
	}
	return err
}

// checkBackups checks that no promotion is unfinished, that the generations hold what they should, and that the
// baseline was kept before the first promotion.
func checkBackups(ctx context.Context, fsys workspace.FS, all []backups.Generation, r *lint.Report) error {
	if pending, err := backups.Pending(fsys); err == nil && pending {
		r.Add(lint.RuleJournal, backups.Home, 0, "the next writing command finishes it: wisdom status",
			"a promotion is unfinished")
	}
	for _, problem := range backups.Verify(ctx, fsys, all, nil) {
		r.Add(lint.RuleBackup, backups.Home, 0, restoring(problem), "%v", problem)
	}
	if r.Options.Baseline == "" || len(all) < 2 {
		return nil
	}
	kept, err := workspace.Exists(fsys, r.Options.Baseline)
	if err == nil && !kept {
		r.Add(lint.RuleBaseline, r.Options.Baseline, 0,
			"only a comparison needs it: wisdom init --baseline FILE keeps what the host says now",
			"there is no record of what a session loaded before the first promotion")
	}
	return err
}

// hintAtReopening names the way to a section where there is none because its entries were rejected: a run proposes
// neither these nor a section of nothing but the required entry.
func (l *Log) hintAtReopening(findings []lint.Finding) {
	isAbsent := func(f lint.Finding) bool { return f.Rule == lint.RuleSection && f.Hint == lint.HintRun }
	at := slices.IndexFunc(findings, isAbsent)
	refusals := slices.DeleteFunc(l.Refusals(), func(r Refusal) bool { return !r.Item.InSection() })
	if at < 0 || len(refusals) == 0 {
		return
	}
	var items []string
	for _, r := range refusals {
		if r.Draft == refusals[0].Draft {
			items = append(items, r.Item.ID)
		}
	}
	slices.SortFunc(items, byNumber)
	findings[at].Hint = "wisdom review reopen " + refusals[0].Draft + " --items " + strings.Join(items, ",") +
		" allows again what was rejected of it, then wisdom run"
}

// aboutBackups are the rules of checkBackups: no draft proposes anything about them.
var aboutBackups = []string{lint.RuleBackup, lint.RuleJournal, lint.RuleBaseline}

// hintAtPending sends the reader of findings that the pending draft would mend to the review: what init or a run would
// propose is proposed already.
func (l *Log) hintAtPending(ctx context.Context, fsys workspace.FS, findings []lint.Finding, opts lint.Options) error {
	if len(findings) == 0 {
		return nil
	}
	dry, err := Previewed(fsys, l)
	if dry == nil || err != nil {
		return nil //nolint:nilerr // approve says so
	}
	after, err := lint.Files(ctx, dry, opts)
	if err != nil {
		return err
	}
	for i, f := range findings {
		is := func(a lint.Finding) bool { return a.Path == f.Path && sameProblem(a, f) }
		if !slices.ContainsFunc(after, is) && !slices.Contains(aboutBackups, f.Rule) {
			findings[i].Hint = "wisdom review: approving the pending draft fixes this"
		}
	}
	return nil
}
