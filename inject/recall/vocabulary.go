package recall

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// vocabulary is what is known of the words of messages in all languages.
type vocabulary struct {
	idle     map[string]map[string]bool // by language, folded
	tasks    map[string]bool
	phrases  []string            // idle, the longest first
	han      []string            // tasks in scripts without spaces
	alike    map[string][]string // by folded word
	hanAlike [][]string
	outdated []string
	changed  []string
	asks     []string
	requests []string // those that ask, and are not mere courtesy as "please" is
	// questions begin a question, exclamations do not.
	questions, exclamations []string
	courtesies, personal    []string
}

var loadVocabulary = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{idle: map[string]map[string]bool{}, tasks: map[string]bool{}, alike: map[string][]string{}}
	for _, m := range lang.AllMessages() {
		for w := range strings.FieldsSeq(m.Idle) {
			if v.idle[m.Code] == nil {
				v.idle[m.Code] = map[string]bool{}
			}
			v.idle[m.Code][fold(w)] = true
		}
		for w := range strings.FieldsSeq(m.Tasks) {
			if isHan(w) {
				v.han = append(v.han, w)
			} else {
				v.tasks[fold(w)] = true
			}
		}
		v.phrases = append(v.phrases, m.IdlePhrases...)
		v.outdated, v.changed = append(v.outdated, m.Outdated...), append(v.changed, m.Changed...)
		v.asks = append(v.asks, m.Asks...)
		v.courtesies, v.personal = append(v.courtesies, m.Courtesies...), append(v.personal, m.Personal...)
		for _, phrase := range m.Asks {
			if !v.isIdlePhrase(m, phrase) {
				v.requests = append(v.requests, phrase)
			}
		}
		v.questions, v.exclamations = append(v.questions, m.Questions...), append(v.exclamations, m.Exclamations...)
		for _, group := range m.Alike {
			list := strings.Fields(group)
			if isHan(list[0]) {
				v.hanAlike = append(v.hanAlike, list)
				continue
			}
			for _, w := range list {
				v.alike[fold(w)] = append(v.alike[fold(w)], list...)
			}
		}
	}
	slices.SortStableFunc(v.phrases, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return v
})

// isIdlePhrase reports whether a phrase tells nothing of what a message is about.
func (v *vocabulary) isIdlePhrase(m *lang.Messages, phrase string) bool {
	return v.idle[m.Code][fold(phrase)] || slices.Contains(m.IdlePhrases, phrase)
}

func isHan(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return text.IsCJK(r)
}
