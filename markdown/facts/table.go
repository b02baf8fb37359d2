package facts

import (
	"slices"
	"strings"
	"unicode"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// column is what the cells below one head have in common.
type column struct {
	head string
	// remarks: it explains the others. shaped: what it holds can be told from its
	// looks, so that a cell of plain words is a remark.
	remarks, shaped bool
}

// table reads rows: the first column names, the others tell. Tables of incidents
// are passed over, and of columns that explain only what stands out.
func (r *reader) table(b *markdown.Block) {
	var columns []column
	var rows [][]string
	var lines []int
	for _, row := range b.Children {
		cells := make([]string, len(row.Children))
		for i, c := range row.Children {
			cells[i] = strings.TrimSpace(c.Text)
		}
		if row.Header {
			for _, c := range cells {
				columns = append(columns, column{head: plain(c)})
			}
			if anyNoise(columns) {
				return
			}
			continue
		}
		rows, lines = append(rows, cells), append(lines, r.doc.Line(row.Start))
	}
	for i := range columns {
		columns[i].measure(rows, i)
	}
	for i, cells := range rows {
		r.row(lines[i], columns, cells)
	}
}

// measure looks at the cells of a column: phrases explain, and where most cells
// hold something specific the others hold nothing.
func (c *column) measure(rows [][]string, i int) {
	const phrase = 3 // words
	filled, phrases, shaped := 0, 0, 0
	for _, cells := range rows {
		if i >= len(cells) || cells[i] == "" || negated(cells[i]) {
			continue
		}
		filled++
		switch marks := scan(cells[i]); {
		case slices.ContainsFunc(marks, mark.strong):
			shaped++
		case countWords(cells[i]) >= phrase && len(marks) == 0:
			phrases++
		}
	}
	c.remarks = isReason(c.head) || isQuestion(c.head) && shaped < filled || 2*phrases > filled
	c.shaped = filled > 1 && 2*shaped > filled
}

func (r *reader) row(line int, columns []column, cells []string) {
	told := 0
	for i := range cells {
		if i > 0 && i < len(columns) && !columns[i].remarks {
			told++
		}
	}
	if len(cells) < 2 || isRefused(cells[0]) || countWords(cells[0]) > 1 && isRule(cells[0]) || countWords(cells[0]) > maxName {
		return
	}
	first := ""
	if len(columns) > 0 {
		first = columns[0].head
	}
	// An id in front of the name it belongs to.
	if number(cells[0]) && isNumbered(first) && !number(cells[1]) && countWords(cells[1]) <= maxName && told >= 1 {
		r.add(line, cells[1], "", strings.Trim(cells[0], "`*"), "")
		cells, columns = cells[1:], columns[min(1, len(columns)):]
		told--
	} else if isCommand(cells[0]) {
		r.add(line, shortLabel(cells[1]), "", strings.Trim(cells[0], "`"), "")
		r.remark(line, cells[0], cells[1])
		return
	}
	before := len(r.facts)
	for i := 1; i < len(cells) && i < len(columns); i++ {
		r.cell(line, cells[0], columns[i], told == 1, cells[i])
	}
	if len(r.facts) == before && reCodeSpan.MatchString(cells[0]) {
		r.add(line, shortLabel(cells[1]), "", strings.Trim(cells[0], "`"), "")
	}
}

// isNumbered says whether a column holds ids and not the names of the rows.
func isNumbered(head string) bool {
	return head == "" || holds(head, []string{"id", "ids", "nr", "no", "number", "nummer", "#", "topic", "thread", "thema", "channel", "kanal", "编号", "话题", "ext", "port"}) || head == "#"
}

// cell reads a cell. only says that no other column tells anything, so that its
// head adds nothing to a name.
func (r *reader) cell(line int, key string, c column, only bool, text string) {
	switch {
	case text == "" || isReason(c.head) || !isSecretName(c.head) && (negated(text) || isPointer(text) || places[strings.ToLower(firstWord(text))] && len(scan(text)) == 0):
		return
	case c.remarks:
		r.remark(line, key, text)
		return
	}
	attr := c.head
	if only && !meaningful(c.head) {
		attr = ""
	}
	for _, v := range cellValues(c, text) {
		if !isPlaceholderCell(v.text) {
			r.add(line, key, strings.TrimSpace(attr+" "+v.attr), v.text, "")
		}
	}
}

// remark finds in a cell of words what can be told from its looks.
func (r *reader) remark(line int, key, text string) {
	if isStory(text) {
		return
	}
	r.inline(line, plain(key), text, false)
}

// cellValues reads a cell whole where it is short, else part by part.
func cellValues(c column, text string) []value {
	marks := scan(text)
	if !slices.ContainsFunc(marks, mark.strong) {
		if c.shaped && countWords(text) >= 2 && len(marks) == 0 && unicode.IsLower(firstRune(text)) {
			return nil
		}
		if short(text) && !strings.ContainsAny(text, "()（）;；[") && len(parts(text)) <= 3 && !isRemark(text) {
			return []value{{"", strings.Trim(text, `"“”„«»'*`+"`")}}
		}
	}
	if len(marks) > 1 && marks[0].kind == words.Code && strings.Contains(text, "` / `") {
		return marked(text, marks, true)
	}
	return values(text)
}

// isRemark says whether a cell of lower-case words behind a comma comments.
func isRemark(text string) bool {
	name, rest, found := strings.Cut(strings.Replace(text, "，", ", ", 1), ", ")
	return found && countWords(name) <= 2 && strings.ToLower(rest) == rest && countWords(rest) > 1
}

func isPlaceholderCell(text string) bool { return len(text) < 2 && !number(text) }
