package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/google/jsonschema-go/jsonschema"

	"wisdom/markdown/lint"

	"github.com/stretchr/testify/require"
)

// What lint --sarif prints is valid by the schema of OASIS, in testdata without its descriptions and as one of
// draft 7, with findings of every kind and without any.
func TestSARIF(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	require.NoError(t, err)
	var schema jsonschema.Schema
	require.NoError(t, json.Unmarshal(text, &schema))
	rules, err := schema.Resolve(nil)
	require.NoError(t, err)
	for name, findings := range map[string][]lint.Finding{
		"none": nil,
		"every kind": {
			{Rule: lint.RuleWords, Severity: lint.Error, Path: "SOUL.md", Line: 12, Message: "17 words", Hint: "shorten it"},
			{Rule: lint.RuleSoulBudget, Severity: lint.Warning, Path: "SOUL.md", Message: "too long"},
			{Rule: lint.RuleRequired, Severity: lint.Note, Path: "notes/a b#1.md", Line: 3, Message: "an equivalent"},
			{Rule: "engine", Severity: lint.Warning, Message: "about no file"},
		},
	} {
		b, err := json.Marshal(sarifOf("SOUL.md", findings))
		require.NoError(t, err)
		var log any
		require.NoError(t, json.Unmarshal(b, &log))
		assert.NoError(t, rules.Validate(log), name)
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
		require.NoError(t, json.Unmarshal(b, &report))
		got := len(report.Runs[0].Results)
		assert.Equalf(t, len(findings), got, "%s: %d results, %d findings", name, got, len(findings))
		for i, result := range report.Runs[0].Results {
			place := result.Locations[0].PhysicalLocation
			assert.Truef(t, result.RuleID == findings[i].Rule && place.Region.StartLine >= 1 && place.ArtifactLocation.URI != "",
				"%s: %+v", name, result)
		}
	}
	// The schema does see what is wrong.
	toolless := map[string]any{"version": "2.1.0", "runs": []any{map[string]any{"results": []any{}}}}
	assert.Error(t, rules.Validate(toolless), "a run without a tool is taken")
}

// Every rule says what it asks for.
func TestRulesAreDescribed(t *testing.T) {
	for _, rule := range lint.Rules() {
		assert.NotEmptyf(t, lint.About(rule), "markdown/lint/rules.go says nothing of %s", rule)
	}
}
