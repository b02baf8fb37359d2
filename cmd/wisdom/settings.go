package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/sergi/go-diff/diffmatchpatch"

	"wisdom/backups"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/section"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
	"wisdom/review"
	"wisdom/review/lint"
)

// settingsFile is where the settings lie in the workspace.
const settingsFile workspace.Path = "wisdom.toml"

// settings are those of wisdom.toml; every one has a default.
type settings struct {
	Sources struct {
		LookbackDays int            `toml:"lookback_days"`
		Include      []string       `toml:"include"`
		Exclude      []string       `toml:"exclude"`
		Extra        []extraSetting `toml:"extra"`
	} `toml:"sources"`
	Model struct {
		API         string   `toml:"api"`
		Name        string   `toml:"name"`
		Host        string   `toml:"host"`
		KeyEnv      string   `toml:"key_env"`
		Command     []string `toml:"command"`
		Timeout     string   `toml:"timeout"`
		RunTimeout  string   `toml:"run_timeout"`
		Context     int      `toml:"context"`
		AllowRemote bool     `toml:"allow_remote"`
	} `toml:"model"`
	Budgets struct {
		Section  int    `toml:"section"`
		Headroom int    `toml:"headroom"`
		Soul     int    `toml:"soul"`
		Tools    int    `toml:"tools"`
		Words    int    `toml:"words"`
		Entries  int    `toml:"entries"`
		Support  int    `toml:"support"`
		Count    string `toml:"count"`
	} `toml:"budgets"`
	Section struct {
		Required string `toml:"required"`
	} `toml:"section"`
	Tools struct {
		Priority []string `toml:"priority"`
	} `toml:"tools"`
	Review struct {
		Reviewers         []string `toml:"reviewers"`
		IdentityReviewers []string `toml:"identity_reviewers"`
		MaxAge            string   `toml:"max_age"`
	} `toml:"review"`
	Backups struct {
		KeepLast    int `toml:"keep_last"`
		KeepMonthly int `toml:"keep_monthly"`
	} `toml:"backups"`
	Schedule struct {
		Cron          string `toml:"cron"`
		Timezone      string `toml:"timezone"`
		MinNewLessons int    `toml:"min_new_lessons"`
		CatchUp       string `toml:"catch_up"`
		Notify        string `toml:"notify"`
	} `toml:"schedule"`
	Paths struct {
		Initiative string `toml:"initiative"`
		Queue      string `toml:"queue"`
		Prompts    string `toml:"prompts"`
	} `toml:"paths"`
	Sessions sessionSettings `toml:"sessions"`
	Recall   struct {
		StateKeys   []string          `toml:"state_keys"`
		Embed       string            `toml:"embed"`
		Gate        float64           `toml:"gate"`
		Withhold    []string          `toml:"withhold"`
		Facts       map[string]string `toml:"facts"`
		ContextFile bool              `toml:"context_file"`
	} `toml:"recall"`
	Context contextSettings   `toml:"context"`
	Accept  acceptSettings    `toml:"accept"`
	Lint    map[string]string `toml:"lint"`
}

type extraSetting struct {
	Name    string   `toml:"name"`
	Dir     string   `toml:"dir"`
	Include []string `toml:"include"`
}

func defaultSettings() *settings {
	s := &settings{}
	s.Sources.LookbackDays = 30
	s.Model.API, s.Model.Name, s.Model.Timeout, s.Model.RunTimeout = llm.Ollama, "qwen3.5:35b", "10m", "2h"
	s.Budgets.Section, s.Budgets.Headroom, s.Budgets.Soul, s.Budgets.Tools = 150, 15, 200, 300
	s.Budgets.Words, s.Budgets.Entries, s.Budgets.Support = 15, 15, 3
	s.Budgets.Count = string(tokens.Larger)
	s.Review.MaxAge = "30d"
	s.Backups.KeepLast, s.Backups.KeepMonthly = 20, 24
	s.Schedule.Cron, s.Schedule.MinNewLessons, s.Schedule.CatchUp = "0 6 1 * *", 10, "once"
	s.Paths.Initiative, s.Paths.Queue = "initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md"
	s.Recall.Gate, s.Recall.Withhold = 0.12, []string{"MEMORY.md"}
	return s
}

