package distill

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/prompts"
)

// ErrNoMargins is for a model whose server tells no log probabilities.
var ErrNoMargins = errors.New("the server tells no log probabilities")

const (
	// nearest is about how many lines each lesson is asked, the nearest by an Embedder.
	nearest = 3
	// sampled is about how many lessons each line is asked besides, for its mean.
	sampled = 12
	// longestAsked is how much of a lesson is asked about, in characters.
	longestAsked = 400
	// embedded is how many texts one request turns into vectors.
	embedded = 32
	// perMargin is how many tokens of a request the server reads anew: a lesson, and what stands around it.
	perMargin = 80
)

// MarginRequests is how many margins a run over lessons with so many practices asks for at most.
func MarginRequests(lessons, practices int, withEmbedder bool) int {
	asked := practices
	if withEmbedder {
		asked = min(nearest, practices)
	}
	return lessons*(asked+1) + 2*sampled*practices // assigned, and verified against the line that was worded
}

// MarginTime is how long so many margins take where a server reads so many tokens of prompts a second.
func MarginTime(requests int, perSecond float64) time.Duration {
	return time.Duration(float64(requests*perMargin) / perSecond * float64(time.Second))
}

// margins scores how surely notes teach lines. A score is the margin between yes and no and, with an Embedder, the
// cosine of note and line, each without the line's mean and in standard deviations, added.
type margins struct {
	model  Scorer
	embed  Embedder // or nil
	set    *prompts.Set
	notes  []string
	sample []int                   // of the notes, which every line is asked about
	lines  map[string]*marginsLine // by their text
	spread [2]float64              // the standard deviations of margins and of cosines, the line's mean taken off

	vectors [][]float32 // of the notes; nil before they are needed
}

// marginsLine is what is known of a line, by note.
type marginsLine struct {
	margins map[int]float64
	mean    float64   // of the margins of the sample
	cosines []float64 // their mean taken off; nil without an Embedder
}

// newMargins begins with notes; model must be a Scorer.
func newMargins(model Model, embed Embedder, set *prompts.Set, notes []string, sample []int) (*margins, error) {
	scorer, can := model.(Scorer)
	if !can {
		return nil, ErrNoMargins
	}
	return &margins{
		model: scorer, embed: embed, set: set, notes: notes, sample: sample, lines: map[string]*marginsLine{},
	}, nil
}

// meet learns what scores against lines need, and with the first of them how far margins and cosines spread.
func (m *margins) meet(ctx context.Context, texts ...string) error {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return m.lines[text] != nil })
	cosines, err := m.cosines(ctx, texts)
	if err != nil {
		return err
	}
	var off [2][]float64
	m.model.Expect(len(texts) * len(m.sample))
	for i, text := range texts {
		line := &marginsLine{margins: map[int]float64{}, cosines: cosines[i]}
		var known []float64
		for _, note := range m.sample {
			if err := m.ask(ctx, text, line, note); err != nil {
				return err
			}
			known = append(known, line.margins[note])
		}
		line.mean = mean(known)
		off = [2][]float64{append(off[0], centred(known)...), append(off[1], line.cosines...)}
		m.lines[text] = line
	}
	for i := range m.spread {
		m.spread[i] = cmp.Or(m.spread[i], deviation(off[i]))
	}
	return nil
}

// ask asks whether a note teaches a line, unless that is known.
func (m *margins) ask(ctx context.Context, text string, line *marginsLine, note int) error {
	if _, known := line.margins[note]; known {
		return nil
	}
	p, err := m.set.Render(prompts.Teaches, prompts.Data{
		Lines: []prompts.Line{{Number: 1, Text: text}}, Lessons: []prompts.Lesson{{Number: 1, Text: m.notes[note]}},
	})
	if err == nil {
		line.margins[note], err = m.model.Margin(ctx, p)
	}
	return err
}

