package collect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/markdown"
	"wisdom/review/ledger"
)

// table reads a table: the column that is labelled as the lesson, or, below a
// lesson heading, all of a row.
func (r *reader) table(table *markdown.Block, at place) {
	column := -1
	for _, row := range table.Children {
		if r.ctx.Err() != nil {
			return
		}
		if row.Header {
			column = r.lessonColumn(row, at)
			if at.decides = column < 0 && decides(row); at.decides && at.role == neutral && r.inline {
				at.role = lessons
			}
			if column >= 0 && at.holds() && slices.Contains(known().decisions, bare(row.Children[column].Text)) {
				at.role = decisions
			}
			at.mended = column >= 0 && slices.Contains(known().remedies, bare(row.Children[column].Text))
			continue
		}
		if !at.holds() && (column < 0 || at.role != neutral) {
			return
		}
		r.row(row, column, at)
	}
}

// decides says whether the columns of a table are cases, and then what to do.
func decides(header *markdown.Block) bool {
	const columns = 2
	if len(header.Children) < columns {
		return false
	}
	cells := header.Children
	return asks(cells[0], known().cases) && asks(cells[len(cells)-1], known().steps)
}

func asks(cell *markdown.Block, labels []string) bool {
	return slices.Contains(labels, strings.TrimRight(bare(cell.Text), " .…?？"))
}

// lessonColumn is the column that holds the lesson, or the decision; beside
// mistakes it is how they were mended. Without any it is -1.
func (r *reader) lessonColumn(header *markdown.Block, at place) int {
	column, mended, mistakes := -1, -1, false
	for i, cell := range header.Children {
		switch label := bare(cell.Text); {
		case kindOfLabel(cell.Text) == ruleLabel, at.holds() && slices.Contains(known().decisions, label):
			column = i
		case slices.Contains(known().remedies, label):
			mended = i
		case slices.Contains(known().incidents, label):
			mistakes = true
		}
	}
	if column < 0 && mistakes {
		return mended
	}
	return column
}

func (r *reader) row(row *markdown.Block, column int, at place) {
	var cells []string
	for i, cell := range row.Children {
		text := flat(cell)
		if reUnfilledDate().MatchString(text) { // the example row of a template
			return
		}
		switch {
		case reDate().MatchString(text) && len(text) <= len("2006-01-02")+4:
			at.date = reDate().FindString(text)
		case text != "" && (column < 0 || i == column):
			cells = append(cells, text)
		}
	}
	if at.role == index {
		for _, cell := range cells {
			r.emit(cell, row, row, at)
		}
		return
	}
	text := strings.Join(cells, " → ")
	if at.decides && len(cells) > 0 && flat(row.Children[len(row.Children)-1]) == "" {
		return // nobody has written yet what to do
	}
	if strings.Contains(text, "](#") { // a line of an index
		return
	}
	if at.mended && reMended().MatchString(fold(text)) {
		return
	}
	if column >= 0 && at.role == neutral {
		at.role = lessons
	}
	r.emit(text, row, row, at)
}

// emit notes a lesson that stands from one block to another.
func (r *reader) emit(text string, from, to *markdown.Block, at place) {
	r.emitLines(text, r.doc.Line(from.Start), r.doc.Line(max(to.End-1, to.Start)), at)
}

var (
	rePrefixDate = words.Lazily(`^(?:[\[(【]?(\d{4}-\d{2}-\d{2})[\])】]?|\*\*[\[(]?(\d{4}-\d{2}-\d{2})[\])]?:?\*\*)\s*[:：—–-]?\s*`)
	// reIndexed is what a line of an index ends with: where the lesson stands.
	reIndexed      = words.Lazily(`\s*(?:(?:→|->|—|–|:|\.{3,}|…)\s*\S+(?:\s\S+)?|[(（][^()（）]*[)）])\s*$`)
	reUnfilledDate = words.Lazily(`^(?:YYYY-MM-DD|RRRR-MM-DD|ГГГГ-ММ-ДД|JJJJ-MM-TT|AAAA-MM-DD|TT\.MM\.JJJJ|DD/MM/YYYY)$`)
	reMachine      = words.Lazily(`^(?:<!--|[0-9a-f]{7,40}\s)`)
	rePointer      = words.Lazily(`(?i)^(?:see(?: also)?|siehe(?: auch)?|vgl\.|ver(?: también)?|voir(?: aussi)?|vedi(?: anche)?|zie(?: ook)?|zob(?:acz)?\.?(?: (?:też|także))?|см\.(?: также)?|lihat(?: juga)?|xem(?: thêm)?|参见|见)[ :：]\S+(?:\s\S+){0,3}$|^\S+(?:\s\S+){0,2}\s?(?:を?参照|참고|참조)[。.]?$`)
	reLeftover     = words.Lazily(`^~~.*~~(?:\s+\S+){0,2}$|^\[[^\]]*\]\(#[^)]*\)$|^\[(?:YYYY|JJJJ|AAAA|RRRR|ГГГГ)-(?:MM|ММ)-(?:DD|TT|ДД)\]|^(?:YYYY|JJJJ|AAAA|RRRR|ГГГГ)-(?:MM|ММ)-(?:DD|TT|ДД)$`)
	reExample      = words.Lazily(`^(?:YYYY|JJJJ|AAAA|RRRR|ГГГГ)-(?:MM|ММ)-(?:DD|TT|ДД)`)
	reElsewhere    = words.Lazily("(?:^|\\s)(?:(?:[Ss]ee|[Ss]iehe|[Vv]gl\\.|[Vv]er|[Vv]oir|[Vv]edi|[Zz]ie|[Cc]м\\.) |[见看])[`*]*(?:[\\w/.-]+\\.md|[A-Z_]{3,})[`*]*[.。]?$")
	reUnfilled     = words.Lazily(`^(?:[^:：]{0,12}[:：]\s*)?(?:<[^>]+>|\[[^\]]+\]|\{\{[^}]*\}\}|_[^_]+_|\([^)]*\))[.:]?$`)
)

