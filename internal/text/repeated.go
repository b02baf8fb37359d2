package text

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// search looks for repetitions.
type search struct {
	statements []string         // normal forms
	number     map[string]int32 // of the keys of those that can repeat another
	keys       [][]int32        // by statement, the numbers of such keys, sorted
	can        []bool           // by statement, whether it can repeat another
	signs      []uint64         // by statement, a bit for each of its keys
	holding    [][]int32        // by key, the statements that hold it, the longest first
}

// Repeated returns for every statement, a normal form, the longest one that it repeats, of several as long the first,
// or -1: in fewer and other words it says what that one says. may reports whether it can repeat that one. Once ctx
// ends, the answer is of no use.
func Repeated(ctx context.Context, statements []string, may func(longer, shorter int) bool) []int {
	n := len(statements)
	s := &search{
		statements: statements, number: map[string]int32{},
		keys: make([][]int32, n), can: make([]bool, n), signs: make([]uint64, n),
	}
	s.readKeys(ctx)
	s.index()
	longer := make([]int, n)
	SideBySide(ctx, n, func(i int) { longer[i] = s.longest(i, may) })
	return longer
}

// readKeys numbers the keys of the statements that can repeat another.
func (s *search) readKeys(ctx context.Context) {
	keys := make([][]string, len(s.statements))
	SideBySide(ctx, len(keys), func(i int) {
		if one := s.statements[i]; len(one) <= longestRepeated {
			keys[i] = keysOf(one)
			s.can[i] = len(keys[i]) >= leastKeysOf(one)
		}
	})
	for i, list := range keys {
		for _, key := range list {
			if _, there := s.number[key]; s.can[i] && !there {
				s.number[key] = int32(len(s.number))
			}
		}
	}
	if len(s.number) == 0 {
		return
	}
	SideBySide(ctx, len(keys), func(i int) {
		if keys[i] == nil {
			keys[i] = keysOf(s.statements[i])
		}
		s.keys[i] = s.numbers(keys[i])
		for _, key := range s.keys[i] {
			s.signs[i] |= 1 << (key % 64)
		}
	})
}

// numbers are those of keys, sorted; a key that no statement is looked for by is not among them.
func (s *search) numbers(keys []string) []int32 {
	list := make([]int32, 0, len(keys))
	for _, key := range keys {
		if number, there := s.number[key]; there {
			list = append(list, number)
		}
	}
	slices.Sort(list)
	return list
}

// index notes in which statements each key stands.
func (s *search) index() {
	byLength := make([]int32, len(s.statements))
	for i := range byLength {
		byLength[i] = int32(i)
	}
	slices.SortFunc(byLength, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(s.statements[b]), len(s.statements[a])), cmp.Compare(a, b))
	})
	s.holding = make([][]int32, len(s.number))
	for _, i := range byLength {
		for _, key := range s.keys[i] {
			s.holding[key] = append(s.holding[key], i)
		}
	}
}

// longest is the longest statement that one repeats, or -1.
func (s *search) longest(i int, may func(longer, shorter int) bool) int {
	if !s.can[i] {
		return -1
	}
	rarest := slices.MinFunc(s.keys[i], func(a, b int32) int { return len(s.holding[a]) - len(s.holding[b]) })
	looked := s.holding[rarest]
	read := 0
	for _, at := range looked[:min(len(looked), mostLooked)] {
		j := int(at)
		// A statement that lacks a bit of another lacks a key of it.
		if j == i || s.signs[i]&^s.signs[j] != 0 || common(s.keys[i], s.keys[j]) < len(s.keys[i]) ||
			!may(j, i) {
			continue
		}
		if s.repeats(s.statements[i], s.statements[j], s.keys[i]) {
			return j
		}
		if read++; read == mostRead {
			break
		}
	}
	return -1
}

