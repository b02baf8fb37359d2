package facts

import (
	"slices"
	"strings"

	"wisdom/internal/text"
	"wisdom/markdown"
)

// column is what the cells below one head have in common.
type column struct {
	head    string
	remarks bool // its head says that it explains the others
}

func newColumn(head string) column {
	lower := strings.ToLower(head)
	of := slices.Concat(noteColumns(), remarkColumns(), fields())
	return column{head, slices.Contains(of, lower)}
}

// table reads rows: the first cells name what the others tell. What parent names are all of its rows. Tables of
// incidents are passed over.
func (r *reader) table(b *markdown.Block, parent string) {
	defer r.below(parent)()
	var columns []column
	var rows [][]string
	var lines []int
	for _, row := range b.Children {
		cells := make([]string, len(row.Children))
		for i, c := range row.Children {
			cells[i] = strings.TrimSpace(c.Text)
		}
		if !row.Header {
			rows, lines = append(rows, cells), append(lines, r.doc.Line(row.Start))
			continue
		}
		for _, c := range cells {
			columns = append(columns, newColumn(plain(c)))
		}
	}
	ofIncidents := func(c column) bool { return slices.Contains(skipColumns(), strings.ToLower(c.head)) }
	nameless := func(cells []string) bool { return len(cells) < 2 || cells[0] == "" || len(cells) > len(columns) }
	if slices.ContainsFunc(columns, ofIncidents) || slices.ContainsFunc(rows, nameless) {
		return
	}
	if isValued := func(cells []string) bool {
		return isValue(cells[0], columns[0].head) && !hasStrong(cells[1]) && !digits(plain(cells[1]))
	}; len(rows) > 0 &&
		!slices.ContainsFunc(rows, not(isValued)) { // an address in front of what has it
		columns[0], columns[1] = columns[1], columns[0]
		for _, cells := range rows {
			cells[0], cells[1] = cells[1], cells[0]
		}
	}
	named := namedBy(rows)
	for i, cells := range rows {
		r.row(row{lines[i], columns, cells, named})
	}
}

func not[T any](is func(T) bool) func(T) bool { return func(one T) bool { return !is(one) } }

// namedBy is how many cells name a row so that no other has the name. It is 0 where none do.
func namedBy(rows [][]string) int {
	for n := 1; n <= 2; n++ {
		seen := map[string]bool{}
		for _, cells := range rows {
			if n < len(cells) {
				seen[strings.Join(cells[:n], "\n")] = true
			}
		}
		if len(seen) == len(rows) {
			return n
		}
	}
	return 0
}

// phrase is how many words say something, and name nothing.
const phrase = 3

// row is a row of which the first cells are its name.
type row struct {
	line    int
	columns []column
	cells   []string
	named   int
}

// row offers what a row tells: its cells, or code in front of the words that say what that is.
func (r *reader) row(in row) {
	for i, cell := range in.cells {
		if i > 0 && strings.HasPrefix(cell, "~~") && isRefused(cell) {
			in.cells[i] = "" // the others hold
		}
	}
	text := strings.Join(in.cells, " | ")
	if slices.ContainsFunc(in.cells, isRefused) {
		r.pass(in.line, crossedOut)
		return
	}
	if len(text) > longestText {
		return
	}
	n := max(in.named, 1)
	c := candidate{
		shape: listed, line: in.line, text: text, torn: in.named == 0 || countWords(withoutAside(in.cells[0])) > maxName,
		key: within("", plain(strings.Join(in.cells[:n], " "))),
	}
	told := in.filled(n)
	isIdle := func(i int) bool { return isTrivial(in.cells[i], in.columns[i]) }
	shown := slices.DeleteFunc(slices.Clone(told), isIdle)
	switch tells := func(i int) bool { return hasStrong(in.cells[i]) }; {
	case n == 1 && len(told) == 1 && isCodeOrURL(in.cells[0]) && !tells(told[0]) && smallWords(in.cells[told[0]]) > 0:
		c.key = ""
		r.explained(c, in.cells[0], in.cells[told[0]])
	case len(shown) == 0:
		r.pass(in.line, stateOnly)
	default:
		r.offer(in.candidates(c, shown)...)
	}
}

// filled are the cells of a row that say something else than states, but those that name it.
func (in row) filled(from int) (all []int) {
	for i := from; i < len(in.cells); i++ {
		if strings.ContainsFunc(in.cells[i], isWordRune) && !isState(in.cells[i]) {
			all = append(all, i)
		}
	}
	return all
}

// isTrivial reports whether no one looks up a cell: it explains and sets no condition, says how large or old something
// was when it was written.
func isTrivial(cell string, of column) bool {
	said := plain(cell)
	switch {
	case isCondition(cell):
		return false
	case reSize().MatchString(said) && !isKindWord(of.head) && !isPlainName(of.head),
		reDay().MatchString(said):
		return true
	}
	isPhrase := countWords(said) >= phrase || countCJK(said) > phrase
	isNumber := func(m mark) bool { return m.kind == text.Number }
	return of.remarks && !hasStrong(cell) && (isTold(cell) || !slices.ContainsFunc(scan(cell), isNumber)) ||
		isPhrase && !strings.ContainsAny(said, "0123456789") && len(scan(cell)) == 0
}

// reSize is how much room something takes.
var reSize = text.Lazily(`^[~≈]?[\d.,]+ ?[KMGT]i?B?\b(?:/.*|\s*\(.*)?$`)

// isCondition reports whether a text limits where or when something holds.
func isCondition(text string) bool {
	return limits().In(text)
}

// candidates are cells of a row, each below the head of its column.
func (in row) candidates(c candidate, shown []int) (all []candidate) {
	for _, i := range shown {
		c.value, c.field, c.attr, c.cell = in.cells[i], in.columns[i].head, in.columns[i].head, true
		if in.columns[i].remarks || len(shown) == 1 && isPlainName(c.attr) {
			c.attr = ""
		}
		if c.key == "" { // plain names, which tell apart what the heading has
			c.attr = strings.TrimSpace(plain(strings.Join(in.cells[:max(in.named, 1)], " ")) + " " + c.attr)
		}
		all = append(all, c.unstruck()...)
	}
	return all
}

// isValue reports whether a cell names nothing but is what a name has.
func isValue(cell, head string) bool {
	cell = plain(cell)
	marks := scan(cell)
	telling := []text.Kind{text.Time, text.HostName, phone, amount}
	return digits(cell) && (ids().In(head) || ports().In(head)) ||
		len(marks) == 1 && marks[0].span == span{0, len(cell)} && slices.Contains(telling, marks[0].kind)
}