// cosines are those of all notes for each line, the mean taken off.
func (m *margins) cosines(ctx context.Context, texts []string) ([][]float64, error) {
	all := make([][]float64, len(texts))
	if m.embed == nil || len(texts) == 0 {
		return all, nil
	}
	for len(m.vectors) < len(m.notes) {
		some := m.notes[len(m.vectors):min(len(m.vectors)+embedded, len(m.notes))]
		vectors, err := m.embed.EmbedPassages(ctx, some)
		if err != nil {
			return nil, err
		}
		m.vectors = append(m.vectors, vectors...)
	}
	lines, err := m.embed.EmbedQueries(ctx, texts)
	for i, line := range lines {
		for _, note := range m.vectors {
			cosine := 0.0
			for k := range note {
				cosine += float64(note[k]) * float64(line[k])
			}
			all[i] = append(all[i], cosine)
		}
		all[i] = centred(all[i])
	}
	return all, err
}

// score says how surely a note teaches a line that was met.
func (m *margins) score(ctx context.Context, text string, note int) (float64, error) {
	line := m.lines[text]
	if err := m.ask(ctx, text, line, note); err != nil {
		return 0, err
	}
	score := (line.margins[note] - line.mean) / m.spread[0]
	if m.embed != nil {
		score += line.cosines[note] / m.spread[1]
	}
	return score, nil
}

// best is the line with the highest score for each note, of those that may be asked, and that score; 0 is the first
// line, -1 none. Without an Embedder all lines are asked, which are asked one after the other: the server remembers the
// beginning of a prompt.
func (m *margins) best(
	ctx context.Context, texts []string, notes []int, but func(note, line int) bool,
) (best []int, scores []float64, err error) {
	if err := m.meet(ctx, texts...); err != nil {
		return nil, nil, err
	}
	best, scores = slices.Repeat([]int{-1}, len(notes)), slices.Repeat([]float64{math.Inf(-1)}, len(notes))
	asked := make([][]int, len(notes))
	for n, note := range notes {
		asked[n] = slices.DeleteFunc(upTo(len(texts)), func(line int) bool { return but(note, line) })
		if m.embed != nil {
			slices.SortStableFunc(asked[n], func(a, b int) int {
				return cmp.Compare(m.lines[texts[b]].cosines[note], m.lines[texts[a]].cosines[note])
			})
			asked[n] = asked[n][:min(nearest, len(asked[n]))]
		}
		m.model.Expect(len(asked[n]))
	}
	for line, text := range texts {
		for n, note := range notes {
			if !slices.Contains(asked[n], line) {
				continue
			}
			score, err := m.score(ctx, text, note)
			if err != nil {
				return nil, nil, err
			}
			if score > scores[n] {
				best[n], scores[n] = line, score
			}
		}
	}
	return best, scores, nil
}

// byMargins are the margins of the study.
func (s *study) byMargins() (*margins, error) {
	if s.margins != nil {
		return s.margins, nil
	}
	notes := make([]string, len(s.lessons))
	for i := range s.lessons {
		l := &s.lessons[i]
		if notes[i] = shownText(l); utf8.RuneCountInString(notes[i]) > longestAsked {
			notes[i] = words.Shorten(l.Sentence(), longestAsked)
		}
		if l.Negative {
			notes[i] = "(what went wrong) " + notes[i]
		}
	}
	sample := slices.DeleteFunc(upTo(len(notes)), func(i int) bool { return s.headings[s.lessons[i].ID] })
	slices.SortFunc(sample, func(a, b int) int { return cmp.Compare(s.lessons[a].ID, s.lessons[b].ID) })
	var err error
	s.margins, err = newMargins(s.model, s.opts.Embedder, s.set, notes, sample[:min(sampled, len(sample))])
	return s.margins, err
}

// assignByMargins chooses the practice of some lessons: that with the highest score, if it is high enough. A margin says
// nothing of harm: all lessons weigh the same.
func (s *study) assignByMargins(ctx context.Context, shown []shownLesson, some []int, all []assigned) error {
	m, err := s.byMargins()
	if err != nil {
		return err
	}
	texts := make([]string, len(s.practices))
	for i, p := range s.practices {
		texts[i] = p.Line
	}
	notes := make([]int, len(some))
	for n, i := range some {
		notes[n] = s.index[shown[i].lesson.ID]
	}
	best, scores, err := m.best(ctx, texts, notes, func(note, line int) bool {
		return s.misfits[s.lessons[note].ID] == s.practices[line]
	})
	for n, line := range best {
		if all[some[n]] = (assigned{Practice: new(number), Weight: 1}); scores[n] >= s.opts.Form.Least {
			*all[some[n]].Practice = number(line + 1)
		}
	}
	return err
}

