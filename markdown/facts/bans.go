package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// LongestBan is the most bytes of the bans that one fact or one section may have in a table.
const LongestBan = 2 * Longest

// Bans are the prohibitions and conditions that go with a fact, one a line, word for word as its document has them, but
// for line breaks within one.
type Bans struct {
	// Ban is that of its row, item or paragraph, where neither its value nor its name says it; Shared is that of its
	// section or list.
	Ban    string `json:"ban,omitempty"`
	Shared string `json:"shared_ban,omitempty"`
}

// Fit reports whether a table can hold the bans.
func (b Bans) Fit() bool {
	return len(b.Ban) <= LongestBan && len(b.Shared) <= LongestBan && !strings.Contains(b.Ban+b.Shared, secrets.Redacted)
}

// aside is a ban as it stands behind a value.
func aside(ban string) string {
	if ban == "" {
		return ""
	}
	return " (" + strings.ReplaceAll(ban, "\n", "; ") + ")"
}

// Aside is the ban of its own as it stands behind a value.
func (b Bans) Aside() string { return aside(b.Ban) }

// SharedBans are the bans of the section.
func (b Bans) SharedBans() []string {
	return strings.FieldsFunc(b.Shared, func(r rune) bool { return r == '\n' })
}

// Rule is a prohibition or condition that goes with no fact.
type Rule struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// IsBan reports whether a sentence of a tool document forbids something or sets a condition: in a clause that does not
// tell what happened, or as an order that is limited ("use the north one, not the south one").
func IsBan(s string) bool {
	isOne := func(clause string) bool { return text.IsBan(clause) && !isTold(clause) }
	isLimited := text.IsImperative(firstWord(plain(s))) && limits().In(s) && !isTold(s)
	return !strings.HasPrefix(s, "~~") && !isQuestion(s) &&
		(isLimited || slices.ContainsFunc(strings.FieldsFunc(s, text.IsBreak), isOne))
}

// lines is a range of lines, the last one excluded, and the heading above if it is a section.
type lines struct {
	from, to int
	heading  string
}

// binder gives the bans of a document to the facts beside them.
type binder struct {
	*reader
	found    []*Fact // and what is unclear, in the order of their lines
	unclear  map[*Fact]bool
	hidden   map[string]bool         // words that are redacted
	itself   map[*Fact]bool          // of what is unclear, the bans
	ends     map[*markdown.Block]int // the lines behind sections, by their headings
	sections []lines                 // those that are open, the innermost last
	lead     string                  // what is above a list or table and forbids what is in it
	banned   string                  // the heading above, if it forbids what is below it
	rules    []Rule
}

// bind reads the bans between two lines; clean are all lines without secrets. What goes with no fact is a rule.
func (r *reader) bind(from, to int, clean []string) []Rule {
	b := &binder{
		reader:  r,
		ends:    map[*markdown.Block]int{},
		unclear: map[*Fact]bool{},
		itself:  map[*Fact]bool{},
		hidden:  map[string]bool{},
	}
	for i := range r.facts {
		b.found = append(b.found, &r.facts[i])
	}
	for i := range r.unclear {
		b.found, b.unclear[&r.unclear[i]] = append(b.found, &r.unclear[i]), true
	}
	slices.SortStableFunc(b.found, func(x, y *Fact) int { return x.Line - y.Line })
	for i, line := range clean {
		if line == r.source[i] {
			continue
		}
		shown := bareWords(line)
		for _, word := range bareWords(r.source[i]) {
			if !slices.Contains(shown, word) {
				b.hidden[word] = true
			}
		}
	}
	next := slices.Repeat([]int{to}, 7) // heading, by its level
	for _, h := range slices.Backward(r.doc.Headings()) {
		level := h.Level
		if level == 1 && r.tops == 1 {
			level = 6 // the title of a file is above its first lines alone
		}
		b.ends[h] = slices.Min(next[:level+1])
		next[h.Level] = r.doc.Line(h.Start)
	}
	b.sections = []lines{{from, slices.Min(next), ""}}
	for _, block := range r.doc.Blocks {
		line := r.doc.Line(block.Start)
		switch {
		case r.ctx.Err() != nil:
			return nil
		case line < from || line >= to:
		case block.Kind == markdown.Heading:
			b.enterSection(block)
		default:
			b.block(block, nil)
		}
	}
	var unclear []Fact
	for i := range r.unclear {
		if !b.itself[&r.unclear[i]] {
			unclear = append(unclear, r.unclear[i])
		}
	}
	r.unclear = unclear
	return b.rules
}

