package distill

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/pipeline/distill/exam"
	"wisdom/prompts"
)

// Questions names what an exam with these prompts asks: the prompts, and the items.
func Questions(set *prompts.Set) string {
	return workspace.ShortHash(string(set.Hash()+exam.All().Hash), 16)
}

const (
	// largeFind and smallFind are how many notes a request to find practices holds, in the exam and after it.
	largeFind, smallFind = 60, 20
	// controlWord stands at the beginning of a long prompt.
	controlWord = "tamarind-52"
	// examWords is the most words of a line in the exam.
	examWords = 15
)

// ReadWhole is the skill to read a long prompt whole, where the server does not count its tokens.
const ReadWhole prompts.Name = "read"

// Sit examines a model with invented notes: the steps of Practices, each request sent once. That a model fails is no
// error. One that may read only a part of a prompt is asked for the beginning of long ones first. embed may be nil.
func Sit(ctx context.Context, model Model, embed Embedder, set *prompts.Set) (*Report, error) {
	s := sitting{
		candidate: candidate{model}, embed: embed, set: set.Heeding(nil), items: exam.All(),
		report: &Report{Questions: Questions(set), Passed: true, Form: Form{FindSize: smallFind}},
	}
	notes := s.items.Find.Notes
	model.Prepare(Longest(len(notes), func(i int) string { return notes[i].Text }))
	if err := s.read(ctx); err != nil || !s.report.Passed { // no answer would tell anything
		return s.report, err
	}
	for _, step := range []func(context.Context) error{s.find, s.assign, s.word, s.verify} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return s.report, s.byMargins(ctx)
}

// sitting is an exam on its way.
type sitting struct {
	candidate
	embed  Embedder
	set    *prompts.Set
	items  *exam.Items
	report *Report
}

// candidate is a Model that is asked once.
type candidate struct{ Model }

// cutter is a Model that may read only a part of a prompt, without a word.
type cutter interface {
	// Counts reports whether the tokens of a prompt are counted, so that this is noticed.
	Counts() bool
	// Limit makes prompts have at most so many tokens (o200k_base).
	Limit(longest int)
}

// Ask implements Model.
func (c candidate) Ask(
	ctx context.Context, step prompts.Name, p prompts.Prompt, written int, again bool, into any,
) error {
	if again {
		return &BadAnswerError{"each question of the exam is asked once"}
	}
	err := c.Model.Ask(ctx, step, p, written, false, into)
	if errors.Is(err, ErrSlow) {
		return &BadAnswerError{ErrSlow.Error()}
	}
	return err
}

// study is a study of notes, which are numbered; what is approved, and every other check of a workspace, is left aside.
func (s *sitting) study(notes []exam.Note) *study {
	for i := range notes {
		notes[i].ID = strconv.Itoa(i)
	}
	return newStudy(notes, Options{
		Support: 1, Words: examWords, Room: fewestPractices, Model: s.candidate, Prompts: s.set,
		Check:    func(string, string, []int) (Cause, string) { return "", "" },
		Distinct: func(lessons []int) int { return len(lessons) },
	})
}

// grade adds a skill to the report, which is passed with the mark or more. It returns the error of the request, unless
// the model is to blame for it: it gave no answer that can be used.
func (s *sitting) grade(skill prompts.Name, right, of int, score float64, err error) error {
	mark := cmp.Or(s.items.Marks[string(skill)], exam.Mark{Reader: 1, Least: 1})
	passed := score >= mark.Least
	s.report.Passed = s.report.Passed && passed
	s.report.Skills = append(s.report.Skills,
		Skill{Name: string(skill), Right: right, Of: of, Score: score, Mark: mark, Passed: passed})
	return blameless(err)
}

// read finds out which length of a prompt is read whole, where the server does not tell: a word at the beginning must
// come back. What the context holds is tried, half of it and a quarter.
func (s *sitting) read(ctx context.Context) error {
	model, may := s.Model.(cutter)
	if !may || model.Counts() {
		return nil
	}
	const written = 64
	room := s.Room(written)
	for _, size := range []int{room / 4, room, room / 2} {
		var answer struct{ Word string }
		s.Expect(1)
		err := s.Ask(ctx, ReadWhole, s.control(size), written, false, &answer)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case strings.EqualFold(strings.TrimSpace(answer.Word), controlWord):
			s.report.Longest = size
		case s.report.Longest == 0:
			return s.grade(ReadWhole, 0, 1, 0, err)
		}
		if s.report.Longest == room {
			break
		}
	}
	model.Limit(s.report.Longest)
	return s.grade(ReadWhole, 1, 1, 1, nil)
}

