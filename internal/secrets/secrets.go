// Package secrets finds credentials in text and takes them out. What comes in
// is the text of a file, what goes out is the same text with every secret
// replaced, line by line the same, and where each stood. It is a leaf and
// imports nothing of ours.
//
// A secret is known in three ways. By its looks: the rules of gitleaks, and those
// in rules.txt. By the name in front of it, in all the languages in which notes
// are written: words.txt. By its length: forty hex digits or more, where nothing
// says that they are a digest or an ID. A comment such as gitleaks:allow excuses
// nothing here, and neither does a word within the secret.
//
// Invariants:
//
//  1. A finding never holds the secret itself.
//  2. Redacting changes no line number.
//  3. Text without a secret comes back as it was.
//  4. A value that is long enough to be known again is taken out wherever it
//     stands.
package secrets

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Redacted stands where a secret stood.
const Redacted = "[REDACTED]"

// Finding tells where a secret stood.
type Finding struct {
	// Rule is the name of the rule that saw it, for instance github-pat.
	Rule string
	// Line counts from 1.
	Line int
}

// Redact replaces every secret in text and says where they stood, in the order
// of their lines. It is safe for concurrent use.
func Redact(text string) (string, []Finding) {
	view := look(text)
	found := view.keyBlocks()
	marks := view.search(&found)
	if len(marks) > 0 {
		scanner := load()
		for _, part := range view.fragments(marks) {
			found = append(found, scanner.scan(part)...)
		}
	}
	if len(found) == 0 {
		return text, nil
	}
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), boolCompare(isClass(a.Rule), isClass(b.Rule)), cmp.Compare(a.Rule, b.Rule))
	})
	var findings []Finding
	for i, m := range found {
		if i == 0 || m.Line != found[i-1].Line {
			findings = append(findings, m.Finding)
		}
	}
	return hide(text, found), findings
}

// isClass reports whether a rule says less than the name of a provider does.
func isClass(rule string) bool {
	return slices.Contains([]string{string(password), string(pin), string(secret), string(key)}, rule)
}

// boolCompare orders false before true.
func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// hide takes secrets out of a text: at their places, and the long ones wherever
// they stand, the longest first, for one rule may have seen only a part of what
// another saw.
func hide(text string, found []match) string {
	var values []string
	var spans [][2]int
	for _, m := range found {
		if m.end > 0 {
			spans = append(spans, [2]int{m.start, m.end})
		}
		if m.end == 0 || len(m.secret) >= knownAgain && len(m.secret) <= longestPiece {
			values = append(values, m.secret)
		}
	}
	text = withoutSpans(text, spans)
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	var pairs []string
	for _, value := range slices.Compact(values) {
		pairs = append(pairs, value, Redacted+strings.Repeat("\n", strings.Count(value, "\n")))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// knownAgain is the least length in bytes of a value that is taken out wherever it
// stands. A shorter one may be a word or a number that means something else there.
const knownAgain = 10

// withoutSpans puts Redacted in the place of spans; those that overlap go together.
func withoutSpans(text string, spans [][2]int) string {
	slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	var b strings.Builder
	at := 0
	for i := 0; i < len(spans); {
		start, end := spans[i][0], spans[i][1]
		for i++; i < len(spans) && spans[i][0] < end; i++ {
			end = max(end, spans[i][1])
		}
		b.WriteString(text[at:start] + Redacted + strings.Repeat("\n", strings.Count(text[start:end], "\n")))
		at = end
	}
	b.WriteString(text[at:])
	return b.String()
}

// match is a secret. Where start and end are 0 its place in the line is unknown.
type match struct {
	Finding
	secret     string
	start, end int // bytes
}

// ownKeywords are the words at which the rules of this package begin to look.
func ownKeywords() *keywords {
	k := &keywords{words: map[int][]*keyword{}}
	all := patterns()
	for i := range all {
		for _, word := range all[i].keywords {
			w := k.add(word)
			w.patterns = append(w.patterns, &all[i])
		}
	}
	for word, class := range namesByClass() {
		k.add(word).class = class
	}
	return k
}

var (
	loadOwn = sync.OnceValue(ownKeywords)
	// loadAll are those of gitleaks, too.
	loadAll = sync.OnceValue(func() *keywords {
		k := ownKeywords()
		for _, rule := range load().rules {
			for _, word := range rule.keywords {
				k.add(word).gitleaks = true
			}
		}
		return k
	})
)

// namesByClass are the names in all their spellings; a spelling that two classes
// share is of the one that asks less.
func namesByClass() map[string]class {
	all := map[string]class{}
	for _, c := range []class{weak, key, secret, pin, pass, password} {
		for _, name := range loadWords().lists[string(c)] {
			for _, spelling := range spellings(name) {
				all[spelling] = c
			}
		}
	}
	return all
}

// search looks at every place of a text: it adds what the rules of ours find, and
// returns the places at which a rule of gitleaks asks to look.
func (v view) search(found *[]match) []int {
	words := loadOwn()
	if slices.Contains(v.values, true) { // else the rules of gitleaks need not be read
		words = loadAll()
	}
	var marks []int
	named := 0 // the end of the last name
	done := map[*pattern]int{}
	line := 0
	for at := range v.lower {
		for line+1 < len(v.starts) && v.starts[line+1] <= at {
			line++
		}
		for w := range words.at(v.lower[at:]) {
			if w.class != "" && at >= named {
				named = at + len(w.text)
				*found = append(*found, v.named(name{at, named, w.class})...)
			}
			valuable := slices.Contains(v.values[max(line-1, 0):min(line+2, len(v.values))], true)
			for _, p := range w.patterns {
				if done[p] <= at && (valuable || p.rule == walletSeed || p.rule == appPassword) {
					done[p] = v.matchNear(p, at, line, found)
				}
			}
			if w.gitleaks && valuable {
				marks = append(marks, at)
			}
		}
	}
	for _, at := range hexRuns(v.lower) {
		if m, ok := v.longHex(at); ok {
			*found = append(*found, m)
		}
	}
	return marks
}

// walletSeed is the rule for the words of a wallet, which look like a sentence.
const walletSeed = "wallet-seed"

// reSentence finds words of sentences, none of which is in a wallet's list.
var reSentence = regexp.MustCompile(`(?i)\b(?:the|and|for|are|from|with|that|this|have|was|were|der|die|das|und|los|las|les|des)\b`)

const (
	before = 80  // bytes in front of a keyword that its pattern sees
	behind = 400 // and behind it

	nearBefore, nearBehind = 48, 20 // bytes around hex digits that say what they are
)

// matchNear finds a pattern around a keyword, and returns the place from which on
// it has to look again.
func (v view) matchNear(p *pattern, at, line int, found *[]match) int {
	from, to := max(v.starts[line], at-before), min(v.lineEnd(line), at+behind)
	end := to
	if to < v.lineEnd(line) {
		end = max(at+1, to-behind/2) // what begins there is longer than it saw
	}
	for _, m := range p.re.FindAllStringSubmatchIndex(v.text[from:to], -1) {
		s, e := m[0], m[1]
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				s, e = m[i], m[i+1]
				break
			}
		}
		s, e = from+s, from+e
		value := v.text[s:e]
		if p.accepts(value, v.text[e:to]) {
			*found = append(*found, match{Finding{p.rule, v.lineAt(s) + 1}, value, s, e})
		}
	}
	return end
}

