package distill

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/prompts"
)

// scorer is a model that reads well, but assigns and verifies by margins only. It says yes to all, the more so to some
// lines, as small models do; only the margin knows better.
type scorer struct {
	scripted
	pairs []string // that were asked about
	err   error    // of the margins, from the one after that many on
	after int
	once  bool // the error comes only once
}

func newScorer() *scorer { return &scorer{scripted: scripted{Reader: reader}} }

// line and note are what a prompt asks about.
func pairOf(text string) (line, note string) {
	for row := range strings.Lines(text[strings.LastIndex(text, "Rule: "):]) {
		if rule, is := strings.CutPrefix(row, "Rule: "); is {
			line = strings.TrimSpace(rule)
		}
		if noted, is := strings.CutPrefix(row, "Note: "); is {
			note = strings.TrimSpace(noted)
		}
	}
	return line, note
}

func (m *scorer) Margin(_ context.Context, p prompts.Prompt) (float64, error) {
	if m.err != nil && len(m.pairs) >= m.after {
		err := m.err
		if m.once {
			m.err = nil
		}
		return 0, err
	}
	line, note := pairOf(p.Text)
	m.pairs = append(m.pairs, line+" | "+note)
	bias, noise := fnv.New32(), fnv.New32()
	_, _ = bias.Write([]byte(line))
	_, _ = noise.Write([]byte(line + note))
	margin := 1 + float64(bias.Sum32()%9) + float64(noise.Sum32()%100)/100
	if words := m.Words(line); len(words) > 0 && slices.Equal(words, m.Words(note)) {
		margin += 2
	}
	return margin, nil
}

// indifferent is a model with the same margin for everything.
type indifferent struct{ scripted }

func (*indifferent) Margin(context.Context, prompts.Prompt) (float64, error) { return 1.5, nil }

// near is an embedder for which texts are near that share one of the reader's words.
type near struct{ asked int }

func (*near) Name() string { return "near" }

func (e *near) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	e.asked += len(texts)
	var all [][]float32
	for _, text := range texts {
		vector := make([]float32, 4)
		vector[3] = .1
		for i, word := range []string{"backup", "error", "token"} {
			if strings.Contains(strings.ToLower(text), word) {
				vector[i] = 1
			}
		}
		all = append(all, vector)
	}
	return all, nil
}

func (e *near) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.EmbedPassages(ctx, texts)
}

// byMargins lets a run assign and verify so.
func byMargins(embed Embedder) func(*Options) {
	return func(o *Options) { o.Form, o.Embedder = Form{Margins: true, Least: .5}, embed }
}

// By margins the same lessons back the same lines as in batches, though the model prefers some lines; what teaches none
// is left alone.
func TestPracticesByMargins(t *testing.T) {
	for name, embed := range map[string]Embedder{"alone": nil, "with an embedder": &near{}} {
		m := newScorer()
		got, err := practise(m, notes(), byMargins(embed))
		require.NoError(t, err, name)
		checkPracticed(t, got, notes(), testOptions().Support)
		assert.ElementsMatch(t, []string{
			"Error text. Read the whole error text before you restart anything. [3 4 5]",
			"Restored backups. Restore every backup once before you trust it. [0 1 2]",
			"Secret tokens. Keep every token out of chats, notes and logs. [6 7 8]",
		}, entries(got), name)
		assert.Equal(t, 1, got.Notes.Unassigned, name)
		var steps []string
		for _, r := range m.asked {
			steps = append(steps, r.Step())
		}
		assert.Equal(t, []string{"find", "word"}, steps, "%s: asked in batches", name)
		slices.Sort(m.pairs)
		assert.Equal(t, len(m.pairs), len(slices.Compact(m.pairs)), "%s: a pair is asked twice", name)
	}
}

// sixLines are the margins of 40 notes for six lines; every third note teaches one of the first three, in turn.
func sixLines(m *scorer, embed Embedder) (*margins, []string) {
	texts := make([]string, 40)
	for i := range texts {
		texts[i] = fmt.Sprintf("A note on %s, number %d.", []string{"backup", "error", "token"}[i%3], i)
	}
	lines := []string{"Backup first.", "Read the error.", "Hide the token.", "Wash spoons.", "Feed the cat.", "Sleep."}
	return newMargins(m, embed, prompts.BuiltIn(), texts, upTo(10)), lines
}

// With an embedder each lesson is asked about its three nearest lines, and beyond that only those of the sample.
func TestNearestLinesAreAsked(t *testing.T) {
	m, embed := newScorer(), &near{}
	margins, lines := sixLines(m, embed)
	ranked, err := margins.rank(t.Context(), lines, upTo(40))
	require.NoError(t, err)
	for i, of := range ranked {
		assert.Equal(t, i%3, of[0], margins.notes[i])
	}
	assert.Len(t, m.pairs, 10*len(lines)+30*nearest, "ten of the sample about each line, the others about three")
	assert.Equal(t, 40+len(lines), embed.asked, "each text is embedded once")
}

