package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/words"
)

const (
	// shortest is the length in characters below which a message needs nothing. A
	// character of a script without spaces counts for two and a half.
	shortest = 10
	// longest is how much of a message is looked at, in bytes: its end, where people
	// put what they ask.
	longest = 4000
	// mostNeeds is how many needs of a message are looked for, the most telling.
	mostNeeds = 24
)

// form is a way to meet a need: all of its terms stand in a passage.
type form struct {
	terms []string
	// quality is 1 for the word itself, less for a word that may mean the same.
	quality float64
}

// need is an informative word of a message.
type need struct {
	word  string
	forms []form
	// date, if any, is the day that is meant; the notes of that day meet the need.
	date string
	// passages is in how many passages of the index one of the forms stands, at most.
	passages int
	// weight is the information that the word carries, from 0 to 1.
	weight float64
	// clause numbers the part of the message in which the word stands.
	clause int
	// task: the word names work that needs no notes.
	task bool
	// faint: the word tells little of what a message is about, and counts only among lessons.
	faint bool
}

// vocabulary is what is known of the words of messages in all languages.
type vocabulary struct {
	idle     map[string]map[string]bool // by language, folded
	tasks    map[string]bool
	phrases  []string            // idle, the longest first
	han      []string            // tasks in scripts without spaces
	alike    map[string][]string // by folded word
	hanAlike [][]string
	outdated []string
	changed  []string
	asks     []string
}

var loadVocabulary = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{idle: map[string]map[string]bool{}, tasks: map[string]bool{}, alike: map[string][]string{}}
	for _, m := range lang.AllMessages() {
		for w := range strings.FieldsSeq(m.Idle) {
			if v.idle[m.Code] == nil {
				v.idle[m.Code] = map[string]bool{}
			}
			v.idle[m.Code][fold(w)] = true
		}
		for w := range strings.FieldsSeq(m.Tasks) {
			if isHan(w) {
				v.han = append(v.han, w)
			} else {
				v.tasks[fold(w)] = true
			}
		}
		v.phrases = append(v.phrases, m.IdlePhrases...)
		v.outdated, v.changed = append(v.outdated, m.Outdated...), append(v.changed, m.Changed...)
		v.asks = append(v.asks, m.Asks...)
		for _, group := range m.Alike {
			list := strings.Fields(group)
			if isHan(list[0]) {
				v.hanAlike = append(v.hanAlike, list)
				continue
			}
			for _, w := range list {
				v.alike[fold(w)] = append(v.alike[fold(w)], list...)
			}
		}
	}
	slices.SortStableFunc(v.phrases, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return v
})

func isHan(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return words.IsCJK(r)
}

// IsTooShort reports whether a message is too short to need anything.
func IsTooShort(message string) bool {
	n := 0.0
	message = strings.TrimSpace(message)
	for _, r := range message {
		if words.IsCJK(r) {
			n += 2.5
		} else {
			n++
		}
	}
	return n < shortest
}

// reader reads the needs of a message.
type reader struct {
	*Index
	vocabulary *vocabulary
	languages  []string // of the message, if it can be told, and of the notes
	language   string   // of the message, "" if it cannot be told
	needs      []need
	clause     int
	total      int // passages in the index
}

// needs are the informative words of a message with their weights, the most telling
// first, and the faint ones. Without an informative one, there is nothing to recall.
func (x *Index) needs(ctx context.Context, message string) (needs, faint []need, err error) {
	r := reader{Index: x, vocabulary: loadVocabulary()}
	if err := r.learn(ctx, message); err != nil || r.total == 0 {
		return nil, nil, err
	}
	if len(message) > longest {
		message = message[len(message)-longest:]
	}
	r.read(string(withoutInjected([]byte(message))))
	for _, n := range r.needs {
		if err := r.weigh(ctx, &n); err != nil {
			return nil, nil, err
		}
		if n.faint {
			faint = append(faint, n)
		} else {
			needs = append(needs, n)
		}
	}
	slices.SortStableFunc(needs, func(a, b need) int { return cmp.Compare(b.weight, a.weight) })
	return needs[:min(len(needs), mostNeeds)], faint[:min(len(faint), mostNeeds)], nil
}

