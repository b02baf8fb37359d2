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
	// EmbedPassages and EmbedQueries return a vector of length 1 for each text. What people write is a query, an expected
	// message too; notes are passages.
	EmbedPassages(ctx context.Context, texts []string) ([][]float32, error)
	EmbedQueries(ctx context.Context, texts []string) ([][]float32, error)
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

// Two kinds of text have vectors. A message is far nearer in meaning to another message than to what answers it, so
// each kind is compared with its own kind: it has its own mean.
type kind struct {
	// first and last are the least and the highest number of a text, mean is that under which the mean of all is kept.
	first, last, mean int64
}

var (
	// ofPassages are the passages themselves, by their numbers.
	ofPassages = kind{1, math.MaxInt64, 0}
	// ofMessages are the expected messages. One that is expected for several passages has one vector.
	ofMessages = kind{math.MinInt64 + 1, -1, math.MinInt64}
)

// numberOf is the number of an expected message.
func numberOf(message string) int64 { return int64(sumOf([]byte(message)) | 1<<63) }

// embed brings the vectors up to date. Trouble with the model is a warning: the words
// alone decide then.
func (x *Index) embed(ctx context.Context) error {
	if x.opts.Embedder == nil {
		return nil
	}
	const others = "DELETE FROM vectors WHERE model < ?1 OR model > ?1" // with <> it reads all vectors
	if _, err := x.db.ExecContext(ctx, others, x.opts.Embedder.Name()); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	ids, err := x.withoutVector(ctx)
	if err != nil {
		return err
	}
	messages, err := x.messages(ids)
	if err != nil {
		return err
	}
	done := 0
	for group := range slices.Chunk(ids, embedAtOnce) {
		if err := x.embedGroup(ctx, group, messages); err != nil {
			return err
		}
		if done += len(group); x.opts.Progress != nil && len(ids) >= slow {
			x.opts.Progress(done, len(ids))
		}
	}
	return errors.Join(x.putMean(ctx, ofPassages), x.putMean(ctx, ofMessages))
}

// withoutVector are the numbers of the texts that have no vector yet.
func (x *Index) withoutVector(ctx context.Context) ([]int64, error) {
	there, err := x.numbers(ctx, "SELECT group_concat(text) FROM vectors")
	if err != nil {
		return nil, err
	}
	passages, err := readSpans(ctx, x.db, "SELECT id, passages FROM contents ORDER BY id")
	if err != nil {
		return nil, err
	}
	messages, err := x.numbers(ctx, "SELECT group_concat(DISTINCT message) FROM messages")
	if err != nil {
		return nil, err
	}
	slices.Sort(there)
	return slices.DeleteFunc(append(passages.each(), messages...), func(id int64) bool {
		_, embedded := slices.BinarySearch(there, id)
		return embedded
	}), nil
}

// messages are the expected messages by their numbers, if one of the numbers is that of a message.
func (x *Index) messages(ids []int64) (map[int64]string, error) {
	if !slices.ContainsFunc(ids, func(id int64) bool { return id < 0 }) {
		return nil, nil
	}
	expected, err := ReadExpected(x.fsys)
	if err != nil {
		return nil, err
	}
	all := map[int64]string{}
	for _, messages := range expected.Lessons {
		for _, m := range messages {
			all[numberOf(m)] = m
		}
	}
	return all, nil
}

