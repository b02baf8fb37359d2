package words

import "strings"

// Opposed says whether one of two texts has a word and the other its opposite, or
// both have values of one kind and none in common: "increase the pool" and "decrease
// the pool", "wait 5 minutes" and "wait 30 minutes", "the white bin" and "the green
// bin".
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
	return valuesDiffer(valuesIn(a, inA), valuesIn(b, inB))
}

func wordsOf(text string) map[string]bool {
	found := map[string]bool{}
	for word := range Split(strings.ToLower(text)) {
		found[word] = true
	}
	return found
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