// learn asks the index for what decides the weights.
func (r *reader) learn(ctx context.Context, message string) error {
	r.language = words.Language(message)
	if r.language == "cjk" {
		r.language = ""
	}
	if r.language != "" {
		r.languages = append(r.languages, r.language)
	}
	of, err := strings1(ctx, r.db, "SELECT language FROM languages ORDER BY passages DESC, language")
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	for _, l := range append(of, "en") {
		if l != "cjk" && !slices.Contains(r.languages, l) && len(r.languages) < 4 {
			r.languages = append(r.languages, l)
		}
	}
	if err := r.db.QueryRowContext(ctx, "SELECT coalesce(sum(passages), 0) FROM languages").Scan(&r.total); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	return nil
}

// read collects the needs, without weights.
func (r *reader) read(message string) {
	lower := strings.ToLower(message)
	lower = r.readClock(r.readDates(lower))
	for _, phrase := range r.vocabulary.phrases {
		if strings.Contains(lower, phrase) {
			lower = withoutPhrase(lower, phrase)
		}
	}
	for clause := range strings.FieldsFuncSeq(lower, func(c rune) bool { return strings.ContainsRune(clauseEnds, c) }) {
		r.readClause(clause)
		r.clause++
	}
}

// clauseEnds part a message into its questions.
const clauseEnds = "\n,;:?!，。；：？！、"

func (r *reader) readClause(clause string) {
	var all []word
	eachWord(clause, func(w word) { all = append(all, w) })
	for i, w := range all {
		switch {
		case w.han:
			r.addRun(w.text)
		case w.whole:
			if hour, minutes, ok := clockTime(w.text); ok {
				r.add(need{word: w.text, forms: timesOf(hour, minutes, false)})
			} else if isMostlyDigits(w.text) {
				r.add(need{word: w.text, forms: []form{{[]string{wholeTerm(w.text)}, 1}}})
			}
		case r.isPartOfNumber(all, i):
		default:
			r.addWord(w.text)
		}
	}
}

// withoutPhrase takes a phrase out where it stands by itself.
func withoutPhrase(text, phrase string) string {
	if isHan(phrase) {
		return strings.ReplaceAll(text, phrase, " ")
	}
	for from := 0; ; {
		at := strings.Index(text[from:], phrase)
		if at < 0 {
			return text
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(phrase):])
		if isLetter(before) || isLetter(after) {
			from = at + len(phrase)
			continue
		}
		text = text[:at] + " " + text[at+len(phrase):]
		from = at
	}
}

// isMostlyDigits tells an address or a number from a compound word.
func isMostlyDigits(w string) bool {
	digits, letters := 0, 0
	for i := range len(w) {
		switch {
		case w[i] >= '0' && w[i] <= '9':
			digits++
		case w[i] >= 'a' && w[i] <= 'z':
			letters++
		}
	}
	return digits > letters
}

// isPartOfNumber reports whether a word is a part of the whole behind it, which counts
// alone.
func (r *reader) isPartOfNumber(all []word, i int) bool {
	for _, w := range all[i+1:] {
		if w.whole {
			return w.start <= all[i].start && isMostlyDigits(w.text) && all[i].start < w.start+len(w.text)
		}
	}
	return false
}

func (r *reader) add(n need) {
	for i := range r.needs {
		if r.needs[i].word == n.word {
			return
		}
	}
	n.clause = r.clause
	r.needs = append(r.needs, n)
}

// addWord adds a word that is neither a stop word nor idle.
func (r *reader) addWord(w string) {
	folded := fold(w)
	if r.isStop(w) {
		return
	}
	n := need{word: w, task: r.vocabulary.tasks[folded], faint: r.isIdle(w, folded)}
	for _, term := range r.stems(w) {
		n.forms = append(n.forms, form{[]string{term}, 1})
	}
	if len(n.forms) == 0 {
		return
	}
	for _, other := range r.alike(w, folded) {
		for _, term := range r.stems(other) {
			n.forms = append(n.forms, form{[]string{term}, alikeQuality})
		}
	}
	n.forms = distinct(n.forms)
	r.add(n)
}

