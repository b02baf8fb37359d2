package collect

import (
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
)

// longestRuleSentence is the most that is shown of a lesson, in characters, without the marks of what is left out.
const longestRuleSentence = 160

// ruleSentence is what is shown of a lesson, as plain text: all of a short one, else the sentence that says in the
// clearest words what to do, the first of several, with those behind it that there is room for: they may be its
// condition. Of what a cross or the line above refuses, that is the first: what to do instead comes later.
func ruleSentence(str string, isRefused bool) string {
	plain := text.Unbold(str)
	if utf8.RuneCountInString(plain) <= longestRuleSentence {
		return plain
	}
	var all []span
	for start, end := range text.SentenceSpans(plain) {
		all = append(all, span{start, end})
	}
	clearest, strongest := 0, noRule
	for i, s := range all {
		if len(all) == 1 || strongest >= order || i > 0 && (isRefused || isCross(str)) {
			break // nothing to choose
		}
		if strength := strengthOf(plain[s.start:s.end]); strength > strongest {
			clearest, strongest = i, strength
		}
	}
	return around(plain, all, clearest)
}

// span is a part of a text, in bytes.
type span struct{ start, end int }

// around is a sentence of a text with those behind it that there is room for. One of few words, such as "never the
// other way round", has the one before it too.
func around(s string, all []span, at int) string {
	const few = 6
	room := longestRuleSentence - utf8.RuneCountInString(s[all[at].start:all[at].end])
	first, last := at, at
	fits := func(i int) bool {
		if i < 0 || i == len(all) {
			return false
		}
		length := utf8.RuneCountInString(s[all[i].start:all[i].end])
		if room <= length {
			return false
		}
		room -= length + 1
		return true
	}
	if lengthOf(s[all[at].start:all[at].end]) < few && fits(first-1) {
		first--
	}
	for fits(last + 1) {
		last++
	}
	start, end := all[first].start, all[last].end
	shown := s[start:end]
	if room < 0 {
		const enough = (longestRuleSentence + 1) * utf8.UTFMax // bytes
		shown = text.Shorten(shown[:min(len(shown), enough)], longestRuleSentence)
	}
	if start > 0 {
		shown = "… " + shown
	}
	if end < len(s) && !strings.HasSuffix(shown, "…") {
		shown += " …"
	}
	return shown
}

// ruleStrength says how clearly a sentence tells what to do.
type ruleStrength int

const (
	noRule ruleStrength = iota
	weakRule
	statedRule
	order     // it begins with what to do
	opensRule // it begins like a rule: "always"
)

func strengthOf(sentence string) ruleStrength { return read(text.Fold(sentence)).strength() }

func (r *reading) strength() ruleStrength {
	switch {
	case r.opensRule():
		return opensRule
	case r.order:
		return order
	case r.norm:
		return statedRule
	case r.isWeak():
		return weakRule
	}
	return noRule
}
