package pipeline_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// What small models do ends no run, and loses nothing that was verified: an answer that reaches its bound, one that
// repeats itself or has no end, one in another language, and a context that is shorter than what is asked for.
func TestWhatSmallModelsDoEndsNoRun(t *testing.T) {
	t.Parallel()
	const every = 0                        // request of a step
	cut := func(r fake.Reply) fake.Reply { // within the second thing that it tells of
		end := "},{"
		if strings.Contains(r.Text, "[[") {
			end = "],["
		}
		if at := strings.Index(r.Text, end); at > 0 {
			return fake.Reply{Text: r.Text[:at+4], Reason: "length"}
		}
		return r
	}
	repeats := func(r fake.Reply) fake.Reply {
		open, end := "{", "}"
		if strings.Contains(r.Text, "[[") {
			open, end = "[", "]"
		}
		list, first, _ := strings.Cut(r.Text, "["+open)
		first, _, _ = strings.Cut(first, end+","+open)
		first = strings.TrimSuffix(first, end+"]}")
		return fake.Reply{Text: list + "[" + strings.Repeat(open+first+end+",", 30), Reason: "length"}
	}
	foreign := func(r fake.Reply) fake.Reply {
		r.Text = strings.ReplaceAll(r.Text, habits["backup"].Line, "Restaura cada copia antes de confiar en ella.")
		return r
	}
	endless := func(fake.Reply) fake.Reply { return fake.Reply{Text: strings.Repeat("\n", 16*32), NoEnd: true} }
	for name, test := range map[string]struct {
		step    string
		only    int // a request of the step, or every one
		reply   func(fake.Reply) fake.Reply
		trained int // context
		entries int // at least, beside the required one
	}{
		"the list of practices is cut":     {"find", every, cut, 0, 1},
		"assignments are cut":              {"assign", every, cut, 0, 0},
		"assignments are cut once":         {"assign", 1, cut, 0, 4},
		"wordings are cut":                 {"word", every, cut, 0, 2},
		"verdicts are cut":                 {"verify", every, cut, 0, 1},
		"a practice comes again and again": {"find", every, repeats, 0, 1},
		"a lesson comes again and again":   {"assign", 1, repeats, 0, 4},
		"a line comes again and again":     {"verify", 1, repeats, 0, 4},
		"blank lines without an end":       {"verify", 1, endless, 0, 4},
		"wordings in other languages":      {"word", every, foreign, 0, 3},
		"a short context":                  {"", every, nil, 4096, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			server := fake.Start(func(r fake.Request) fake.Reply {
				reply := habits.Answer(r)
				if r.Step() != test.step {
					return reply
				}
				if asked++; test.only == every || asked == test.only {
					return test.reply(reply)
				}
				return reply
			}, fake.Model{Name: "tiny:latest", Trained: test.trained})
			defer server.Close()
			fsys := workspacetest.NewMemory(jottings(60))
			opts := modelOptions(server)
			opts.DespiteExam = test.trained == 2048 // it has no room for the questions
			result := ran(t, fsys, &review.Log{}, opts)
			if n := len(result.Entries) - 1; n < test.entries || result.Engine != pipeline.Ollama {
				t.Errorf("%d entries by %s:\n%s", n, result.Engine, result.Section)
			}
			for _, e := range result.Entries[1:] {
				assert.Truef(t, len(e.LessonIDs) >= 3 && !strings.ContainsAny(e.Text, "先é") && !strings.Contains(e.Text, "copia"),
					"entry %+v", e)
			}
		})
	}
}

// A model that writes half as many tokens again as others do reached the bound of its answers, the second time too, and
// what it had not told of by then was lost.
func TestAWordyModelIsGivenMoreRoomTheSecondTime(t *testing.T) {
	t.Parallel()
	server := fake.Start(func(r fake.Request) fake.Reply {
		var b bytes.Buffer
		assert.NoError(t, json.Indent(&b, []byte(habits.Answer(r).Text), "", "    "))
		bound, _ := r.Options["num_predict"].(float64)
		text, most := b.String(), int(bound)*3/2 // three characters take two tokens
		if len(text) > most {
			return fake.Reply{Text: text[:most], Reason: "length"}
		}
		return fake.Reply{Text: text}
	}, fake.Model{Name: "tiny:latest"})
	t.Cleanup(server.Close)
	result := modelRun(t, workspacetest.NewMemory(jottings(60)), &review.Log{}, server)
	verified := 0
	for _, p := range result.Ledger.Practices.Found {
		verified += len(p.Forms)
	}
	assert.Truef(t, verified >= 7 && result.Usage.Refused != 0 && !slices.ContainsFunc(result.Findings,
		func(f lint.Finding) bool { return strings.Contains(f.Message, "no usable answer") }),
		"%d verified lines, usage %+v, findings %+v", verified, result.Usage, result.Findings)
}

// On a slow machine the one request about many lessons took longer than a request may, in every run: with a model
// named, none ever ended.
func TestASlowModelIsAskedAboutFewerLessons(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]int{"with 40 lessons": 40, "with any": 1} {
		server := fake.Start(func(r fake.Request) fake.Reply {
			if r.Step() == "find" && len(r.Notes()) >= slow {
				return fake.Reply{Silent: true}
			}
			return habits.Answer(r)
		}, fake.Model{Name: "tiny:latest"})
		defer server.Close()
		opts := modelOptions(server)
		opts.Model.Timeout = time.Second
		result, err := pipeline.Run(t.Context(), workspacetest.NewMemory(jottings(180)), &review.Log{}, opts)
		switch {
		case slow == 1:
			assert.Truef(t, err != nil && strings.Contains(err.Error(), "(model.timeout)") && len(server.Requests()) <= 3,
				"%s: %v", name, err)
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case len(result.Entries) < 5:
			t.Errorf("%s: %d entries", name, len(result.Entries)-1)
		}
	}
}
