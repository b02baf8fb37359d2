package main

import (
	"strings"

	"wisdom/markdown/lint"
)

// sarifSchema is the schema that a report says it keeps to.
const sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/" +
	"sarif-2.1/schema/sarif-schema-2.1.0.json"

// sarifReport is as much of SARIF 2.1.0 as a report of lint needs.
type sarifReport struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
	Tool       struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Rules           []sarifRule `json:"rules"`
	SemanticVersion string      `json:"semanticVersion"`
}

type sarifRule struct {
	ID               string     `json:"id"`
	Name             string     `json:"name"`
	ShortDescription *sarifText `json:"shortDescription,omitempty"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	Level     string          `json:"level"`
	Locations []sarifLocation `json:"locations"`
	Message   sarifText       `json:"message"`
	RuleID    string          `json:"ruleId"`
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			StartLine int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

// sarifOf is what lint found as a code host's scanner takes it: SARIF 2.1.0.
func sarifOf(findings []lint.Finding) *sarifReport {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "wisdom", SemanticVersion: version, Rules: sarifRules(findings)}
	for _, f := range findings {
		text := f.Message
		if f.Hint != "" {
			text += " (" + f.Hint + ")"
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: f.Rule, Level: sarifLevel(f.Severity), Message: sarifText{text}, Locations: []sarifLocation{sarifPlace(f)},
		})
	}
	return &sarifReport{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

// sarifRules are all rules, and what else findings name.
func sarifRules(findings []lint.Finding) []sarifRule {
	names := lint.Rules()
	for _, f := range findings {
		if lint.About(f.Rule) == "" {
			names = append(names, f.Rule)
		}
	}
	var rules []sarifRule
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		rule := sarifRule{ID: name, Name: name}
		if about := lint.About(name); about != "" {
			rule.ShortDescription = &sarifText{about}
		}
		rules = append(rules, rule)
	}
	return rules
}

// sarifPlace is the line, or the first one of a file; what is about no file is
// about SOUL.md, since a scanner shows nothing without a place.
func sarifPlace(f lint.Finding) sarifLocation {
	path := f.Path
	if path == "" {
		path = string(lint.SoulFile)
	}
	var place sarifLocation
	place.PhysicalLocation.ArtifactLocation.URI = escapedPath(path)
	place.PhysicalLocation.Region.StartLine = max(f.Line, 1)
	return place
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
