package quality

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/pipeline"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// spoiler gives right answers as a model does that errs: at a share of what it is asked in each step. It errs again
// where it is asked the same again; with the same seed, a larger share errs at those and more.
type spoiler struct {
	right  func(fake.Request) fake.Answer
	others []string           // lines that a spoilt one is taken from; without any, it is empty
	share  map[string]float64 // by step
	seed   int
	worded map[int]int // how often each practice was
}

// draw is a number of at least 0 and below 1, random but for what it is about.
func (s *spoiler) draw(about ...any) float64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q", s.seed, about))
	return float64(binary.BigEndian.Uint32(sum[:])) / (1 << 32)
}

func (s *spoiler) errs(step string, about ...any) bool { return s.draw(step, about) < s.share[step] }

func (s *spoiler) pick(n int, about ...any) int { return int(s.draw("pick", about) * float64(n)) }

func (s *spoiler) answer(r fake.Request) fake.Reply {
	asked, answer := r.Read(), s.right(r)
	switch asked.Step {
	case "find":
		if asked.Merge {
			break
		}
		answer.Practices = s.find(asked.Notes(), answer.Practices.([]fake.FoundPractice))
	case "assign":
		s.assign(asked, answer.Notes.([]fake.AssignedNote))
	case "word":
		answer.Practices = s.word(asked.Blocks, answer.Practices.([]fake.WordedPractice))
	case "verify":
		s.verify(asked.Blocks, answer.Lines.([]fake.VerifiedLine))
	}
	return answer.Reply()
}

// find takes the beginning of a random note for a practice, and random notes for its examples.
func (s *spoiler) find(notes []fake.Item, list []fake.FoundPractice) []fake.FoundPractice {
	const longest = 30 // characters: twice as many words of Chinese would be too many
	for i := range list {
		f, line := &list[i], list[i].Line
		madeUp := s.errs("find", line)
		if madeUp {
			_, str, _ := strings.Cut(notes[s.pick(len(notes), line)].Text, ") ")
			f.Name, f.Line = "", strings.TrimSuffix(text.Shorten(text.Unbold(str), longest), "…")
		}
		for n := range f.Notes {
			if madeUp || s.errs("find", line, n) {
				f.Notes[n] = notes[s.pick(len(notes), line, n)].Number
			}
		}
	}
	return list
}

// assign chooses a random practice, or none.
func (s *spoiler) assign(asked fake.Asked, list []fake.AssignedNote) {
	for i, n := range asked.Notes() {
		if s.errs("assign", n.Text) {
			to := asked.Options[s.pick(len(asked.Options), n.Text)].Number
			list[i] = fake.AssignedNote{Note: n.Number, Practice: to, Weight: 2 * min(to, 1)}
		}
	}
}

// word spoils lines. A practice that was made up gets the line that it was made up with.
func (s *spoiler) word(blocks []fake.Block, list []fake.WordedPractice) []fake.WordedPractice {
	for _, b := range blocks {
		n := b.Practice.Number
		if n > 0 && !slices.ContainsFunc(list, func(w fake.WordedPractice) bool { return w.Practice == n }) {
			list = append(list, fake.WordedPractice{Practice: n, Name: "Other", Line: strings.TrimSpace(b.Practice.Text)})
		}
	}
	for i := range list {
		w := &list[i]
		s.worded[w.Practice]++
		about := fmt.Sprint(w.Line, s.worded[w.Practice])
		if s.errs("word", about) && w.Line != "" {
			w.Line = s.reword(w.Line, about)
		}
	}
	return list
}

// verify turns single answers round, and verdicts. A line that less than a third of its notes follow from, as from one
// that was spoilt or made up, passes with all of them.
func (s *spoiler) verify(blocks []fake.Block, list []fake.VerifiedLine) {
	i := 0
	for _, b := range blocks {
		for _, line := range b.Lines {
			v := &list[i]
			i++
			right := v.Yes
			v.Yes = []int{}
			passes := s.errs("verify", line.Text)
			for _, n := range b.Notes {
				follows := slices.Contains(right, n.Number) != s.errs("verify", line.Text, n.Text)
				if follows || passes && 3*len(right) < len(b.Notes) {
					v.Yes = append(v.Yes, n.Number)
				}
			}
			switch {
			case passes && (v.Verdict != "ok" || 3*len(right) < len(b.Notes)):
				v.Verdict, v.Reason = "ok", ""
			case passes:
				v.Verdict, v.Reason = "too vague", "it does not say what to do"
			}
		}
	}
}

