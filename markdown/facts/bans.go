package facts

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// LongestBan is the most bytes of the bans that one fact may have in a table, longestShared of those of its section.
const (
	LongestBan    = 2 * Longest
	longestShared = 2 * LongestBan
)

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
	return len(b.Ban) <= LongestBan && len(b.Shared) <= longestShared &&
		!strings.Contains(b.Ban+b.Shared, secrets.Redacted)
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
	first, rest, _ := strings.Cut(plain(s), " ")
	isLimited := text.IsImperative(first) && limits().In(rest) && !isTold(s)
	return !strings.HasPrefix(s, "~~") && !isQuestion(s) &&
		(isLimited || slices.ContainsFunc(strings.FieldsFunc(s, text.IsBreak), isOne))
}

// lines is a range of lines, the last one excluded, and the name of what is there: of a section the heading above.
type lines struct {
	from, to int
	name     string
	isRow    bool
	explains bool // what is read now says what the others are, or is beside several
}

// remark is what a document says beside facts.
type remark struct {
	line  int
	said  string
	isBan bool // it forbids something or sets a condition, or is marked as a warning
	// isFirst: its section begins with it.
	isFirst bool
	// isWords tells of a few words with nothing to look up. They go with the facts of their own item or paragraph, and with
	// those that they name, whatever they say and in whatever language.
	isWords func() bool
}

func never() bool { return false }

// binder gives what a document says beside its facts to these.
type binder struct {
	*reader
	found     []*Fact // and what is unclear, in the order of their lines
	says      map[*Fact]string
	unclear   map[*Fact]bool
	hidden    map[string]bool         // words that are redacted
	itself    map[*Fact]bool          // of what is unclear, the bans
	ends      map[*markdown.Block]int // the lines behind sections, by their headings
	sections  []lines                 // those that are open, the innermost last
	lead      string                  // what is above a list or table and forbids what is in it
	banned    string                  // the heading above, if it forbids what is below it
	isStrange bool                    // its language is none of those that package lang knows
	warns     bool                    // what is read now is marked as a warning
	heads     []*markdown.Block       // of the table that is read now
	inHeading bool                    // what is read now is a heading, which says nothing of what is above it
	before    *markdown.Block         // of a section, the one above that is read now: its heading, or nil
	rules     []Rule
}

