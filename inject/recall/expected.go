package recall

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// People describe what they are about to do, and seldom use the words of the note that matters.
// So a model may say beforehand with which messages people would come when a passage matters. These
// are searched beside the passage's own words: document expansion by expected queries (doc2query).

// ExpectedFile holds the messages that a model expects for passages. Without it, the words of the
// notes alone decide.
const ExpectedFile workspace.Path = ".wisdom/expected.json"

const (
	// expectedQuality is how much a need counts that only an expected message meets.
	expectedQuality = 0.5
	// mostExpectedBytes is the most that is read of the file, in bytes.
	mostExpectedBytes = 32 << 20
	// mostAlike is in how many passages a word is at most that those of a request share.
	mostAlike = 60
	// leastLesson is how many words a passage has at least that messages are expected for.
	leastLesson = 4
)

// Expected are the messages that are expected for passages, by the keys of these.
type Expected struct {
	SchemaVersion int                 `json:"schema_version"`
	Lessons       map[string][]string `json:"lessons"`
}

// ReadExpected reads the file; where there is none, nothing is expected.
func ReadExpected(fsys workspace.FS) (*Expected, error) {
	e := &Expected{SchemaVersion: 1, Lessons: map[string][]string{}}
	b, err := fsys.ReadFile(ExpectedFile, mostExpectedBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err == nil {
		err = json.Unmarshal(b, e)
	}
	if err == nil && e.SchemaVersion != 1 {
		err = fmt.Errorf("schema version %d is not known to this version of wisdom", e.SchemaVersion)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", ExpectedFile, err)
	}
	if e.Lessons == nil { // the file says so
		e.Lessons = map[string][]string{}
	}
	for key, messages := range e.Lessons {
		e.Lessons[key] = slices.DeleteFunc(messages, func(m string) bool { return !maySend(m) })
	}
	return e, nil
}

// maySend reports whether an embedding model may be asked about a message, whoever wrote it: it holds no secret and is
// not longer than a passage.
func maySend(message string) bool {
	clean, _ := secrets.Redact(message)
	return message != "" && len(message) <= longestEmbedded && clean == message
}

// Save writes the file.
func (e *Expected) Save(fsys workspace.FS) error {
	b, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return err
	}
	return workspace.Replace(fsys, ExpectedFile, append(b, '\n'), 0o600)
}

// Count is how many messages are expected. The file keeps those of notes that are gone: one may come back, and the model
// is not asked again.
func (e *Expected) Count() (n int) {
	for _, messages := range e.Lessons {
		n += len(messages)
	}
	return n
}

// Lesson is a passage that messages may be expected for.
type Lesson struct {
	// Key names the bytes of its lines, Place is its date and the path of headings above it.
	Key, Place, Text string
}

// Asking is what a model is to be asked about.
type Asking struct {
	// Lessons are in the order of asking: what shares rare words stands together.
	Lessons []Lesson
	// All is how many passages messages may be expected for, Left how many of them were not chosen yet.
	All, Left int
}

// Unexpected brings the index up to date and chooses the passages that a model is to be asked about: those without
// messages, each once, all that stand in curated files and below headings of lessons, and the newest of the others, at most
// so many. With each may stand one that has messages, which it may overtake. One that holds a secret is not included.
// A request shows inRequest passages.
func (x *Index) Unexpected(ctx context.Context, e *Expected, mostOthers, inRequest int) (a Asking, err error) {
	if err := x.refresh(ctx); err != nil {
		return a, err
	}
	contents, err := readSpans(ctx, x.db, "SELECT id, passages FROM contents ORDER BY id")
	if err != nil {
		return a, err
	}
	var all []*candidate
	for group := range slices.Chunk(contents, atOnce) {
		some, err := x.load(ctx, group.each())
		if err != nil {
			return a, err
		}
		all = append(all, slices.DeleteFunc(some, func(c *candidate) bool {
			return c.redacted || c.tier == T1 || c.tokens > MostEach || c.isOutdated() || text.Count(c.text) < leastLesson
		})...)
	}
	slices.SortFunc(all, func(a, b *candidate) int { return cmp.Or(b.day.Compare(a.day), inOrder(a, b)) })
	seen := map[uint64]bool{}
	all = slices.DeleteFunc(all, func(c *candidate) bool {
		isCopy := seen[c.sum]
		seen[c.sum] = true
		return isCopy
	})
	wanted, answered := make([]bool, len(all)), make([]bool, len(all))
	for i, c := range all {
		messages, isKnown := e.Lessons[keyOf(c.sum)]
		switch {
		case isKnown:
			answered[i] = len(messages) > 0
		case c.tier != T2 || holdsPhrase(c.heading, lessonHeadings()):
			wanted[i] = true
		case mostOthers > 0:
			wanted[i] = true
			mostOthers--
		default:
			a.Left++
		}
	}
	a.All = len(all)
	for _, c := range together(all, wanted, answered, inRequest) {
		place := c.context()
		if !c.day.IsZero() {
			place = strings.TrimSpace(c.day.Format(time.DateOnly) + " " + place)
		}
		a.Lessons = append(a.Lessons, Lesson{keyOf(c.sum), place, c.text})
	}
	return a, nil
}

