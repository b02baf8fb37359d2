package distill

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"

	"github.com/stretchr/testify/require"
)

// scripted is a model that reads well, but for what a test changes of its answers.
type scripted struct {
	fake.Reader
	// change is given the answer to the nth request of a step, from 1.
	change func(step string, n int, r fake.Request, answer string) (string, error)
	room   int
	asked  []fake.Request
	again  int
	// expected is how many requests were announced, atFirst how many before the first one.
	expected, atFirst int
}

// altered is a model that reads well, but whose nth answer of a step, or each if n is 0, has a text in place of another.
func altered(step string, n int, old, text string) *scripted {
	return &scripted{change: func(at string, nth int, _ fake.Request, answer string) (string, error) {
		if at != step || n != 0 && nth != n {
			return answer, nil
		}
		changed := strings.Replace(answer, old, text, 1)
		if changed == answer && nth == 1 {
			return "", fmt.Errorf("%s is not in %s", old, answer)
		}
		return changed, nil
	}}
}

// answering is a model that reads well, but always gives one answer to a step; failing one that gives an error.
func answering(step, always string) *scripted  { return inStep(step, always, nil) }
func failing(step string, err error) *scripted { return inStep(step, "", err) }

func inStep(step, always string, err error) *scripted {
	return &scripted{change: func(at string, _ int, _ fake.Request, answer string) (string, error) {
		if at == step {
			return always, err
		}
		return answer, nil
	}}
}

func (m *scripted) Prepare(int, int)    {}
func (m *scripted) Expect(requests int) { m.expected += requests }
func (m *scripted) Room(int) int {
	if m.room == 0 {
		return 20000
	}
	return m.room
}

func (m *scripted) Ask(_ context.Context, step prompts.Name, p prompts.Prompt, _ int, again bool, into any) error {
	r := fake.Request{Prompt: p.Text, Format: p.Schema}
	if r.Step() != string(step) {
		return fmt.Errorf("step %s looks like %q", step, r.Step())
	}
	if m.asked = append(m.asked, r); len(m.asked) == 1 {
		m.atFirst = m.expected
	}
	if again {
		m.again++
	}
	text := m.Answer(r).Text
	if m.change != nil {
		var err error
		if text, err = m.change(string(step), len(m.steps(string(step))), r, text); err != nil {
			return err
		}
	}
	return json.Unmarshal([]byte(text), into)
}

// steps are the requests of a step.
func (m *scripted) steps(step string) []fake.Request {
	return slices.DeleteFunc(slices.Clone(m.asked), func(r fake.Request) bool { return r.Step() != step })
}

var reader = fake.Reader{
	"backup": {
		Name: "Restored backups",
		Line: "Restore every backup once before you trust it.",
	},
	"error": {
		Name: "Error text",
		Line: "Read the whole error text before you restart anything.",
	},
	"token": {
		Name: "Secret tokens",
		Line: "Keep every token out of chats, notes and logs.",
	},
}

// notes are lessons of three practices, and one of none.
func notes() []lesson.Lesson { return lessons(threeThemes...) }

func practised(t *testing.T, m *scripted, list []lesson.Lesson, change ...func(*Options)) *Practiced {
	t.Helper()
	got, err := practise(m, list, change...)
	require.NoError(t, err)
	checkPracticed(t, got, list, testOptions().Support)
	return got
}

// practise runs Practices with a model, which reads well unless it has another reader.
func practise(m Model, list []lesson.Lesson, change ...func(*Options)) (*Practiced, error) {
	if s, is := m.(*scripted); is && s.Reader == nil {
		s.Reader = reader
	}
	opts := testOptions()
	opts.Model, opts.Prompts, opts.Room = m, prompts.BuiltIn(), 5
	for _, c := range change {
		c(&opts)
	}
	return Practices(context.Background(), list, opts)
}

// checkPracticed guards invariant 1, and that what backs a wording was verified.
func checkPracticed(t *testing.T, p *Practiced, list []lesson.Lesson, support int) {
	t.Helper()
	in := map[int]int{}
	for _, theme := range p.Themes {
		for _, l := range theme.Lessons {
			in[l]++
		}
		for _, w := range theme.Wordings {
			cited := w.Lessons
			if len(cited) < support {
				t.Errorf("%q is backed by %d lessons", w.Text, len(cited))
			}
			for _, l := range cited {
				if !slices.Contains(theme.Lessons, l) && theme.Weights[l] == 0 {
					t.Errorf("%q cites lesson %d of another theme", w.Text, l)
				}
			}
		}
	}
	for i := range list {
		if in[i] != 1 {
			t.Errorf("lesson %d is in %d themes", i, in[i])
		}
	}
}

// entries are the wordings of all themes with the lessons that back them.
func entries(p *Practiced) []string {
	var all []string
	for _, theme := range p.Themes {
		for _, w := range theme.Wordings {
			all = append(all, fmt.Sprint(w.Name, " ", w.Text, " ", w.Lessons))
		}
	}
	return all
}

func themeOf(t *testing.T, p *Practiced, lesson int) Theme {
	t.Helper()
	for _, theme := range p.Themes {
		if slices.Contains(theme.Lessons, lesson) {
			return theme
		}
	}
	t.Fatalf("lesson %d is in no theme", lesson)
	return Theme{}
}

