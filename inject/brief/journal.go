package brief

import (
	"slices"
	"strings"
	"time"

	"wisdom/internal/words"
)

// The ages of a journal in days up to which it is included whole, or with its key sections. An older one is summarized.
const (
	freshDays = 3
	keyDays   = 7
)

// The ways in which a journal is included, as the log names them: the whole of it, its key sections, or its beginning
// and its end around the mark.
const (
	strategyFull     = "full"
	strategySections = "sections"
	strategySummary  = "summary"
)

// journal is the newest journal as it is included.
type journal struct {
	// all are the lines of the file, header says when the session was, and body is what the staleness rule keeps of the
	// file.
	all, header, body []line
	// key says that the body is its key sections, and noNext that none of them is named for what is next.
	key, noNext bool
	// lost are the tokens of what a host wrote into the file, and of orders to a model: they are in none of the lines.
	lost int
	// old says that the first and last tokens are kept, however much room there is.
	old bool
}

// newJournal applies the staleness rule. date is the one that the journal names, YYYY-MM-DD, or "".
func (c cutter) newJournal(lines []line, status, date string, age int) journal {
	j := journal{all: lines, header: header(lines, status, date), body: lines}
	if age > freshDays && age <= keyDays {
		if key, next := keySections(lines); key != nil {
			if c.tokens(key) < c.tokens(lines) {
				j.body, j.key, j.noNext = key, true, !next
			}
			return j
		}
	}
	j.old = age > freshDays
	return j
}

// strategy returns how lines, of which the first ones are its header, include the journal, and how many tokens of it
// they do not: 0 if and only if it is the whole.
func (c cutter) strategy(j journal, included []line) (strategy string, missing int) {
	text := func(lines []line) (texts []string) {
		for _, l := range lines {
			if l.text != "" {
				texts = append(texts, l.text)
			}
		}
		return texts
	}
	body := tidy(included[len(j.header):])
	switch {
	case slices.Equal(text(j.all), text(body)) && j.lost == 0:
		return strategyFull, 0
	case j.key:
		strategy = strategySections
	default:
		strategy = strategySummary
	}
	return strategy, max(c.tokens(j.all)+j.lost-c.tokens(body), 1)
}

// shorten returns the journal in at most so many tokens, and whether it had to be cut.
func (c cutter) shorten(j journal, most int) (lines []line, cut bool) {
	rest := most
	if len(j.header) > 0 {
		rest -= c.tokens(j.header) + 2 // the line endings
	}
	body, where := j.body, atSentences
	if j.old {
		where = atWords
		rest = min(rest, firstTokens+lastTokens+c.count.Tokens(cutMark)+2)
		if c.tokens(body) > rest {
			body, cut = c.around(body, firstTokens, lastTokens, where), true
		}
		if c.tokens(body) > rest {
			body = j.body
		}
	}
	if short, more := c.summarize(body, rest, where); more {
		body, cut = short, true
	}
	if len(j.header) == 0 || len(body) == 0 {
		return tidy(append(slices.Clone(j.header), body...)), cut
	}
	if label, value := labelOf(body[0].text); label == "" || value == "" || reBullet().MatchString(body[0].text) {
		body = append([]line{{}}, body...)
	}
	return tidy(slices.Concat(j.header, body)), cut
}

// reStatus matches a line of a journal that says how its session ended.
var reStatus = words.Lazily(`(?i)^\W*status\W*:`)

// headLines is how many lines of a journal are its head.
const headLines = 8

// header returns the lines of the schema that the head of a journal lacks. date is the one that the journal names: the
// day on which it was changed may be another than that of its session.
func header(lines []line, status, date string) []line {
	head := lines[:min(len(lines), headLines)]
	var added []line
	if date != "" && !slices.ContainsFunc(head, hasDateLabel) {
		added = append(added, line{text: "Last Session: " + date})
	}
	if status != "" && !slices.ContainsFunc(head, func(l line) bool { return reStatus().MatchString(l.text) }) {
		added = append(added, line{text: "Status: " + status})
	}
	return added
}

// namesDone reports whether a heading or label introduces what was accomplished: lessons are none of it.
func namesDone(text string) bool { return names(text, donePhrases()) && !names(text, lessonPhrases()) }

// keySections returns the header of a journal, its accomplishments and its next action, by headings and labels; nil if
// it has neither of the two. next says that something is named as next.
func keySections(lines []line) (kept []line, next bool) {
	wanted := func(text string) bool { return namesDone(text) || names(text, nextPhrases()) }
	levels, _ := levelsOf(lines)
	k := keyLines{all: lines, levels: levels, start: -1}
	first := true // within the header
	for i := 0; i < len(lines); {
		text := lines[i].text
		label, rest := labelOf(text)
		end := i + 1
		switch {
		case levels[i] == inCode:
			first = false
		case levels[i] > 0 && wanted(text) && !isTitle(levels, i):
			k.above = around(k.above, levels[i])
			end = sectionEnd(levels, i)
			k.keep(i, end, text)
			first = false
		case levels[i] > 0:
			if first = first && isFirstHeading(levels, i); first {
				k.kept = append(k.kept, lines[i])
			} else {
				k.above = append(around(k.above, levels[i]), lines[i])
			}
		case label != "" && wanted(label):
			end = labelEnd(lines, levels, i, rest != "")
			k.keep(i, end, label)
			first = false
		case first && (label != "" && rest != "" || text == ""):
			k.kept = append(k.kept, lines[i])
		case text != "" && label != "" && rest == "":
			first = false // a list of something else
		}
		i = end
	}
	return k.sections(), k.next
}

