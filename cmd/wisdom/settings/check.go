package settings

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/inject/brief"
	"wisdom/inject/rollout"
	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
)

// check says why the value of a key cannot be used; nil where it can.
type check struct {
	key string
	err error
}

func (s *Settings) values() []check {
	_, notTime := time.ParseDuration(s.Model.Timeout)
	_, notZone := schedule.Zone(s.Schedule.Timezone, time.UTC)
	_, notCron := schedule.Parse(s.Schedule.Cron, time.UTC)
	_, notPath := workspace.ParsePath(cmp.Or(s.Paths.Prompts, "drafts"))
	return []check{
		{"sources.lookback_days", atLeast(s.Sources.LookbackDays, 0)},
		{"budgets.section", atLeast(s.Budgets.Section, 1)},
		{"budgets.soul", atLeast(s.Budgets.Soul, 1)},
		{"budgets.tools", atLeast(s.Budgets.Tools, 1)},
		{"budgets.support", atLeast(s.Budgets.Support, 1)},
		{"model.context", atLeast(s.Model.Context, 0)},
		{"backups.keep_last", atLeast(s.Backups.KeepLast, 1)},
		{"schedule.min_new_lessons", atLeast(s.Schedule.MinNewLessons, 1)},
		{"model.timeout", when(notTime != nil || s.RequestTimeout() <= 0, "%q is no duration; write it like 10m or 90s",
			s.Model.Timeout)},
		{"review.max_age", when(!reAge().MatchString(s.Review.MaxAge), "%q is no age; write it like 30d", s.Review.MaxAge)},
		{"schedule.timezone", notZone},
		{"schedule.cron", notCron},
		{"paths.initiative", ownPath(s.Paths.Initiative)},
		{"paths.queue", ownPath(s.Paths.Queue)},
		{"paths.prompts", notPath},
	}
}

var reAge = text.Lazily(`^\d{1,5}[dh]$`)

func atLeast(value, least int) error { return when(value < least, "%d is less than %d", value, least) }

// when is an error under a condition, else nil.
func when(wrong bool, format string, args ...any) error {
	if !wrong {
		return nil
	}
	return fmt.Errorf(format, args...)
}

func (s *Settings) sources() []check {
	all := []check{
		{"sources.include", each(s.Sources.Include, collect.CheckPattern)},
		{"sources.exclude", each(s.Sources.Exclude, collect.CheckPattern)},
	}
	for i, extra := range s.Sources.Extra {
		_, err := workspace.ParsePath(extra.Name)
		isNamed := err == nil && extra.Dir != "" && !strings.ContainsAny(extra.Name, ":/\\")
		all = append(all,
			check{"sources.extra", when(!isNamed, `number %d needs a name without ":" and "/", and a dir`, i+1)},
			check{"sources.extra.include", each(extra.Include, collect.CheckPattern)})
	}
	return all
}

// each is the first error of some values.
func each(values []string, check func(string) error) error {
	for _, value := range values {
		if err := check(value); err != nil {
			return err
		}
	}
	return nil
}

var reVariable = text.Lazily(`^[A-Za-z_][A-Za-z0-9_]*$`)

// model checks the way to the model. A value that could be a key is not repeated.
func (s *Settings) model() []check {
	m, preset, embedHost := s.Model, llm.PresetOf(s.Model.API), s.Recall.EmbedHost
	isOpenAI, isProgram, hasCommand := m.API == llm.OpenAI, preset.Program != "", len(m.Command) > 0
	known := llm.Ollama + ", " + llm.OpenAI
	for _, p := range llm.Presets() {
		known += ", " + p.Name
	}
	const both = "api = %q or host is set too, and lessons go to one of them: remove one"
	_, notHost := llm.ParseHost(m.Host)
	if isOpenAI {
		_, _, notHost = llm.ParseBase(m.Host)
	}
	_, _, notEmbedHost := llm.ParseBase(embedHost)
	return []check{
		{"model.api", when(m.API != llm.Ollama && !isOpenAI && !isProgram, "%q is none of %s", m.API, known)},
		{"model.command", when(hasCommand && m.Command[0] == "", "it names no program")},
		{"model.command", when(hasCommand && (m.API != llm.Ollama || m.Host != ""), both, m.API)},
		{"model.host", when(isProgram && m.Host != "", both, m.API)},
		{"model.agent", when(m.Agent != "" && preset.Agent == "", `only api = "openclaw" takes an agent`)},
		{"model.key_env", when(m.KeyEnv != "" && !isOpenAI, `only api = "openai" takes a key`)},
		{"model.key_env", when(m.KeyEnv != "" && !reVariable().MatchString(m.KeyEnv),
			"it is no name of an environment variable; the key itself does not belong into this file")},
		{"model.api", when(isOpenAI && m.Host == "",
			`"openai" needs the address of the server: host = "http://127.0.0.1:8080"`)},
		{"model.host", notHost},
		{"recall.embed_host", when(embedHost != "" && s.Recall.Embed == "",
			`it names a server, and recall.embed no model: embed = "multilingual-e5-small"`)},
		{"recall.embed_host", when(embedHost != "" && notEmbedHost != nil, "%w", notEmbedHost)},
	}
}

