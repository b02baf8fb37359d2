package collect

import (
	"slices"
	"strings"

	"wisdom/markdown"
)

// table reads a table row by row: the column that holds the lesson, if its head says
// so, else the whole row.
func (r *reader) table(table *markdown.Block, at place) {
	column := -1
	var past []bool // columns of what held earlier
	for _, row := range table.Children {
		if !row.Header {
			r.row(row, column, past, at)
			continue
		}
		r.skip(row, "head of a table")
		if column = r.lessonColumn(row, at); column >= 0 {
			at.label = lessonLabel
		}
		past = pastColumns(row)
		at.row = column < 0
		at.columns = headingWords(joinCells(row, ", "))
	}
}

// lessonColumn returns the column that holds the lesson, or the decision; beside
// mistakes it is how they were mended. Without any it is -1.
func (r *reader) lessonColumn(header *markdown.Block, at place) int {
	column, action, mistakes := -1, -1, false
	for i, cell := range header.Children {
		switch kind, label := kindOfLabel(cell.Text), bare(cell.Text); {
		case kind == lessonLabel, at.role == lessons && slices.Contains(known().Headings.Decisions, label):
			column = i
		case kind == actionLabel:
			action = i
		case slices.Contains(known().Labels.Incident, label):
			mistakes = true
		}
	}
	if column < 0 && mistakes {
		return action
	}
	return column
}

// pastColumns are the columns of a table that say what held earlier, beside one that says what holds now.
func pastColumns(header *markdown.Block) []bool {
	past, now := make([]bool, len(header.Children)), false
	for i, cell := range header.Children {
		past[i] = kindOfLabel(cell.Text) == withdrawnLabel
		now = now || slices.Contains(known().Withdrawn.Current, bare(cell.Text))
	}
	if !now {
		return nil
	}
	return past
}

func (r *reader) row(row *markdown.Block, column int, past []bool, at place) {
	var cells []string
	for i, cell := range row.Children {
		text := flat(cell)
		if strings.HasPrefix(strings.Trim(text, "[]()<>*_`"), "YYYY-MM-DD") { // the example row of a template
			r.skip(row, "template row")
			return
		}
		switch {
		case i < len(past) && past[i]:
		case i != column && len(row.Children) > 1 && isPlainMark(text):
			at.withdrawn = true
		case reDate().MatchString(text) && len(text) <= len("2006-01-02")+4:
			at.date = reDate().FindString(text)
		case text != "" && (column < 0 || i == column):
			cells = append(cells, text)
		}
	}
	r.offer(strings.Join(cells, " → "), row, row, at)
}