func TestPractices(t *testing.T) {
	m := &scripted{}
	got := practised(t, m, notes())
	want := []string{
		"Error text. Read the whole error text before you restart anything. [3 4 5]",
		"Restored backups. Restore every backup once before you trust it. [0 1 2]",
		"Secret tokens. Keep every token out of chats, notes and logs. [6 7 8]",
	}
	all := entries(got)
	slices.Sort(all)
	slices.Sort(want)
	if !slices.Equal(all, want) {
		t.Errorf("entries\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
	if len(m.asked) != 4 || m.again != 0 {
		t.Errorf("%d requests, %d again", len(m.asked), m.again)
	}
	if last := themeOf(t, got, 9); last.Cause != Support ||
		!strings.Contains(last.Detail, "teaches none of the practices") {
		t.Errorf("a lesson of no practice: %+v", last)
	}
	if got.Notes != (Notes{Unassigned: 1}) {
		t.Errorf("notes %+v", got.Notes)
	}
	if got.Themes[0].Weights[got.Themes[0].Lessons[0]] != 2 {
		t.Errorf("weights %v", got.Themes[0].Weights)
	}
}

// fault is what can be wrong with a part of an answer.
type fault struct {
	name, step, old, new string
	reason               string // names the fault
	dropped              Cause  // of the practice, or the lesson, if it stays wrong
	lesson               int
}

//go:embed testdata/faults.tsv
var faultLines string

// eachFault runs a test with a model that makes a fault in its nth answer, or in each if n is 0.
func eachFault(t *testing.T, n int, test func(t *testing.T, f fault, m *scripted, got *Practiced)) {
	for line := range strings.Lines(faultLines) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		f := fault{c[0], c[1], c[2], c[3], c[4], Cause(c[5]), int(c[6][0] - '0')}
		t.Run(f.name, func(t *testing.T) {
			m := altered(f.step, n, f.old, f.new)
			test(t, f, m, practised(t, m, notes()))
		})
	}
}

// A part of an answer that cannot be used is asked again, with the field and the word at
// fault, and nothing else is.
func TestOnlyTheFaultIsAskedAgain(t *testing.T) {
	eachFault(t, 1, func(t *testing.T, f fault, m *scripted, got *Practiced) {
		if len(entries(got)) != 3 || got.Notes.Refused != 1 || m.again != 1 {
			t.Errorf("%d entries, %+v, %d asked again", len(entries(got)), got.Notes, m.again)
		}
		second := m.steps(f.step)[1]
		if _, told, _ := strings.Cut(second.Prompt, "could not be used"); !strings.Contains(told, f.reason) {
			t.Errorf("asked again without %q:\n%s", f.reason, second.Prompt)
		}
		if all, some := len(m.steps(f.step)[0].Notes()), len(second.Notes()); some >= all {
			t.Errorf("asked again about %d of %d notes", some, all)
		}
	})
}

// Servers that know no schema answer with objects in place of rows, or leave the end of a row out.
func TestARowMayComeAsAnObjectOrShort(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`\[(\d+),(\d+),(\d+),(\d+)\]`)
	for _, instead := range []string{`{"note":$1,"practice":"$2","weight":$4}`, "[$1,$2]", `["$1","$2",0,"$4"]`} {
		m := &scripted{change: func(step string, _ int, _ fake.Request, answer string) (string, error) {
			if step == "assign" {
				answer = row.ReplaceAllString(answer, instead)
			}
			return answer, nil
		}}
		if got := practised(t, m, notes()); len(entries(got)) != 3 || m.again != 0 {
			t.Errorf("%s: %d asked again, entries %q", instead, m.again, entries(got))
		}
	}
}

// A note of which only a second piece of advice fits a practice came with none, and was asked about again.
func TestASecondPieceOfAdviceMayBeTheOnlyOne(t *testing.T) {
	t.Parallel()
	m := altered("assign", 1, "[1,1,0,", "[1,0,1,")
	if got := practised(t, m, notes()); len(entries(got)) != 3 || m.again != 0 {
		t.Errorf("%d asked again, entries %q", m.again, entries(got))
	}
}

// What the agent reads anyway was not shown when practices were sought: half of them came to nothing later.
func TestFindShowsWhatIsLoaded(t *testing.T) {
	t.Parallel()
	m := &scripted{}
	practised(t, m, notes(), func(o *Options) {
		o.Loaded = []string{"Wash the spoons.", strings.Repeat("Dry every spoon well. ", mostLoaded), "Put spoons away."}
		o.Hand = []Anchor{{Name: "Pots.", Text: "Scrub the pots."}}
	})
	const shown = "\n- Wash the spoons.\n- Put spoons away.\n"
	for _, step := range []string{"find", "verify"} { // a practice that was found was dropped for a sentence shown later
		if p := m.steps(step)[0].Prompt; !strings.Contains(p, shown) || strings.Contains(p, "Dry every") {
			t.Errorf("%s asked\n%s", step, p)
		}
	}
	if p := m.steps("verify")[0].Prompt; !strings.Contains(p, "\n- Scrub the pots.\n") {
		t.Errorf("a handwritten entry is not shown:\n%s", p)
	}
}