// bind reads the bans between two lines; clean are all lines without secrets. What goes with no fact is a rule.
func (r *reader) bind(from, to int, clean []string) []Rule {
	b := &binder{
		reader: r, says: map[*Fact]string{}, ends: map[*markdown.Block]int{}, unclear: map[*Fact]bool{},
		itself: map[*Fact]bool{}, hidden: map[string]bool{}, isStrange: isStrange(clean),
	}
	for i := range r.facts {
		b.found = append(b.found, &r.facts[i])
	}
	for i := range r.unclear {
		b.found, b.unclear[&r.unclear[i]] = append(b.found, &r.unclear[i]), true
	}
	slices.SortStableFunc(b.found, func(x, y *Fact) int { return x.Line - y.Line })
	for _, f := range b.found {
		b.says[f] = spaced(f.Heading + " " + f.Label() + " " + f.Shown())
	}
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
	b.sections = []lines{{from: from, to: slices.Min(next)}}
	for _, block := range r.doc.Blocks {
		line := r.doc.Line(block.Start)
		switch {
		case r.ctx.Err() != nil:
			return nil
		case line < from || line >= to:
		case block.Kind == markdown.Heading:
			b.enterSection(block)
		default:
			b.block(block, b.scope(block))
		}
		b.before = block
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

// spaced is a text as it is compared: words with spaces around them.
func spaced(s string) string {
	isMark := func(r rune) bool { return !isWordRune(r) && !unicode.Is(unicode.M, r) }
	return " " + strings.Join(strings.FieldsFunc(text.Normal(plain(s)), isMark), " ") + " "
}

// isStrange reports whether one word in ten has a letter that no word of the languages in package lang has.
func isStrange(clean []string) bool {
	const share = 10
	words, strange := 0, 0
	for _, line := range clean {
		for word := range strings.FieldsSeq(line) {
			if !strings.ContainsFunc(word, unicode.IsLetter) {
				continue
			}
			words++
			if strings.ContainsFunc(word, func(r rune) bool {
				return unicode.IsLetter(r) && !text.IsCJK(r) && !unicode.Is(unicode.Hangul, r) &&
					!lang.Letters()[unicode.ToLower(r)]
			}) {
				strange++
			}
		}
	}
	return words > 0 && strange*share >= words
}

// enterSection opens the section of a heading.
func (b *binder) enterSection(h *markdown.Block) {
	line, name := b.doc.Line(h.Start), headingText(h)
	b.sections = slices.DeleteFunc(b.sections, func(s lines) bool { return s.to <= line })
	b.sections = append(b.sections, lines{from: line, to: b.ends[h], name: name})
	b.lead, b.banned = "", ""
	isAside := func(clause string) bool { return isLimit(clause) && !strings.HasPrefix(name, clause) }
	switch {
	case !IsBan(name) && !slices.ContainsFunc(strings.FieldsFunc(name, text.IsBreak), isAside):
	case text.Of(name).Forbids() && IsBan(name) && countWords(name) <= maxName/2:
		b.banned = name + ": "
	default:
		b.inHeading = true
		b.give(remark{line: line, said: name, isBan: true, isWords: never}, nil)
		b.inHeading = false
	}
}

// reCallout is what begins a callout, reWarning a mark that warns.
var (
	reCallout = text.Lazily(`^\[!(\w+)\]\s*`)
	reWarning = text.Lazily(`^(?:\[!(?:WARNING|CAUTION|IMPORTANT)\]|⚠️?|🚫|⛔|🛑|❗|‼️?|☠️?)`)
)

// block reads the bans of a block, which is in items and rows, the innermost last.
func (b *binder) block(block *markdown.Block, around []lines) {
	line := b.doc.Line(block.Start)
	own := append(slices.Clone(around), lines{from: line, to: b.doc.Line(max(block.End-1, block.Start)) + 1})
	lead := b.lead
	b.lead = ""
	switch block.Kind {
	case markdown.Paragraph:
		b.sentences(newPassage(line, block.Text), own)
	case markdown.Cell:
		b.sentences(newPassage(line, block.Text), around)
	case markdown.Code:
		b.comments(own)
	case markdown.List, markdown.Table:
		if lead != "" && !b.led(lead, own) {
			return
		}
		heads := b.heads
		if block.Kind == markdown.Table {
			b.heads = block.Children[0].Children
		}
		for _, child := range block.Children {
			b.block(child, around)
		}
		b.heads = heads
	case markdown.Item, markdown.Row, markdown.Quote:
		if block.Header {
			return
		}
		const deepest = 3 // items around one
		own[len(own)-1].name, own[len(own)-1].isRow = plain(opening(block)), block.Kind == markdown.Row
		own = own[max(0, len(own)-deepest):]
		warned := b.warns
		b.warns = warned || reWarning().MatchString(opening(block))
		for i, child := range block.Children {
			if child.Kind == markdown.Cell {
				head := strings.ToLower(plain(b.heads[i].Text))
				if secrets.IsSecretName(head) || slices.ContainsFunc(b.in(own[len(own)-1]), b.toldBy(child.Text)) {
					continue
				}
				own[len(own)-1].explains = !isNote(plain(child.Text), head) || b.mayHide(child.Text, []string{head})
			}
			b.block(child, own)
		}
		b.warns = warned
		if block.Kind == markdown.Row {
			b.beyond(line, own)
		}
	}
}

// scope is the list or the table with what leads to it or bears it, which what is said in it is about.
func (b *binder) scope(block *markdown.Block) []lines {
	isLed := (block.Kind == markdown.List || block.Kind == markdown.Table) && b.before != nil &&
		b.before.Kind == markdown.Paragraph
	if !isLed {
		return nil
	}
	name, _ := leadIn(b.before.Text)
	if name == "" && bearer(b.before.Text) == "" {
		return nil
	}
	from, to := b.doc.Line(b.before.End-1), b.doc.Line(max(block.End-1, block.Start))+1
	return []lines{{from: from, to: to, explains: true}}
}

// beyond reads what a row has behind its last column.
func (b *binder) beyond(line int, own []lines) {
	cells := strings.Split(strings.Trim(b.source[line-1], "| \t"), "|")
	if len(cells) > len(b.heads) {
		b.sentences(newPassage(line, strings.TrimSpace(strings.Join(cells[len(b.heads):], "|"))), own)
	}
}

// isNote reports whether a cell may say what else there is to know of its row, and not what the row is, or how.
func isNote(cell, head string) bool {
	n := countWords(cell)
	return n > 1 && n <= maxName && !isState(cell) && !reSize().MatchString(cell) && !reDay().MatchString(cell) &&
		(slices.Contains(noteColumns(), head) || !newColumn(head).remarks)
}

// sentences reads the bans of a text. One that ends in a colon is about what is below it, and one that points at the
// sentence before it goes with that.
func (b *binder) sentences(p passage, around []lines) {
	for at, line := strings.IndexByte(p.raw, '\n'), p.line; at > 0; line++ {
		next := strings.IndexByte(p.raw[at+1:], '\n')
		if len(b.in(lines{from: line, to: line + 1})) > 0 { // what goes on behind the line of a fact is said beside it
			b.sentences(p.cut(span{0, at}), around)
			p, at = p.cut(span{at + 1, len(p.raw)}), -1
		}
		if next < 0 {
			break
		}
		at += next + 1
	}
	p = p.cut(span{len(reCallout().FindString(p.text)), len(p.text)})
	warns := b.warns || reWarning().MatchString(p.text)
	var before span // the sentence before
	for _, s := range sentences(p.text) {
		one := p.text[s.start:s.end]
		said, isBan := p.cut(s), IsBan(one)
		if isBan && leans(one) && s.end-before.start <= LongestBan && !hasStrong(p.text[before.start:before.end]) {
			said = p.cut(span{before.start, s.end})
		}
		before = s
		isMarked := warns && (isBan || !isValued(one))
		switch {
		case host.IsTemplate(said.text), b.isOut(said.line, one):
		case b.banned != "":
			b.rule(said.line, b.withheld(b.banned+said.text))
		case endsInColon(one) && s.end == len(p.text):
			if isBan || isMarked {
				b.lead = one
			}
		default:
			isWords := sync.OnceValue(func() bool {
				// In languages whose words are not known, and in Korean, whose words have endings, any text may be prose.
				mayBe := b.isStrange || strings.ContainsFunc(one, text.IsSyllable) || isProse(one)
				return mayBe && b.isWords(one, said.line) && !b.isNearSecret(around)
			})
			isFirst := b.before != nil && b.before.Kind == markdown.Heading && len(around) > 0 &&
				!around[0].isRow && !reItem().MatchString(strings.TrimSpace(b.source[around[0].from-1]))
			isBan = isBan || isMarked || isLimit(one) && isShort(one)
			isBan = isBan && (isProse(one) || !isShort(one) || !b.isBelowSecret(around))
			b.give(remark{said.line, said.text, isBan, isFirst, isWords}, around)
		}
	}
}

// isWords reports whether a sentence is a few words that no rule refuses for more than being words.
func (b *binder) isWords(s string, line int) bool {
	isMore := func(reason string) bool {
		return !slices.Contains(inWords, reason) && !slices.Contains([]string{stateOnly, WithFacts, ruleAlone}, reason)
	}
	return isShort(s) && !isPlaceholder(s, false) && !slices.ContainsFunc(b.passed[line], isMore)
}

// isShort reports whether a text is a few words without a label that say how it is, and hold nothing to look up.
func isShort(s string) bool {
	_, isPair := split(s)
	return !isPair && strings.ContainsFunc(s, isWordRune) && countWords(s) <= longestRemark && !isQuestion(s) &&
		!isTold(s) && !isValued(s)
}

// isLimit reports whether a text begins or ends with what forbids or limits: "no reboots", "only at night".
func isLimit(s string) bool {
	return limits().Begins(s) || limits().Ends(strings.TrimRight(s, ".!。！")) || text.Of(firstWord(s)).Forbids()
}

// isValued reports whether a text holds something to look up, but amounts and times.
func isValued(s string) bool {
	return slices.ContainsFunc(scan(s), func(m mark) bool { return m.strong() && m.kind != amount && m.kind != text.Time })
}

// isOut reports whether what a line says holds no longer.
func (b *binder) isOut(line int, said string) bool {
	return slices.Contains(b.passed[line], outOfUse) || strings.HasPrefix(said, "~~") || strings.HasPrefix(said, "[")
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

// comments reads the bans that comments of a fence are: of the lines right above and below them, or of all of it.
func (b *binder) comments(around []lines) {
	for line := around[len(around)-1].from; line < around[len(around)-1].to; line++ {
		said := strings.TrimSpace(b.source[line-1])
		if _, behind, found := strings.Cut(said, " # "); found {
			said = behind
		} else if m := reComment().FindStringSubmatch(said); m != nil {
			said = m[1]
		} else {
			continue
		}
		if IsBan(said) {
			b.give(
				remark{line: line, said: said, isBan: true, isWords: never},
				append(slices.Clone(around), lines{from: line - 1, to: line + 2}),
			)
		}
	}
}

// led gives what is above a list or a table to the facts in it, and reports whether there are any: without, both are one
// rule.
func (b *binder) led(lead string, around []lines) bool {
	in := around[len(around)-1]
	if len(b.in(in)) > 0 {
		b.give(remark{line: in.from - 1, said: lead, isBan: true, isWords: never}, around)
		return true
	}
	start, _ := b.doc.LineSpan(in.from)
	_, end := b.doc.LineSpan(in.to - 1)
	b.rule(in.from-1, b.withheld(text.OneLine(lead+" "+string(b.doc.Source[start:end]))))
	return false
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

// give gives a remark to the facts beside it: those of the innermost item, row or paragraph around it that has any, else
// those of its section that it names, or a ban to all of them. A ban beside something else is a rule.
func (b *binder) give(m remark, around []lines) {
	m.said = strings.TrimRight(strings.TrimSpace(m.said), ".。")
	if strings.Count(m.said, "**")%2 > 0 {
		m.said = strings.Trim(m.said, "*")
	}
	told, isElse := b.toldBy(m.said), false
	m.said = b.withheld(m.said)
	for i, l := range slices.Backward(append(slices.Clone(b.sections), around...)) {
		isSection, beside := i < len(b.sections), slices.Clone(b.in(l))
		if m.isBan {
			beside = slices.DeleteFunc(beside, func(f *Fact) bool {
				b.itself[f] = b.itself[f] || b.unclear[f] && told(f)
				return b.unclear[f] && told(f)
			})
		}
		facts := slices.DeleteFunc(slices.Clone(beside), func(f *Fact) bool { return b.unclear[f] })
		at := slices.IndexFunc(beside, told)
		switch {
		case isSection && b.inHeading && i < len(b.sections)-1,
			!isSection && len(beside) > 0 && !m.isBan && (l.explains || !m.isWords()):
			return
		case len(facts) == 0:
			isOwn := i < len(b.sections)+len(around)-2 // and not only the text of the ban
			isElse = isElse || !isSection && (len(beside) > 0 || l.name != "" && !isPlainName(l.name) && (isOwn || l.isRow))
		case isSection:
			m.isFirst = m.isFirst && i == len(b.sections)-1
			b.giveSection(m, slices.DeleteFunc(facts, told), isElse || i < len(b.sections)-1 && !isAbout(m.said, l.name))
			return
		case at >= 0:
			if isCondition(m.said) && beside[at].Attr == "" {
				b.tie(around[0], beside[at].Key)
			}
			return
		default:
			b.share(m, facts, isOne(facts) || len(facts) < min(few, len(b.in(b.sections[len(b.sections)-1]))))
			return
		}
	}
	if m.isBan {
		b.rule(m.line, m.said)
	}
}

// few are more facts than have a ban each that they share.
const few = 5

// giveSection gives a remark to those facts of a section that it names, or a ban to all of them, if it is about nothing else.
func (b *binder) giveSection(m remark, facts []*Fact, isElse bool) {
	said := spaced(m.said)
	isRest := !m.isBan && unicode.IsLower(firstRune(m.said)) // of a sentence on the line before
	named := slices.DeleteFunc(slices.Clone(facts), func(f *Fact) bool {
		if isRest && !strings.HasPrefix(said, strings.TrimRight(spaced(f.Key), " ")) {
			return true
		}
		return (isPlainName(f.Key) || !isNamed(said, f.Key)) && !isNamed(said, f.Core())
	})
	p, isPair := split(m.said)
	switch {
	case len(facts) == 0:
	case m.isFirst && m.isBan && m.said != secrets.Redacted && !isElse:
		b.share(m, facts, false)
	case len(named) > 0 && len(named) < len(facts) && (m.isBan || m.isWords()):
		b.share(m, named, true)
	case !m.isBan && (!b.isStrange || isElse || !m.isWords()):
	case isElse, m.said == secrets.Redacted,
		isPair && startsSpecific(m.said[p.value.start:p.value.end]) && !IsBan(m.said[p.key.start:p.key.end]):
		b.rule(m.line, m.said)
	default:
		b.share(m, facts, false)
	}
}

// toldBy reports whether a fact says what a remark says, behind its label if it has one.
func (b *binder) toldBy(said string) func(*Fact) bool {
	if p, isPair := split(said); isPair {
		said = said[p.value.start:p.value.end]
	}
	said = spaced(said)
	if strings.ContainsFunc(said, text.IsCJK) {
		said = strings.TrimSpace(said)
	}
	return func(f *Fact) bool { return strings.Contains(b.says[f], said) }
}

// tie makes the facts of one name in an item stand in a table together, or not at all: one of them limits the others.
func (b *binder) tie(item lines, key string) {
	for _, f := range b.in(item) {
		if f.Key == key {
			f.Tied = item.from
		}
	}
}

// share adds a remark to those of facts: to each, or to what is shared by all of a section.
func (b *binder) share(m remark, all []*Fact, isOwn bool) {
	if m.said == secrets.Redacted && !m.isBan {
		return
	}
	b.pass(m.line, WithFacts)
	for _, f := range all {
		to := &f.Shared
		if isOwn {
			to = &f.Ban
		}
		if !slices.Contains(b.with[m.line], f.Line) {
			b.with[m.line] = append(b.with[m.line], f.Line)
		}
		if len(*to) <= longestShared && !strings.Contains("\n"+*to+"\n", "\n"+m.said+"\n") {
			*to = strings.TrimPrefix(*to+"\n"+m.said, "\n")
		}
	}
}

// isNamed reports whether a text with spaces around it has a name, as words.
func isNamed(said, name string) bool {
	name = text.Normal(name)
	return name != "" && strings.Contains(said, " "+name+" ")
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