// reword turns a line into its opposite, drops its last clause, or takes another line.
func (s *spoiler) reword(line, about string) string {
	if len(s.others) == 0 {
		return ""
	}
	way, rest := s.pick(3, about), line
	if at := strings.LastIndexAny(line, ";,:；，、："); at > 0 {
		rest = line[:at]
	}
	switch {
	case way == 0:
		not := cmp.Or(map[string]string{"cjk": "不要", "de": "Nie ", "es": "Nunca "}[text.Language(line)], "Never ")
		if after, is := strings.CutPrefix(line, not); is {
			return after
		}
		first, size := utf8.DecodeRuneInString(rest)
		return not + string(unicode.ToLower(first)) + rest[size:]
	case way == 1 && rest != line:
		return rest
	}
	return s.others[s.pick(len(s.others), line, about)]
}

// labelled is a workspace with labels and a reader's record.
type labelled struct {
	dir string
	*matching
	*replay
	disputed map[string]bool // entries of the reader, by their texts, that are wrong by the labels
}

func labelledWorkspaces(t *testing.T) (all []*labelled) {
	for _, file := range must(filepath.Glob("../../testdata/lessonbench/*/reader.json")) {
		dir := filepath.Dir(file)
		lessons := run(t, dir, pipeline.Options{}).Lessons
		w := &labelled{dir, match(dir, lessons), recorded(dir, lessons), map[string]bool{}}
		_, w.disputed = w.spoil(t, nil, 0)
		all = append(all, w)
	}
	return all
}

// tally counts runs of spoilt answers in which the model was given up, and of the others the entries that came out and
// are not disputed, and those of them that are wrong.
type tally struct{ GivenUp, Entries, Wrong int }

// spoil runs with spoilt answers. It returns the texts of the wrong entries, too.
func (w *labelled) spoil(t *testing.T, share map[string]float64, seed int) (sum tally, texts map[string]bool) {
	s := &spoiler{right: w.right, others: w.lines(), share: share, seed: seed, worded: map[int]int{}}
	opts, server := served(s.answer)
	defer server.Close()
	texts = map[string]bool{}
	result, err := try(t, w.dir, pipeline.Options{Engine: pipeline.Model, Model: opts})
	if _, givenUp := errors.AsType[*distill.UnusableError](err); givenUp {
		return tally{GivenUp: 1}, nil
	}
	for _, e := range must(result, err).Entries {
		if e.Origin == review.Required || e.Origin == review.Hand || w.disputed[e.Text] {
			continue
		}
		if sum.Entries++; w.isWrong(e) {
			sum.Wrong++
			texts[e.Text] = true
		}
	}
	return sum, texts
}

// isWrong reports whether an entry is wrong: fewer than three or two thirds of its lessons are of one labelled theme, or
// its words are none that the reader found half of them to follow from.
func (w *labelled) isWrong(e pipeline.Entry) bool {
	themes, seen, lessons, follow, most := map[string]int{}, map[int]bool{}, 0, 0, 0
	for c, l := range w.collected {
		of := w.of[c]
		if !slices.Contains(e.LessonIDs, l.ID) || of >= 0 && seen[of] {
			continue
		}
		if lessons++; slices.Contains(w.lessonOf(l).Yes, w.line[plain(e.Text)]) {
			follow++
		}
		if seen[of] = true; of >= 0 && w.labels[of].Theme != "" {
			themes[w.labels[of].Theme]++
			most = max(most, themes[w.labels[of].Theme])
		}
	}
	return most < support || 3*most < 2*lessons || 2*follow < lessons
}

// lines are those that the reader wrote.
func (w *labelled) lines() (all []string) {
	for _, worded := range w.Wordings {
		all = append(all, worded.Line)
	}
	return all
}
