package facts

import (
	"regexp"
	"strings"
)

// Spans of time, and lists of them, that are one value: opening hours, how long
// backups are kept.

const (
	dayNames  = `(?i:` + weekdays + `|mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|mié|jue|vie|sáb|dom|jeu|ven|sam|dim|[LMXJVSD])\.?`
	dayTimes  = `\d{1,2}(?:[:.h]\d\d|h)?(?: ?(?:am|pm|Uhr|h)\b)?`
	spanUnits = `(?i:hourly|daily|weekly|monthly|yearly|hours?|days?|weeks?|months?|years?|Stunden?|Tagen?|Tage|Tag|Wochen?|Monaten?|Monate|Monat|Jahren?|Jahre|Jahr|horas?|días?|semanas?|mes(?:es)?|años?|heures?|jours?|semaines?|mois|ans)`
	spanWords = `(?i:bis|to|till|til|until|hasta|las|los|de|a|al|au|à|du|le|von|ab|um|am|at|from|und|and|y|et|täglich|daily|every|jeden|erste[rn]|letzte[rn]|first|last|primer|último|premier|dernier|net|netto)`
)

var (
	reSpanToken = regexp.MustCompile(`^(?:\d+ ?(?:` + spanUnits + `)\b|\d+ ?%|` + dayTimes + `|` + dayNames + `|` + spanWords + `)(?:$|[\s,–—-]+)`)
	reDayName   = regexp.MustCompile(`(?:^|[\s,–—-])` + dayNames + `(?:$|[\s,–—-])`)
	reUntil     = regexp.MustCompile(`(?i)\d\D*\b(?:bis|till|until|hasta|net|netto)\b`)
)

// isSpan says whether a text is nothing but spans, days, times and the words
// between them, and more than one.
func isSpan(text string) bool {
	const longest = 80 // bytes
	text = strings.TrimRight(text, ". ")
	if len(text) > longest || !strings.ContainsAny(text, "0123456789") || !strings.ContainsAny(text, " –") {
		return false
	}
	several := strings.Contains(text, ", ") && !reClock.MatchString(text) // times of a day are looked up one by one
	if !several && !reDayName.MatchString(text) && !reUntil.MatchString(text) {
		return false
	}
	letters := strings.ContainsFunc(text, func(r rune) bool { return r > '9' })
	for rest := text; rest != ""; {
		token := reSpanToken.FindString(rest)
		if token == "" {
			return false
		}
		rest = rest[len(token):]
	}
	return letters
}
