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
	RuleWisdomFile    = "wisdom-file"
	RuleSection       = "section"
	RuleHeader        = "section-header"
	RuleRequired      = "required-entry"
	RuleFormat        = "entry-format"
	RuleWords         = "entry-words"
	RuleSpecifics     = "entry-specifics"
	RuleDuplicate     = "entry-duplicate"
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
	RuleToolsKeep     = "tools-checklist"
	RuleOnDemand      = "on-demand"
	RuleBaseline      = "baseline"
	RuleSettings      = "settings" // broken where wisdom.toml cannot be read, so that no setting changes it
)

// severities are the default severities of the rules.
var severities = map[string]Severity{
	RuleSoul:          Error,
	RuleEncoding:      Error,
	RuleLink:          Error,
	RuleWisdomFile:    Error,
	RuleSection:       Error,
	RuleHeader:        Error,
	RuleRequired:      Error,
	RuleFormat:        Error,
	RuleWords:         Error,
	RuleSpecifics:     Error,
	RuleDuplicate:     Warning,
	RuleCount:         Error,
	RuleSecret:        Error,
	RuleInjection:     Error,
	RuleSectionBudget: Error,
	RuleSoulBudget:    Warning,
	RuleBackup:        Error,
	RuleJournal:       Warning,
	RuleToolsBudget:   Error,
	RuleToolsProse:    Error,
	RuleToolsValue:    Error,
	RuleToolsSource:   Warning,
	RuleToolsTable:    Warning,
	RuleToolsKeep:     Warning,
	RuleOnDemand:      Warning,
	RuleBaseline:      Warning,
	RuleSettings:      Error,
}

// IsBudget reports whether a rule limits the size of the whole.
func IsBudget(rule string) bool {
	return rule == RuleSectionBudget || rule == RuleSoulBudget || rule == RuleCount || rule == RuleToolsBudget
}

// Rules lists the names of all rules.
func Rules() []string { return slices.Sorted(maps.Keys(severities)) }

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
		return severities[rule]
	case severity == off:
		return ""
	}
	return severity
}

// HasErrors reports whether a check fails.
func HasErrors(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error })
}
