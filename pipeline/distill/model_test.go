package distill

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wisdom/review/ledger"
)

// scripted is a model that answers as a test says, and keeps what it was asked.
type scripted struct {
	group func(texts []string, wrong []string) ([][]int, error)
	word  func(texts []string, wrong []string) (Proposal, error)
	holds int // lessons that a request holds; 0 for all

	prepared int
	expected int
	grouped  [][][]string // texts of the requests to group, by round
	worded   [][]string
	wrong    [][]string // of all requests
}

func (s *scripted) Prepare(texts []string) { s.prepared = len(texts) }

func (s *scripted) Fits(texts []string) int { return min(len(texts), cmp.Or(s.holds, len(texts))) }

func (s *scripted) Expect(requests int) {
	s.expected += requests
	s.grouped = append(s.grouped, nil)
}

func (s *scripted) Group(_ context.Context, texts []string, wrong []string) ([][]int, error) {
	last := len(s.grouped) - 1
	s.grouped[last] = append(s.grouped[last], texts)
	s.wrong = append(s.wrong, wrong)
	return s.group(texts, wrong)
}

func (s *scripted) Word(_ context.Context, texts []string, wrong []string) (Proposal, error) {
	s.worded, s.wrong = append(s.worded, texts), append(s.wrong, wrong)
	if s.word == nil {
		return Proposal{"Rule", texts[0], texts[0], texts[0]}, nil
	}
	return s.word(texts, wrong)
}

// says answers requests to group one after the other; errors are answers too.
func says(answers ...any) func([]string, []string) ([][]int, error) {
	return func([]string, []string) ([][]int, error) {
		answer := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		if err, wrong := answer.(error); wrong {
			return nil, err
		}
		return answer.([][]int), nil
	}
}

func withModel(t *testing.T, model Model, list []ledger.Lesson, change func(*Options), anchors ...Anchor) ([]Theme, Notes) {
	t.Helper()
	opts := testOptions()
	opts.Model, opts.Wanted = model, func([]int) bool { return true }
	if change != nil {
		change(&opts)
	}
	themes, notes, err := Themes(context.Background(), list, anchors, opts)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, theme := range themes {
		for _, l := range theme.Lessons {
			seen[l]++
		}
	}
	for i := range list {
		if seen[i] != 1 {
			t.Errorf("lesson %d is in %d themes", i, seen[i])
		}
	}
	return themes, notes
}

func groupsOf(themes []Theme) string {
	var groups []string
	for _, theme := range themes {
		groups = append(groups, fmt.Sprint(theme.Lessons))
	}
	slices.Sort(groups)
	return strings.Join(groups, " ")
}

const asBuiltIn = "[0 1 2] [3 4 5] [6 7 8] [9]"