// embedGroup asks the model for the vectors of some texts: of the passages and messages that are still there.
func (x *Index) embedGroup(ctx context.Context, group []int64, messages map[int64]string) error {
	all, err := x.load(ctx, group)
	if err != nil {
		return err
	}
	var ids []int64
	var passages, queries []string
	for _, c := range all {
		ids, passages = append(ids, c.id), append(passages, embedded(c))
	}
	for _, id := range group {
		if m, there := messages[id]; there {
			ids, queries = append(ids, id), append(queries, m)
		}
	}
	vectors, err := x.opts.Embedder.EmbedPassages(ctx, passages)
	if err != nil {
		return &embedError{err}
	}
	asked, err := x.opts.Embedder.EmbedQueries(ctx, queries)
	if err != nil {
		return &embedError{err}
	}
	if err := x.putVectors(ctx, ids, append(vectors, asked...)); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

func (x *Index) putVectors(ctx context.Context, ids []int64, vectors [][]float32) error {
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	for i, id := range ids {
		row := []any{id, x.opts.Embedder.Name(), bytesOf(vectors[i])}
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", row...); err != nil {
			return err
		}
	}
	const means = "DELETE FROM vectors WHERE text IN (?, ?)"
	if _, err := tx.ExecContext(ctx, means, ofPassages.mean, ofMessages.mean); err != nil {
		return err
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

// putMean stores the mean of all vectors of a kind. All texts of a kind have something in common, which says nothing
// of any: it is subtracted before vectors are compared.
func (x *Index) putMean(ctx context.Context, of kind) error {
	known, err := x.mean(ctx, of)
	if err != nil || known != nil {
		return err
	}
	var mean []float32
	n := 0
	err = x.eachVector(ctx, of, func(_ int64, vector []byte) {
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
	row := []any{of.mean, x.opts.Embedder.Name(), bytesOf(mean)}
	if _, err := x.db.ExecContext(ctx, "INSERT INTO vectors VALUES (?, ?, ?)", row...); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// mean is that of all vectors of a kind, nil where there are none.
func (x *Index) mean(ctx context.Context, of kind) (vector []byte, err error) {
	err = x.db.QueryRowContext(ctx, "SELECT vector FROM vectors WHERE text = ?", of.mean).Scan(&vector)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	return vector, nil
}

// eachVector goes through the vectors of a kind, by their numbers. A vector is good until
// the next one.
func (x *Index) eachVector(ctx context.Context, of kind, do func(id int64, vector []byte)) error {
	const query = "SELECT text, vector FROM vectors WHERE text BETWEEN ? AND ? ORDER BY text"
	return eachRow(ctx, x.db, func(scan scanner) error {
		var id int64
		var vector sql.RawBytes
		if err := scan(&id, &vector); err != nil {
			return err
		}
		do(id, vector)
		return nil
	}, query, of.first, of.last)
}

// near compares the message with all passages, and with the messages that are expected for them.
func (x *Index) near(ctx context.Context, message string) (*meanings, error) {
	asked, err := x.opts.Embedder.EmbedQueries(ctx, []string{message[max(0, len(message)-longestEmbedded):]})
	if err != nil {
		return nil, &embedError{err}
	}
	own, err := x.compare(ctx, asked[0], ofPassages)
	if err != nil || len(own.ids) == 0 {
		return nil, err
	}
	messages, err := x.compare(ctx, asked[0], ofMessages)
	if err != nil {
		return nil, err
	}
	expected, err := x.nearestExpected(ctx, messages)
	if err != nil {
		return nil, err
	}
	standardize(own.far)
	standardize(expected.far)
	return &meanings{own, expected}, nil
}

// compare are the cosines of a message with all texts of a kind.
func (x *Index) compare(ctx context.Context, message []float32, with kind) (found distances, err error) {
	mean, err := x.mean(ctx, with)
	if err != nil || mean == nil {
		return found, err
	}
	of := newComparison(message, mean)
	err = x.eachVector(ctx, with, func(id int64, vector []byte) {
		found.ids, found.far = append(found.ids, id), append(found.far, of.cosine(vector))
	})
	return found, err
}

// nearestExpected are the passages for which messages are expected, each as near as the nearest of these.
func (x *Index) nearestExpected(ctx context.Context, messages distances) (of distances, err error) {
	if len(messages.ids) == 0 {
		return of, nil
	}
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var passage, message int64
		if err := scan(&passage, &message); err != nil {
			return err
		}
		far := messages.of(message)
		if last := len(of.ids) - 1; last >= 0 && of.ids[last] == passage {
			of.far[last] = max(of.far[last], far)
		} else {
			of.ids, of.far = append(of.ids, passage), append(of.far, far)
		}
		return nil
	}, "SELECT passage, message FROM messages ORDER BY passage")
	return of, err
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
