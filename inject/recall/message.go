package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/text"
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

// form is a way to meet a need: all of its terms are in a passage.
type form struct {
	terms []string
	// quality is 1 for the word itself, less for a word that may mean the same.
	quality float64
	// language is that of the passages which are compared, "" for all: the stem of a word may be another word elsewhere.
	language string
}

// isFor reports whether passages of a language are compared with a form. What is in Chinese has words of any other.
func (f *form) isFor(language string) bool {
	return f.language == "" || language == "" || language == "cjk" || f.language == language
}

// need is an informative word of a message.
type need struct {
	word  string
	forms []form
	// date, if any, is the day that is meant; the notes of that day meet the need.
	date string
	// passages is in how many passages of the index one of the forms stands, at most.
	passages int
	// expected are the passages for which a message is expected that meets the need, with how well.
	expected map[int64]float64
	// weight is the information that the word carries, from 0 to 1.
	weight float64
	// sentence numbers the one of the message in which the word stands first.
	sentence int
	// task: the word names work that needs no notes.
	task bool
	// faint: the word tells little of what a message is about.
	faint bool
}

// IsTooShort reports whether a message is too short to need anything.
func IsTooShort(message string) bool {
	n := 0.0
	message = strings.TrimSpace(message)
	for _, r := range message {
		if text.IsCJK(r) {
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
	sentence   int
	total      int // passages in the index
}

// needs are the informative words of a message, or of the text that was left of it, with
// their weights, the most telling first, and the faint ones. Without an informative one, there is nothing to recall.
func (x *Index) needs(ctx context.Context, message, text string) (needs, faint []need, err error) {
	r := reader{Index: x, vocabulary: loadVocabulary()}
	if err := r.learn(ctx, message); err != nil || r.total == 0 {
		return nil, nil, err
	}
	r.read(text)
	if err := r.weighAll(ctx, r.needs); err != nil {
		return nil, nil, err
	}
	for _, n := range r.needs {
		if n.faint {
			faint = append(faint, n)
		} else {
			needs = append(needs, n)
		}
	}
	slices.SortStableFunc(needs, func(a, b need) int { return cmp.Compare(b.weight, a.weight) })
	return needs[:min(len(needs), mostNeeds)], faint[:min(len(faint), mostNeeds)], nil
}

// readPart returns the part of a message that is read: its end, without injected blocks.
func readPart(message string) string {
	if len(message) > longest {
		message = message[len(message)-longest:]
	}
	return string(withoutInjected([]byte(message)))
}

// learn asks the index for what decides the weights.
func (r *reader) learn(ctx context.Context, message string) error {
	r.language = text.Language(message)
	if r.language == "cjk" {
		r.language = ""
	}
	if r.language != "" {
		r.languages = append(r.languages, r.language)
	}
	var of string
	const counted = `SELECT (SELECT coalesce(sum(passages), 0) FROM contents),
		(SELECT coalesce(value, '') FROM meta WHERE key = 'languages')`
	if err := r.db.QueryRowContext(ctx, counted).Scan(&r.total, &of); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	for _, l := range append(strings.Split(of, " "), "en") {
		if l != "cjk" && !slices.Contains(r.languages, l) && len(r.languages) < 4 {
			r.languages = append(r.languages, l)
		}
	}
	return nil
}

// read collects the needs, without weights.
func (r *reader) read(message string) {
	lower := strings.ToLower(message)
	lower = r.readDates(lower)
	for _, phrase := range r.vocabulary.phrases {
		if strings.Contains(lower, phrase) {
			lower = withoutPhrase(lower, phrase)
		}
	}
	for sentence := range parted(lower, sentenceEnds) {
		eachWord(sentence, func(w word) {
			switch {
			case w.han:
				r.addRun(w.text)
			case !w.whole:
				r.addWord(w.text)
			case !strings.ContainsAny(w.text, "'’"): // "what's" is no name
				r.add(need{word: w.text, forms: []form{{terms: []string{wholeTerm(w.text)}, quality: 1}}})
			}
		})
		r.sentence++
	}
	r.tell()
}

// sentenceEnds end the sentences of a message.
const sentenceEnds = "\n.;:!?。；：！？"

// tell finds out whether a message tells of something before it says what to write or to translate: then the words for
// this work say little.
func (r *reader) tell() {
	var works []int
	for i := range r.needs {
		if r.needs[i].task {
			works = append(works, r.needs[i].sentence)
		}
	}
	isWork := func(n need) bool { return slices.Contains(works, n.sentence) }
	if wordsOf(slices.DeleteFunc(slices.Clone(r.needs), isWork)) < situation {
		return
	}
	for i := range r.needs {
		r.needs[i].faint = r.needs[i].faint || r.needs[i].task
		r.needs[i].task = false
	}
}

// withoutPhrase takes a phrase out where it is by itself.
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