// After two tries a part is not included, with its reason; the rest is.
func TestTwoTriesThenDropped(t *testing.T) {
	eachFault(t, 0, func(t *testing.T, f fault, m *scripted, got *Practiced) {
		theme := themeOf(t, got, f.lesson)
		if len(theme.Wordings) > 0 || theme.Cause != f.dropped {
			t.Errorf("theme %+v", theme)
		}
		if n := len(m.steps(f.step)); n != 2 && f.step != "assign" {
			t.Errorf("asked %d times", n)
		}
		if n := len(entries(got)) - len(theme.Wordings); n != 2 {
			t.Errorf("%d entries of the other practices: %q", n, entries(got))
		}
	})
}

// A list without a usable practice is asked for again; without any, nothing is made up.
func TestFindWithoutAnAnswer(t *testing.T) {
	for name, answer := range map[string]string{
		"none":          `{"practices":[]}`,
		"too few notes": `{"practices":[{"name":"Backups","line":"Restore backups.","notes":[1,2]}]}`,
	} {
		m := answering("find", answer)
		got := practised(t, m, notes())
		if len(entries(got)) > 0 || len(m.steps("assign")) > 0 {
			t.Errorf("%s: entries %q", name, entries(got))
		}
		if n := len(m.steps("find")); n != 2 && name != "none" || n != 1 && name == "none" {
			t.Errorf("%s: asked %d times", name, n)
		}
	}
}

// A model that never answered made a run that found nothing, and its lessons counted as read.
func TestAStepWithoutAnyUsableAnswerIsAnError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ step, answer, reason string }{
		{"find", `{}`, "it had no practices"},
		{"find", `null`, "it had no practices"},
		{"find", `{"practices":[{"name":"Backups","line":"Restore backups.","notes":[71,72,73]}]}`, "names 0 of the notes"},
		{"find", `{"practices":[{"name":"Backups","line":"","notes":[1,2,3]}]}`, "has no line"},
		{"assign", `{"notes":[]}`, "note 1 was missing"},
		{"assign", `null`, "note 1 was missing"},
		{"assign", `{"notes":[[1,9,0,0],[2,9,0,0]]}`, "note 1: there is no practice 9"},
		{"word", `{"practices":[]}`, "practice 1 was missing"},
		{"verify", `{"lines":[{"line":1,"yes":[],"verdict":"?"}]}`, `line 1: "?" is no verdict`},
	} {
		m := answering(c.step, c.answer)
		got, err := practise(m, notes())
		unusable, is := errors.AsType[*UnusableError](err)
		if got != nil || !is || string(unusable.Step) != c.step || unusable.Lessons < 9 || unusable.Answers != 2 ||
			!strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s, %s: %v", c.step, c.answer, err)
		}
	}
	// One that answers about some of them goes on.
	practised(t, answering("assign", `{"notes":[[1,1,0,2]]}`), notes())
}

// Of very many lessons, a model that cannot answer is not asked about all.
func TestAHopelessStepIsGivenUp(t *testing.T) {
	t.Parallel()
	m := answering("assign", "null")
	_, err := practise(m, manyNotes(300))
	if n := len(m.steps("assign")); !errors.As(err, new(*UnusableError)) || n != mostTries*hopeless {
		t.Errorf("asked %d times: %v", n, err)
	}
}

// A model that says one practice over and over made as many practices of it, in one batch.
func TestARepeatedPracticeIsOne(t *testing.T) {
	t.Parallel()
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		if step != "find" {
			return answer, nil
		}
		first, rest, _ := strings.Cut(strings.TrimPrefix(answer, `{"practices":[`), "},")
		renamed := strings.Replace(first, `"name":"backup"`, `"name":"another name"`, 1)
		return `{"practices":[` + strings.Repeat(first+"},", 3) + renamed + "}," + rest, nil
	}}
	got := practised(t, m, notes())
	if n := len(got.Kept.Found); n != 3 || len(entries(got)) != 3 {
		t.Errorf("%d practices, entries %q", n, entries(got))
	}
}

// A line without a name is checked as one with a name is: what is wrong with its text is no matter of the name.
func TestANamelessLineIsChecked(t *testing.T) {
	m := answering("find", `{"practices":[{"name":"","line":"Restore the poisoned backups.","notes":[1,2,3]}]}`)
	got := practised(t, m, notes(), func(o *Options) {
		o.Check = func(name, text string, _ []int) (Cause, string) {
			switch {
			case name == "":
				return Invalid, "it has no name"
			case strings.Contains(text, "poisoned"):
				return Injection, "orders to a model"
			}
			return "", ""
		}
	})
	if len(entries(got)) > 0 || len(m.steps("find")) != 2 || len(m.steps("assign")) > 0 {
		t.Errorf("entries %q, asked %d times", entries(got), len(m.steps("find")))
	}
}

var reNames = regexp.MustCompile(`"name":"[^"]*"`)

