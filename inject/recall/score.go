package recall

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"wisdom/internal/workspace"
)

// candidate is a passage that meets a part of the needs.
type candidate struct {
	passage
	id    int64
	path  workspace.Path
	tier  Tier
	day   time.Time // zero for what has no date
	terms []placed
	has   map[string]bool

	// met is how well each need is met, from 0 to 1.
	met      []float64
	coverage float64 // the share of the message's information
	close    float64 // how close together it stands, at most 1
	recency  float64 // at most 1
	score    float64
	meaning  float64 // the cosine with the message, 0 without a model
	fused    float64 // by both rankings; 0 without a model
}

const (
	// mostPostings is how many passages may hold a term by which candidates are
	// looked for.
	mostPostings = 8000
	// mostCandidates is how many passages are read and scored.
	mostCandidates = 80
	// mostTold is how many needs a score is a share of: those of a long message
	// cannot all be met by one passage.
	mostTold = 7

	// contextQuality is how much a need counts that is met only by what stands above
	// a passage.
	contextQuality = 0.8
	// fileQuality is how much it counts if only the name of the file meets it.
	fileQuality = 0.5

	// farApart is how much of a score a passage loses whose words stand far apart.
	farApart = 0.2
	// old is how much of a score an old note loses; half of it after halfLife.
	old      = 0.1
	halfLife = 180 * 24 * time.Hour
)

// candidates are the passages that meet the most of the needs, by their numbers, with
// how much of the information each has at most; if within is not empty, only its passages.
func (x *Index) candidates(ctx context.Context, needs []need, within spans) ([]int64, error) {
	best := map[int64]float64{}
	var common []string
	order := make([]int, len(needs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(needs[a].passages, needs[b].passages) })
	for _, i := range order {
		n := &needs[i]
		of := map[int64]float64{}
		for _, f := range n.forms {
			ids, err := x.list(ctx, f.terms)
			if err != nil {
				return nil, err
			}
			if len(ids) <= mostPostings {
				note(ids, n.weight*f.quality, of)
			} else {
				common = append(common, f.terms[0])
			}
		}
		if n.date != "" {
			ids, err := x.ofDay(ctx, n.date)
			if err != nil {
				return nil, err
			}
			note(ids, n.weight, of)
		}
		for id, value := range of {
			if len(within) == 0 || within.has(id) {
				best[id] += value
			}
		}
	}
	if len(best) == 0 && len(common) > 1 { // each of them is common, but not all together
		ids, err := x.list(ctx, common)
		if err != nil {
			return nil, err
		}
		if len(ids) <= mostPostings {
			note(ids, 1, best)
		}
	}
	return highest(best, mostCandidates), nil
}

// highest are the keys with the highest values, those that tie with the last one
// included up to twice the number.
func highest(values map[int64]float64, n int) []int64 {
	ids := make([]int64, 0, len(values))
	for id := range values {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int64) int { return cmp.Or(cmp.Compare(values[b], values[a]), cmp.Compare(a, b)) })
	end := min(n, len(ids))
	for end > 0 && end < len(ids) && end < 2*n && values[ids[end]] == values[ids[n-1]] {
		end++
	}
	return ids[:end]
}

// ofDay are the passages of the notes of a day.
func (x *Index) ofDay(ctx context.Context, date string) ([]int64, error) {
	all, err := readSpans(ctx, x.db,
		"SELECT id, passages FROM contents WHERE id IN (SELECT content FROM files WHERE date = ?)", date)
	return all.each(), err
}

