package brief

import (
	"slices"
	"strings"

	"wisdom/internal/words"
)

// What a program wrote is no journal, even if it is the newest file with a date: a log, the transcript of a session, a
// state. What a host writes into a journal of an agent is taken out by host.MaskWritten before.

var (
	// reLogged matches a line of a log: a time with seconds, or the name of a level.
	reLogged = words.Lazily(
		`^\W{0,3}(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\d\d:\d\d:\d\d\b|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b\W)`,
	)
	// reStored matches a line of JSON, or of a state: a key that is no word of prose, and a number, a time or a truth
	// value.
	reStored = words.Lazily(
		`^\s*(?:[\[\]{}]+,?$|\{".*\},?$|"[^"]+"\s*:|` +
			`(?:[-*]\s+)?[*\x60]*[a-z]+(?:[_A-Z.][A-Za-z0-9_.]*)[*\x60]*\s*[:=][*\x60]*\s*["\x60]?(?:[\d.:TZ+-]+|true|false|` +
			`null)["\x60]?$)`,
	)
)

// mostProse is the share of lines of prose, one in so many, from which on a file is not taken for one that a program
// wrote.
const mostProse = 5

// isWritten reports whether a program wrote a file and no person or agent: nothing but fields is left of it without
// what a host wrote, or most of its lines are those of a log or of stored data.
func (s *source) isWritten() bool {
	levels, _ := levelsOf(s.lines)
	prose, machine := 0, 0
	for i, l := range s.lines {
		label, value := labelOf(strings.TrimSpace(l.text))
		switch {
		case l.text == "" || levelOf(l.text) > 0 || strings.HasPrefix(strings.TrimLeft(l.text, " \t"), "```"):
		case reLogged().MatchString(l.text) || reStored().MatchString(l.text):
			machine++
		case levels[i] == inCode, label != "" && value != "":
		default:
			prose++
		}
	}
	if len(s.written) > 0 && prose == 0 && !s.reports() {
		return true
	}
	return machine > 0 && prose*mostProse < machine
}

// reports reports whether a file says what was done or what is next.
func (s *source) reports() bool {
	return slices.ContainsFunc(s.lines, func(l line) bool {
		label, _ := labelOf(l.text)
		return label != "" && (namesDone(label) || names(label, nextPhrases()))
	})
}
