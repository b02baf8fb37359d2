package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"wisdom/internal/words"
	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

// Tools checks the text of TOOLS_COMPACT.md: its size, that it is a table and no
// prose, and that it holds no secret and no orders.
func Tools(source []byte, opts Options) []Finding {
	r := &report{opts: opts}
	r.tools(source)
	return r.sorted()
}

func (r *report) toolsFile(fsys workspace.FS) error {
	b, err := fsys.ReadFile(lookup.File, workspace.MaxTarget)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", lookup.File, err)
	}
	r.tools(b)
	return nil
}

func (r *report) tools(source []byte) {
	budgets := r.opts.Budgets
	if n := budgets.Count.Tokens(string(source)); n > budgets.Tools {
		r.add(RuleToolsBudget, lookup.File, 0, "take out what can be looked up in TOOLS.md", "%d tokens, %d are allowed", n, budgets.Tools)
	}
	r.secrets(lookup.File, source)
	for i, line := range strings.Split(string(source), "\n") {
		line = strings.TrimSpace(line)
		if why := Injection(line); why != "" {
			r.add(RuleInjection, lookup.File, i+1, "find out how it got there, and take it out", "the line %s", why)
		}
		if isProse(line) {
			r.add(RuleToolsProse, lookup.File, i+1, "keep the value, and leave the story in TOOLS.md", "the line tells instead of listing: %q", clip(line))
		}
	}
}

// isProse says whether a part of a line is a sentence: many words, and hardly
// one of them to look up.
func isProse(line string) bool {
	const sentence = 10 // words
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("·|;•→", r) }) {
		if n := words.Count(part); n >= sentence && !strings.Contains(part, " -") && 4*len(words.Specifics(part)) < n {
			return true
		}
	}
	return false
}