// nameless is a model whose answers of some steps have no names.
func nameless(steps ...string) *scripted {
	return &scripted{change: func(step string, _ int, _ fake.Request, answer string) (string, error) {
		if slices.Contains(steps, step) {
			answer = reNames.ReplaceAllString(answer, `"name":""`)
		}
		return answer, nil
	}}
}

// A name that is missing from the list of practices, or from a wording, was rejected with the
// whole practice, which a third of the practices did not outlive. Without any, the line names it.
func TestANameMayBeMissing(t *testing.T) {
	for _, step := range []string{"find", "word"} {
		t.Run(step, func(t *testing.T) {
			m := nameless(step)
			got := practised(t, m, notes())
			if len(m.asked) != 4 || m.again != 0 || len(entries(got)) != 3 {
				t.Errorf("%d requests, %d again: %q", len(m.asked), m.again, entries(got))
			}
		})
	}
	m := nameless("find", "word")
	got := practised(t, m, notes())
	if theme := themeOf(t, got, 0); len(entries(got)) != 3 || m.again != 0 || theme.Name != "Backup." {
		t.Errorf("without any name: %q, asked again %d times, %+v", entries(got), m.again, theme)
	}
}

// A model's error ends the run; what was kept is not lost by it.
func TestErrorEndsPractices(t *testing.T) {
	for _, step := range []string{"find", "assign", "word", "verify"} {
		if got, err := practise(failing(step, fmt.Errorf("gone")), notes()); err == nil || got != nil {
			t.Errorf("%s: %v", step, err)
		}
	}
}

// Lessons that do not fit the line go to another practice, or to none.
func TestMisfitsAreAssignedAgain(t *testing.T) {
	list := lessons(append(slices.Clone(threeThemes), "Put no token into a backup.", "Label each backup.")...)
	m := &scripted{change: func(step string, n int, _ fake.Request, answer string) (string, error) {
		switch {
		case step == "word":
			return strings.Replace(answer, `."}`, `.","misfits":[4,5]}`, 1), nil
		case step == "assign" && n == 2:
			return `{"notes":[[1,3,0,3],[2,0,0,0]]}`, nil
		}
		return answer, nil
	}}
	got := practised(t, m, list)
	if again := m.steps("assign")[1]; len(again.Notes()) != 2 ||
		!strings.Contains(again.Prompt, "1. Restored backups. Restore every backup once before you trust it.") ||
		strings.Count(again.Prompt, ", does not fit practice 1) ") != 2 { // a reader could not tell why they came again
		t.Errorf("assigned again:\n%s", again.Prompt)
	}
	if theme := themeOf(t, got, 10); theme.Name != "Secret tokens." || len(theme.Lessons) != 4 || theme.Weights[10] != 3 {
		t.Errorf("theme %+v", theme)
	}
	if theme := themeOf(t, got, 11); theme.Cause != Support || len(theme.Lessons) != 1 {
		t.Errorf("theme %+v", theme)
	}
}

// A line that verification finds wrong is worded once more with the reason, then dropped
// with it. One that repeats what is loaded is dropped at once.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		verdict string
		of      int // the answer, 0 for each
		words   int // requests to word
		cause   Cause
	}{
		{"too vague", 1, 2, ""},
		{"too vague", 0, 2, Invalid},
		{"too narrow", 0, 2, Invalid},
		{"misleading", 0, 2, Unfaithful},
		{"repeats", 0, 1, Duplicate},
	} {
		t.Run(fmt.Sprint(test.verdict, test.of), func(t *testing.T) {
			bad := fmt.Sprintf(`"verdict":%q,"reason":"which one is not said"`, test.verdict)
			m := altered("verify", test.of, `"verdict":"ok"`, bad) // the line of the first practice
			got := practised(t, m, notes())
			theme := themeOf(t, got, 0)
			if theme.Cause != test.cause || (test.cause == "") != (len(theme.Wordings) == 1) {
				t.Errorf("theme %+v", theme)
			}
			if test.cause != "" && !strings.Contains(theme.Detail, "was judged "+test.verdict+": which one is not said") {
				t.Errorf("detail %s", theme.Detail)
			}
			if n := len(m.steps("word")); n != test.words {
				t.Errorf("worded %d times, want %d", n, test.words)
			}
			if test.words == 2 &&
				!strings.Contains(
					m.steps("word")[1].Prompt,
					`Earlier lines of yours were rejected: "Restore every backup once before you trust it." was judged `+test.verdict,
				) {
				t.Errorf("worded again without the reason:\n%s", m.steps("word")[1].Prompt)
			}
		})
	}
}

// Only lessons that were verified count, and fewer than Support of them make no entry.
func TestTooFewVerifiedLessonsMakeNoEntry(t *testing.T) {
	m := altered("verify", 0, `"yes":[1,2,3]`, `"yes":[1,2,44]`)
	theme := themeOf(t, practised(t, m, notes()), 0)
	if len(theme.Wordings) != 0 || theme.Cause != Support ||
		!strings.Contains(theme.Detail, "follows from only 2 of its 3 lessons") {
		t.Errorf("theme %+v", theme)
	}
}

