package recall

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"wisdom/internal/text"
)

// In a program, "return" and "results" are syntax and names, which say little of what a note
// is about. So of its lines only comments, names of several parts (load_orders), and
// numbers count. Commands, settings, logs and drawings in a block of code count in full.

const (
	// leastStatements is how many statements a program has at least: one call is a command.
	leastStatements = 2
	// statementShare is the share of the lines of a block from which on it is a program. Most
	// blocks of programs reach it, and none of JSON.
	statementShare = 0.05
)

var (
	// reStatement is a line that begins as only one of a program does: a call, a declaration, a condition.
	reStatement = text.Lazily(`^\s*(?:[\w.]+\s*:?=\s*)?(?:await\s+|return\s+|new\s+)?[A-Za-z_][\w.]*\(|` +
		`^\s*(?:def|class|const|let|var|return|func|fn|import|from\s+\S+\s+import)\s|` +
		`^\s*(?:if|elif|else|for|while|with|try|except|switch|case)\b.*[:{]\s*$`)
	reName    = text.Lazily(`[A-Za-z]+(?:_[A-Za-z]+)+`)
	reComment = text.Lazily(`(?:^|\s)(?:#|//|--)\s|^\s*/?\*`)
)

// block is a run of lines, each by where it starts and ends in a text.
type block [][2]int

// terms are the terms of a passage, in the order of their places, but for those
// that are the syntax of a program.
func (p *passage) terms() []placed {
	found := termsOf(p.text, p.language)
	if !p.code && !strings.Contains(p.text, "```") && !strings.Contains(p.text, "~~~") {
		return found
	}
	for _, b := range p.blocks() {
		if b.isProgram(p.text) {
			b = b.withoutComments(p.text)
			found = slices.DeleteFunc(found, func(t placed) bool { return isPlain(t.term) && b.has(t.start) })
			found = b.appendNames(found, p.text)
		}
	}
	slices.SortStableFunc(found, func(a, b placed) int { return cmp.Compare(a.start, b.start) })
	return found
}

// blocks are the blocks of code in a passage, which may be one itself.
func (p *passage) blocks() (all []block) {
	inside, at := p.code, 0
	var b block
	for line := range strings.Lines(p.text) {
		switch {
		case !p.code && reFence().MatchString(line):
			all, b, inside = append(all, b), nil, !inside
		case inside && strings.TrimSpace(line) != "":
			b = append(b, [2]int{at, at + len(line)})
		}
		at += len(line)
	}
	return append(all, b)
}

// isProgram reports whether a block holds as many statements as a program.
func (b block) isProgram(text string) bool {
	statements := 0
	for _, line := range b {
		if isStatement(text[line[0]:line[1]]) {
			statements++
		}
	}
	return statements >= leastStatements && float64(statements) >= statementShare*float64(len(b))
}

// isStatement reports whether a line is one that only a program has. An expression that has to begin where the line
// does is fast; what may be anywhere is looked for without one.
func isStatement(line string) bool {
	end := strings.TrimRight(line, blanks)
	front, opens := strings.CutSuffix(end, "{")
	return strings.HasSuffix(end, ";") || opens && strings.HasSuffix(strings.TrimRight(front, blanks), ")") ||
		strings.Contains(line, "=>") || reStatement().MatchString(line)
}

// blanks are what \s stands for in an expression.
const blanks = " \t\n\f\r"

// withoutComments ends each line where its comment begins.
func (b block) withoutComments(text string) block {
	for i, line := range b {
		if comment := reComment().FindStringIndex(text[line[0]:line[1]]); comment != nil {
			b[i][1] = line[0] + comment[0]
		}
	}
	return b
}

// appendNames adds the names of several parts as terms, wherever signs join them to others:
// "self.load_orders" holds load_orders.
func (b block) appendNames(found []placed, text string) []placed {
	for _, line := range b {
		for _, at := range reName().FindAllStringIndex(text[line[0]:line[1]], -1) {
			found = append(found, placed{wholeTerm(strings.ToLower(text[line[0]+at[0] : line[0]+at[1]])), line[0] + at[0]})
		}
	}
	return found
}

// has reports whether a place is in one of the lines.
func (b block) has(at int) bool {
	i := sort.Search(len(b), func(i int) bool { return b[i][1] > at })
	return i < len(b) && b[i][0] <= at
}