// A margin that could not be asked once is asked again, and not taken for 0.
func TestMarginThatFailsOnce(t *testing.T) {
	for after := range 10*6 + 30*3 {
		m := newScorer()
		m.err, m.after, m.once = &TooLongError{}, after, true
		margins, lines := sixLines(m, &near{})
		_, err := margins.rank(t.Context(), lines, upTo(40))
		require.Errorf(t, err, "after %d", after)
		_, err = margins.rank(t.Context(), lines, upTo(40))
		require.NoError(t, err)
		for text, line := range margins.lines {
			for note, margin := range line.margins {
				assert.Positivef(t, margin, "after %d: %s, %s", after, text, margins.notes[note])
			}
		}
	}
}

// A line that is worded is asked about the sample and its own notes; their means stay those that were taken when they
// were assigned.
func TestVerifyingAsksAboutOwnNotesOnly(t *testing.T) {
	var texts []string
	for i := range 3 {
		for _, text := range threeThemes {
			texts = append(texts, fmt.Sprintf("%s It was case %d.", text, i))
		}
	}
	m := newScorer()
	got, err := practise(m, lessons(texts...), byMargins(nil))
	require.NoError(t, err)
	assert.Len(t, entries(got), 3)
	assert.LessOrEqual(t, len(m.pairs), 3*len(texts)+3*sampled+len(texts), "found lines, the sample, own notes")
}

// What cannot be asked ends the run or the step, as other requests do.
func TestMarginsThatCannotBeAsked(t *testing.T) {
	_, err := practise(&scripted{}, notes(), byMargins(nil))
	require.ErrorIs(t, err, ErrNoMargins, "a model without margins")

	m := newScorer()
	m.err = ErrNoMargins
	_, err = practise(m, notes(), byMargins(nil))
	require.ErrorIs(t, err, ErrNoMargins, "a server without margins")

	m = newScorer()
	m.err, m.after = ErrOutOfTime, 5
	got, err := practise(m, notes(), byMargins(nil))
	require.NoError(t, err)
	assert.Truef(t, len(entries(got)) == 0 && got.Notes.Left == len(notes()), "%q, notes %+v", entries(got), got.Notes)
}

func TestExamineMargins(t *testing.T) {
	lines := []string{"Restore each backup.", "Read the error text.", "Hide every token.", "Wash the spoons."}
	notes := []string{
		"The backup was empty.", "A backup from last year.", "That error again.", "The error was in the first line.",
		"A token in the chat.", "Pasted a token.", "It rained.", "Bread is out.",
	}
	teaches := []int{1, 1, 2, 2, 3, 3, 0, 0}
	for name, embed := range map[string]Embedder{"alone": nil, "with an embedder": &near{}} {
		m := newScorer()
		e, err := ExamineMargins(t.Context(), m, embed, prompts.BuiltIn(), lines, notes, teaches)
		require.NoError(t, err)
		assert.Truef(t, e.Right > .99 && e.AUC == 1 && e.Least > 0, "%s: %+v", name, e)
		assert.Len(t, m.pairs, len(lines)*len(notes), name)
	}
	blind := newScorer()
	blind.Reader = nil
	e, err := ExamineMargins(t.Context(), blind, nil, prompts.BuiltIn(), lines, notes, teaches)
	require.NoError(t, err)
	assert.Truef(t, e.Right < .6 && e.AUC < .8, "a model that knows nothing: %+v", e)
	e, err = ExamineMargins(t.Context(), &indifferent{}, nil, prompts.BuiltIn(), lines, notes, teaches)
	require.NoError(t, err)
	assert.InDelta(t, .5, e.AUC, 1e-9, "equal scores are chance")
	// Of a model that takes a note which opposes a line for one that teaches it.
	for i, number := range map[int]int{0: 1, 1: 1, 6: 1, 7: -1} {
		notes[i], teaches[i] = "The backup was empty.", number
	}
	e, err = ExamineMargins(t.Context(), newScorer(), nil, prompts.BuiltIn(), lines, notes, teaches)
	require.NoError(t, err)
	assert.Zerof(t, e.Opposed, "%+v", e)
	_, err = ExamineMargins(t.Context(), &scripted{}, nil, prompts.BuiltIn(), lines, notes, teaches)
	assert.ErrorIs(t, err, ErrNoMargins)
}

// A run over 300 lessons takes at most ten minutes where a server reads 400 tokens a second, and is told so before.
func TestEstimateByMargins(t *testing.T) {
	took := map[bool]time.Duration{}
	for _, embed := range []Embedder{&near{}, nil} {
		opts := testOptions()
		byMargins(embed)(&opts)
		opts.Model, opts.Prompts = newScorer(), prompts.BuiltIn()
		cost := newStudy(manyNotes(300), opts).plan()
		took[embed != nil] = (&Report{Read: 400, Seconds: 1}).Takes(Cost{Read: cost.Read})
	}
	assert.Less(t, took[true], 10*time.Minute)
	assert.Greater(t, took[false], 2*took[true], "without an embedder all lines are asked about")
}