// accepts reports whether what matched a pattern is a secret and no example.
func (p *pattern) accepts(value, after string) bool {
	if isNone(value) || isCut(value, after) || IsPlace(value) && !reHex.MatchString(value) && !strings.ContainsAny(value, "/+=") {
		return false
	}
	switch p.rule {
	case "url-password", "command-password", "connection-password":
		return !IsPlace(value)
	case "user-password":
		return LooksChosen(value)
	case appPassword:
		return isAppPassword(value, 3)
	case walletSeed:
		return !reSentence.MatchString(value)
	case "sk-key", "url-token", "webhook", "bearer-token", "basic-auth", "voyage-api-key", "resend-key":
		return looksRandom(value)
	}
	letters := strings.ContainsFunc(value, unicode.IsLetter)
	return letters && strings.ContainsAny(value, "0123456789") && distinct(value) > 8 || looksRandom(value)
}

// distinct counts the different bytes of a text.
func distinct(value string) int {
	var seen [256]bool
	n := 0
	for i := range len(value) {
		if !seen[value[i]] {
			seen[value[i]] = true
			n++
		}
	}
	return n
}

// longHex is the long run of hex digits around a place, if it is no digest and no
// ID by what stands around it.
func (v view) longHex(at int) (match, bool) {
	line := v.lineAt(at)
	from, to := v.starts[line], v.lineEnd(line)
	start, end := at, at
	for start > from && isHex(v.lower[start-1]) {
		start--
	}
	for end < to && isHex(v.lower[end]) {
		end++
	}
	value := v.text[start:end]
	if start > from && v.lower[start-1] != '_' && isWordByte(v.lower[start-1]) || end < to && isWordByte(v.lower[end]) ||
		!strings.ContainsAny(value, "0123456789") || !strings.ContainsAny(string(v.lower[start:end]), "abcdef") || distinct(value) < 6 {
		return match{}, false
	}
	lead := v.text[max(from, start-nearBefore):start]
	behind := v.text[end:min(to, end+nearBehind)]
	word := lead[strings.LastIndexAny(lead, " \t(<[\"'`")+1:]
	words := loadWords()
	link := strings.LastIndex(lead, "](")
	if strings.Contains(word, "://") || link >= 0 && !strings.Contains(lead[link:], ")") || words.hash.MatchString(lead) || words.hash.MatchString(behind) {
		return match{}, false
	}
	return match{Finding{"long-hex", line + 1}, value, start, end}, true
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '_' }

// fragment is a run of lines; line is the number of its first, less one.
type fragment struct {
	text string
	line int
}