// enterSection opens the section of a heading.
func (b *binder) enterSection(h *markdown.Block) {
	line, name := b.doc.Line(h.Start), headingText(h)
	b.sections = slices.DeleteFunc(b.sections, func(s lines) bool { return s.to <= line })
	b.sections = append(b.sections, lines{line, b.ends[h], name})
	b.lead, b.banned = "", ""
	switch {
	case !IsBan(name):
	case countWords(name) <= maxName/2 && text.Of(name).Forbids():
		b.banned = name + ": "
	case countWords(name) <= maxName:
		b.give(line, name, nil)
	}
}

// block reads the bans of a block, which is in items and rows, the innermost last.
func (b *binder) block(block *markdown.Block, around []lines) {
	line := b.doc.Line(block.Start)
	const deepest = 3 // items around one
	own := append(
		slices.Clone(around[max(0, len(around)-deepest):]), lines{line, b.doc.Line(max(block.End-1, block.Start)) + 1, ""})
	lead := b.lead
	b.lead = ""
	switch block.Kind {
	case markdown.Paragraph, markdown.Cell:
		if block.Kind == markdown.Cell {
			own = around
		}
		b.sentences(newPassage(line, block.Text), own)
	case markdown.Code:
		b.comments(block, own)
	case markdown.List, markdown.Table:
		if lead != "" {
			b.led(lead, own)
		}
		for _, child := range block.Children {
			b.block(child, around)
		}
	case markdown.Item, markdown.Row, markdown.Quote:
		for _, child := range block.Children {
			b.block(child, own)
		}
	}
}

// sentences reads the bans of a text. One that ends in a colon is about what is below it, and one that points at the
// sentence before it goes with that.
func (b *binder) sentences(p passage, around []lines) {
	var before span // the sentence before
	for _, s := range sentences(p.text) {
		said := p.cut(s)
		if leans(said.text) && s.end-before.start <= LongestBan && IsBan(said.text) &&
			!hasStrong(p.text[before.start:before.end]) {
			said = p.cut(span{before.start, s.end})
		}
		before = s
		switch {
		case host.IsTemplate(said.text), b.isOut(said.line):
		case b.banned != "":
			b.rule(said.line, b.withheld(b.banned+said.text))
		case !IsBan(p.text[s.start:s.end]):
		case endsInColon(said.text) && s.end == len(p.text):
			b.lead = said.text
		default:
			b.give(said.line, said.text, around)
		}
	}
}

// isOut reports whether what a line says holds no longer.
func (b *binder) isOut(line int) bool {
	return slices.Contains(b.passed[line], outOfUse) || slices.Contains(b.passed[line], crossedOut)
}

// leans reports whether a sentence points at the one before it, or says too little by itself.
func leans(sentence string) bool {
	n, points := 0, false
	for word := range text.Split(sentence) {
		points = points || n < maxName && text.IsPointing(word)
		n++
	}
	return points || n < maxName/2
}

// comments reads the bans that comments of a fence are.
func (b *binder) comments(block *markdown.Block, around []lines) {
	first := b.doc.Line(block.Start)
	for i, line := range strings.Split(block.Text, "\n") {
		m := reComment().FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			_, behind, _ := strings.Cut(line, " # ")
			m = []string{"", behind}
		}
		if IsBan(m[1]) {
			b.give(first+i, m[1], around)
		}
	}
}

// led gives what is above a list or a table to the facts in it; without any, both are one rule.
func (b *binder) led(lead string, around []lines) {
	in := around[len(around)-1]
	if len(b.in(in)) > 0 {
		b.give(in.from-1, lead, around)
		return
	}
	start, _ := b.doc.LineSpan(in.from)
	_, end := b.doc.LineSpan(in.to - 1)
	b.rule(in.from-1, b.withheld(text.OneLine(lead+" "+string(b.doc.Source[start:end]))))
}

// rule notes a ban that goes with no fact.
func (b *binder) rule(line int, said string) {
	b.pass(line, ruleAlone)
	b.rules = append(b.rules, Rule{string(b.path), line, text.OneLine(said)})
}

// in are the facts in a range of lines.
func (b *binder) in(l lines) []*Fact {
	at := func(line int) int {
		i, _ := slices.BinarySearchFunc(b.found, line, func(f *Fact, line int) int { return f.Line - line })
		return i
	}
	return b.found[at(l.from):max(at(l.from), at(l.to))]
}

