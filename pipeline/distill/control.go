package distill

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/text"
	"wisdom/prompts"
)

//go:embed data/controls.json
var controlLines []byte

// controls are lines of other trades, which the lessons of no agent teach, by their language as text.Language names it;
// English is for all others.
var controls = sync.OnceValue(func() (lines map[string][]string) {
	if err := json.Unmarshal(controlLines, &lines); err != nil {
		panic(err) // they are compiled in
	}
	return lines
})

// underControl is how many of a request's lessons stand above a control.
const underControl = 3

// addControl adds a line to a request to verify that none of its lessons teaches, somewhere between the others: its
// number is the one after theirs, and its lessons are some of theirs once more, with numbers after last. A model that
// lets it pass did not read.
func addControl(d *prompts.Data, last int) *part {
	shown := slices.Concat(mapped(d.Practices, func(p prompts.Practice) []prompts.Lesson { return p.Lessons })...)
	all := strings.Join(mapped(shown, func(l prompts.Lesson) string { return l.Text }), "\n")
	lines := controls()[text.Language(all)]
	if lines == nil {
		lines = controls()["en"]
	}
	notes := text.Of(all)
	c := &part{ids: map[number]string{}}
	c.line.text = slices.MinFunc(lines, func(a, b string) int {
		return int(1000 * (text.Of(a).Within(notes) - text.Of(b).Within(notes)))
	})
	for i := range min(underControl, len(shown)) {
		l := shown[i*len(shown)/underControl]
		l.Number = last + i + 1
		c.ids[number(l.Number)] = l.Text
		c.lessons = append(c.lessons, l)
	}
	at := (len(shown) + d.Practices[0].Number) % (len(d.Practices) + 1)
	d.Practices = slices.Insert(d.Practices, at, prompts.Practice{
		Lessons: c.lessons, Lines: []prompts.Line{{Number: len(d.Practices) + 1, Text: c.line.text}},
	})
	return c
}

// passes reports whether an answer lets a control pass: it is "ok", or follows for more than one of its lessons.
func (p *part) passes(line int, answer []verified) bool {
	return p.read(line, answer) == "" && (p.line.verdict == okay || len(p.line.yes) > 1)
}
