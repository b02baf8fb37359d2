package collect

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/text"
	"wisdom/markdown"
)

// segment is a run of lines that begins with a label, or with none.
type segment struct {
	kind  labelKind
	label string
	text  string
	// first and last count lines from that of the block, which is 0.
	first, last int
}

type labelKind int

const (
	unlabelled labelKind = iota
	lessonLabel
	otherLabel
	actionLabel // says what to do: the lesson where no field is labelled so
	withdrawnLabel
)

// longestLabel is how long a label may be, in bytes, and longestMarks what may
// are in front of it: an emoji, say.
const (
	longestLabel = 40
	longestMarks = 12
)

// splitLabel takes a known label off the beginning of a line: "Lesson: …",
// "**Lesson:** …" or "**Lesson**: …".
func splitLabel(line string) (labelKind, string, string) {
	start := strings.IndexFunc(line, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("*_", r)
	})
	if start < 0 || start > longestMarks {
		return unlabelled, "", line
	}
	if m := reWarning().FindString(line); m != "" && advises(line) {
		return lessonLabel, strings.TrimSpace(m), strings.TrimSpace(line[len(m):])
	}
	text, isBold := cutBold(line[start:])
	end := strings.IndexFunc(text[:min(len(text), longestLabel)], func(r rune) bool {
		return r == ':' || r == '：' || r == '*' || r == '_'
	})
	if end < 2 {
		return unlabelled, "", line
	}
	label, rest := text[:end], text[end:]
	rest, closed := cutBold(rest)
	rest = strings.TrimLeft(rest, " ")
	behind := strings.TrimLeft(rest, ":：")
	if behind == rest {
		return unlabelled, "", line
	}
	if isBold && !closed {
		behind, _ = cutBold(strings.TrimLeft(behind, " "))
	}
	switch kind := kindOfLabel(label); {
	case kind == unlabelled:
		return unlabelled, "", line
	case kind == lessonLabel && refuses(label): // "never again: …" is the opposite without its label
		return kind, bare(label), strings.TrimSpace(line)
	default:
		return kind, bare(label), strings.TrimSpace(behind)
	}
}

// reWarning is a picture with which people mark what must not be forgotten.
var reWarning = text.Lazily(`^(?:[❗❕‼⚠📌🚨💡🧠]\x{fe0f}?)+\s*`)

// bold is a mark of bold.
const bold = "**"

// balanced is a text without a mark of bold whose other one was cut off with a label.
func balanced(text string) string {
	if strings.Count(text, bold)%2 == 1 {
		text = strings.Replace(text, bold, "", 1)
	}
	return text
}

// cutBold takes a mark of bold off the front.
func cutBold(text string) (string, bool) {
	if rest, ok := strings.CutPrefix(text, bold); ok {
		return rest, true
	}
	return strings.CutPrefix(text, "__")
}

// kindOfLabel looks a label up as it is written, which most are, and then
// without numbers, brackets and emoji.
func kindOfLabel(label string) labelKind {
	if kind, known := labels()[strings.ToLower(strings.TrimSpace(label))]; known {
		return kind
	}
	if m := reBrackets().FindString(label); m != "" && isMark(strings.Trim(m, "()（）[]【】")) {
		return withdrawnLabel
	}
	label = strings.TrimSuffix(strings.TrimRight(bare(label), "0123456789 №#°º"), " n")
	if kind, known := labels()[label]; known {
		return kind
	}
	if hasPhrase(label, known().Headings.LessonNouns) && !strings.Contains(label, ". ") {
		return lessonLabel // "lesson of the day", and not "Restarted it. Lesson"
	}
	return unlabelled
}

var labels = sync.OnceValue(func() map[string]labelKind {
	kinds := map[string]labelKind{}
	for _, list := range []struct {
		labels []string
		kind   labelKind
	}{
		{known().Withdrawn.Marks, withdrawnLabel},
		{known().Withdrawn.Labels, withdrawnLabel},
		{known().Labels.Field, otherLabel},
		{known().Labels.Action, actionLabel},
		{known().Labels.Lesson, lessonLabel},
	} {
		for _, label := range list.labels {
			kinds[label] = list.kind
		}
	}
	return kinds
})

// segmentsOf cuts a paragraph, once, where a line begins with a label. Other blocks have none.
func (r *reader) segmentsOf(b *markdown.Block) []segment {
	if b.Kind != markdown.Paragraph {
		return nil
	}
	all, known := r.cut[b]
	if !known {
		all = segments(b.Text)
		r.cut[b] = all
	}
	return all
}

// teaches reports whether a line under an arrow is the lesson of a segment, which is its story then: "The backup was
// empty.\n→ Always restore one."
func (s *segment) teaches(line string) bool {
	isIncident := slices.Contains(known().Labels.Incident, s.label)
	if !isIncident && (s.kind != unlabelled || !advises(line)) {
		return false
	}
	s.kind = otherLabel
	return true
}

// reArrow is an arrow that a line begins with.
var reArrow = text.Lazily(`^\s*(?:→|⇒|➜|➡️?|->|=>)\s*`)

// segments cuts the text of a paragraph where a line begins with a label.
func segments(str string) []segment {
	var all []segment
	lines := strings.Split(str, "\n")
	for number, line := range lines {
		kind, label, rest := splitLabel(line)
		if behind := reArrow().ReplaceAllString(line, ""); behind != line && len(all) > 0 && all[len(all)-1].teaches(behind) {
			kind, rest = lessonLabel, behind
		} else if kind == unlabelled && len(all) > 0 {
			all[len(all)-1].last = number
			continue
		}
		all = append(all, segment{kind, label, strings.TrimSpace(rest), number, number})
	}
	for i := range all {
		s := &all[i]
		if s.last > s.first {
			s.text += " " + strings.Join(lines[s.first+1:s.last+1], " ")
		}
		s.text = text.OneLine(s.text)
	}
	return all
}

// LessonPart returns the last part of a text that a label calls the lesson, with the label;
// without one, the last that a label calls what to do; else nothing. A part begins with a
// sentence or behind a bar, and ends with the text or before a bar.
func LessonPart(s string) string {
	lesson, action := "", ""
	for part := range strings.SplitSeq(s, "|") {
		for _, sentence := range text.Sentences(part) {
			kind, _, _ := splitLabel(sentence)
			_, behind, _ := strings.Cut(part, sentence)
			rest := strings.TrimSpace(sentence + behind)
			switch kind {
			case lessonLabel:
				lesson = rest
			case actionLabel:
				action = rest
			default:
				continue
			}
			break
		}
	}
	return cmp.Or(lesson, action)
}
