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
		case done == total:
			if a.line {
				a.inLine("")
			}
		case now.Sub(began) >= soon && now.Sub(shown) >= often:
			shown = now
			a.inLine(fmt.Sprintf("%s, %d of %d", what, done, total))
		}
	}
}

// recallProgress is counting for the index, which elsewhere tells every tenth part in a line.
func (a *deps) recallProgress() func(done, total int) {
	const what = "reading notes"
	if a.flags.quiet || a.inPlace {
		return a.counting(what)
	}
	told := 0
	return func(done, total int) {
		if part := done * 10 / total; part > told {
			told = part
			a.talk("%s, %d of %d", what, done, total)
		}
	}
}

// progress shows how requests go on: in place on a terminal, else in a line each.
func (a *deps) progress() func(llm.Progress) {
	if a.flags.quiet {
		return nil
	}
	if !a.inPlace {
		return func(p llm.Progress) {
			if p.Done {
				a.talk("%s", progressLine(p))
			}
		}
	}
	var shown time.Time
	return func(p llm.Progress) {
		now := a.now()
		if !p.Done && now.Sub(shown) < often {
			return
		}
		shown = now
		a.inLine(progressLine(p))
		if p.Done {
			shown = time.Time{} // the next one shows at once
			a.inLine("")
		}
	}
}

// sayEstimate says what a first run with a model takes, as its answers may take very long.
func (a *deps) sayEstimate(cost distill.Cost, takes time.Duration) {
	if a.flags.quiet {
		return
	}
	line := "about " + plural(cost.Requests, "request")
	switch minutes := int(takes.Round(time.Minute).Minutes()); {
	case minutes > 0:
		line += fmt.Sprintf(", %s at the speed of the exam", plural(minutes, "minute"))
	case takes > 0:
		line += ", less than a minute at the speed of the exam"
	}
	a.talk("%s", line)
}

// progressLine fits into 80 columns.
func progressLine(p llm.Progress) string {
	what := map[string]string{
		"find": "finding practices", "assign": "assigning lessons", "word": "wording", "verify": "verifying",
		"teaches": "comparing a lesson with a line", "lookup": "naming facts", "expect": "expecting messages",
		string(distill.ReadWhole): "reading a long text",
	}
	line := fmt.Sprintf("%s, request %d of %d", what[p.What], p.Request, p.Of)
	if p.Exam != "" {
		line = fmt.Sprintf("examining %s: %s", p.Exam, line)
	}
	if p.Again {
		line += " again"
	}
	if p.Cached {
		return line + ": known already"
	}
	line += ": " + plural(p.Tokens, "token")
	if p.PerSecond > 0 {
		line += fmt.Sprintf(", %.0f a second", p.PerSecond)
	}
	if left := p.Left.Round(time.Second); left > 0 {
		line += fmt.Sprintf(", %v left", left)
	}
	return line
}
