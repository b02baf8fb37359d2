package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// mark is a place in a text that holds something to look up.
type mark struct {
	start, end int // bytes
	kind       words.Kind
}

// The kinds of marks that words knows nothing about.
const (
	amount words.Kind = "amount" // a number with its unit, a rate, a span of time
	phone  words.Kind = "phone"
	handle words.Kind = "handle"
)

// strong says whether a mark can be told from its looks alone; the others need a
// word in front that says what they are.
func (m mark) strong() bool {
	switch m.kind {
	case words.Number, words.Version, words.Identifier, words.Date, words.Person, words.InWords, words.Variable:
		return false
	}
	return true
}

// compounds are what is written in several words, or in a way that words takes
// apart. Where two of a kind begin at one place the first counts.
var compounds = []struct {
	kind words.Kind
	re   *regexp.Regexp
}{
	{amount, regexp.MustCompile(strings.Join([]string{
		`(?i:\b` + weekdays + `(?:(?:, ?| and | und | y | et |/| ?[-–] ?| to | bis )` + weekdays + `)*,? (?:at |um |ab |a las |à )?` + clock + `(?: ?(?:[-–—]|to|bis|a) ?` + clock + `)?)`,
		`\b` + days + `(?:(?:, ?|/| ?[-–] ?| und | bis )` + days + `)*,? (?:um |ab )?(?:` + clock + `(?: ?[-–—] ?` + clock + `)?|\d{1,2} Uhr\b)`,
		clock + ` ?(?:[-–—]|to|bis) ?` + clock + `|` + clock + ` ?(?:Uhr|am|pm)\b|\d{1,2} Uhr\b`,
		`(?i:\b(?:every|alle|cada|toutes les|tous les) \d+ \pL+)`,
		`(?i:\b(?:once|twice|einmal|zweimal) (?:per|every|a|pro|je) (?:\d+ )?\pL+)`,
		`(?i:` + count + `(?: ?\pL+)?(?: (?:per|pro|par|por|je) (?:\d+ )?\pL+| (?:a|an|each|every) (?:second|minute|hour|day|night|week|month|year)\b|/(?:second|sec|s|minute|min|hour|h|day|d|month|stunde|tag|minuto|hora|día|heure|jour)\b))`,
		count + ` ?(?:(?:` + unitWords + `)\b|[%‰℃€£]|°[CF]?)`,
		`(?:每(?:分钟|小时|天|日|周|月|秒)[^\s\d，。；]{0,2} ?)?\d[\d.,]*(?: ?[-–~] ?\d+)? ?(?:次|条|封|秒|分钟|小时|天|个月|字符)(?:/(?:分钟|秒|小时|天|月))?`,
		`每?周[一二三四五六日天](?:[、和](?:每?周)?[一二三四五六日天])+(?: ?\d{1,2}:\d\d)?|每(?:天|日|周[一二三四五六日天]|月\d+[号日]) ?\d{1,2}:\d\d`,
	}, "|"))},
	{phone, regexp.MustCompile(`\+\d{1,3}(?:[ -]\d{1,5}){3,}|\+?\(?\d[\d()]*(?:[ -]\d{2,})+(?:-\d)?|\+\d{8,}`)},
	{handle, regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: [\dA-Z]{4}){3,7}(?: [\dA-Z]{1,3})?\b|[*]\d{2,4}#?|\b\d{6,}@[a-z]+\b|\b[a-z]+(?::\w+)+,\d+\b`)},
}

