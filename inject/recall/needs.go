package recall

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (r *reader) add(n need) {
	for i := range r.needs {
		if r.needs[i].word == n.word {
			return
		}
	}
	n.sentence = r.sentence
	r.needs = append(r.needs, n)
}

// addWord adds a word that is neither a stop word nor idle.
func (r *reader) addWord(w string) {
	folded := fold(w)
	if r.isStop(w) {
		return
	}
	n := need{word: w, task: r.vocabulary.tasks[folded], faint: r.isIdle(w, folded)}
	n.forms = r.formsOf(w, 1)
	if len(n.forms) == 0 {
		return
	}
	for _, other := range r.alike(w, folded) {
		n.forms = append(n.forms, r.formsOf(other, alikeQuality)...)
	}
	n.forms = distinct(n.forms)
	r.add(n)
}

// alike are the words that may mean the same as a word or, where none is known, as its stem.
func (r *reader) alike(w, folded string) []string {
	var all []string
	for _, l := range r.ownLanguages() {
		like := r.vocabulary.alike[l]
		if len(like[folded]) > 0 {
			all = append(all, like[folded]...)
		} else {
			all = append(all, like[termOf(w, l)]...)
		}
	}
	return all
}

// isIdle reports whether a word tells nothing of what a message is about.
func (r *reader) isIdle(w, folded string) bool {
	return slices.ContainsFunc(r.ownLanguages(), func(l string) bool { // "warm" is idle in a German greeting only
		return r.vocabulary.idle[l][folded] || r.idleStems(l)[termOf(w, l)]
	})
}

// ownLanguages are those that the message may be in.
func (r *reader) ownLanguages() []string {
	if r.language != "" {
		return r.languages[:1]
	}
	return r.languages
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
	if hasDigit(w) {
		return false
	}
	if r.language != "" {
		return termOf(w, r.language) == ""
	}
	for _, l := range r.languages {
		if termOf(w, l) == "" {
			return true
		}
	}
	return false
}

// formsOf are the terms of a word in the languages of the message and the notes, each for passages of its language.
func (r *reader) formsOf(w string, quality float64) (all []form) {
	for _, l := range r.languages {
		f := form{[]string{termOf(w, l)}, quality, l}
		if f.terms[0] == fold(w) { // a name, for instance
			f.language = ""
		} else if f.terms[0] == "" {
			continue
		}
		if i := slices.IndexFunc(all, func(other form) bool { return other.terms[0] == f.terms[0] }); i >= 0 {
			all[i].language = ""
		} else {
			all = append(all, f)
		}
	}
	return all
}

// addRun adds the characters of a run: each is met by the pair with one of its
// neighbours, so that it does not matter where words part.
func (r *reader) addRun(run string) {
	for _, task := range r.vocabulary.han {
		if strings.Contains(run, task) {
			r.add(need{word: task, forms: []form{{terms: pairsOf(task), quality: 1}}, task: true})
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
		// Hiragana writes the endings and particles of Japanese.
		n := need{word: fmt.Sprintf("%c@%s", chars[i], run), faint: unicode.Is(unicode.Hiragana, chars[i])}
		for j := max(i-1, 0); j <= min(i, len(chars)-2); j++ {
			pair := string(chars[j : j+2])
			n.forms = append(n.forms, form{terms: []string{pair}, quality: 1})
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
				forms = append(forms, form{terms: pairsOf(other), quality: alikeQuality})
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
