// Package injection finds text that gives orders to a model, or that hides
// characters. What comes in is text from a workspace, what goes out is the reason
// why that text must not reach a model or a reviewer as advice, or the text without
// it. The orders of each language are data, in internal/lang.
//
// Invariants:
//
//  1. Suspicious is true for every text for which Reason gives a reason.
//  2. A rule that forbids such an order, or quotes it, is honest.
//  3. Visible leaves nothing for which Reason names an invisible character.
//  4. Screen keeps each line where it is, and a sentence that begins on a line of its own and does not refer to a
//     refused one.
package injection

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// Reason returns why text must not reach a model or a reviewer as advice: it gives
// orders to a model, or hides characters that cannot be seen. It is empty for honest
// text.
func Reason(s string) string {
	if all, _ := refused(s); len(all) > 0 {
		return all[0].Why
	}
	return ""
}

// reasonOf is the reason that a sentence gives, as far as it may hold some orders; or sentences that belong together: then
// only orders that may be parted count.
func reasonOf(s string, some []int, parted bool) string {
	for i, r := range s {
		if Invisible(r) && !joinsEmoji(s, i, r) {
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	all, glued := readings(s)
	for i, reading := range all {
		for _, n := range some {
			if o := orders()[n]; o.wide || !parted {
				if order := o.in(reading, glued && i == len(all)-1); order != "" {
					return fmt.Sprintf("gives orders to a model: %q", order)
				}
			}
		}
	}
	return ""
}

const (
	// mostMentions is how many times a sentence may speak of an order without giving it.
	mostMentions = 100
	// mostShown is how many characters a reason shows of a sentence.
	mostShown = 80
)

// in is the order as a text gives it, or "". glued: its words were joined.
func (o *order) in(s string, glued bool) string {
	re := o.re()
	if glued && o.glued != nil && !re.MatchString(s) {
		re = o.glued()
	}
	all := re.FindAllStringIndex(s, mostMentions)
	for _, at := range all {
		at[0] = at[1] - len(strings.TrimLeftFunc(s[at[0]:at[1]], func(r rune) bool { // the border
			return !unicode.IsLetter(r) && r != '<' && r != '['
		}))
		isHonest := !o.holds(s, at) || o.honest != nil && o.honest().MatchString(s[at[0]:]) ||
			o.ban != nil && o.ban().MatchString(s[:at[1]])
		if !isHonest && !spokenOf(s[:at[0]], s[at[0]:at[1]], s[at[1]:]) || len(all) == mostMentions {
			if len(o.with) > 0 {
				return text.Shorten(s, mostShown)
			}
			return strings.TrimSpace(s[at[0]:at[1]])
		}
	}
	return ""
}

// holds reports whether all that an order at a place must be near is there.
func (o *order) holds(s string, at []int) bool {
	const near = 160 // bytes
	start, end := max(0, at[0]-near), min(len(s), at[1]+near)
	if o.behind {
		start = at[1]
	}
	for _, with := range o.with {
		if !with().MatchString(s[start:end]) {
			return false
		}
	}
	return true
}

var (
	// reSpokenOf matches the end of a text in front of an order that it only speaks of: a
	// word that forbids it, or a quotation mark.
	reSpokenOf = lang.Expression("(?i)(?:", `|["“„«「'])$`, func(l *lang.Language) string { return l.Orders.Forbidden })
	// reForbidden matches an order that its second word turns: "vergiss nie".
	reForbidden = lang.Expression(`(?i)^\S+ (?:`, `)\b`, func(l *lang.Language) string { return l.Orders.ForbiddenAfter })
	// reForbiddenBehind matches what turns an order that it stands behind: "無視しない".
	reForbiddenBehind = lang.Expression("^", "", func(l *lang.Language) string { return l.Orders.ForbiddenBehind })
)

func spokenOf(before, order, behind string) bool {
	const near = 80 // bytes
	isForbidden := func(before string) bool {
		before = strings.TrimRight(before, " ")
		ends := strings.HasSuffix(before, `"`) && strings.Count(before, `"`)%2 == 0 // a quotation
		return !ends && reSpokenOf().MatchString(before[max(0, len(before)-near):])
	}
	order = strings.TrimSpace(order)
	verb := strings.LastIndexByte(order, ' ') // where it is the last word
	return isForbidden(before) || reForbidden().MatchString(order) || reForbiddenBehind().MatchString(behind) ||
		verb > 0 && isForbidden(order[:verb])
}

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
