package settings

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/inject/brief"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
)

// wrong finds a value that cannot be used.
func (s *Settings) wrong() (key, message string) {
	for _, check := range []func() (string, string){
		s.wrongNumber, s.wrongWord, s.wrongModel, s.wrongRequired, s.wrongPlace,
		s.Sessions.wrong, s.wrongContext, s.Accept.wrong, s.wrongRule,
	} {
		if key, message = check(); message != "" {
			break
		}
	}
	return key, message
}

func (s *Settings) wrongNumber() (key, message string) {
	for _, n := range []struct {
		key          string
		value, least int
	}{
		{"sources.lookback_days", s.Sources.LookbackDays, 0},
		{"budgets.section", s.Budgets.Section, 1},
		{"budgets.soul", s.Budgets.Soul, 1},
		{"budgets.tools", s.Budgets.Tools, 1},
		{"budgets.support", s.Budgets.Support, 1},
		{"model.context", s.Model.Context, 0},
		{"backups.keep_last", s.Backups.KeepLast, 1},
		{"schedule.min_new_lessons", s.Schedule.MinNewLessons, 1},
	} {
		if n.value < n.least {
			return n.key, fmt.Sprintf("%d is less than %d", n.value, n.least)
		}
	}
	return "", ""
}

func (s *Settings) wrongWord() (key, message string) {
	if d, err := time.ParseDuration(s.Model.Timeout); err != nil || d <= 0 {
		return "model.timeout", fmt.Sprintf("%q is no duration; write it like 10m or 90s", s.Model.Timeout)
	}
	if !regexp.MustCompile(`^\d{1,5}[dh]$`).MatchString(s.Review.MaxAge) {
		return "review.max_age", fmt.Sprintf("%q is no age; write it like 30d", s.Review.MaxAge)
	}
	if _, err := schedule.Zone(s.Schedule.Timezone, time.UTC); err != nil {
		return "schedule.timezone", err.Error()
	}
	if _, err := schedule.Parse(s.Schedule.Cron, time.UTC); err != nil {
		return "schedule.cron", err.Error()
	}
	return "", ""
}

var reVariable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// wrongModel finds what is wrong with the way to the model. A value that could be a key is not repeated.
func (s *Settings) wrongModel() (key, message string) {
	m, preset := s.Model, llm.PresetOf(s.Model.API)
	switch {
	case m.API != llm.Ollama && m.API != llm.OpenAI && preset.Program == "":
		known := llm.Ollama + ", " + llm.OpenAI
		for _, p := range llm.Presets() {
			known += ", " + p.Name
		}
		return "model.api", fmt.Sprintf("%q is none of %s", m.API, known)
	case len(m.Command) > 0 && m.Command[0] == "":
		return "model.command", "it names no program"
	case len(m.Command) > 0 && m.API != llm.Ollama:
		return "model.command", fmt.Sprintf("api = %q is set too, and lessons go to one of them: remove one", m.API)
	case len(m.Command) > 0 && m.Host != "":
		return "model.command", "host is set too, and lessons go to one of them: remove one"
	case preset.Program != "" && m.Host != "":
		return "model.host", fmt.Sprintf("api = %q is set too, a program, and lessons go to one of them: remove one", m.API)
	case m.Agent != "" && preset.Agent == "":
		return "model.agent", `only api = "openclaw" takes an agent`
	case m.KeyEnv != "" && m.API != llm.OpenAI:
		return "model.key_env", `only api = "openai" takes a key`
	case m.KeyEnv != "" && !reVariable.MatchString(m.KeyEnv):
		return "model.key_env", "it is no name of an environment variable; the key itself does not belong into this file"
	case m.API == llm.OpenAI && m.Host == "":
		return "model.api", `"openai" needs the address of the server: host = "http://127.0.0.1:8080"`
	}
	var err error
	if m.API == llm.OpenAI {
		_, _, err = llm.ParseBase(m.Host)
	} else {
		_, err = llm.ParseHost(m.Host)
	}
	if err != nil {
		return "model.host", err.Error()
	}
	return s.wrongEmbedding()
}

// wrongEmbedding finds what is wrong with the way to the embedding model.
func (s *Settings) wrongEmbedding() (key, message string) {
	host := s.Recall.EmbedHost
	if host != "" && s.Recall.Embed == "" {
		return "recall.embed_host", `it names a server, and recall.embed no model: embed = "multilingual-e5-small"`
	}
	if _, _, err := llm.ParseBase(host); host != "" && err != nil {
		return "recall.embed_host", err.Error()
	}
	return "", ""
}

