package tiny

import (
	_ "embed" // for words.txt
	"slices"
	"strings"
	"sync"
)

// The tokens that a chat is written with; the qwen renderers write the same.
const (
	endOfText  = "<|endoftext|>"
	turnBegins = "<|im_start|>"
	turnEnds   = "<|im_end|>"
	think      = "<think>"
	thought    = "</think>"
)

// Kinds of token, as the metadata of a GGUF file numbers them. The tokenizer
// cuts control and given tokens out of a prompt before it looks at anything else.
const (
	plain   = 1
	control = 3
	given   = 4
)

// vocabulary is a byte-level vocabulary: 256 bytes, learned pairs, common words,
// special tokens, and what rules add.
type vocabulary struct {
	tokens []string
	kinds  []int32
	merges []string
	ids    map[string]int // of the tokens that all models have
}

// words.txt holds common English words. A word of the list is one token, other
// words are cut into the parts that such words are made of.
//
//go:embed words.txt
var commonWords string

// newVocabulary returns the vocabulary that all models have.
func newVocabulary() *vocabulary {
	common := common()
	return &vocabulary{
		tokens: slices.Clone(common.tokens),
		kinds:  slices.Clone(common.kinds),
		merges: common.merges,
		ids:    common.ids,
	}
}

var common = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{ids: map[string]int{}}
	for b := range 256 {
		v.add(string(letter(byte(b))), plain)
	}
	words := strings.Fields(commonWords)
	v.learn(words)
	for _, word := range words {
		capital := strings.ToUpper(word[:1]) + word[1:]
		for _, form := range []string{word, " " + word, capital, " " + capital} {
			v.add(spell(form), plain)
		}
	}
	for _, token := range []string{endOfText, turnBegins, turnEnds} {
		v.add(token, control)
	}
	v.add(think, given)
	v.add(thought, given)
	return v
})

// learn makes tokens of the pairs of neighbours that are in words most often,
// and of the pairs that these make.
func (v *vocabulary) learn(words []string) {
	const leastTimes = 4
	cut := make([][]string, len(words))
	for i, word := range words {
		cut[i] = strings.Split(spell(" "+word), "")
	}
	for {
		best, times := commonest(cut)
		if times < leastTimes {
			return
		}
		v.merges = append(v.merges, best[0]+" "+best[1])
		v.add(best[0]+best[1], plain)
		for i, word := range cut {
			cut[i] = join(word, best)
		}
	}
}

// add adds a token of the common vocabulary, unless it is there.
func (v *vocabulary) add(token string, kind int32) {
	if _, known := v.ids[token]; !known {
		v.ids[token] = v.script(token, kind)
	}
}

// script adds a token of one model, also if another is spelled like it, and
// returns its number.
func (v *vocabulary) script(token string, kind int32) int {
	v.tokens = append(v.tokens, token)
	v.kinds = append(v.kinds, kind)
	return len(v.tokens) - 1
}

// letter returns the printable character that stands for a byte in the files of
// byte-level tokenizers, as GPT-2 introduced it.
func letter(b byte) rune {
	r := rune(b)
	switch {
	case r == 0xad:
		return 0x143
	case r <= 0x20:
		return r + 0x100
	case r >= 0x7f && r <= 0xa0:
		return r + 0xa2
	}
	return r
}

// spell writes text in these characters.
func spell(text string) string {
	var spelled strings.Builder
	for _, b := range []byte(text) {
		spelled.WriteRune(letter(b))
	}
	return spelled.String()
}

type pair [2]string

// commonest returns the pair of neighbours that stands most often in words, the
// first in the alphabet when several do.
func commonest(words [][]string) (best pair, most int) {
	count := map[pair]int{}
	for _, word := range words {
		for i := range len(word) - 1 {
			count[pair{word[i], word[i+1]}]++
		}
	}
	for p, times := range count {
		if times > most || times == most && slices.Compare(p[:], best[:]) < 0 {
			best, most = p, times
		}
	}
	return best, most
}

// join makes one part of every two that are p, in place.
func join(word []string, p pair) []string {
	joined := word[:0]
	for i := 0; i < len(word); i++ {
		part := word[i]
		if i+1 < len(word) && part == p[0] && word[i+1] == p[1] {
			part += word[i+1]
			i++
		}
		joined = append(joined, part)
	}
	return joined
}
