package brief

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wisdom/internal/secrets"
	"wisdom/internal/sorting"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/internal/workspace"
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
	SchemaVersion int    `json:"schema_version"`
	InjectionID   string `json:"injection_id"`
	Timestamp     string `json:"timestamp"`
	RunID         string `json:"run_id"`
	Repo          string `json:"repo"`
	Executor      string `json:"executor"`
	Level         string `json:"level"`
	Budget        int    `json:"budget"`
	// BlockHash names the bytes of the block, "" if it could not be assembled.
	BlockHash workspace.Hash `json:"block_hash"`
	// TaskHash names the bytes of the task behind it, "" without one.
	TaskHash workspace.Hash `json:"task_hash"`
	Sections []Section      `json:"sections"`
	// Provenance is the file of each section, Places its lines there.
	Provenance map[Section]string  `json:"provenance"`
	Places     map[Section][]Lines `json:"places"`
	// TokenCounts are the tokens of each section and of the whole block ("total") as budgets count them; EstimatedTokens
	// are its characters / 4.
	TokenCounts     map[Section]int `json:"token_counts"`
	EstimatedTokens map[Section]int `json:"estimated_tokens"`
	// OverShare are the sections that take more than their share of the budget.
	OverShare []Section `json:"over_share"`
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
		Rules             []RuleCount `json:"rules"`
		Places            []Redaction `json:"places"`
	} `json:"security"`
	// LeftOut are lines that give orders to a model, or that a host wrote into a journal.
	LeftOut  []LeftOut `json:"left_out"`
	Warnings []string  `json:"warnings"`
	Outcome  Outcome   `json:"outcome"`
}

// Lines is a run of lines of a file, from 1.
type Lines struct {
	Start int `json:"start_line"`
	End   int `json:"end_line"`
}

// Step is something that was shortened, with the tokens of the section.
type Step struct {
	Section Section `json:"section"`
	Action  string  `json:"action"` // "dropped", "summarized", "sections", "cut"
	Before  int     `json:"before"`
	After   int     `json:"after"`
}

// RuleCount is how many secrets a rule found.
type RuleCount struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
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
		Sections: []Section{}, Provenance: map[Section]string{}, Places: map[Section][]Lines{},
		TokenCounts: map[Section]int{}, EstimatedTokens: map[Section]int{},
		OverShare: []Section{}, LeftOut: []LeftOut{}, Warnings: []string{},
	}
	l.Trimming.SectionsDropped, l.Trimming.Steps = []Section{}, []Step{}
	l.Security.Rules, l.Security.Places = []RuleCount{}, []Redaction{}
	return l
}

// FailedLog is the log of a block that could not be assembled.
func FailedLog(o Options, err error) Log {
	l := newLog(o)
	l.Warnings = append(l.Warnings, err.Error())
	var none *NoSoulError
	var large *TooLargeError
	switch {
	case errors.As(err, &none):
		l.LeftOut = append(l.LeftOut, none.LeftOut...)
	case errors.As(err, &large):
		l.TokenCounts = map[Section]int{Soul: large.Soul, Anchors: large.Anchors, total: large.Total}
	}
	l.Outcome.Status, l.Outcome.Assembled = Error, Error
	return l
}

// finish completes the log of a finished block.
func (a *assembly) finish(block string) {
	l := &a.log
	for _, p := range a.parts {
		text := textOf(p.lines)
		l.Sections = append(l.Sections, p.section)
		l.Provenance[p.section] = a.files[p.section].shown()
		l.Places[p.section] = placesOf(p.lines)
		l.TokenCounts[p.section] = a.count.Tokens(text)
		l.EstimatedTokens[p.section] = tokens.Units(text) / 4
		if l.TokenCounts[p.section] > a.Level.Shares[p.section] {
			l.OverShare = append(l.OverShare, p.section)
		}
	}
	l.TokenCounts[total], l.EstimatedTokens[total] = a.count.Tokens(block), tokens.Units(block)/4
	if i := a.index(Journal); i >= 0 {
		l.JournalStrategy, l.Trimming.JournalTrimmedTokens = a.strategy(*a.journal, a.parts[i].lines)
		l.JournalSummarized = l.JournalStrategy != strategyFull
	}
	a.countRedactions()
	l.warnOfMissing()
	switch {
	case l.Security.RedactionsApplied > 0:
		l.Outcome.Status = Scrubbed
	case len(l.Trimming.Steps) > 0 || l.OverBudget > 0:
		l.Outcome.Status = Trimmed
	default:
		l.Outcome.Status = Success
	}
	l.Outcome.Assembled = l.Outcome.Status
	l.BlockHash = workspace.HashOf([]byte(block))
}

// warnOfMissing warns of what is not in the block for its own sake: secrets, identifiers, orders to a model.
func (l *Log) warnOfMissing() {
	personal := map[string]int{}
	for _, r := range l.Security.Places {
		if r.IsPersonal() {
			personal[r.Path]++
			continue
		}
		l.Warnings = append(l.Warnings, r.String())
	}
	for _, path := range slices.Sorted(maps.Keys(personal)) {
		l.Warnings = append(l.Warnings,
			fmt.Sprintf("redacted %s of the operator in %s", words.Plural(personal[path], "personal identifier"), path))
	}
	for _, left := range l.LeftOut {
		l.Warnings = append(l.Warnings, left.String())
	}
}

// countRedactions counts the secrets in the text of the block: those in a part of a file that is not included are not.
func (a *assembly) countRedactions() {
	s := &a.log.Security
	for _, p := range a.parts {
		f := a.files[p.section]
		last, shown := 0, map[int]bool{}
		whole := len(p.lines) == 0 || p.lines[len(p.lines)-1].text != cutMark
		for _, l := range p.lines {
			last = max(last, l.number)
			shown[l.number] = shown[l.number] || strings.Contains(l.text, secrets.Redacted)
		}
		for _, r := range slices.Concat(f.redactions, p.found) {
			// A line that was nothing but an identifier is gone.
			if shown[r.Line] || r.IsPersonal() && (whole || r.Line <= last) {
				s.Places = append(s.Places, r)
			}
		}
	}
	counts := map[string]int{}
	for _, r := range s.Places {
		counts[r.Rule]++
	}
	for rule, n := range counts {
		s.Rules = append(s.Rules, RuleCount{rule, n})
	}
	sorting.Stable(s.Rules, func(a, b RuleCount) int { return cmp.Compare(a.Rule, b.Rule) })
	s.PatternsMatched, s.RedactionsApplied = len(counts), len(s.Places)
}

// placesOf returns the runs of lines that a section takes from its file.
func placesOf(lines []line) []Lines {
	runs := []Lines{}
	for _, l := range lines {
		last := len(runs) - 1
		switch {
		case l.number == 0:
		case last >= 0 && l.number >= runs[last].End && l.number <= runs[last].End+2: // at most a blank line between
			runs[last].End = l.number
		default:
			runs = append(runs, Lines{l.number, l.number})
		}
	}
	return runs
}

// IsPersonal reports whether it was no secret, but an identifier of the operator.
func (r Redaction) IsPersonal() bool { return strings.HasPrefix(r.Rule, personalPrefix) }

// String describes the redaction of a secret for people.
func (r Redaction) String() string {
	return fmt.Sprintf("redacted a secret (%s) in %s:%d", r.Rule, r.Path, r.Line)
}
