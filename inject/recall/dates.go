package recall

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// months are the spellings of months: by name, and an expression for a day with one,
// which takes as long to compile as a small index to search.
type months struct {
	number map[string]int
	re     func() *regexp.Regexp
}

// mayBeIn reports whether a text in lower case holds the name of a month.
func (m months) mayBeIn(text string) bool {
	for name := range m.number {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

var loadMonths = sync.OnceValue(func() months {
	m := months{number: map[string]int{}}
	var names []string
	for _, l := range lang.AllMessages() {
		for i, spellings := range l.Months {
			for name := range strings.FieldsSeq(spellings) {
				if isHan(name) || name[0] >= '0' && name[0] <= '9' {
					continue
				}
				m.number[name] = i + 1
				names = append(names, regexp.QuoteMeta(name))
			}
		}
	}
	month := `(` + strings.Join(names, "|") + `)\.?`
	const day, year = `(\d{1,2})(?:st|nd|rd|th|\.)?`, `(?:,?\s+(\d{4}))?`
	m.re = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(
			`(?:^|[^\pL\d])(?:` + month + `\s+` + day + year + `|` + day + `\s+(?:of\s+|de\s+)?` + month + year +
				`)(?:$|[^\pL\d])`,
		)
	})
	return m
})

// loadDays returns the other ways in which languages write a day; see lang.Messages.
var loadDays = sync.OnceValue(func() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, l := range lang.AllMessages() {
		if l.DatePattern != "" {
			all = append(all, regexp.MustCompile(l.DatePattern))
		}
	}
	return all
})

var (
	reISO    = text.Lazily(`(20\d{2})-(\d{2})-(\d{2})`)
	reDotted = text.Lazily(`(?:^|[^\d.])(\d{1,2})\.(\d{1,2})\.(20\d{2})?`)
)

// readDates adds a need for each day that a message names, and takes the words out.
func (r *reader) readDates(text string) string {
	if strings.ContainsAny(text, "0123456789") {
		text = r.readNumberedDates(text)
	}
	for _, l := range lang.AllMessages() {
		for ago := len(l.DaysAgo) - 1; ago > 0; ago-- { // today's notes are in the session
			for _, phrase := range l.DaysAgo[ago] {
				if without := withoutPhrase(text, phrase); without != text {
					day := r.opts.Now.AddDate(0, 0, -ago)
					r.addDay(strconv.Itoa(day.Year()), strconv.Itoa(int(day.Month())), strconv.Itoa(day.Day()))
					text = without
				}
			}
		}
	}
	return text
}

func (r *reader) readNumberedDates(text string) string { return takeDates(text, r.addDay) }

// takeDates takes the dates out of a text in lower case that an action accepts.
func takeDates(text string, accept func(year, month, day string) bool) string {
	take := func(re *regexp.Regexp, parse func(m []string) (y, mo, d string)) {
		text = re.ReplaceAllStringFunc(text, func(match string) string {
			y, mo, d := parse(re.FindStringSubmatch(match))
			if !accept(y, mo, d) {
				return match
			}
			return " "
		})
	}
	take(reISO(), func(m []string) (string, string, string) { return m[1], m[2], m[3] })
	for _, re := range loadDays() {
		take(re, func(m []string) (string, string, string) { return m[1], m[2], m[3] })
	}
	take(reDotted(), func(m []string) (string, string, string) { return m[3], m[2], m[1] })
	named := loadMonths()
	if !named.mayBeIn(text) {
		return text
	}
	take(named.re(), func(m []string) (string, string, string) {
		month, day, year := m[1]+m[5], m[2]+m[4], m[3]+m[6]
		return year, strconv.Itoa(named.number[month]), day
	})
	return text
}

// addDay adds the need for a day; without a year the last such day is meant.
func (r *reader) addDay(year, month, day string) bool {
	m, d, ok := monthAndDay(month, day)
	if !ok {
		return false
	}
	y, err := strconv.Atoi(year)
	if err != nil {
		y = r.opts.Now.Year()
		if time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).After(r.opts.Now) {
			y--
		}
	}
	date := fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	n := need{word: date, date: date, forms: []form{{terms: []string{wholeTerm(date)}, quality: 1}}}
	for _, l := range lang.AllMessages() { // as people write it
		if l.MonthSign != "" {
			n.forms = append(n.forms, form{terms: []string{l.MonthSign, strconv.Itoa(m), strconv.Itoa(d)}, quality: 0.9})
		}
		if len(l.Months) == 0 {
			continue
		}
		for name := range strings.FieldsSeq(l.Months[m-1]) {
			if isHan(name) || name[0] >= '0' && name[0] <= '9' {
				continue
			}
			for _, f := range r.formsOf(name, 0.9) {
				n.forms = append(n.forms, form{append(f.terms, strconv.Itoa(d)), f.quality, f.language})
			}
		}
	}
	for _, written := range []string{fmt.Sprintf("%d·%d·%d", d, m, y), fmt.Sprintf("%02d·%02d·%d", d, m, y)} {
		n.forms = append(n.forms, form{terms: []string{written}, quality: 1})
	}
	r.add(n)
	return true
}

// monthAndDay reads the numbers of a month and of a day. It reports whether there may be such a day.
func monthAndDay(month, day string) (m, d int, ok bool) {
	m, errMonth := strconv.Atoi(month)
	d, errDay := strconv.Atoi(day)
	return m, d, errMonth == nil && errDay == nil && m >= 1 && m <= 12 && d >= 1 && d <= 31
}
