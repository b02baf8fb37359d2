package review

import (
	"context"
	"slices"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review/lint"
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
