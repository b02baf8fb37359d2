package words

import "strings"

// Negations is how many words in text turn its sense. Where a language says one
// negation with two words ("ne … pas", "никогда не"), they count as one.
func Negations(text string) int {
	n := 0
	turned, companions := -nearNegation, []int(nil) // where the last particle stood, and the words before it that wait for one
	i := 0
	for word := range Split(text) {
		lower := plainLower(word)
		switch kind := negationOf[lower]; {
		case kind == particle, strings.HasPrefix(lower, "n'") && len(lower) > len("n't"):
			for len(companions) > 0 && i-companions[len(companions)-1] < nearNegation {
				companions = companions[:len(companions)-1]
				n--
			}
			turned = i
			n++
		case kind == negativeWord && word != "Mai": // the month in German
			if i-turned >= nearNegation {
				companions = append(companions, i)
				n++
			}
		case kind == negation, strings.HasSuffix(lower, "n't"):
			n++
		}
		i++
	}
	return n + unspacedNegations(text)
}

// nearNegation is how many words apart two words of one negation stand at most.
const nearNegation = 5

// unspacedNegations counts the negations in Chinese and Japanese, and those in
// Korean, which are parts of words.
func unspacedNegations(text string) int {
	n := 0
	if hasCJK(text) {
		bare := turningNothing.Replace(text)
		for _, sign := range cjkNegations {
			n += strings.Count(bare, sign)
		}
	}
	if hasHangul(text) {
		bare := strings.ReplaceAll(text, "잘못", "") // a mistake
		for _, sign := range koreanNegations {
			n += strings.Count(bare, sign)
		}
	}
	return n
}

// The kinds of words that turn a sentence.
const (
	negation = iota + 1
	// negativeWord turns a sentence alone or together with a particle.
	negativeWord
	// particle turns a sentence; with a negative word beside it, they are one
	// negation.
	particle
)

// negationOf is the kind of each word that turns a sentence. One look then tells
// the rest.
var negationOf = func() map[string]int {
	all := map[string]int{}
	for kind, list := range map[int]string{particle: particles, negativeWord: negativeWords, negation: negations} {
		for word := range strings.FieldsSeq(list) {
			all[word] = max(all[word], kind)
		}
	}
	return all
}()

// Lists are data: add a word where it is missing.
const (
	particles     = "не нет nie non ne não no niet"
	negativeWords = `никогда никто никого никому ничего ничто ничему нигде никуда никакой никаких никак ни
		nigdy nikt nikogo nic niczego nigdzie żaden żadna żadne żadnego żadnych
		mai nessun nessuno nessuna niente nulla neanche neppure
		nunca jamás ni ningún ninguno ninguna nada nadie tampoco
		jamais pas aucun aucune rien
		nem nenhum nenhuma ninguém jamais`
	negations = `not never none nothing nobody neither nor without cannot avoid stop
		nicht niemals kein keine keinen keinem keiner keines keinerlei ohne weder nichts niemand niemanden nirgends vermeide vermeiden verboten
		sin evita evitar evite prohibido
		sans évite éviter évitez interdit
		senza vietato evitare
		sem evitar proibido
		без нельзя запрещено запрещается избегай избегать избегайте
		bez zakaz unikaj unikać
		geen nooit zonder niets niemand vermijd`
)

var (
	cjkNegations    = []string{"不", "没", "勿", "别", "禁", "无需", "無", "ない", "ません", "なく", "なけれ", "ずに", "避け", "避免"}
	koreanNegations = []string{"않", "지 마", "지마", "지 말", "지말", "못", "없", "금지", "아니", " 안 "}
	// turningNothing leaves out words that only look like a negation.
	turningNothing = strings.NewReplacer(
		"特别", "", "分别", "", "区别", "", "级别", "", "识别", "", "类别", "", "个别", "", "性别", "", "别人", "", "别的", "", "别处", "", "辨别", "",
		"不断", "", "不过", "", "不仅", "", "不但", "", "不同", "", "不久", "", "不管", "", "不论", "", "差不多", "", "不错", "", "对不起", "", "不得不", "", "没收", "",
		"危ない", "", "少ない", "", "もったいない", "", "情けない", "", "無料", "", "無線", "", "無事", "",
	)
)

// plainLower is a word in lower case with the plain apostrophe.
func plainLower(word string) string { return strings.ToLower(strings.ReplaceAll(word, "’", "'")) }
