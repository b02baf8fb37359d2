package settings

import (
	"strconv"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/inject/brief"
	"wisdom/inject/rollout"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// File is where the settings are in the workspace. Hidden is read where that is not there: where nothing but one file of
// the workspace may change, init writes the settings there.
const (
	File   workspace.Path = "wisdom.toml"
	Hidden                = backups.Home + "/" + File
)

// Place is the file of the settings, which need not be there.
func Place(fsys workspace.FS) workspace.Path {
	there, err := workspace.Exists(fsys, File)
	if hidden, _ := workspace.Exists(fsys, Hidden); hidden && !there && err == nil {
		return Hidden
	}
	return File
}

// Settings are those of wisdom.toml; every one has a default.
type Settings struct {
	Sources struct {
		LookbackDays int      `toml:"lookback_days"`
		Include      []string `toml:"include"`
		Exclude      []string `toml:"exclude"`
		Extra        []struct {
			Name    string   `toml:"name"`
			Dir     string   `toml:"dir"`
			Include []string `toml:"include"`
		} `toml:"extra"`
	} `toml:"sources"`
	Model struct {
		API         string   `toml:"api"`
		Name        string   `toml:"name"`
		Host        string   `toml:"host"`
		KeyEnv      string   `toml:"key_env"`
		Command     []string `toml:"command"`
		Timeout     string   `toml:"timeout"`
		Context     int      `toml:"context"`
		AllowRemote bool     `toml:"allow_remote"`
		Agent       string   `toml:"agent"`
	} `toml:"model"`
	Budgets struct {
		Section int `toml:"section"`
		Soul    int `toml:"soul"`
		Tools   int `toml:"tools"`
		Support int `toml:"support"`
	} `toml:"budgets"`
	Section struct {
		File     string `toml:"file"`
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
		KeepLast int `toml:"keep_last"`
	} `toml:"backups"`
	Schedule struct {
		Cron          string `toml:"cron"`
		Timezone      string `toml:"timezone"`
		MinNewLessons int    `toml:"min_new_lessons"`
		Notify        string `toml:"notify"`
	} `toml:"schedule"`
	Paths struct {
		Initiative string `toml:"initiative"`
		Queue      string `toml:"queue"`
		Prompts    string `toml:"prompts"`
	} `toml:"paths"`
	Sessions struct {
		Owners        []string `toml:"owners"`
		Orchestrators []string `toml:"orchestrators"`
		// Topics adds files to a topic, by its ID. Files are those of a type, which has the usual ones without any.
		Topics map[string][]string `toml:"topics"`
		Files  map[string][]string `toml:"files"`
	} `toml:"sessions"`
	Recall struct {
		StateKeys   []string          `toml:"state_keys"`
		Embed       string            `toml:"embed"`
		EmbedHost   string            `toml:"embed_host"`
		Expect      bool              `toml:"expect"`
		Withhold    []string          `toml:"withhold"`
		Facts       map[string]string `toml:"facts"`
		ContextFile bool              `toml:"context_file"`
	} `toml:"recall"`
	// Context is where each section of a block is looked for; one without patterns has the usual places.
	Context brief.Sources `toml:"context"`
	Accept  struct {
		Prompts []rollout.Prompt `toml:"prompts"`
	} `toml:"accept"`
	Lint map[string]lint.Severity `toml:"lint"`
}

// Default returns the settings of a workspace that has no file of its own.
func Default() *Settings {
	s := &Settings{}
	s.Sources.LookbackDays = 30
	s.Model.API, s.Model.Timeout = llm.Ollama, "10m"
	s.Budgets.Section, s.Budgets.Soul, s.Budgets.Tools, s.Budgets.Support = 150, 200, 300, 3
	s.Review.MaxAge = "30d"
	s.Backups.KeepLast = 20
	s.Schedule.Cron, s.Schedule.MinNewLessons = "0 6 1 * *", 10
	s.Paths.Initiative, s.Paths.Queue = "initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md"
	s.Recall.Expect = true
	s.Recall.Withhold = []string{"MEMORY.md", "agents/**", "projects/**"}
	return s
}

// sectionOnly sets the defaults for a section that is not in SOUL.md: everything but that file is below .wisdom.
func (s *Settings) sectionOnly(isSet func(key ...string) bool) {
	if !isSet("budgets", "soul") {
		s.Budgets.Soul = 8000 // Codex reads 32 KiB of such files
	}
	if !isSet("paths", "initiative") {
		s.Paths.Initiative = string(backups.Home.Join("for-people"))
	}
	if !isSet("paths", "queue") {
		s.Paths.Queue = string(backups.Home.Join("QUEUE.md"))
	}
}

// The methods of Settings are for values that Read has checked.

// Places returns where drafts are shown.
func (s *Settings) Places() review.Places {
	return review.Places{
		Initiative: must(workspace.ParsePath(s.Paths.Initiative)), Queue: must(workspace.ParsePath(s.Paths.Queue)),
	}
}

// must is for a value that was checked.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Budget returns what texts may take, and how that is counted.
func (s *Settings) Budget() tokens.Budget {
	b := s.Budgets
	return tokens.Budget{
		Section: b.Section, Soul: b.Soul, Tools: b.Tools, Words: 15, Entries: 15, Count: tokens.Larger,
	}
}

// RequestTimeout returns how long one request to a model may take.
func (s *Settings) RequestTimeout() time.Duration { return must(time.ParseDuration(s.Model.Timeout)) }

// Rules returns when a run is due; local is the zone of a schedule that names none.
func (s *Settings) Rules(local *time.Location) schedule.Rules {
	rules := s.Schedule
	when := must(schedule.Parse(rules.Cron, must(schedule.Zone(rules.Timezone, local))))
	return schedule.Rules{Schedule: when, MinNew: rules.MinNewLessons}
}

// DraftAge returns after how long an undecided draft expires; 0 is never.
func (s *Settings) DraftAge() time.Duration {
	number, isDays := strings.CutSuffix(s.Review.MaxAge, "d")
	unit := 24 * time.Hour
	if !isDays {
		number, unit = strings.TrimSuffix(number, "h"), time.Hour
	}
	return time.Duration(must(strconv.Atoi(number))) * unit
}
