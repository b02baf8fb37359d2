package collect

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// longestReport is the most words of a line that is taken for a report of what
// was done: what is longer tells more than that.
const longestReport = 10

// longestAccess is the same for a line that holds a secret.
const longestAccess = 14

// longWord is the length in bytes that no ten words have on average.
const longWord = 20

// isReport tells a line on what was done or counted ("12 tulips planted", "Log
// kept as sync.txt", "parcel ✅") from one on what to do. Such lines stand below
// lesson headings too. It takes two signs, and none of the words with which people
// give advice.
func (at place) isReport(text string) bool {
	if len(text) > longestReport*longWord {
		return false
	}
	figures := strings.ContainsAny(reMoments().ReplaceAllString(text, ""), "0123456789")
	text = withoutAgain(withoutParenthesis(withoutDate(text)))
	secret := strings.Contains(text, secrets.Redacted)
	if strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__") || words.Count(text) > longestReport && (!secret || words.Count(text) > longestAccess) {
		return false
	}
	lower := strings.ToLower(text)
	if secret && reAccess().MatchString(text) && !normative(lower) {
		return true
	}
	if advises(lower) || normative(lower) || instructs(text) {
		return false
	}
	if secret || isScrap(text) {
		return true
	}
	return reTicked().MatchString(text) || reTally().MatchString(text) || at.signs(text, figures) >= 2
}

// signs counts what speaks for a report in a text; figures says whether it has any
// beside dates and times.
func (at place) signs(text string, figures bool) int {
	list := wordsIn(strings.ToLower(text))
	jotted := at.jotted && len(list) > 0 && !articles()[list[0]] && !strings.ContainsFunc(text, words.IsCJK)
	now := present(text, list)
	n, done := reported(text, list, figures, figures || jotted || now > 0)
	n += now
	if jotted {
		n++
		if isFact(text) {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	if at.plain {
		n++
	}
	length := words.Count(text)
	if figures && (length <= shortReport || n > 1 || !jotted) {
		n++
	}
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsDigit(first) || len(list) > 0 && numerals()[list[0]] && (done || now > 0) {
		n++
	}
	if length <= shortReport && done {
		n++
	}
	if now == 0 && strings.ContainsAny(text, "→≠=") {
		n--
	}
	return n
}

// reported counts the words that tell what was done, and says whether one of them
// carries its clause. Figures let a line begin with what was done; where marked,
// something else speaks for a report already.
func reported(text string, list []string, figures, marked bool) (n int, done bool) {
	lower := strings.ToLower(text)
	n = len(reDoneSigns().FindAllString(text, 2))
	done = n > 0
	if marked && slices.ContainsFunc(list, func(word string) bool { return pastWords()[word] }) {
		n++
	}
	for i, word := range list {
		if !reportWords()[word] || isAttribute(lower, list, i, figures) {
			continue
		}
		n++
		done = done || i == len(list)-1 || i == 0 || !strings.Contains(lower, word+" ")
	}
	if len(list) > 2 && filed[list[0]] && slices.ContainsFunc(list[2:], func(word string) bool { return whither[word] }) {
		return n + 2, true
	}
	if n == 0 && (participial(text, reParticiples()) || figures && (reFronted().MatchString(lower) || participial(text, reCounted()))) {
		return 1, true
	}
	return n, done || n > 1
}

// isAttribute tells a participle that only describes what follows it: "returned
// parcels" are parcels, "printed pages" pages.
func isAttribute(lower string, list []string, i int, figures bool) bool {
	if i+1 == len(list) {
		return i == 0
	}
	next := list[i+1]
	if determiners()[next] || dayWords()[next] || soonWords()[next] {
		return false
	}
	if i == 0 {
		// "Sold 214 loaves" and "sent chapter 2" report, "posted letters" are letters.
		joined := strings.HasPrefix(lower, list[0]+" "+next)
		return !figures || joined && strings.HasSuffix(list[0], "ed")
	}
	return strings.HasSuffix(list[i], "ed") && strings.Contains(lower, list[i]+" "+next)
}

// participial says whether a clause of a few words begins or ends with a participle
// and has no verb of its own: "Ledger photographed", "Inventur abgeschlossen".
func participial(text string, participles *regexp.Regexp) bool {
	for clause := range clauses(text) {
		list := wordsIn(clause)
		if len(list) > 1 && strings.HasSuffix(list[len(list)-1], "ly") {
			list = list[:len(list)-1]
		}
		if len(list) < 2 || len(list) > shortReport {
			continue
		}
		if last := list[len(list)-1]; participles.MatchString(last) && !notParticiples()[last] {
			return true
		}
	}
	return false
}

// clauses are the parts of a text between its marks, in lower case.
func clauses(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(",;.:–—", r) })
}

// present counts what ties a text to its day and its place: a word such as today
// or a time of day, how a thing is just now, the file it lies in. "From today" is
// where a rule begins.
func present(text string, list []string) int {
	n := 0
	day := reDaySigns().MatchString(text) || reMoments().MatchString(text)
	if isAgo(strings.ToLower(text), list) {
		n += 2
	}
	for i, word := range list {
		if dayWords()[word] && (i == 0 || !sinceWords()[list[i-1]]) {
			day = true
		}
	}
	if day {
		n++
	}
	if rePath().MatchString(text) {
		n++
	}
	for clause := range clauses(text) {
		if list := wordsIn(clause); len(list) > 1 && stateWords()[list[len(list)-1]] {
			return n + 1
		}
	}
	return n
}

// isAgo says whether a text names this day or one gone by, and not as that from
// which a rule holds, nor beside a day to come.
func isAgo(lower string, list []string) bool {
	if slices.ContainsFunc(list, func(word string) bool { return soonWords()[word] }) {
		return false
	}
	for i, word := range list {
		if agoWords()[word] && (i == 0 || !todayWords()[word] || !sinceWords()[list[i-1]]) {
			return true
		}
	}
	return reAgoSigns().MatchString(lower)
}

