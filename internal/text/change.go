package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
)

// What orders are read by.
var (
	changes    = phrasesOf(func(l *lang.Language) []string { return l.Words.Changes })
	insteads   = phrasesOf(func(l *lang.Language) []string { return l.Words.Instead })
	exceptions = phrasesOf(func(l *lang.Language) []string { return l.Words.Exceptions })
	withdraws  = phrasesOf(func(l *lang.Language) []string { return l.Withdrawn.Marks })
	norms      = lang.Set(func(l *lang.Language) string { return l.Norms.Words })
	// affirms are negations that turn nothing.
	affirms = lang.Expression("", "", func(l *lang.Language) string { return l.Distill.AffirmsPattern })
)

// Relation is what a newer text does to an older one.
type Relation int

const (
	// None is for texts about something else, and for a newer one that leaves the older one as it is.
	None Relation = iota
	// Same is for near copies.
	Same
	// Reverses is for two texts of which one forbids what the other wants done.
	Reverses
	// Replaces is for a newer text that names another value, or what to do instead.
	Replaces
	// Limits is for a newer text that names where the older one does not hold.
	Limits
)

// IsAgainst reports whether the older text holds no longer.
func (r Relation) IsAgainst() bool { return r == Reverses || r == Replaces }

// SaysItChanged reports whether a text says that something is new or over.
func (t Text) SaysItChanged() bool { return t.order().isChange || withdraws().MatchString(t.raw) }

// Turns reports whether one of two texts denies something and the other does not.
func (t Text) Turns(other Text) bool { return (t.negations-other.negations)%2 != 0 }

// Change returns what a newer text does to an older one. Which one is newer, the caller knows.
func Change(older, newer Text) Relation {
	if older.normal == newer.normal {
		return Same
	}
	about := Share(older.forms, newer.forms)
	if about < Reversal {
		return None
	}
	if rest := newer.order().rest; rest != nil && older.order().rest == nil {
		if relation := Change(older, *rest); relation != Same {
			return relation
		}
		return Limits
	}
	switch relation := turn(older, newer); {
	case relation != None && (about >= Reworded || relation == Reverses):
		return relation
	case relation == None && (older.negations-newer.negations)%2 == 0 && older.Share(newer) >= NearCopy &&
		!older.sense.opposes(newer.sense):
		return Same
	}
	return None
}

// turn is what a newer text does to an older one on the same matter, but for Same.
func turn(older, newer Text) Relation {
	var o, n clauses
	first, second := older.order(), newer.order()
	if older.negations+newer.negations > 0 || second.isInstead {
		o, n = first.clauses(), second.clauses()
	}
	switch {
	case o.forbid(n) || n.forbid(o) || (first.isBanOf(second) || second.isBanOf(first)) && !older.sense.opposes(newer.sense):
		return Reverses
	case slices.ContainsFunc(n.banned, o.isWiderThan):
		return Limits
	case n.excludes(n.instead, o) || older.sense.opposed(newer.sense) == 1 && differOnlyInValues(older, newer) ||
		second.isChange && (common(older.forms, newer.forms) >= leastKeys && substitute(older.forms, newer.forms) ||
			within(older.forms, newer.forms) >= sameThing && !second.repeats(first)):
		return Replaces
	}
	return None
}

// differOnlyInValues reports whether two texts say the same of two values: neither has words or names that the other
// lacks. "Mara takes 5 boxes" and "Ilse takes 7 boxes" do not.
func differOnlyInValues(a, b Text) bool { return !substitute(a.order().plain(), b.order().plain()) }

// order is what of a text is read once it is compared with one on the same matter.
type order struct {
	// rest is the text without what it makes an exception for; nil if there is no such thing.
	rest *Text
	// isInstead and isChange report that it says what to do instead, or that something is new.
	isInstead, isChange bool
	// words are the forms of its words but for those that only tell that it is a rule, affirmed without negations, and
	// negation is where the first of those stands, or -1.
	words, affirmed []string
	negation        int
	clauses         func() clauses
	// plain are the forms of its words but for those of values.
	plain func() []string
}

