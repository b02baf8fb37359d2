package lint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// IsRequired reports whether an entry is the required one, word for word.
func IsRequired(e section.Entry) bool { return section.IsRequired(e.String()) }

// StandsIn reports whether an entry is the required one, or does the same: it sends the agent to its memory, or names both
// places in any language and does not write there.
func StandsIn(e section.Entry) bool {
	text := e.String()
	return IsRequired(e) || pointers.Reminds(text) || !pointers.TellsToKeep(text) &&
		strings.Contains(strings.ToLower(text), "memory/") && strings.Contains(text, string(memoryFile))
}

// Problem is a rule's complaint about an entry.
type Problem struct {
	Rule, Message, Hint string
}

// Entry says what is wrong with an entry of at most longest words; nothing for the required one.
func Entry(e section.Entry, longest int) []Problem {
	if IsRequired(e) {
		return nil
	}
	// An equivalent of the required entry names its files, which takes room.
	standsIn := StandsIn(e)
	var found []Problem
	add := func(rule, hint, format string, args ...any) {
		found = append(found, Problem{rule, fmt.Sprintf(format, args...), hint})
	}
	if e.Text == "" {
		add(RuleFormat, "write **Name.** and what to do behind it", "the entry %q has a name and no text", e.Name)
	} else if !ends(e.Name) && !startsWithMark(e.Text) {
		add(RuleFormat, "end the name with a full stop: **Name.** Text.", "the name %q has no full stop", e.Name)
	}
	if n := text.Count(e.Text); n > longest && !standsIn {
		add(RuleWords, "shorten it, or split it in two", "the entry %q has %d words, %d are allowed", e.Name, n, longest)
	}
	whole := e.Name + " " + e.Text
	for _, s := range text.Specifics(whole) {
		if s.Kind.Plain() || standsIn && namesMemory(whole[s.Start:s.End]) {
			continue
		}
		add(RuleSpecifics, "say what holds in general; details belong into the lessons", "the entry %q holds %s: %s",
			e.Name, s.Kind.Noun(), strings.Trim(whole[s.Start:s.End], "`"))
	}
	if strings.Contains(whole, "](") || strings.Contains(whole, "][") {
		add(RuleSpecifics, "say what holds in general; links belong into the lessons", "the entry %q holds a link",
			visible(e.Name))
	}
	if word := mixed(whole); word != "" {
		add(RuleInjection, "write it in one alphabet", "the entry %q mixes the letters of two alphabets in %+q",
			visible(e.Name), word)
	}
	if _, hidden := secrets.Redact(whole); len(hidden) > 0 {
		what := "an entry holds a secret (" + hidden[0].Rule + ")"
		found = []Problem{{RuleSecret, what, "take the secret out, and change it where it is used"}}
	}
	if why := injection.Reason(whole); why != "" {
		add(RuleInjection, "find out how it got there, and take it out", "the entry %q %s", visible(e.Name), why)
	}
	return found
}

// mixed returns a word in which letters of another alphabet look like Latin ones, so that a reader sees another word
// than a search does; "" if there is none. Units and formulas, such as Δt, are shorter.
func mixed(text string) string {
	const shortest = 4 // letters
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		latin := strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
		other := strings.IndexFunc(word, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) })
		if latin >= 0 && other >= 0 && utf8.RuneCountInString(word) >= shortest {
			return word
		}
	}
	return ""
}

// namesMemory reports whether a specific is one of the places that the required
// entry names.
func namesMemory(text string) bool {
	text = strings.Trim(text, "`")
	return text == "MEMORY.md" || strings.HasPrefix(text, "memory/")
}

// ends reports whether a name is closed by a mark.
func ends(name string) bool {
	last, _ := utf8.DecodeLastRuneInString(name)
	return unicode.IsPunct(last) && !strings.ContainsRune(`"')]`, last)
}

// startsWithMark reports whether a text begins with what could close the name.
func startsWithMark(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsPunct(first)
}

// visible shows characters that cannot be seen as escapes.
func visible(text string) string {
	quoted := fmt.Sprintf("%+q", text)
	for _, r := range text {
		if injection.Invisible(r) {
			return quoted[1 : len(quoted)-1]
		}
	}
	return text
}
