package collect

import (
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
)

// longestRuleSentence is the most that is shown of a rule sentence, and shortLesson that of a lesson that is shown
// whole, in characters.
const longestRuleSentence, shortLesson = 160, 120

// longestSubject is how many words a bold beginning may have that names what the
// sentence behind it is about: "**Mail.** Never send without approval."
const longestSubject = 3

// ruleSentence is what is shown of a lesson, as plain text: all of a short one, else the sentence that tells what to
// do.
func ruleSentence(text string) string {
	if plain := words.Unbold(text); utf8.RuneCountInString(plain) <= shortLesson {
		return plain
	}
	return clearestSentence(text)
}

// clearestSentence returns the sentence that tells what to do: the first of those that say so in the clearest words,
// else the first one. A bold beginning is a sentence of its own if it ends like one, unless it only names the subject
// of the one behind it; otherwise what follows it belongs to it.
func clearestSentence(text string) string {
	best, strongest := "", noRule
	if head, joint, rest, ok := boldHead(text); ok {
		strength, isShort := noRule, words.Count(head) <= longestSubject
		if words.Count(head) > 1 { // "Mail" is a subject
			strength = strengthOf(head)
		}
		last, _ := utf8.DecodeLastRuneInString(head)
		isEnded := strings.ContainsRune(".!?。！？", last)
		switch {
		case introduces(head):
			text = head + " " + rest
		case strength >= order && (isEnded || joint != ""):
			return words.Shorten(head, longestRuleSentence)
		case strength == noRule && isShort && (isEnded || joint != ""):
			text = strings.TrimRight(head, ".。") + ": " + rest
		case isEnded:
			best, strongest, text = head, strength, rest
		}
	}
	all := words.Sentences(words.Unbold(text))
	if isCross(text) { // what comes behind tells what to do instead
		all = all[:1]
	}
	for _, s := range all {
		if best == "" {
			if best = s; len(all) == 1 {
				break // nothing to choose
			}
		}
		if strength := strengthOf(s); strength > strongest {
			if best, strongest = s, strength; strongest >= order {
				break
			}
		}
	}
	return words.Shorten(best, longestRuleSentence)
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

func strengthOf(sentence string) ruleStrength { return read(fold(sentence)).strength() }

func (r *reading) strength() ruleStrength {
	switch {
	case r.opensRule():
		return opensRule
	case r.order:
		return order
	case r.isNorm():
		return statedRule
	case r.isWeak():
		return weakRule
	}
	return noRule
}

// boldHead cuts a bold beginning off a text, with the dash or colon that joins it to the rest.
func boldHead(text string) (head, joint, rest string, ok bool) {
	after, bold := strings.CutPrefix(text, "**")
	if !bold {
		return "", "", "", false
	}
	head, behind, closed := strings.Cut(after, "**")
	rest = strings.TrimLeft(behind, " :：—–-")
	head, joint = strings.TrimSpace(head), strings.TrimSpace(behind[:len(behind)-len(rest)])
	return head, joint, rest, closed && head != "" && rest != ""
}
