package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"wisdom/pipeline/distill/ollama"
	"wisdom/prompts"
)

// modelOptions say which model is asked: that of the flag or of the settings, on
// the server of the settings or of $OLLAMA_HOST.
func (a *app) modelOptions(name string) (ollama.Options, error) {
	s := a.settings.Model
	if name == "" {
		name = s.Name
	}
	host := s.Host
	if host == "" {
		host = a.getenv("OLLAMA_HOST")
		if _, err := ollama.ParseHost(host); err != nil {
			return ollama.Options{}, fmt.Errorf("$OLLAMA_HOST: %w", err)
		}
	}
	return ollama.Options{
		Name: name, Host: host, Timeout: duration(s.Timeout), RunTimeout: duration(s.RunTimeout), Context: s.Context,
		AllowRemote: s.AllowRemote, Now: a.now, Progress: a.progress(),
	}, nil
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
		late    *ollama.LateError
		gone    *ollama.UnreachableError
		missing *ollama.MissingError
		remote  *ollama.RemoteError
		refused *ollama.ServerError
	)
	switch {
	case errors.As(err, &late):
		return "give it more time in wisdom.toml: [model] " + strings.TrimPrefix(late.Setting, "model.") + " = \"" + (2 * late.Limit).String() + "\"; or take a smaller model"
	case errors.As(err, &gone) && errors.Is(err, syscall.ECONNREFUSED):
		return "start it: ollama serve; or go without a model: --engine builtin"
	case errors.As(err, &gone):
		return "see what its log says and try again, or start it anew: ollama serve; or go without a model: --engine builtin"
	case errors.As(err, &missing):
		hint := "ollama pull " + missing.Model
		if len(missing.Others) > 0 {
			hint += "; or take one that is there: --model " + strings.Join(missing.Others, " or --model ")
		}
		return hint + "; or go without a model: --engine builtin"
	case errors.As(err, &refused):
		return "take another model: --model NAME; or go without one: --engine builtin"
	case errors.As(err, &remote):
		return "take a model that runs here, or allow it in wisdom.toml: [model] allow_remote = true"
	}
	return ""
}

// progress shows how requests go on: in place on a terminal, else in a line each.
func (a *app) progress() func(ollama.Progress) {
	if a.flags.quiet {
		return nil
	}
	if !a.inPlace {
		return func(p ollama.Progress) {
			if p.Done {
				a.talk("%s", progressLine(p))
			}
		}
	}
	var shown time.Time
	return func(p ollama.Progress) {
		now := a.now()
		if !p.Done && now.Sub(shown) < 100*time.Millisecond {
			return
		}
		shown, a.line = now, true
		fmt.Fprintf(a.err, clearLine+"wisdom: %s", progressLine(p))
		if p.Done {
			shown, a.line = time.Time{}, false // the next one shows at once
			fmt.Fprint(a.err, clearLine)
		}
	}
}

// clearLine goes back to the beginning of a line of the terminal and empties it.
const clearLine = "\r\x1b[K"

// progressLine fits into 80 columns.
func progressLine(p ollama.Progress) string {
	line := fmt.Sprintf("%s, request %d of %d", map[string]string{"find": "finding practices", "assign": "assigning lessons", "word": "wording", "verify": "verifying"}[p.What], p.Request, p.Of)
	if p.Again {
		line += " again"
	}
	if p.Cached {
		return line + ": known already"
	}
	line += ": " + plural(p.Tokens, "token")
	if p.PerSecond > 0 {
		line += fmt.Sprintf(", %.0f a second", p.PerSecond)
	}
	if left := p.Left.Round(time.Second); left > 0 {
		line += fmt.Sprintf(", %v left", left)
	}
	return line
}
