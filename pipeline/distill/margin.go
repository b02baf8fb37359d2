package distill

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/prompts"
)

// ErrNoMargins is for a model whose server tells no log probabilities.
var ErrNoMargins = errors.New("the server tells no log probabilities")

const (
	// nearest is about how many lines each note is asked, the nearest by an Embedder.
	nearest = 3
	// sampled is about how many notes each line is asked besides, for its mean.
	sampled = 12
	// longestAsked is how much of a note is asked about, in characters.
	longestAsked = 400
	// embedded is how many texts one request turns into vectors.
	embedded = 32
	// perMargin is how many tokens of a request the server reads anew: a note, and what stands behind it.
	perMargin = 80
)

// marginRequests is how many requests a run by margins sends at most, over lessons with so many practices: each lesson
// is asked about lines, and verified against the one that is worded.
func marginRequests(lessons, practices int, embed Embedder) int {
	lines := practices
	if embed != nil {
		lines = min(nearest, practices)
	}
	return lessons*(lines+1) + 2*sampled*practices
}

// margins scores how surely notes teach lines. A score is the margin between yes and no and, with an Embedder, the
// cosine of note and line, each without the means of the line and of the note and in standard deviations, added: a
// model says yes the sooner to some lines, and to some notes. Neither tells a note from one that teaches the opposite;
// that is left to the checks of every wording.
type margins struct {
	model   Model    // a Scorer
	embed   Embedder // or nil
	set     *prompts.Set
	notes   []string
	sample  []int                  // of the notes, which every line is asked about
	lines   map[string]*scoredLine // by their text
	means   map[int][2]float64     // of the margins and the cosines of a note, the lines' means taken off
	squares [2]float64             // of both, for the sample
	vectors [][]float32            // of the notes; nil before they are needed
}

// scoredLine is what is known of a line, by note.
type scoredLine struct {
	margins map[int]float64
	mean    float64   // of the margins of the sample
	cosines []float64 // the mean taken off; 0 without an Embedder
}

// values are the margin and the cosine of a note, the means of the line taken off.
func (l *scoredLine) values(note int) [2]float64 {
	return [2]float64{l.margins[note] - l.mean, l.cosines[note]}
}

func newMargins(model Model, embed Embedder, set *prompts.Set, notes []string, sample []int) *margins {
	return &margins{
		model: model, embed: embed, set: set, notes: notes, sample: sample,
		lines: map[string]*scoredLine{}, means: map[int][2]float64{},
	}
}

// ask asks whether a note teaches a line, unless that is known; of a new line, it asks the sample first.
func (m *margins) ask(ctx context.Context, text string, note int) error {
	if m.lines[text] == nil {
		line := &scoredLine{margins: map[int]float64{}, cosines: make([]float64, len(m.notes))}
		m.model.Expect(len(m.sample))
		for _, n := range m.sample {
			if err := m.margin(ctx, text, line, n); err != nil {
				return err
			}
			line.mean += line.margins[n] / float64(len(m.sample))
		}
		if err := m.compare(ctx, text, line.cosines); err != nil {
			return err
		}
		for _, n := range m.sample {
			for i, value := range line.values(n) {
				m.squares[i] += value * value
			}
		}
		m.lines[text] = line
	}
	return m.margin(ctx, text, m.lines[text], note)
}

func (m *margins) margin(ctx context.Context, text string, line *scoredLine, note int) error {
	scorer, can := m.model.(Scorer)
	if _, known := line.margins[note]; known {
		return nil
	}
	if !can {
		return ErrNoMargins
	}
	p, err := m.set.Render(prompts.Teaches, prompts.Data{
		Lines: []prompts.Line{{Number: 1, Text: text}}, Lessons: []prompts.Lesson{{Number: 1, Text: m.notes[note]}},
	})
	if err != nil {
		return err
	}
	margin, err := scorer.Margin(ctx, p)
	if err == nil {
		line.margins[note] = margin
	}
	return err
}

