package recall

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
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
	// embedAtOnce is how many texts are embedded in one request.
	embedAtOnce = 64
	// mostAsking and mostAsked are how many texts are compared to know what is near by chance.
	mostAsking, mostAsked = 64, 1024
	// longestEmbedded is the length in bytes up to which a text is embedded.
	longestEmbedded = 1500
	// nearest is how many passages are ranked by meaning.
	nearest = 40
)

// Two kinds of text have vectors. A message is far nearer in meaning to another message than to what answers it, so
// each kind has its own chance.
type kind struct {
	// first and last are the least and the highest number of a text, chance is that under which its chance is kept.
	first, last, chance int64
}

var (
	// ofPassages are the passages themselves, by their numbers.
	ofPassages = kind{1, math.MaxInt64, 0}
	// ofMessages are the expected messages. One that is expected for several passages has one vector.
	ofMessages = kind{math.MinInt64 + 1, -1, math.MinInt64}
)

// numberOf is the number of an expected message.
func numberOf(message string) int64 { return int64(sumOf([]byte(message)) | 1<<63) }

// Embed brings the index and its vectors up to date. What was embedded is kept if the rest fails or ctx ends.
func (x *Index) Embed(ctx context.Context) error {
	if err := x.refresh(ctx); err != nil {
		return err
	}
	return x.embed(ctx)
}

// embeddedText is what a model says of a message.
type embeddedText struct {
	vectors [][]float32
	err     error
}

// errSlow says that a model is not there in time.
var errSlow = errors.New("the model does not answer in time, it may be loading; words alone answer")

// vectorOf asks the model about a message, as long as patience lasts. A request that takes longer goes on, as a server
// may load the model for it; the next message waits for it too.
func (x *Index) vectorOf(ctx context.Context, message string) ([]float32, error) {
	texts := []string{message[max(0, len(message)-longestEmbedded):]}
	if x.opts.Patience == 0 {
		vectors, err := x.opts.Embedder.EmbedQueries(ctx, texts)
		if err != nil {
			return nil, &embedError{err}
		}
		return vectors[0], nil
	}
	patience := time.After(x.opts.Patience)
	if x.waiting != nil {
		select {
		case <-x.waiting:
			x.waiting = nil
		case <-patience:
			return nil, &embedError{errSlow}
		}
	}
	answer := make(chan embeddedText, 1)
	go func() {
		vectors, err := x.opts.Embedder.EmbedQueries(context.WithoutCancel(ctx), texts)
		answer <- embeddedText{vectors, err}
	}()
	select {
	case a := <-answer:
		if a.err != nil {
			return nil, &embedError{a.err}
		}
		return a.vectors[0], nil
	case <-patience:
		x.waiting = answer
		return nil, &embedError{errSlow}
	}
}

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
	return errors.Join(x.putChance(ctx, ofPassages), x.putChance(ctx, ofMessages))
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
	const chances = "DELETE FROM vectors WHERE text IN (?, ?)"
	if _, err := tx.ExecContext(ctx, chances, ofPassages.chance, ofMessages.chance); err != nil {
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

// putChance finds out how near texts of a kind are by chance, if that is not known. Expected messages ask for each
// other; for passages, some of them ask, as if they were messages.
func (x *Index) putChance(ctx context.Context, of kind) error {
	if known, err := x.chance(ctx, of); err != nil || known != nil {
		return err
	}
	var ids []int64
	var vectors [][]float32
	err := x.eachVector(ctx, of, func(id int64, vector []byte) {
		ids, vectors = append(ids, id), append(vectors, make([]float32, len(vector)/4))
		for i := range vectors[len(vectors)-1] {
			vectors[len(vectors)-1][i] = number(vector, i)
		}
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	asking := sample(vectors, mostAsking)
	if of == ofPassages {
		passages, err := x.load(ctx, sample(ids, mostAsking))
		if err != nil || len(passages) == 0 {
			return err
		}
		texts := make([]string, len(passages))
		for i, c := range passages {
			texts[i] = embedded(c)
		}
		if asking, err = x.opts.Embedder.EmbedQueries(ctx, texts); err != nil {
			return &embedError{err}
		}
	}
	b, err := json.Marshal(chanceOf(asking, sample(vectors, mostAsked)))
	if err != nil {
		return err
	}
	row := []any{of.chance, x.opts.Embedder.Name(), b}
	if _, err := x.db.ExecContext(ctx, "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", row...); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	return nil
}

// sample are at most n of some values, spread over all of them.
func sample[T any](all []T, n int) []T {
	n = min(n, len(all))
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// chance is what is known of a kind's chance, nil where it is not known.
func (x *Index) chance(ctx context.Context, of kind) (known []byte, err error) {
	err = x.db.QueryRowContext(ctx, "SELECT vector FROM vectors WHERE text = ? AND model = ?", of.chance,
		x.opts.Embedder.Name()).Scan(&known)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	return known, nil
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
