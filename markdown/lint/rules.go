package lint

import (
	"fmt"
	"maps"
	"slices"
)

// The names of the rules in findings and settings.
const (
	RuleSoul          = "soul"
	RuleEncoding      = "encoding"
	RuleLink          = "link"
	RuleGone          = "gone"
	RuleWisdomFile    = "wisdom-file"
	RuleSection       = "section"
	RuleHeader        = "section-header"
	RuleRequired      = "required-entry"
	RuleFormat        = "entry-format"
	RuleWords         = "entry-words"
	RuleSpecifics     = "entry-specifics"
	RuleDuplicate     = "entry-duplicate"
	RuleReversed      = "entry-reversed"
	RuleCount         = "entry-count"
	RuleSecret        = "secret"
	RuleInjection     = "injection"
	RuleSectionBudget = "section-budget"
	RuleSoulBudget    = "soul-budget"
	RuleBackup        = "backup"
	RuleJournal       = "journal"
	RuleToolsBudget   = "tools-budget"
	RuleToolsProse    = "tools-prose"
	RuleToolsValue    = "tools-value"
	RuleToolsSource   = "tools-source"
	RuleToolsTable    = "tools-table"
	RuleToolsRules    = "tools-rules"
	RuleToolsKeep     = "tools-checklist"
	RuleOnDemand      = "on-demand"
	RuleBaseline      = "baseline"
	RuleSettings      = "settings" // broken where wisdom.toml cannot be read, so that no setting changes it
)

// rules are the rules by their names: how severe each is by default, and what it asks for, in one sentence.
var rules = map[string]struct {
	severity Severity
	about    string
}{
	RuleSoul: {Error, "SOUL.md is there, is a file, and can be read."},
	RuleEncoding: {Error, "SOUL.md is UTF-8 text without NUL bytes; no merge of a file that the host loads is " +
		"unfinished."},
	RuleLink:       {Error, "No file that the host loads is a symbolic or hard link, which the host does not read."},
	RuleGone:       {Warning, "The notes and scripts that a file names are there, if the host loads that file."},
	RuleWisdomFile: {Error, "There is no WISDOM.md: wisdom lives in SOUL.md and nowhere else."},
	RuleSection:    {Error, `SOUL.md has exactly one "## Wisdom" section, which no HTML element crosses.`},
	RuleHeader: {Error, "The section begins with one line that says when it was last compressed, and from how " +
		"many lessons."},
	RuleRequired: {Error, "SOUL.md holds the required entry, or text that does the same."},
	RuleFormat:   {Error, "Every line of the section is an entry: **Name.** Text."},
	RuleWords:    {Error, "An entry has no more words than allowed after its name."},
	RuleSpecifics: {Error, "An entry names no port, path, version, model, date or other detail that belongs into " +
		"TOOLS.md."},
	RuleDuplicate: {Warning, "No two entries say the same."},
	RuleReversed:  {Warning, "No newer note says the opposite of an entry, or names where it does not hold."},
	RuleCount:     {Error, "The section has no more entries than allowed."},
	RuleSecret: {Error, "SOUL.md and TOOLS_COMPACT.md contain no password, key or token; in notes, one is a " +
		"warning."},
	RuleInjection: {
		Error,
		"No line gives orders to the model that reads it, and none hides characters; in notes, one is a " +
			"warning.",
	},
	RuleSectionBudget: {Error, "The section fits its budget of tokens."},
	RuleSoulBudget:    {Warning, "SOUL.md as a whole fits its budget of tokens."},
	RuleBackup:        {Error, "Every backup can be read back and is what it was, and so are the triggers."},
	RuleJournal:       {Warning, "No promotion is unfinished."},
	RuleToolsBudget:   {Error, "TOOLS_COMPACT.md fits its budget of tokens."},
	RuleToolsProse:    {Error, "TOOLS_COMPACT.md lists facts and contains no prose but what forbids something."},
	RuleToolsValue:    {Error, "Every value in TOOLS_COMPACT.md is in its source."},
	RuleToolsSource:   {Warning, "The sources of TOOLS_COMPACT.md are as they were when it was made."},
	RuleToolsTable:    {Warning, "Where there are facts of tools, there is a TOOLS_COMPACT.md."},
	RuleToolsRules: {Warning, "Where TOOLS.md is read on demand, what it forbids is in TOOLS_COMPACT.md or SOUL.md as " +
		"well."},
	RuleToolsKeep: {Warning, "A checklist for new tools in AGENTS.md says to keep TOOLS_COMPACT.md up to date."},
	RuleOnDemand:  {Warning, "SOUL.md says when to read MEMORY.md and TOOLS.md, where they exist."},
	RuleBaseline:  {Warning, "What a session loaded before the first promotion was kept."},
	RuleSettings:  {Error, "The settings in wisdom.toml can be read."},
}

// budgetHints are the rules that limit the size of the whole, with the way below the limit again.
var budgetHints = map[string]string{
	RuleSectionBudget: "drop or shorten entries",
	RuleSoulBudget:    "shorten the text outside the section",
	RuleCount:         "drop the weakest",
	RuleToolsBudget:   "take out what can be looked up in TOOLS.md",
}

// IsBudget reports whether a rule limits the size of the whole.
func IsBudget(rule string) bool { return budgetHints[rule] != "" }

// BudgetHint tells how to get below the budget of a rule again.
func BudgetHint(rule string) string { return budgetHints[rule] }

// About says what a rule asks for, in one sentence.
func About(rule string) string { return rules[rule].about }

// Rules lists the names of all rules.
func Rules() []string { return slices.Sorted(maps.Keys(rules)) }

// off is the setting that silences a rule.
const off Severity = "off"

// HintRun is the hint of a finding that a run mends.
const HintRun = "wisdom run"

// ParseSeverity reads a setting of the table [lint].
func ParseSeverity(s string) (Severity, error) {
	switch severity := Severity(s); severity {
	case Error, Warning, off:
		return severity, nil
	}
	return "", fmt.Errorf(`%q is no severity: use "error", "warning" or "off"`, s)
}

// Of is how severe a rule is, "" if it is switched off.
func (o Options) Of(rule string) Severity {
	severity, set := o.Severity[rule]
	switch {
	case !set:
		return rules[rule].severity
	case severity == off:
		return ""
	}
	return severity
}

// HasErrors reports whether a check fails.
func HasErrors(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error })
}