// keyLines are the lines of a journal that are kept.
type keyLines struct {
	all, kept []line
	levels    []int    // of all lines
	above     []line   // headings around a line that are not kept yet
	passages  []string // each once
	start     int      // where the first section begins, -1 without any
	head      int      // how many of the kept lines are the header
	done      bool     // whether accomplishments are among the sections
	next      bool     // whether a next action is
}

// keep takes the section of a heading or label in, with the headings around it.
func (k *keyLines) keep(from, to int, label string) {
	if k.start < 0 {
		k.start, k.head = from, len(k.kept)
	}
	k.done = k.done || namesDone(label)
	k.next = k.next || !namesDone(label)
	passage := textOf(tidy(k.all[from:to]))
	if !slices.Contains(k.passages, passage) {
		k.passages = append(k.passages, passage)
		for _, h := range k.above {
			k.kept = append(k.kept, line{}, h)
		}
		k.kept = append(append(k.kept, line{}), k.all[from:to]...)
	}
	k.above = nil
}

// sections returns what is kept. Without a next action, the last section counts as such; without accomplishments, the
// text above the next action does.
func (k *keyLines) sections() []line {
	switch {
	case k.start < 0:
		return nil
	case k.done && !k.next:
		return tidy(slices.Concat(k.kept, []line{{}}, k.lastSection()))
	case k.done:
		return tidy(k.kept)
	}
	_, above := titled(k.all[:k.start], lessonPhrases())
	if !holdsText(withoutFields(above)) { // what is next is not all that a session was
		return nil
	}
	isAbove := func(l line) bool { return l.number > 0 && l.number < k.all[k.start].number } // its headings
	return tidy(slices.Concat(above, []line{{}}, slices.DeleteFunc(k.kept[k.head:], isAbove)))
}

// lastSection returns the last section of those that are not kept and hold an open task, else the last one of any text
// but lessons.
func (k *keyLines) lastSection() []line {
	var last []line
	open := false
	for i, heading := range k.all {
		if k.levels[i] <= 0 || namesDone(heading.text) || names(heading.text, lessonPhrases()) ||
			slices.Contains(k.kept, heading) {
			continue
		}
		section := k.all[i:sectionEnd(k.levels, i)]
		isKept := slices.ContainsFunc(section[1:], func(l line) bool { return l.text != "" && slices.Contains(k.kept, l) })
		hasTask := strings.Contains(textOf(section), "[ ] ")
		if !isKept && holdsText(section) && (hasTask || !open) {
			last, open = section, hasTask
		}
	}
	return last
}

// withoutFields returns lines without labels that have a value, such as the status of a session.
func withoutFields(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool {
		label, value := labelOf(l.text)
		return label != "" && value != ""
	})
}

// isFirstHeading reports whether a heading is the first of the file and none is above it: the title, even where others
// of its level follow.
func isFirstHeading(levels []int, at int) bool {
	isHeading := func(level int) bool { return level > 0 }
	isAbove := func(level int) bool { return level > 0 && level < levels[at] }
	return !slices.ContainsFunc(levels[:at], isHeading) && !slices.ContainsFunc(levels[at:], isAbove)
}

// isTitle reports whether a heading is the title of the whole file: its first one, above all others.
func isTitle(levels []int, at int) bool {
	return isFirstHeading(levels, at) && !slices.Contains(levels[at+1:], levels[at])
}

// around returns the headings that are still open above one of a level.
func around(above []line, level int) []line {
	return slices.DeleteFunc(above, func(h line) bool { return levelOf(h.text) >= level })
}

// labelEnd returns the index behind what a label introduces: its paragraph if it says something itself, else also the
// list below it.
func labelEnd(lines []line, levels []int, at int, says bool) int {
	end := at + 1
	for ; end < len(lines); end++ {
		text := lines[end].text
		if levels[end] == inCode {
			continue
		}
		label, _ := labelOf(text)
		isItem := reBullet().MatchString(text)
		indented := strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t")
		switch {
		case levels[end] > 0, text == "" && says:
			return end
		case text == "" || isItem && !says || indented:
		case label != "" || isItem:
			return end
		case lines[end-1].text == "" && end-1 > at: // a paragraph of its own
			return end
		}
	}
	return end
}

// ageOf returns how many days a date, YYYY-MM-DD, lies before the day of now; less than 0 for one that is still to
// come.
func ageOf(date string, now time.Time) int {
	then, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return 0
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	return int(today.Sub(then).Hours() / 24)
}