const (
	clock    = `\d{1,2}[:.]\d\d`
	count    = `[~≈≤≥]?[-+]?[$€£]?\d+(?:[.,]\d+)*(?: ?[-–×x] ?\d+(?:[.,]\d+)*)*`
	weekdays = `(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)`
	// days are written with a capital letter, or they are words like any other.
	days = `(?:(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?|[Tt]äglich|[Ww]erktags|[Dd]aily|[Nn]ightly|[Ww]eekdays|[Dd]iario)`
	// unitWords are units as they stand behind a number.
	unitWords = `dBm?|[kMG]?Hz|[kMGT]i?B(?:/s)?|[KMGk]bit/s|[KMGk]bps|km/h|m/s|mph|km|cm|mm|kg|mg|ml|px|dpi|rpm|fps|req/s|ms|kWh|kW|mA|Ah|mV|hPa|bar|[kMG]o|[mshVWAgl]` +
		`|sec|secs|seconds?|min|mins|minutes?|hrs?|hours?|days?|weeks?|months?|years?|tokens|characters|requests|calls|messages` +
		`|Sek|Std|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Zeichen|Anfragen|Euro|EUR|CHF|USD` +
		`|hourly|daily|weekly|monthly|yearly|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|semaines?|mois|ans|euros?`
)

// scan finds what a text holds to look up, in order.
func scan(text string) []mark {
	var plain []mark
	for _, s := range words.Specifics(text) {
		m := mark{s.Start, s.End, s.Kind}
		if m.kind == words.Identifier && text[m.start] == '@' {
			m.kind = handle
		}
		plain = append(plain, m)
	}
	if !mayHoldCompound(text) {
		return plain
	}
	var found []mark
	for _, c := range compounds {
		for _, at := range c.re.FindAllStringIndex(text, -1) {
			if m := (mark{at[0], at[1], c.kind}); !inside(text, m) && (m.kind != phone || isPhone(text[m.start:m.end])) {
				found = append(found, m)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b mark) int { return a.start - b.start })
	return merge(plain, found)
}

// mayHoldCompound is a quick look that spares most names, ports and addresses the
// patterns: behind a digit stands something that is none.
func mayHoldCompound(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		switch c, next := text[i], text[i+1]; {
		case (c == '+' || c == '*') && isDigit(next):
			return true
		case !isDigit(c):
		case next >= utf8.RuneSelf || next == ' ' || next == ':' || next == '%' || next == '/' || next == '@' || next == ',' || next|0x20 >= 'a' && next|0x20 <= 'z':
			return true
		case next == '-' && i+2 < len(text) && isDigit(text[i+2]):
			return true
		}
	}
	return strings.Contains(text, "周")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// merge puts compounds in the place of the marks that are parts of them; one that
// is itself a part of what is written without spaces gives way.
func merge(plain, found []mark) []mark {
	var all []mark
	for _, m := range found {
		for len(plain) > 0 && plain[0].end <= m.start {
			all, plain = append(all, plain[0]), plain[1:]
		}
		if len(all) > 0 && all[len(all)-1].end > m.start {
			continue
		}
		n := 0
		for n < len(plain) && plain[n].start < m.end {
			if p := plain[n]; p.start < m.start || p.end > m.end || p.kind == words.Code || p.kind == words.Date && m.kind == phone {
				break
			}
			n++
		}
		if n < len(plain) && plain[n].start < m.end {
			continue
		}
		all, plain = append(all, m), plain[n:]
	}
	return append(all, plain...)
}

// inside says whether a mark is cut out of a longer word.
func inside(text string, m mark) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:m.start])
	after, _ := utf8.DecodeRuneInString(text[m.end:])
	return joins(before) || text[m.start] == '*' && reStar.MatchString(text) || before == '.' || before == '-' || before == '/' || before == ':' || joins(after)
}

// reStar is an asterisk that is no key of a telephone.
var reStar = regexp.MustCompile(`[*](?:\D|$)`)

func joins(r rune) bool {
	return r == '_' || (unicode.IsLetter(r) || unicode.IsDigit(r)) && !words.IsCJK(r)
}

// isPhone tells a number in groups from two numbers and from a date.
func isPhone(text string) bool {
	const fewest = 8 // digits
	n := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n >= fewest && !reDated.MatchString(text)
}
