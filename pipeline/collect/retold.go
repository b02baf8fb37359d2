package collect

import (
	"cmp"
	"context"
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

// mostLooked is how many of the texts that share its rarest word a text is compared
// with, the longest first; mostTold how many of those that hold all its words are read
// word by word. On all labelled workspaces, and on two dozen public ones, neither made
// a difference. Beyond them a repetition may stay a lesson of its own.
const (
	mostLooked = 1000
	mostTold   = 16
)

// joinRetold joins what says in one file, in fewer and other words, what stands in
// another: every word of it that carries meaning stands in the longer one, or in
// its beginning, which negates as it does. What has other figures, or an opposite,
// stays by itself. Its cost grows with the number of texts, not with its square: see
// mostLooked.
func (s *same) joinRetold(ctx context.Context) error {
	r := retelling{same: s, normals: slices.Sorted(maps.Keys(s.texts)), number: map[string]int32{}}
	r.keys, r.short = make([][]int32, len(r.normals)), make([]bool, len(r.normals))
	r.mayBeTold(ctx)
	if len(r.number) == 0 {
		return ctx.Err()
	}
	r.index(ctx)
	longer := make([]int, len(r.normals))
	words.SideBySide(ctx, len(r.normals), func(i int) { longer[i] = r.longest(i) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, j := range longer {
		if j >= 0 {
			s.near[r.normals[i]] = r.normals[j]
		}
	}
	return nil
}

// retelling is the search for what is told again, in texts by their normal forms.
type retelling struct {
	*same
	normals  []string
	short    []bool           // by text, whether it may be told again
	number   map[string]int32 // of the keys of those
	keys     [][]int32        // by text, the numbers of such keys in it, sorted
	signs    []uint64         // by text, a bit for each of its keys
	standing [][]int32        // by key, the texts that hold it, the longest first
}

// mayBeTold finds the texts that may tell another one again, and numbers their keys.
func (r *retelling) mayBeTold(ctx context.Context) {
	for i, normal := range r.normals {
		if ctx.Err() != nil {
			return
		}
		if len(normal) > longestRetold || r.longer(r.texts[normal]) != "" {
			continue
		}
		keys := keysOf(withoutAside(normal))
		if r.short[i] = len(keys) >= leastKeys(normal); !r.short[i] {
			continue
		}
		for _, key := range keys {
			if _, there := r.number[key]; !there {
				r.number[key] = int32(len(r.number))
			}
		}
		r.keys[i] = r.numbers(keys)
	}
}

// numbers are those of keys, sorted; a key that no short text has is left out.
func (r *retelling) numbers(keys []string) []int32 {
	list := make([]int32, 0, len(keys))
	for _, key := range keys {
		if number, there := r.number[key]; there {
			list = append(list, number)
		}
	}
	slices.Sort(list)
	return list
}

// index notes in which texts each key stands.
func (r *retelling) index(ctx context.Context) {
	r.signs = make([]uint64, len(r.normals))
	words.SideBySide(ctx, len(r.normals), func(i int) {
		if !r.short[i] {
			r.keys[i] = r.numbers(keysOf(withoutAside(r.normals[i])))
		}
		r.signs[i] = sign(r.keys[i])
	})
	byLength := make([]int32, len(r.normals))
	for i := range byLength {
		byLength[i] = int32(i)
	}
	slices.SortFunc(byLength, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(r.normals[b]), len(r.normals[a])), cmp.Compare(a, b))
	})
	r.standing = make([][]int32, len(r.number))
	for _, i := range byLength {
		for _, key := range r.keys[i] {
			r.standing[key] = append(r.standing[key], i)
		}
	}
}

// sign has a bit for each of keys: one that lacks a bit of another one lacks a key of it.
func sign(keys []int32) uint64 {
	sign := uint64(0)
	for _, key := range keys {
		sign |= 1 << (key % 64)
	}
	return sign
}

// longest is the longest text that tells what a short one does, or -1; of several as
// long, the first.
func (r *retelling) longest(i int) int {
	if !r.short[i] {
		return -1
	}
	rarest := slices.MinFunc(r.keys[i], func(a, b int32) int { return len(r.standing[a]) - len(r.standing[b]) })
	looked := r.standing[rarest]
	told := 0
	for _, j := range looked[:min(len(looked), mostLooked)] {
		if r.signs[i]&^r.signs[j] != 0 || !r.mayTell(r.texts[r.normals[j]], r.texts[r.normals[i]]) || !within(r.keys[i], r.keys[j]) {
			continue
		}
		if r.tells(r.texts[r.normals[j]], r.texts[r.normals[i]], r.keys[i]) {
			return int(j)
		}
		if told++; told == mostTold {
			break
		}
	}
	return -1
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
func within(keys, others []int32) bool {
	for _, key := range keys {
		for len(others) > 0 && others[0] < key {
			others = others[1:]
		}
		if len(others) == 0 || others[0] != key {
			return false
		}
	}
	return true
}

// mayTell says whether a text can tell what a shorter one does: it stands in another file.
func (r *retelling) mayTell(longer, shorter *occurrence) bool {
	return longer.path != shorter.path && len(longer.bare) > len(shorter.bare)
}

// tells says whether the longer text, or a beginning of it, says what the shorter does,
// and not its opposite.
func (r *retelling) tells(longer, shorter *occurrence, keys []int32) bool {
	full, brief := spelled(longer.normal), spelled(shorter.normal)
	if words.Changes(full) || words.Opposed(full, brief) || denies(full, brief) ||
		!maps.Equal(figuresIn(longer.normal), figuresIn(shorter.normal)) {
		return false
	}
	turned := words.Negations(withoutAside(brief)) % 2
	for _, text := range append(slices.Clone(longer.beginnings), longer.normal) {
		if words.Negations(spelled(text))%2 == turned && within(keys, r.numbers(keysOf(text))) {
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