var (
	right = [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	bad   = &BadAnswerError{"it was no JSON"}
)

// What the model says about groups is taken as far as it can be, and everything
// that was not is counted.
func TestModelGroups(t *testing.T) {
	for name, test := range map[string]struct {
		group func([]string, []string) ([][]int, error)
		want  string
		notes Notes
	}{
		"good":                       {says(right), asBuiltIn, Notes{LeftOut: 1}},
		"in another order":           {says([][]int{{9, 7, 8}, {6, 4, 5}, {3, 1, 2}}), asBuiltIn, Notes{LeftOut: 1}},
		"another opinion":            {says([][]int{{1, 4, 7}, {2, 5, 8}, {3, 6, 9, 10}}), "[0 3 6] [1 4 7] [2 5 8 9]", Notes{}},
		"forgotten":                  {says([][]int{{1, 2}, {4, 5, 6}, {7, 8, 9}}), asBuiltIn, Notes{PutBack: 1, LeftOut: 1}},
		"a theme forgotten":          {says([][]int{{1, 2, 3}, {4, 5, 6}}), "[0 1 2] [3 4 5] [6] [7] [8] [9]", Notes{LeftOut: 4, Unnamed: 1}},
		"invented numbers":           {says([][]int{{1, 2, 3, 11, 0}, {4, 5, 6, -4}, {7, 8, 9}, {12, 13}}), asBuiltIn, Notes{Invented: 5, LeftOut: 1}},
		"in two themes":              {says([][]int{{1, 2, 3}, {3, 4, 5, 6}, {7, 8, 9, 7}}), asBuiltIn, Notes{Repeated: 2, LeftOut: 1}},
		"alone, and then in a theme": {says([][]int{{1}, {4, 99}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), asBuiltIn, Notes{Invented: 1, LeftOut: 1}},
		"empty themes":               {says([][]int{{}, {1, 2, 3}, nil, {4, 5, 6}, {7, 8, 9}}), asBuiltIn, Notes{LeftOut: 1}},
		"bad once":                   {says(bad, right), asBuiltIn, Notes{Refused: 1, LeftOut: 1}},
		"bad twice":                  {says(bad, bad, right), asBuiltIn, Notes{Refused: 2, LeftOut: 1}},
		"bad always":                 {says(bad), asBuiltIn, Notes{Refused: 3, GroupedBy: 1, LeftOut: 1}},
		"no theme, then some":        {says([][]int{}, right), asBuiltIn, Notes{Refused: 1, LeftOut: 1}},
		"no theme at all":            {says([][]int{{3}, {4, 4}, {77, 1}}), asBuiltIn, Notes{Refused: 3, GroupedBy: 1, LeftOut: 1}},
	} {
		model := &scripted{group: test.group}
		themes, notes := withModel(t, model, lessons(threeThemes...), nil)
		if got := groupsOf(themes); got != test.want {
			t.Errorf("%s: groups %s, want %s", name, got, test.want)
		}
		test.notes.Lessons, test.notes.Worded = 10, notes.Worded
		if notes != test.notes {
			t.Errorf("%s: notes %+v, want %+v", name, notes, test.notes)
		}
		if model.prepared != 10 || len(model.grouped[0]) != 1+min(notes.Refused, 2) {
			t.Errorf("%s: prepared for %d lessons, asked %d times", name, model.prepared, len(model.grouped[0]))
		}
		for i, wrong := range model.wrong[:len(model.grouped[0])] {
			if (i == 0) != (len(wrong) == 0) {
				t.Errorf("%s: request %d tells as wrong %q", name, i, wrong)
			}
		}
	}
}

// Two lessons that contradict each other are never one theme, whatever a model
// says, and both sides keep their own.
func TestModelCannotUniteOpposites(t *testing.T) {
	list := lessons(
		"Always restart the gateway after a deploy.", "Restart the gateway after every deploy.", "Restart the gateway after the deploy.",
		"Never restart the gateway after a deploy.", "Don't restart the gateway after a deploy.", "Do not restart the gateway after the deploy.",
	)
	themes, notes := withModel(t, &scripted{group: says([][]int{{1, 2, 3, 4, 5, 6}})}, list, nil)
	if got := groupsOf(themes); got != "[0 1 2] [3 4 5]" || notes.Parted != 3 {
		t.Errorf("groups %s, notes %+v", got, notes)
	}
}

// What a newer lesson takes the place of is not asked about, and gets no wording:
// not even where one lesson is enough for an entry.
func TestModelIsNotAskedAboutWhatIsReplaced(t *testing.T) {
	list := lessons("Deploy on Friday after the standup meeting.", "From now on deploy on Monday after the standup meeting.", "Ask Mara before ordering paint.")
	list[0].Date, list[1].Date = "2026-01-01", "2026-02-02"
	model := &scripted{group: says([][]int{{1, 2}})}
	themes, _ := withModel(t, model, list, func(o *Options) { o.Support = 1 })
	for _, theme := range themes {
		if slices.Contains(theme.Lessons, 0) && (theme.Cause != Superseded || len(theme.Wordings) > 0 || len(theme.Lessons) > 1) {
			t.Errorf("theme %+v", theme)
		}
	}
	for _, texts := range append(slices.Concat(model.grouped...), model.worded...) {
		if slices.Contains(texts, list[0].Text) {
			t.Errorf("asked about %q", texts)
		}
	}
}

func TestModelWords(t *testing.T) {
	good := Proposal{"**Backups**", "“Restore a backup before you trust it”", "Restore before trusting", "Restore backups!"}
	for name, test := range map[string]struct {
		answers []any
		want    string // name and forms
		notes   Notes
		again   []string // what the requests after the first were told
	}{
		"good":                   {[]any{good}, "Backups. Restore a backup before you trust it. | Restore before trusting. | Restore backups!", Notes{Worded: 1}, nil},
		"one form for all three": {[]any{Proposal{"Backups", "Restore it.", "Restore backups.", "Restore backups."}}, "Backups. Restore it. | Restore backups.", Notes{Worded: 1}, nil},
		"a form refused": {
			[]any{Proposal{"Backups", "Restore forbidden backups.", "Restore backups.", "Restore."}, Proposal{"Trust", "Restore every backup.", "Backup forbidden.", ""}},
			"Trust. Restore every backup. | Restore backups. | Restore.",
			Notes{Worded: 1, Refused: 1},
			[]string{"forbidden"},
		},
		"a form refused to the end": {
			[]any{Proposal{"Backups", "Restore forbidden backups.", "Restore backups.", "Restore."}},
			"Backups. Restore backups. | Restore.",
			Notes{Worded: 1, Refused: 3},
			[]string{"forbidden", "forbidden"},
		},
		"no answer":            {[]any{bad, bad, good}, "Backups. Restore a backup before you trust it. | Restore before trusting. | Restore backups!", Notes{Worded: 1, Refused: 2}, []string{"no JSON", "no JSON"}},
		"never an answer":      {[]any{bad}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"no JSON", "no JSON"}},
		"empty":                {[]any{Proposal{}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"empty", "empty"}},
		"no name":              {[]any{Proposal{"***", "Restore backups.", "Restore backups.", "Restore."}, good}, "Backups. Restore a backup before you trust it. | Restore before trusting. | Restore backups!", Notes{Worded: 1, Refused: 1}, []string{"empty"}},
		"a long name":          {[]any{Proposal{"On how to restore a backup", "Restore backups.", "Restore backups.", "Restore."}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"more than four words", "more than four words"}},
		"another language":     {[]any{Proposal{"Sicherungen", "Spiele sie zur Probe ein.", "Spiele sie ein.", "Einspielen."}, good}, "Backups. Restore a backup before you trust it. | Restore before trusting. | Restore backups!", Notes{Worded: 1, Refused: 1}, []string{"use their language"}},
		"something else":       {[]any{Proposal{"Spoons", "Dry spoons slowly.", "Dry spoons slowly.", "Spoons!"}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"hardly a word", "hardly a word"}},
		"code":                 {[]any{Proposal{"Backups", "`restore` a backup first.", "`Restore` backups.", "`Restore`"}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"plain words", "plain words"}},
		"a comment":            {[]any{Proposal{"Backups", "Restore <!-- wisdom --> backups.", "Restore backups <!--", "<!--restore backups"}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"plain words", "plain words"}},
		"too long":             {[]any{&TooLongError{9}, good}, "Backups. Restore a backup before you trust it. | Restore before trusting. | Restore backups!", Notes{Worded: 1}, []string{""}},
		"always too long":      {[]any{&TooLongError{9}}, builtInWording, Notes{WordedBy: 1}, []string{"", ""}},
		"a name that turns it": {[]any{Proposal{"Never restore backups", "Restore backups.", "Restore backups.", "Restore."}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"tells to do", "tells to do"}},
		"a name with an order": {[]any{Proposal{"Delete backups", "Restore backups.", "Restore backups.", "Restore."}}, builtInWording, Notes{WordedBy: 1, Refused: 3}, []string{"tells to do", "tells to do"}},
		"the bold name again":  {[]any{Proposal{"Backups", "**Backups.** Restore backups.", "**Restore** backups.", "Restore."}}, "Backups. Restore backups. | Restore.", Notes{Worded: 1}, nil},
	} {
		answers := test.answers
		model := &scripted{group: says([][]int{{1, 2, 3}})}
		model.word = func([]string, []string) (Proposal, error) {
			answer := answers[0]
			if len(answers) > 1 {
				answers = answers[1:]
			}
			if err, wrong := answer.(error); wrong {
				return Proposal{}, err
			}
			return answer.(Proposal), nil
		}
		themes, notes := withModel(t, model, lessons(threeThemes[:3]...), nil)
		got := themes[0].Name
		for i, w := range themes[0].Wordings {
			got += map[bool]string{true: " ", false: " | "}[i == 0] + w.Text
		}
		if got != test.want || themes[0].Cause != "" {
			t.Errorf("%s: %q, want %q; %s", name, got, test.want, themes[0].Cause)
		}
		if test.notes.Lessons = 3; notes != test.notes {
			t.Errorf("%s: notes %+v, want %+v", name, notes, test.notes)
		}
		told := model.wrong[2:]
		if len(told) != len(test.again) {
			t.Errorf("%s: asked again with %q, want %q", name, told, test.again)
			continue
		}
		for i, wrong := range told {
			if !strings.Contains(strings.Join(wrong, "\n"), test.again[i]) || (test.again[i] == "") != (len(wrong) == 0) {
				t.Errorf("%s: asked again with %q, want %q", name, wrong, test.again[i])
			}
		}
	}
}

const builtInWording = "Backup & restore. Restore a backup before trusting it."

// Found by test: a request with too many lessons took the place of an answer that
// could be asked again.
func TestTooLongToWordCostsNoAttempt(t *testing.T) {
	var list []string
	for i := range 30 {
		list = append(list, fmt.Sprintf("Restore the %s backup before trusting it.", letters(i)))
	}
	all := make([]int, len(list))
	for i := range all {
		all[i] = i + 1
	}
	var sizes []int
	model := &scripted{group: says([][]int{all})}
	model.word = func(texts, _ []string) (Proposal, error) {
		sizes = append(sizes, len(texts))
		switch {
		case len(texts) > 3:
			return Proposal{}, &TooLongError{}
		case len(sizes) < 7:
			return Proposal{}, bad
		}
		return Proposal{"Backups", "Restore a backup.", "Restore a backup.", "Restore."}, nil
	}
	themes, notes := withModel(t, model, lessons(list...), func(o *Options) { o.Check = func(string, string, []int) (Cause, string) { return "", "" } })
	if fmt.Sprint(sizes) != "[30 15 8 4 2 2 2]" || notes.Worded != 1 || notes.Refused != 2 || themes[0].Wordings[0].Text != "Restore a backup." {
		t.Errorf("sizes %v, notes %+v, %+v", sizes, notes, themes[0].Wordings)
	}
}

// Where neither the model nor a lesson has words for a theme, it says why.
func TestNoWordsAtAll(t *testing.T) {
	list := lessons("Keep forbidden tokens secret.", "Hide forbidden tokens well.", "Guard forbidden tokens always.")
	model := &scripted{group: says([][]int{{1, 2, 3}})}
	themes, notes := withModel(t, model, list, nil)
	if len(themes) != 1 || themes[0].Cause == "" || len(themes[0].Wordings) > 0 || !strings.Contains(themes[0].Detail, "of the model: forbidden") || notes.Worded+notes.WordedBy > 0 {
		t.Errorf("themes %+v, notes %+v", themes, notes)
	}
}

// Entries that stand, and themes that could not become one, cost no request.
func TestOnlyWhatIsNewIsWorded(t *testing.T) {
	anchor := Anchor{Name: "Backups.", Text: "Restore what you back up.", LessonIDs: []string{"00", "01", "02"}}
	model := &scripted{group: says(right)}
	themes, notes := withModel(t, model, lessons(threeThemes...), func(o *Options) {
		o.Wanted = func(lessons []int) bool { return !slices.Contains(lessons, 3) }
	}, anchor)
	if len(model.worded) != 1 || !strings.Contains(model.worded[0][0], "token") || notes.Worded != 1 {
		t.Errorf("asked to word %q", model.worded)
	}
	if themes[0].Anchor == nil && themes[1].Anchor == nil && themes[2].Anchor == nil {
		t.Error("the standing entry lost its theme")
	}
}

// notebook makes lessons on so many topics, in the order of their ids, as ids
// are made.
func notebook(topics, each int) []ledger.Lesson {
	var list []ledger.Lesson
	for topic := range topics {
		for i := range each {
			list = append(list, noted(topic, i))
		}
	}
	slices.SortFunc(list, func(a, b ledger.Lesson) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func noted(topic, i int) ledger.Lesson {
	text := fmt.Sprintf("Check the topic%s gear%s before wheel%s.", letters(topic), letters(topic), letters(1000+100*topic+i))
	return ledger.Lesson{ID: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16], Kind: ledger.KindLesson, Text: text, Headline: text}
}

// letters writes a number without digits.
func letters(n int) string {
	return strings.NewReplacer("0", "ba", "1", "ke", "2", "lo", "3", "mi", "4", "tan", "5", "ser", "6", "vo", "7", "ni", "8", "cra", "9", "pel").Replace(fmt.Sprint(n))
}

func topic(text string) string { return strings.Fields(text)[2] }

// byTopic groups lessons as they should be.
func byTopic(texts, _ []string) ([][]int, error) {
	numbers := map[string][]int{}
	var order []string
	for i, text := range texts {
		if numbers[topic(text)] == nil {
			order = append(order, topic(text))
		}
		numbers[topic(text)] = append(numbers[topic(text)], i+1)
	}
	var groups [][]int
	for _, name := range order {
		groups = append(groups, numbers[name])
	}
	return groups, nil
}

func topics(t *testing.T, list []ledger.Lesson, themes []Theme, want int) {
	t.Helper()
	if len(themes) != want {
		t.Errorf("%d themes, want %d", len(themes), want)
	}
	for _, theme := range themes {
		for _, l := range theme.Lessons {
			if topic(list[l].Text) != topic(list[theme.Lessons[0]].Text) {
				t.Errorf("one theme holds %q and %q", list[l].Text, list[theme.Lessons[0]].Text)
			}
		}
	}
}

// At most thirty themes are worded, the strongest; the others keep the words of a
// lesson.
func TestAtMostThirtyAreWorded(t *testing.T) {
	list := append(notebook(40, 3), noted(7, 80), noted(7, 81))
	slices.SortFunc(list, func(a, b ledger.Lesson) int { return strings.Compare(a.ID, b.ID) })
	model := &scripted{group: byTopic}
	themes, notes := withModel(t, model, list, nil)
	topics(t, list, themes, 40)
	if len(model.worded) != 30 || len(model.worded[0]) != 5 || notes.Worded != 30 || len(themes[39].Wordings) == 0 || themes[39].Name == "Rule." {
		t.Errorf("%d themes were worded, the first of %d lessons; the last is %+v", len(model.worded), len(model.worded[0]), themes[39])
	}
}

// What one request does not hold goes into several: each lesson is asked about
// once, and themes that they cut apart come together again.
func TestBatches(t *testing.T) {
	list := notebook(20, 10)
	for i := range 70 {
		list = append(list, noted(99, i))
	}
	slices.SortFunc(list, func(a, b ledger.Lesson) int { return strings.Compare(a.ID, b.ID) })
	model := &scripted{group: byTopic, holds: 40}
	themes, notes := withModel(t, model, list, nil)
	topics(t, list, themes, 21)
	asked := map[string]int{}
	for _, texts := range model.grouped[0] {
		if len(texts) > 40 {
			t.Errorf("a request of %d lessons", len(texts))
		}
		for _, text := range texts {
			asked[text]++
		}
	}
	for _, l := range list {
		if asked[l.Text] != 1 {
			t.Errorf("asked %d times about %q", asked[l.Text], l.Text)
		}
	}
	if len(model.grouped[0]) < 7 || len(model.grouped[1]) == 0 || notes.Lessons != 270 || notes.LeftOut+notes.PutBack > 0 {
		t.Errorf("%d and %d requests, notes %+v", len(model.grouped[0]), len(model.grouped[1]), notes)
	}
	again := &scripted{group: byTopic, holds: 40}
	if same, _ := withModel(t, again, list, nil); !reflect.DeepEqual(same, themes) || !reflect.DeepEqual(again.grouped, model.grouped) || !reflect.DeepEqual(again.worded, model.worded) {
		t.Error("the same lessons make other requests")
	}
}

// A lesson more changes few requests: answers to the others are known already.
func TestOneLessonMoreChangesFewRequests(t *testing.T) {
	list := notebook(60, 8)
	first := &scripted{group: byTopic, holds: 40}
	withModel(t, first, list, nil)
	known := map[string]bool{}
	for _, texts := range slices.Concat(append(first.grouped, first.worded)...) {
		known[strings.Join(texts, "\n")] = true
	}
	for _, more := range []ledger.Lesson{noted(3, 50), noted(59, 51), noted(77, 1)} {
		grown := append(slices.Clone(list), more)
		slices.SortFunc(grown, func(a, b ledger.Lesson) int { return strings.Compare(a.ID, b.ID) })
		model := &scripted{group: byTopic, holds: 40}
		withModel(t, model, grown, nil)
		fresh := 0
		for _, texts := range model.grouped[0] {
			if !known[strings.Join(texts, "\n")] {
				fresh++
			}
		}
		if all := len(model.grouped[0]); all < 12 || fresh < 1 || fresh > 3 {
			t.Errorf("with %q %d of %d requests are new", more.Text, fresh, all)
		}
	}
}

// Found by test: themes of the two halves of a request that was too long were not
// compared, as if they came from one.
func TestTooLongIsAskedInHalves(t *testing.T) {
	list := notebook(4, 6)
	model := &scripted{}
	model.group = func(texts, wrong []string) ([][]int, error) {
		if len(texts) > 7 {
			return nil, &TooLongError{7}
		}
		return byTopic(texts, wrong)
	}
	themes, notes := withModel(t, model, list, nil)
	topics(t, list, themes, 4)
	if notes.TooLong+notes.Refused > 0 {
		t.Errorf("notes %+v", notes)
	}
	never := &scripted{group: says(&TooLongError{1})}
	themes, notes = withModel(t, never, list, nil)
	if got, want := groupsOf(themes), groupsOf(themesOf(t, list)); got != want || notes.TooLong == 0 {
		t.Errorf("longer than the context: groups %s, want those of the built-in engine, %s; notes %+v", got, want, notes)
	}
}

// An error that is no answer ends the run, at once.
func TestModelErrorsEnd(t *testing.T) {
	gone := errors.New("gone")
	ctx, cancel := context.WithCancel(context.Background())
	for name, test := range map[string]struct {
		model *scripted
		want  error
		asked int
	}{
		"grouping":         {&scripted{group: says(gone)}, gone, 1},
		"wording":          {&scripted{group: says(right), word: func([]string, []string) (Proposal, error) { return Proposal{}, gone }}, gone, 2},
		"wording, Ctrl-C":  {&scripted{group: says(right), word: func([]string, []string) (Proposal, error) { cancel(); return Proposal{}, ctx.Err() }}, context.Canceled, 2},
		"grouping, Ctrl-C": {&scripted{group: func([]string, []string) ([][]int, error) { cancel(); return nil, ctx.Err() }}, context.Canceled, 1},
	} {
		ctx, cancel = context.WithCancel(context.Background())
		opts := testOptions()
		opts.Model, opts.Wanted = test.model, func([]int) bool { return true }
		themes, _, err := Themes(ctx, lessons(threeThemes...), nil, opts)
		if !errors.Is(err, test.want) || themes != nil || len(test.model.wrong) != test.asked {
			t.Errorf("%s: %v after %d requests", name, err, len(test.model.wrong))
		}
		cancel()
	}
}

// A wording that says the opposite of what its lessons say is refused, and one
// that agrees is not.
func TestTurned(t *testing.T) {
	never := []string{"Never paste a token into a chat.", "Don't paste tokens into chats: they stay there.", "A token was leaked; rotate it at once."}
	restore := []string{"Restore a backup before trusting it.", "Don't trust a backup until you restore it.", "Not every backup restores. Restore the backup on a clean machine."}
	for _, test := range []struct {
		text    string
		lessons []string
		want    bool
	}{
		{"Paste tokens into the chat.", never, true},
		{"Never paste a token into a chat.", never, false},
		{"Avoid pasting tokens into chats.", never, false},
		{"Rotate a leaked token at once.", never, false},
		{"Never rotate a leaked token.", never, true},
		{"Restore a backup before you trust it.", restore, false},
		{"Never restore a backup before trusting it.", []string{restore[0], restore[0], "Mind the gap."}, true},
		{"Never trust a backup before restoring it.", []string{restore[0], restore[0], "Mind the gap."}, false}, // tells the same the other way round
		{"Never restore the backup on a clean machine.", restore, true},
		{"Token!", never, false},
		{"Keep calm.", never, false},
	} {
		d := newDistiller(t.Context(), lessons(test.lessons...), testOptions())
		if got := d.turned(test.text, []int{0, 1, 2}); got != test.want {
			t.Errorf("%q of %q: %v", test.text, test.lessons, got)
		}
	}
}
