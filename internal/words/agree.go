package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Denied are the words that text denies: those that come within two words after a
// negation.
func Denied(text string) map[string]bool {
	denied := map[string]bool{}
	near := 0
	for word := range Split(strings.ToLower(text)) {
		switch {
		case Negations(word) > 0:
			near = 2
		case near > 0:
			near--
			denied[word] = true
		}
	}
	return denied
}

// Changes says whether a rule tells that it takes the place of another one.
func Changes(rule string) bool {
	rule = strings.ToLower(rule)
	for i, at := range changeSigns.In(rule) {
		if at >= 0 && standsAlone(rule, at, at+len(changeSigns.Phrases[i])) {
			return true
		}
	}
	return false
}

// standsAlone says whether a part of a text begins and ends where words do; in
// scripts without spaces every part does.
func standsAlone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	unspaced := IsCJK(first) || unicode.Is(unicode.Hangul, first)
	return unspaced || !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

// changeSigns are the words of a lesson that takes the place of an older one, in
// lower case. They are data: add a language here.
var changeSigns = MarksOf(
	"no longer", "not any more", "not anymore", "any more", "anymore", "any longer", "from now on", "from today", "as of today", "as of now",
	"instead of the old", "used to be", "replaces", "supersedes", "the old rule", "new rule", "has changed to", "switched to",
	"ab jetzt", "ab sofort", "ab heute", "seit heute", "künftig", "fortan", "nicht mehr", "nicht länger", "statt wie bisher", "ersetzt",
	"die alte regel", "neu ist", "abgeschafft", "gilt jetzt",
	"ya no", "a partir de ahora", "desde ahora", "en adelante", "desde hoy", "en vez de lo de antes", "sustituye", "reemplaza a",
	"désormais", "dorénavant", "à partir de maintenant", "ne plus", "remplace",
	"d'ora in poi", "da oggi", "non più", "sostituisce", "a partir de agora", "de agora em diante", "não mais", "substitui",
	"od teraz", "od dziś", "już nie", "zastępuje", "больше не", "отныне", "с этого дня", "теперь не", "вместо старого",
	"不再", "改成", "改为", "改用", "改回", "从现在起", "从今以后", "今后", "以前的规则", "作废", "取代",
	"今後は", "これからは", "に変更", "廃止", "앞으로는", "더 이상", "변경",
)

// Opposed says whether one of two texts has a word and the other its opposite, or
// both have values of one kind and none in common: "increase the pool" and "decrease
// the pool", "wait 5 minutes" and "wait 30 minutes", "the white bin" and "the green
// bin".
func Opposed(a, b string) bool { return SenseOf(a).Opposes(SenseOf(b)) }

// Sense is what of a text can be opposed to another.
type Sense struct {
	text   string
	words  map[string]bool
	values values
}

// SenseOf reads the sense of a text.
func SenseOf(text string) Sense {
	s := Sense{text: text, words: map[string]bool{}}
	for word := range Split(strings.ToLower(text)) {
		s.words[word] = true
	}
	s.values = valuesIn(text, s.words)
	return s
}

// Opposes is Opposed for texts that are compared with many.
func (s Sense) Opposes(other Sense) bool {
	for word := range s.words {
		for _, opposite := range opposites[word] {
			if other.words[opposite] && !other.words[word] && !s.words[opposite] {
				return true
			}
		}
	}
	for _, pair := range cjkOpposites {
		if onlyFirst(s.text, pair[0], pair[1]) && onlyFirst(other.text, pair[1], pair[0]) || onlyFirst(s.text, pair[1], pair[0]) && onlyFirst(other.text, pair[0], pair[1]) {
			return true
		}
	}
	return valuesDiffer(s.values, other.values)
}

func onlyFirst(text, first, second string) bool {
	return strings.Contains(text, first) && !strings.Contains(text, second)
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

var cjkOpposites = [][2]string{{"多", "少"}, {"开", "关"}, {"之前", "之后"}, {"增加", "减少"}, {"允许", "禁止"}, {"早", "晚"}, {"左", "右"}, {"最多", "至少"}}