// alike are the words that may mean the same as a word or, where none is known, as its stem.
func (r *reader) alike(w, folded string) []string {
	all := r.vocabulary.alike[folded]
	for _, stem := range r.stems(w) {
		if len(all) == 0 {
			all = r.vocabulary.alike[stem]
		}
	}
	return all
}

// isIdle reports whether a word tells nothing of what a message is about.
func (r *reader) isIdle(w, folded string) bool {
	languages := r.languages
	if r.language != "" { // "warm" is idle in a German greeting, and tells something in English
		languages = languages[:1]
	}
	return slices.ContainsFunc(languages, func(l string) bool {
		return r.vocabulary.idle[l][folded] || r.idleStems(l)[r.analyzer.term(w, l)]
	})
}

// idleStems are the stems of the idle words of a language. Those of a language that no
// message is in are never made.
func (x *Index) idleStems(language string) map[string]bool {
	all := x.idle[language]
	if all == nil {
		all = map[string]bool{}
		for w := range loadVocabulary().idle[language] {
			all[termOf(w, language)] = true
		}
		if x.idle == nil {
			x.idle = map[string]map[string]bool{}
		}
		x.idle[language] = all
	}
	return all
}

// alikeQuality is the quality of a word that often means the same.
const alikeQuality = 0.7

// distinct keeps the best form of each term.
func distinct(forms []form) []form {
	var kept []form
	for _, f := range forms {
		if !slices.ContainsFunc(kept, func(k form) bool { return slices.Equal(k.terms, f.terms) }) {
			kept = append(kept, f)
		}
	}
	return kept
}

// isStop reports whether a word is a stop word of the message's language or, where
// that cannot be told, of one of the notes.
func (r *reader) isStop(w string) bool {
	if strings.ContainsAny(w, "0123456789") {
		return false
	}
	if r.language != "" {
		return r.analyzer.term(w, r.language) == ""
	}
	for _, l := range r.languages {
		if r.analyzer.term(w, l) == "" {
			return true
		}
	}
	return false
}

// stems are the terms of a word in all the languages of the message and the notes.
func (r *reader) stems(w string) []string {
	var all []string
	for _, l := range r.languages {
		if term := r.analyzer.term(w, l); term != "" && !slices.Contains(all, term) {
			all = append(all, term)
		}
	}
	return all
}

// addRun adds the characters of a run: each is met by the pair with one of its
// neighbours, so that it does not matter where words part.
func (r *reader) addRun(run string) {
	for _, task := range r.vocabulary.han {
		if strings.Contains(run, task) {
			r.add(need{word: task, forms: []form{{pairsOf(task), 1}}, task: true})
			run = strings.ReplaceAll(run, task, " ")
		}
	}
	for piece := range strings.FieldsSeq(run) {
		r.addPiece(piece)
	}
}

func (r *reader) addPiece(run string) {
	chars := []rune(run)
	if len(chars) < 2 {
		return
	}
	for i := range chars {
		n := need{word: fmt.Sprintf("%c@%s", chars[i], run)}
		for j := max(i-1, 0); j <= min(i, len(chars)-2); j++ {
			pair := string(chars[j : j+2])
			n.forms = append(n.forms, form{[]string{pair}, 1})
		}
		for _, group := range r.vocabulary.hanAlike {
			n.forms = append(n.forms, alikeAt(group, chars, i)...)
		}
		n.forms = distinct(n.forms)
		r.add(n)
	}
}

// alikeAt are the words like the one of a group that covers the i-th character.
func alikeAt(group []string, chars []rune, i int) []form {
	text := string(chars)
	for _, w := range group {
		at := strings.Index(text, w)
		if at < 0 {
			continue
		}
		first := utf8.RuneCountInString(text[:at])
		if i < first || i >= first+utf8.RuneCountInString(w) {
			continue
		}
		var forms []form
		for _, other := range group {
			if other != w {
				forms = append(forms, form{pairsOf(other), alikeQuality})
			}
		}
		return forms
	}
	return nil
}

// pairsOf are the terms of a word in a script without spaces.
func pairsOf(w string) []string {
	var all []string
	for _, t := range appendPairs(nil, word{text: w}) {
		all = append(all, t.term)
	}
	return all
}