// isErrand tells what is to be done once from what is to be done whenever it
// happens: it names a day to come, or begins like a list of things to do, and has
// no word that makes a rule of it.
func isErrand(text string) bool {
	if len(text) > longestReport*longWord || words.Count(text) > longestReport || strings.HasPrefix(text, "**") || reSentences().MatchString(text) {
		return false
	}
	lower := strings.ToLower(text)
	soon := reSoonSigns().MatchString(lower)
	for _, word := range wordsIn(lower) {
		if adviceWords()[word] && !obliges[word] || todayWords()[word] {
			return false
		}
		soon = soon || soonWords()[word]
	}
	return (soon || reErrands().MatchString(lower)) && !reAdviceSigns().MatchString(obliging.Replace(lower))
}

// wordsIn are the words of a text in lower case.
func wordsIn(lower string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(lower, "’", "'"), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// passesOver says whether a line that stands where lessons do is none: a report,
// an errand, or, where no heading says that lessons stand there, a fact.
func (at place) passesOver(text string) bool {
	if at.mixed && !drawsRule(text) || narrates(text) || isStanding(text) || isQuestion(text) {
		return true
	}
	if at.strict && !strings.HasPrefix(text, "**") && !advises(strings.ToLower(text)) {
		return true
	}
	return at.isReport(text) || isErrand(text) || !at.explicit && at.role == lessons && isFact(text)
}

// withoutParenthesis is a text without what stands in brackets at its end.
func withoutParenthesis(text string) string {
	if end := strings.TrimRight(text, " \t"); !strings.HasSuffix(end, ")") && !strings.HasSuffix(end, "）") {
		return text // most lines
	}
	return reParenthesis().ReplaceAllString(text, "")
}

// withoutDate is a text without a date in front.
func withoutDate(text string) string {
	if text == "" || !strings.ContainsRune("[(【*0123456789", rune(text[0])) && !strings.HasPrefix(text, "【") {
		return text // most lines
	}
	return rePrefixDate().ReplaceAllString(text, "")
}

// isFact tells a name with what there is to know of it: "Fuse box: hall, above the
// coats".
func isFact(text string) bool {
	_, what, named := strings.Cut(text, ": ")
	first, _, _ := strings.Cut(what, " ")
	return named && reFact().MatchString(text) && words.Count(text) <= longestFact && !words.IsImperative(first) && !advises(strings.ToLower(text))
}

// advises says whether a text in lower case holds a word of advice.
func advises(lower string) bool {
	if commands(lower) {
		return true
	}
	list := wordsIn(lower)
	// "The spare is ordered" reports, "the spare is too small" tells something.
	reports := endsInState(list) || isAgo(lower, list)
	for _, word := range list {
		if adviceWords()[word] && (!reports || !copulas()[word]) {
			return true
		}
	}
	return reAdviceSigns().MatchString(lower)
}

// endsInState says whether the words of a text end with how a thing is or what was done
// with it: "is not yet paid". What is told between them makes a sentence of it.
func endsInState(list []string) bool {
	const most = 3
	if len(list) == 0 || !reportWords()[list[len(list)-1]] && !stateWords()[list[len(list)-1]] {
		return false
	}
	copula := slices.IndexFunc(list, func(word string) bool { return copulas()[word] })
	return copula < 0 || len(list)-copula-1 <= most
}

// instructs says whether a text ends with an infinitive, as instructions in German
// do: "Kessel im Mai entkalken".
func instructs(text string) bool {
	last := strings.TrimRight(text[strings.LastIndexByte(text, ' ')+1:], ".!")
	return reInfinitive().MatchString(last) && !reParticiples().MatchString(last) && !reportWords()[last] && !stateWords()[last]
}

// commands says whether a text begins with what to do; "outline of chapter six" and
// "contract signed" begin with a thing.
func commands(lower string) bool {
	first, rest, _ := strings.Cut(lower, " ")
	if !words.IsImperative(strings.TrimRight(first, ",.:")) {
		return false
	}
	list := wordsIn(rest)
	return len(list) == 0 || list[0] != "of" && !copulas()[list[0]] && !reportWords()[list[0]] && !pastWords()[list[0]]
}

// isScrap tells a note to oneself: an arrow between two words, or a small letter in
// front of a colon.
func isScrap(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	before, after, arrow := strings.Cut(text, "→")
	next, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	return arrow && words.Count(before+after) < shortReport && !words.IsImperative(next) || unicode.IsLower(first) && isFact(text)
}

// longestFact is the most words of a line that is taken for a fact.
const longestFact = 8

// shortReport is the number of words up to which a line with a number says too
// little to be advice.
const shortReport = 5

var (
	reParenthesis = words.Lazily(`\s*[(（][^()（）]*[)）]\s*$`)
	reFact        = words.Lazily(`^[^:：.!?]{2,25}: [^:.!?]+\.?$`)
	reMoments     = words.Lazily(`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.(?:\d{2,4}\b)?|\b\d{1,2}:\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\d{1,2}月\d{1,2}[日号]`)
	rePath        = words.Lazily(`(?:^|\s)(?:~?/[\w.-]+/|https?://)\S+`)
	reTally       = words.Lazily(`^\d[\d.]* \pL+(?: \pL+)?, \d`)
	reSentences   = words.Lazily(`[.!?;] |[。！？；].`)
	reInfinitive  = words.Lazily(`^\p{Ll}{3,}(?:en|ern|eln)$`)
	reTicked      = words.Lazily(`(?:✅|✔️?|☑️?|✓)\W*$`)
)
