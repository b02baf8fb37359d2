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
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// order is one way to give orders to a model; see lang.Order.
type order struct {
	// needs are groups of words in lower case: a text that lacks all words of one holds no such order.
	needs      [][]string
	re, honest func() *regexp.Regexp // honest may be nil
	// also, if any, must be in the same sentence.
	also func() *regexp.Regexp
	// glued, if any, matches the order without the spaces between its words.
	glued func() *regexp.Regexp
}

// orders are those of all languages, by their names.
var orders = sync.OnceValue(func() []order {
	var all []order
	for _, l := range lang.All() {
		for _, o := range l.Orders.ToAll {
			all = append(all, toAll(o))
		}
		for _, o := range l.Orders.ToModel {
			known := order{needs: [][]string{o.Keywords}, re: text.Lazily("(?i)" + o.Pattern)}
			if o.Honest != "" {
				known.honest = text.Lazily("(?i)" + o.Honest)
			}
			all = append(all, known)
		}
		all = append(all, toReader(&l.Orders)...)
	}
	return all
})

// toReader are the orders that each language has: to set aside what was said before, to whoever condenses notes, and to
// add something to SOUL.md, its section or the rules.
func toReader(o *lang.Orders) []order {
	// Where syllables are written, no border ends a word.
	border, next := `(?:^|\PL)`, `(?:\PL[^.:;!?\n]{0,40}?)??\PL`
	if strings.ContainsFunc(o.Rules, text.IsSyllable) {
		border, next = "", `.{0,20}?`
	}
	one := func(pattern string) string { return "(?:" + pattern + ")" }
	rules := one(one(o.Above) + next + one(o.Rules) + "|" + one(o.Rules) + next + one(o.Above) + "|" + one(o.Standing))
	aside, verbs := border+one(o.Aside)+next+rules, one(o.Aside)
	if o.AsideLast != "" {
		aside = one(aside + "|" + border + rules + next + one(o.AsideLast))
		verbs = one(verbs + "|" + one(o.AsideLast))
	}
	into := one(`soul\.md|` + o.Into)
	far := strings.NewReplacer(`[^.:;!?\n]{0,40}`, ".{0,100}").Replace(next)
	adds := one(strings.ReplaceAll(o.Adds, "⟨into⟩", into))
	glue := strings.NewReplacer(border, "", `\PL`, `\PL?`, " ", " ?").Replace(aside)
	needs := func(patterns ...string) (all [][]string) {
		for _, pattern := range patterns {
			list := lang.Literals(one(pattern))
			if list != nil && !slices.ContainsFunc(list, func(word string) bool { return len(word) < 2 }) { // see text.Marks
				all = append(all, list)
			}
		}
		return all
	}
	return []order{
		{
			needs: needs(verbs, o.Rules+"|"+o.Standing), re: text.Lazily("(?i)" + aside),
			glued: text.Lazily("(?i)" + glue),
		},
		{
			needs: needs(o.Curates, adds),
			re:    text.Lazily("(?i)" + border + one(o.Curates) + far + adds),
		},
		{needs: needs(into, adds), re: text.Lazily("(?i)" + border + adds), also: text.Lazily("(?i)" + into)},
	}
}

// toAll is an order to all assistants: who must do it, or for whom the rule is, what is to be done, and what makes it
// more than a task.
func toAll(o lang.OrderToAll) order {
	const left, right = `(?:^|[^\pL])(?:`, `)(?:$|[^\pL])`
	return order{
		needs: [][]string{o.Keywords},
		re: text.Lazily(
			`(?i)` + left + o.Must + `|` + o.Label + `)[^\pL](?:.{0,60}[^\pL])?(?:` + o.Done + `)[^\pL](?:.{0,80}[^\pL])?(?:` +
				o.Much + `)`,
		),
		honest: text.Lazily(`(?i)` + left + o.Honest + right),
	}
}