// wrongRequired finds what keeps a translation from being the required entry.
func (s *Settings) wrongRequired() (key, message string) {
	text := s.Section.Required
	if text == "" {
		return "", ""
	}
	entry, ok := section.ParseEntry(text)
	content := section.Content{Header: section.Header{Date: time.DateOnly}, Entries: []string{text}}
	size := s.Budget().Tokens(content.Render("\n"))
	problems := lint.Entry(entry, s.Budget().Words)
	switch {
	case !ok || entry.String() != text:
		message = "it is not one entry; write it on one line, as **Name.** Text."
	case !lint.StandsIn(entry):
		message = "it must tell to read memory/ or MEMORY.md, or name both"
	case len(problems) > 0:
		message = problems[0].Message
	case size > s.Budgets.Section:
		message = fmt.Sprintf("it takes %d tokens with the heading, and budgets.section is %d", size, s.Budgets.Section)
	}
	return "section.required", message
}

// wrongPlace finds a path or pattern that cannot be used.
func (s *Settings) wrongPlace() (key, message string) {
	for _, place := range []struct{ key, message string }{
		{"paths.initiative", wrongPath(s.Paths.Initiative)},
		{"paths.queue", wrongPath(s.Paths.Queue)},
		{"sources.include", wrongPattern(s.Sources.Include)},
		{"sources.exclude", wrongPattern(s.Sources.Exclude)},
	} {
		if place.message != "" {
			return place.key, place.message
		}
	}
	if _, err := workspace.ParsePath(s.Paths.Prompts); err != nil && s.Paths.Prompts != "" {
		return "paths.prompts", err.Error()
	}
	for i, extra := range s.Sources.Extra {
		_, err := workspace.ParsePath(extra.Name)
		if err != nil || extra.Dir == "" || strings.ContainsAny(extra.Name, ":/\\") {
			return "sources.extra", fmt.Sprintf("number %d needs a name without \":\" and \"/\", and a dir", i+1)
		}
		if message := wrongPattern(extra.Include); message != "" {
			return "sources.extra.include", message
		}
	}
	return "", ""
}

// wrongContext finds a section that no block has, or a pattern that cannot be used.
func (s *Settings) wrongContext() (key, message string) {
	for _, name := range slices.Sorted(maps.Keys(s.Context)) {
		key = "context." + string(name)
		if !slices.Contains(brief.Order, name) {
			return key, "there is no such section" + didYouMean(string(name), brief.Order)
		}
		for _, pattern := range s.Context[name] {
			if err := brief.CheckPattern(pattern); err != nil {
				return key, fmt.Sprintf("%q: %v", pattern, err)
			}
		}
	}
	return "", ""
}

// didYouMean names the known word that is nearest, if one is near.
func didYouMean[S ~string](word string, known []S) string {
	var words []string
	for _, k := range known {
		words = append(words, string(k))
	}
	if near := Nearest(word, words); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

func (s *Settings) wrongRule() (key, message string) {
	for _, rule := range slices.Sorted(maps.Keys(s.Lint)) {
		if !slices.Contains(lint.Rules(), rule) {
			return "lint." + rule, "there is no such rule" + didYouMean(rule, lint.Rules())
		}
		if _, err := lint.ParseSeverity(string(s.Lint[rule])); err != nil {
			return "lint." + rule, err.Error()
		}
	}
	return "", ""
}

func wrongPattern(patterns []string) string {
	for _, pattern := range patterns {
		if err := collect.CheckPattern(pattern); err != nil {
			return err.Error()
		}
	}
	return ""
}

// wrongPath says why wisdom must not write to a place: it leads out, or belongs to the agent or to wisdom's own state.
func wrongPath(value string) string {
	p, err := workspace.ParsePath(value)
	if err != nil {
		return err.Error()
	}
	taken := append([]workspace.Path{backups.Home, "memory", File, ".git"}, host.Files...)
	for _, other := range taken {
		if p == workspace.Root || strings.EqualFold(string(p), string(other)) || p.Within(other) {
			return fmt.Sprintf("%q is not wisdom's to write to", value)
		}
	}
	return ""
}
