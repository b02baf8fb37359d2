package recall

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Embedder turns texts into vectors that are near where meanings are.
type Embedder interface {
	// Name tells vectors of one model from those of another.
	Name() string
	// Embed returns a vector for each text, all of the same length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

const (
	// embedAtOnce is how many passages are embedded in one request.
	embedAtOnce = 64
	// longestEmbedded is the length in bytes up to which a text is embedded.
	longestEmbedded = 1500
	// nearest is how many passages are ranked by meaning.
	nearest = 40

	// leastNear is the cosine from which on a passage means the same as the message;
	// between it and 1 the score grows from the threshold to 1.
	leastNear = 0.6
	// fusion is the constant of reciprocal rank fusion.
	fusion = 60
)

// embed brings the vectors up to date. Trouble with the model is a warning: the words
// alone decide then.
func (x *Index) embed(ctx context.Context) error {
	if x.opts.Embedder == nil {
		return nil
	}
	model := x.opts.Embedder.Name()
	if _, err := x.db.ExecContext(ctx, "DELETE FROM vectors WHERE model <> ?", model); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	there, err := x.numbers(ctx, "SELECT group_concat(passage) FROM vectors WHERE model = ?", model)
	if err != nil {
		return err
	}
	all, err := readSpans(ctx, x.db, "SELECT id, passages FROM contents ORDER BY id")
	if err != nil {
		return err
	}
	ids := all.each()
	slices.Sort(there)
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		_, embedded := slices.BinarySearch(there, id)
		return embedded
	})
	done := 0
	for group := range slices.Chunk(ids, embedAtOnce) {
		all, err := x.load(ctx, group)
		if err != nil {
			return err
		}
		texts := make([]string, len(all))
		for i, c := range all {
			texts[i] = embedded(c)
		}
		vectors, err := x.opts.Embedder.Embed(ctx, texts)
		if err != nil {
			return &embedError{err}
		}
		if err := x.putVectors(ctx, model, all, vectors); err != nil {
			return fmt.Errorf("write the index: %w", err)
		}
		if done += len(group); x.opts.Progress != nil && len(ids) >= slow {
			x.opts.Progress(done, len(ids))
		}
	}
	return nil
}

func (x *Index) putVectors(ctx context.Context, model string, all []*candidate, vectors [][]float32) error {
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	for i, c := range all {
		if _, err := tx.ExecContext(
			ctx,
			"INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
			c.id,
			model,
			packed(vectors[i]),
		); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// embedError is trouble with the model, not with the index.
type embedError struct{ err error }

// Error implements error.
func (e *embedError) Error() string { return "no embeddings: " + e.err.Error() }

// Unwrap gives the cause.
func (e *embedError) Unwrap() error { return e.err }

// embedded is the text of a passage with its context, as it is embedded.
func embedded(c *candidate) string {
	text := strings.TrimSpace(c.context() + "\n" + c.text)
	return strings.ToValidUTF8(text[:min(len(text), longestEmbedded)], "")
}

// packed is a vector of length 1, as it is stored.
func packed(vector []float32) []byte {
	sum := 0.0
	for _, v := range vector {
		sum += float64(v) * float64(v)
	}
	length := math.Sqrt(sum)
	b := make([]byte, 0, 4*len(vector))
	for _, v := range vector {
		if length > 0 {
			v = float32(float64(v) / length)
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// cosine is that of two vectors as they are stored, 0 where they do not fit.
func cosine(a, b []byte) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := 0; i+4 <= len(a); i += 4 {
		sum += float64(
			math.Float32frombits(binary.LittleEndian.Uint32(a[i:])) * math.Float32frombits(binary.LittleEndian.Uint32(b[i:])),
		)
	}
	return sum
}

// near are the passages whose meaning is nearest to the message, with their cosines.
func (x *Index) near(ctx context.Context, message string) (map[int64]float64, error) {
	asked, err := x.opts.Embedder.Embed(ctx, []string{message[max(0, len(message)-longestEmbedded):]})
	if err != nil {
		return nil, &embedError{err}
	}
	want := packed(asked[0])
	rows, err := x.db.QueryContext(ctx, "SELECT passage, vector FROM vectors WHERE model = ?", x.opts.Embedder.Name())
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	all := map[int64]float64{}
	for rows.Next() {
		var id int64
		var vector []byte
		if err := rows.Scan(&id, &vector); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		if value := cosine(want, vector); value >= leastNear {
			all[id] = value
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	kept := map[int64]float64{}
	for _, id := range highest(all, nearest) {
		kept[id] = all[id]
	}
	return kept, nil
}

// fuse orders candidates by both rankings. The score of one whose meaning is near is at
// least what its cosine is worth.
func fuse(all []*candidate) {
	rank := func(value func(*candidate) float64) map[*candidate]int {
		order := slices.Clone(all)
		slices.SortFunc(order, func(a, b *candidate) int {
			if value(a) != value(b) {
				return cmp.Compare(value(b), value(a))
			}
			return inOrder(a, b)
		})
		places := map[*candidate]int{}
		for i, c := range order {
			if value(c) > 0 {
				places[c] = i + 1
			}
		}
		return places
	}
	byWords, byMeaning := rank(
		func(c *candidate) float64 { return c.score },
	), rank(
		func(c *candidate) float64 { return c.meaning },
	)
	for _, c := range all {
		for _, places := range []map[*candidate]int{byWords, byMeaning} {
			if place, ok := places[c]; ok {
				c.fused += 1 / float64(fusion+place)
			}
		}
		if c.meaning > 0 {
			worth := Threshold + (1-Threshold)*(c.meaning-leastNear)/(1-leastNear)
			c.score = max(c.score, math.Round(worth*c.recency*100)/100)
		}
	}
}
