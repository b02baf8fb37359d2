package web

import (
	"cmp"
	"strconv"
	"strings"

	"wisdom/internal/text"
)

// Lesson is a lesson as a page shows it.
type Lesson struct {
	Text  string
	Place string
	Also  []string // other places
	Date  string   // YYYY-MM-DD, or empty
	// Gone: it is in no source any more.
	Gone bool
	// Misfit: it belongs to the practice, and the wording does not cover it.
	Misfit bool
	// Before and After are what the note says around Text, which is its rule.
	Before, After string
}

// Bar is an amount of something, in tokens unless Unit says otherwise, beside the limit that it has to keep.
type Bar struct {
	Name   string
	Amount int
	Limit  int // 0 for none
	Unit   string
	// Target: the limit is one to aim at, and nothing is rejected beyond it.
	Target bool
	// Was is the amount without the change; whatever misses a target already, and grows no more, is no alarm.
	Was int
	// Scale is the amount that fills the whole width; the limit where it is 0.
	Scale int
	// Then is what it may still become, 0 for nothing else.
	Then int
	// More is by how much it is more than what it is compared with; 0 if it is not.
	More int
	// Quiet draws it in grey: what is compared with.
	Quiet bool
}

// IsOver reports whether the amount exceeds the limit.
func (b Bar) IsOver() bool { return b.Limit > 0 && b.Amount > max(b.Limit, b.Was) }

// Words say what the bar shows.
func (b Bar) Words() string {
	unit, limit := cmp.Or(b.Unit, "tokens"), Number(b.Limit)
	text, over := Number(b.Amount)+" "+unit, ""
	if b.IsOver() {
		over = ", " + Number(b.Amount-b.Limit) + " over"
	}
	switch {
	case b.Limit == 0:
	case b.Target && over == "":
		text += ", target " + limit
	case b.Target:
		text += over + " target " + limit
	default:
		text = Number(b.Amount) + " of " + limit + " " + unit + over
	}
	if b.Then > 0 && b.Then != b.Amount {
		text += ", up to " + Number(b.Then)
	}
	if b.More > 0 {
		text += ", " + Number(b.More) + " more"
	}
	return text
}

func (b Bar) scale() int { return max(b.Scale, b.Amount, b.Then, b.Limit, 1) }

// Width is how much of a hundred the amount takes.
func (b Bar) Width() string { return percent(b.Amount, b.scale()) }

// ThenWidth is how much of a hundred it may still become.
func (b Bar) ThenWidth() string { return percent(b.Then, b.scale()) }

// Mark is where in a hundred the limit is; empty without one, or at the end.
func (b Bar) Mark() string {
	if b.Limit == 0 || b.Limit == b.scale() {
		return ""
	}
	return percent(b.Limit, b.scale())
}

func percent(n, of int) string { return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 1, 64) }

// Number is a figure with its thousands apart.
func Number(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "\u202f" + digits[at:]
	}
	return digits
}

// Block is what changes in a file.
type Block struct {
	Path           string
	Added, Removed int
	Lines          []DiffLine
}

// DiffLine is a line of a change.
type DiffLine struct {
	Kind string // "add", "del", "hunk" or "same"
	Text string // without its sign
}

// ReadPatch reads the patch of one file as the lines that a page shows.
func ReadPatch(path, patch string) Block {
	b := Block{Path: path}
	body := false
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "@@"):
			if body {
				b.Lines = append(b.Lines, DiffLine{"hunk", ""})
			}
			body = true
		case !body, strings.HasPrefix(line, `\`):
		case strings.HasPrefix(line, "+"):
			b.Added++
			b.Lines = append(b.Lines, DiffLine{"add", line[1:]})
		case strings.HasPrefix(line, "-"):
			b.Removed++
			b.Lines = append(b.Lines, DiffLine{"del", line[1:]})
		default:
			b.Lines = append(b.Lines, DiffLine{"same", strings.TrimPrefix(line, " ")})
		}
	}
	return b
}

// plural counts things by their English noun.
func plural(n int, noun string) string { return Number(n) + " " + text.Noun(n, noun) }

// Span is a part of a text; Code stands between backquotes.
type Span struct {
	Text string
	Code bool
}

// spans are the parts of a text. A backquote without a second one is text.
func spans(text string) (all []Span) {
	for text != "" {
		before, rest, found := strings.Cut(text, "`")
		code, after, closed := strings.Cut(rest, "`")
		if !found || !closed || code == "" {
			return append(all, Span{text, false})
		}
		if before != "" {
			all = append(all, Span{before, false})
		}
		all, text = append(all, Span{code, true}), after
	}
	return all
}