// repeats reports whether nothing vetoes that a statement says what a longer one says, whose keys it has. What the
// longer one says of a change or denies, the shorter must say too, unless the longer begins with its very words.
func (s *search) repeats(shorter, longer string, keys []int32) bool {
	if rest, begins := strings.CutPrefix(longer, strings.TrimRightFunc(shorter, IsBreak)); begins {
		if next, _ := utf8.DecodeRuneInString(rest); IsBreak(next) && Negations(rest)%2 == 0 && !isChange(rest) {
			return true
		}
	}
	full, brief := spelled(longer), spelled(shorter)
	if isChange(full) || Opposed(full, brief) || denies(full, brief) || !maps.Equal(Figures(longer), Figures(shorter)) {
		return false
	}
	said := s.beginning(longer, keys)
	return Negations(spelled(said))%2 == Negations(brief)%2
}

// beginning is the shortest beginning of a statement, up to one of its first breaks, that has keys: what comes later
// may deny something else.
func (s *search) beginning(statement string, keys []int32) string {
	breaks := 0
	for at, r := range statement {
		if !IsBreak(r) {
			continue
		}
		if breaks++; breaks > mostBeginnings {
			break
		}
		if common(keys, s.numbers(keysOf(statement[:at]))) == len(keys) {
			return statement[:at]
		}
	}
	return statement
}

// spelled is a text with the sign of what is unequal as a word.
func spelled(text string) string { return strings.ReplaceAll(text, "≠", "not") }

// denies reports whether a text denies a word that another one has and does not deny: "a week, not a day" and "a day".
func denies(text, other string) bool {
	now, before := denied(text), denied(other)
	for word := range strings.FieldsFuncSeq(other, func(r rune) bool { return r == ' ' || IsBreak(r) }) {
		if now[word] && !before[word] {
			return true
		}
	}
	return false
}

// Figures are the words of a normal form that hold a figure; of a clause in Chinese or Japanese, in which no space
// parts words, the figures.
func Figures(normal string) map[string]bool {
	figures := map[string]bool{}
	for word := range strings.FieldsSeq(normal) {
		switch {
		case !strings.ContainsFunc(word, unicode.IsDigit):
		case strings.ContainsFunc(word, IsCJK):
			for figure := range strings.FieldsFuncSeq(word, func(r rune) bool { return IsCJK(r) || IsBreak(r) }) {
				if strings.ContainsFunc(figure, unicode.IsDigit) {
					figures[figure] = true
				}
			}
		default:
			figures[strings.TrimFunc(word, IsBreak)] = true
		}
	}
	return figures
}

func leastKeysOf(text string) int {
	if strings.ContainsFunc(text, IsCJK) {
		return leastPairs
	}
	return leastKeys
}

// keysOf are the words of a normal form that carry meaning, cut to what their forms share, or the pairs of its Chinese
// characters; sorted, each once.
func keysOf(normal string) []string {
	var keys []string
	for word := range strings.FieldsFuncSeq(normal, func(r rune) bool { return r == ' ' || isClosing(r) || IsBreak(r) }) {
		switch {
		case strings.ContainsFunc(word, IsCJK):
			keys = appendPairs(keys, word)
		case utf8.RuneCountInString(word) > 1 && !IsStop(word, "") && !strings.HasSuffix(word, "n't"):
			keys = append(keys, cut(word))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// appendPairs adds the pairs of characters of a word; a figure parts it, as it does with a space on either side.
func appendPairs(keys []string, word string) []string {
	before := ""
	for _, r := range word {
		if unicode.IsDigit(r) {
			before = ""
			continue
		}
		if before != "" {
			keys = append(keys, before+string(r))
		}
		before = string(r)
	}
	return keys
}

// cut is the beginning of a word, which its other forms begin with too.
func cut(word string) string {
	n := 0
	for at := range word {
		if n == keyLetters {
			return word[:at]
		}
		n++
	}
	return strings.TrimSuffix(word, "s")
}

// IsBreak tells the marks that part the sense.
func IsBreak(r rune) bool {
	if r >= 'a' && r <= 'z' || r == ' ' {
		return false // most characters
	}
	switch r {
	case ',', '.', ';', ':', '!', '?', '—', '–', '(', '。', '，', '；', '：', '！', '？', '、', '（':
		return true
	}
	return false
}

func isClosing(r rune) bool { return r == ')' || r == '）' }