const (
	// unknownWeight is what a word weighs that stands nowhere in the notes. It is less
	// than a rare word's: the notes may say the same in other words.
	unknownWeight = 0.25
	// taskWeight is what a word for work weighs that needs no notes.
	taskWeight = 1.2
	// hanWeight: a character is about half a word.
	hanWeight  = 0.5
	dateWeight = 1.0
	// faintWeight: a word of courtesy or of asking says little even among lessons.
	faintWeight = 0.3
)

// weigh finds further forms of a need in the index and gives it its weight: how much
// rarer than every passage the passages are that meet it.
func (r *reader) weigh(ctx context.Context, n *need) error {
	if n.date == "" && !n.task && !strings.Contains(n.word, "@") {
		if err := r.related(ctx, n); err != nil {
			return err
		}
	}
	own := 0
	for _, f := range n.forms {
		count, err := r.count(ctx, f.terms)
		if err != nil {
			return err
		}
		n.passages += count
		if f.quality == 1 {
			own += count
		}
	}
	switch {
	case n.date != "":
		n.weight = dateWeight
	case n.task:
		n.weight = taskWeight
	case n.passages == 0:
		n.weight = unknownWeight
	default:
		n.weight = rarity(r.total, min(max(own, 1), r.total)) / rarity(r.total, 0)
	}
	if strings.Contains(n.word, "@") {
		n.weight *= hanWeight
	}
	if n.faint {
		n.weight *= faintWeight
	}
	return nil
}

// rarity is the information of a word that stands in n of a number of passages. It is
// never nothing: in a few notes a word that tells may stand in most of them.
func rarity(total, n int) float64 {
	return 0.5 + math.Log(float64(total+1)/(float64(n)+0.5))
}

// count is in how many passages the rarest of some terms stands.
func (r *reader) count(ctx context.Context, terms []string) (int, error) {
	least := math.MaxInt
	for _, term := range terms {
		list, err := r.list(ctx, []string{term})
		if err != nil {
			return 0, err
		}
		least = min(least, len(list))
	}
	return least, nil
}

const (
	// leastStem is the length in bytes from which a term is looked for within others.
	leastStem = 4
	// relatedQuality is the quality of a word that begins or ends as another does.
	relatedQuality = 0.75
	mostRelated    = 12
)

// related adds the terms of the index that a word begins or ends with, and those that
// begin or end with it: "config" for "configuration", a compound for its head.
func (r *reader) related(ctx context.Context, n *need) error {
	for _, f := range slices.Clone(n.forms) {
		term := f.terms[0]
		if f.quality < 1 || len(term) < leastStem || !isPlain(term) {
			continue
		}
		found, err := strings1(
			ctx,
			r.db,
			"SELECT DISTINCT term FROM postings WHERE part IN (SELECT part FROM parts) AND term > ? AND term < ? AND length(term) <= ? "+
				"ORDER BY length(term), term LIMIT ?",
			term,
			term+"\x7f",
			len(term)+longestRest(term),
			mostRelated,
		)
		if err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
		for l := len(term) - 1; l >= max(leastStem, (2*len(term)+2)/3); l-- { // what it begins or, from five letters on, ends with
			found = append(found, term[:l])
			if l > leastStem {
				found = append(found, term[len(term)-l:])
			}
		}
		if len(term) > leastStem {
			back := reversed(term)
			tails, err := strings1(
				ctx,
				r.db,
				"SELECT tail FROM tails WHERE tail > ? AND tail < ? ORDER BY length(tail), tail LIMIT ?",
				back,
				back+"\x7f",
				mostRelated,
			)
			if err != nil {
				return fmt.Errorf("read the index: %w", err)
			}
			for _, tail := range tails {
				found = append(found, reversed(tail))
			}
		}
		for _, other := range found {
			n.forms = append(n.forms, form{[]string{other}, relatedQuality})
		}
	}
	n.forms = distinct(n.forms)
	return nil
}

// longestRest is how much longer a word may be that begins with a term: an ending, or
// for a long term the second part of a compound.
func longestRest(term string) int {
	if len(term) < 6 {
		return 4
	}
	return 12
}

func isPlain(term string) bool {
	return strings.Trim(term, "abcdefghijklmnopqrstuvwxyz") == ""
}
