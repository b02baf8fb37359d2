package collect

import (
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// longestJoined is how long, in bytes, a lesson may be that joins a list with what leads
// to it.
const longestJoined = 700

// led reads a list or table below a line that gives a rule: "Never post in:". Members that
// give orders are rules of their own; others are one rule together with that line.
func (r *reader) led(lead string, start int, list *markdown.Block, at place) bool {
	if !r.takesAny() || !leads(lead, at) {
		return false
	}
	var members []string
	orders := 0
	for _, m := range list.Children {
		if m.Header {
			continue
		}
		member := withoutBox(flat(m))
		if m.Kind == markdown.Row {
			member = joinCells(m)
		}
		members = append(members, member)
		if advises(member) {
			orders++
		}
	}
	joined := words.OneLine(lead + " " + strings.Join(members, "; "))
	if 2*orders <= len(members) && len(joined) > longestJoined {
		return false
	}
	at = at.as(norms)
	at.explicit, at.boxes = true, true
	if 2*orders <= len(members) {
		r.offerLines(joined, start, r.doc.Line(max(list.End-1, list.Start)), at)
		return true
	}
	if at.lead = ""; refuses(lead) {
		at.lead = lead
	}
	r.members(list, at)
	return true
}

// leads reports whether a line gives a rule to what stands below it.
func leads(lead string, at place) bool {
	return lead != "" && (at.role == neutral || at.role == norms || at.role == lessons) &&
		read(fold(lead)).isNorm() && classify(lead) != lessons
}

// refuses reports whether a heading or a line turns what stands below it into what must
// not be: "I will not", "Never".
func refuses(lead string) bool { return words.Negations(bare(lead))%2 == 1 || isCross(lead) }

// underLead is a text as it must be read: behind the line above that refuses it, unless it
// says that itself.
func underLead(text string, at place) string {
	if at.lead == "" || words.Negations(text) > 0 || isCross(text) {
		return text
	}
	return strings.TrimRight(at.lead, " :：.!！") + ": " + text
}

// members reads the bullets of a list, or the rows of a table.
func (r *reader) members(list *markdown.Block, at place) {
	if list.Kind == markdown.Table {
		r.table(list, at)
		return
	}
	at.advice = at.advice || givesAdvice(list, at, r.daily)
	at.boxes = at.boxes || at.role == norms && at.explicit
	at.amongRules = !r.daily && isRuleList(list)
	at.boxes = at.boxes && !slices.ContainsFunc(list.Children, isTicked)
	for _, item := range list.Children {
		r.item(item, at)
	}
}

// isRuleList reports whether the bullets of a list are rules: one says must or never, and
// most of them give orders.
func isRuleList(list *markdown.Block) bool {
	rules, orders := 0, 0
	for _, item := range list.Children {
		said := read(fold(strings.TrimLeft(flat(item), "*_ ")))
		if said.isWeak() {
			rules++
		}
		if said.advises() {
			orders++
		}
	}
	return rules > 0 && 2*orders > len(list.Children)
}

// givesAdvice reports whether ticks and crosses in front of bullets mean what to do and
// what not to do, rather than what is done and what failed: a heading of rules says so, or
// half of them give orders.
func givesAdvice(list *markdown.Block, at place, daily bool) bool {
	marked, crossed, orders := 0, 0, 0
	for _, item := range list.Children {
		text := flat(item)
		tick, cross := beginsTicked(text), isCross(text)
		if !tick && !cross {
			continue
		}
		if marked++; cross {
			crossed++
		}
		if advises(withoutMark(text)) {
			orders++
		}
	}
	switch {
	case marked == 0, at.role == other, daily && crossed == 0 && (at.role != norms || 2*orders < marked):
		return false
	}
	return at.role == norms && at.explicit || 2*orders >= marked
}

// withoutMark is a text without the picture in front.
func withoutMark(text string) string {
	return strings.TrimLeft(reMark().ReplaceAllString(text, ""), "*_ ")
}

var (
	reCross = words.Lazily(`^[^\pL\pN]*?(?:❌|✗|✘|✖|🚫|⛔)`)
	reMark  = words.Lazily(`^[^\pL\pN*_]+`)
	reBox   = words.Lazily(`^\[ \]\s+`)
	reBoxed = words.Lazily(`^\[[xX~-]\]\s`)
)

func isCross(text string) bool { return !isASCII(text) && reCross().MatchString(text) }

func withoutBox(text string) string { return reBox().ReplaceAllString(text, "") }

func isTicked(item *markdown.Block) bool {
	return len(item.Children) > 0 && reBoxed().MatchString(item.Children[0].Text)
}

// joinCells is a row of a table on one line.
func joinCells(row *markdown.Block) string {
	var cells []string
	for _, cell := range row.Children {
		if text := flat(cell); text != "" {
			cells = append(cells, text)
		}
	}
	return strings.Join(cells, " → ")
}
