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
	phrases  []string                       // idle, the longest first
	han      []string                       // tasks in scripts without spaces
	alike    map[string]map[string][]string // by language and folded word
	hanAlike [][]string
	asks     []string
	// questions begin a question, exclamations do not.
	questions, exclamations []string
}

var loadVocabulary = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{idle: map[string]map[string]bool{}, tasks: map[string]bool{}, alike: map[string]map[string][]string{}}
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
		v.asks = append(v.asks, m.Asks...)
		v.questions, v.exclamations = append(v.questions, m.Questions...), append(v.exclamations, m.Exclamations...)
		for _, group := range m.Alike {
			list := strings.Fields(group)
			if isHan(list[0]) {
				v.hanAlike = append(v.hanAlike, list)
				continue
			}
			for _, w := range list {
				if v.alike[m.Code] == nil {
					v.alike[m.Code] = map[string][]string{}
				}
				v.alike[m.Code][fold(w)] = append(v.alike[m.Code][fold(w)], list...)
			}
		}
	}
	slices.SortStableFunc(v.phrases, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return v
})

func isHan(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return text.IsCJK(r)
}