// Reason returns why text must not reach a model or a reviewer as advice: it gives
// orders to a model, or hides characters that cannot be seen. It is empty for honest
// text.
func Reason(text string) string {
	for i, r := range text {
		if Invisible(r) && !joinsEmoji(text, i, r) {
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	for i, reading := range readings(text) {
		if why := orderIn(reading, i > 0); why != "" {
			return why
		}
	}
	return ""
}

// orderIn is the reason that an order in a text gives, if there is one. disguised: the text was written in another way.
func orderIn(text string, disguised bool) string {
	for _, i := range suspects(text) {
		o := orders()[i]
		re := o.re()
		if disguised && o.glued != nil && !re.MatchString(text) {
			re = o.glued()
		}
		for _, at := range re.FindAllStringIndex(text, -1) {
			at[0] = at[1] - len(strings.TrimLeftFunc(text[at[0]:at[1]], func(r rune) bool { // the border
				return !unicode.IsLetter(r) && r != '<' && r != '['
			}))
			if o.honest != nil && o.honest().MatchString(text[at[0]:]) {
				continue
			}
			if o.also != nil && !o.also().MatchString(sentenceAt(text, at[0], at[1])) {
				continue
			}
			if !spokenOf(text[:at[0]], text[at[0]:at[1]], text[at[1]:]) {
				return fmt.Sprintf("gives orders to a model: %q", strings.TrimSpace(text[at[0]:at[1]]))
			}
		}
	}
	return ""
}

// sentenceAt is the sentence of a text that a part of it begins in, to the end of that part at least.
func sentenceAt(s string, start, end int) string {
	for from, to := range text.SentenceSpans(s) {
		if to > start {
			return s[min(from, start):max(to, end)]
		}
	}
	return s[start:end]
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
	// reForbiddenBehind matches what turns an order that it stands behind: "無視しない".
	reForbiddenBehind = lang.Expression("^", "", func(l *lang.Language) string { return l.Orders.ForbiddenBehind })
)

func spokenOf(before, order, behind string) bool {
	isForbidden := func(before string) bool {
		before = strings.TrimRight(before, " ")
		ends := strings.HasSuffix(before, `"`) && strings.Count(before, `"`)%2 == 0 // a quotation
		return !ends && reSpokenOf().MatchString(before)
	}
	order = strings.TrimSpace(order)
	verb := strings.LastIndexByte(order, ' ') // where it is the last word
	return isForbidden(before) || reForbidden().MatchString(order) || reForbiddenBehind().MatchString(behind) ||
		verb > 0 && isForbidden(order[:verb])
}

// Suspicious is a quick look at a whole file: false says that Reason has
// nothing against any part of it.
func Suspicious(text string) bool {
	if hasInvisible(text) {
		return true
	}
	return slices.ContainsFunc(readings(text), func(reading string) bool { return suspects(reading) != nil })
}

// suspects are the numbers of the orders that a text holds a word of each group of.
func suspects(text string) []int {
	marks, found := orderMarks(), map[[2]int]bool{}
	seen := make([]bool, len(marks.of))
	marks.Each(strings.ToLower(text), func(phrase, _ int) bool {
		if !seen[phrase] {
			seen[phrase] = true
			for _, group := range marks.of[phrase] {
				found[group] = true
			}
		}
		return true
	})
	var all []int
	for i, o := range orders() {
		missing := len(found) == 0
		for group := range o.needs {
			missing = missing || !found[[2]int{i, group}]
		}
		if !missing {
			all = append(all, i)
		}
	}
	return all
}

// orderWords are the words that orders need, with the orders and groups that each is of.
type orderWords struct {
	*text.Marks
	of [][][2]int
}

var orderMarks = sync.OnceValue(func() orderWords {
	of := map[string][][2]int{}
	for i, o := range orders() {
		for group, list := range o.needs {
			for _, word := range list {
				of[word] = append(of[word], [2]int{i, group})
			}
		}
	}
	all := slices.Sorted(maps.Keys(of))
	w := orderWords{Marks: text.MarksOf(all...)}
	for _, word := range all {
		w.of = append(w.of, of[word])
	}
	return w
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
