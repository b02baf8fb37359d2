package brief

import (
	"slices"
	"strings"
	"time"

	"wisdom/markdown"
	"wisdom/markdown/host"
)

// firstDay is the earliest date of a session: one before it is a fact that a note tells of.
const firstDay = "2000-01-01"

// lastDay is the latest date that is no mistake.
func (o *Options) lastDay() string { return o.Now.AddDate(0, 0, mostAhead).Format(time.DateOnly) }

// dateOf returns when the session of a journal was, as YYYY-MM-DD: the date that it names, else the day on which it was
// changed.
func (o *Options) dateOf(src *source) string {
	if date := o.namedDate(src); date != "" {
		return date
	}
	if entry, err := src.fsys.Lstat(src.path); err == nil && entry.Stamp.Modified > 0 {
		return time.Unix(0, entry.Stamp.Modified).In(o.Now.Location()).Format(time.DateOnly)
	}
	return ""
}

// namedDate returns the date that a journal names, as YYYY-MM-DD: that in its name, else in its head that of its title,
// of a label ("Date:", "Session:"), or of a heading that is nothing but a date; "" without one. A date in its prose
// does not count.
func (o *Options) namedDate(src *source) string {
	if date := dateIn(src.path.Base()); date != "" {
		return date
	}
	head := src.lines[:min(headLines, len(src.lines))]
	told := make([]string, 0, headLines)
	for text := range strings.SplitSeq(src.front, "\n") {
		told = append(told, labelledDate(text))
	}
	for i, l := range head {
		if i == 0 && levelOf(l.text) > 0 {
			told = append(told, dateIn(l.text))
		}
		told = append(told, labelledDate(l.text))
	}
	told = append(told, headedDates(head)...)
	for _, date := range told {
		if firstDay <= date && date <= o.lastDay() {
			return date
		}
	}
	return ""
}

// labelledDate returns the date behind a label of a line that names the day of the session, or "".
func labelledDate(text string) string {
	if value, isLabelled := cutDateLabel(text); isLabelled {
		return dateIn(value)
	}
	return ""
}

// headedDates returns the dates of headings that say nothing else ("2025-12-28", "Session 2025-12-28"), the latest
// first: a log may go on at its end. The date of another heading may be that of a plan.
func headedDates(lines []line) (dates []string) {
	levels, _ := levelsOf(lines)
	for i, l := range lines {
		date, rest := cutDate(l.text)
		if levels[i] <= 0 || date == "" {
			continue
		}
		before := strings.TrimRight(strings.TrimSuffix(l.text, rest), "0123456789-_")
		said := strings.ToLower(strings.TrimFunc(before+rest, isNoLetter))
		if said == "" || slices.Contains(datePhrases(), said) {
			dates = append(dates, date)
		}
	}
	slices.Sort(dates)
	slices.Reverse(dates)
	return dates
}

// cutDateLabel returns what follows the label of a line that names the day of the session, and whether it has one. The
// date may be written in words, so that dateIn does not read it.
func cutDateLabel(text string) (value string, isLabelled bool) {
	label, value := labelOf(strings.TrimSpace(text))
	return value, slices.Contains(datePhrases(), strings.ToLower(label))
}

// hasDateLabel reports whether a line has the label of the day of the session and what may be a day, in words too. The
// number of a session ("Session: 3") is none.
func hasDateLabel(l line) bool {
	value, isLabelled := cutDateLabel(l.text)
	isNumber := dateIn(value) == "" && strings.Trim(value, "#*_. 0123456789") == ""
	return isLabelled && !isNumber && strings.ContainsAny(value, "0123456789")
}

// headBytes is how much of a journal that is passed over is read for its date.
const headBytes = 4096

// dateOfPassed returns the date of a journal that is not read; "" without one, and for a file that says nothing.
func (o *Options) dateOfPassed(p place) string {
	if date := dateIn(p.path.Base()); date != "" {
		return date
	}
	b, err := p.fsys.ReadFile(p.path, host.FileBytes)
	if err != nil || isBinary(b) {
		return ""
	}
	src := &source{place: p}
	text := decode(b[:min(len(b), headBytes)])
	src.front = text[:markdown.FrontMatter([]byte(text))]
	if src.lines = outline(withoutComments(text)); !holdsText(src.lines) {
		return ""
	}
	return o.dateOf(src)
}

// cutDate returns the first date in a text as YYYY-MM-DD, and what follows it; without one, the text. It may be written
// without hyphens, or with underscores. A folder may have thousands of names, so no pattern is matched.
func cutDate(text string) (date, rest string) {
	for i := range len(text) {
		if isDigit(text, i) && !isDigit(text, i-1) {
			if date, length := dateAt(text[i:]); date != "" {
				return date, text[i+length:]
			}
		}
	}
	return "", text
}

// dateIn returns the first date in a text, or "".
func dateIn(text string) string {
	date, _ := cutDate(text)
	return date
}

// dateAt returns the date that a text begins with, and its length there, or "".
func dateAt(text string) (date string, length int) {
	digits := make([]byte, 0, len(time.DateOnly))
	for field, count := range []int{4, 2, 2} {
		if field > 0 {
			digits = append(digits, '-')
			if strings.HasPrefix(text[length:], "-") || strings.HasPrefix(text[length:], "_") {
				length++
			}
		}
		for range count {
			if !isDigit(text, length) {
				return "", 0
			}
			digits = append(digits, text[length])
			length++
		}
	}
	day, err := time.Parse(time.DateOnly, string(digits))
	if isDigit(text, length) || err != nil || day.Year() < 1970 {
		return "", 0
	}
	return string(digits), length
}

func isDigit(text string, at int) bool {
	return at >= 0 && at < len(text) && '0' <= text[at] && text[at] <= '9'
}
