package facts

import (
	"slices"
	"strings"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// column is what the cells below one head have in common.
type column struct {
	head string
	// remarks: it explains the others.
	remarks bool
}

// table reads rows: the first column names, the others tell. Tables of incidents
// are passed over, and of columns that explain only what stands out.
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
	nameless := func(cells []string) bool { return len(cells) > 0 && cells[0] == "" } // its columns are lists
	if slices.ContainsFunc(columns, ofIncidents) || slices.ContainsFunc(rows, nameless) {
		return
	}
	for i := range columns {
		columns[i].measure(rows, i)
	}
	first, isSheet := len(r.facts), len(columns) == 2 // its rows are pairs, each by itself
	belongs := func(int) bool { return !isSheet }
	all := make([]row, len(rows))
	ok := r.whole(0, len(rows), func(i int) { all[i] = r.row(lines[i], columns, rows[i], parent) }, belongs)
	for n := 1; n < len(columns); n++ {
		r.whole(0, len(rows), func(i int) { r.cell(all[i], n) }, belongs)
	}
	ok = isSheet || ok && slices.ContainsFunc(rows, isLookedUp) && r.decided(all)
	if !ok || !areNamed(r.facts[first:], parent) {
		r.withdraw(first, func(int) bool { return true })
	}
}

// decided reports whether each row had something to decide on, and not remarks alone.
func (r *reader) decided(rows []row) bool {
	on := map[int]bool{}
	for _, d := range r.decisions {
		on[d.Line] = true
	}
	return !slices.ContainsFunc(rows, func(in row) bool { return in.columns != nil && !on[in.line] })
}

// isLookedUp reports whether a row has more than plain words.
func isLookedUp(cells []string) bool { return len(scan(strings.Join(cells, " | "))) > 0 }

// areNamed reports whether each row has a key of its own: what repeats ("GET", "yes") names none. Those that parent
// names have none.
func areNamed(rows []Fact, parent string) bool {
	lines := map[string]int{}
	for _, f := range rows {
		if f.Key == parent {
			continue
		}
		if line, there := lines[f.Key]; there && line != f.Line || reMethod().MatchString(f.Key) {
			return false
		}
		lines[f.Key] = f.Line
	}
	return true
}

// reMethod is what a request does, and not to what.
var reMethod = words.Lazily(`^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$`)

// measure looks at the cells of a column: most of one that explains are phrases, or all are states.
func (c *column) measure(rows [][]string, i int) {
	const phrase = 3 // words
	filled, phrases, states := 0, 0, 0
	for _, cells := range rows {
		if i < len(cells) && cells[i] != "" {
			filled++
			if isState(plain(cells[i])) {
				states++
			}
			if countWords(cells[i]) >= phrase && len(scan(cells[i])) == 0 {
				phrases++
			}
		}
	}
	head := strings.ToLower(c.head)
	c.remarks = slices.Contains(remarkColumns(), head) || slices.Contains(fields(), head) ||
		slices.Contains(remarkColumns(), firstWord(head)) ||
		2*phrases > filled || states == filled
}

// row is a row whose first cell names what the others tell.
type row struct {
	candidate
	columns []column
	cells   []string
	only    bool   // one column tells anything: a head that says nothing is left out
	remark  string // on all values
}

// row reads the first cells of a row that is no name with what it has, and returns the others.
func (r *reader) row(line int, columns []column, cells []string, parent string) row {
	if len(columns) > 0 && len(cells) > 2 && strings.Trim(columns[0].head, "#") == "" && digits(cells[0]) {
		columns, cells = columns[1:], cells[1:] // the number of the row
	}
	if slices.ContainsFunc(cells, isRefused) {
		r.answered++ // it is no more
		return row{}
	}
	text := strings.Join(cells, " ")
	isOdd := len(cells) < 2 || len(columns) < len(cells) || len(text) > longestText
	if isOdd || countWords(withoutAside(cells[0])) > maxName {
		return row{}
	}
	c := candidate{shape: listed, line: line, text: text, key: within(parent, plain(cells[0]))}
	told := 0
	for _, column := range columns[1:] {
		if !column.remarks {
			told++
		}
	}
	switch {
	case isValue(cells[0], columns[0].head) && !hasStrong(cells[1]) && !digits(plain(cells[1])) && countWords(cells[1]) <= maxName:
		// A number, a time or an address in front of the name it belongs to.
		c.key, c.value, c.mark = within(parent, plain(cells[1])), plain(cells[0]), words.Number
		r.offer(c)
		cells, columns = cells[1:], columns[1:]
		told--
	case reCodeSpan().MatchString(cells[0]) && !isWordList(cells[1]) &&
		!hasStrong(strings.Join(cells[1:], " | ")) && (len(cells) == 2 || told == 0):
		// Code in front of the words that say what it is.
		c.value = cells[0]
		isWords := func(cell string) bool { return cell != "" && !isState(plain(cell)) }
		if i := slices.IndexFunc(cells[1:], isWords); i >= 0 {
			r.explained(c, cells[1+i], parent)
		}
		return row{}
	}
	r.answered++
	return row{c, columns, cells, told == 1, remarkOn(columns, cells)}
}

// isValue reports whether a cell names nothing but is what a name has.
func isValue(cell, head string) bool {
	cell = plain(cell)
	marks := scan(cell)
	telling := []words.Kind{words.Time, words.HostName, phone, amount}
	return digits(cell) && kindIn(head, ID, Port) ||
		len(marks) == 1 && marks[0].span == span{0, len(cell)} && slices.Contains(telling, marks[0].kind)
}

// isWordList reports whether a cell lists single words.
func isWordList(cell string) bool {
	all := strings.Split(cell, ", ")
	return len(all) > 1 && !slices.ContainsFunc(all, func(w string) bool { return strings.Contains(withoutAside(w), " ") })
}

// remarkOn is the cell of a row that limits where its values hold, or says what the code is that
// names it; or empty.
func remarkOn(columns []column, cells []string) string {
	for i, text := range cells {
		if i == 0 || !columns[i].remarks || hasStrong(text) || reSwitch().MatchString(text) {
			continue
		}
		isShort := countWords(text) <= maxName && len(scan(text)) == 0
		isTold := reState().MatchString(text) && (!strings.HasPrefix(text, "✅") || strings.Contains(text, "("))
		if isTold && isShort || isShort && limits().In(text) ||
			countWords(text) <= maxName+2 && reCodeSpan().MatchString(cells[0]) {
			return text
		}
	}
	return ""
}

// cell offers the values of the cell n of a row.
func (r *reader) cell(in row, n int) {
	if n >= len(in.cells) {
		r.answered++
		return
	}
	c, column, text := in.candidate, in.columns[n], in.cells[n]
	if text == "" || strings.HasPrefix(text, "(") || strings.HasPrefix(text, "（") || isRefused(text) ||
		column.remarks && !hasStrong(text) {
		r.answered++
		return
	}
	c.attr, c.field, c.qualifier = column.head, column.head, in.remark
	if column.remarks {
		c.shape = noted
	}
	if column.remarks || in.only && isPlainName(column.head) {
		c.attr = ""
	}
	r.fragments(newPassage(c.line, text), c, !column.remarks)
}
