package brief

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"wisdom/internal/secrets"
	"wisdom/internal/tokens"
)

// The states of an injection: how its block was assembled, then how its task ended.
const (
	Success  = "success"
	Trimmed  = "trimmed"
	Scrubbed = "scrubbed"
	Error    = "error"
	// Failed is ours: the task failed.
	Failed = "failed"
)

// Reportable are the states in which a task may end. The others tell of the block, which only its assembly knows.
var Reportable = []string{Success, Failed}

// Log says what a block holds and where it comes from.
type Log struct {
	SchemaVersion int       `json:"schema_version"`
	InjectionID   string    `json:"injection_id"`
	Timestamp     string    `json:"timestamp"`
	RunID         string    `json:"run_id"`
	Repo          string    `json:"repo"`
	Executor      string    `json:"executor"`
	Level         string    `json:"level"`
	Budget        int       `json:"budget"`
	Sections      []Section `json:"sections"`
	// Provenance is the file of each section.
	Provenance map[Section]string `json:"provenance"`
	// TokenCounts are the tokens of each section and of the whole block ("total") as budgets count them; EstimatedTokens
	// are its characters / 4.
	TokenCounts     map[Section]int `json:"token_counts"`
	EstimatedTokens map[Section]int `json:"estimated_tokens"`
	// OverBudget is by how many tokens SOUL and ANCHORS, which are never cut, exceed the budget with a short journal.
	OverBudget int `json:"over_budget"`
	// JournalAgeDays is null without a journal. JournalSummarized says that not the whole journal is included, for its age
	// or for the budget; JournalStrategy is "full" for the whole, "sections" or "summary" for a part, and "" without a
	// journal.
	JournalAgeDays    *int   `json:"journal_age_days"`
	JournalSummarized bool   `json:"journal_summarized"`
	JournalStrategy   string `json:"journal_strategy"`
	// Trimming is what is not included of the sections. JournalTrimmedTokens are those of the journal's file that are not
	// in the block.
	Trimming struct {
		SectionsDropped      []Section `json:"sections_dropped"`
		JournalTrimmedTokens int       `json:"journal_trimmed_tokens"`
		Steps                []Step    `json:"steps"`
	} `json:"trimming"`
	Security struct {
		PatternsMatched   int         `json:"patterns_matched"`   // different rules
		RedactionsApplied int         `json:"redactions_applied"` // places
		Places            []Redaction `json:"places"`
	} `json:"security"`
	// LeftOut are lines that give orders to a model, or that a host wrote into a journal.
	LeftOut  []LeftOut `json:"left_out"`
	Warnings []string  `json:"warnings"`
	Outcome  Outcome   `json:"outcome"`
}

// Step is something that was shortened, with the tokens of the section.
type Step struct {
	Section Section `json:"section"`
	Action  string  `json:"action"` // "dropped", "cut", "sections", "summary"
	Before  int     `json:"before"`
	After   int     `json:"after"`
}

// LeftOut is a run of lines that is not included, from Line to EndLine.
type LeftOut struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Why     string `json:"why"`
}

// String says it to people.
func (l LeftOut) String() string {
	if l.EndLine > l.Line {
		return fmt.Sprintf("%s:%d-%d: not included (%s)", l.Path, l.Line, l.EndLine, l.Why)
	}
	return fmt.Sprintf("%s:%d: not included (%s)", l.Path, l.Line, l.Why)
}

// Outcome is what came of an injection: first how the block was assembled, then how the task ended.
type Outcome struct {
	Status string `json:"status"`
	// Assembled is the status of the block, which stays when the task's end is reported.
	Assembled string  `json:"assembled"`
	Changes   string  `json:"changes"`
	Duration  float64 `json:"duration_sec"`
	// Reported says that the task's end was reported.
	Reported bool `json:"reported"`
}

// total names the whole block among the sections.
const total Section = "total"

func newLog(o Options) Log {
	l := Log{
		SchemaVersion: 1, InjectionID: o.ID, Timestamp: o.Now.UTC().Format(time.RFC3339), RunID: o.RunID, Repo: o.RepoName,
		Executor: o.Executor, Level: o.Level.Name, Budget: o.Level.Budget,
		Sections: []Section{}, Provenance: map[Section]string{},
		TokenCounts: map[Section]int{}, EstimatedTokens: map[Section]int{},
		LeftOut: []LeftOut{}, Warnings: []string{},
	}
	l.Trimming.SectionsDropped, l.Trimming.Steps = []Section{}, []Step{}
	l.Security.Places = []Redaction{}
	return l
}

// FailedLog is the log of a block that could not be assembled.
func FailedLog(o Options, err error) Log {
	l := newLog(o)
	l.Warnings = append(l.Warnings, err.Error())
	var large *TooLargeError
	if errors.As(err, &large) {
		l.TokenCounts = map[Section]int{Soul: large.Soul, Anchors: large.Anchors, total: large.Total}
	}
	l.Outcome.Status, l.Outcome.Assembled = Error, Error
	return l
}

// finish completes the log of a finished block.
func (a *assembly) finish(block string) {
	l := &a.log
	for _, s := range Order {
		p := a.parts[s]
		if p == nil {
			continue
		}
		text := textOf(p.lines)
		l.Sections = append(l.Sections, s)
		l.Provenance[s], l.TokenCounts[s], l.EstimatedTokens[s] = p.path, a.count.Tokens(text), tokens.Units(text)/4
		l.Security.Places = append(l.Security.Places, p.redactions...)
	}
	l.TokenCounts[total], l.EstimatedTokens[total] = a.count.Tokens(block), tokens.Units(block)/4
	if size := a.size(Journal); size > 0 {
		l.JournalStrategy = a.journal.strategy
		l.JournalSummarized = l.JournalStrategy != strategyFull
		if l.JournalSummarized {
			size -= a.tokens(a.journal.header)
			l.Trimming.JournalTrimmedTokens = max(a.journal.whole-size, 1)
			a.step(Journal, l.JournalStrategy, a.journal.whole, size)
		}
	}
	rules := map[string]bool{} // what is not in the block for its own sake is counted, and warned of
	for _, r := range l.Security.Places {
		rules[r.Rule] = true
		if text := r.String(); !slices.Contains(l.Warnings, text) {
			l.Warnings = append(l.Warnings, text)
		}
	}
	l.Security.PatternsMatched, l.Security.RedactionsApplied = len(rules), len(l.Security.Places)
	for _, left := range l.LeftOut {
		l.Warnings = append(l.Warnings, left.String())
	}
	switch {
	case l.Security.RedactionsApplied > 0:
		l.Outcome.Status = Scrubbed
	case len(l.Trimming.Steps) > 0 || l.OverBudget > 0:
		l.Outcome.Status = Trimmed
	default:
		l.Outcome.Status = Success
	}
	l.Outcome.Assembled = l.Outcome.Status
}

// String describes the redaction for people.
func (r Redaction) String() string {
	switch {
	case r.Rule == secrets.Personal:
		return "redacted personal identifiers of the operator in " + r.Path
	case r.Line == 0:
		return fmt.Sprintf("redacted a secret (%s) in %s", r.Rule, r.Path)
	}
	return fmt.Sprintf("redacted a secret (%s) in %s:%d", r.Rule, r.Path, r.Line)
}