// together orders the wanted ones of some passages so that those that share rarer words are in one request, each with one
// that was answered: a model sees which note overtakes or repeats another only if it sees both.
func together(all []*candidate, wanted, answered []bool, inRequest int) (order []*candidate) {
	words := make([][]string, len(all))
	holding := map[string][]int64{}
	for i, c := range all {
		words[i] = sorted(setOf(termsOf(c.text, c.language)))
		for _, word := range words[i] {
			holding[word] = append(holding[word], int64(i))
		}
	}
	isPlaced := make([]bool, len(all))
	alike := func(i int64, among []bool, most int) []int64 {
		shared := sharing(words[i], holding, mostAlike, leastShared)
		maps.DeleteFunc(shared, func(other int64, _ float64) bool {
			return other == i || isPlaced[other] || !among[other]
		})
		found := highest(values(shared), most)
		return found[:min(most, len(found))]
	}
	place := func(i int64) {
		for _, next := range append([]int64{i}, alike(i, answered, 1)...) {
			isPlaced[next], order = true, append(order, all[next])
		}
	}
	for i := range int64(len(all)) {
		if !wanted[i] || isPlaced[i] {
			continue
		}
		mates := alike(i, wanted, inRequest-1-len(order)%inRequest)
		place(i)
		for _, mate := range mates {
			place(mate)
		}
	}
	return order
}

// lessonHeadings are the words in headings below which lessons are kept, of all languages.
var lessonHeadings = sync.OnceValue(func() []string {
	return lang.Phrases(func(l *lang.Language) []string { return l.Headings.Lessons })
})

func keyOf(sum uint64) string { return strconv.FormatUint(sum, 16) }

// stampOfExpected tells one state of the file from another.
func (x *Index) stampOfExpected() string {
	e, err := x.fsys.Lstat(ExpectedFile)
	if err != nil {
		return ""
	}
	return fmt.Sprint(e.Size, e.Stamp)
}

// expect brings the terms of the expected messages up to date: those of all passages, if the file
// changed. A file that cannot be read is as if it were not there.
func (u *updater) expect(ctx context.Context) error {
	stamp := u.stampOfExpected()
	var known string
	// There is none before the first time.
	_ = u.tx.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'expected'").Scan(&known)
	expected, err := ReadExpected(u.fsys)
	if err != nil {
		u.warn(err)
		expected = &Expected{}
	}
	u.expected = expected.Lessons
	if stamp == known {
		return nil
	}
	for _, table := range []string{"expected", "messages"} {
		if err := u.exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	err = u.exec(ctx, "INSERT OR REPLACE INTO meta VALUES ('expected', ?)", stamp)
	if err != nil || len(u.expected) == 0 {
		return err
	}
	return u.putExpected(ctx, 0, math.MaxInt64)
}

// putExpected stores the messages that are expected for some passages, and their terms.
func (u *updater) putExpected(ctx context.Context, first, last int64) error {
	var passages []candidate
	err := eachRow(ctx, u.tx, func(scan scanner) error {
		var sum int64
		var c candidate
		err := scan(&c.id, &sum, &c.language)
		if c.sum = uint64(sum); len(u.expected[keyOf(c.sum)]) > 0 {
			passages = append(passages, c)
		}
		return err
	}, "SELECT p.id, sum, language FROM passages p JOIN contexts c ON c.id = context WHERE p.id BETWEEN ? AND ?", first, last)
	if err != nil {
		return err
	}
	for i := range passages {
		p := &passages[i]
		messages := u.expected[keyOf(p.sum)]
		for _, m := range messages {
			if err := u.exec(ctx, "INSERT OR IGNORE INTO messages VALUES (?, ?)", p.id, numberOf(m)); err != nil {
				return err
			}
		}
		for _, t := range termsOf(strings.Join(messages, "\n"), p.language) {
			if err := u.exec(ctx, "INSERT OR IGNORE INTO expected VALUES (?, ?)", p.id, t.term); err != nil {
				return err
			}
		}
	}
	return nil
}

// expectedBy are the passages for which a message is expected that meets a need, with how well.
func (x *Index) expectedBy(ctx context.Context, n *need) (map[int64]float64, error) {
	qualities := map[string]float64{}
	for _, f := range n.forms {
		for _, term := range f.terms { // the pairs of a word in a script without spaces are as good as all of them
			qualities[term] = max(qualities[term], f.quality)
		}
	}
	list, err := json.Marshal(sorted(qualities))
	if err != nil {
		return nil, err
	}
	const query = "SELECT term, passage FROM expected WHERE term IN (SELECT value FROM json_each(?))"
	found := map[int64]float64{}
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var term string
		var id int64
		err := scan(&term, &id)
		found[id] = max(found[id], expectedQuality*qualities[term])
		return err
	}, query, string(list))
	return found, err
}
