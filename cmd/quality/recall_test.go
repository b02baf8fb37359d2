package quality

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wisdom/inject/recall"
	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
)

// assessRecall asks `wisdom recall` every labelled message, and small talk: with the messages that a reader expected,
// with an embedding model.
func assessRecall(expecting bool, embedder recall.Embedder) func(t *testing.T, dir string) []figure {
	return func(t *testing.T, dir string) []figure { return ask(t, dir, expecting, embedder) }
}

func ask(t *testing.T, dir string, expecting bool, embedder recall.Embedder) []figure {
	messages := read[label](dir, "messages.jsonl")
	talk, _ := os.ReadFile(filepath.Join(dir, "smalltalk.txt")) // most workspaces have none
	for line := range strings.Lines(string(talk)) {
		messages = append(messages, label{Message: strings.TrimSpace(line)})
	}
	return recalled(answers(t, dir, messages, expecting, embedder))
}

// assessTalk asks short queries, needs and situations in the workspace that each is about, and small talk in all.
func assessTalk(expecting bool) func(t *testing.T, dir string) []figure {
	return func(t *testing.T, dir string) []figure {
		var all, needs []answer
		testdata := filepath.Join(dir, "../..")
		benches := must(filepath.Glob(filepath.Join(testdata, "recallbench/*/messages.jsonl")))
		for _, where := range append(benches, must(filepath.Glob(filepath.Join(testdata, "recallt*/messages.jsonl")))...) {
			where = filepath.Dir(where)
			isBench := filepath.Base(filepath.Dir(where)) == "recallbench"
			messages := only(read[label](dir, "messages.jsonl"), func(m label) bool {
				return m.Path == "" && isBench || m.Path == filepath.Base(where)
			})
			a, n := answers(t, where, messages, expecting, nil)
			all, needs = append(all, a...), append(needs, n...)
		}
		return recalled(all, needs)
	}
}

// answers are what a workspace answers to messages, and the same for each need.
func answers(
	t *testing.T,
	dir string,
	messages []label,
	expecting bool,
	embedder recall.Embedder,
) (all, needs []answer) {
	folder := must(workspace.Open(filepath.Join(dir, "workspace")))
	defer folder.Close() //nolint:errcheck // was only read
	fsys := workspace.NewDryRun(folder)
	if expecting {
		expected := must(os.ReadFile(filepath.Join(dir, "expected.json")))
		must(fsys, errors.Join(recall.Prepare(fsys), workspace.Replace(fsys, recall.ExpectedFile, expected, 0o600)))
	}
	index := must(recall.Open(t.Context(), fsys, recall.Options{Now: day, Embedder: embedder}))
	defer index.Close() //nolint:errcheck // it is in memory
	for _, m := range messages {
		a := answer{
			m,
			dir,
			nil,
			must(index.Recall(t.Context(), recall.Question{Message: m.Message, Typed: m.Kind == "typed"})).Snippets,
		}
		for _, need := range m.Needs {
			one := answer{m, dir, nil, a.snippets}
			for _, where := range need {
				one.needed = append(one.needed, placeOf(dir, where))
			}
			needs, a.needed = append(needs, one), append(a.needed, one.needed...)
		}
		all = append(all, a)
	}
	return all, needs
}

// answer is what was recalled for a message, and the lines that it needs: all of them, or those of one need.
type answer struct {
	label
	dir      string
	needed   []lesson.Place
	snippets []recall.Snippet
}

// meets reports whether a snippet has a line that is needed.
func (a *answer) meets(s recall.Snippet) bool {
	return overlap(a.needed, []lesson.Place{{Path: string(s.Path), StartLine: s.StartLine, EndLine: s.EndLine}}) > 0
}

// placeOf is the one line that a label names as "path::text".
func placeOf(dir, where string) lesson.Place {
	path, text, _ := strings.Cut(where, "::")
	before, after, found := strings.Cut(string(must(os.ReadFile(filepath.Join(dir, "workspace", path)))), text)
	if !found || strings.Contains(after, text) {
		panic(where + " is not in one line")
	}
	line := strings.Count(before, "\n") + 1
	return lesson.Place{Path: path, StartLine: line, EndLine: line}
}

