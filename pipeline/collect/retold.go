package collect

import (
	"maps"
	"slices"
	"strings"

	"wisdom/internal/words"
)

// leastRetold is the least number of different words that carry meaning, or of
// pairs of Chinese characters, in what is told again: with fewer, two rules share
// them by chance.
const (
	leastRetold    = 3
	leastRetoldCJK = 6
)

// joinRetold joins what says in one file, in fewer and other words, what stands in
// another: every word of it that carries meaning stands in the longer one, or in
// its beginning, which negates as it does. What has other figures, or an opposite,
// stays by itself.
func (s *same) joinRetold() {
	normals := make([]string, 0, len(s.texts))
	for normal := range s.texts {
		normals = append(normals, normal)
	}
	slices.Sort(normals)
	gists := make([]words.Gist, len(normals))
	standing := map[string][]int{} // by stem, where it stands
	for i, normal := range normals {
		gists[i] = words.GistOf(reAside.ReplaceAllString(normal, ""))
		for stem := range gists[i].Stems() {
			standing[stem] = append(standing[stem], i)
		}
	}
	for i, normal := range normals {
		if s.longer(s.texts[normal]) != "" {
			continue
		}
		if longer := s.retold(normals, gists, standing, i); longer >= 0 {
			s.near[normal] = normals[longer]
		}
	}
}

// retold finds the longest text that says all that text i says, or -1.
func (s *same) retold(normals []string, gists []words.Gist, standing map[string][]int, i int) int {
	least := leastRetold
	if strings.ContainsFunc(normals[i], words.IsCJK) {
		least = leastRetoldCJK
	}
	var rarest []int
	n := 0
	for stem := range gists[i].Stems() {
		if n++; n == 1 || len(standing[stem]) < len(rarest) {
			rarest = standing[stem]
		}
	}
	best := -1
	if n < least {
		return best
	}
	text := s.texts[normals[i]]
	for _, j := range rarest {
		other := s.texts[normals[j]]
		if other.path != text.path && len(other.bare) > len(text.bare) && (best < 0 || len(other.bare) > len(s.texts[normals[best]].bare)) && gists[i].Within(gists[j]) && s.tells(other, text, gists[i]) {
			best = j
		}
	}
	return best
}

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

// tells says whether the longer text, or a beginning of it, says what the shorter
// does and not its opposite.
func (s *same) tells(longer, shorter *occurrence, gist words.Gist) bool {
	if words.Changes(longer.normal) || words.Opposed(longer.normal, shorter.normal) || denies(longer.normal, shorter.normal) ||
		!maps.Equal(figuresIn(longer.normal), figuresIn(shorter.normal)) {
		return false
	}
	for _, text := range append(slices.Clone(longer.beginnings), longer.normal) {
		if part := words.GistOf(text); part.Negates() == gist.Negates() && gist.Within(part) {
			return true
		}
	}
	return false
}
