package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/cmd/wisdom/settings"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// modelCLI is the program of a model, for scripts: it writes its first argument, or
// fails with it where a second one is there.
func modelCLI() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	if len(os.Args) > 2 {
		fmt.Fprintln(os.Stderr, os.Args[1])
		os.Exit(1)
	}
	fmt.Println(os.Args[1])
}

// Doctor asks an OpenAI-compatible server the same questions as Ollama.
func TestDoctorAsksAnOpenAIServer(t *testing.T) {
	server := fake.Start(func(r fake.Request) fake.Reply {
		if !strings.Contains(string(r.Format), `"same"`) {
			return fake.Reply{Text: "no schema came"}
		}
		return fake.Reply{Text: `{"same": [1, 2]}`}
	}, small)
	defer server.Close()
	dir := t.TempDir()
	put(t, dir, "SOUL.md", "# Soul\n\nMe.\n")
	put(t, dir, "wisdom.toml", "[model]\napi = \"openai\"\nhost = \""+server.URL+"\"\nname = \"tiny:latest\"\n")
	code, out, talk := wisdom(t, dir, "", "doctor")
	for _, want := range []string{
		"ok    server    OpenAI API at " + server.URL + "/v1",
		"ok    model     tiny:latest", "ok    context   4096 tokens for 0 lessons, taken as given",
		"ok    answers   structured",
	} {
		assert.Containsf(t, out, want, "no %q in\n%s", want, out)
	}
	if calls := server.Calls(); code != exitDone || calls["/v1/chat/completions"] != 1 || calls["/api/generate"] != 0 {
		t.Errorf("exit %d, %v:\n%s", code, calls, talk)
	}
}

// A draft of which lessons went somewhere says where.
func TestReviewSaysWhereLessonsWereSent(t *testing.T) {
	dir := noted(t, notes)
	a := &deps{
		streams: world(nil, nil, ""),
		flags:   globalFlags{workspace: dir, now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)},
	}
	require.NoError(t, a.open())
	defer a.close()
	opts := a.options()
	opts.Engine = pipeline.BuiltIn
	err := a.locked(context.Background(), opts.Review, func(log *review.Log) error {
		result, err := pipeline.Run(context.Background(), a.fsys, log, opts)
		if err != nil {
			return err
		}
		result.Proposal.SentTo = "http://127.0.0.1:8080/v1 (OpenAI API, model tiny)"
		_, err = review.Stage(context.Background(), a.fsys, log, result.Proposal, opts.Review)
		return err
	})
	require.NoError(t, err)
	const want = "lessons were sent to http://127.0.0.1:8080/v1 (OpenAI API, model tiny)\n"
	code, out, talk := wisdom(t, dir, "", "review", "show")
	assert.Truef(t, code == exitDone && strings.Contains(out, "\n"+want), "exit %d: no %q in\n%s%s", code, want, out, talk)
	if code, out, _ := wisdom(t, dir, "", "review", "show", "--json"); code != exitDone ||
		!strings.Contains(out, `"sent_to": "http://127.0.0.1:8080/v1 (OpenAI API, model tiny)"`) {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

// A key of the environment reaches the server, a relative path of a command is one
// from the workspace, and arguments are never shown: they may hold a key.
func TestModelOptions(t *testing.T) {
	dir := t.TempDir()
	a := &deps{streams: streams{getenv: func(name string) string {
		return map[string]string{"MY_KEY": "k-123", "OLLAMA_HOST": "127.0.0.1:1"}[name]
	}, now: time.Now}, dir: dir}
	read := func(text string) {
		t.Helper()
		var err error
		a.settings, err = settings.Read(workspacetest.NewMemory(map[workspace.Path]string{settings.File: text}))
		require.NoError(t, err)
	}
	read("[model]\napi = \"openai\"\nhost = \"127.0.0.1:8080\"\nkey_env = \"MY_KEY\"\n")
	if opts, err := modelOptions(a, "x"); err != nil || opts.Key != "k-123" || opts.Host != "127.0.0.1:8080" ||
		opts.Name != "x" {
		t.Errorf("%+v, %v", opts, err)
	}
	read("[model]\ncommand = [\"bin/llm\", \"--key\", \"k-123\"]\n")
	opts, err := modelOptions(a, "")
	if err != nil || opts.Command[0] != filepath.Join(dir, "bin/llm") || a.settings.Model.Command[0] != "bin/llm" ||
		opts.Host != "" {
		t.Errorf("%+v, %v", opts, err)
	}
	if _, err := modelOptions(a, "x"); err == nil || strings.Contains(err.Error(), "k-123") {
		t.Errorf("--model with a command: %v", err)
	}
	read("[model]\napi = \"openclaw\"\nagent = \"ada\"\n")
	if opts, err := modelOptions(a, ""); err != nil || !slices.Equal(opts.Command,
		llm.PresetOf("openclaw").Command("", "ada")) {
		t.Errorf("the program's own model: %q, %v", opts.Command, err)
	}
	if opts, err := modelOptions(a, "ollama/x"); err != nil || !slices.Equal(opts.Command,
		llm.PresetOf("openclaw").Command("ollama/x", "ada")) {
		t.Errorf("a model of it: %q, %v", opts.Command, err)
	}
	read("[model]\ncommand = [\"llm\"]\n")
	if opts, err := modelOptions(a, ""); err != nil || opts.Command[0] != "llm" {
		t.Errorf("%+v, %v", opts, err)
	}
}
