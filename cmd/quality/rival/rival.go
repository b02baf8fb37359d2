package rival

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// Task is the input of a rival.
type Task struct {
	Lessons []lesson.Lesson
	Section score.Section
	// Groups is the right number of groups, for rivals that need it.
	Groups int
}

// Answer is the output of a rival.
type Answer struct {
	Themes  [][]string // ids of the lessons of each
	Entries []score.Entry
}

// The lengths of a wording, in words.
const (
	longest  = 15
	shortest = 3
)

var marks = strings.NewReplacer("**", "", "__", "", "`", "")

// wordings are the sentences and clauses of a lesson, and its headline, that are
// no longer than an entry may be.
func wordings(lesson lesson.Lesson) []string {
	parts := append([]string{lesson.Headline}, clauses(marks.Replace(lesson.Text))...)
	var found []string
	for _, part := range parts {
		part = strings.TrimFunc(
			part, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:!。，；：！", r) },
		)
		if n := words.Count(part); n < shortest || n > longest || strings.HasSuffix(part, "…") {
			continue
		}
		if text := sentence(part); !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	return found
}

// clauses cuts a text behind the marks that end a sentence or a clause.
func clauses(text string) []string {
	var found []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		ends := strings.ContainsRune(".!?;:", r) && (end == len(text) || text[end] == ' ')
		if ends || strings.ContainsRune("。！？；：—", r) {
			found = append(found, text[start:end])
			start = end
		}
	}
	return append(found, text[start:])
}

// sentence begins with a capital and ends with a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	switch last, _ := utf8.DecodeLastRuneInString(text); {
	case words.IsCJK(last):
		return text + "。"
	case unicode.IsPunct(last) && !strings.ContainsRune(`)"'”»`, last):
		return text
	}
	return text + "."
}

// name is the word that most of the texts hold; of several, the first.
func name(texts []string) string {
	holders, order, surface := map[string]int{}, []string{}, map[string]string{}
	for _, text := range texts {
		seen := map[string]bool{}
		for _, term := range words.Terms(marks.Replace(text)) {
			if surface[term.Stem] == "" {
				surface[term.Stem] = term.Surface
				order = append(order, term.Stem)
			}
			if !seen[term.Stem] {
				seen[term.Stem] = true
				holders[term.Stem]++
			}
		}
	}
	if len(order) == 0 {
		return "Rule."
	}
	best := slices.MaxFunc(order, func(a, b string) int { return cmp.Compare(holders[a], holders[b]) })
	return sentence(surface[best])
}

func (t Task) ids(group []int) []string {
	ids := make([]string, len(group))
	for i, l := range group {
		ids[i] = t.Lessons[l].ID
	}
	return ids
}

func (t Task) texts(group []int) []string {
	texts := make([]string, len(group))
	for i, l := range group {
		texts[i] = t.Lessons[l].Text
	}
	return texts
}

func (t Task) themes(groups [][]int) [][]string {
	themes := make([][]string, len(groups))
	for i, group := range groups {
		themes[i] = t.ids(group)
	}
	return themes
}

func everything(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