func orderOf(t Text) *order {
	o := &order{
		isInstead: insteads().MatchString(t.raw), isChange: changes().MatchString(t.raw),
		clauses: sync.OnceValue(t.clauses),
	}
	if rest, found := withoutException(t.raw); found {
		without := Of(rest)
		o.rest = &without
	}
	rule := withoutNorms(t.raw)
	o.plain = sync.OnceValue(func() []string {
		rest := withoutValues(rule)
		if hasSyllables(rest) {
			return stemsOf(rest)
		}
		return formsOf(slices.Collect(Split(strings.ToLower(rest))))
	})
	all := strings.Fields(rule)
	o.negation = slices.IndexFunc(all, isNegation)
	for _, word := range all {
		form := formOf(strings.ToLower(strings.TrimFunc(word, IsBreak)))
		o.words = append(o.words, form)
		if !isNegation(word) {
			o.affirmed = append(o.affirmed, form)
		}
	}
	return o
}

// clauses are the forms of what an order wants done, of what it forbids, and of what something else is to be done for.
// What is in none may be either: "never move, rename".
type clauses struct {
	wanted, instead []string
	banned          [][]string
	// affirms reports that the order has a negation that forbids nothing: "never forget to".
	affirms bool
	// least is the share of the banned words from which on it is the same thing.
	least float64
}

// clauses reads an order: a negation bans what is behind it in its clause, or all of the clause if nothing is.
func (t Text) clauses() clauses {
	c := clauses{least: sameThing}
	if hasSyllables(t.raw) {
		c.least = sameSyllables
	}
	if c.affirms = affirms().MatchString(strings.ToLower(t.raw)); c.affirms {
		c.wanted = formsOf(stemsOf(withoutNorms(t.raw)))
		return c
	}
	var wanted, instead []string
	for clause := range strings.FieldsFuncSeq(t.raw, IsBreak) {
		clause, other := withoutInstead(clause)
		instead = append(instead, other)
		switch plain := withoutNorms(clause); {
		case Negations(clause)%2 == 1:
			c.banned = append(c.banned, formsOf(stemsOf(behindNegation(plain))))
		case len(c.banned) == 0:
			wanted = append(wanted, plain)
		}
	}
	c.wanted, c.instead = formsOf(stemsOf(strings.Join(wanted, ", "))), formsOf(stemsOf(strings.Join(instead, ", ")))
	return c
}

// withoutNorms is a clause without the words that only tell that it is a rule, or a new one.
func withoutNorms(clause string) string {
	if start, end := find(changes(), clause); start >= 0 {
		clause = clause[:start] + clause[end:]
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(clause), isNorm), " ")
}

func isNorm(word string) bool {
	word = strings.Trim(strings.ToLower(word), ".,;:!?*")
	return norms()[word] && !isNegation(word)
}

// forbid reports whether the first order forbids what another wants done.
func (c clauses) forbid(other clauses) bool {
	return slices.ContainsFunc(c.banned, func(ban []string) bool {
		return c.excludes(ban, other) && !(other.affirms && within(other.wanted, ban) <= sameSyllables)
	})
}

// isWiderThan reports whether a ban is of something that an order wants done, in some cases only.
func (c clauses) isWiderThan(ban []string) bool {
	return len(c.wanted) > 0 && within(c.wanted, ban) >= c.least && !substitute(c.wanted, ban)
}

// excludes reports whether things are what another order wants done. One that names what the first wants, too, chooses
// between the two things.
func (c clauses) excludes(things []string, other clauses) bool {
	return len(things) > 0 && within(things, other.wanted) >= c.least && within(c.wanted, other.wanted) < 1 &&
		(c.least == sameSyllables || !substitute(things, other.wanted))
}

// behindNegation is what a clause bans; a verb may be written onto the negation: "n'arrose".
func behindNegation(clause string) string {
	all := strings.Fields(clause)
	at := max(slices.IndexFunc(all, isNegation), 0) // none where a phrase that says so was cut out
	rest := ""
	for _, word := range all[at:] {
		if isNegation(word) {
			_, word, _ = strings.Cut(plainLower(word), "'")
		}
		rest += word + " "
	}
	if len(Terms(rest)) > 0 || at == 0 && !hasSyllables(clause) { // "never over what is there" bans no thing
		return rest
	}
	return clause
}

