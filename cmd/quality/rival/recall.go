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
	"wisdom/inject/recall"
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
	times map[string]int // by word
	words int
}

// NewNotes reads MEMORY.md, TOOLS.md and the notes below memory/.
func NewNotes(root fs.FS) (*Notes, error) {
	n := &Notes{frequency: map[string]int{}}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		isNote := name == "MEMORY.md" || name == "TOOLS.md" || strings.HasPrefix(name, "memory/")
		if err != nil || d.IsDir() || path.Ext(name) != ".md" || !isNote {
			return err
		}
		b, err := fs.ReadFile(root, name)
		n.read(name, strings.Split(string(b), "\n"))
		return err
	})
	for _, p := range n.paragraphs {
		n.length += float64(p.words) / float64(len(n.paragraphs))
		for w := range p.times {
			n.frequency[w]++
		}
	}
	return n, err
}

func (n *Notes) read(name string, lines []string) {
	start := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && strings.TrimSpace(lines[i]) != "" {
			continue
		}
		if i > start {
			text := strings.Join(lines[start:i], "\n")
			p := paragraph{Recalled: score.Recalled{Path: name, First: start + 1, Last: i, Text: text}, times: map[string]int{}}
			for _, w := range plainWords(text) {
				p.times[w]++
				p.words++
			}
			n.paragraphs = append(n.paragraphs, p)
		}
		start = i + 1
	}
}

// plainWords are the words of a text in lower case, pairs of characters in Chinese.
func plainWords(text string) (all []string) {
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for run := range strings.FieldsFuncSeq(strings.ToLower(text), apart) {
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

// best takes the texts with a score above least, the highest first, as far as the budgets of recall allow.
func best(texts []score.Recalled, scores []float64, least float64) (taken []score.Recalled) {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	total := 0
	for _, i := range order {
		size := tokens.Larger.Tokens(texts[i].Text)
		if scores[i] <= least || len(taken) == 6 || total+size > 1200 {
			break
		}
		if size <= 350 {
			total += size
			taken = append(taken, texts[i])
		}
	}
	return taken
}

// BM25 ranks paragraphs as search engines do.
func (n *Notes) BM25(message string) []score.Recalled {
	query := map[string]bool{}
	for _, w := range plainWords(message) {
		query[w] = !words.IsStop(w)
	}
	all := float64(len(n.paragraphs))
	var texts []score.Recalled
	var scores []float64
	for _, p := range n.paragraphs {
		sum := 0.0
		for _, w := range slices.Sorted(maps.Keys(query)) {
			if query[w] {
				in, times := float64(n.frequency[w]), float64(p.times[w])
				sum += math.Log(1+(all-in+0.5)/(in+0.5)) * times * 2.2 / (times + 1.2*(0.25+0.75*float64(p.words)/n.length))
			}
		}
		texts, scores = append(texts, p.Recalled), append(scores, sum)
	}
	return best(texts, scores, 0)
}

// Nearest takes the lines whose vectors are nearest to that of the message, however near that is.
func (n *Notes) Nearest(ctx context.Context, model recall.Embedder, message string) ([]score.Recalled, error) {
	var lines []score.Recalled
	texts := []string{message}
	for _, p := range n.paragraphs {
		for i, line := range strings.Split(p.Text, "\n") {
			lines = append(lines, score.Recalled{Path: p.Path, First: p.First + i, Last: p.First + i, Text: line})
			texts = append(texts, line)
		}
	}
	vectors, err := model.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(lines))
	for i := range lines {
		scores[i] = between(vectors[0], vectors[i+1])
	}
	return best(lines, scores, -1), nil
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
