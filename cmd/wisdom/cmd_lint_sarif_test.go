package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/xeipuuv/gojsonschema"

	"wisdom/markdown/lint"
)

// What lint --sarif prints is valid by the schema of OASIS (in testdata without its
// descriptions), with findings of
// every kind and without any.
func TestSARIF(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, findings := range map[string][]lint.Finding{
		"none": nil,
		"every kind": {
			{Rule: lint.RuleWords, Severity: lint.Error, Path: "SOUL.md", Line: 12, Message: "17 words", Hint: "shorten it"},
			{Rule: lint.RuleSoulBudget, Severity: lint.Warning, Path: "SOUL.md", Message: "too long"},
			{Rule: lint.RuleRequired, Severity: lint.Note, Path: "notes/a b#1.md", Line: 3, Message: "an equivalent"},
			{Rule: "engine", Severity: lint.Warning, Message: "about no file"},
		},
	} {
		b, err := json.Marshal(sarifOf(findings))
		if err != nil {
			t.Fatal(err)
		}
		result, err := schema.Validate(gojsonschema.NewBytesLoader(b))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, wrong := range result.Errors() {
			t.Errorf("%s: %s", name, wrong)
		}
		var report struct {
			Runs []struct {
				Results []struct {
					RuleID    string
					Locations []struct {
						PhysicalLocation struct {
							ArtifactLocation struct{ URI string }
							Region           struct{ StartLine int }
						}
					}
				}
			}
		}
		if err := json.Unmarshal(b, &report); err != nil {
			t.Fatal(err)
		}
		if got := len(report.Runs[0].Results); got != len(findings) {
			t.Errorf("%s: %d results, %d findings", name, got, len(findings))
		}
		for i, result := range report.Runs[0].Results {
			place := result.Locations[0].PhysicalLocation
			if result.RuleID != findings[i].Rule || place.Region.StartLine < 1 || place.ArtifactLocation.URI == "" {
				t.Errorf("%s: %+v", name, result)
			}
		}
	}
	// The schema does see what is wrong.
	toolless := gojsonschema.NewStringLoader(`{"version": "2.1.0", "runs": [{"results": []}]}`)
	if result, err := schema.Validate(toolless); err != nil || result.Valid() {
		t.Errorf("a run without a tool is taken: %v", err)
	}
}

// Every rule says what it asks for.
func TestRulesAreDescribed(t *testing.T) {
	for _, rule := range lint.Rules() {
		if lint.About(rule) == "" {
			t.Errorf("markdown/lint/rules.go says nothing of %s", rule)
		}
	}
}
