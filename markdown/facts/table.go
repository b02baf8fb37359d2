package facts

import (
	"cmp"
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// column is what the cells below one head have in common.
type column struct {
	head string
	// remarks: it explains the others. states: it says of all rows only how they are.
	remarks, states bool
}

// table reads rows: the first cells name what the others tell. Tables of incidents are passed over.
func (r *reader) table(b *markdown.Block, parent string) {
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
			columns = append(columns, column{head: plain(c)})
		}
	}
	ofIncidents := func(c column) bool { return slices.Contains(skipColumns(), strings.ToLower(c.head)) }
	nameless := func(cells []string) bool { return len(cells) < 2 || cells[0] == "" || len(cells) > len(columns) }
	if slices.ContainsFunc(columns, ofIncidents) || slices.ContainsFunc(rows, nameless) {
		return
	}
	if isNumbered := func(cells []string) bool { return digits(cells[0]) && len(cells) > 2 }; len(rows) > 0 &&
		strings.Trim(columns[0].head, "#") == "" && !slices.ContainsFunc(rows, not(isNumbered)) {
		columns = columns[1:]
		for i := range rows {
			rows[i] = rows[i][1:]
		}
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
	for i := range columns {
		columns[i].measure(rows, i)
	}
	named, first, missed := namedBy(rows), len(r.facts), false
	for i, cells := range rows {
		before := len(r.facts) + r.settled
		r.row(row{lines[i], columns, cells, named}, parent)
		missed = missed || len(r.facts)+r.settled == before
	}
	r.group(first, r.doc.Line(b.Start), cmp.Or(parent, r.heading), missed)
}

func not[T any](is func(T) bool) func(T) bool { return func(one T) bool { return !is(one) } }

// namedBy is how many cells name a row so that no other has the name: what repeats ("GET", "yes") names none. It is 0 where
// none do.
func namedBy(rows [][]string) int {
	for n := 1; n <= 2; n++ {
		seen := map[string]bool{}
		for _, cells := range rows {
			if n < len(cells) && (n > 1 || !reMethod().MatchString(plain(cells[0]))) {
				seen[strings.Join(cells[:n], "\n")] = true
			}
		}
		if len(seen) == len(rows) {
			return n
		}
	}
	return 0
}

// reMethod is what a request does, and not to what.
var reMethod = words.Lazily(`^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$`)

// measure looks at the cells of a column: most of one that explains are phrases.
func (c *column) measure(rows [][]string, i int) {
	const phrase = 3 // words
	filled, phrases, states := 0, 0, 0
	for _, cells := range rows {
		if i >= len(cells) || cells[i] == "" {
			continue
		}
		filled++
		if isState(plain(cells[i])) {
			states++
		}
		if countWords(cells[i]) >= phrase && len(scan(cells[i])) == 0 {
			phrases++
		}
	}
	head := strings.ToLower(c.head)
	c.states = states == filled
	c.remarks = slices.Contains(remarkColumns(), head) || slices.Contains(fields(), head) ||
		slices.Contains(remarkColumns(), firstWord(head)) || 2*phrases > filled
}

// row is a row of which the first cells are its name.
type row struct {
	line    int
	columns []column
	cells   []string
	named   int
}

// row offers what a row tells: all of its cells, or code in front of the words that say what that is.
func (r *reader) row(in row, parent string) {
	if slices.ContainsFunc(in.cells, isRefused) {
		r.settled++ // it is no more
		return
	}
	text := strings.Join(in.cells, " | ")
	if len(text) > longestText {
		return
	}
	n := max(in.named, 1)
	c := candidate{
		shape: listed, line: in.line, text: text, torn: in.named == 0 || countWords(withoutAside(in.cells[0])) > maxName,
		key: within(parent, plain(strings.Join(in.cells[:n], " "))),
	}
	told := in.told(n)
	switch tells := func(i int) bool { return isTelling(in.cells[i], in.columns[i]) }; {
	case len(told) == 0:
		r.settled++
	case n == 1 && isCodeOrURL(in.cells[0]) && !slices.ContainsFunc(told, tells) && smallWords(in.cells[told[0]]) > 0:
		c.key = parent
		line := r.source[in.line-1]
		from, to := strings.Index(line, in.cells[told[0]]), strings.LastIndex(line, in.cells[told[len(told)-1]])
		about := ""
		if from >= 0 && to >= from {
			about = line[from : to+len(in.cells[told[len(told)-1]])]
		}
		r.explained(c, in.cells[0], about)
	case slices.ContainsFunc(told, tells), isCodeOrURL(in.cells[0]):
		r.offer(in.candidates(c, told)...)
	}
}

// told are the cells of a row that say something, but those that name it.
func (in row) told(from int) (told []int) {
	for i := from; i < len(in.cells); i++ {
		if strings.ContainsFunc(in.cells[i], isWordRune) && !in.columns[i].states {
			told = append(told, i)
		}
	}
	return told
}

// isTelling reports whether a cell holds something to look up.
func isTelling(cell string, of column) bool {
	isShort := countWords(cell) <= maxName/2 && strings.ContainsAny(cell, "0123456789") &&
		!reDay().MatchString(plain(cell))
	return hasStrong(cell) || !of.remarks && (isShort || isKindWord(of.head))
}

// candidates are cells of a row, each below the head of its column.
func (in row) candidates(c candidate, told []int) (all []candidate) {
	length := 0
	for _, i := range told {
		c.value, c.field, c.attr, c.cell = in.cells[i], in.columns[i].head, in.columns[i].head, true
		if in.columns[i].remarks || len(told) == 1 && isPlainName(c.attr) {
			c.attr = ""
		}
		length += len(c.value)
		all = append(all, c)
	}
	for i := range all {
		all[i].torn = c.torn || length > Longest
	}
	return all
}

// isValue reports whether a cell names nothing but is what a name has.
func isValue(cell, head string) bool {
	cell = plain(cell)
	marks := scan(cell)
	telling := []words.Kind{words.Time, words.HostName, phone, amount}
	return digits(cell) && (ids().In(head) || ports().In(head)) ||
		len(marks) == 1 && marks[0].span == span{0, len(cell)} && slices.Contains(telling, marks[0].kind)
}