// What the context does not hold is asked in halves.
func TestTooLongHalvesTheBatch(t *testing.T) {
	m := &scripted{change: func(step string, _ int, r fake.Request, answer string) (string, error) {
		most := map[string]int{"find": 10, "assign": 5, "word": 5, "verify": 5 + underControl}[step]
		if len(r.Notes()) > most {
			return "", &TooLongError{4096}
		}
		return answer, nil
	}}
	got := practised(t, m, notes())
	if len(m.steps("assign")) != 3 || len(m.steps("word")) != 5 || len(entries(got)) != 3 ||
		len(themeOf(t, got, 9).Lessons) != 1 {
		t.Errorf("%d requests to assign, %d to word", len(m.steps("assign")), len(m.steps("word")))
	}
	none := &scripted{room: 10}
	_, err := practise(none, notes())
	if unusable, is := errors.AsType[*UnusableError](err); !is || len(none.asked) > 0 || unusable.Answers > 0 {
		t.Errorf("without room %d requests: %v", len(none.asked), err)
	}
}

// Several batches are merged; each is spread over the sources.
func TestFindInBatches(t *testing.T) {
	var list []lesson.Lesson
	for i := range 90 {
		text := fmt.Sprintf("%s %d", threeThemes[i%9], i)
		list = append(
			list,
			lesson.Lesson{
				ID:       fmt.Sprintf("%03d", i),
				Text:     text,
				Headline: text,
				Place:    lesson.Place{Path: fmt.Sprintf("memory/%d.md", i%9), StartLine: i},
			},
		)
	}
	m := &scripted{room: overhead*2/3 + 40*50}
	got := practised(t, m, list)
	finds := m.steps("find")
	merge := finds[len(finds)-1]
	if len(finds) < 3 || !strings.HasPrefix(merge.Prompt, "You merge lists") || len(merge.Notes()) != 3*(len(finds)-1) {
		t.Fatalf("%d requests to find, the last with %d notes", len(finds), len(merge.Notes()))
	}
	for _, find := range finds[:len(finds)-1] {
		if len(find.Notes()) > findSize || len(reader.Words(find.Prompt)) != 3 {
			t.Errorf("a batch of %d lessons is about %q", len(find.Notes()), reader.Words(find.Prompt))
		}
	}
	if len(entries(got)) != 3 {
		t.Errorf("entries %q", entries(got))
	}
}

// A merge that leaves none is an answer: what the parts listed does not come back. It shows how many notes each has.
func TestAMergeMayLeaveNone(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 40 {
		texts = append(texts, fmt.Sprintf("Restore the backup of machine %d before you go on.", i))
	}
	m := &scripted{change: func(step string, _ int, r fake.Request, answer string) (string, error) {
		if step == "find" && r.Read().Merge {
			return `{"practices": []}`, nil
		}
		return answer, nil
	}}
	got := practised(t, m, lessons(texts...), func(o *Options) { o.Form.FindSize = 20 })
	merge := m.steps("find")[2]
	if len(entries(got)) != 0 || m.again != 0 || !strings.Contains(merge.Prompt, "[1] (5 notes) Backup.") {
		t.Errorf("entries %q, %d asked again, merged:\n%s", entries(got), m.again, merge.Prompt)
	}
}

// Of very many lessons a sample is read, and then what teaches none of its practices: a practice that one lesson in
// twenty teaches is found, and nothing is searched again.
func TestRarePracticesAreFoundAmongWhatIsLeft(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 400 {
		about := "Restore the backup of machine"
		switch {
		case i%20 == 7:
			about = "Never paste the token of account"
		case i%3 == 0:
			about = "Spoons crack in drawer"
		}
		texts = append(texts, fmt.Sprintf("%s %d before you go on.", about, i))
	}
	// In a part of sixty it sees no practice that fewer than four teach.
	m := &scripted{change: func(step string, n int, r fake.Request, answer string) (string, error) {
		if step == "find" && !r.Read().Merge && strings.Count(r.Prompt, "token") < 4 {
			answer = regexp.MustCompile(`,?\{"name":"token"[^}]*\}`).ReplaceAllString(answer, "")
		}
		return answer, nil
	}}
	list := lessons(texts...)
	got := practised(t, m, list)
	finds := m.steps("find")
	if len(entries(got)) != 2 || len(finds) < 5 || len(finds) > 8 {
		t.Errorf("%d requests to find, entries %q", len(finds), entries(got))
	}
	for _, r := range finds {
		if asked := r.Read(); len(asked.Notes()) > findSize || asked.Part == asked.Merge {
			t.Errorf("a request with %d notes:\n%s", len(asked.Notes()), r.Prompt)
		}
	}
	again := &scripted{}
	if practised(t, again, list, kept(got)); len(again.asked) > 0 {
		t.Errorf("%d requests again", len(again.asked))
	}
	small := &scripted{}
	practised(t, small, list, func(o *Options) { o.Form.FindSize = 20 })
	for _, r := range small.steps("find") {
		if asked := r.Read(); len(asked.Notes()) > 20 {
			t.Errorf("a request with %d notes", len(asked.Notes()))
		}
	}
}

