package secrets

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// value is a text that may be the value of a name.
type value struct {
	text          string
	before, after string // on its line
	tail          string // between the name and the value
	how           link
	// about says that the name is only spoken of, quoted that a quotation mark or code begins the value.
	about, quoted bool
	kind          kind // of the name
}

// valueRow is a row of [values] in words.txt: what links a value to its name, its least length in bytes, and conditions.
type valueRow struct {
	how   string
	least int
	is    []string
}

var loadValues = sync.OnceValue(func() map[kind][]valueRow {
	rows := map[kind][]valueRow{}
	for _, line := range loadWords().lists["values"] {
		part := strings.Split(line, ";")
		least, _ := strconv.Atoi(strings.TrimSpace(part[2]))
		for k := range strings.FieldsSeq(part[0]) {
			rows[kind(k)] = append(rows[kind(k)], valueRow{part[1], least, strings.Fields(part[3])})
		}
	}
	return rows
})

// isTaken reports whether a text is the value of its name: whether all conditions of a row hold.
func (x value) isTaken() bool {
	fails := func(condition string) bool {
		name, not := strings.CutPrefix(condition, "!")
		return x.is(name) == not
	}
	return slices.ContainsFunc(loadValues()[x.kind], func(r valueRow) bool {
		return len(x.text) >= r.least && strings.Contains(r.how, string(x.how)) && !slices.ContainsFunc(r.is, fails)
	})
}

// is reports whether a condition holds of a value: one of conditions, or else that it has a form.
func (x value) is(condition string) bool {
	if holds := conditions[condition]; holds != nil {
		return holds(x)
	}
	return form(condition).MatchString(x.text)
}

// conditions are those of values, by their names in words.txt.
var conditions = map[string]func(x value) bool{
	"plain":   func(x value) bool { return !x.about && x.isPossible() },
	"about":   func(x value) bool { return x.about && x.isPossible() },
	"app":     func(x value) bool { return isAppPassword(x.text, 2) && !isNone(x.text) },
	"grouped": func(x value) bool { return isGroups(x.text) },
	"random":  func(x value) bool { return looksRandom(x.text) },
	"run":     func(x value) bool { return longestRandom(x.text) >= 16 },
	"chosen":  func(x value) bool { return LooksChosen(x.text) },
	"mixed":   func(x value) bool { return IsMixed(x.text) },
	"named":   func(x value) bool { return looksNamed(x.text) },
	"digit":   func(x value) bool { return hasDigit(x.text) },
	"five":    func(x value) bool { return utf8.RuneCountInString(x.text) >= 5 },
	"quoted":  func(x value) bool { return x.quoted },
	"said":    value.isSaid,
	"alone":   value.isAlone,
	"ends":    func(x value) bool { return x.isAlone() || x.isEnclosed() },
	"unit":    func(x value) bool { return form("unit").MatchString(x.after) },
	"clause":  func(x value) bool { return form("clause-end").MatchString(x.after) },
	"prose":   func(x value) bool { return x.how == verb && form("prose-tail").MatchString(x.tail) },
	"label":   func(x value) bool { return !strings.ContainsFunc(x.tail, unicode.IsLetter) },
	"measure": func(x value) bool {
		isBirthday := form("birthday").MatchString(x.text) && !form("duration").MatchString(x.text)
		return form("figure").MatchString(x.text) && !isBirthday ||
			form("number").MatchString(x.text) && form("unit").MatchString(x.after)
	},
	"told": func(x value) bool {
		return x.quoted || x.isAlone() || looksRandom(x.text) || strings.ContainsAny(x.text, signs) && hasDigit(x.text)
	},
	"word": func(x value) bool { // one that could as well be another
		word := strings.TrimPrefix(x.text, form("pair").FindString(x.text))
		return utf8.RuneCountInString(word) >= 5 &&
			!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || wide(r) })
	},
}

// isPossible reports whether a text can be a value at all: it is no word of prose, whole, and neither the place of a
// secret nor something else with a form of its own.
func (x value) isPossible() bool {
	const likeNoWord, longestChosen = 20, 128 // bytes
	isChosen := x.kind == password || x.kind == pass || x.kind == field
	first, _ := utf8.DecodeRuneInString(x.text)
	return (hasDigit(x.text) || len(x.text) >= likeNoWord || isChosen && (x.how != bare || x.isSaid() ||
		strings.ContainsAny(x.text, signs))) && (len(x.text) <= longestChosen || looksRandom(x.text)) &&
		(!wide(first) || x.kind == password && x.how == direct) && !isNone(x.text) && !isCut(x.text, x.after) &&
		(!IsPlace(x.text) || x.kind == password && form("pair").MatchString(x.text)) && !form("other").MatchString(x.text) &&
		(x.isEnclosed() || !loadWords().has("about", strings.Trim(x.text, "!?.,()[]{}<>*-_ ")))
}

// isGroups reports whether a text is the groups of a code: three or more, or two that no words are.
func isGroups(text string) bool {
	groups := strings.Split(text, "-")
	return form("codes").MatchString(text) && (len(groups) > 2 || hasDigit(text) || oddPairs(text) > 0 ||
		form("camel").MatchString(text))
}

// isAlone reports whether nothing follows on the line, or in the cell of a table.
func (x value) isAlone() bool {
	rest := strings.TrimLeft(x.after, " \t*_`\"'“”.,!)）\r")
	return rest == "" ||
		rest[0] == '|' && (x.how == cell && strings.Contains(x.tail, "\n") || strings.Trim(rest, "| ") == "")
}

// isEnclosed reports whether a value ends where the assignment or the quotation ends that holds it.
func (x value) isEnclosed() bool {
	if x.how != direct && x.how != verb {
		return false
	}
	tight := strings.HasSuffix(x.before, "=") && !strings.HasSuffix(x.before, " =")
	return tight || x.after != "" && strings.IndexByte("\"'`", x.after[0]) >= 0 && strings.Contains(x.before, x.after[:1])
}

// isSaid reports whether a value is between the quotation marks of prose.
func (x value) isSaid() bool {
	said := [][2]string{{"„", "“"}, {"“", "”"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {`"`, `"`}}
	return slices.ContainsFunc(said, func(marks [2]string) bool {
		return strings.HasSuffix(x.before, marks[0]) && strings.HasPrefix(x.after, marks[1])
	})
}