// numbers are what a query returns in one row: a row for each passage is what would take
// the time.
func (x *Index) numbers(ctx context.Context, query, arg string) ([]int64, error) {
	var list sql.NullString
	if err := x.db.QueryRowContext(ctx, query, arg).Scan(&list); err != nil {
		return nil, fmt.Errorf("search the index: %w", err)
	}
	if list.String == "" {
		return nil, nil
	}
	ids := make([]int64, 0, strings.Count(list.String, ",")+1)
	for digits := range strings.SplitSeq(list.String, ",") {
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("search the index: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func note(ids []int64, value float64, into map[int64]float64) {
	for _, id := range ids {
		into[id] = max(into[id], value)
	}
}

// load reads the passages with the given numbers, in that order. One that no file holds
// any longer is passed over.
func (x *Index) load(ctx context.Context, ids []int64) ([]*candidate, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := x.db.QueryContext(
		ctx,
		`SELECT b.content, b.body, f.path, f.tier, f.date FROM bodies b JOIN files f ON f.content = b.content
		WHERE b.content IN (SELECT (SELECT max(id) FROM contents WHERE id <= value) FROM json_each(?))`,
		string(list),
	)
	if err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	wanted := slices.Sorted(slices.Values(ids))
	byID := map[int64]*candidate{}
	for rows.Next() {
		var first int64
		var body []byte
		var where, tier, date string
		if err := rows.Scan(&first, &body, &where, &tier, &date); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
		passages, err := readBody(body)
		if err != nil {
			return nil, err
		}
		at, _ := slices.BinarySearch(wanted, first)
		for ; at < len(wanted) && wanted[at]-first < int64(len(passages)); at++ {
			c := &candidate{passage: passages[wanted[at]-first], id: wanted[at]}
			c.path, c.tier, c.day = workspace.Path(where), Tier(tier), dayOf(cmp.Or(c.date, date))
			if other := byID[c.id]; other == nil || inOrder(c, other) < 0 { // of two copies one is cited
				byID[c.id] = c
			}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	all := make([]*candidate, 0, len(byID))
	files := map[workspace.Path]*lines{}
	for _, id := range ids {
		if c := byID[id]; c != nil && x.fill(c, files) {
			all = append(all, c)
		}
	}
	return all, nil
}

// lines are those of a file that was read, none where it cannot be.
type lines struct {
	bytes []byte
	at    []int
}

// fill reads the text of a candidate from its file. It reports false if the file does
// not hold it any longer.
func (x *Index) fill(c *candidate, files map[workspace.Path]*lines) bool {
	f := files[c.path]
	if f == nil {
		f = &lines{}
		if b, err := x.fsys.ReadFile(c.path, largestFile); err == nil {
			f.bytes, f.at = b, starts(b)
		}
		files[c.path] = f
	}
	if c.last > len(f.at) {
		return false
	}
	text := strings.TrimRight(cut(f.bytes, f.at, c.first, c.last), "\r\n")
	if c.tier == T1 {
		return strings.Contains(text, c.text) && sumOf(c.text) == c.sum
	}
	if sumOf(text) != c.sum {
		return false
	}
	if !c.redacted {
		if c.first == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		c.text = text
	}
	return true
}

func dayOf(date string) time.Time {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}
	}
	return day
}

// inOrder orders what is equal but for its place: by tier, the newest first, by path.
func inOrder(a, b *candidate) int {
	return cmp.Or(
		cmp.Compare(a.tier.rank(), b.tier.rank()),
		b.day.Compare(a.day),
		cmp.Compare(a.path, b.path),
		cmp.Compare(a.first, b.first),
	)
}

// rate gives a candidate its score: the share of the message's information that it
// contains, less for words far apart and for an old note. Above is how much a need counts that
// is met only by what stands above the passage.
func (x *Index) rate(c *candidate, needs []need, above float64) {
	c.terms = x.analyzer.terms(c.text, c.language)
	c.has = map[string]bool{}
	for _, t := range c.terms {
		c.has[t.term] = true
	}
	if c.date != "" {
		c.has[wholeTerm(c.date)] = true
	}
	around := setOf(x.analyzer.terms(c.context(), c.language))
	name := setOf(x.analyzer.terms(strings.TrimSuffix(path.Base(string(c.path)), ".md"), c.language))
	c.met = make([]float64, len(needs))
	all := 0.0
	for i := range needs {
		n := &needs[i]
		if n.date != "" && !c.day.IsZero() && c.day.Format(time.DateOnly) == n.date {
			c.met[i] = 1
		}
		for _, f := range n.forms {
			switch {
			case f.quality <= c.met[i]:
			case holdsAll(f.terms, c.has):
				c.met[i] = f.quality
			case holdsAll(f.terms, c.has, around):
				c.met[i] = max(c.met[i], f.quality*above)
			case holdsAll(f.terms, name):
				c.met[i] = max(c.met[i], f.quality*fileQuality)
			}
		}
		if i < toldOf(needs) {
			all += n.weight
		}
	}
	if all > 0 {
		c.coverage = max(min(c.told(needs)/all, 1), clauseCoverage(c.met, needs, all))
	}
	c.close = 1 - farApart*(1-x.closeness(c, needs))
	c.recency = 1
	if !c.day.IsZero() {
		age := max(x.opts.Now.Sub(c.day), 0)
		c.recency = 1 - old*(1-math.Exp2(-float64(age)/float64(halfLife)))
	}
	c.score = math.Round(c.coverage*c.close*c.recency*100) / 100
}

// told is how much of the message's information a candidate holds. The words for work that
// needs no notes count for no more than all the others: alone they say nothing of a note.
func (c *candidate) told(needs []need) float64 {
	told, work := 0.0, 0.0
	for i, met := range c.met {
		if needs[i].task {
			work += needs[i].weight * met
		} else {
			told += needs[i].weight * met
		}
	}
	return told + min(work, told)
}

// clauseCoverage is the highest share of the information of one part of the message. A
// part counts less than the whole, the less it tells; one of a single word is none.
func clauseCoverage(met []float64, needs []need, whole float64) float64 {
	type part struct{ told, all, words float64 }
	parts := map[int]part{}
	for i := range needs {
		p := parts[needs[i].clause]
		if !needs[i].task {
			p.told += needs[i].weight * met[i]
		}
		p.all += needs[i].weight
		if strings.Contains(needs[i].word, "@") {
			p.words += hanWeight
		} else {
			p.words++
		}
		parts[needs[i].clause] = p
	}
	best := 0.0
	for _, p := range parts {
		if p.words >= 2 && p.all > 0 {
			best = max(best, p.told/p.all*(1+min(p.all/whole, 1))/2)
		}
	}
	return best
}

// toldOf is how many needs a score is a share of. Characters count for half a word.
func toldOf(needs []need) int {
	n, words := 0, 0.0
	for n < len(needs) && words < mostTold {
		if strings.Contains(needs[n].word, "@") {
			words += hanWeight
		} else {
			words++
		}
		n++
	}
	return n
}

func setOf(terms []placed) map[string]bool {
	set := map[string]bool{}
	for _, t := range terms {
		set[t.term] = true
	}
	return set
}

func holdsAll(terms []string, sets ...map[string]bool) bool {
	return !slices.ContainsFunc(terms, func(term string) bool {
		return !slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[term] })
	})
}