// places are the paths of checked settings.
func (s *settings) places() review.Places {
	return review.Places{Initiative: mustPath(s.Paths.Initiative), Queue: mustPath(s.Paths.Queue)}
}

// settingError says why the settings cannot be read, and on which line that is.
type settingError struct {
	line    int // 0 where it cannot be told
	message string
	cause   error // of a file that cannot be read
}

// Unwrap gives the cause.
func (e *settingError) Unwrap() error { return e.cause }

func (e *settingError) Error() string {
	if e.line == 0 {
		return fmt.Sprintf("%s: %s", settingsFile, e.message)
	}
	return fmt.Sprintf("%s: line %d: %s", settingsFile, e.line, e.message)
}

// settingsHint is the way on where the settings cannot be read.
func (a *app) settingsHint() string {
	return fmt.Sprintf(
		"correct %s, or move it away to use the defaults; %s, status and backups work without it",
		settingsFile,
		a.command("rollback"),
	)
}

// readSettings reads wisdom.toml, if there is one. An unknown key is an error
// that names the nearest known one. Every error is a *settingError.
func readSettings(fsys workspace.FS) (*settings, error) {
	s := defaultSettings()
	b, err := fsys.ReadFile(settingsFile, 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, unreadable(err)
	}
	meta, err := toml.Decode(string(b), s)
	var wrong toml.ParseError
	if errors.As(err, &wrong) {
		return nil, &settingError{line: wrong.Position.Line, message: wrong.Message}
	}
	if err != nil {
		return nil, wrongType(err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		key := unknown[0].String()
		message := fmt.Sprintf("unknown key %q", key)
		if near := nearest(key, knownKeys()); near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, &settingError{line: lineOf(string(b), unknown[0]), message: message}
	}
	if key, message := s.wrong(); message != "" {
		return nil, &settingError{line: lineOf(string(b), strings.Split(key, ".")), message: key + ": " + message}
	}
	return s, nil
}

// unreadable says why the file of the settings cannot be read.
func unreadable(err error) *settingError {
	e := &settingError{message: strings.TrimPrefix(err.Error(), string(settingsFile)+": "), cause: err}
	var path *fs.PathError
	if errors.As(err, &path) {
		e.message = path.Err.Error()
	}
	return e
}

// reWrongType is how the parser words a value of another type than the setting's.
var reWrongType = regexp.MustCompile(
	`^toml: line (\d+) \(last key "([^"]+)"\): incompatible types: TOML value has type (\w+); destination has type (\w+)$`,
)

// wrongType says which setting has a value of another type.
func wrongType(err error) *settingError {
	m := reWrongType.FindStringSubmatch(err.Error())
	if m == nil {
		return &settingError{message: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	line, _ := strconv.Atoi(m[1]) // digits, by the pattern
	named := strings.NewReplacer(
		"int64",
		"integer",
		"float64",
		"float",
		"slice",
		"array",
		"boolean",
		"boolean",
		"bool",
		"boolean",
	).Replace
	return &settingError{
		line:    line,
		message: fmt.Sprintf("%s: its type is %s and must be %s", m[2], named(m[3]), named(m[4])),
	}
}

// wrong finds a value that cannot be used.
func (s *settings) wrong() (key, message string) {
	for _, check := range []func() (string, string){
		s.wrongNumber, s.wrongWord, s.wrongModel, s.wrongRequired, s.wrongPlace, s.Sessions.wrong, s.Context.wrong, s.Accept.wrong, s.wrongRule,
	} {
		if key, message = check(); message != "" {
			break
		}
	}
	return key, message
}

func (s *settings) wrongNumber() (key, message string) {
	for _, n := range []struct {
		key          string
		value, least int
	}{
		{"sources.lookback_days", s.Sources.LookbackDays, 0},
		{"budgets.section", s.Budgets.Section, 1},
		{"budgets.headroom", s.Budgets.Headroom, 0},
		{"budgets.soul", s.Budgets.Soul, 1},
		{"budgets.tools", s.Budgets.Tools, 1},
		{"budgets.words", s.Budgets.Words, 1},
		{"budgets.entries", s.Budgets.Entries, 1},
		{"budgets.support", s.Budgets.Support, 1},
		{"model.context", s.Model.Context, 0},
		{"backups.keep_last", s.Backups.KeepLast, 1},
		{"backups.keep_monthly", s.Backups.KeepMonthly, 0},
		{"schedule.min_new_lessons", s.Schedule.MinNewLessons, 1},
	} {
		if n.value < n.least {
			return n.key, fmt.Sprintf("%d is less than %d", n.value, n.least)
		}
	}
	if s.Budgets.Headroom >= s.Budgets.Section {
		return "budgets.headroom", fmt.Sprintf(
			"%d leaves nothing of budgets.section, which is %d",
			s.Budgets.Headroom,
			s.Budgets.Section,
		)
	}
	if s.Recall.Gate < 0 || s.Recall.Gate > 1 {
		return "recall.gate", fmt.Sprintf("%v is not between 0 and 1", s.Recall.Gate)
	}
	return "", ""
}

func (s *settings) wrongWord() (key, message string) {
	if _, err := tokens.ParseCount(s.Budgets.Count); err != nil {
		return "budgets.count", err.Error()
	}
	for key, value := range map[string]string{"model.timeout": s.Model.Timeout, "model.run_timeout": s.Model.RunTimeout} {
		if d, err := time.ParseDuration(value); err != nil || d <= 0 {
			return key, fmt.Sprintf("%q is no duration; write it like 10m or 90s", value)
		}
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
	if s.Schedule.CatchUp != schedule.CatchUpOnce && s.Schedule.CatchUp != schedule.CatchUpSkip {
		return "schedule.catch_up", fmt.Sprintf(`%q is neither "once" nor "skip"`, s.Schedule.CatchUp)
	}
	return "", ""
}

// reVariable is the name of an environment variable.
var reVariable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// wrongModel finds what is wrong with the way to the model. A value that could be a
// key is not repeated.
func (s *settings) wrongModel() (key, message string) {
	m := s.Model
	switch {
	case m.API != llm.Ollama && m.API != llm.OpenAI:
		return "model.api", fmt.Sprintf(`%q is neither "ollama" nor "openai"`, m.API)
	case m.Name == "":
		return "model.name", "it is empty"
	case len(m.Command) > 0 && m.Command[0] == "":
		return "model.command", "it names no program"
	case len(m.Command) > 0 && m.API == llm.OpenAI:
		return "model.command", `api = "openai" is set too, and lessons go to one of them: remove one`
	case len(m.Command) > 0 && m.Host != "":
		return "model.command", "host is set too, and lessons go to one of them: remove one"
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
	return "", ""
}

// wrongRequired finds what keeps a translation from being the required entry.
func (s *settings) wrongRequired() (key, message string) {
	text := s.Section.Required
	if text == "" {
		return "", ""
	}
	entry, ok := section.ParseEntry(text)
	content := section.Content{Header: section.Header{Date: time.DateOnly}, Entries: []string{text}}
	size := tokens.Count(s.Budgets.Count).Tokens(content.Render("\n"))
	problems := lint.Entry(entry, s.Budgets.Words)
	switch {
	case !ok || entry.String() != text:
		message = "it is not one entry; write it on one line, as **Name.** Text."
	case !lint.StandsIn(entry):
		message = "it must name both places of memory, memory/ and MEMORY.md"
	case len(problems) > 0:
		message = problems[0].Message
	case size > s.Budgets.Section:
		message = fmt.Sprintf("it takes %d tokens with the heading, and budgets.section is %d", size, s.Budgets.Section)
	}
	return "section.required", message
}

// ageOf is an age in days or hours; for settings that were checked when they were
// read.
func ageOf(text string) time.Duration {
	n, err := strconv.Atoi(text[:len(text)-1])
	if err != nil {
		panic(err)
	}
	unit := time.Hour
	if strings.HasSuffix(text, "d") {
		unit = 24 * time.Hour
	}
	return time.Duration(n) * unit
}

// wrongPlace finds a path or pattern that cannot be used.
func (s *settings) wrongPlace() (key, message string) {
	if message := wrongPath(s.Paths.Initiative); message != "" {
		return "paths.initiative", message
	}
	if message := wrongPath(s.Paths.Queue); message != "" {
		return "paths.queue", message
	}
	if _, err := workspace.ParsePath(s.Paths.Prompts); err != nil && s.Paths.Prompts != "" {
		return "paths.prompts", err.Error()
	}
	if message := wrongPattern(s.Sources.Include); message != "" {
		return "sources.include", message
	}
	if message := wrongPattern(s.Sources.Exclude); message != "" {
		return "sources.exclude", message
	}
	for i, extra := range s.Sources.Extra {
		if _, err := workspace.ParsePath(
			extra.Name,
		); err != nil || extra.Dir == "" ||
			strings.ContainsAny(extra.Name, ":/\\") {
			return "sources.extra", fmt.Sprintf("number %d needs a name without \":\" and \"/\", and a dir", i+1)
		}
		if message := wrongPattern(extra.Include); message != "" {
			return "sources.extra.include", message
		}
	}
	return "", ""
}

func (s *settings) wrongRule() (key, message string) {
	for _, rule := range slices.Sorted(maps.Keys(s.Lint)) {
		if !slices.Contains(lint.Rules(), rule) {
			return "lint." + rule, fmt.Sprintf("there is no such rule; did you mean %q?", nearest(rule, lint.Rules()))
		}
		if _, err := lint.ParseSeverity(s.Lint[rule]); err != nil {
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

// wrongPath says why wisdom must not write to a place: it leads out, or belongs
// to the agent or to wisdom's own state.
func wrongPath(value string) string {
	p, err := workspace.ParsePath(value)
	if err != nil {
		return err.Error()
	}
	taken := append([]workspace.Path{backups.Home, "memory", settingsFile, ".git"}, host.Files...)
	for _, other := range taken {
		if p == workspace.Root || strings.EqualFold(string(p), string(other)) || p.Within(other) {
			return fmt.Sprintf("%q is not wisdom's to write to", value)
		}
	}
	return ""
}

// knownKeys lists the settings, as they are written in full.
func knownKeys() []string {
	return append(append(sessionKeys(), contextKeys()...), []string{
		"sources",
		"sources.lookback_days",
		"sources.include",
		"sources.exclude",
		"sources.extra",
		"sources.extra.name",
		"sources.extra.dir",
		"sources.extra.include",
		"model",
		"model.api",
		"model.name",
		"model.host",
		"model.key_env",
		"model.command",
		"model.timeout",
		"model.run_timeout",
		"model.context",
		"model.allow_remote",
		"budgets",
		"budgets.section",
		"budgets.headroom",
		"budgets.soul",
		"budgets.tools",
		"budgets.words",
		"budgets.entries",
		"budgets.support",
		"budgets.count",
		"section",
		"section.required",
		"tools",
		"tools.priority",
		"review",
		"review.reviewers",
		"review.identity_reviewers",
		"review.max_age",
		"backups",
		"backups.keep_last",
		"backups.keep_monthly",
		"schedule",
		"schedule.cron",
		"schedule.timezone",
		"schedule.min_new_lessons",
		"schedule.catch_up",
		"schedule.notify",
		"paths",
		"paths.initiative",
		"paths.queue",
		"paths.prompts",
		"recall",
		"recall.state_keys",
		"recall.embed",
		"recall.gate",
		"recall.withhold",
		"recall.facts",
		"recall.context_file",
		"accept",
		"accept.prompts",
		"accept.prompts.criterion",
		"accept.prompts.text",
		"accept.prompts.files",
		"accept.prompts.loaded",
		"lint",
	}...)
}

// nearest finds the known word that differs least, if any is near.
func nearest(word string, known []string) string {
	differ := diffmatchpatch.New()
	best, least := "", len(word)/2+1
	for _, k := range known {
		if d := differ.DiffLevenshtein(differ.DiffMain(word, k, false)); d < least {
			best, least = k, d
		}
	}
	return best
}

// lineOf finds the line on which a key is set; 0 where it cannot be told.
func lineOf(text string, key []string) int {
	table := ""
	last := key[len(key)-1]
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[] \t")
			if strings.Trim(line, "[]") == strings.Join(key, ".") {
				return number
			}
			continue
		}
		name, _, assigned := strings.Cut(line, "=")
		name = strings.Trim(strings.TrimSpace(name), `"`)
		if assigned && (name == last && table == strings.Join(key[:len(key)-1], ".") || name == strings.Join(key, ".")) {
			return number
		}
	}
	return 0
}