// What a run costs is told before it asks anything, about; at its end, what it expected is what it asked.
func TestEstimate(t *testing.T) {
	t.Parallel()
	first := practised(t, &scripted{}, notes())
	for name, test := range map[string]struct {
		lessons []lesson.Lesson
		change  func(*Options)
		off     int // requests
	}{
		"ten lessons":       {notes(), func(*Options) {}, 0},
		"unchanged":         {notes(), kept(first), 0},
		"another model":     {notes(), func(o *Options) { o.Kept, o.Unverified = copyOf(t, first.Kept), true }, 0},
		"a hundred lessons": {manyNotes(100), func(*Options) {}, 3},
		"many lessons":      {manyNotes(600), func(*Options) {}, 4},
	} {
		m, told, read, written := &scripted{}, Cost{}, 0, 0
		m.change = func(_ string, _ int, r fake.Request, answer string) (string, error) {
			read += tokens.Measure(r.Prompt).O200k
			written += tokens.Measure(answer).O200k
			return answer, nil
		}
		practised(t, m, test.lessons, test.change, func(o *Options) { o.Estimated = func(c Cost) { told = c } })
		about := func(n, of int) bool { return 2*n >= of && n <= 2*of }
		if off := told.Requests - len(m.asked); off < -test.off || off > test.off || m.atFirst != told.Requests ||
			m.expected != len(m.asked) || !about(told.Read, read) || !about(told.Written, written) {
			t.Errorf("%s: %d requests, %d expected, %d and %d tokens; told %+v",
				name, len(m.asked), m.expected, read, written, told)
		}
	}
}

func kept(p *Practiced) func(*Options) { return func(o *Options) { o.Kept = p.Kept } }

// What was kept costs no request, and makes the same of the same lessons.
func TestUnchangedLessonsCostNoRequest(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	m := &scripted{}
	second := practised(t, m, notes(), kept(first))
	if len(m.asked) > 0 || !reflect.DeepEqual(second.Themes, first.Themes) || !reflect.DeepEqual(second.Kept, first.Kept) {
		t.Errorf("%d requests, then\n%+v\nwant\n%+v", len(m.asked), second, first)
	}
	b, err := json.Marshal(first.Kept)
	require.NoError(t, err)
	var read lesson.Practices
	if err := json.Unmarshal(b, &read); err != nil || !reflect.DeepEqual(&read, first.Kept) {
		t.Errorf("read back as %+v, %v", read, err)
	}
}

// Ten new lessons cost one or two requests: one that assigns them, one that verifies them.
func TestTenNewLessonsCostTwoRequests(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	list := notes()
	for i := range 10 {
		text := fmt.Sprintf("%s And another time, on day %d.", threeThemes[i], i)
		list = append(list, lesson.Lesson{ID: fmt.Sprint(50 + i), Text: text, Headline: text})
	}
	m := &scripted{}
	got := practised(t, m, list, kept(first))
	if len(m.asked) != 2 || len(m.steps("assign")) != 1 || len(m.steps("verify")) != 1 {
		t.Errorf("%d requests: %d assign, %d verify", len(m.asked), len(m.steps("assign")), len(m.steps("verify")))
	}
	for i := range 9 {
		if theme := themeOf(t, got, 10+i); len(theme.Wordings[0].Lessons) != 6 {
			t.Errorf("lesson %d: %+v", 10+i, theme)
		}
	}
}

// Once enough lessons teach none of the practices, those alone are searched.
func TestWaitingLessonsAreSearched(t *testing.T) {
	m := &scripted{Reader: fake.Reader{"backup": reader["backup"], "error": reader["error"]}}
	known := practised(t, m, notes())
	if len(known.Kept.None) != 4 || len(known.Kept.Waiting) != 0 {
		t.Fatalf("kept %+v", known.Kept)
	}
	list := notes()
	for i, want := range append(make([]int, 11), 1) { // searches, with one more lesson each time
		text := fmt.Sprintf("Rotate the token, case %d.", i)
		list = append(list, lesson.Lesson{ID: fmt.Sprint(50 + i), Text: text, Headline: text})
		m := &scripted{}
		known = practised(t, m, list, kept(known))
		if n := len(m.steps("find")); n != want {
			t.Errorf("with %d more lessons searched %d times", i+1, n)
		}
		if want == 1 {
			if find := m.steps("find")[0]; len(find.Notes()) != 12 ||
				!strings.Contains(find.Prompt, "- Restored backups. Restore every backup") {
				t.Errorf("searched\n%s", find.Prompt)
			}
			if theme := themeOf(t, known, 10); theme.Name != "Secret tokens." || len(theme.Lessons) != 12 {
				t.Errorf("theme %+v", theme)
			}
		}
	}
}

// Another model verifies what an earlier one wrote, and words only what fails; lessons are not read again.
func TestAnotherModelWordsOnlyWhatFails(t *testing.T) {
	t.Parallel()
	first := practised(t, &scripted{}, notes())
	unverified := func(o *Options) { o.Kept, o.Unverified = copyOf(t, first.Kept), true }
	agrees := &scripted{}
	got := practised(t, agrees, notes(), unverified)
	if len(agrees.asked) != 1 || !reflect.DeepEqual(got.Themes, first.Themes) {
		t.Errorf("%d requests, entries %q", len(agrees.asked), entries(got))
	}
	denies := altered("verify", 1, `"verdict":"ok"`, `"verdict":"misleading","reason":"not always"`)
	got = practised(t, denies, notes(), unverified)
	if word := denies.steps("word"); len(word) != 1 || len(word[0].Read().Blocks) != 1 || len(denies.asked) != 3 ||
		!strings.Contains(word[0].Prompt, "is misleading: not always") &&
			!strings.Contains(word[0].Prompt, "judged misleading") {
		t.Errorf("%d requests, %d to word, entries %q", len(denies.asked), len(word), entries(got))
	}
}

