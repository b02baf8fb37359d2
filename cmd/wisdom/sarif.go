package main

import (
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"wisdom/review/lint"
)

// sarifOf is what lint found as a code host's scanner takes it: SARIF 2.1.0.
func sarifOf(findings []lint.Finding) *sarif.Report {
	driver := sarif.NewToolComponent().WithName("wisdom").WithSemanticVersion(version).WithRules(sarifRules(findings))
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(driver)).WithColumnKind("utf16CodeUnits").WithResults([]*sarif.Result{})
	for _, f := range findings {
		text := f.Message
		if f.Hint != "" {
			text += " (" + f.Hint + ")"
		}
		run.AddResult(sarif.NewRuleResult(f.Rule).WithLevel(sarifLevel(f.Severity)).
			WithMessage(sarif.NewTextMessage(text)).WithLocations([]*sarif.Location{sarifPlace(f)}))
	}
	return sarif.NewReport().AddRun(run)
}

// sarifRules are all rules, and what else findings name.
func sarifRules(findings []lint.Finding) []*sarif.ReportingDescriptor {
	names := lint.Rules()
	for _, f := range findings {
		if lint.About(f.Rule) == "" {
			names = append(names, f.Rule)
		}
	}
	var rules []*sarif.ReportingDescriptor
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		rule := sarif.NewRule(name).WithName(name)
		if about := lint.About(name); about != "" {
			rule.WithShortDescription(sarif.NewMultiformatMessageString().WithText(about))
		}
		rules = append(rules, rule)
	}
	return rules
}

// sarifPlace is the line, or the first one of a file; what is about no file is
// about SOUL.md, since a scanner shows nothing without a place.
func sarifPlace(f lint.Finding) *sarif.Location {
	path := f.Path
	if path == "" {
		path = string(lint.SoulFile)
	}
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(escapedPath(path))).
		WithRegion(sarif.NewRegion().WithStartLine(max(f.Line, 1))))
}

// escapedPath is a path as a relative URI.
func escapedPath(path string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F", ":", "%3A").Replace(path)
}

func sarifLevel(s lint.Severity) string {
	switch s {
	case lint.Error:
		return "error"
	case lint.Warning:
		return "warning"
	}
	return "note"
}