// recalled are the figures of the answers to all messages, and of the same for each need.
func recalled(all, needs []answer) []figure {
	missed := func(_ int, a answer) string {
		return unless(slices.ContainsFunc(a.snippets, a.meets), "%s: %q misses %s", a.Kind, a.Message, a.needed[0])
	}
	figures := []figure{check("needs", "needs of messages that a snippet meets", share, needs, missed)}
	for _, kind := range []string{"direct", "paraphrase", "hard", "fact", "decision", "date", "two", "typed", "asked", "situation", "foreign"} {
		ofKind := only(needs, func(a answer) bool { return a.Kind == kind })
		figures = append(figures, check(kind, "the same, for messages of this kind", share, ofKind, missed))
	}
	asked := only(all, func(a answer) bool { return len(a.Needs) > 0 })
	idle := only(all, func(a answer) bool { return len(a.Needs)+len(a.Never) == 0 })
	answered := func(_ int, a answer) string { return unless(len(a.snippets) == 0, "%q", a.Message) }
	return append(figures,
		check("first", "messages whose first snippet meets a need", share, asked, func(_ int, a answer) string {
			return unless(len(a.snippets) > 0 && a.meets(a.snippets[0]), "%q", a.Message)
		}),
		belonging(asked),
		check("belongs", "snippets with a line of the answer", share, shown(asked), func(_ int, a answer) string {
			return unless(a.meets(a.snippets[0]), "%q: %s", a.Message, a.snippets[0].Source)
		}),
		check("quiet", "messages that need nothing, and got nothing", share, idle, answered),
		check("near", "the same, for messages that share words with the notes", share,
			only(idle, func(a answer) bool { return a.Kind == "near" }), answered),
		check("leaks", "messages answered with a secret or an order to a model", wrong, all, func(_ int, a answer) string {
			leaks := func(s recall.Snippet) bool {
				return slices.ContainsFunc(a.Never, func(never string) bool { return strings.Contains(s.Text, never) })
			}
			return unless(!slices.ContainsFunc(a.snippets, leaks), "%q", a.Message)
		}),
		check("cites", "messages answered with lines that are not what is cited", wrong, all, func(_ int, a answer) string {
			isWrong := func(s recall.Snippet) bool { return !isCited(a.dir, s) }
			return unless(!slices.ContainsFunc(a.snippets, isWrong), "%q", a.Message)
		}))
}

// shown are the snippets of answers, each by itself.
func shown(all []answer) (single []answer) {
	for _, a := range all {
		for _, s := range a.snippets {
			single = append(single, answer{a.label, a.dir, a.needed, []recall.Snippet{s}})
		}
	}
	return single
}

// belonging is the share of the tokens of snippets that belong to the answers.
func belonging(asked []answer) figure {
	sum, of := 0, 0
	for _, a := range asked {
		for _, s := range a.snippets {
			for i, text := range strings.Split(s.Text, "\n") {
				size := tokens.Larger.Tokens(text)
				of += size
				if has(a.needed, string(s.Path), s.StartLine+i) {
					sum += size
				}
			}
		}
	}
	const legend = "tokens of snippets that belong to the answer"
	return figure{name: "tokens", legend: legend, value: float64(sum) / float64(max(of, 1)), of: of}
}

// isCited reports whether the lines that a snippet cites hold its text, but for what was redacted.
func isCited(dir string, s recall.Snippet) bool {
	all := strings.Split(string(must(os.ReadFile(filepath.Join(dir, "workspace", string(s.Path))))), "\n")
	lines := strings.Join(all[s.StartLine-1:s.EndLine], "\n")
	parts := strings.Split(strings.Trim(s.Text, "…"), "[REDACTED]")
	if len(parts) == 1 && !s.Truncated {
		return lines == s.Text
	}
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(lines, part) })
}

// remembering asks a model about each text once.
type remembering struct {
	recall.Embedder
	known map[string][]float32
}

func (r *remembering) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return r.embed(ctx, "query ", texts, r.Embedder.EmbedQueries)
}

func (r *remembering) EmbedPassages(ctx context.Context, texts []string) ([][]float32, error) {
	return r.embed(ctx, "passage ", texts, r.Embedder.EmbedPassages)
}

func (r *remembering) embed(
	ctx context.Context, kind string, texts []string, ask func(context.Context, []string) ([][]float32, error),
) ([][]float32, error) {
	isNew := func(text string) bool { return r.known[kind+text] == nil }
	asked := only(texts, isNew)
	vectors, err := ask(ctx, asked)
	for i, vector := range vectors {
		r.known[kind+asked[i]] = vector
	}
	all := make([][]float32, len(texts))
	for i, text := range texts {
		all[i] = r.known[kind+text]
	}
	return all, err
}
