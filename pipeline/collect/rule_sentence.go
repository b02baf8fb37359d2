package collect

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// longestRuleSentence is the most that is shown of a rule sentence, in characters.
const longestRuleSentence = 160

// longestSubject is how many words a bold beginning may have that names what the
// sentence behind it is about: "**Mail.** Never send without approval."
const longestSubject = 3

// ruleSentence returns the sentence of a lesson that tells what to do, as plain text:
// the first of those that say so in the clearest words, else the first one. A bold
// beginning is a sentence of its own, unless it only names the subject of the one behind it.
func ruleSentence(text string) string {
	best, strongest := "", noRule
	if head, rest, ok := boldHead(text); ok {
		strength := noRule
		if words.Count(head) > 1 { // "Mail" is a subject
			strength = strengthOf(head)
		}
		switch {
		case introduces(head):
			text = head + " " + rest
		case strength == order:
			return words.Shorten(head, longestRuleSentence)
		case strength != noRule, words.Count(head) > longestSubject:
			best, strongest, text = head, strength, rest
		default:
			text = strings.TrimRight(head, ".。") + ": " + rest
		}
	}
	all := sentences(boldMarks.Replace(text))
	for _, s := range all {
		if best == "" {
			if best = s; len(all) == 1 {
				break // nothing to choose
			}
		}
		if strength := strengthOf(s); strength > strongest {
			if best, strongest = s, strength; strongest == order {
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
	order // it begins with what to do
)

func strengthOf(sentence string) ruleStrength {
	switch said := read(fold(sentence)); {
	case said.order || said.opens:
		return order
	case said.isNorm():
		return statedRule
	case said.isWeak():
		return weakRule
	}
	return noRule
}

// sentences cuts a plain text into sentences.
func sentences(text string) []string {
	var all []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if isFullStop(r) || (r == '.' || r == '!' || r == '?') && endsSentence(text[start:i], text[end:]) {
			all = append(all, strings.TrimSpace(text[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		all = append(all, rest)
	}
	return all
}

func isFullStop(r rune) bool { return r == '。' || r == '！' || r == '？' }

// endsSentence reports whether a full stop between two texts ends a sentence, not an
// abbreviation or the number of an item.
func endsSentence(before, after string) bool {
	next, found := strings.CutPrefix(after, " ")
	r, _ := utf8.DecodeRuneInString(next)
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return found && !unicode.IsLower(r) && !strings.Contains(word, ".") && strings.ContainsFunc(word, unicode.IsLetter)
}

// boldHead cuts a bold beginning off a text, with what joins it to the rest.
func boldHead(text string) (head, rest string, ok bool) {
	after, bold := strings.CutPrefix(text, "**")
	if !bold {
		return "", "", false
	}
	head, rest, closed := strings.Cut(after, "**")
	rest = strings.TrimLeft(rest, " :：—–-")
	return strings.TrimSpace(head), rest, closed && head != "" && rest != ""
}
