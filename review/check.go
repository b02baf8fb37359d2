package review

import (
	"context"
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// Check is lint.Workspace and what only the log knows: that it is whole, that
// every generation it tells of is there, what TOOLS_COMPACT.md was made from, and
// what a reviewer rejected.
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
	findings, err := lint.Workspace(ctx, fsys, opts)
	if err != nil {
		return nil, err
	}
	report := func(p workspace.Path, message string) {
		if severity := opts.Of(lint.RuleBackup); severity != "" {
			findings = append(findings, lint.Finding{
				Rule: lint.RuleBackup, Severity: severity, Path: string(p), Message: message,
				Hint: "restore .wisdom from your own backup; the agent's files are not touched",
			})
		}
	}
	if unread != nil {
		report(LogFile, unread.Error())
		return findings, nil
	}
	tools, err := checkTools(ctx, fsys, log, opts)
	if err != nil {
		return nil, err
	}
	if err := log.hintAtPending(ctx, fsys, findings, opts); err != nil {
		return nil, err
	}
	findings = append(findings, tools...)
	all, err := backups.Generations(fsys)
	if err != nil {
		return findings, nil // lint.Workspace has said so
	}
	for _, missing := range log.Missing(all) {
		report(backups.Home, missing.Error())
	}
	return findings, ctx.Err()
}

// hintAtPending sends the reader of findings that the pending draft would mend to the
// review: what init or a run would propose is proposed already. A draft whose files
// changed since gives no such hint.
func (l *Log) hintAtPending(ctx context.Context, fsys workspace.FS, findings []lint.Finding, opts lint.Options) error {
	id := l.Waiting()
	if id == "" || len(findings) == 0 {
		return nil
	}
	d, err := l.Load(fsys, id)
	if err != nil {
		return nil //nolint:nilerr // a lost draft mends nothing, and other commands say so
	}
	if current, err := d.isCurrent(fsys, d.Items); err != nil || !current {
		return err
	}
	files, err := d.Files(d.All())
	if err != nil {
		return nil //nolint:nilerr // approve says so
	}
	dry := workspace.NewDryRun(fsys)
	for _, f := range files {
		if f.Content == nil {
			continue
		}
		if err := workspace.Replace(dry, f.Path, f.Content, 0o644); err != nil {
			return nil //nolint:nilerr // it could not be promoted so
		}
	}
	after, err := lint.Files(ctx, dry, opts)
	if err != nil {
		return err
	}
	for i, f := range findings {
		stays := slices.ContainsFunc(after, func(a lint.Finding) bool {
			return a.Rule == f.Rule && a.Path == f.Path && withoutDigits(a.Message) == withoutDigits(f.Message)
		})
		// A draft proposes nothing about backups and the journal.
		if !stays && f.Rule != lint.RuleBackup && f.Rule != lint.RuleJournal {
			findings[i].Hint = "wisdom review: the pending draft mends this"
		}
	}
	return nil
}
