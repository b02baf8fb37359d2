package rival

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
)

// Notes are the paragraphs of a workspace's notes, between empty lines, as a rival finds them.
type Notes struct {
	paragraphs []paragraph
	frequency  map[string]int
	length     float64 // the mean number of words
}

type paragraph struct {
	score.Recalled
	words []string
}

// NewNotes reads MEMORY.md, TOOLS.md and the notes below memory/.
func NewNotes(root fs.FS) (*Notes, error) {
	n := &Notes{frequency: map[string]int{}}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		if name != "MEMORY.md" && name != "TOOLS.md" && !strings.HasPrefix(name, "memory/") {
			return nil
		}
		b, err := fs.ReadFile(root, name)
		if err == nil {
			n.read(name, string(b))
		}
		return err
	})
	for _, p := range n.paragraphs {
		n.length += float64(len(p.words)) / float64(len(n.paragraphs))
		for w := range maps.Keys(setOf(p.words)) {
			n.frequency[w]++
		}
	}
	return n, err
}

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range list {
		set[w] = true
	}
	return set
}

func (n *Notes) read(name, text string) {
	lines := strings.Split(text, "\n")
	start := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "" {
			continue
		}
		if i > start {
			body := strings.Join(lines[start:i], "\n")
			n.paragraphs = append(
				n.paragraphs,
				paragraph{score.Recalled{Path: name, First: start + 1, Last: i, Text: body}, plainWords(body)},
			)
		}
		start = i + 1
	}
}

// plainWords are the words of a text in lower case, pairs of characters in Chinese.
func plainWords(text string) []string {
	var all []string
	for run := range strings.FieldsFuncSeq(strings.ToLower(text), isBetweenWords) {
		chars := []rune(run)
		if !words.IsCJK(chars[0]) {
			all = append(all, run)
			continue
		}
		for i := 0; i+1 < len(chars); i++ {
			all = append(all, string(chars[i:i+2]))
		}
	}
	return all
}

// within takes paragraphs in their order as far as the budgets allow.
func (n *Notes) within(order []int, most int) []score.Recalled {
	var taken []score.Recalled
	total := 0
	for _, i := range order {
		p := n.paragraphs[i]
		size := tokens.Larger.Tokens(p.Text)
		if len(taken) == most || total+size > 1200 {
			break
		}
		if size > 350 {
			continue
		}
		total += size
		taken = append(taken, p.Recalled)
	}
	return taken
}

// ranked are the paragraphs with a score above least, the highest first.
func (n *Notes) ranked(least float64, rate func(p *paragraph) float64) []int {
	scores := make([]float64, len(n.paragraphs))
	var order []int
	for i := range n.paragraphs {
		if scores[i] = rate(&n.paragraphs[i]); scores[i] > least {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

func (n *Notes) rarity(w string) float64 {
	return math.Log(1 + (float64(len(n.paragraphs))-float64(n.frequency[w])+0.5)/(float64(n.frequency[w])+0.5))
}

// BM25 ranks paragraphs as search engines do.
func (n *Notes) BM25(message string) []score.Recalled {
	query := setOf(informative(message))
	return n.within(n.ranked(0, func(p *paragraph) float64 {
		sum := 0.0
		for _, w := range slices.Sorted(maps.Keys(query)) {
			times := 0.0
			for _, have := range p.words {
				if have == w {
					times++
				}
			}
			sum += n.rarity(w) * times * 2.2 / (times + 1.2*(0.25+0.75*float64(len(p.words))/n.length))
		}
		return sum
	}), 6)
}

// informative are the words of a message without stop words.
func informative(message string) []string {
	return slices.DeleteFunc(plainWords(message), words.IsStop)
}

// Nearest takes the lines whose vectors are nearest to that of the message, however near that is.
func (n *Notes) Nearest(ctx context.Context, model interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}, message string,
) ([]score.Recalled, error) {
	texts := []string{message}
	lines := &Notes{}
	for _, p := range n.paragraphs {
		for i, line := range strings.Split(p.Text, "\n") {
			lines.paragraphs = append(
				lines.paragraphs,
				paragraph{Recalled: score.Recalled{Path: p.Path, First: p.First + i, Last: p.First + i, Text: line}},
			)
			texts = append(texts, line)
		}
	}
	vectors, err := model.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	i := 0
	return lines.within(lines.ranked(-1, func(*paragraph) float64 {
		i++
		return between(vectors[0], vectors[i])
	}), 6), nil
}

// between is the cosine of two vectors.
func between(a, b []float32) float64 {
	dot, x, y := 0.0, 0.0, 0.0
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		x += float64(a[i]) * float64(a[i])
		y += float64(b[i]) * float64(b[i])
	}
	return dot / math.Sqrt(x*y)
}

// isBetweenWords reports whether a character is neither a letter nor a digit.
func isBetweenWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
