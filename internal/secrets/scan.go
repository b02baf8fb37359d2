package secrets

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// compiled is an expression that is compiled when it is first needed: most commands need few of them, and all together
// take longer than the rest of a start.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// keyword is a word at which the scanner looks closer.
type keyword struct {
	text string
	// kind is that of the name that it is, or "".
	kind kind
	// rules ask for it.
	rules []*rule
	// isStem says that a line with it may be about a lock.
	isStem bool
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
	for _, kind := range []kind{weak, key, secret, pin, field, pass, password} { // the last asks least of a value
		for _, name := range loadWords().lists[string(kind)] {
			for _, spelling := range spellings(name) {
				add(spelling).kind = kind
			}
		}
	}
	for _, stem := range stems() {
		for _, spelling := range spellings(stem) {
			add(spelling).isStem = true
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
}

func look(text string) view {
	v := view{text: text, lower: lowerASCII(text), starts: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && i+1 < len(text) {
			v.starts = append(v.starts, i+1)
		}
	}
	v.values = make([]bool, len(v.starts))
	for line := range v.values {
		v.values[line] = hasValue(v.line(line))
	}
	return v
}

// hasValue reports whether a line holds something like the value of a secret: a run without spaces that has a digit
// and at least six bytes, or has no digit and is longer than words are.
func hasValue(line string) bool {
	const fewest, longerThanWords = 6, 20
	run, digit := 0, false
	for _, c := range []byte(line) {
		if c == ' ' || c == '\t' {
			run, digit = 0, false
			continue
		}
		run++
		digit = digit || c >= '0' && c <= '9'
		if digit && run >= fewest || run >= longerThanWords {
			return true
		}
	}
	return false
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
		return v.contacts()
	}
	var found []match
	if want&Key != 0 {
		found = v.keyBlocks(want)
	}
	words := loadKeywords()
	named, locks := 0, -1 // the end of the last name, and the last line that was read for locks
	done := map[*rule]int{}
	for line, start := range v.starts {
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
				if w.isStem && locks < line && want&Password != 0 {
					locks = line
					found = append(found, v.locks(line)...)
				}
				for _, r := range w.rules {
					if done[r] <= at && want&r.Class != 0 && (near || r.Class != Key) {
						done[r] = v.apply(r, at, line, &found)
					}
				}
			}
		}
	}
	if want&Guess != 0 {
		found = append(found, v.guesses(want)...)
	}
	return v.unwrapped(found)
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

// contacts are what the rules of the class find, which have no keyword.
func (v view) contacts() (found []match) {
	for _, r := range loadRules() {
		if r.Class == Contact {
			for line, start := range v.starts {
				found = append(found, r.find(v, start, v.lineEnd(line))...)
			}
		}
	}
	return found
}

var reWrapped = compiled(`^[ \t"'*\x60\\]*\r?\n[ \t>]*([A-Za-z0-9_+/=-]{8,})(?:[\s"'\x60.,;)]|$)`)

// unwrapped lengthens what a machine made by what is on the next line, where the value goes on.
func (v view) unwrapped(found []match) []match {
	const most = 256 // bytes
	starts := map[int]bool{}
	for _, m := range found {
		starts[m.start] = true
	}
	for i, m := range found {
		rest := v.text[m.end:min(len(v.text), m.end+most)]
		at := reWrapped().FindStringSubmatchIndex(rest)
		if at == nil || starts[m.end+at[2]] || !looksRandom(m.value) {
			continue
		}
		if more := rest[at[2]:at[3]]; looksRandom(more) && !IsPlace(more) {
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

var (
	reWord    = compiled(`[A-Za-z0-9_+/.~%-]{14,}={0,2}`)
	reLongHex = compiled(`[0-9a-fA-F]{40,}`)
)

// guesses finds what a machine made where no name is in front of it: long runs of hex digits, and runs in which large
// letters, small ones and digits alternate as in no word. What the text around it says to be a digest, or the ID of
// something, is none.
func (v view) guesses(want Class) (found []match) {
	for line, hasValue := range v.values {
		if !hasValue {
			continue
		}
		start := v.starts[line]
		for _, at := range reWord().FindAllStringIndex(v.line(line), -1) {
			from, to := start+at[0], start+at[1]
			word := v.text[from:to]
			for _, hex := range reLongHex().FindAllStringIndex(word, -1) {
				if want&Form != 0 || v.isKey(from+hex[0], from+hex[1]) {
					found = append(found, v.match("long-hex", from+hex[0], from+hex[1]))
				}
			}
			run := madeRun(word)
			if run >= 0 && !IsPlace(word) && !isCut(word, v.text[to:]) && !v.inAddress(from) &&
				!v.isExplained(from) && !v.isExplained(from+run) {
				found = append(found, v.match(randomValue, from, from+len(strings.TrimRight(word, ".-~%"))))
			}
		}
	}
	return found
}

// madeRun is where in a word a run begins that only a machine can have made, or -1.
func madeRun(word string) int {
	const fewest, long = 14, 20          // bytes
	if strings.HasPrefix(word, "AAAA") { // the public key of a host or a person
		return -1
	}
	for from := 0; from < len(word); {
		to := from
		for to < len(word) && !isBetweenWords(rune(word[to])) {
			to++
		}
		if to-from >= fewest && alternates(word[from:to], long) {
			return from
		}
		from = to + 1
	}
	joined := strings.Map(keepAlnum, word)
	if isEncoded(word) && alternates(joined, long) || len(joined) >= fewest && alternates(joined, len(word)+1) &&
		!looksNamed(word) && !strings.ContainsAny(word, "/.") {
		return 0
	}
	return -1
}

const nearBefore, nearBehind = 48, 20 // bytes around a value that say what it is

// isKey reports whether a long run of hex digits is neither a digest nor an ID.
func (v view) isKey(start, end int) bool {
	line := v.lineAt(start)
	from, to := v.starts[line], v.lineEnd(line)
	value, words := v.lower[start:end], loadWords()
	return (start == from || v.lower[start-1] == '_' || !isWordByte(v.lower[start-1])) &&
		(end == to || !isWordByte(v.lower[end])) &&
		hasDigit(value) && strings.ContainsAny(value, "abcdef") && distinct(value) >= 6 &&
		!v.inAddress(start) &&
		!words.hash.MatchString(v.text[max(from, start-nearBefore):start]) &&
		!words.hash.MatchString(v.text[end:min(to, end+nearBehind)])
}

// isExplained reports whether the words in front of a value say that it is a digest, or the ID of something.
func (v view) isExplained(start int) bool {
	words := v.wordsBefore(start)
	return loadWords().hash.MatchString(words) || loadWords().hasAny("public", words) ||
		loadWords().hasAny("named", lastWord(words))
}

// inAddress reports whether a place is a part of an address, of which patterns know more, or of that of a link.
func (v view) inAddress(at int) bool {
	lead := v.text[max(v.starts[v.lineAt(at)], at-longestReach):at]
	link := strings.LastIndex(lead, "](")
	return strings.Contains(lead[strings.LastIndexAny(lead, " \t`\"<>|([")+1:], "://") ||
		link >= 0 && !strings.ContainsAny(lead[link:], ") \t")
}

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' }
