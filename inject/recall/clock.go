package recall

import (
	"fmt"
	"strconv"
	"strings"

	"wisdom/internal/lang"
)

const (
	// sameHour is the quality of the full hour for a time within it: "after 22:00" holds
	// at half past ten.
	sameHour = 0.95
	// mostHours is how many hours a clock shows.
	mostHours = 24
)

// readClock adds a need for each time of day that a message says in words, and takes the
// words out.
func (r *reader) readClock(text string) string {
	for _, l := range lang.AllMessages() {
		for _, c := range l.Clock {
			before, behind, _ := strings.Cut(c.Phrase, "%")
			if !strings.Contains(text, strings.TrimSpace(before+behind)) && (before == "" || !strings.Contains(text, before)) {
				continue
			}
			for hour, names := range l.Hours {
				for name := range strings.FieldsSeq(names) {
					phrase := before + name + behind
					if without := withoutPhrase(text, phrase); without != text {
						r.addTime(phrase, hour+1, c.Minutes)
						text = without
					}
				}
			}
		}
	}
	return text
}

// addTime adds the need for a time, which is some minutes from a full hour.
func (r *reader) addTime(word string, hour, minutes int) {
	n := need{word: word}
	var same form // a note may say it in the same words
	for _, t := range termsOf(word, r.language) {
		same.terms = append(same.terms, t.term)
	}
	if same.quality = 1; len(same.terms) > 0 {
		n.forms = append(n.forms, same)
	}
	n.forms = append(n.forms, timesOf(hour, minutes, hour <= mostHours/2)...)
	r.add(n)
}

// timesOf are the forms of a time, in both halves of the day where the hour leaves that
// open: to the minute, and its full hour.
func timesOf(hour, minutes int, open bool) []form {
	var exact, full []form
	for _, h := range []int{hour, hour + mostHours/2} {
		at := ((h*60+minutes)%(mostHours*60) + mostHours*60) % (mostHours * 60)
		exact = append(exact, written(at, 1)...)
		full = append(full, written(at-at%60, sameHour)...)
		if !open {
			break
		}
	}
	return distinct(append(exact, full...))
}

// written are the forms of a time in minutes, with and without a zero in front.
func written(at int, quality float64) []form {
	return []form{
		{[]string{wholeTerm(fmt.Sprintf("%d:%02d", at/60, at%60))}, quality},
		{[]string{wholeTerm(fmt.Sprintf("%02d:%02d", at/60, at%60))}, quality},
	}
}

// clockTime reads a time that is written in digits, as "21:40".
func clockTime(w string) (hour, minutes int, ok bool) {
	before, behind, found := strings.Cut(w, ":")
	if !found || len(before) > 2 || len(behind) != 2 {
		return 0, 0, false
	}
	hour, errHour := strconv.Atoi(before)
	minutes, errMinutes := strconv.Atoi(behind)
	return hour, minutes, errHour == nil && errMinutes == nil && hour <= mostHours && minutes < 60
}