// near is how many terms a passage may have besides each one that meets a need without
// their counting as far apart.
const near = 8

// closeness is 1 where the words that meet the needs stand together, and less the more
// others stand between them.
func (x *Index) closeness(c *candidate, needs []need) float64 {
	wanted := map[string]int{}
	for i := range needs {
		for _, f := range needs[i].forms {
			if f.quality <= c.met[i] {
				for _, term := range f.terms {
					wanted[term] = i
				}
			}
		}
	}
	var at, which []int
	seen := map[int]bool{}
	for place, t := range c.terms {
		if i, ok := wanted[t.term]; ok {
			at, which = append(at, place), append(which, i)
			seen[i] = true
		}
	}
	if len(seen) == 0 {
		return 1
	}
	span := window(at, which, len(seen))
	return min(1, float64(len(seen)*near)/float64(max(span, 1)))
}

// window is the length of the shortest run of places that holds all of n kinds.
func window(at, which []int, n int) int {
	counts := map[int]int{}
	best, from := math.MaxInt, 0
	for to := range at {
		counts[which[to]]++
		for len(counts) == n {
			best = min(best, at[to]-at[from]+1)
			if counts[which[from]]--; counts[which[from]] == 0 {
				delete(counts, which[from])
			}
			from++
		}
	}
	return best
}
