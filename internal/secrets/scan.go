package secrets

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// keyword is a word at which the scanner looks closer.
type keyword struct {
	text string
	// kind is that of the name that it is, or "".
	kind kind
	// rules ask for it.
	rules []*rule
}

// keywords are those of all rules, by their first two bytes, the longest first.
type keywords [1 << 16][]*keyword

func (k *keywords) slot(first, second byte) *[]*keyword { return &k[int(first)<<8|int(second)] }

// at are the keywords with which a text in lower case begins, the longest first.
func (k *keywords) at(text string) iter.Seq[*keyword] {
	return func(yield func(*keyword) bool) {
		second := byte(0)
		if len(text) > 1 {
			second = text[1]
		}
		for _, w := range *k.slot(text[0], second) {
			if strings.HasPrefix(text, w.text) && !yield(w) {
				return
			}
		}
	}
}

var loadKeywords = sync.OnceValue(func() *keywords {
	all := map[string]*keyword{}
	add := func(word string) *keyword {
		if all[word] == nil {
			all[word] = &keyword{text: word}
		}
		return all[word]
	}
	for _, r := range loadRules() {
		for _, word := range r.Keywords {
			w := add(strings.ToLower(word))
			w.rules = append(w.rules, r)
		}
	}
	for _, kind := range []kind{weak, key, lock, secret, pin, field, pass, password} { // the last asks least of a value
		for _, name := range loadWords().lists[string(kind)] {
			for _, spelling := range spellings(name) {
				add(spelling).kind = kind
			}
		}
	}
	k := &keywords{}
	for word, w := range all {
		first, second := 0, 256 // any second byte
		if len(word) > 1 {
			first, second = int(word[1]), int(word[1])+1
		}
		for b := first; b < second; b++ {
			slot := k.slot(word[0], byte(b))
			*slot = append(*slot, w)
		}
	}
	for _, words := range k {
		slices.SortFunc(words, func(a, b *keyword) int {
			return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
		})
	}
	return k
})

// view is a text with what is looked up in it more than once.
type view struct {
	text, lower string
	starts      []int  // of lines
	values      []bool // lines that hold something like the value of a secret
	codes       []bool // lines that hold something like the code of a lock
	only        []bool // lines to look at, nil for all
}

func look(text string) view {
	v := view{text: text, lower: lowerASCII(text), starts: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && i+1 < len(text) {
			v.starts = append(v.starts, i+1)
		}
	}
	v.values, v.codes = make([]bool, len(v.starts)), make([]bool, len(v.starts))
	for line := range v.values {
		v.values[line], v.codes[line] = hasValue(v.line(line))
	}
	return v
}

// hasValue reports whether a line holds something like the value of a secret: a run without spaces that has a digit
// and at least six bytes, or has no digit and is longer than words are; and something like the code of a lock.
func hasValue(line string) (value, code bool) {
	const fewest, longerThanWords, longestPart = 6, 20, 2
	run, digit, digits := 0, false, 0
	for _, c := range []byte(line) {
		if c == ' ' || c == '\t' {
			run, digit, digits = 0, false, 0
			continue
		}
		run++
		switch {
		case c >= '0' && c <= '9':
			digit, digits = true, digits+1
		case c != '-' || digits > longestPart:
			digits = 0
		}
		value = value || digit && run >= fewest || run >= longerThanWords
		code = code || digits > 3
	}
	return value, code
}

