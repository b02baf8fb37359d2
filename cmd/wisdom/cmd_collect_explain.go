package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/words"
	"wisdom/pipeline/collect"
)

// explain says what collect makes of every line of a file, or of those of a place, and why.
func explain(ctx context.Context, a *deps, name string) error {
	known, err := ledger(a)
	if err != nil {
		return err
	}
	name, first, last := placeIn(a, name)
	e, err := collect.Explain(ctx, a.fsys, known, a.collectOptions(), name)
	if err != nil {
		return err
	}
	count := len(e.Lines)
	e.Lines = slices.DeleteFunc(e.Lines, func(l collect.Explained) bool {
		return first > 0 && (l.Line < first || l.Line > last)
	})
	if len(e.Lines) == 0 && first > 0 {
		return fmt.Errorf("%s has %s", name, plural(count, "line"))
	}
	return a.respond(e, func() { printExplanation(a, e) })
}

// reLines are the lines at the end of a place.
var reLines = words.Lazily(`^(.+):(\d+)(?:-(\d+))?$`)

// placeOf is a file as collect shows it, and the lines of it if the name of a place has some.
func placeIn(a *deps, name string) (file string, first, last int) {
	if m := reLines().FindStringSubmatch(name); m != nil {
		name = m[1]
		first, _ = strconv.Atoi(m[2])
		if last = first; m[3] != "" {
			last, _ = strconv.Atoi(m[3])
		}
	}
	if rel, err := filepath.Rel(a.dir, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name)), first, last
}

// printExplanation prints the lines with their verdicts.
func printExplanation(a *deps, e *collect.Explanation) {
	if e.Note != "" {
		a.say("%s: %s.\nIf collect read it, it would decide so:\n", e.Path, e.Note)
	}
	width := 0
	for _, line := range e.Lines {
		width = max(width, len(line.Verdict))
	}
	for i, line := range e.Lines {
		a.say("%s", strings.TrimRight(fmt.Sprintf("%5d  %-*s  %s", line.Line, width, line.Verdict, line.Text), " "))
		if line.Because != "" && !saidBelow(line, e.Lines[i+1:]) {
			a.say("%*s%s", width+9, "", because(line))
		}
	}
	a.say(aboutVerdicts, 100*collect.LeastChance, 100*collect.LeastToldChance)
}

// saidBelow reports whether the next line that holds a text was decided on together with this one.
func saidBelow(line collect.Explained, next []collect.Explained) bool {
	i := slices.IndexFunc(next, func(l collect.Explained) bool { return l.Verdict != "" })
	return i >= 0 && next[i].First == line.First && next[i].Because == line.Because
}

// because says why a line has its verdict: what made it one, and what weighed most.
func because(line collect.Explained) string {
	says := line.Because
	if line.Last > line.First && line.Verdict != collect.NotLookedAt {
		says = fmt.Sprintf("lines %d to %d together: %s", line.First, line.Last, says)
	}
	if line.Chance == 0 {
		return says
	}
	reasons := make([]string, len(line.Reasons))
	for i, r := range line.Reasons {
		reasons[i] = fmt.Sprintf("%+.1f %s", r.Weight, r.Says)
	}
	return fmt.Sprintf("%s (%d %%: %s)", says, int(100*line.Chance), strings.Join(reasons, ", "))
}

// aboutVerdicts says what the verdicts mean, with the least chance of a lesson and of a maybe.
const aboutVerdicts = `
lesson         a chance of %.0f %% or more: three that say the same can become a line of SOUL.md
maybe          %.0f %% or more, or a label such as "Lesson:": used only if a model calls it a lesson
not a lesson   less, or ruled out by its form
not looked at  code, comments, headings that only announce what is below them, and the like

In brackets are the chance and what weighs most in it: + for a lesson, - against. Words are counted, not understood.`
