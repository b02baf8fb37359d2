package main

import (
	"cmp"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// sarifSchema is the schema that a report says it keeps to.
const sarifSchema = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/" +
	"sarif-2.1/schema/sarif-schema-2.1.0.json"

// sarifOf is what lint found as a code host's scanner takes it: SARIF 2.1.0. What is about no file is about that of the section,
// since a scanner shows nothing without a place.
func sarifOf(file workspace.Path, findings []lint.Finding) object {
	results, rules, known := []object{}, []object{}, map[string]bool{}
	for _, f := range findings {
		if !known[f.Rule] {
			known[f.Rule] = true
			rules = append(rules, object{
				"id": f.Rule, "name": f.Rule, "shortDescription": object{"text": cmp.Or(lint.About(f.Rule), f.Rule)},
			})
		}
		artifact := object{"uri": asURI.Replace(cmp.Or(f.Path, string(file)))}
		place := object{"artifactLocation": artifact, "region": object{"startLine": max(f.Line, 1)}}
		results = append(results, object{
			"ruleId": f.Rule, "level": either(f.Severity == lint.Note, "note", string(f.Severity)),
			"message":   object{"text": f.Message + textIf(f.Hint != "", " ("+f.Hint+")")},
			"locations": []object{{"physicalLocation": place}},
		})
	}
	driver := object{"name": "wisdom", "semanticVersion": version, "rules": rules}
	run := object{"columnKind": "utf16CodeUnits", "results": results, "tool": object{"driver": driver}}
	return object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{run}}
}

// asURI makes a path a relative URI.
var asURI = strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "?", "%3F", ":", "%3A")
