package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/llm/ollamatest"
)

// These tests need real weights: `make test-model` gets them. The models that it gets are small, and nothing that they
// say may become an entry.

// failedExam is the exit code for a model that failed its exam.
const failedExam = 16

// satExam is what tests read of `doctor --exam --json`, which is a row of docs/models.md.
type satExam struct {
	Model   string
	Passed  bool
	Skills  []satSkill
	Seconds float64
	// Requests and tokens.
	Requests int
	Read     int `json:"tokens_read"`
	Written  int `json:"tokens_written"`
}

type satSkill struct {
	Skill  string
	Score  float64
	Least  float64
	Passed bool
}

// row is the report as a row of docs/models.md.
func (e satExam) row() string {
	var skills []string
	for _, s := range e.Skills {
		skills = append(skills, fmt.Sprintf("%s %.2f", s.Skill, s.Score))
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %.0f s | %.0f |", e.Model, strings.Join(skills, " | "), e.Requests,
		e.Read, e.Written, e.Seconds, float64(e.Read+e.Written)/max(e.Seconds, 1))
}

// sampleCopy is a copy of the sample workspace.
func sampleCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../testdata/sample")))
	return dir
}

// TestModelWeights: the program finds a small model and says how fast it is; the model fails its exam; the automatic
// engine goes on without it and says why, and the lessons stay new; and told to ask it, the program ends, until it is
// told to go on despite the exam.
func TestModelWeights(t *testing.T) {
	weights := ollamatest.Weights(t)
	server := ollamatest.Start(t)
	for _, file := range weights {
		model := server.ImportWeights(file)
		t.Run(model, func(t *testing.T) {
			dir := sampleCopy(t)
			code, out, talk := wisdom(t, dir, server.URL(), "doctor", "--model", model)
			assert.Contains(t, out, "ok    model     "+model)
			assert.Contains(t, out, "tokens a second")
			assert.NotContains(t, out, "template", "the model has one")
			assert.Contains(t, []int{exitDone, exitFindings, failedExam}, code, talk)

			code, out, talk = wisdom(t, dir, server.URL(), "doctor", "--exam", "--model", model, "--json")
			require.Equalf(t, failedExam, code, "the exam: %s\n%s", out, talk)
			var report satExam
			require.NoError(t, json.Unmarshal([]byte(out), &report), out)
			t.Logf("%s", report.row())
			missed := 0
			for _, s := range report.Skills {
				if !s.Passed {
					missed++
				}
			}
			assert.Truef(t, !report.Passed && missed > 0 && report.Requests > 0, "%+v", report)

			code, out, talk = wisdom(t, dir, server.URL(), "run", "--engine", "model", "--model", model)
			assert.Equalf(t, failedExam, code, "told to ask it: %s\n%s", out, talk)
			assert.Contains(t, talk, "failed its exam")

			fallen := must(t, dir, server.URL(), "run", "--model", model)
			assert.Truef(t, fallen.Engine == "builtin" && strings.Contains(fallen.Why, "exam"),
				"engine %s: %s", fallen.Engine, fallen.Why)
			assert.Zero(t, fallen.Usage.Requests, "requests after the exam was failed")
			fresh := 0
			for _, l := range must(t, dir, server.URL(), "run", "--model", model).Lessons {
				if l.New {
					fresh++
				}
			}
			assert.Positive(t, fresh, "the lessons are new for a model")
		})
	}
}