// withoutInstead cuts out of a clause what something else is to be done for: behind the phrase that says so up to a
// condition, in Japanese and Korean in front of it.
func withoutInstead(clause string) (rest, instead string) {
	start, end := find(insteads(), clause)
	if start < 0 {
		return clause, ""
	}
	before, behind := clause[:start], clause[end:]
	if isBehind(clause[start:end]) {
		at := strings.LastIndexByte(strings.TrimRight(before, " "), ' ') + 1
		return before[:at] + behind, before[at:]
	}
	all := strings.Fields(behind)
	at := slices.IndexFunc(all, IsCondition)
	if at < 0 {
		at = len(all)
	}
	return before + strings.Join(all[at:], " "), strings.Join(all[:at], " ")
}

// isBehind reports whether a phrase stands behind what it is about.
func isBehind(phrase string) bool {
	return strings.ContainsFunc(phrase, func(r rune) bool { return unicode.In(r, unicode.Hangul, unicode.Hiragana) })
}

// isBanOf reports whether an order holds another one word for word but for a negation among these words, whatever they
// are: "never open the log before" and "open the log before".
func (o *order) isBanOf(other *order) bool {
	if len(other.words) < leastKeys {
		return false
	}
	n := len(other.words)
	for start := max(o.negation-n+1, 0); start <= min(o.negation, len(o.affirmed)-n); start++ {
		if slices.Equal(o.affirmed[start:start+n], other.words) {
			return true
		}
	}
	return false
}

// repeats reports whether an order has all words of another.
func (o *order) repeats(other *order) bool {
	return !slices.ContainsFunc(other.words, func(word string) bool { return !slices.Contains(o.words, word) })
}

func isNegation(word string) bool { return Negations(word) > 0 }

// formsOf are stems cut to what the forms of a word share: those of two short texts may be of two languages. They are
// sorted, each once.
func formsOf(stems []string) []string {
	forms := slices.Clone(stems)
	for i, stem := range forms {
		forms[i] = formOf(stem)
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// formOf is what the forms of a word have in common: its first letters.
func formOf(word string) string {
	most := formLetters
	if hasSyllables(word) {
		most = formSyllables
	}
	for at := range word {
		if most--; most < 0 {
			return word[:at]
		}
	}
	return word
}

// within is the share of words that others have too; 0 for none.
func within(all, others []string) float64 {
	return float64(common(all, others)) / float64(max(len(all), 1))
}

// substitute reports whether each of two lists of words has some that the other lacks.
func substitute(a, b []string) bool { return common(a, b) < min(len(a), len(b)) }

// withoutException is a text without what it makes an exception for, and whether there is such a thing.
func withoutException(text string) (rest string, found bool) {
	start, end := find(exceptions(), text)
	for from, to := range SentenceSpans(text) {
		if start < from || end > to {
			continue
		}
		before, behind := text[from:start], text[end:to]
		switch {
		case hasSyllables(text[start:end]): // in the middle of its clause
			before = before[:strings.LastIndexFunc(before, IsBreak)+1]
			behind = behind[max(strings.IndexFunc(behind, IsBreak), 0):]
		case len(Terms(before)) == 0:
			_, behind, _ = strings.Cut(behind, ",")
		default:
			behind = ""
		}
		return text[:from] + before + behind + text[to:], true
	}
	return text, false
}

// phrasesOf is an expression for the phrases of all languages: as words of their own where spaces part words.
func phrasesOf(field func(*lang.Language) []string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		spaced, wide := "", ""
		for _, phrase := range lang.Phrases(field) {
			if hasSyllables(phrase) {
				wide += "|" + regexp.QuoteMeta(phrase)
			} else {
				spaced += "|" + regexp.QuoteMeta(phrase)
			}
		}
		return regexp.MustCompile(`(?i)(?:^|\PL)(` + spaced[1:] + `)(?:\PL|$)|(` + wide[1:] + `)`)
	})
}

// find is where the first phrase begins and ends in a text, or -1.
func find(phrases *regexp.Regexp, text string) (start, end int) {
	if m := phrases.FindStringSubmatchIndex(text); m != nil {
		return max(m[2], m[4]), max(m[3], m[5])
	}
	return -1, -1
}