// An approved entry keeps its words and lessons, takes new lessons that follow from it, and
// is not worded again. The practice behind it is no second entry.
func TestAnchorsAreKept(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	anchor := Anchor{
		Name:      "Restored backups.",
		Text:      "Restore backups before you trust them.",
		LessonIDs: []string{"00", "01", "02", "77"},
	}
	list := append(notes(), lesson.Lesson{ID: "50", Text: "The backup was empty.", Headline: "The backup was empty."})
	for name, k := range map[string]*lesson.Practices{"with the ledger": first.Kept, "without": nil} {
		m := &scripted{}
		got, err := practise(m, list, func(o *Options) { o.Kept, o.Anchors = k, []Anchor{anchor} })
		require.NoError(t, err)
		theme := themeOf(t, got, 0)
		if theme.Anchor == nil || len(theme.Wordings) > 0 || !slices.Equal(theme.Lessons, []int{0, 1, 2, 10}) {
			t.Errorf("%s: theme %+v", name, theme)
		}
		for _, word := range m.steps("word") {
			if !strings.Contains(word.Prompt, "\n- "+anchor.Name+" "+anchor.Text) ||
				strings.Count(word.Prompt, anchor.Text) > 1 {
				t.Errorf("%s: the entry is worded again", name)
			}
		}
		if finds := m.steps("find"); k == nil &&
			!strings.Contains(finds[0].Prompt, "- Restored backups. Restore backups before you trust them.") {
			t.Errorf("%s: the entry is not known:\n%s", name, finds[0].Prompt)
		}
		if n := len(entries(got)); n != 2 {
			t.Errorf("%s: entries %q", name, entries(got))
		}
	}
}

// Lessons that a person's own entry teaches make no second one.
func TestHandwrittenEntriesAreTaken(t *testing.T) {
	hand := func(o *Options) { o.Hand = []Anchor{{Name: "Mine.", Text: "Try each backup."}} }
	m := &scripted{}
	got := practised(t, m, notes(), hand)
	if theme := themeOf(t, got, 0); theme.Cause != Duplicate || !strings.Contains(theme.Detail, "Try each backup.") ||
		len(entries(got)) != 2 {
		t.Errorf("theme %+v, entries %q", theme, entries(got))
	}
	for _, verify := range m.steps("verify") {
		if !strings.Contains(verify.Prompt, "- Try each backup.") {
			t.Errorf("verified without it:\n%s", verify.Prompt)
		}
	}
	again := &scripted{}
	if practised(t, again, notes(), hand, kept(got)); len(again.asked) > 0 {
		t.Errorf("%d requests again", len(again.asked))
	}
}

// An entry that lost its lessons is not shown by those that are gone.
func TestGoneLessonsBackNothing(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	m := &scripted{}
	got := practised(t, m, notes()[1:], kept(first))
	if theme := themeOf(t, got, 0); len(theme.Wordings) != 0 || theme.Cause != Support ||
		theme.Detail != "2 lessons, an entry needs 3" {
		t.Errorf("theme %+v", theme)
	}
	if len(m.asked) != 0 {
		t.Errorf("%d requests", len(m.asked))
	}
}

// A reviewer who sends a draft back with a note gets other words, once for each note.
func TestNotesOfReviewersAreHeeded(t *testing.T) {
	known := practised(t, &scripted{}, notes())
	for i, want := range []int{1, 0, 1} {
		m := &scripted{}
		known = practised(t, m, notes(), kept(known), func(o *Options) {
			o.Prompts = prompts.BuiltIn().Heeding([]string{"name the log", "shorter"}[:1+i/2])
		})
		word := m.steps("word")
		if len(word) != want || len(m.steps("find"))+len(m.steps("assign")) > 0 || len(entries(known)) != 3 {
			t.Errorf("run %d: %d requests to word, of %d", i+1, len(word), len(m.asked))
		}
		if want > 0 && !strings.Contains(word[0].Prompt, "- name the log") {
			t.Errorf("run %d: the note is missing:\n%s", i+1, word[0].Prompt)
		}
	}
	m := &scripted{} // after a promotion there are no notes
	if practised(t, m, notes(), kept(known)); len(m.asked) > 0 {
		t.Errorf("%d requests without notes", len(m.asked))
	}
}

// What a reviewer rejected stays rejected, in its other form too.
func TestRejectedPracticeStaysRejected(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	m := &scripted{}
	got := practised(t, m, notes(), kept(first), func(o *Options) {
		o.Check = func(_, text string, _ []int) (Cause, string) {
			if text == reader["backup"].Line {
				return Refused, "rejected in draft 1"
			}
			return "", ""
		}
	})
	if theme := themeOf(t, got, 0); len(theme.Wordings) > 0 || theme.Cause != Refused || len(m.asked) > 0 {
		t.Errorf("theme %+v, %d requests", theme, len(m.asked))
	}
}

