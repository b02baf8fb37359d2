package distill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/tokens"
	"wisdom/pipeline/distill/exam"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

// student is a model that answers the questions of an exam right, but for what change makes of an answer.
type student struct {
	change func(step string, n int, text string) string
	counts bool // its server counts tokens
	cut    int  // it reads so many tokens of the end of a prompt
	room   int
	asked  map[string]int
	longer int // requests that were longer than cut
}

func (m *student) Prepare(int, int) {}
func (m *student) Room(int) int     { return m.room }
func (m *student) Limit(n int)      { m.room = min(m.room, n) }
func (m *student) Expect(int)       {}
func (m *student) Counts() bool     { return m.counts }

func (m *student) Ask(_ context.Context, step prompts.Name, p prompts.Prompt, _ int, _ bool, into any) error {
	m.asked[string(step)]++
	var text string
	if size := tokens.Measure(p.Text).O200k; m.cut > 0 && size > m.cut {
		m.longer++
		text = `{"word": "what?"}`
	} else {
		text = fake.Pass(fake.Request{Prompt: p.Text, Format: p.Schema}).Text
	}
	if m.change != nil {
		text = m.change(string(step), m.asked[string(step)], text)
	}
	if json.Unmarshal([]byte(text), into) != nil {
		return &BadAnswerError{"it was no JSON"}
	}
	return nil
}

func newStudent(change func(step string, n int, text string) string) *student {
	return &student{change: change, counts: true, room: 20000, asked: map[string]int{}}
}

func sat(t *testing.T, m *student) *Report {
	t.Helper()
	r, err := Sit(context.Background(), m, nil, prompts.BuiltIn())
	require.NoError(t, err)
	return r
}

// spoils answers a step with a text that can be used, and is wrong.
func spoils(step, text string) func(string, int, string) string {
	return func(is string, _ int, right string) string {
		if is == step {
			return text
		}
		return right
	}
}

func TestWhoAnswersRightPassesTheExam(t *testing.T) {
	t.Parallel()
	m := newStudent(nil)
	r := sat(t, m)
	assert.True(t, r.Passed)
	assert.Empty(t, r.Missed())
	assert.Equal(t, Form{FindSize: largeFind}, r.Form)
	require.Len(t, r.Skills, 4)
	for _, s := range r.Skills {
		assert.InDelta(t, 1, s.Score, 0, s.Name)
		assert.Equal(t, s.Of, s.Right, s.Name)
	}
	sum := 0
	for _, n := range m.asked {
		sum += n
	}
	assert.LessOrEqual(t, sum, 10)
}

// In each skill, a wrong answer fails, and so does one that cannot be used.
func TestTheExamIsFailedInEachSkill(t *testing.T) {
	t.Parallel()
	careful := newStudent(nil)
	sat(t, careful)
	careful.asked[exam.Find]++ // fewer notes, where many are too many
	copies := `{"practices":[{"name":"One","line":"Do the first thing.","notes":[1,2,3]},` +
		`{"name":"Two","line":"Do the second thing.","notes":[4,5,6]}]}`
	for name, test := range map[string]struct{ step, text string }{
		"notes in their order": {exam.Find, copies},
		"no practices":         {exam.Find, `{"practices":[]}`},
		"never none":           {exam.Assign, parted(24, `{"note":%d,"practice":1,"also":0,"weight":2}`, "notes")},
		"no assignments":       {exam.Assign, "{}"},
		"nothing of use":       {exam.Word, parted(6, `{"practice":%d,"name":"One","line":"Do it well.","misfits":[]}`, "practices")},
		"no line":              {exam.Word, "I cannot."},
		"always yes":           {exam.Verify, parted(8, `{"line":%d,"yes":[`+numbers(60)+`],"same":[],"verdict":"ok"}`, "lines")},
		"always no":            {exam.Verify, parted(8, `{"line":%d,"yes":[],"same":[],"verdict":"ok"}`, "lines")},
		"no verdict":           {exam.Verify, "null"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newStudent(spoils(test.step, test.text))
			r := sat(t, m)
			assert.False(t, r.Passed)
			for _, s := range r.Skills {
				assert.Equal(t, s.Name != test.step, s.Passed, "%s: %+v", s.Name, s)
			}
			assert.True(t, strings.HasPrefix(r.Missed(), test.step+": "), r.Missed())
			assert.LessOrEqual(t, m.asked[test.step], careful.asked[test.step], "a question was asked again")
		})
	}
}

// parted is an answer of so many equal parts.
func parted(n int, part, field string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(part, i+1)
	}
	return fmt.Sprintf(`{"%s":[%s]}`, field, strings.Join(parts, ","))
}

// numbers are those from 1 to n, as a list.
func numbers(n int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(upTo(n + 1)[1:]), " ", ","), "[]")
}

// Who loses the thread among sixty notes may find practices among twenty.
func TestFewerNotesAreTriedToo(t *testing.T) {
	t.Parallel()
	m := newStudent(func(step string, n int, text string) string {
		if step == exam.Find && n == 1 {
			return `{"practices":[]}`
		}
		return text
	})
	r := sat(t, m)
	assert.True(t, r.Passed, r.Missed())
	assert.Equal(t, smallFind, r.Form.FindSize)
	assert.Equal(t, 2, m.asked[exam.Find])
}

