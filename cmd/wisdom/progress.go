package main

import (
	"fmt"
	"time"

	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
)

// How long work takes before it shows progress, and how often that changes.
const (
	soon  = 300 * time.Millisecond
	often = 100 * time.Millisecond
)

// clearLine goes back to the beginning of a line of the terminal and empties it.
const clearLine = "\r\x1b[K"

// inLine shows a text in the line of the terminal that shows progress; an empty text clears the line.
func (a *deps) inLine(text string) {
	if a.line = text != ""; a.line {
		text = "wisdom: " + text
	}
	fmt.Fprint(a.err, clearLine+text)
}

// counting shows how far long work is, in place on a terminal and nowhere else. Work that ends soon shows nothing.
func (a *deps) counting(what string) func(done, total int) {
	if a.flags.quiet || !a.inPlace {
		return nil
	}
	began := a.now()
	shown := began
	return func(done, total int) {
		now := a.now()
		switch {
		case done == total && a.line:
			a.inLine("")
		case done < total && now.Sub(began) >= soon && now.Sub(shown) >= often:
			shown = now
			a.inLine(fmt.Sprintf("%s, %d of %d", what, done, total))
		}
	}
}

// progress shows how requests go on: in place on a terminal, else in a line each.
func (a *deps) progress() func(llm.Progress) {
	var shown time.Time
	return func(p llm.Progress) {
		switch now := a.now(); {
		case a.flags.quiet, !a.inPlace && !p.Done:
		case !a.inPlace:
			a.talk("%s", progressLine(p))
		case p.Done:
			shown = time.Time{} // the next one shows at once
			a.inLine("")
		case now.Sub(shown) >= often:
			shown = now
			a.inLine(progressLine(p))
		}
	}
}

// sayEstimate says what a first run with a model takes, as its answers may take very long.
func (a *deps) sayEstimate(cost distill.Cost, takes time.Duration) {
	if !a.flags.quiet {
		a.talk("about %s%s", plural(cost.Requests, "request"), textIf(takes > 0, ", "+
			plural(int(takes.Minutes())+1, "minute")+" at the speed of the exam"))
	}
}

// progressLine fits into 80 columns.
func progressLine(p llm.Progress) string {
	what := map[string]string{
		"find": "finding practices", "assign": "assigning lessons", "word": "wording", "verify": "verifying",
		"teaches": "comparing a lesson with a line", "expect": "expecting messages",
		string(distill.ReadWhole): "reading a long text",
	}
	line := fmt.Sprintf("%s, request %d of %d", what[p.What], p.Request, p.Of)
	line = textIf(p.Exam != "", "examining "+p.Exam+": ") + line + textIf(p.Again, " again")
	if p.Cached {
		return line + ": known already"
	}
	line += ": " + plural(p.Tokens, "token") + textIf(p.PerSecond > 0, fmt.Sprintf(", %.0f a second", p.PerSecond))
	left := p.Left.Round(time.Second)
	return line + textIf(left > 0, fmt.Sprintf(", %v left", left))
}