// sectionFile is the error of a file that cannot hold the section: it is not in the workspace itself, or has another
// purpose.
func sectionFile(value string) error {
	p, err := workspace.ParsePath(cmp.Or(value, string(lint.SoulFile)))
	others := []string{
		string(lookup.File), string(lesson.Proposed), "TOOLS.md", "MEMORY.md", "HEARTBEAT.md", "BOOTSTRAP.md", "WISDOM.md",
	}
	isOther := slices.ContainsFunc(others, func(other string) bool { return strings.EqualFold(string(p), other) })
	return cmp.Or(err, when(p.Dir() != workspace.Root || path.Ext(string(p)) != ".md" || isOther,
		`%q cannot hold it: name a file such as "CLAUDE.md", which the agent loads in every session`, value))
}

// required says what keeps a translation from being the required entry.
func (s *Settings) required() error {
	text := s.Section.Required
	if text == "" {
		return nil
	}
	entry, ok := section.ParseEntry(text)
	content := section.Content{Header: section.Header{Date: time.DateOnly}, Entries: []string{text}}
	size := s.Budget().Tokens(content.Render("\n"))
	problems := lint.Entry(entry, s.Budget().Words)
	switch {
	case !ok || entry.String() != text:
		return fmt.Errorf("it is not one entry; write it on one line, as %s", "**Name.** Text.")
	case !lint.StandsIn(entry):
		return errors.New("it must tell to read memory/ or MEMORY.md, or name both")
	case len(problems) > 0:
		return errors.New(problems[0].Message)
	}
	return when(size > s.Budgets.Section, "it takes %d tokens with the heading, and budgets.section is %d", size,
		s.Budgets.Section)
}

// tables checks the settings whose keys or number a person chooses.
func (s *Settings) tables() []check {
	all := slices.Concat(
		table("sessions.files", s.Sessions.Files, func(name string, files []string) error {
			return cmp.Or(oneOf(name, sessionTypes(), "type of session"), each(files, loadable))
		}),
		table("sessions.topics", s.Sessions.Topics, func(_ string, files []string) error { return each(files, loadable) }),
		table("context", s.Context, func(name brief.Section, patterns []string) error {
			return cmp.Or(oneOf(name, brief.Order, "section"), each(patterns, func(pattern string) error {
				err := brief.CheckPattern(pattern)
				return when(err != nil, "%q: %w", pattern, err)
			}))
		}),
	)
	for _, p := range s.Accept.Prompts {
		isOf := func(usual rollout.Prompt) bool { return usual.Criterion == p.Criterion }
		all = append(all,
			check{"accept.prompts.criterion", when(!slices.ContainsFunc(rollout.Prompts(), isOf),
				`%q is neither "AC-3" nor "AC-9"`, p.Criterion)},
			check{"accept.prompts.text", when(p.Text == "", "a question is empty")},
			check{"accept.prompts.files", when(len(p.Files) == 0, "%q names no file", p.Text)},
			check{"accept.prompts.files", each(slices.Concat(p.Files, p.Loaded), loadable)})
	}
	return append(all, table("lint", s.Lint, func(rule string, severity lint.Severity) error {
		_, err := lint.ParseSeverity(string(severity))
		return cmp.Or(oneOf(rule, lint.Rules(), "rule"), err)
	})...)
}

// table checks the values of a table, in the order of their names.
func table[K ~string, V any](of string, values map[K]V, wrong func(K, V) error) []check {
	var all []check
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, check{of + "." + string(name), wrong(name, values[name])})
	}
	return all
}

// oneOf is the error of a word that is not known.
func oneOf[S ~string](word S, known []S, what string) error {
	return when(!slices.Contains(known, word), "there is no such %s%s", what, didYouMean(word, known))
}

// didYouMean names the known word that is nearest, if one is near.
func didYouMean[S ~string](word S, known []S) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// loadable is the error of a file that no session loads.
func loadable(file string) error {
	p, err := workspace.ParsePath(file)
	if err != nil {
		return err
	}
	return when(p == workspace.Root || p.Within(backups.Home), "%q is no file that a session loads", file)
}

// ownPath is the error of a place that wisdom must not write to: it leads out, or belongs to the agent or to wisdom's
// own state.
func ownPath(value string) error {
	p, err := workspace.ParsePath(value)
	if err != nil {
		return err
	}
	isTaken := func(other workspace.Path) bool {
		return strings.EqualFold(string(p), string(other)) || p.Within(other)
	}
	taken := append([]workspace.Path{backups.Home, "memory", File, ".git"}, host.Files...)
	return when(p == workspace.Root || slices.ContainsFunc(taken, isTaken), "%q is not wisdom's to write to", value)
}
