package collect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
)

// longestRuleSentence is the most that is shown of a lesson, in characters, without the marks of what is left out. Of
// 7,700 lessons in real notes, it is all of fifteen in sixteen.
const longestRuleSentence = 240

// shown is what is shown of a lesson, behind what it is about.
func (f *found) shown() string {
	sentence := ruleSentence(f.Text, f.Refused)
	if f.Lead == "" {
		return sentence
	}
	return f.Lead + ": " + sentence
}

// ruleSentence is what is shown of a lesson, as plain text: all of a short one, else its beginning, which says what it
// is about, and the sentence that says in the clearest words what to do, the first of several. Of what a cross or the
// line above refuses, that is the first: what to do instead comes later.
func ruleSentence(str string, isRefused bool) string {
	plain := text.Unbold(str)
	if utf8.RuneCountInString(plain) <= longestRuleSentence {
		return plain
	}
	all := text.Sentences(plain)
	clearest, strongest := 0, noRule
	for i, s := range all {
		if len(all) == 1 || strongest >= order || i > 0 && (isRefused || isCross(str)) {
			break // nothing to choose
		}
		if strength := strengthOf(s); strength > strongest {
			clearest, strongest = i, strength
		}
	}
	return around(all, clearest)
}

// around is a sentence of a long text with its beginning, and with those behind it that there is room for: they may be
// its condition. A short one right behind it may be its exception, which is never left out, and one of few words, such
// as "then never alone", has the one before it.
func around(all []string, at int) string {
	const short, few = 60, 6 // characters, words
	length := utf8.RuneCountInString
	if at > 0 && lengthOf(all[at]) < few {
		at--
		all = slices.Concat(all[:at], []string{all[at] + " " + all[at+1]}, all[at+2:])
	}
	room, next, behind := longestRuleSentence-short*min(at, 1), at+1, ""
	if next < len(all) && length(all[next]) < short {
		behind, next = " "+all[next], next+1
	}
	shown := text.Shorten(all[at], room-length(behind)) + behind
	if room = longestRuleSentence - length(shown) - 1; at > 0 {
		beginning := strings.Join(all[:at], " ")
		if length(beginning) > room {
			beginning = text.Shorten(all[0], room)
			if at > 1 && beginning == all[0] {
				beginning += " …"
			}
		}
		shown = beginning + " " + shown
	}
	for ; next < len(all) && length(shown)+length(all[next]) < longestRuleSentence; next++ {
		shown += " " + all[next]
	}
	if next < len(all) && !strings.HasSuffix(shown, "…") {
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
