package recall

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
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
	return x.putMean(ctx, model)
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
			bytesOf(unit(vectors[i])),
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

// putMean stores the mean of all vectors as that of passage 0. All passages of a workspace
// have something in common, which says nothing of any: it is subtracted before vectors are
// compared.
func (x *Index) putMean(ctx context.Context, model string) error {
	var there int
	if err := x.db.QueryRowContext(ctx, "SELECT count(*) FROM vectors WHERE passage = 0").Scan(&there); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	if there > 0 {
		return nil
	}
	var mean []float32
	n := 0
	err := x.eachVector(ctx, func(_ int64, vector []byte) {
		if mean == nil {
			mean = make([]float32, len(vector)/4)
		}
		n++
		if len(vector) == 4*len(mean) {
			for i := range mean {
				mean[i] += (number(vector, i) - mean[i]) / float32(n)
			}
		}
	})
	if err != nil || n == 0 {
		return err
	}
	if _, err := x.db.ExecContext(ctx, "INSERT INTO vectors VALUES (0, ?, ?)", model, bytesOf(mean)); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// eachVector goes through the vectors of the passages, by their numbers. A vector is good until
// the next one.
func (x *Index) eachVector(ctx context.Context, do func(id int64, vector []byte)) error {
	rows, err := x.db.QueryContext(ctx, "SELECT passage, vector FROM vectors WHERE passage > 0 ORDER BY passage")
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var id int64
		var vector sql.RawBytes
		if err := rows.Scan(&id, &vector); err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		do(id, vector)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	return nil
}

// near compares the message with all passages.
func (x *Index) near(ctx context.Context, message string) (*meanings, error) {
	asked, err := x.opts.Embedder.Embed(ctx, []string{message[max(0, len(message)-longestEmbedded):]})
	if err != nil {
		return nil, &embedError{err}
	}
	var stored []byte
	err = x.db.QueryRowContext(ctx, "SELECT vector FROM vectors WHERE passage = 0").Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	of := newComparison(asked[0], stored)
	m := &meanings{}
	if err := x.eachVector(ctx, func(id int64, vector []byte) {
		m.ids = append(m.ids, id)
		m.far = append(m.far, of.cosine(vector))
	}); err != nil {
		return nil, err
	}
	standardize(m.far)
	return m, nil
}

// fuse adds to the scores of candidates what their meanings are worth: one is as good as the
// other, and both together are better.
func (x *Index) fuse(all []*candidate) {
	for _, c := range all {
		if c.meaning = x.meant.worth(c.id); c.meaning > 0 {
			c.score = math.Round((1-(1-c.score)*(1-c.meaning*c.recency))*100) / 100
		}
	}
}

// fuseLessons orders lessons by both rankings: by what they share with the message, and by how
// near it they are.
func (x *Index) fuseLessons(lessons []*candidate) {
	for _, value := range []func(*candidate) float64{
		func(l *candidate) float64 { return l.score },
		func(l *candidate) float64 { return max(x.meant.of(l.id), 0) },
	} {
		order := slices.Clone(lessons)
		slices.SortFunc(order, func(a, b *candidate) int { return cmp.Or(cmp.Compare(value(b), value(a)), inOrder(a, b)) })
		for i, l := range order {
			if value(l) > 0 {
				l.fused += 1 / float64(fusion+i+1)
			}
		}
	}
	x.fuse(lessons)
}
