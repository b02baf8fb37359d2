package brief

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
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
	// header says when the session was, and body is what the staleness rule keeps of the file.
	header, body []string
	// whole are the tokens of the file, with those of what a host wrote into it and of orders to a model.
	whole int
	// most are the tokens that the staleness rule allows the body.
	most     int
	strategy string
}

// newJournal applies the staleness rule. date is the one in the name of the file, or "".
func (c cutter) newJournal(src *source, date string, age int) *journal {
	j := &journal{
		header: header(src.lines, date), body: src.lines, whole: c.tokens(src.lines) + src.lost,
		most: HardCap, strategy: strategyFull,
	}
	if src.lost > 0 {
		j.strategy = strategySummary
	}
	if age > keyDays {
		j.most = firstTokens + lastTokens + c.count.Tokens(cutMark) + 2 // the line endings
	} else if key := keySections(src.lines); age > freshDays && key != nil && !slices.Equal(key, src.lines) {
		j.body, j.strategy = key, strategySections
	}
	return j
}

// shorten returns the journal in at most so many tokens.
func (c cutter) shorten(j *journal, most int) []string {
	c.exact = j.most < HardCap
	body, cut := c.around(j.body, min(most-c.tokens(j.header)-2, j.most)) // the line endings
	if cut && j.strategy == strategyFull {
		j.strategy = strategySummary
	}
	if len(body) > 0 {
		if _, value := labelOf(body[0]); value == "" || reBullet().MatchString(body[0]) {
			body = slices.Insert(slices.Clone(body), 0, "")
		}
	}
	return tidy(slices.Concat(j.header, body))
}

// headLines is how many lines of a journal are its head.
const headLines = 8

// header returns the line of the schema that the head of a journal lacks: the date of its session, as the name of the
// file tells it. The day on which it was changed may be another.
func header(lines []string, date string) []string {
	isDated := func(l string) bool {
		_, value := labelOf(l)
		return dateIn(value) != ""
	}
	if date == "" || slices.ContainsFunc(lines[:min(headLines, len(lines))], isDated) {
		return nil
	}
	return []string{"Last Session: " + date}
}

// keySections returns the header of a journal, its accomplishments and its next action, by headings and labels; nil if
// it does not have both of the two.
func keySections(lines []string) []string {
	levels := levelsOf(lines)
	var kept, above []string // above are the headings around a line that are not kept yet
	done, next, inHeader := false, false, true
	for i := 0; i < len(lines); {
		end := i + 1
		label, value := lines[i], ""
		if levels[i] <= 0 {
			label, value = labelOf(lines[i])
		}
		isDone, isNext := names(label, donePhrases()), names(label, nextPhrases())
		switch {
		case levels[i] == inCode:
			inHeader = false
		case isTitle(levels, i), inHeader && levels[i] == 0 && (lines[i] == "" || value != "" && !isDone && !isNext):
			kept = append(kept, lines[i])
		case label != "" && (isDone || isNext):
			if end = sectionEnd(levels, i); levels[i] == 0 {
				end = labelEnd(lines, levels, i, value != "")
			}
			kept = slices.Concat(kept, around(above, levels[i]), []string{""}, lines[i:end])
			above, done, next, inHeader = nil, done || isDone, next || isNext, false
		case levels[i] > 0:
			above, inHeader = append(around(above, levels[i]), "", lines[i]), false
		default:
			inHeader = false
		}
		i = end
	}
	if !done || !next {
		return nil
	}
	return tidy(kept)
}

// isTitle reports whether a heading is the title of the whole file: its first one, above all others.
func isTitle(levels []int, at int) bool {
	isHeading := func(level int) bool { return level > 0 }
	isAsHigh := func(level int) bool { return level > 0 && level <= levels[at] }
	return levels[at] > 0 && !slices.ContainsFunc(levels[:at], isHeading) &&
		!slices.ContainsFunc(levels[at+1:], isAsHigh)
}

