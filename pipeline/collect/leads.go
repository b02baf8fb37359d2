package collect

import (
	"slices"
	"strings"

	"wisdom/internal/text"
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
		member := flat(m)
		if m.Kind == markdown.Row {
			member = joinCells(m, " → ")
		}
		members = append(members, member)
		if advises(member) {
			orders++
		}
	}
	joined := text.OneLine(lead + " " + strings.Join(members, "; "))
	if 2*orders <= len(members) && len(joined) > longestJoined {
		return false
	}
	at = at.as(norms)
	at.explicit, at.lead = true, ""
	if 2*orders <= len(members) {
		r.offerLines(joined, start, r.doc.Line(max(list.End-1, list.Start)), at)
		return true
	}
	if at.lead = leadOf(lead, norms); at.lead == "" && strengthOf(lead) >= order && text.Count(lead) > shortestTitle {
		r.offerLines(balanced(strings.TrimRight(lead, " *_:：")), start, start, at)
	}
	r.members(list, at)
	return true
}

// leads reports whether a line gives a rule to what is below it.
func leads(lead string, at place) bool {
	return lead != "" && (at.role == neutral || at.role == norms || at.role == lessons) &&
		read(text.Fold(lead)).norm && classify(lead) != lessons
}

// refuses reports whether a heading or a line turns what is below it into what must
// not be: "I will not", "Never".
func refuses(lead string) bool { return isNegated(lead) || isCross(lead) }

// isNegated reports whether a heading or line, without what it says in brackets, is negative.
func isNegated(lead string) bool { return forbids(strings.Fields(withoutBrackets(lead)))%2 == 1 }

// forbids counts the negations among words; "without" is none.
func forbids(all []string) int {
	all = slices.DeleteFunc(all, func(w string) bool { // "non-negotiables" are none
		return withouts()[strings.ToLower(w)] || strings.HasPrefix(strings.ToLower(w), "non-")
	})
	return text.Negations(strings.Join(all, " "))
}

// leadOf is a heading or line that gives a role to what is below it, if it refuses that: "Rules: never", "Don't". A
// longer heading only mentions what not to do, and "No-code lessons", "Lessons, not rules" and "How to avoid it" refuse
// nothing.
func leadOf(title string, role role) string {
	const most = 5 // words
	s := bare(title)
	if asksHowToAvoid(s) {
		return ""
	}
	if role == norms && refuses(title) || (role == lessons || role == neutral) && text.Count(s) <= most &&
		isNegated(title) && !strings.ContainsAny(s, ",-") {
		return title
	}
	return ""
}

// underLead is a text as it must be read: behind the line above that refuses it, unless it says that itself, or what to
// do instead.
func underLead(s string, at place) string {
	if at.lead == "" || refusesItself(s) || isCross(s) || isDone(s) {
		return s
	}
	return strings.TrimRight(text.Unbold(at.lead), " :：.!！") + ": " + s
}

// refusesItself reports whether a text begins with what it forbids, or with a word such as "always".
func refusesItself(s string) bool {
	const most = 4 // words
	begins := strings.Fields(s)
	return forbids(begins[:min(len(begins), most)]) > 0 || read(text.Fold(strings.TrimLeft(s, "*_"))).opensRule()
}

// members reads the bullets of a list, or the rows of a table.
func (r *reader) members(list *markdown.Block, at place) {
	if list.Kind == markdown.Table {
		r.table(list, at)
		return
	}
	for _, item := range list.Children {
		r.item(item, at)
	}
}

var reCross = text.Lazily(`^[^\pL\pN]*?(?:❌|✗|✘|✖|🚫|⛔)`)

func isCross(text string) bool { return reCross().MatchString(text) }

// joinCells is a row of a table on one line, with a mark between the cells.
func joinCells(row *markdown.Block, mark string) string {
	var cells []string
	for _, cell := range row.Children {
		if text := flat(cell); text != "" {
			cells = append(cells, text)
		}
	}
	return strings.Join(cells, mark)
}
