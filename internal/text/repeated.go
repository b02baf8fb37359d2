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

// Repeated returns for every statement, a normal form, the longest one that it repeats, of several as long the first,
// or -1: in fewer and other words it says what that one says. may reports whether it can repeat that one. Once ctx
// ends, the answer is of no use.
func Repeated(ctx context.Context, statements []string, may func(longer, shorter int) bool) []int {
	byLength, longer := make([]int, len(statements)), make([]int, len(statements))
	for i := range byLength {
		byLength[i] = i
	}
	slices.SortStableFunc(byLength, func(a, b int) int { return cmp.Compare(len(statements[b]), len(statements[a])) })
	x := newIndex(ctx, len(statements), func(at int) []string { return keysOf(statements[byLength[at]]) })
	SideBySide(ctx, len(statements), func(at int) {
		i, read, keys := byLength[at], 0, x.stems[at]
		longer[i] = -1
		if len(statements[i]) > longestRepeated || len(keys) < leastKeysOf(statements[i]) {
			return
		}
		looked := x.holding[slices.MinFunc(keys, x.compareRarity)]
		for _, other := range looked[:min(len(looked), mostLooked)] {
			j := byLength[other]
			if j == i || common(keys, x.stems[other]) < len(keys) || !may(j, i) {
				continue
			}
			if repeats(statements[i], statements[j], keys) {
				longer[i] = j
				return
			}
			if read++; read == mostRead {
				return
			}
		}
	})
	return longer
}

// repeats reports whether nothing vetoes that a statement says what a longer one says, whose keys it has. What the
// longer one says of a change or denies, the shorter must say too, unless the longer begins with its very words.
func repeats(shorter, longer string, keys []string) bool {
	if rest, begins := strings.CutPrefix(longer, strings.TrimRightFunc(shorter, IsBreak)); begins {
		if next, _ := utf8.DecodeRuneInString(rest); IsBreak(next) && Negations(rest)%2 == 0 && !changes().MatchString(rest) {
			return true
		}
	}
	full, brief := Of(longer), Of(shorter)
	return !changes().MatchString(longer) && !full.sense.opposes(brief.sense) && turn(brief, full) == None &&
		maps.Equal(Figures(longer), Figures(shorter)) && (Negations(beginning(longer, keys))-brief.negations)%2 == 0
}

// beginning is the shortest beginning of a statement, up to one of its first breaks, that has keys: what comes later
// may deny something else.
func beginning(statement string, keys []string) string {
	breaks := 0
	for at, r := range statement {
		if !IsBreak(r) {
			continue
		}
		if breaks++; breaks > mostBeginnings {
			break
		}
		if common(keys, keysOf(statement[:at])) == len(keys) {
			return statement[:at]
		}
	}
	return statement
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