// A server that does not count tokens may cut a prompt without a word: what is longer than what came back whole is not
// sent.
func TestTheExamFindsOutWhatIsReadWhole(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ cut, longest, controls, longer int }{
		"all":        {0, 20000, 2, 0},
		"half of it": {12000, 10000, 3, 1},
		"a quarter":  {6500, 5000, 3, 2},
		"less":       {3000, 0, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newStudent(nil)
			m.counts, m.cut = false, test.cut
			r := sat(t, m)
			assert.Equal(t, test.longest, r.Longest)
			assert.Equal(t, test.longest > 0, r.Skills[0].Passed)
			assert.Equal(t, test.controls, m.asked[string(ReadWhole)])
			assert.Equal(t, test.longest > 0, r.Passed, r.Missed())
			assert.Equal(t, test.longer, m.longer, "a prompt that is not read whole was sent afterwards")
		})
	}
	m := newStudent(nil)
	assert.Zero(t, sat(t, m).Longest)
	assert.Zero(t, m.asked[string(ReadWhole)], "a server that counts was asked")
}

// What a line must keep is in the item: each fault alone makes it unfit.
func TestALineOfTheExamKeepsWhatItsNotesSay(t *testing.T) {
	t.Parallel()
	w := exam.Wording{
		Language: "en", Ban: true, Notes: []string{"Never put a guest on the page unless he signed."},
		Negations: []string{"never"}, Exception: []string{"unless"}, Subject: []string{"photo"},
	}
	for line, fits := range map[string]bool{
		"Never post a photo of a guest unless he signed for it.":     true,
		"Post a photo of a guest once he signed, unless it is late.": false,
		"Never post a photo of a guest.":                             false,
		"Never post a thing of a guest unless he signed for it.":     false,
		"Never stelle das Photo von dem Gast auf die Seite, unless.": false,
		"Never put a guest on the page unless he signed.":            false,
	} {
		assert.Equal(t, fits, isFaithful(w, line), line)
	}
	w.Notes, w.Subject = append(w.Notes, "Never post a photo unless signed."), append(w.Subject, "post")
	assert.False(t, isFaithful(w, "never post a photo unless signed"), "a copy of a note")
}

// unsure is a student whose server tells log probabilities: a right pair of note and line has the higher one, but for
// the pairs that are mixed up.
type unsure struct {
	*student
	mixed bool
	pairs int
}

func (m *unsure) Margin(_ context.Context, p prompts.Prompt) (float64, error) {
	m.pairs++
	for _, n := range exam.All().Assign.Notes {
		if !strings.Contains(p.Text, n.Text) {
			continue
		}
		right := n.Teaches > 0 && strings.Contains(p.Text, exam.All().Assign.Lines[n.Teaches-1].Line)
		if right != m.mixed {
			return 3, nil
		}
	}
	return -3, nil
}

// Who cannot say in a list which notes teach what may know it of one note and one line.
func TestWhoFailsInBatchesIsAskedByMargins(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		step          string
		mixed, passes bool
		pairs         int
	}{
		"passes":          {exam.Assign, false, true, 60},
		"verifies badly":  {exam.Verify, false, true, 60},
		"fails both ways": {exam.Assign, true, false, 60},
		"finds nothing":   {exam.Find, false, false, 0},
		"needs none":      {"", false, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &unsure{student: newStudent(spoils(test.step, "{}")), mixed: test.mixed}
			r, err := Sit(context.Background(), m, nil, prompts.BuiltIn())
			require.NoError(t, err)
			assert.Equal(t, test.passes, r.Passed, r.Missed())
			assert.LessOrEqual(t, m.pairs, 60)
			assert.Equal(t, test.pairs > 0, m.pairs > 0, "%d pairs", m.pairs)
			assert.Equal(t, test.passes && test.pairs > 0, r.Form.Margins)
			if test.passes && test.pairs > 0 {
				assert.NotZero(t, r.Form.Least)
			}
		})
	}
}

// same is an Embedder to which all texts are alike.
type same struct{}

func (same) Name() string { return "all-alike" }

func (same) EmbedPassages(_ context.Context, texts []string) ([][]float32, error) {
	return slices.Repeat([][]float32{{1, 0}}, len(texts)), nil
}

func (e same) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.EmbedPassages(ctx, texts)
}

// away is an Embedder whose server goes away after the notes.
type away struct{ same }

func (away) EmbedQueries(context.Context, []string) ([][]float32, error) {
	return nil, errors.New("gone")
}

// A threshold that was found with an embedding model holds with that model only.
func TestTheReportNamesTheEmbeddingModelThatHelped(t *testing.T) {
	t.Parallel()
	for step, want := range map[string]string{exam.Assign: "all-alike", "": ""} {
		r, err := Sit(context.Background(), &unsure{student: newStudent(spoils(step, "{}"))}, same{}, prompts.BuiltIn())
		require.NoError(t, err)
		assert.Equal(t, want, r.Embedder, step)
	}
	// One that went away ended the exam.
	r, err := Sit(context.Background(), &unsure{student: newStudent(spoils(exam.Assign, "{}"))}, away{}, prompts.BuiltIn())
	require.NoError(t, err)
	assert.True(t, r.Passed && r.Embedder == "", r.Missed())
}