// compare fills in the cosines of a line and all notes, their mean taken off.
func (m *margins) compare(ctx context.Context, text string, cosines []float64) error {
	if m.embed == nil {
		return nil
	}
	for some := range slices.Chunk(m.notes[len(m.vectors):], embedded) {
		vectors, err := m.embed.EmbedPassages(ctx, some)
		if err != nil {
			return err
		}
		m.vectors = append(m.vectors, vectors...)
	}
	line, err := m.embed.EmbedQueries(ctx, []string{text})
	if err != nil {
		return err
	}
	mean := 0.0
	for note, vector := range m.vectors {
		for i := range vector {
			cosines[note] += float64(vector[i]) * float64(line[0][i])
		}
		mean += cosines[note] / float64(len(cosines))
	}
	for note := range cosines {
		cosines[note] -= mean
	}
	return nil
}

// score says how surely a note teaches a line that it was asked about. It must have been ranked.
func (m *margins) score(text string, note int) (score float64) {
	for i, value := range m.lines[text].values(note) {
		spread := math.Sqrt(m.squares[i] / float64(len(m.lines)*len(m.sample)))
		score += (value - m.means[note][i]) / cmp.Or(spread, 1)
	}
	return score
}

// rank asks notes about their nearest lines, about all without an Embedder, and returns those of each note, the highest
// score first.
func (m *margins) rank(ctx context.Context, texts []string, notes []int) ([][]int, error) {
	ranked := make([][]int, len(notes))
	for _, text := range texts {
		if err := m.ask(ctx, text, m.sample[0]); err != nil {
			return nil, err
		}
	}
	for n, note := range notes {
		ranked[n] = upTo(len(texts))
		if m.embed != nil {
			sortDown(ranked[n], func(line int) float64 { return m.lines[texts[line]].cosines[note] })
			ranked[n] = ranked[n][:min(nearest, len(texts))]
		}
		m.model.Expect(len(ranked[n]))
	}
	for line, text := range texts { // one after the other: the server remembers the beginning of a prompt
		for n, note := range notes {
			if slices.Contains(ranked[n], line) {
				if err := m.ask(ctx, text, note); err != nil {
					return nil, err
				}
			}
		}
	}
	for n, note := range notes {
		var means [2]float64
		for _, line := range ranked[n] {
			means[0] += m.lines[texts[line]].values(note)[0] / float64(len(ranked[n]))
		}
		for _, text := range texts {
			means[1] += m.lines[text].cosines[note] / float64(len(texts))
		}
		if len(texts) < nearest { // of so few there is no mean that tells anything
			means = [2]float64{}
		}
		m.means[note] = means
		sortDown(ranked[n], func(line int) float64 { return m.score(texts[line], note) })
	}
	return ranked, nil
}

func sortDown(lines []int, by func(line int) float64) {
	slices.SortStableFunc(lines, func(a, b int) int { return cmp.Compare(by(b), by(a)) })
}

// byMargins are the margins of the study, and the lines of its practices.
func (s *study) byMargins() (m *margins, lines []string) {
	lines = mapped(s.practices, (*practice).line)
	if s.margins == nil {
		notes := mapped(s.lessons, func(l lesson.Lesson) string { return text.Shorten(shownText(&l), longestAsked) })
		sample := slices.SortedFunc(slices.Values(upTo(len(s.lessons))),
			func(a, b int) int { return cmp.Compare(s.lessons[a].ID, s.lessons[b].ID) })
		s.margins = newMargins(s.model, s.opts.Embedder, s.set, notes, sample[:min(sampled, len(sample))])
	}
	return s.margins, lines
}

