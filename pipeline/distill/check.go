package distill

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// leastShared is the share of an entry's words that its lessons must have too.
const leastShared = 0.25

// refuse says why a model's wording may not become an entry.
func (d *distiller) refuse(w Wording, lessons []int, has map[string]bool) string {
	switch {
	case w.Name == "" || w.Text == "":
		return "the name or a form of the text is empty"
	case strings.ContainsAny(w.Name+w.Text, "*`<"):
		return fmt.Sprintf("%q holds Markdown: write plain words", w.Name+" "+w.Text)
	case words.Count(w.Name) > longestName:
		return fmt.Sprintf("the name %q has more than four words", w.Name)
	case d.foreign(w.Text, lessons):
		return fmt.Sprintf("%q is not in the language of the lessons", w.Text)
	case shared(w.Text, has) < leastShared:
		return fmt.Sprintf("%q has hardly a word of the lessons: use their language, and say only what they say", w.Text)
	case d.turned(w.Text, lessons):
		return fmt.Sprintf("%q says the opposite of its lessons", w.Text)
	case d.turned(w.Name, lessons) || ordersAnew(w.Name, has):
		return fmt.Sprintf("the name %q tells to do what the lessons do not: use their words", w.Name)
	}
	_, detail := d.opts.Check(w.Name, w.Text, lessons)
	return detail
}

// foreign says whether a text is plainly in a language that none of the lessons
// is in.
func (d *distiller) foreign(text string, lessons []int) bool {
	language := words.Language(text)
	return language != "" && !slices.ContainsFunc(lessons, func(l int) bool {
		other := words.Language(d.lessons[l].Text)
		return other == "" || other == language
	})
}

// shared is the share of a text's words that its lessons have too.
func shared(text string, has map[string]bool) float64 {
	list := allStems(words.Terms(text))
	if len(list) == 0 {
		return 0
	}
	n := 0
	for _, stem := range list {
		if has[stem] {
			n++
		}
	}
	return float64(n) / float64(len(list))
}

// meant are the words of lessons.
func (d *distiller) meant(lessons []int) map[string]bool {
	has := map[string]bool{}
	for _, l := range lessons {
		for _, stem := range allStems(d.terms[l]) {
			has[stem] = true
		}
	}
	return has
}

// ordersAnew says whether a name has a verb of command that no lesson has, nor
// another word for it.
func ordersAnew(name string, has map[string]bool) bool {
	return slices.ContainsFunc(words.Terms(name), func(term *words.Term) bool {
		return words.IsImperative(strings.ToLower(term.Surface)) && !has[term.Stem]
	})
}

// sameSaid is the share of a wording's words that a part of a lesson must have to
// speak of the same.
const sameSaid = 0.75

// turned says whether a text forbids what more lessons tell to do than forbid, or
// the other way round. Lessons that speak of something else have no say.
func (d *distiller) turned(text string, lessons []int) bool {
	said := stems(words.Terms(text))
	said = slices.DeleteFunc(said, func(stem string) bool { return words.Negations(stem) > 0 })
	if len(said) < 2 {
		return false
	}
	against := 0
	for _, l := range lessons {
		switch agrees, differs := agreement(text, said, d.lessons[l].Text); {
		case agrees:
			against--
		case differs:
			against++
		}
	}
	return against > 0
}

// agreement says whether a part of a lesson speaks of what is said and forbids or
// not as text does, and whether one differs. Whole sentences are looked at where
// no part of one speaks of it.
func agreement(text string, said []string, lesson string) (agrees, differs bool) {
	for _, cut := range []*regexp.Regexp{reParts(), reSentences()} {
		for _, part := range cut.Split(unmarked(lesson), -1) {
			has := stems(words.Terms(part))
			n := 0
			for _, stem := range said {
				if slices.Contains(has, stem) {
					n++
				}
			}
			if float64(n) < sameSaid*float64(len(said)) {
				continue
			}
			if forbids(part) == forbids(text) && !flipped(part, text) {
				agrees = true
			} else {
				differs = true
			}
		}
		if agrees || differs {
			break
		}
	}
	return agrees, differs
}

// flipped says whether one of two texts negates what the other says in the same
// order: "never restore before you trust" against "restore before you trust". Told
// the other way round, both agree: "never deploy before the tests pass".
func flipped(a, b string) bool {
	if words.Negations(a)%2 == words.Negations(b)%2 {
		return false
	}
	at := map[string]int{}
	for i, term := range words.Terms(a) {
		at[term.Stem] = i + 1
	}
	last := 0
	for _, term := range words.Terms(b) {
		switch place := at[term.Stem]; {
		case place == 0:
		case place < last:
			return false
		default:
			last = place
		}
	}
	return true
}

// reParts tells what stands between the marks of a text, reSentences what stands
// between full stops.
var (
	reParts     = words.Lazily(`[.!?](?:\s|$)|[,;:]\s|\s[—–]\s|[。！？，；：]`)
	reSentences = words.Lazily(`[.!?](?:\s|$)|[。！？]`)
)

// decoration is what models put around a text. Not a backquote: what stands
// between two is code, and is refused as such.
const decoration = "*_# \t"

// quoted are the marks that models put around a whole text.
var quoted = []struct{ open, end string }{{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}}

// unquoted takes away marks around the whole of a text.
func unquoted(text string) string {
	for _, marks := range quoted {
		inner, opens := strings.CutPrefix(text, marks.open)
		inner, ends := strings.CutSuffix(inner, marks.end)
		if opens && ends && !strings.Contains(inner, marks.open) && !strings.Contains(inner, marks.end) {
			return inner
		}
	}
	return text
}

// emphasis is what they put around words of it.
var emphasis = strings.NewReplacer("**", "", "__", "")

// tidyName brings a name into the form of an entry.
func tidyName(name string) string {
	return finish(unquoted(strings.Trim(words.OneLine(emphasis.Replace(name)), decoration)))
}

// reBoldName is the name of an entry in front of its text.
var reBoldName = regexp.MustCompile(`^\s*\*\*[^*]*[.!?。！？]\*\*\s*`)

// tidyText brings a text into the form of an entry: one line, without its name,
// with a full stop.
func tidyText(text string) string {
	text = emphasis.Replace(reBoldName.ReplaceAllString(text, ""))
	text = unquoted(strings.Trim(words.OneLine(text), decoration))
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") || strings.HasSuffix(text, "。") || strings.HasSuffix(text, "！") {
		return text
	}
	return sentence(text)
}
