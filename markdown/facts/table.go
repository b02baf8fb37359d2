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
	isSheet := len(columns) == 2 // its rows are pairs, each by itself
	r.whole(len(rows), func(i int) { r.row(lines[i], columns, rows[i], parent) }, func(Fact) bool { return !isSheet })
}

// whole reads parts that are alike: the rows of a table, the items of a list. A part of them would look like all:
// if one may be a fact and cannot be read, those that belong to them are unclear.
func (r *reader) whole(parts int, read func(i int), belongs func(Fact) bool) {
	first, missed := len(r.facts), false
	for i := range parts {
		facts, answered := len(r.facts), r.answered
		read(i)
		missed = missed || len(r.facts) == facts && r.answered == answered
	}
	if !missed {
		return
	}
	all, isListed := r.facts[first:], r.listed[first:]
	r.facts, r.listed = r.facts[:first:first], r.listed[:first:first]
	for i, f := range all {
		if !belongs(f) {
			r.facts, r.listed = append(r.facts, f), append(r.listed, isListed[i])
			continue
		}
		r.unclear = append(r.unclear, f)
		delete(r.known, f.Value)
		delete(r.seen, f.id())
	}
}

// measure looks at the cells of a column: most of one that explains are phrases.
func (c *column) measure(rows [][]string, i int) {
	const phrase = 3 // words
	filled, phrases := 0, 0
	for _, cells := range rows {
		if i < len(cells) && cells[i] != "" {
			filled++
			if countWords(cells[i]) >= phrase && len(scan(cells[i])) == 0 {
				phrases++
			}
		}
	}
	head := strings.ToLower(c.head)
	c.remarks = slices.Contains(remarkColumns(), head) || slices.Contains(fields(), head) ||
		slices.Contains(remarkColumns(), firstWord(head)) ||
		2*phrases > filled
}

func (r *reader) row(line int, columns []column, cells []string, parent string) {
	if len(columns) > 0 && len(cells) > 2 && strings.Trim(columns[0].head, "#") == "" && digits(cells[0]) {
		columns, cells = columns[1:], cells[1:] // the number of the row
	}
	if slices.ContainsFunc(cells, isRefused) {
		r.answered++ // it is no more
		return
	}
	text := strings.Join(cells, " ")
	isOdd := len(cells) < 2 || len(columns) < len(cells) || len(text) > longestText
	if isOdd || countWords(withoutAside(cells[0])) > maxName {
		return
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
		r.explained(c, cells[1], parent)
		return
	}
	remark := remarkOn(columns, cells)
	for i := 1; i < len(cells); i++ {
		r.cell(c, columns[i], told == 1, cells[i], remark)
	}
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
		if i == 0 || !columns[i].remarks || hasStrong(text) {
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

// cell offers the values of a cell. only says that no other column tells anything, so
// that a head that says nothing is left out.
func (r *reader) cell(c candidate, column column, only bool, text, remark string) {
	if text == "" || strings.HasPrefix(text, "(") || strings.HasPrefix(text, "（") || isRefused(text) ||
		column.remarks && !hasStrong(text) {
		return
	}
	c.attr, c.field, c.qualifier = column.head, column.head, remark
	if column.remarks {
		c.shape = noted
	}
	if column.remarks || only && isPlainName(column.head) {
		c.attr = ""
	}
	r.fragments(newPassage(c.line, text), c, !column.remarks)
}
