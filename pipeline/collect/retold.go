package collect

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

const (
	// leastRetold is the least number of different words that carry meaning, or of
	// pairs of Chinese characters, in what is told again: with fewer, two rules
	// share them by chance.
	leastRetold    = 3
	leastRetoldCJK = 6
	// longestRetold is the length in bytes up to which a text may be another one in
	// fewer words.
	longestRetold = 300
	// sameWord is how many letters two forms of a word share at least.
	sameWord = 5
)

// joinRetold joins what says in one file, in fewer and other words, what stands in
// another: every word of it that carries meaning stands in the longer one, or in
// its beginning, which negates as it does. What has other figures, or an opposite,
// stays by itself.
func (s *same) joinRetold() {
	normals := slices.Sorted(maps.Keys(s.texts))
	standing := map[string][]int{} // by key of what may be told again, where it stands
	short := map[int][]string{}
	for i, normal := range normals {
		if len(normal) > longestRetold || s.longer(s.texts[normal]) != "" {
			continue
		}
		if keys := keysOf(withoutAside(normal)); len(keys) >= leastKeys(normal) {
			short[i] = keys
			for _, key := range keys {
				standing[key] = nil
			}
		}
	}
	if len(short) == 0 {
		return
	}
	keys := make([][]string, len(normals))
	for i, normal := range normals {
		if keys[i] = short[i]; keys[i] == nil {
			keys[i] = keysOf(withoutAside(normal))
		}
		for _, key := range keys[i] {
			if at, asked := standing[key]; asked {
				standing[key] = append(at, i)
			}
		}
	}
	for i, normal := range normals {
		if short[i] == nil || s.longer(s.texts[normal]) != "" {
			continue
		}
		rarest := slices.MinFunc(short[i], func(a, b string) int { return len(standing[a]) - len(standing[b]) })
		best := -1
		for _, j := range standing[rarest] {
			if (best < 0 || len(normals[j]) > len(normals[best])) && within(keys[i], keys[j]) && s.tells(s.texts[normals[j]], s.texts[normal], keys[i]) {
				best = j
			}
		}
		if best >= 0 {
			s.near[normal] = normals[best]
		}
	}
}

func leastKeys(text string) int {
	if strings.ContainsFunc(text, words.IsCJK) {
		return leastRetoldCJK
	}
	return leastRetold
}

// keysOf are the words of a normal form that carry meaning and do not only deny, cut
// to what their forms share, or the pairs of its Chinese characters; sorted, each once.
func keysOf(normal string) []string {
	var keys []string
	for word := range strings.FieldsFuncSeq(normal, func(r rune) bool { return r == ' ' || r == ')' || r == '）' || isBreak(r) }) {
		switch {
		case strings.ContainsFunc(word, words.IsCJK):
			keys = appendPairs(keys, word)
		case utf8.RuneCountInString(word) > 1 && !words.IsStop(word) && !lightVerbs()[word] && !strings.HasSuffix(word, "n't"):
			keys = append(keys, cut(word))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// appendPairs adds the pairs of characters of a word; a figure parts it, as it does with
// a space on either side.
func appendPairs(keys []string, word string) []string {
	before := ""
	for _, r := range word {
		switch {
		case strings.ContainsRune(particles, r):
		case unicode.IsDigit(r):
			before = ""
		default:
			if before != "" {
				keys = append(keys, before+string(r))
			}
			before = string(r)
		}
	}
	return keys
}

// particles are Chinese characters that say little beside others, and that people
// leave out: 退款的时候就要先问, 退款时候先问.
const particles = "的了着过也都就要还很太吧呢啊吗嘛"

// cut is the beginning of a word, which its other forms begin with too.
func cut(word string) string {
	n := 0
	for at := range word {
		if n == sameWord {
			return word[:at]
		}
		n++
	}
	return strings.TrimSuffix(word, "s")
}

// within says whether all keys are among others; both are sorted.
func within(keys, others []string) bool {
	for _, key := range keys {
		at, there := slices.BinarySearch(others, key)
		if !there {
			return false
		}
		others = others[at:]
	}
	return true
}

// tells says whether the longer text, or a beginning of it, says in another file
// what the shorter does, and not its opposite.
func (s *same) tells(longer, shorter *occurrence, keys []string) bool {
	if longer.path == shorter.path || len(longer.bare) <= len(shorter.bare) {
		return false
	}
	full, brief := spelled(longer.normal), spelled(shorter.normal)
	if words.Changes(full) || words.Opposed(full, brief) || denies(full, brief) ||
		!maps.Equal(figuresIn(longer.normal), figuresIn(shorter.normal)) {
		return false
	}
	turned := words.Negations(withoutAside(brief)) % 2
	for _, text := range append(slices.Clone(longer.beginnings), longer.normal) {
		if words.Negations(spelled(text))%2 == turned && within(keys, keysOf(text)) {
			return true
		}
	}
	return false
}

// spelled is a text with the sign of what is unequal as a word.
func spelled(text string) string { return strings.ReplaceAll(text, "≠", "not") }

// denies says whether a text denies a word that another one does not: "a week, not
// a day" against "a day".
func denies(text, other string) bool {
	denied, before := words.Denied(text), words.Denied(other)
	for word := range strings.FieldsFuncSeq(other, func(r rune) bool { return r == ' ' || isBreak(r) }) {
		if denied[word] && !before[word] {
			return true
		}
	}
	return false
}
