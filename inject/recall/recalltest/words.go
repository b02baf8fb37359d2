package recalltest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// word is a word of the language of the note.
func (w *writer) word() string {
	rank := int(w.ranks.Uint64())
	if rank < len(w.common) {
		return w.common[rank]
	}
	rank -= len(w.common)
	if w.code == "zh" {
		return w.characters(rank)
	}
	word := made(rank, w.syllables)
	if w.random.Intn(3) == 0 {
		word += w.endings[w.random.Intn(len(w.endings))]
	}
	return word
}

// made is the word of a rank: the rarer, the more syllables. Words of neighbouring ranks look different.
func made(rank int, syllables []string) string {
	n := len(syllables)
	words := n * n // of as many syllables as these
	length := 2
	for rank >= words {
		rank -= words
		words *= n
		length++
	}
	rank = int((uint64(rank)*7_919 + 3) % uint64(words)) // 7,919 is a prime that no count of syllables has as a factor
	var b strings.Builder
	for range length {
		b.WriteString(syllables[rank%n])
		rank /= n
	}
	return b.String()
}

// characters are the Chinese word of a rank: two characters out of the 3,000 or so that are in use, most of them
// out of the first 600.
func (w *writer) characters(rank int) string {
	const first, few, many = 0x4e00, 600, 3000
	a, b := rank%few, rank/few
	return string([]rune{rune(first + a*31%many), rune(first + (b*b+b*17+a*7)%many)})
}

// special is a name, a number, an id or the like. Some come again before long.
func (w *writer) special() string {
	if w.random.Intn(4) == 0 {
		if id := w.ids[w.random.Intn(len(w.ids))]; id != "" {
			return id
		}
	}
	id := w.fresh()
	w.ids[w.random.Intn(len(w.ids))] = id
	return id
}

func (w *writer) fresh() string {
	n := w.random.Intn
	switch n(14) {
	case 0, 1, 2, 3:
		return w.name()
	case 4, 5, 6:
		return fmt.Sprint(n(10 * powerOfTen(n(5))))
	case 7:
		return fmt.Sprintf("%d.%02d", n(3000), n(100))
	case 8:
		return w.day.AddDate(0, 0, n(200)-100).Format("2006-01-02")
	case 9:
		return fmt.Sprintf("%s-%d", []string{"OPS", "WEB", "LAB", "INC", "HR"}[n(5)], n(20_000))
	case 10:
		return fmt.Sprintf("%07x", n(1<<28))
	case 11:
		return fmt.Sprintf("%s/%s_%s.%s", made(n(500), w.latin()), made(n(5_000), w.latin()), made(n(5_000), w.latin()),
			[]string{"go", "py", "md", "csv", "pdf"}[n(5)])
	case 12:
		return fmt.Sprintf("10.%d.%d.%d:%d", n(8), n(256), n(256), 1000+n(9000))
	}
	return fmt.Sprintf("%s%d.%d.%d", made(n(2_000), w.latin()), n(10), n(30), n(50))
}

func (w *writer) name() string {
	return capital(made(int(w.names.Uint64()), w.latin()))
}

// capital is a word with a large letter in front.
func capital(word string) string {
	_, size := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:size]) + word[size:]
}

// latin are the syllables of names, which are in Latin letters in every language.
func (w *writer) latin() []string { return w.languages["en"].syllables }

func powerOfTen(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}
