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
// the first of those that say so in the clearest words, else the first one.
func ruleSentence(text string) string {
	all := sentences(text)
	if len(all) == 0 {
		return ""
	}
	best, strongest := all[0], noRule
	for _, s := range all {
		if len(all) == 1 || strongest == order {
			break // nothing to choose
		}
		if strength := strengthOf(s); strength > strongest {
			best, strongest = s, strength
		}
	}
	return shorten(best, longestRuleSentence)
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

// sentences cuts a text into sentences without marks of bold. A bold beginning is a
// sentence of its own, unless it only names the subject of the one behind it.
func sentences(text string) []string {
	var all []string
	if head, rest, ok := boldHead(text); ok {
		switch {
		case introduces(head):
			text = head + " " + rest
		case words.Count(head) > 1 && strengthOf(head) != noRule, words.Count(head) > longestSubject: // "Mail" is a subject
			all = append(all, head)
			text = rest
		default:
			text = strings.TrimRight(head, ".。") + ": " + rest
		}
	}
	plain := boldMarks.Replace(text)
	start := 0
	for i, r := range plain {
		end := i + utf8.RuneLen(r)
		if isFullStop(r) || (r == '.' || r == '!' || r == '?') && endsSentence(plain[start:i], plain[end:]) {
			all = append(all, strings.TrimSpace(plain[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(plain[start:]); rest != "" {
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

// shorten cuts a text at a number of characters, between words where there are any.
func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most-1])
	if space := strings.LastIndexByte(cut, ' '); space > len(cut)/2 {
		cut = cut[:space]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}
