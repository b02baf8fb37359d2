package main

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/markdown/lint"
)

// sarifSchema is the schema that a report says it keeps to.
const sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/" +
	"sarif-2.1/schema/sarif-schema-2.1.0.json"

// sarifOf is what lint found as a code host's scanner takes it: SARIF 2.1.0.
func sarifOf(findings []lint.Finding) object {
	results := []object{}
	for _, f := range findings {
		text := f.Message
		if f.Hint != "" {
			text += " (" + f.Hint + ")"
		}
		results = append(results, object{
			"ruleId": f.Rule, "level": levelOf(f.Severity), "message": object{"text": text},
			"locations": []object{{"physicalLocation": sarifPlace(f)}},
		})
	}
	driver := object{"name": "wisdom", "semanticVersion": version, "rules": sarifRules(findings)}
	run := object{"columnKind": "utf16CodeUnits", "results": results, "tool": object{"driver": driver}}
	return object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{run}}
}

// sarifRules are all rules, and what else findings name.
func sarifRules(findings []lint.Finding) []object {
	names := lint.Rules()
	for _, f := range findings {
		if !slices.Contains(names, f.Rule) {
			names = append(names, f.Rule)
		}
	}
	var rules []object
	for _, name := range names {
		rule := object{"id": name, "name": name}
		if about := lint.About(name); about != "" {
			rule["shortDescription"] = object{"text": about}
		}
		rules = append(rules, rule)
	}
	return rules
}

// sarifPlace is the line, or the first one of a file; what is about no file is
// about SOUL.md, since a scanner shows nothing without a place.
func sarifPlace(f lint.Finding) object {
	path := cmp.Or(f.Path, string(lint.SoulFile))
	return object{
		"artifactLocation": object{"uri": asURI.Replace(path)}, "region": object{"startLine": max(f.Line, 1)},
	}
}

// asURI makes a path a relative URI.
var asURI = strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F", ":", "%3A")

// levelOf is the word for a severity, for people and for scanners.
func levelOf(severity lint.Severity) string {
	if severity == lint.Note {
		return "note"
	}
	return string(severity)
}
