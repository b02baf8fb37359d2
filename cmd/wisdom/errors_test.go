package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/backups"
	"wisdom/cmd/wisdom/settings"
	"wisdom/inject/brief"
	"wisdom/inject/hook"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// Every kind of error ends with its code and names the way on, also where it is wrapped
// or joined with another one. testdata/errors.txt lists them.
func TestErrors(t *testing.T) {
	ollama, other := llm.Place{Engine: llm.Ollama, Name: "h:1"}, llm.Place{Engine: llm.OpenAI, Name: "h:1"}
	stale := &review.StaleError{Draft: "d1", Path: "AGENTS.md"}
	var got strings.Builder
	soul := workspacetest.NewMemory(map[workspace.Path]string{lint.SoulFile: "# Me\n"})
	a := &deps{
		program: "wisdom", dir: "/ws", fsys: soul, settings: settings.Default(),
		streams: streams{getenv: func(string) string { return "" }},
	}
	a.paths.Initiative = "initiatives/x"
	for _, err := range []error{
		errors.New("plain"), statusError(1), context.Canceled,
		&hintedError{&review.NoDraftError{}, "this way"},
		&lint.SoulError{Message: "m", Hint: "h"}, &lint.SecretError{},
		&collect.NoSourceError{}, &pipeline.NoToolsError{},
		&review.NoDraftError{}, &review.NoDraftError{ID: "d1"},
		&backups.NoGenerationError{}, &backups.NoGenerationError{Newest: 2},
		&workspace.LockedError{}, &backups.NewerError{}, &backups.UnfinishedError{Err: errors.New("x")},
		&llm.LateError{Setting: "model.timeout", Limit: time.Minute},
		&llm.UnreachableError{Place: ollama, Err: syscall.ECONNREFUSED},
		&llm.UnreachableError{Place: other, Err: errors.New("x")},
		&llm.UnreachableError{Place: llm.Place{Engine: llm.Command, Name: "c"}, Err: errors.New("x")},
		&llm.MissingError{Model: "m", Place: ollama}, &llm.MissingError{Model: "m", Place: other, Others: []string{"o"}},
		&llm.RemoteError{}, &llm.ServerError{Place: ollama, Err: errors.New("x")},
		&llm.ServerError{Place: other, Login: true, Err: errors.New("x")},
		&review.NotReviewerError{}, stale,
		&review.ItemError{}, &review.ItemError{Draft: "d1", Item: "e1"},
		&review.InvalidError{Findings: []lint.Finding{{Rule: lint.RuleSectionBudget}}},
		&review.ShrinkError{Path: "SOUL.md"}, errors.Join(stale, &review.ShrinkError{Path: "SOUL.md"}),
		&review.EditedError{Path: "p"}, &review.EditedError{Path: "p", Draft: "d1"},
		&review.EditedError{Path: "p", Draft: "d1", Waits: true},
		hook.ErrNoHost, hook.ErrNoNode, &hook.SettingsError{Reason: "r", Hint: "h"},
		&hook.RecordError{}, &hook.HostError{},
		&brief.NoSoulError{}, &brief.TooLargeError{Total: 3000}, &brief.TooLargeError{Total: 1 << 20},
		&brief.UnknownError{}, &brief.UnknownError{ID: "c1"}, &workspace.NotOursError{},
		&lesson.DamagedError{}, &review.LogError{}, &review.DamagedError{}, &workspace.ChangedError{},
		&backups.DamagedError{Path: ".wisdom/objects/x", Err: errors.New("x")},
		&backups.DamagedError{Path: ".wisdom/generations/1.json", Err: errors.New("x")},
		&workspace.ReadOnlyError{Path: "SOUL.md"}, &workspace.NotRegularError{Path: ".wisdom/log"},
		&workspace.NotRegularError{Path: "SOUL.md"},
		syscall.ENOSPC, syscall.ENOTDIR, syscall.EROFS, fs.ErrPermission,
	} {
		wrapped := fmt.Errorf("wrapped: %w", err)
		code, hint := codeOf(wrapped), a.hintFor(wrapped)
		fmt.Fprintf(&got, "%T\n  %d %s\n", err, code, hint)
	}
	const file = "testdata/errors.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
	}
	if want, err := os.ReadFile(file); err != nil || got.String() != string(want) {
		t.Errorf("%s is otherwise (%v); -update writes what it is now:\n%s", file, err, got.String())
	}
}

// The way on from a broken rule once named --items and review edit also where there
// was no draft.
func TestHintForABrokenRuleWithoutADraft(t *testing.T) {
	for _, rule := range []string{lint.RuleToolsProse, lint.RuleToolsBudget, lint.RuleSectionBudget} {
		a := &deps{fsys: workspacetest.NewMemory(nil)}
		hint := a.hintFor(&review.InvalidError{Findings: []lint.Finding{{Rule: rule, Severity: lint.Error}}})
		assert.Truef(t, hint != "" && !strings.Contains(hint, "--items") && !strings.Contains(hint, "edit"),
			"%s: hint %q", rule, hint)
	}
}
