package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"wisdom/pipeline/collect"
)

// explain says what collect makes of every line of a file, or of one line, and why.
func (a *app) explain(ctx context.Context, name string) error {
	known, err := a.ledger()
	if err != nil {
		return err
	}
	name, line, last := a.placeOf(name)
	e, err := collect.Explain(ctx, a.fsys, known, a.collectOptions(), name)
	if err != nil {
		return err
	}
	if line > len(e.Lines) {
		return fmt.Errorf("%s has %s", name, plural(len(e.Lines), "line"))
	}
	if line > 0 {
		e.Lines = e.Lines[line-1 : min(max(line, last), len(e.Lines))]
	}
	return a.respond(e, func() { a.printExplanation(e) })
}

// placeOf is a file as collect shows it, and the lines of it if the name of a place has some.
func (a *app) placeOf(name string) (file string, line, last int) {
	if colon := strings.LastIndexByte(name, ':'); colon > 0 {
		first, end, _ := strings.Cut(name[colon+1:], "-")
		if n, err := strconv.Atoi(first); err == nil {
			last, _ = strconv.Atoi(end) // without one it is 0
			name, line = name[:colon], n
		}
	}
	if rel, err := filepath.Rel(a.dir, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name)), line, last
}

func (a *app) printExplanation(e *collect.Explanation) {
	if e.Note != "" {
		a.say("%s: %s.", e.Path, e.Note)
		if e.Hint != "" {
			a.say("To change that, %s.", e.Hint)
		}
		a.say("If collect read it, it would decide so:")
		a.say("")
	}
	width := 0
	for _, line := range e.Lines {
		width = max(width, len(line.Verdict))
	}
	for i, line := range e.Lines {
		a.say("%s", strings.TrimRight(fmt.Sprintf("%5d  %-*s  %s", line.Line, width, line.Verdict, line.Text), " "))
		if line.Because == "" || i+1 < len(e.Lines) && e.Lines[i+1].First == line.First &&
			e.Lines[i+1].Because == line.Because {
			continue
		}
		isOfSeveral := line.Last > line.First && line.Verdict != collect.NotLookedAt
		together := textIf(isOfSeveral, fmt.Sprintf("lines %d to %d together: ", line.First, line.Last))
		a.say("%5s  %-*s  (%s%s)", "", width, "", together, line.Because)
	}
	a.say(aboutVerdicts, 100*collect.LeastChance, 100*collect.LeastToldChance)
}

// aboutVerdicts says what the verdicts mean, with the least chance of a lesson and of a maybe.
const aboutVerdicts = `
lesson         likely to be one, from %.0f %% on: three that say the same can become a line of SOUL.md
maybe          from %.0f %% on, or behind a label "Lesson:": used only if a model calls it a lesson
not a lesson   less likely, or ruled out by its form
not looked at  never weighed: headings, code and the like

Words, characters and signs are counted, not understood: they weigh as they did in thousands of judged lines.
The heaviest are named, each with its weight; what weighs little is summed up too.

What you can do if a verdict is wrong:
- To make a line a lesson, write it as an order, "Always ..." or "Never ...", below a heading "## Lessons".
- "Lesson:" in front of a line makes it at least a maybe, unless it is a template or a placeholder.
- A heading counts by its words: reword it if it announces something else than what is below it.
- To hide a line, make it a comment: <!-- ... -->.
- To hide a file, add it to exclude below [sources] in wisdom.toml.
A text in several places counts as it does in the best of them.
Whatever is a lesson, SOUL.md only gets what a review approves.`
