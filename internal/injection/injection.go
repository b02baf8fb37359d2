// Package injection finds text that gives orders to a model, or that hides
// characters. What comes in is text from a workspace, what goes out is the reason
// why that text must not reach a model or a reviewer as advice. The orders of each
// language are data, in internal/lang.
//
// Invariants:
//
//  1. Suspicious is true for every text for which Reason gives a reason.
//  2. A rule that forbids such an order, or quotes it, is honest.
//  3. Visible leaves nothing for which Reason names an invisible character.
package injection

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

// order is one way to give orders to a model; see lang.Order.
type order struct {
	keywords   []string
	re, honest func() *regexp.Regexp // honest may be nil
}

// orders are those of all languages, by their names.
var orders = sync.OnceValue(func() []order {
	var all []order
	for _, l := range lang.All() {
		for _, o := range l.Orders.ToAll {
			all = append(all, toAll(o))
		}
		for _, o := range l.Orders.ToModel {
			known := order{keywords: o.Keywords, re: words.Lazily("(?i)" + o.Pattern)}
			if o.Honest != "" {
				known.honest = words.Lazily("(?i)" + o.Honest)
			}
			all = append(all, known)
		}
	}
	return all
})

// toAll is an order to all assistants: who must do it, or for whom the rule is, what is to be done, and what makes it
// more than a task.
func toAll(o lang.OrderToAll) order {
	const left, right = `(?:^|[^\pL])(?:`, `)(?:$|[^\pL])`
	return order{
		keywords: o.Keywords,
		re: words.Lazily(
			`(?i)` + left + o.Must + `|` + o.Label + `)[^\pL](?:.{0,60}[^\pL])?(?:` + o.Done + `)[^\pL](?:.{0,80}[^\pL])?(?:` +
				o.Much + `)`,
		),
		honest: words.Lazily(`(?i)` + left + o.Honest + right),
	}
}

// softHyphen is typography, and may stand within a word of an order.
const softHyphen = "\u00ad"

// Reason returns why text must not reach a model or a reviewer as advice: it gives
// orders to a model, or hides characters that cannot be seen. It is empty for honest
// text.
func Reason(text string) string {
	for i, r := range text {
		if Invisible(r) && !joinsEmoji(text, i, r) {
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	text = strings.ReplaceAll(text, softHyphen, "")
	lower := strings.ToLower(text)
	for _, o := range orders() {
		if !holdsAny(lower, o.keywords) {
			continue
		}
		for _, at := range o.re().FindAllStringIndex(text, -1) {
			if o.honest != nil && o.honest().MatchString(text[at[0]:]) {
				continue
			}
			if !spokenOf(text[:at[0]], text[at[0]:at[1]]) {
				return fmt.Sprintf("gives orders to a model: %q", strings.TrimSpace(text[at[0]:at[1]]))
			}
		}
	}
	return ""
}

var (
	// reSpokenOf matches the end of a text in front of an order that it only speaks of: a
	// word that forbids it, or a quotation mark.
	reSpokenOf = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(
			"(?i)(?:" + lang.Pattern(func(l *lang.Language) string { return l.Orders.Forbidden }) + `|["“„«「'])$`,
		)
	})
	// reForbidden matches an order that its second word turns: "vergiss nie".
	reForbidden = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(
			`(?i)^\S+ (?:` + lang.Pattern(func(l *lang.Language) string { return l.Orders.ForbiddenAfter }) + `)\b`,
		)
	})
)

func spokenOf(before, order string) bool {
	return reSpokenOf().MatchString(strings.TrimRight(before, " ")) || reForbidden().MatchString(order)
}

func holdsAny(lower string, list []string) bool {
	return slices.ContainsFunc(list, func(word string) bool { return strings.Contains(lower, word) })
}

// Suspicious is a quick look at a whole file: false says that Reason has
// nothing against any part of it.
func Suspicious(text string) bool {
	if hasInvisible(text) {
		return true
	}
	return orderMarks().AnyFold(strings.ReplaceAll(text, softHyphen, ""))
}

// orderMarks are the keywords of all orders.
var orderMarks = sync.OnceValue(func() *words.Marks {
	var all []string
	for _, o := range orders() {
		all = append(all, o.keywords...)
	}
	slices.Sort(all)
	return words.MarksOf(slices.Compact(all)...)
})

// hasInvisible reports whether a text contains an invisible character. For most bytes it need not decode characters.
func hasInvisible(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x7f || c < ' ' && c != '\n' {
			return strings.ContainsFunc(text[i:], Invisible)
		}
	}
	return false
}

// Visible returns text without its invisible characters, soft hyphens included. Joiners and the choice of a form stay
// within emoji and within scripts that need them.
func Visible(text string) string {
	plain := func(r rune) bool { return r >= ' ' && r < 0x7f || r == '\n' || r == '\t' }
	if !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case plain(r):
		case Invisible(r) && !joinsEmoji(text, i, r), r == 0xad,
			unicode.Is(unicode.Variation_Selector, r) && !choosesForm(b.String(), text[i+utf8.RuneLen(r):]):
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// choosesForm reports whether a variation selector between two texts is of use: behind no letter of English, and behind
// a digit only within the emoji of a key.
func choosesForm(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(behind)
	return last >= utf8.RuneSelf && last != utf8.RuneError || next == 0x20e3
}

// Invisible reports whether a character changes how text reads without being seen: formatting and bidirectional
// marks, tags, fillers and controls.
func Invisible(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	switch r {
	case '\n', '\r', '\t':
		return false
	case 0xad: // a soft hyphen is typography
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point) ||
		r >= 0xe0100 && r <= 0xe01ef
}

// joinsEmoji allows the joiners within emoji and within scripts that need them.
func joinsEmoji(text string, at int, r rune) bool {
	if r != 0x200d && r != 0x200c {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return before == 0xfe0f || unicode.Is(unicode.So, before) || unicode.Is(unicode.Sk, before) ||
		unicode.IsLetter(before) && !unicode.Is(unicode.Latin, before)
}
