package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"wisdom/pipeline/llm"
	"wisdom/prompts"
)

// modelOptions say which model is asked: the command of the settings; or the model of
// the flag or of the settings, on the server of the settings or of $OLLAMA_HOST.
func (a *app) modelOptions(name string) (llm.Options, error) {
	s := a.settings.Model
	opts := llm.Options{
		API: s.API, Command: slices.Clone(s.Command), TempDir: os.TempDir(), Name: cmp.Or(name, s.Name), Host: s.Host,
		Timeout: duration(s.Timeout), RunTimeout: duration(s.RunTimeout), Context: s.Context,
		AllowRemote: s.AllowRemote, Now: a.now, Progress: a.progress(),
	}
	switch {
	case len(opts.Command) > 0 && name != "":
		return opts, &hintedError{
			fmt.Errorf("--model is given, and the command of %s chooses its own model", settingsFile),
			"name the model in the command: [model] command",
		}
	case len(opts.Command) > 0:
		// A path is one from the workspace, as all paths of the settings are.
		if program := opts.Command[0]; strings.ContainsAny(program, "/"+string(filepath.Separator)) &&
			!filepath.IsAbs(program) {
			opts.Command[0] = filepath.Join(a.dir, program)
		}
	case s.KeyEnv != "":
		if opts.Key = a.getenv(s.KeyEnv); opts.Key == "" {
			return opts, &hintedError{
				fmt.Errorf("the environment has no $%s, which %s names for the key of the model server", s.KeyEnv, settingsFile),
				"set it: export " + s.KeyEnv + "=...; or correct [model] key_env",
			}
		}
	case s.API == llm.Ollama && s.Host == "":
		opts.Host = a.getenv("OLLAMA_HOST")
		if _, err := llm.ParseHost(opts.Host); err != nil {
			return opts, fmt.Errorf("$OLLAMA_HOST: %w", err)
		}
	}
	return opts, nil
}

// prompts reads the prompts that the settings name.
func (a *app) prompts() (*prompts.Set, error) {
	set, err := prompts.Read(a.fsys, a.settings.Paths.Prompts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", settingsFile, err)
	}
	return set, nil
}

// duration is for settings that were checked when they were read.
func duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d
}

// modelHint is the way on after an error of the model or its server, or "".
func modelHint(err error) string {
	var (
		late    *llm.LateError
		gone    *llm.UnreachableError
		missing *llm.MissingError
		remote  *llm.RemoteError
		refused *llm.ServerError
	)
	switch {
	case errors.As(err, &late):
		return "give it more time in wisdom.toml: [model] " + strings.TrimPrefix(
			late.Setting,
			"model.",
		) + " = \"" + (2 * late.Limit).String() + "\"; or take a smaller model"
	case errors.As(err, &gone):
		return goneHint(gone) + "; or go without a model: --engine builtin"
	case errors.As(err, &missing):
		return missingHint(missing) + "; or go without a model: --engine builtin"
	case errors.As(err, &refused):
		return refusedHint(refused) + "; or go without one: --engine builtin"
	case errors.As(err, &remote):
		return "take a model that runs here, or allow it in wisdom.toml: [model] allow_remote = true"
	}
	return ""
}

// goneHint is the way on where no model answers.
func goneHint(err *llm.UnreachableError) string {
	down := errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, fs.ErrNotExist) // no socket
	switch {
	case err.Place.Engine == llm.Command:
		return "run it by hand to see what it says, or name another in wisdom.toml: [model] command"
	case err.Place.Engine == llm.OpenAI && down:
		return "start it, or correct its address in wisdom.toml: [model] host"
	case err.Place.Engine == llm.OpenAI:
		return "see what its log says and try again, or correct its address in wisdom.toml: [model] host"
	case down:
		return "start it: ollama serve"
	}
	return "see what its log says and try again, or start it anew: ollama serve"
}

// missingHint is the way on where the server has other models.
func missingHint(err *llm.MissingError) string {
	others := strings.Join(err.Others, " or --model ")
	switch {
	case err.Place.Engine == llm.Ollama && others == "":
		return "ollama pull " + err.Model
	case err.Place.Engine == llm.Ollama:
		return "ollama pull " + err.Model + "; or take one that is there: --model " + others
	case others == "":
		return "load it there"
	}
	return "load it there; or take one that is there: --model " + others + ", or [model] name in wisdom.toml"
}

// refusedHint is the way on where asking again does not help.
func refusedHint(err *llm.ServerError) string {
	switch {
	case err.Place.Engine == llm.Command:
		return "install it, or correct its name in wisdom.toml: [model] command"
	case err.Place.Engine == llm.OpenAI && err.Login:
		return "name the environment variable that holds the key in wisdom.toml: [model] key_env"
	case err.Place.Engine == llm.OpenAI:
		return "take another model: --model NAME, or correct the address in wisdom.toml: [model] host"
	}
	return "take another model: --model NAME"
}