// A lesson that the model gave to no practice backs none, although it was named as an example
// of one, follows from its line and shares all of its words.
func TestALessonGoesOnlyWhereTheModelPutsIt(t *testing.T) {
	list := lessons(append(slices.Clone(threeThemes), threeThemes[0]+" Really.")...)
	m := &scripted{change: func(step string, _ int, r fake.Request, answer string) (string, error) {
		if step != "assign" {
			return answer, nil
		}
		for _, n := range r.Notes() {
			if strings.Contains(n.Text, strings.ToLower(threeThemes[0])) {
				answer = regexp.MustCompile(fmt.Sprintf(`\[%d,\d+`, n.Number)).
					ReplaceAllString(answer, fmt.Sprintf("[%d,0", n.Number))
			}
		}
		return answer, nil
	}}
	got := practised(t, m, list)
	for _, theme := range got.Themes {
		for _, w := range theme.Wordings {
			if cited := w.Lessons; slices.Contains(cited, 0) || slices.Contains(cited, len(list)-1) {
				t.Errorf("%q cites %v", w.Text, cited)
			}
		}
	}
	for _, l := range []int{0, len(list) - 1} {
		if theme := themeOf(t, got, l); len(theme.Lessons) != 1 || theme.Cause != Support {
			t.Errorf("lesson %d: %+v", l, theme)
		}
	}
}

// A lesson may teach a second practice: it backs both lines where it follows from both, is in
// the theme of the first, and the next run knows it without asking.
func TestALessonMayTeachTwoPractices(t *testing.T) {
	list := lessons(append(slices.Clone(threeThemes), "Put no token into a backup.")...)
	m := &scripted{change: func(step string, _ int, r fake.Request, answer string) (string, error) {
		for _, n := range r.Notes() {
			if step == "assign" && strings.HasPrefix(n.Text, "put no token") {
				return strings.Replace(answer, fmt.Sprintf("[%d,1,0,", n.Number), fmt.Sprintf("[%d,1,3,", n.Number), 1), nil
			}
		}
		return answer, nil
	}}
	got := practised(t, m, list)
	if home := themeOf(t, got, 10); home.Name != "Restored backups." ||
		!slices.Contains(home.Wordings[0].Lessons, 10) {
		t.Errorf("the first practice: %+v", home)
	}
	second := themeOf(t, got, 6)
	if second.Name != "Secret tokens." || slices.Contains(second.Lessons, 10) ||
		!slices.Contains(second.Wordings[0].Lessons, 10) {
		t.Errorf("the second practice: %+v", second)
	}
	again := &scripted{}
	if next := practised(t, again, list, kept(got)); len(again.asked) > 0 || !reflect.DeepEqual(next.Themes, got.Themes) {
		t.Errorf("%d requests again; %+v, before %+v", len(again.asked), next.Themes, got.Themes)
	}
}

// A lesson that an entry was approved with, and that the model set aside or denied later,
// backs the entry no more.
func TestADeniedLessonIsNotCarriedOver(t *testing.T) {
	first := practised(t, &scripted{}, notes())
	for name, change := range map[string]func(*lesson.Practices){
		"none": func(k *lesson.Practices) {
			for i := range k.Found {
				delete(k.Found[i].Lessons, "02")
				for f := range k.Found[i].Forms {
					k.Found[i].Forms[f].Lessons = slices.DeleteFunc(k.Found[i].Forms[f].Lessons,
						func(id string) bool { return id == "02" })
				}
			}
			k.None = append(k.None, "02")
		},
		"denied": func(k *lesson.Practices) {
			for i := range k.Found {
				for f := range k.Found[i].Forms {
					k.Found[i].Forms[f].Lessons = slices.DeleteFunc(k.Found[i].Forms[f].Lessons,
						func(id string) bool { return id == "02" })
				}
			}
		},
	} {
		k := copyOf(t, first.Kept)
		change(k)
		anchor := Anchor{Name: "Restored backups.", Text: reader["backup"].Line, LessonIDs: []string{"00", "01", "02"}}
		got, err := practise(&scripted{}, notes(), func(o *Options) {
			o.Support, o.Kept, o.Anchors = 2, k, []Anchor{anchor}
		})
		require.NoError(t, err)
		if theme := themeOf(t, got, 0); theme.Anchor == nil ||
			!slices.Equal(theme.Held, []int{0, 1}) {
			t.Errorf("%s: %+v", name, theme)
		}
		if theme := themeOf(t, got, 2); theme.Anchor != nil {
			t.Errorf("%s: the lesson is carried over: %+v", name, theme)
		}
	}
}

func copyOf(t *testing.T, k *lesson.Practices) *lesson.Practices {
	t.Helper()
	b, err := json.Marshal(k)
	require.NoError(t, err)
	c := &lesson.Practices{}
	require.NoError(t, json.Unmarshal(b, c))
	return c
}
