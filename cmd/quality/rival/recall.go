package rival

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	_ "modernc.org/sqlite" // the driver

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

// leastCosine is how alike a message and a paragraph must be for TF-IDF.
const leastCosine = 0.12

// TFIDF ranks paragraphs by the cosine with the message.
func (n *Notes) TFIDF(message string) []score.Recalled {
	query := informative(message)
	return n.within(n.ranked(leastCosine, func(p *paragraph) float64 { return n.cosine(query, p.words) }), 6)
}

func (n *Notes) cosine(a, b []string) float64 {
	vector := func(list []string) (map[string]float64, float64) {
		v, sum := map[string]float64{}, 0.0
		for _, w := range list {
			v[w] += n.rarity(w)
		}
		for _, w := range slices.Sorted(maps.Keys(v)) {
			sum += v[w] * v[w]
		}
		return v, math.Sqrt(sum)
	}
	x, lengthX := vector(a)
	y, lengthY := vector(b)
	dot := 0.0
	for _, w := range slices.Sorted(maps.Keys(x)) {
		dot += x[w] * y[w]
	}
	if dot == 0 {
		return 0
	}
	return dot / lengthX / lengthY
}

// informative are the words of a message without stop words.
func informative(message string) []string {
	return slices.DeleteFunc(plainWords(message), words.IsStop)
}

// Newest takes the newest paragraphs with a keyword in them, three at most.
func (n *Notes) Newest(message string) []score.Recalled {
	query := slices.DeleteFunc(informative(message), func(w string) bool { return len(w) <= 2 })
	order := n.ranked(0, func(p *paragraph) float64 {
		if !slices.ContainsFunc(query, func(w string) bool { return slices.Contains(p.words, w) }) {
			return 0
		}
		return 1
	})
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(n.paragraphs[b].Path, n.paragraphs[a].Path) })
	return n.within(order, 3)
}

// leastNear is how near a line must be for Nearest.
const leastNear = 0.5

// Nearest takes the lines whose vectors are nearest to that of the message.
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
	return lines.within(lines.ranked(leastNear, func(*paragraph) float64 {
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

// FTS5 asks SQLite for paragraphs with any of the words.
func (n *Notes) FTS5(ctx context.Context, message string) (found []score.Recalled, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "CREATE VIRTUAL TABLE notes USING fts5 (text)"); err != nil {
		return nil, err
	}
	for i, p := range n.paragraphs {
		if _, err := db.ExecContext(
			ctx, "INSERT INTO notes (rowid, text) VALUES (?, ?)", i+1, strings.Join(p.words, " "),
		); err != nil {
			return nil, err
		}
	}
	var terms []string
	for _, w := range plainWords(message) {
		terms = append(terms, `"`+w+`"`)
	}
	if len(terms) == 0 {
		return nil, nil
	}
	rows, err := db.QueryContext(
		ctx, "SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY rank, rowid LIMIT 6", strings.Join(terms, " OR "),
	)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var order []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		order = append(order, id-1)
	}
	return n.within(order, 6), rows.Err()
}

// isBetweenWords reports whether a character is neither a letter nor a digit.
func isBetweenWords(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