// around returns the headings that are still open above one of a level, 0 for text.
func around(above []string, level int) []string {
	return slices.DeleteFunc(slices.Clone(above), func(h string) bool { return level > 0 && levelOf(h) >= level })
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

// dateIn returns the first date in a text as YYYY-MM-DD, or "". It may be written without hyphens, or with underscores.
func dateIn(text string) string {
	date, _ := cutDate(text)
	return date
}

// cutDate returns the first date in a text, and what follows it; without one, "" and the text.
func cutDate(text string) (date, rest string) {
	for _, at := range reDate().FindAllStringSubmatchIndex(text, -1) {
		date := strings.Join([]string{text[at[2]:at[3]], text[at[4]:at[5]], text[at[6]:at[7]]}, "-")
		day, err := time.Parse(time.DateOnly, date)
		if err == nil && day.Year() >= 1970 && (at[7] == len(text) || !isDigit(text[at[7]])) &&
			(at[2] == 0 || !isDigit(text[at[2]-1])) {
			return date, text[at[7]:]
		}
	}
	return "", text
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// mostAhead is how many days ahead of today the name of a journal may be dated: a clock or a time zone is wrong by so
// much at most. A date further ahead is a mistake: that journal comes behind all others.
const mostAhead = 3

var (
	reDate   = text.Lazily(`(\d{4})[-_]?(\d\d)[-_]?(\d\d)`)
	reNumber = text.Lazily(`\d{1,9}`)
)

// journalKey is what a journal tells about its age.
type journalKey struct {
	date string
	// numbers are those behind the date: a time of day, the number of a session. The note of a whole day has the highest.
	numbers []int
	changed int64
}

// newestFirst orders the journals that match a pattern: by the date in the name, those without one behind the others.
// Of one day, the later time or the higher number in the name comes first, then what was changed last. Where a pattern
// is for the notes of days (it has {date}), the note of the whole day comes first. Descriptions of a folder and what the
// host derives from notes are not among them.
func (o *Options) newestFirst(files []workspace.Path, pattern string) []workspace.Path {
	last := o.Now.AddDate(0, 0, mostAhead).Format(time.DateOnly)
	files = slices.DeleteFunc(files, isNoJournal)
	keys := map[workspace.Path]journalKey{}
	for _, p := range files {
		date, rest := cutDate(stemOf(p))
		if date > last {
			date = ""
		}
		key := journalKey{date: date, changed: changed(o.Repo, p)}
		if rest == "" && strings.Contains(pattern, "{date}") {
			key.numbers = []int{math.MaxInt}
		}
		for _, digits := range reNumber().FindAllString(rest, -1) {
			number, _ := strconv.Atoi(digits)
			key.numbers = append(key.numbers, number)
		}
		keys[p] = key
	}
	slices.SortStableFunc(files, func(a, b workspace.Path) int {
		x, y := keys[a], keys[b]
		return cmp.Or(cmp.Compare(y.date, x.date), slices.Compare(y.numbers, x.numbers),
			cmp.Compare(y.changed, x.changed), cmp.Compare(a, b))
	})
	return files
}

// changed is when a file was changed, in nanoseconds; 0 if nobody knows.
func changed(fsys workspace.FS, p workspace.Path) int64 {
	entry, _ := fsys.Lstat(p)
	return entry.Stamp.Modified
}

// dateOf returns when the session of a journal was, as YYYY-MM-DD: the date in its name, else the day on which it was
// changed.
func (o *Options) dateOf(p place) string {
	if date := dateIn(p.path.Base()); date != "" {
		return date
	}
	if at := changed(p.fsys, p.path); at > 0 {
		return time.Unix(0, at).In(o.Now.Location()).Format(time.DateOnly)
	}
	return ""
}

// stemOf is the name of a file without its extension.
func stemOf(p workspace.Path) string { return strings.TrimSuffix(p.Base(), path.Ext(p.Base())) }

// isNoJournal reports whether a file is about a folder of journals, or lies in a folder that the host derives from
// notes.
func isNoJournal(p workspace.Path) bool {
	isDerived := func(name string) bool { return slices.Contains(host.DerivedFolders, name) }
	return slices.Contains([]string{"readme", "index", "template"}, strings.ToLower(stemOf(p))) ||
		slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), isDerived)
}