// control is a prompt of so many tokens, with a word at the beginning.
func (s *sitting) control(size int) prompts.Prompt {
	const first, last = "The word is %s. Remember it: at the end of this text you are asked for it.\n\n",
		"\nWhich word stood in the first sentence of this text? Answer with JSON: {\"word\": \"…\"}\n"
	const around = 60 // both, in tokens
	var b strings.Builder
	fmt.Fprintf(&b, first, controlWord)
	for used, i := around, 0; ; i++ {
		note := fmt.Sprintf("- (%d) %s\n", i+1, s.items.Find.Notes[i%len(s.items.Find.Notes)].Text)
		if used += tokens.Measure(note).O200k; used > size {
			break
		}
		b.WriteString(note)
	}
	return prompts.Prompt{Text: b.String() + last, Schema: json.RawMessage(
		`{"type": "object", "properties": {"word": {"type": "string", "maxLength": 40}}, "required": ["word"]}`,
	)}
}

// blameless is the error of a request, but nil where the model is to blame.
func blameless(err error) error {
	if errors.As(err, new(*BadAnswerError)) || errors.As(err, new(*UnusableError)) || errors.As(err, new(*TooLongError)) {
		return nil
	}
	return err
}

// find asks for the practices of many notes, and of fewer where that fails. The score is the harmonic mean of two
// shares: how many practices are among those of the answer, and how many of the answer are such.
func (s *sitting) find(ctx context.Context) error {
	of := len(s.items.Find.Practices)
	for _, size := range []int{largeFind, smallFind} {
		right, listed, err := s.practices(ctx, size == smallFind)
		if err != nil {
			return err
		}
		score := 2 * float64(right) / float64(of+listed)
		if size == smallFind || score >= s.items.Marks[exam.Find].Least {
			s.report.Form.FindSize = size
			return s.grade(prompts.Find, right, of, score, nil)
		}
	}
	return nil
}

// practices counts the practices in an answer, and those of them that are right: two thirds of the notes that it names
// for one teach the same, three at least.
func (s *sitting) practices(ctx context.Context, small bool) (right, listed int, err error) {
	notes := only(s.items.Find.Notes, func(n exam.Sought) bool { return n.Short || !small })
	study := s.study(mapped(notes, func(n exam.Sought) exam.Note { return n.Note }))
	shown := study.shown(study.unknown())
	data := prompts.Data{
		Count: among(len(shown)), Room: fewestPractices, Words: examWords,
		Lessons: mapped(shown, func(l shownLesson) prompts.Lesson { return l.Lesson }),
	}
	s.Expect(1)
	list, _, err := study.list(ctx, request{some: upTo(len(shown)), try: 1}, data, examples)
	found := map[string]bool{}
	for _, f := range list {
		count := map[string]int{}
		for _, n := range f.Notes {
			theme := notes[study.index[shown[n-1].lesson.ID]].Teaches
			if count[theme]++; theme != "" && count[theme] >= examples && 3*count[theme] >= 2*len(f.Notes) {
				found[theme] = true
			}
		}
	}
	return len(found), len(list), blameless(err)
}

// assign asks which of some lines each note teaches. The score is the share of the notes that are right.
func (s *sitting) assign(ctx context.Context) error {
	items := s.items.Assign
	study := s.study(mapped(items.Notes, func(n exam.Assigned) exam.Note { return n.Note }))
	for _, l := range items.Lines {
		study.add(l.Name, l.Line)
	}
	err := study.assign(ctx, study.unknown())
	right := 0
	for i, n := range items.Notes {
		id := strconv.Itoa(i)
		chosen := slices.IndexFunc(study.practices, func(p *practice) bool { return slices.Contains(p.own(), id) })
		if err == nil && study.unanswered[id] == "" && chosen+1 == n.Teaches {
			right++
		}
	}
	return s.grade(prompts.Assign, right, len(items.Notes), float64(right)/float64(len(items.Notes)), err)
}

// word asks for the lines of practices. The score is the share of those that may become entries.
func (s *sitting) word(ctx context.Context) error {
	study := s.taught(mapped(s.items.Word, func(w exam.Wording) taught {
		return taught{w.Name, w.Line, mapped(w.Notes, func(text string) exam.Note { return exam.Note{Text: text} })}
	}))
	_, err := study.word(ctx, study.practices)
	right := 0
	for i, w := range s.items.Word {
		if d := study.practices[i].draft; d != nil && isFaithful(w, d.text) {
			right++
		}
	}
	return s.grade(prompts.Word, right, len(s.items.Word), float64(right)/float64(len(s.items.Word)), err)
}