// fragments cuts out of text the lines with a mark, each with its neighbours, for
// the value may stand there. Most rules cost a pass of a regular expression over
// whatever they are shown, so they are shown little.
func (v view) fragments(marks []int) []fragment {
	marked := make([]bool, len(v.starts)+1)
	for _, offset := range marks {
		line := v.lineAt(offset)
		for i := max(line-1, 0); i <= min(line+1, len(v.starts)-1); i++ {
			marked[i] = true
		}
	}
	return runs(v.text, v.starts, marked)
}

// runs gathers neighbouring marked lines; marked has one entry more than there
// are lines, which is never set.
func runs(text string, starts []int, marked []bool) []fragment {
	var parts []fragment
	first := -1
	for i, is := range marked {
		switch {
		case is && first < 0:
			first = i
		case !is && first >= 0:
			end := len(text)
			if i < len(starts) {
				end = starts[i]
			}
			parts = append(parts, pieces(text[starts[first]:end], first)...)
			first = -1
		}
	}
	return parts
}

const (
	// longestPiece is the most that is scanned at once, in bytes: the time for
	// one piece grows with the square of what is found in it.
	longestPiece = 2 << 10
	// overlap is how much of a piece the next one sees again, so that a secret
	// on the border is seen whole.
	overlap = 256
)

// pieces cuts a run of lines that is too long for one scan.
func pieces(text string, line int) []fragment {
	var parts []fragment
	for len(text) > longestPiece {
		parts = append(parts, fragment{text[:longestPiece], line})
		line += strings.Count(text[:longestPiece-overlap], "\n")
		text = text[longestPiece-overlap:]
	}
	return append(parts, fragment{text, line})
}

var blockBegin, blockClose = []byte("-----begin "), []byte("-----end ")

// longestBlock is the most of a key block without an end that is taken for one,
// in bytes.
const longestBlock = 16 << 10

// keyBlocks finds the blocks between -----BEGIN and -----END lines, whole: they
// are longer than the pieces that the rules see. One without an end reaches to
// the next empty line.
func (v view) keyBlocks() []match {
	var found []match
	for from := 0; ; {
		begin := bytes.Index(v.lower[from:], blockBegin)
		if begin < 0 {
			return found
		}
		begin += from
		rest := v.lower[begin:min(begin+longestBlock, len(v.lower))]
		end := bytes.Index(rest, blockClose)
		switch {
		case end >= 0:
			if newline := bytes.IndexByte(rest[end:], '\n'); newline >= 0 {
				end += newline
			} else {
				end = len(rest)
			}
		case bytes.Contains(rest, []byte("\n\n")):
			end = bytes.Index(rest, []byte("\n\n"))
		default:
			end = len(rest)
		}
		from = begin + max(end, 1)
		title, _, _ := bytes.Cut(rest, []byte{'\n'})
		if bytes.Contains(title, []byte("public key-")) || bytes.Contains(title, []byte(" certificate")) || bytes.Contains(title, []byte(" signature")) {
			continue
		}
		secret := strings.TrimRight(v.text[begin:begin+end], "\r\n")
		found = append(found, match{Finding{"private-key", v.lineAt(begin) + 1}, secret, begin, begin + len(secret)})
	}
}

// view is a text with what is looked up in it more than once.
type view struct {
	text   string
	lower  []byte
	starts []int  // of lines
	values []bool // lines that hold something like the value of a secret
}

func look(text string) view {
	v := view{text: text, lower: lowerASCII(text), starts: lineStarts(text)}
	v.values = valueLines(v.lower, v.starts)
	return v
}

// lineAt is the line that holds a place, counted from 0.
func (v view) lineAt(offset int) int {
	line, exact := slices.BinarySearch(v.starts, offset)
	if !exact {
		line--
	}
	return line
}

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

// valueLines marks the lines that hold something like the value of a secret: a
// run without spaces that has a digit and at least shortest bytes, or has no
// digit and is longer than words are.
func valueLines(lower []byte, starts []int) []bool {
	const longerThanWords = 20
	values := make([]bool, len(starts))
	line, run, digit := 0, 0, false
	for i, c := range lower {
		if c == '\n' || c == ' ' || c == '\t' || c == '\r' {
			run, digit = 0, false
			if c == '\n' && i+1 < len(lower) {
				line++
			}
			continue
		}
		run++
		digit = digit || c >= '0' && c <= '9'
		if digit && run >= shortest || run >= longerThanWords {
			values[line] = true
		}
	}
	return values
}

func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// longestHash is the longest run of hex digits that is not taken for a key.
const longestHash = 39

func hexRuns(lower []byte) []int {
	var offsets []int
	run := 0
	for i, c := range lower {
		if isHex(c) {
			run++
			if run == longestHash+1 {
				offsets = append(offsets, i-longestHash)
			}
			continue
		}
		run = 0
	}
	return offsets
}

// lowerASCII lowers A to Z only, so that offsets stay the same.
func lowerASCII(text string) []byte {
	lower := []byte(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return lower
}
