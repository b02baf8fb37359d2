package collect

import (
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
	figures := strings.ContainsAny(reMoments.ReplaceAllString(text, ""), "0123456789")
	text = reParenthesis.ReplaceAllString(rePrefixDate.ReplaceAllString(text, ""), "")
	secret := strings.Contains(text, secrets.Redacted)
	if strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__") || words.Count(text) > longestReport && !secret {
		return false
	}
	lower := strings.ToLower(text)
	if advises(lower) {
		return false
	}
	if secret || isScrap(text) {
		return true
	}
	return reTicked.MatchString(text) || reTally.MatchString(text) || at.signs(text, figures) >= 2
}

// signs counts what speaks for a report in a text; figures says whether it has any
// beside dates and times.
func (at place) signs(text string, figures bool) int {
	list := wordsIn(strings.ToLower(text))
	n, done := reported(text, list, figures || at.jotted)
	now := present(text, list)
	n += now
	if at.jotted {
		n++
		if isFact(text) {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	length := words.Count(text)
	if figures && (length <= longestJotting || n > 1 || !at.jotted) {
		n++
	}
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsDigit(first) {
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
// carries the line. With marked, something else speaks for a report already.
func reported(text string, list []string, marked bool) (n int, done bool) {
	lower := strings.ToLower(text)
	n = len(reDoneSigns.FindAllString(text, 2))
	done = n > 0
	if marked && slices.ContainsFunc(list, func(word string) bool { return pastWords[word] }) {
		n++
	}
	for i, word := range list {
		switch {
		case !reportWords[word]:
			continue
		case i == 0 && !marked && (len(list) < 2 || !determiners[list[1]]):
			continue // "returned parcels" are parcels
		case i > 0 && i+1 < len(list) && strings.HasSuffix(word, "ed") && !determiners[list[i+1]] && strings.Contains(lower, word+" "+list[i+1]):
			continue // and "printed pages" pages
		}
		n++
		done = done || i == len(list)-1 || i == 0
	}
	if n == 0 && participial(text) {
		return 1, true
	}
	return n, done || n > 1
}

// participial says whether a clause of a few words begins or ends with a participle
// and has no verb of its own: "Ledger photographed", "Inventur abgeschlossen".
func participial(text string) bool {
	for clause := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(",;.:–—", r) }) {
		list := wordsIn(clause)
		if len(list) > 1 && strings.HasSuffix(list[len(list)-1], "ly") {
			list = list[:len(list)-1]
		}
		if len(list) < 2 || len(list) > shortReport {
			continue
		}
		if last := list[len(list)-1]; reParticiples.MatchString(last) && !notParticiples[last] {
			return true
		}
	}
	return false
}

// present counts what ties a text to its day and its place: a word such as today
// or a time of day, how a thing is just now, the file it lies in. "From today" is
// where a rule begins.
func present(text string, list []string) int {
	n := 0
	day := reDaySigns.MatchString(text) || reMoments.MatchString(text)
	for i, word := range list {
		if dayWords[word] && (i == 0 || !sinceWords[list[i-1]]) {
			day = true
		}
	}
	if day {
		n++
	}
	if rePath.MatchString(text) {
		n++
	}
	for clause := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(",;.:–—", r) }) {
		if list := wordsIn(clause); len(list) > 1 && stateWords[list[len(list)-1]] {
			return n + 1
		}
	}
	return n
}

// isErrand tells what is to be done once from what is to be done whenever it
// happens: it names a day to come, or begins like a list of things to do, and has
// no word that makes a rule of it.
func isErrand(text string) bool {
	if len(text) > longestReport*longWord || words.Count(text) > longestReport || strings.HasPrefix(text, "**") || reSentences.MatchString(text) {
		return false
	}
	lower := strings.ToLower(text)
	for _, word := range wordsIn(lower) {
		if adviceWords[word] && !obliges[word] {
			return false
		}
	}
	soon := reSoonSigns.MatchString(lower) || slices.ContainsFunc(wordsIn(lower), func(word string) bool { return soonWords[word] })
	return soon && !strings.ContainsAny(text, "每凡") || reErrands.MatchString(lower)
}

// wordsIn are the words of a text in lower case.
func wordsIn(lower string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(lower, "’", "'"), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// passesOver says whether a line that stands where lessons do is none: a report,
// an errand, or, where no heading says that lessons stand there, a fact.
func (at place) passesOver(text string) bool {
	if at.strict && !strings.HasPrefix(text, "**") && !advises(strings.ToLower(text)) {
		return true
	}
	return at.isReport(text) || isErrand(text) || !at.explicit && at.role == lessons && isFact(text)
}

// isFact tells a name with what there is to know of it: "Fuse box: hall, above the
// coats".
func isFact(text string) bool {
	_, what, named := strings.Cut(text, ": ")
	first, _, _ := strings.Cut(what, " ")
	return named && reFact.MatchString(text) && words.Count(text) <= longestFact && !words.IsImperative(first) && !advises(strings.ToLower(text))
}

// advises says whether a text in lower case holds a word of advice.
func advises(lower string) bool {
	if commands(lower) || reAdviceSigns.MatchString(lower) {
		return true
	}
	list := wordsIn(lower)
	// "The spare is ordered" reports, "the spare is too small" tells something.
	reports := len(list) > 0 && reportWords[list[len(list)-1]]
	for _, word := range list {
		if adviceWords[word] && (!reports || !copulas[word]) {
			return true
		}
	}
	return false
}

// commands says whether a text begins with what to do; "outline of chapter six" and
// "contract signed" begin with a thing.
func commands(lower string) bool {
	first, rest, _ := strings.Cut(lower, " ")
	second, _, _ := strings.Cut(rest, " ")
	return words.IsImperative(strings.TrimRight(first, ",.:")) && second != "of" && !reportWords[strings.TrimRight(second, ",.:")]
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

// longestJotting is the most words of a line that a figure speaks against.
const longestJotting = 7

// shortReport is the number of words up to which a line with a number says too
// little to be advice.
const shortReport = 5

var (
	reParenthesis = regexp.MustCompile(`\s*[(（][^()（）]*[)）]\s*$`)
	reFact        = regexp.MustCompile(`^[^:：.!?]{2,25}: [^:.!?]+\.?$`)
	reMoments     = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.(?:\d{2,4}\b)?|\b\d{1,2}:\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\d{1,2}月\d{1,2}[日号]`)
	rePath        = regexp.MustCompile(`(?:^|\s)(?:~?/[\w.-]+/|https?://)\S+`)
	reTally       = regexp.MustCompile(`^\d[\d.]* \pL+(?: \pL+)?, \d`)
	reSentences   = regexp.MustCompile(`[.!?;] |[。！？；].`)
	reTicked      = regexp.MustCompile(`(?:✅|✔️?|☑️?|✓)\W*$`)
)

var determiners = wordSet("the a an all my our this that these those up in on off out it to as from by with for at into und bei von zu nach für auf bis der die das den el la los las un una le les")

var copulas = wordSet("is are was were be ist sind war es son está están est sont")

// obliges are words of advice that errands have too.
var obliges = wordSet("need needs has have must be i so should to muss müssen hay que tengo tenemos il faut doit dois trzeba musi zu alle")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