// verifyByMargins chooses the lessons of some lines whose score is high enough.
func (s *study) verifyByMargins(ctx context.Context, parts []*part, some []int) error {
	m, err := s.byMargins()
	if err != nil {
		return err
	}
	for _, i := range some {
		line := &parts[i].line
		if err := m.meet(ctx, line.text); err != nil {
			return err
		}
		line.yes, line.verdict = nil, okay
		m.model.Expect(len(parts[i].ids))
		for _, n := range slices.Sorted(maps.Keys(parts[i].ids)) {
			id := parts[i].ids[n]
			score, err := m.score(ctx, line.text, s.index[id])
			if err != nil {
				return err
			}
			if score >= s.opts.Form.Least {
				line.yes = append(line.yes, id)
			}
		}
	}
	return nil
}

// MarginExam is how a model did by margins. Right is the share of the notes with the right line, or none; AUC how often
// a right pair of note and line scores higher than a wrong one. Least is for Form.
type MarginExam struct{ Right, AUC, Least float64 }

// ExamineMargins asks a model about all pairs of some lines and notes, of which it is known what they teach: the number
// of a line, from 1, or 0. embed may be nil. It is ErrNoMargins where the model's server tells none.
func ExamineMargins(
	ctx context.Context, model Model, embed Embedder, set *prompts.Set, lines, notes []string, teaches []int,
) (MarginExam, error) {
	m, err := newMargins(model, embed, set, notes, upTo(len(notes)))
	if err != nil {
		return MarginExam{}, err
	}
	best, scores, err := m.best(ctx, lines, upTo(len(notes)), func(int, int) bool { return false })
	if err != nil {
		return MarginExam{}, err
	}
	var right, wrong []float64
	for n, number := range teaches {
		for i, line := range lines {
			score, err := m.score(ctx, line, n)
			if err != nil {
				return MarginExam{}, err
			}
			if i+1 == number {
				right = append(right, score)
			} else {
				wrong = append(wrong, score)
			}
		}
	}
	e := MarginExam{Least: least(right, wrong), AUC: auc(right, wrong)}
	for n, number := range teaches {
		if scores[n] < e.Least {
			best[n] = -1
		}
		if best[n]+1 == number {
			e.Right += 1 / float64(len(notes))
		}
	}
	return e, nil
}

// mean is 0 of nothing.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// centred are values without their mean.
func centred(values []float64) []float64 {
	off, all := mean(values), slices.Clone(values)
	for i := range all {
		all[i] -= off
	}
	return all
}

// deviation is the standard deviation of values whose mean is 0, and 1 where all are equal.
func deviation(values []float64) float64 {
	squares := 0.0
	for _, v := range values {
		squares += v * v
	}
	return cmp.Or(math.Sqrt(squares/float64(max(len(values), 1))), 1)
}

// auc is how often one of the first values is larger than one of the others; equal ones count half.
func auc(these, those []float64) float64 {
	larger := 0.0
	for _, a := range these {
		for _, b := range those {
			switch {
			case a > b:
				larger++
			case a == b:
				larger += .5
			}
		}
	}
	return larger / float64(max(len(these)*len(those), 1))
}

// least is the score that tells right pairs from wrong ones best: midway between two scores, where a wrong pair above it
// costs as much as two right ones below it.
func least(right, wrong []float64) float64 {
	all := slices.Sorted(slices.Values(slices.Concat(right, wrong)))
	best, lowest := math.Inf(1), math.MaxInt
	for i := range all[:max(len(all)-1, 0)] {
		between := (all[i] + all[i+1]) / 2
		cost := 0
		for _, score := range right {
			if score < between {
				cost++
			}
		}
		for _, score := range wrong {
			if score >= between {
				cost += 2
			}
		}
		if cost < lowest {
			best, lowest = between, cost
		}
	}
	return best
}
