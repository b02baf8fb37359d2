package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
	"wisdom/pipeline/collect"
)

// explain says what collect makes of every line of a file, or of one line, and why.
func (a *app) explain(ctx context.Context, name string) error {
	known, err := a.ledger()
	if err != nil {
		return err
	}
	name, line, last, err := a.placeOf(name)
	if err != nil {
		return err
	}
	e, err := collect.Explain(ctx, a.fsys, known, a.collectOptions(), name, line, last)
	if err != nil {
		return err
	}
	if line > len(e.Lines) {
		return fmt.Errorf("%s has %s", name, plural(len(e.Lines), "line"))
	}
	if line > 0 {
		e.Lines = e.Lines[line-1 : min(last, len(e.Lines))]
	}
	var also map[int]string
	if !a.flags.json {
		result, err := a.collect(ctx)
		if err != nil {
			return err
		}
		also = elsewhere(result.Lessons, e.Path)
	}
	return a.respond(e, func() { a.printExplanation(e, line > 0, also) })
}

// elsewhere says of each line of a file where else the lesson is written that begins there.
func elsewhere(lessons []lesson.Lesson, path string) map[int]string {
	const most = 3 // places that are named
	also := map[int]string{}
	for _, l := range lessons {
		named := l.Places[:min(len(l.Places), 2*most)]
		for _, here := range l.Places {
			if here.Path != path {
				continue
			}
			var others []string
			for _, p := range named {
				overlaps := p.Path == path && p.StartLine <= here.EndLine && here.StartLine <= p.EndLine
				if !overlaps && len(others) < most {
					others = append(others, p.String())
				}
			}
			if len(others) == 0 {
				continue
			}
			if more := len(l.Places) - 1 - len(others); more > 0 {
				others = append(others, fmt.Sprintf("%d more", more))
			}
			as := "a lesson"
			if l.Class == lesson.Told {
				as = "a maybe"
			}
			const same = "says the same as %s; together they count once, as %s: change every place"
			also[here.StartLine] = fmt.Sprintf(same, strings.Join(others, ", "), as)
		}
	}
	return also
}

// placeOf is a file as collect shows it, and the lines of it if the name of a place has some.
func (a *app) placeOf(name string) (file string, first, last int, err error) {
	if m := reLines().FindStringSubmatch(name); m != nil {
		first, _ = strconv.Atoi(m[2])
		if last = first; m[3] != "" {
			last, _ = strconv.Atoi(m[3])
		}
		if first == 0 || last < first {
			return "", 0, 0, hinted("say "+m[1]+":12, or "+m[1]+":12-15", "%s names no lines", name)
		}
		name = m[1]
	}
	if rel, err := filepath.Rel(a.dir, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name)), first, last, nil
}

// reLines are the lines at the end of a place.
var reLines = words.Lazily(`^(.+):(\d+)(?:-(\d*))?$`)

// printExplanation prints the lines with their verdicts. also says where else they are written.
func (a *app) printExplanation(e *collect.Explanation, ofPart bool, also map[int]string) {
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
		if ofPart && line.Verdict == "" {
			a.say("%5d  is empty", line.Line)
			continue
		}
		a.say("%s", strings.TrimRight(fmt.Sprintf("%5d  %-*s  %s", line.Line, width, line.Verdict, line.Text), " "))
		if line.Because == "" || saidBelow(line, e.Lines[i+1:]) {
			continue
		}
		below := func(format string, args ...any) { a.say("%*s"+format, append([]any{width + 9, ""}, args...)...) }
		if line.Last > line.First && line.Verdict != collect.NotLookedAt {
			below("%s:", strings.TrimSpace(fmt.Sprintf("lines %d to %d together %s", line.First, line.Last, line.As)))
		}
		if ofPart && len(line.Steps) > 0 {
			for _, step := range line.Steps {
				below("%3d %%  %s", step.Percent, step.Says)
			}
			for _, note := range line.Notes {
				below("%s", note)
			}
		} else {
			below("%s", line.Because)
		}
		if line.Taken != "" {
			below("Taken: %q", words.Shorten(line.Taken, longestTaken))
		}
		if line.Shown != "" {
			below("Shown: %q", line.Shown)
		}
		if where := also[line.First]; where != "" {
			below("It %s.", where)
		}
		if ofPart && len(line.Hints) > 0 {
			below("What you can do:")
			for _, hint := range line.Hints {
				below("- %s.", hint)
			}
		}
	}
	about := aboutVerdicts
	if ofPart {
		about = aboutChances
	}
	a.say(about, 100*collect.LeastChance, 100*collect.LeastToldChance)
}

// saidBelow reports whether the next line that holds a text says the same of itself.
func saidBelow(line collect.Explained, next []collect.Explained) bool {
	i := slices.IndexFunc(next, func(l collect.Explained) bool { return l.Verdict != "" })
	return i >= 0 && next[i].First == line.First && next[i].Because == line.Because
}

// longestTaken is how many characters of a text are shown below its line.
const longestTaken = 200

// aboutChances says what the chances mean.
const aboutChances = `
From %.0f %% on it is a lesson; from %.0f %% on a maybe, which is used only if a model calls it a lesson.
Words are counted and not understood; … stands for others that together count more than those named.`

// aboutVerdicts says what the verdicts mean, with the least chance of a lesson and of a maybe.
const aboutVerdicts = `
lesson         likely to be one, from %.0f %% on: three that say the same can become a line of SOUL.md
maybe          from %.0f %% on, or with a label such as "Lesson:": used only if a model calls it a lesson
not a lesson   less likely, or ruled out by its form
not looked at  never weighed: code, comments, headings that only announce what is below them, and the like

Read a chance from left to right: what it is to begin with, and what it becomes with each thing that counts. How
much a thing counts comes from thousands of lines that people judged. Words are counted and not understood.

What you can do if a verdict is wrong:
- To make a line a lesson, word it as an order, "Always ..." or "Never ...", or move it below a heading "## Lessons",
  which works in notes of any language.
- A heading counts by its words: reword it if it announces something else than what is below it.
- To hide a line, make it a comment: <!-- ... -->. To hide a file, write two lines into wisdom.toml beside SOUL.md:
  [sources]
  exclude = ["memory/diary.md"]
Taken is the text that was decided on, if it was cut or joined. Shown is what screens show of a long one.
PATH:LINE explains one line, and what would change its verdict.
Whatever is a lesson, SOUL.md only gets what a review approves.`
