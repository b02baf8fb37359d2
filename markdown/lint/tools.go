package lint

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/injection"
	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
	"wisdom/markdown/lookup"
)

func (r *Report) toolsFile(fsys workspace.FS) error {
	b, there, err := workspace.ReadIfThere(fsys, lookup.File, workspace.MaxTarget)
	if err != nil {
		return fmt.Errorf("check %s: %w", lookup.File, err)
	}
	if there {
		r.text(lookup.File, b)
	}
	return nil
}

// tools checks the text of TOOLS_COMPACT.md: its size, that it is a table and no
// prose, and that it holds no secret and no orders.
func (r *Report) tools(source []byte) {
	budgets := r.Options.Budgets
	if n := budgets.Tokens(string(source)); n > budgets.Tools {
		r.Add(RuleToolsBudget, lookup.File, 0, BudgetHint(RuleToolsBudget), "%d tokens, %d are allowed", n, budgets.Tools)
	}
	r.secrets(lookup.File, source)
	for i, line := range strings.Split(string(source), "\n") {
		line = strings.TrimSpace(line)
		if why := injection.Reason(line); why != "" {
			r.Add(RuleInjection, lookup.File, i+1, "find out how it got there, and take it out", "the line %s", why)
		}
		if isProse(line) {
			r.Add(RuleToolsProse, lookup.File, i+1, "keep the value; the prose belongs in TOOLS.md",
				"the line is prose, not a fact: %q", clip(line))
		}
	}
}

// isProse reports whether a part of a line is a sentence: many different words,
// words that only hold sentences together among them, and hardly one to look up.
// Headings, quotations, code and what is in brackets are no sentences of the table's own, and what forbids something or
// sets a condition belongs beside what it is about.
func isProse(line string) bool {
	const sentence = 10 // words
	if strings.HasPrefix(line, "#") {
		return false
	}
	line = strings.Join(slices.DeleteFunc(text.Sentences(reQuoted().ReplaceAllString(line, " ")), facts.IsBan), " ")
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("·|;•→", r) }) {
		if text.Count(part) < sentence || strings.Contains(part, " -") {
			continue
		}
		part = strings.TrimSpace(part)
		least, values := sentence, text.Specifics(part)
		if n := len(values); n > 0 && values[n-1].End == len(part) {
			least = 2 * sentence // a long name, and its value behind it
		}
		if n, binding := plainWords(part); n >= least && 4*len(values) < n && 6*binding >= n {
			return true
		}
	}
	return false
}

var reQuoted = text.Lazily("`[^`]*`|\\([^()]*\\)|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』")

// plainWords counts the different words of a text that are nothing but letters, and
// how many of them only hold sentences together. Two characters of a script that
// writes no spaces count as a word, as in text.Count.
func plainWords(s string) (n, binding int) {
	seen := map[string]bool{}
	characters, particles := 0, 0
	for field := range strings.FieldsSeq(s) {
		word := strings.ToLower(strings.TrimFunc(field, unicode.IsPunct))
		if word == "" || seen[word] {
			continue
		}
		seen[word] = true
		if strings.ContainsFunc(word, text.IsCJK) {
			for _, r := range word {
				if text.IsCJK(r) {
					characters++
				}
				if unicode.Is(unicode.Hiragana, r) || strings.ContainsRune(functionWords(), r) {
					particles++
				}
			}
			continue
		}
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
			continue
		}
		n++
		if text.IsStop(word, "") {
			binding++
		}
	}
	return n + (characters+1)/2, binding + (particles+1)/2
}

// functionWords are characters that hold sentences together.
var functionWords = sync.OnceValue(func() string {
	return lang.Concat(func(l *lang.Language) string { return l.Words.FunctionWords })
})
