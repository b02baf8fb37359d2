package collect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
)

// reading is what the words of a text say, in lower case and without accents.
type reading struct {
	folded string
	words  []Feature // see sayWords
	// order: it begins with an English verb that tells what to do; opens: with a word of norms.
	order, opens bool
	// norm: it gives an order that holds from now on, with one of the words or signs with which people make rules;
	// weak: with a word that reports have too.
	norm, weak bool
}

// read looks at the words and signs of a text.
func read(folded string) *reading {
	r := &reading{folded: folded}
	labels, begun := 0, false
	sayWords(folded, func(f Feature, end int) {
		r.words = append(r.words, f)
		if f.Kind != Word {
			return
		}
		isNorm := text.OrderWords()[f.Says]
		if !begun && (isNorm || labels == mostLabels || !isLabel(folded[end:])) {
			isPart := strings.HasPrefix(folded[end:], "-") // "Post-school"
			begun, r.opens = true, isNorm
			r.order = text.IsImperative(f.Says) && !isPart && !unicode.IsDigit(rune(folded[0]))
		}
		labels++
		r.norm = r.norm || isNorm
		r.weak = r.weak || text.WeakWords()[f.Says]
	})
	r.norm = r.norm || text.OrderSigns().Match(withoutBold(folded))
	return r
}

// withoutBold is a text without marks of bold: "do **not** wait".
func withoutBold(text string) string { return strings.ReplaceAll(text, "**", "") }

// mostLabels is how many words in front of a text may be labels.
const mostLabels = 2

// isLabel reports whether a word is a label, by what is behind it: "Scope: ask first".
func isLabel(behind string) bool { return strings.HasPrefix(strings.TrimLeft(behind, "*_"), ":") }

// opensRule reports whether the text begins like a rule.
func (r *reading) opensRule() bool {
	const first = 12 // bytes: four characters of a script without spaces
	return r.opens ||
		r.norm && len(r.folded) > first && r.folded[0] >= utf8.RuneSelf && text.OrderSigns().Match(r.folded[:first])
}

// isWeak reports whether it gives an order, maybe in words that reports have too.
func (r *reading) isWeak() bool {
	return r.weak || r.norm || r.hasOrderBehind() || text.WeakSigns().Match(withoutBold(r.folded))
}

// hasOrderBehind reports whether an order is behind its condition: "When it leaks, close the valve", "leak → close the
// valve".
func (r *reading) hasOrderBehind() bool {
	if _, behind, found := strings.Cut(r.folded, " → "); found && read(behind).order && text.Count(behind) > 2 {
		return true
	}
	if first, _, _ := strings.Cut(strings.TrimLeft(r.folded, "*_ "), " "); !text.IsCondition(first) {
		return false
	}
	_, behind, _ := strings.Cut(r.folded, ", ")
	return read(strings.TrimLeft(behind, "*_ ")).order
}

// advises reports whether the text says what to do.
func (r *reading) advises() bool { return r.order || r.isWeak() }

// advises reports whether a text says what to do.
func advises(s string) bool { return read(text.Fold(strings.TrimLeft(s, "*_ "))).advises() }

// GivesOrder reports whether a sentence says what to do, or what never to do, by itself
// or behind its condition: "after a deploy, restart the worker".
func GivesOrder(sentence string) bool {
	_, behind, _ := strings.Cut(sentence, ", ")
	return advises(sentence) || advises(behind)
}

// Commands reports whether an English sentence tells its reader what to do, by itself or
// behind its condition: after words such as "never" it begins with a verb that gives an
// order, other than "be". "Mandatory testing" and "must be fixed" do not.
func Commands(sentence string) bool {
	_, behind, _ := strings.Cut(sentence, ", ")
	return commands(sentence) || commands(behind)
}

func commands(s string) bool {
	bare := true
	for word := range text.Split(text.Fold(s)) {
		if isOrder := text.IsImperative(word); isOrder || !text.OrderWords()[word] {
			return isOrder && (bare || word != "be")
		}
		bare = false
	}
	return false
}

// tooShort reports whether a text has less than three words.
func tooShort(plain string) bool {
	return text.Count(plain) < 3 &&
		(!strings.ContainsFunc(plain, text.IsSyllable) || utf8.RuneCountInString(plain) < 4)
}

var (
	rePrefixDate = text.Lazily(
		`^(?:[\[(【]?(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?Z?)?[\])】]?|\*\*[\[(]?(\d{4}-\d{2}-\d{2})[\])]?:?\*\*)\s*[:：—–-]?\s*`,
	)
	reStruckOut = text.Lazily(`^(?:~~.*~~|(?i:<(?:del|s|strike)>.*</(?:del|s|strike)>))(?:\s+\S+){0,2}$`)
	reLeftover  = text.Lazily("^\\[[^\\]]*\\](?:\\]|\\([^)]*\\))$|^[`*]*[\\w/.-]+\\.\\w+[`*]*$")
	reUnfilled  = text.Lazily(`^(?:[^:：]{0,12}[:：]\s*)?(?:<[^>]+>|\[[^\]]+\]|\{\{[^}]*\}\}|_[^_]+_|\([^)]*\))[.:]?$`)
	reTodo      = text.Lazily(`^(?:\[[ xX~-]\]\s|(?:TODO|FIXME|WIP)(?:[\s:：(\-—]|$))`)
	reTick      = text.Lazily(`^(?:✅|✔️?|☑️?|🚧|⏳|🔄)|(?:✅|✔️?|☑️?|✓)\W*$`)
)

// isLeftover recognises what was struck out, a line of contents, and the mere name of a file.
func isLeftover(text string) bool {
	const most = 80 // bytes
	return len(text) < most && reLeftover().MatchString(text) || reStruckOut().MatchString(text)
}

// isTemplate reports whether a text begins like a sentence of the host's own files, or says that there is nothing.
func (c *candidate) isTemplate() bool {
	folded := strings.Trim(text.Fold(c.normal), "（）「」【】")
	return strings.Contains(c.heading, "YYYY") || strings.Contains(c.text, "____") ||
		slices.Contains(known().Template.Nothing, folded) ||
		slices.ContainsFunc(known().Template.Host, func(start string) bool { return strings.HasPrefix(folded, start) })
}

// openBox begins an item of what is to be done, or is to be checked each time.
const openBox = "[ ] "

// isTodo recognises what is still to be done, or was, by the mark in front.
func isTodo(text string) bool {
	return reTodo().MatchString(text)
}

// isDone recognises what was done by a tick, in front of a text or behind its last word.
func isDone(text string) bool {
	return reTick().MatchString(text)
}