// assignByMargins chooses the practice of some lessons: that with the highest score, if it is high enough. A margin
// says nothing of harm: all lessons weigh the same.
func (s *study) assignByMargins(ctx context.Context, shown []shownLesson, some []int, all []assigned) error {
	m, lines := s.byMargins()
	lessons := mapped(some, func(i int) int { return s.index[shown[i].lesson.ID] })
	ranked, err := m.rank(ctx, lines, lessons)
	for n, of := range ranked {
		all[some[n]] = assigned{Practice: new(number), Weight: 1}
		for _, line := range of {
			misfit := s.practices[line] == s.misfits[s.lessons[lessons[n]].ID]
			if !misfit && m.score(lines[line], lessons[n]) >= s.opts.Form.Least {
				*all[some[n]].Practice = number(line + 1)
				break
			}
		}
	}
	return err
}

// verifyByMargins chooses the lessons of some lines whose score is high enough.
func (s *study) verifyByMargins(ctx context.Context, parts []*part, some []int) error {
	m, lines := s.byMargins()
	for _, i := range some {
		line := &parts[i].line
		line.yes, line.verdict = nil, okay
		for _, n := range slices.Sorted(maps.Keys(parts[i].ids)) {
			note := s.index[parts[i].ids[n]]
			if _, known := m.means[note]; !known { // an earlier run assigned it
				if _, err := m.rank(ctx, lines, []int{note}); err != nil {
					return err
				}
			}
			if err := m.ask(ctx, line.text, note); err != nil {
				return err
			}
			if m.score(line.text, note) >= s.opts.Form.Least {
				line.yes = append(line.yes, parts[i].ids[n])
			}
		}
	}
	return nil
}

// MarginExam is how a model did by margins. Right is the share of the notes with the right line, or none; AUC how often
// a right pair of note and line scores higher than a wrong one; Opposed how many of the notes that oppose a line do not
// count as teaching it, as a share, 1 without any. Least is for Form.
type MarginExam struct{ Right, AUC, Opposed, Least float64 }

// ExamineMargins asks a model about all pairs of some lines and notes, of which it is known what they teach: the number
// of a line, from 1, or 0; below 0 is that of a line that a note opposes. embed may be nil. It is ErrNoMargins where the
// model's server tells none.
func ExamineMargins(
	ctx context.Context, model Model, embed Embedder, set *prompts.Set, lines, notes []string, teaches []int,
) (e MarginExam, err error) {
	m := newMargins(model, embed, set, notes, upTo(len(notes)))
	ranked, err := m.rank(ctx, lines, m.sample)
	if err != nil {
		return e, err
	}
	var right, wrong []float64
	for note, number := range teaches {
		for line, text := range lines {
			if score := m.score(text, note); line+1 == number {
				right = append(right, score)
			} else {
				wrong = append(wrong, score)
			}
		}
	}
	lower := 0
	for _, score := range right { // an equal one counts half
		lower += below(wrong, score) + below(wrong, math.Nextafter(score, math.Inf(1)))
	}
	e.AUC = float64(lower) / float64(max(2*len(right)*len(wrong), 1))
	e.Least = least(right, wrong)
	opposed, taken := 0, 0
	for note, number := range teaches {
		if number < 0 {
			if opposed++; m.score(lines[-number-1], note) >= e.Least {
				taken++
			}
		}
		best := ranked[note][0] + 1
		if m.score(lines[best-1], note) < e.Least {
			best = 0
		}
		if best == max(number, 0) {
			e.Right += 1 / float64(len(notes))
		}
	}
	e.Opposed = 1 - float64(taken)/float64(max(opposed, 1))
	return e, nil
}

// below counts values that are less than another.
func below(values []float64, least float64) int {
	return len(only(values, func(v float64) bool { return v < least }))
}

// least is the score that tells right pairs from wrong ones best, where a wrong pair above it costs as much as two
// right ones below it; the mean of those that do.
func least(right, wrong []float64) float64 {
	const step, most = .05, 5
	sum, n, lowest := 0.0, 0.0, math.MaxInt
	for score := step; score < most; score += step {
		cost := below(right, score) - 2*below(wrong, score)
		if cost < lowest {
			sum, n, lowest = 0, 0, cost
		}
		if cost == lowest {
			sum, n = sum+score, n+1
		}
	}
	return sum / n
}
