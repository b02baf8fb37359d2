package compact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

// The classes, from what is seldom looked up to what a setting asks for.
const (
	seldom    = iota // limits and times, and where more is written
	sometimes        // settings in numbers, long names, long commands
	often            // names and numbers of accounts, flags
	called           // the way to a thing: ports, hosts, addresses, paths, commands, models, chats
	asked            // matched by a pattern of the settings
)

// classOf tells how much a fact is looked up and cannot be guessed. A number is worth a place where it is the way to
// something, a name where it is one word: the others can be said in other words.
func classOf(f facts.Fact) int {
	const short, command, fewest = 20, 90, 6 // bytes of a name, of a command, of an id that no one knows by heart
	core := f.Core()
	word := !strings.ContainsAny(core, " /") || strings.Contains(core, "/") && f.Kind == facts.Model
	switch f.Kind {
	case facts.Port, facts.Alias, facts.Host, facts.URL:
		return called
	case facts.Path:
		switch {
		case reDocument().MatchString(core):
			return seldom
		case reRequest().MatchString(f.Value):
			return often // what it is sent to comes first
		}
		return called
	case facts.Command:
		if len(f.Value) > command {
			return sometimes
		}
		return called
	case facts.Model, facts.Voice, facts.Device:
		if word && (f.Kind == facts.Model || !isAmount(core)) {
			return called
		}
		return often
	case facts.ID:
		switch {
		case isChat(f), len(core) >= fewest:
			return called
		case reYear().MatchString(core):
			return sometimes
		}
		return often
	case facts.Flag, facts.Phone:
		return often
	case facts.Name:
		if word && len(core) >= fewest && isCode(core) {
			return called
		}
		if strings.ContainsAny(core, "0123456789_-./@") &&
			(word && !isAmount(core) || f.Key != f.Heading && len(f.Value) <= short) {
			return often
		}
		return sometimes
	}
	return seldom
}

// reDocument is a document to read on, or a part of one.
var reDocument = text.Lazily(`\.md(?:#.*)?$`)

// reRequest is a request that does not say to which host.
var reRequest = text.Lazily("^`?(?:GET|HEAD|POST|PUT|PATCH|DELETE) /")

// isAmount tells numbers, with a sign or a unit, from names.
func isAmount(value string) bool {
	return strings.Trim(value, "-+0123456789.,%×x:°CF") == ""
}

// isCode tells what has a number and a large letter, or a long number, from a word with a number behind it.
func isCode(name string) bool {
	const long = 3 // digits
	n := 0
	for _, r := range name {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n > 0 && !isAmount(name) && (n >= long || strings.ToLower(name) != name)
}

var reYear = text.Lazily(`^(?:19|20)\d\d$`)

// isChat reports whether an id is that of a place where things are posted.
func isChat(f facts.Fact) bool {
	if strings.Index(f.Value, "@") > 0 && strings.Contains(f.Value, ".") {
		return false // an address
	}
	return strings.HasPrefix(f.Value, "@") || facts.IsChat(f.Label()+" "+f.Heading)
}

// worth is how early a fact is chosen. A class comes before the next one; in one comes what has most in its favour.
func (o Options) worth(f facts.Fact) int {
	const most = 10 // in a fact's favour
	class, favour := classOf(f), 1
	if f.Key == f.Heading && f.Kind != facts.Command && strings.Contains(f.Value, " ") {
		class = max(class-1, seldom) // a sentence that its author gave no name
	}
	if o.prior(f) {
		class = asked
	}
	for _, speaks := range []bool{o.recent(f), o.used[f.Value]} { // a command of the file names it
		if speaks {
			favour++
		}
	}
	return class*most + favour
}

// prior reports whether a pattern of the settings matches a fact.
func (o Options) prior(f facts.Fact) bool {
	text := strings.ToLower(f.Heading + " " + f.Label() + " " + f.Value)
	return slices.ContainsFunc(o.Priority, func(pattern string) bool {
		if pattern = strings.ToLower(strings.TrimSpace(pattern)); pattern == "" {
			return false
		}
		quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
		matched, err := regexp.MatchString(quoted, text)
		return err == nil && matched
	})
}

// recent reports whether recent notes name a fact.
func (o Options) recent(f facts.Fact) bool {
	const shortest = 3
	key := strings.ToLower(f.Key)
	return len(key) >= shortest && f.Key != f.Heading && lookup.Holds(o.Notes, key)
}

// fill takes the candidates that are worth most, as long as there is room.
func (c *choice) fill() {
	for _, at := range c.pool() {
		c.candidates[at].taken = true
		c.candidates[at].taken = c.tokens() <= c.opts.Limit
	}
}

// pool are the candidates, those that are worth most first, and of one worth the smallest.
func (c *choice) pool() []int {
	order := make([]int, len(c.candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := c.candidates[a], c.candidates[b]
		each := func(cand candidate) int { return c.opts.Count.Of(cand.size) / len(cand.facts) }
		return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(each(x), each(y)))
	})
	return order
}
