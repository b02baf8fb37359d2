package review

import (
	"context"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/review/lint"
)

// Check is lint.Workspace and what only the log knows: that it is whole, that
// every generation it tells of is there, and what TOOLS_COMPACT.md was made from.
func Check(ctx context.Context, fsys workspace.FS, opts lint.Options) ([]lint.Finding, error) {
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
	log, err := ReadLog(fsys)
	if err != nil {
		report(LogFile, err.Error())
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
