package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"wisdom/cmd/wisdom/settings"
	"wisdom/pipeline"
	"wisdom/pipeline/llm"
	"wisdom/prompts"
)

// runTimeout is how long all requests of a run may take together. The next run goes on where one ends.
const runTimeout = 2 * time.Hour

// modelOptions select the model and its time limits: the command of the settings; or the model of the flag or of the
// settings, by the program of a preset, or on the server of the settings or of $OLLAMA_HOST.
func modelOptions(a *deps, name string) (llm.Options, error) {
	s := a.settings.Model
	opts := llm.Options{
		API: s.API, Command: slices.Clone(s.Command), TempDir: os.TempDir(), Name: cmp.Or(name, s.Name), Host: s.Host,
		Timeout: a.settings.RequestTimeout(), RunTimeout: runTimeout, Context: s.Context,
		AllowRemote: s.AllowRemote, Now: a.now, Progress: a.progress(),
	}
	preset := llm.PresetOf(s.API)
	switch {
	case preset.Program != "":
		opts.Command = preset.Command(opts.Name, s.Agent)
	case len(opts.Command) > 0 && name != "":
		return opts, hinted("name the model in the command: [model] command",
			"--model cannot be used with the command in %s, which chooses its own model", settings.File)
	case len(opts.Command) > 0:
		// A path is one from the workspace, as all paths of the settings are.
		if program := opts.Command[0]; filepath.Base(program) != program && !filepath.IsAbs(program) {
			opts.Command[0] = filepath.Join(a.dir, program)
		}
	case s.KeyEnv != "":
		if opts.Key = a.getenv(s.KeyEnv); opts.Key == "" {
			return opts, hinted("set it: export "+s.KeyEnv+"=...; or correct [model] key_env",
				"the environment has no $%s, which %s names for the key of the model server", s.KeyEnv, settings.File)
		}
	case s.API == llm.Ollama && s.Host == "":
		opts.Host = a.getenv("OLLAMA_HOST")
		if _, err := llm.ParseHost(opts.Host); err != nil {
			return opts, fmt.Errorf("$OLLAMA_HOST: %w", err)
		}
	}
	return opts, nil
}

// firstModel is modelOptions for a command that looks at one model only: without a name, the one that a run would ask
// first.
func firstModel(ctx context.Context, a *deps, name string) (llm.Options, error) {
	settings, err := modelOptions(a, name)
	if err != nil || settings.IsNamed() {
		return settings, err
	}
	var opts pipeline.Options
	if err := addModel(ctx, a, &opts, &runOptions{engine: pipeline.Model}); err != nil {
		return settings, err
	}
	names, err := pipeline.Installed(ctx, a.fsys, opts)
	if err == nil && len(names) > 0 {
		settings.Name = names[0]
	}
	return settings, nil // whoever connects says what is missing
}

// prompts reads the prompts that the settings name.
func promptSet(a *deps) (*prompts.Set, error) {
	set, err := prompts.Read(a.fsys, a.settings.Paths.Prompts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", settings.File, err)
	}
	return set, nil
}