// longestLesson is the length in bytes from which a text is no lesson but
// something that was pasted; the longest in the field had 400 words.
const longestLesson = 6000

// emitLines notes a lesson, unless the text is none.
func (r *reader) emitLines(text string, start, end int, at place) {
	text = words.OneLine(text)
	if m := rePrefixDate().FindStringSubmatch(text); m != nil {
		at.date = m[1] + m[2]
		text = text[len(m[0]):]
	}
	if kind, _, rest := splitLabel(text); kind == ruleLabel {
		text = rest
	}
	if at.role == index {
		text = reIndexed().ReplaceAllString(text, "")
	}
	if len(text) > longestLesson {
		r.long = append(r.long, start)
		return
	}
	normal := words.Normal(text)
	if !isLesson(text, normal) || !at.labelled && reExample().MatchString(text) {
		return
	}
	kind := ledger.KindLesson
	if at.role == decisions {
		kind = ledger.KindDecision
	}
	bare := bareOf(normal)
	r.found = append(r.found, found{
		kind: kind, text: text, id: idOf(normal), normal: normal, bare: bare, core: coreOf(normal, bare), beginnings: beginnings(normal),
		start: start, end: end, heading: at.heading, date: at.date, echo: at.role == index,
	})
}

// tooShort says whether a text has less than three words; one this long has more.
func tooShort(plain string) bool {
	return len(plain) < 60 && words.Count(plain) < 3 && (!strings.ContainsFunc(plain, isSyllabic) || utf8.RuneCountInString(plain) < 4)
}

// isLeftover tells what was struck out, the example line of a template, a line of
// contents, and a mere reference.
func isLeftover(text string) bool {
	return (strings.ContainsAny(text[:1], "~[YJAR") || strings.HasPrefix(text, "Г")) && reLeftover().MatchString(text) || len(text) < longestPointer && (rePointer().MatchString(text) || reElsewhere().MatchString(text))
}

// isUnfilled tells a line of a template in which nothing stands yet. Brackets at the
// end are rare, the expression is slow.
func isUnfilled(text string) bool {
	end := strings.TrimRight(text[max(len(text)-2, 0):], ".:")
	return end != "" && strings.IndexByte(">]})_", end[len(end)-1]) >= 0 && reUnfilled().MatchString(text)
}

// isTodo tells what is still to be done, or was, by the mark in front.
func isTodo(text string) bool {
	if text == "" || text[0] < utf8.RuneSelf && !strings.ContainsRune("[TtFWdDeEhH", rune(text[0])) {
		return false // most lines
	}
	return reTodo().MatchString(text)
}

// isMachine tells lines that programs write.
func isMachine(text string) bool {
	return reMachine().MatchString(text) || strings.Contains(text, "[score=") || strings.Contains(text, "recalls=")
}

// isStatus tells what was done from what was learned: a tick in front, or a mark
// at the end.
func isStatus(text string) bool {
	end := text[max(len(text)-longestMark, 0):]
	return reTick().MatchString(text) || strings.ContainsAny(end, "(完") && reDone().MatchString(end)
}

// longestPointer is the length in bytes below which a text may be nothing but a
// reference.
const longestPointer = 80

// longestMark is how far from the end a mark such as "(done 2026-11-03)" begins,
// in bytes.
const longestMark = 40

// isLesson says whether a text is one; plain is its normal form.
func isLesson(text, plain string) bool {
	switch {
	case tooShort(plain), isMachine(text), isLeftover(text), isTodo(text), isUnfilled(text),
		isStatus(text) && !normative(strings.ToLower(text)):
		return false
	}
	folded := strings.Trim(fold(plain), "（）「」【】")
	return !slices.Contains(known().nothing, folded) && !slices.ContainsFunc(known().host, func(advice string) bool { return strings.HasPrefix(folded, advice) })
}