// taught is a practice with the notes that teach it.
type taught struct {
	name, line string
	notes      []exam.Note
}

// taught is a study of practices.
func (s *sitting) taught(practices []taught) *study {
	study, next := s.study(slices.Concat(mapped(practices, func(t taught) []exam.Note { return t.notes })...)), 0
	for _, t := range practices {
		p := study.add(t.name, t.line)
		for range t.notes {
			p.Lessons[strconv.Itoa(next)] = 2
			next++
		}
		p.fresh, p.draft = p.LessonIDs(), &draft{text: t.line}
	}
	return study
}

// isFaithful reports whether a line is in the language of its notes and no copy of one, and keeps what they forbid, what
// they except and what they are about.
func isFaithful(w exam.Wording, line string) bool {
	language, want := text.Language(line), strings.Replace(w.Language, "zh", "cjk", 1)
	holds := func(signs []string) bool {
		return slices.ContainsFunc(signs, func(sign string) bool {
			return strings.Contains(strings.ToLower(line), strings.ToLower(sign))
		})
	}
	copies := slices.ContainsFunc(w.Notes, func(note string) bool { return text.Normal(note) == text.Normal(line) })
	return !copies && (language == want || language == "" && want != "cjk") &&
		holds(w.Negations) == w.Ban && (len(w.Exception) == 0 || holds(w.Exception)) && holds(w.Subject)
}

// verify asks which notes follow from lines. The score is the mean of two shares: of the notes that follow, and of the
// others, how many are right.
func (s *sitting) verify(ctx context.Context) error {
	study := s.taught(mapped(s.items.Verify, func(l exam.Line) taught {
		return taught{line: l.Line, notes: mapped(l.Notes, func(n exam.Pair) exam.Note { return n.Note })}
	}))
	_, err := study.verify(ctx, study.practices)
	right, of := map[bool]float64{}, map[bool]float64{} // of the notes that follow, and of the others
	next := 0
	for i, l := range s.items.Verify {
		p := study.practices[i]
		yes := p.rejected.yes
		for _, f := range p.Forms {
			yes = f.Lessons
		}
		for _, n := range l.Notes {
			of[n.Yes]++
			if (len(p.Forms) > 0 || p.rejected.verdict != "") && slices.Contains(yes, strconv.Itoa(next)) == n.Yes {
				right[n.Yes]++
			}
			next++
		}
	}
	score := (right[true]/of[true] + right[false]/of[false]) / 2
	return s.grade(prompts.Verify, int(right[true]+right[false]), next, score, err)
}

// byMargins asks in the second form where assigning or verifying failed in the first one and nothing else did: about six
// notes that teach a line each, and four that teach none. Then both must reach their marks in that form: assigning by
// the share of the notes that are right, verifying by how often a right pair of note and line has the higher score.
func (s *sitting) byMargins(ctx context.Context) error {
	if s.report.Passed || slices.ContainsFunc(s.report.Skills, func(k Skill) bool {
		return !k.Passed && k.Name != exam.Assign && k.Name != exam.Verify
	}) {
		return nil
	}
	lines := mapped(s.items.Assign.Lines, func(l exam.Practice) string { return l.Line })
	var notes []string
	var teaches []int
	for i := range lines { // a note for each
		at := slices.IndexFunc(s.items.Assign.Notes, func(n exam.Assigned) bool { return n.Teaches == i+1 })
		notes, teaches = append(notes, s.items.Assign.Notes[at].Text), append(teaches, i+1)
	}
	for _, n := range s.items.Assign.Opposites {
		notes, teaches = append(notes, n.Text), append(teaches, -n.Teaches)
	}
	found, err := ExamineMargins(ctx, s.Model, s.embed, s.set, lines, notes, teaches)
	if err != nil && s.embed != nil { // its server may be away; the model does what it can alone
		s.embed = nil
		found, err = ExamineMargins(ctx, s.Model, nil, s.set, lines, notes, teaches)
	}
	if errors.Is(err, ErrNoMargins) {
		return nil
	}
	if s.embed != nil {
		s.report.Embedder = s.embed.Name()
	}
	scores := map[string]float64{exam.Assign: found.Right, exam.Verify: min(found.AUC, found.Opposed)}
	passed := true
	for i := range s.report.Skills {
		k := &s.report.Skills[i]
		if score, has := scores[k.Name]; has {
			k.Margins, passed = &score, passed && score >= k.Least
		}
	}
	if passed && err == nil {
		s.report.Form.Margins, s.report.Form.Least, s.report.Passed = true, found.Least, true
		for i := range s.report.Skills {
			s.report.Skills[i].Passed = true
		}
	}
	return err
}
