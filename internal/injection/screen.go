package injection

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// Refused is a part of a text that gives orders to a model or hides characters.
type Refused struct {
	First, Last int // lines, from 1
	Why         string
}

// piece is a sentence, as far as it is on one line.
type piece struct {
	line, start, end int    // start and end in bytes of the text
	shown            string // without marks of Markdown
	opens            bool   // an item, a row, a heading, or what is behind a blank line
	apart            bool   // nothing above belongs to it
	ends             bool   // as a sentence does
	refused          bool
}

var (
	reLead   = text.Lazily(`^[\s>]*(?:(?:[-*+•§]|\d{1,3}[.)]|#{1,6}|\|)\s+)?(?:\[[ xX]\]\s+)?`)
	reMarked = text.Lazily(`^[\s>]*(?:[-*+•§]|\d{1,3}[.)]|#{1,6}|\|)\s`)
	reMarkup = text.Lazily("\\]\\([^()\\s]*\\)|</?[a-zA-Z][^<>]*>|<!--|-->|[*`~\\[\\]]")
	reKept   = text.Lazily("\\||<!--|-->|```+")
	reRefers = lang.Expression(`^\PL*`, `(?:$|\PL)`, func(l *lang.Language) string { return l.Orders.Refers })
)

// mostParted is how many pieces above one an order may begin in.
const mostParted = 2

// Screen returns a text without what Reason has something against: the sentence, what is behind it on its line, and what
// refers to it on the next one. Marks of Markdown and the lines stay.
func Screen(s string) (string, []Refused) {
	all, pieces := refused(s)
	if len(all) == 0 {
		return s, nil
	}
	var b strings.Builder
	at := 0
	for _, p := range pieces {
		if p.refused {
			b.WriteString(s[at:p.start])
			b.WriteString(strings.Join(reKept().FindAllString(s[p.start:p.end], -1), " "))
			at = p.end
		}
	}
	b.WriteString(s[at:])
	lines := strings.Split(b.String(), "\n")
	for _, r := range all {
		for i, line := range lines[r.First-1 : r.Last] {
			if strings.Trim(line, " \t>-*+•0123456789.)[]xX") == "" { // an item without a text
				lines[r.First-1+i] = ""
			}
		}
	}
	return strings.Join(lines, "\n"), all
}

// refused are the parts of a text that must go, and all of its pieces.
func refused(s string) (all []Refused, pieces []piece) {
	suspects := suspects(s)
	pieces = cut(s, suspects)
	for i := 0; i < len(pieces); i++ {
		some := suspects[pieces[i].line]
		if some == nil {
			continue
		}
		first, why := i, reasonOf(pieces[i].shown, some, false)
		if raw := s[pieces[i].start:pieces[i].end]; why == "" && raw != pieces[i].shown {
			why = reasonOf(raw, some, false)
		}
		for n := 1; why == "" && n <= mostParted && i-n >= 0 && !pieces[i-n].refused && !pieces[i-n+1].apart; n++ {
			parted := pieces[i-1].ends
			if parted && (n > 1 || pieces[i].opens) || pieces[i-n+1].opens && !leads(pieces[i-n], pieces[i-n+1]) {
				break
			}
			first, why = i-n, reasonOf(joined(pieces[i-n:i+1]), some, parted)
		}
		if why == "" {
			continue
		}
		for first > 0 && goesOn(pieces[first-1], pieces[first]) && !pieces[first-1].refused {
			first--
		}
		last := i
		for last+1 < len(pieces) && belongs(pieces[last], pieces[last+1]) {
			last++
		}
		for n := first; n <= last; n++ {
			pieces[n].refused = true
		}
		all = append(all, Refused{pieces[first].line, pieces[last].line, why})
		i = last
	}
	return all, pieces
}

// goesOn reports whether a piece is the rest of the sentence above it.
func goesOn(before, p piece) bool {
	r, _ := utf8.DecodeRuneInString(p.shown)
	return !before.ends && !p.opens && !p.apart && (unicode.IsLower(r) || text.IsCJK(r))
}

// leads reports whether an item may go on with what the one above it began.
func leads(before, p piece) bool {
	r, _ := utf8.DecodeRuneInString(p.shown)
	return !before.ends && (strings.HasSuffix(before.shown, ":") || unicode.IsLower(r))
}

// belongs reports whether a piece behind a refused one must go with it.
func belongs(refused, p piece) bool {
	return p.line == refused.line || goesOn(refused, p) || !p.apart && reRefers().MatchString(strings.ToLower(p.shown))
}

func joined(pieces []piece) string {
	var all []string
	for _, p := range pieces {
		all = append(all, p.shown)
	}
	return strings.Join(all, " ")
}

// shown is a text without marks of Markdown.
func shown(s string) string {
	if !strings.ContainsAny(s, "|<>*`~[]&") {
		return s
	}
	return html.UnescapeString(reMarkup().ReplaceAllString(strings.ReplaceAll(s, "|", " "), ""))
}

// byteOrderMark may begin a text.
const byteOrderMark = "\ufeff"

// cut cuts a text into its pieces, as far as they are near lines that may hold an order.
func cut(s string, suspects [][]int) (all []piece) {
	at, n, apart := 0, 0, true
	for line := range strings.Lines(s) {
		n++
		near := suspects[max(0, n-mostParted):min(len(suspects), n+mostParted+1)]
		if !slices.ContainsFunc(near, func(some []int) bool { return some != nil }) {
			apart = true
			at += len(line)
			continue
		}
		lead := len(reLead().FindString(strings.TrimPrefix(line, byteOrderMark)))
		if n == 1 && strings.HasPrefix(line, byteOrderMark) {
			lead += len(byteOrderMark)
		}
		opens := apart || reMarked().MatchString(line)
		for start, end := range text.SentenceSpans(line[lead:]) {
			raw := line[lead+start : lead+end]
			p := piece{
				line: n, start: at + lead + start, end: at + lead + end, shown: text.OneLine(shown(raw)),
				opens: opens, apart: apart,
			}
			if p.shown == "" {
				continue
			}
			r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(p.shown, `"'”’»)`))
			p.ends = strings.ContainsRune(".!?。！？…", r)
			all = append(all, p)
			opens, apart = false, false
		}
		apart = apart || strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
		at += len(line)
	}
	return all
}
