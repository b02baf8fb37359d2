package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/text"
	"wisdom/pipeline/collect"
)

// runExplain shows the verdict on every line of a file, or on those of a place.
func runExplain(ctx context.Context, a *deps, name string) error {
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
	if first > 0 {
		if first > count {
			return fmt.Errorf("%s has %s", name, plural(count, "line"))
		}
		e.Lines = e.Lines[first-1 : min(last, count)]
	}
	return a.respond(e, func() { printExplanation(a, e) })
}

// rePlace matches a place: a path with a line, or with the first and the last line.
var rePlace = text.Lazily(`^(.+):(\d+)(?:-(\d+))?$`)

// placeIn is a file as collect names it, and its lines where the name of a place has some.
func placeIn(a *deps, name string) (file string, first, last int) {
	if m := rePlace().FindStringSubmatch(name); m != nil {
		name = m[1]
		first, _ = strconv.Atoi(m[2])
		last, _ = strconv.Atoi(m[3])
		last = max(first, last)
	}
	if rel, err := filepath.Rel(a.dir, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name)), first, last
}

func printExplanation(a *deps, e *collect.Explanation) {
	if e.Note != "" {
		a.say("%s: %s.\nIf it were read, these would be the verdicts:\n", e.Path, e.Note)
	}
	width := 0
	for _, line := range e.Lines {
		width = max(width, len(line.Verdict))
	}
	for i, line := range e.Lines {
		a.say("%s", strings.TrimRight(fmt.Sprintf("%5d  %-*s  %s", line.Line, width, line.Verdict, line.Text), " "))
		next := slices.IndexFunc(e.Lines[i+1:], func(l collect.Explained) bool { return l.Verdict != "" })
		isSaidBelow := next >= 0 && e.Lines[i+1+next].First == line.First && e.Lines[i+1+next].Because == line.Because
		if line.Because != "" && !isSaidBelow {
			a.say("%*s%s", width+9, "", because(line))
		}
	}
	a.say(aboutVerdicts, 100*collect.LeastChance, 100*collect.LeastToldChance)
}

// because says why a line has its verdict, and what counted most.
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
lesson         a chance of %.0f %% or more: three that say the same can become an entry
maybe          %.0f %% or more, or a label such as "Lesson:": counts only if a model finds a rule in it,
               or you pick it (review add)
not a lesson   less, or ruled out by its form
not looked at  code, comments, headings that only announce what follows, and the like

In brackets: the chance, and what counted most (+ for a lesson, - against it).`