// give gives a ban to the facts beside it: those of the innermost item or row around it that has any, else to those of
// its section that it names, or to all of them. A section below it, or one with many bans, must share a word with it.
func (b *binder) give(line int, ban string, around []lines) {
	ban = strings.TrimRight(strings.TrimSpace(ban), ".。")
	if strings.Count(ban, "**")%2 > 0 {
		ban = strings.Trim(ban, "*")
	}
	ban = b.withheld(ban)
	said := text.Normal(plain(ban))
	value := said
	if p, isPair := split(ban); isPair {
		value = text.Normal(plain(ban[p.value.start:p.value.end]))
	}
	isTold := func(f *Fact) bool {
		return strings.Contains(text.Normal(plain(f.Heading+" "+f.Label()+" "+f.Told())), value)
	}
	const most = 300 // facts that a ban is about
	for i, l := range slices.Backward(append(slices.Clone(b.sections), around...)) {
		beside, isSection := b.in(l), i < len(b.sections)
		if len(beside) > most {
			continue
		}
		beside = slices.DeleteFunc(slices.Clone(beside), func(f *Fact) bool {
			is := b.unclear[f] && isTold(f)
			b.itself[f] = b.itself[f] || is
			return is
		})
		switch {
		case !slices.ContainsFunc(beside, func(f *Fact) bool { return !b.unclear[f] }):
			if !isSection && len(beside) > 0 {
				b.share(line, beside, func(f *Fact) *string { return &f.Ban }, ban)
			}
			continue
		case !isSection && slices.ContainsFunc(beside, isTold):
			return
		}
		if beside = slices.DeleteFunc(beside, isTold); len(beside) == 0 {
			return
		}
		named := slices.DeleteFunc(slices.Clone(beside), func(f *Fact) bool {
			return !isNamed(said, f.Key) && !isNamed(said, f.Core())
		})
		isFew := i == len(b.sections)-1 && len(beside[0].Shared)+len(ban) <= LongestBan
		switch {
		case len(named) > 0 && len(named) < len(beside), !isSection && isOne(beside):
			if len(named) > 0 {
				beside = named
			}
			b.share(line, beside, func(f *Fact) *string { return &f.Ban }, ban)
		case isSection && (ban == secrets.Redacted || !isFew && !isAbout(ban, l.heading)):
			b.rule(line, ban)
		default:
			b.share(line, beside, func(f *Fact) *string { return &f.Shared }, ban)
		}
		return
	}
	b.rule(line, ban)
}

// withheld is a ban, or secrets.Redacted if it holds a secret or may hold one: a word that is redacted elsewhere in the
// document, one behind the name of a secret that is more than a plain word, or one that looks chosen and that no fact has.
func (b *binder) withheld(ban string) string {
	p, isPair := split(ban)
	mayHide := strings.Contains(ban, secrets.Redacted) || isLogin(ban) ||
		isPair && secrets.IsSecretName(plain(ban[p.key.start:p.key.end]))
	isNamed := false
	unspaced := func(r rune) rune { // what is written without spaces parts other words
		if text.IsCJK(r) {
			return ' '
		}
		return r
	}
	for i, word := range bareWords(strings.Map(unspaced, ban)) {
		isName := i > 0 && unicode.IsUpper(firstRune(word))
		mayHide = mayHide || secrets.IsStrong(word) || b.hidden[word] ||
			secrets.LooksChosen(word) && !b.known(word) || isNamed && isName && strings.Contains(word, "-")
		isNamed = isNamed || secrets.IsSecretName(word)
	}
	if mayHide {
		return secrets.Redacted
	}
	return ban
}

// known reports whether a fact has a word.
func (b *binder) known(word string) bool {
	return slices.ContainsFunc(b.found, func(f *Fact) bool {
		return strings.Contains(f.Heading+" "+f.Label()+" "+f.Value+" "+f.Qualifier, word)
	})
}

// share adds a ban to those of facts.
func (b *binder) share(line int, all []*Fact, field func(*Fact) *string, ban string) {
	b.pass(line, WithFacts)
	for _, f := range all {
		to := field(f)
		*to = strings.TrimPrefix(*to+"\n"+ban, "\n")
	}
}

// isNamed reports whether a normal text has a name, as words.
func isNamed(said, name string) bool {
	name = text.Normal(name)
	return name != "" && strings.Contains(" "+said+" ", " "+name+" ")
}

// isOne reports whether facts tell of one thing.
func isOne(all []*Fact) bool {
	return !slices.ContainsFunc(all, func(f *Fact) bool { return f.Key != all[0].Key || f.Heading != all[0].Heading })
}

// isAbout reports whether a ban has a word of a heading.
func isAbout(ban, heading string) bool {
	terms := text.Terms(heading)
	return slices.ContainsFunc(text.Terms(ban), func(t string) bool { return slices.Contains(terms, t) })
}

// isIn reports whether a document without line breaks has all bans.
func (b Bans) isIn(flat string) bool {
	return !slices.ContainsFunc(strings.Split(b.Ban+"\n"+b.Shared, "\n"), func(ban string) bool {
		return !strings.Contains(flat, text.OneLine(ban))
	})
}
