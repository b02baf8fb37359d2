package words

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Negations is how many words in text turn its sense.
func Negations(text string) int {
	n := 0
	for word := range bareWords(text) {
		if negates(word) {
			n++
		}
	}
	for _, sign := range cjkNegations {
		n += strings.Count(text, sign)
	}
	return n
}

// bareWords are the words of a text in lower case, without marks and figures.
func bareWords(text string) iter.Seq[string] {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	return strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

func negates(word string) bool { return negations[word] || strings.HasSuffix(word, "n't") }

// Denied are the words that text denies: those that come within two words after a
// negation.
func Denied(text string) map[string]bool {
	denied := map[string]bool{}
	near := 0
	for word := range bareWords(text) {
		switch {
		case negates(word):
			near = 2
		case near > 0:
			near--
			denied[word] = true
		}
	}
	return denied
}

// Changes says whether a rule tells that it takes the place of another one.
func Changes(rule string) bool { return reChange.MatchString(rule) }

// reChange tells a lesson that takes the place of an older one. It is data: add a
// language here.
var reChange = regexp.MustCompile(`(?i)\b(?:no longer|not any ?more|any ?more|from now on|from today|instead of the old|used to be|replaces|supersedes|the old rule|` +
	`ab jetzt|ab sofort|ab heute|nicht mehr|nicht länger|statt wie bisher|ersetzt|die alte regel|neu ist|` +
	`ya no|a partir de ahora|desde ahora|en vez de lo de antes|sustituye|désormais|dorénavant|ne plus|remplace)\b|不再|改成|改为|改用|从现在起|从今以后|以前的规则|作废`)

// Opposed says whether one of two texts has a word and the other its opposite, or
// both have numbers and none in common: "increase the pool" and "decrease the pool",
// "wait 5 minutes" and "wait 30 minutes".
func Opposed(a, b string) bool {
	inA, inB := wordsOf(a), wordsOf(b)
	for word := range inA {
		for _, opposite := range opposites[word] {
			if inB[opposite] && !inB[word] && !inA[opposite] {
				return true
			}
		}
	}
	for _, pair := range cjkOpposites {
		for i := range pair {
			if strings.Contains(a, pair[i]) && !strings.Contains(a, pair[1-i]) && strings.Contains(b, pair[1-i]) && !strings.Contains(b, pair[i]) {
				return true
			}
		}
	}
	return numbersDiffer(inA, inB)
}

func wordsOf(text string) map[string]bool {
	found := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		found[word] = true
	}
	return found
}

func numbersDiffer(a, b map[string]bool) bool {
	numbers := func(words map[string]bool) (found []string) {
		for word := range words {
			if !strings.ContainsFunc(word, unicode.IsLetter) {
				found = append(found, word)
			}
		}
		return found
	}
	inA := numbers(a)
	return len(inA) > 0 && len(numbers(b)) > 0 && !slices.ContainsFunc(inA, func(n string) bool { return b[n] })
}

// opposites are pairs of words of which one turns what the other says.
var opposites = func() map[string][]string {
	all := map[string][]string{}
	for _, pair := range strings.Split(`increase decrease, raise lower, more less, more fewer, on off, before after, allow forbid, allow deny, enable disable, minimum maximum, start stop,
		open close, add remove, left right, up down, early late, first last, above below, inside outside, push pull, buy sell, public private, short long, small large, white black,
		einschalten ausschalten, an aus, mehr weniger, vor nach, erlauben verbieten, öffnen schließen, links rechts, oben unten, früh spät, erhöhen senken, mindestens höchstens, kaufen verkaufen,
		más menos, antes después, abrir cerrar, encender apagar, permitir prohibir, subir bajar, mínimo máximo, izquierda derecha,
		plus moins, avant après, ouvrir fermer, allumer éteindre`, ",") {
		if both := strings.Fields(pair); len(both) == 2 {
			all[both[0]], all[both[1]] = append(all[both[0]], both[1]), append(all[both[1]], both[0])
		}
	}
	return all
}()

var cjkOpposites = [][2]string{{"多", "少"}, {"开", "关"}, {"之前", "之后"}, {"增加", "减少"}, {"允许", "禁止"}, {"可以让", "不可以让"}, {"早", "晚"}, {"左", "右"}, {"最多", "至少"}}

// Lists are data: add a word where it is missing.
var (
	negations = set(`no not never none nothing nobody neither nor without cannot avoid stop
		nicht nie niemals kein keine keinen keinem keiner ohne weder
		nunca jamás sin ni ningún ninguno ninguna
		ne pas jamais sans aucun aucune
		non mai senza nessun nessuno
		não nem sem nenhum nenhuma
		не нет ни никогда без нельзя
		nie nigdy bez`)
	cjkNegations = []string{"不", "没", "勿", "别", "禁止", "无需", "ない", "ません", "禁"}
)
