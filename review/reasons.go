package review

import (
	"cmp"
	"fmt"
	"strings"

	"wisdom/internal/text"
)

// reasons say why lessons gave no entry, by Dropped.Reason, each with the way on if there is one.
var reasons = map[string]struct{ says, wayOn string }{
	"support":       {"too few lessons say it", "more notes on it can make it one"},
	"specifics":     {"it holds what is true of one case only", "write the rule without it into a note"},
	"invalid":       {"no wording of it can be an entry", "wisdom review edit adds one in your words"},
	"superseded":    {"a newer lesson says otherwise", ""},
	"contradiction": {"a newer lesson says otherwise", ""},
	"duplicate":     {"it is said already", ""},
	"unfaithful":    {"its wording says more than its lessons", "another model may do better: --model NAME"},
	"refused":       {"it was rejected or rolled back before", "wisdom review list --rejected"},
	"secret":        {"it holds a secret", ""},
	"injection":     {"it gives orders to a model", ""},
	"budget":        {"the section has no room for it", "raise budgets.section in wisdom.toml"},
}

// WhyNot says in plain words why something is no entry of a draft, in general and, with its details, of this one. The way
// on is empty where there is none.
func (d Dropped) WhyNot() (general, detailed, wayOn string) {
	reason := reasons[d.Reason]
	detailed = reason.says
	switch {
	case strings.HasPrefix(d.Detail, reason.says):
		detailed = d.Detail
	case d.Detail != "":
		detailed += ": " + d.Detail
	}
	return reason.says, detailed, reason.wayOn
}

// Noun is what people call what was dropped.
func (d Dropped) Noun() string {
	if d.Kind == "theme" {
		return "practice"
	}
	return d.Kind
}

// String says what is not in a draft, and why.
func (d Dropped) String() string {
	s := fmt.Sprintf("%s %q", d.Noun(), d.Name)
	if d.Kind == "theme" {
		s += ", " + text.Plural(len(d.Lessons), "lesson")
	}
	_, why, _ := d.WhyNot()
	return s + ": " + why
}

// factReasons say why a fact is not in the table, by LeftOut.Reason; the others are as for entries.
var factReasons = map[string]string{
	"budget": "the table has no room for it", "hand": "a handwritten line says it", "long": "its value is too long",
	"unclear": "it may not be a fact", "part": "a part of its line is left out", "prose": "it reads as prose",
	"unproven": "its source does not say it", "grown": "its value is longer now, and there is no room for it",
	"condition": "its condition does not fit",
}

// WhyNot says in plain words why a fact is not in the table.
func (l LeftOut) WhyNot() string {
	return cmp.Or(factReasons[l.Reason], reasons[l.Reason].says, l.Reason)
}

// Text is a fact that is not included, with its ID if it has one, its place, the reason, and whether it was approved.
func (l LeftOut) Text(decision Decision) string {
	text := fmt.Sprintf("%-4s %s:%d  %s %s: %s", l.ID, l.Path, l.Line, l.Key, l.Fact().Told(), l.WhyNot())
	if decision == Taken {
		text += ", " + decision.String()
	}
	return text
}
