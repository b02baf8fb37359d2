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

// floor is how many facts of a kind are in before any kind fills the table.
const floor = 2

// The classes, from what is seldom looked up to what a setting asks for.
const (
	seldom    = iota // limits and times, and where more is written
	sometimes        // long names, commands that name nothing of the owner's, long commands
	often            // short numbers of accounts, flags, settings
	reached          // where things are: paths, addresses, commands that name a place
	called           // what things are called: ports, hosts, aliases, voices, models, IDs, chats
	asked            // matched by a pattern of the settings
)

// classOf tells how much a fact is looked up and cannot be guessed. A number is worth a place where it is the way to
// something, a name where it is one word: the others can be said in other words.
func classOf(f facts.Fact) int {
	const short, command, fewest = 20, 90, 6 // bytes of a name, of a command, of an id that no one knows by heart
	core := f.Core()
	word := !strings.ContainsAny(core, " /") || strings.Contains(core, "/") && f.Kind == facts.Model
	switch f.Kind {
	case facts.Port, facts.Host:
		return called
	case facts.Alias, facts.Model, facts.Voice, facts.Device:
		if word && (f.Kind == facts.Model || !isAmount(core)) {
			return called
		}
		return often
	case facts.ID:
		switch {
		case word && (isChat(f) || len(core) >= fewest):
			return called
		case reYear().MatchString(core):
			return sometimes
		}
		return often
	case facts.Path:
		switch {
		case reDocument().MatchString(core):
			return seldom
		case reRequest().MatchString(f.Value):
			return often // what it is sent to comes first
		}
		return reached
	case facts.URL:
		return reached
	case facts.Command:
		if len(f.Value) > command || !f.NamesPlace() {
			return sometimes
		}
		return reached
	case facts.Flag, facts.Phone:
		return often
	case facts.Name:
		if word && len(core) >= fewest && isCode(core) {
			return reached
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
	return strings.Trim(value, "-+v0123456789.,%×x:°CF") == ""
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

// worth is how early a fact is chosen. A class comes before the next one; in one comes what notes name, and what a
// command of the same file does.
func (o Options) worth(f facts.Fact) int {
	const most = 4 // more than use can be
	class, use := classOf(f), 1
	if f.Key == f.Heading && f.Kind != facts.Command && strings.Contains(f.Value, " ") {
		class = max(class-1, seldom) // a sentence that its author gave no name
	}
	if o.prior(f) {
		class = asked
	}
	if o.isNamed(f) {
		use++
	}
	if o.used[f.Value] {
		use++
	}
	return class*most + use
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

// isNamed reports whether notes name a fact, or a value that is no word.
func (o Options) isNamed(f facts.Fact) bool {
	const shortest = 3
	key, core := strings.ToLower(f.Key), strings.ToLower(f.Core())
	return len(key) >= shortest && f.Key != f.Heading && lookup.Holds(o.Notes, key) ||
		len(core) >= shortest && classOf(f) >= often && lookup.Holds(o.Notes, core)
}

// fill takes the candidates in their order, as long as there is room, but those that the last draft did not include. What
// the table says already, such as an address of which another one holds all, waits until the others had their turn.
func (c *choice) fill() {
	was := func(f facts.Fact) bool { return c.opts.Before != nil && c.opts.Before(f) && !c.opts.prior(f) }
	var said []*candidate
	take := func(cand *candidate) {
		cand.taken = true
		cand.taken = c.tokens() <= c.opts.Limit
	}
	for _, at := range c.pool() {
		cand, text := &c.candidates[at], c.text()
		switch {
		case !slices.ContainsFunc(cand.facts, not(was)):
		case !slices.ContainsFunc(cand.facts, not(isIn(text))):
			said = append(said, cand)
		default:
			take(cand)
		}
	}
	for _, cand := range said {
		take(cand)
	}
}

// isIn reports of facts whether a text holds what they are looked up for.
func isIn(text string) func(facts.Fact) bool {
	const shortest = 5 // bytes of a value that no other thing has
	return func(f facts.Fact) bool {
		return f.Kind != facts.Command && len(f.Core()) >= shortest && lookup.Holds(text, f.Core())
	}
}

func not[T any](is func(T) bool) func(T) bool { return func(one T) bool { return !is(one) } }

// pool are the candidates in the order in which they are chosen: what a setting asks for, some of each kind, those that
// are worth most, and of one worth those that take least for a fact of their class. The order of the source breaks ties.
func (c *choice) pool() []int {
	order, each := make([]int, len(c.candidates)), make([]int, len(c.candidates))
	for i, cand := range c.candidates {
		const part = 10 // of a token
		order[i] = i
		best := countFunc(cand.facts, func(f facts.Fact) bool { return classOf(f) == cand.class() })
		each[i] = part * c.opts.Count.Of(cand.size) / best
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.candidates[b].worth, c.candidates[a].worth), cmp.Compare(each[a], each[b]))
	})
	const some, before = 1, 2
	seen, first := map[facts.Kind]int{}, make([]int, len(c.candidates))
	for _, i := range order {
		for _, f := range c.candidates[i].facts {
			kind := floored(f)
			seen[kind]++
			switch {
			case c.opts.prior(f):
				first[i] = before
			case kind != "" && seen[kind] <= floor && c.candidates[i].worth > 0:
				first[i] = max(first[i], some)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return first[b] - first[a] })
	return order
}

// floored is the kind of a fact of which some are in before any kind fills the table; "" if it has none. These are the
// kinds that the specification names.
func floored(f facts.Fact) facts.Kind {
	switch f.Kind {
	case facts.ID:
		if isChat(f) {
			return "chat"
		}
		return f.Kind
	case facts.Port, facts.Host, facts.Flag, facts.Device, facts.Voice:
		return f.Kind
	}
	return ""
}

// class is the best class of the facts of a candidate.
func (c candidate) class() int {
	return classOf(slices.MaxFunc(c.facts, func(a, b facts.Fact) int { return classOf(a) - classOf(b) }))
}
