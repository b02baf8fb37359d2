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
func isReport(text string) bool {
	if len(text) > longestReport*longWord {
		return false
	}
	digits := strings.ContainsAny(reDate.ReplaceAllString(text, ""), "0123456789")
	text = reParenthesis.ReplaceAllString(rePrefixDate.ReplaceAllString(text, ""), "")
	if strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__") || words.Count(text) > longestReport {
		return false
	}
	lower := strings.ToLower(text)
	if advises(lower) {
		return false
	}
	if strings.Contains(text, secrets.Redacted) || isScrap(text) {
		return true
	}
	return reTicked.MatchString(text) || signs(text, digits) >= 2
}

// signs counts what speaks for a report in a text; digits says whether it has any
// beside its date.
func signs(text string, digits bool) int {
	list := slices.DeleteFunc(slices.Collect(words.Split(strings.ToLower(text))), func(word string) bool { return !strings.ContainsFunc(word, unicode.IsLetter) })
	n := len(reReportHan.FindAllString(text, 2))
	done := n > 0
	for i, word := range list {
		switch {
		case !reportWords[word]:
			continue
		case i == 0 && (len(list) < 2 || !determiners[list[1]]):
			continue // "returned parcels" are parcels
		}
		n++
		done = done || i == len(list)-1 || i == 0
	}
	switch {
	case n == 0:
		return 0
	case digits:
		n++
	}
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsDigit(first) {
		n++
	}
	if words.Count(text) <= shortReport && (done || n > 1) {
		n++
	}
	if strings.ContainsAny(text, "→≠=") {
		n--
	}
	return n
}

// passesOver says whether a line that stands where lessons do is none: a report,
// or, where no heading says that lessons stand there, a fact.
func (at place) passesOver(text string) bool {
	if at.strict && !strings.HasPrefix(text, "**") && !advises(strings.ToLower(text)) {
		return true
	}
	return isReport(text) || !at.explicit && at.role == lessons && isFact(text)
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
	first, _, _ := strings.Cut(lower, " ")
	if words.IsImperative(strings.TrimRight(first, ",.:")) || reAdviceHan.MatchString(lower) {
		return true
	}
	// "The spare is ordered" reports, "the spare is too small" tells something.
	last := lower[strings.LastIndexByte(strings.TrimRight(lower, ". "), ' ')+1:]
	reports := reportWords[strings.TrimRight(last, ". ")]
	for word := range words.Split(lower) {
		if adviceWords[strings.ReplaceAll(word, "’", "'")] && (!reports || !copulas[word]) {
			return true
		}
	}
	return false
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
	reParenthesis = regexp.MustCompile(`\s*[(（][^()（）]*[)）]\s*$`)
	reFact        = regexp.MustCompile(`^[^:：.!?]{2,25}: [^:.!?]+\.?$`)
	reTicked      = regexp.MustCompile(`(?:✅|✔️?|☑️?|✓)\W*$`)
	// In Chinese: what happened, and what is said to be done.
	reReportHan = regexp.MustCompile(`已|到账|[好完掉妥][^，。]{0,4}了[。！]?$|了[。！]?$|^[^，。：:]{1,8}[：:]\s*[\d¥￥.,]+\s*\p{Han}?$|号\s*\d{3,}`)
	reAdviceHan = regexp.MustCompile(`要|不|别|先|必须|应|只|每|永远|一定|再|才|否则|勿|可以|最好|等于|就|以后|下次|得|凡|任何|才能|没有|别人|必|能`)
)

// reportWords tell what was done; they are data, as the lists in lexicon.go are.
var reportWords = wordSet(`
	done sent filed planted cleaned moved delivered booked paid ordered arrived came went gone installed added started finished completed merged deployed shipped fixed
	closed updated blocked posted printed returned refunded received renewed signed replaced repaired restarted rebooted rotated migrated uploaded downloaded archived
	deleted removed created opened called emailed mailed picked dropped bought sold cancelled canceled confirmed scheduled kept took waiting helped painted mounted
	exported imported recorded edited published aired mixed released counted
	zugesagt gezählt entkalkt abgesagt unterschrieben
	erledigt verschickt bezahlt bestellt geliefert gekommen angekommen abgeholt repariert eingebaut montiert angerufen gebucht gesendet geschickt geputzt aufgeräumt fertig
	wartet abgegeben getauscht verkauft gekauft überwiesen eingetroffen abgeschickt eingetragen umgezogen nachbestellt ausgeliefert kam kamen ging lief
	enviado enviada pagado pagada llegó llegaron hecho terminado entregado cobrado reservado instalado arreglado listo lista
	envoyé payé livré arrivé terminé réparé réservé commandé`)

// adviceWords stand in rules and in statements that hold in general.
var adviceWords = wordSet(`
	always never must should shouldn't don't doesn't do not no nothing only every each any before after unless until without if when while instead than first last means
	beats counts need needs has have cannot can't can won't isn't aren't wasn't is are be because so but too both may might will would
	max maximum min minimum limit limits limited per quota timeout most höchstens mindestens máximo mínimo límite
	then wait takes take lasts last loses lose costs cost needs gilt dauert hält brauchen tarda tardan vale evita
	forgot lost failed broke better worse too again even
	immer nie niemals nicht kein keine keinen keiner muss müssen soll sollen darf dürfen erst vor nach nur jede jeder jedes jeden ohne wenn falls bis statt zuerst heißt braucht
	brauchen ist sind wird werden kann können weil denn sonst lieber besser mehr weniger wer was
	siempre nunca no antes después solo sólo cada sin si cuando hay que debe deben primero es son está están puede porque mejor más menos
	toujours jamais pas avant après chaque sans si quand il faut doit est sont peut parce mieux plus moins`)

var determiners = wordSet("the a an all my our this that these those up in on off out it der die das den el la los las un una le les")

var copulas = wordSet("is are was were be ist sind war es son está están est sont")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