// lowerASCII lowers A to Z only, so that offsets stay the same.
func lowerASCII(text string) string {
	lower := []byte(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return string(lower)
}

// lineAt is the line that holds a place, counted from 0.
func (v view) lineAt(offset int) int {
	next, _ := slices.BinarySearch(v.starts, offset+1)
	return next - 1
}

// line is the text of a line, counted from 0.
func (v view) line(line int) string { return v.text[v.starts[line]:v.lineEnd(line)] }

// lineEnd is where the text of a line ends, counted from 0.
func (v view) lineEnd(line int) int {
	end := len(v.text)
	if line+1 < len(v.starts) {
		end = v.starts[line+1]
	}
	for end > v.starts[line] && (v.text[end-1] == '\n' || v.text[end-1] == '\r') {
		end--
	}
	return end
}

func (v view) match(rule string, start, end int) match {
	return match{rule, start, end, v.text[start:end]}
}

// scan finds the secrets of some classes. It looks at every place of a text.
func (v view) scan(want Class) []match {
	if want == Contact {
		return v.everywhere(want)
	}
	var found []match
	if want&Key != 0 {
		found = v.keyBlocks(want)
	}
	words := loadKeywords()
	named := 0 // the end of the last name
	done := map[*rule]int{}
	for line, start := range v.starts {
		if v.only != nil && !v.only[line] {
			continue
		}
		if want&Password != 0 && v.codes[line] {
			found = append(found, v.locks(line)...)
		}
		near := slices.Contains(v.values[max(line-1, 0):min(line+4, len(v.values))], true)
		for at := range v.line(line) {
			at += start
			for w := range words.at(v.lower[at:]) {
				n := name{at, at + len(w.text), w.kind}
				if w.kind != "" && at >= named && want&w.kind.class() != 0 &&
					(near || w.kind.class() == Password) && v.isWhole(n) {
					named = n.end
					found = append(found, v.named(n)...)
				}
				for _, r := range w.rules {
					if done[r] <= at && want&r.Class != 0 && (near || r.Class != Key) {
						done[r] = v.apply(r, at, line, &found)
					}
				}
			}
		}
	}
	return v.unwrapped(append(found, v.everywhere(want)...))
}

// apply tries a rule around a keyword, and returns the place from which on it has to be tried again.
func (v view) apply(r *rule, at, line int, found *[]match) int {
	const before, behind, overlap = 256, 2 << 10, 512 // bytes that a pattern sees, and sees again
	from := max(v.starts[max(line-r.Lines, 0)], at-before)
	end := v.lineEnd(min(line+r.Lines, len(v.starts)-1))
	to := min(end, at+behind)
	*found = append(*found, r.find(v, from, to)...)
	if to < end {
		return max(at+1, to-overlap) // what begins there is longer than it saw
	}
	return v.lineEnd(line)
}

// everywhere finds what the rules without a keyword find.
func (v view) everywhere(want Class) (found []match) {
	for _, r := range loadRules() {
		if len(r.Keywords) > 0 || want&r.Class == 0 {
			continue
		}
		for line, start := range v.starts {
			if (v.values[line] || want == Contact) && (v.only == nil || v.only[line]) {
				found = append(found, r.find(v, start, v.lineEnd(line))...)
			}
		}
	}
	return found
}

// unwrapped lengthens what a machine made by what is on the next line, where the value goes on.
func (v view) unwrapped(found []match) []match {
	const most = 256 // bytes
	starts := map[int]bool{}
	for _, m := range found {
		starts[m.start] = true
	}
	for i, m := range found {
		rest := v.text[m.end:min(len(v.text), m.end+most)]
		at := form("wrapped").FindStringSubmatchIndex(rest)
		if at == nil || starts[m.end+at[2]] || !looksRandom(m.value) {
			continue
		}
		if more := rest[at[2]:at[3]]; (looksRandom(more) || oddPairs(more) > 3) && !IsPlace(more) {
			found[i].end += at[3]
		}
	}
	return found
}

const (
	// Personal is the rule of all contacts.
	Personal = "personal-identifier"
	// randomValue is that of what only a machine can have made.
	randomValue = "random-value"
)

// isMade reports whether a word holds a run of so many bytes that only a machine can have made.
func isMade(word string, fewest int) bool {
	const long = 20 // bytes, of a run that needs to alternate less
	joined := strings.Map(keepAlnum, word)
	isRun := func(run string) bool { return len(run) >= fewest && alternates(run, long) }
	return (slices.ContainsFunc(strings.FieldsFunc(word, isBetweenWords), isRun) ||
		isEncoded(word) && alternates(joined, long) || len(joined) >= fewest && alternates(joined, len(word)+1) &&
		!looksNamed(word) && !strings.ContainsAny(word, "/."))
}

// isText reports whether a word is text in base64, without a secret in it.
func isText(word string) bool {
	text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(word, "="))
	isOther := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) && !unicode.IsSpace(r) }
	return err == nil && !bytes.ContainsFunc(text, isOther) && len(look(string(text)).scan(Secret&^Guess)) == 0
}

const nearBefore, nearBehind = 48, 20 // bytes around a value that say what it is

// isExplained reports whether a value is text in base64, or what is around it says that it is a digest, or the ID of
// something.
func (v view) isExplained(start, end int) bool {
	value, words, known := v.text[start:end], v.wordsBefore(start), loadWords()
	if line := v.lineAt(start); form("hex").MatchString(value) { // what digests are made of
		words = v.text[max(v.starts[line], start-nearBefore):start] + " " + v.text[end:min(v.lineEnd(line), end+nearBehind)]
		words = form("camel").ReplaceAllString(words, "$1 $2")
	} else if known.hasAny("public", words) || known.hasAny("named", words) && !known.has("weak", lastWord(words)) ||
		isText(value) {
		return true
	}
	return v.inAddress(start) || form("digest").MatchString(words)
}

const longestAddress = 2 << 10 // bytes

// inAddress reports whether a place is a part of an address, of which patterns know more, or of that of a link.
func (v view) inAddress(at int) bool {
	lead := v.text[max(v.starts[v.lineAt(at)], at-longestAddress):min(at+len("//"), len(v.text))]
	link := strings.LastIndex(lead, "](")
	return strings.Contains(lead[strings.LastIndexAny(lead, " \t`\"<>|([")+1:], "://") ||
		link >= 0 && !strings.ContainsAny(lead[link:], ") \t")
}

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' }
