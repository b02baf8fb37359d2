package collect

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/text"
	"wisdom/markdown"
)

// What people withdrew, rejected, did not decide or held earlier is no lesson. They mark it in front, behind, in
// brackets, by a label, by a heading, by the head of a column, or by the status of an entry or file.

// reAsides find what may be a mark: in brackets in front, as a label, in brackets at the end, behind the first dash or
// the last semicolon. Each needs one of some signs.
var reAsides = []struct {
	needs string
	re    func() *regexp.Regexp
}{
	{"(（[【", text.Lazily(`^[^\pL\pN(（\[【]*[(（\[【]([^)）\]】]+)[)）\]】]`)},
	{":：—–-", text.Lazily(`^([^:：—–]{2,80}?)(?:[:：]|\s+[—–-]\s)`)},
	{"(（[【", text.Lazily(`[(（\[【]([^(（\[【]+)[)）\]】][^\pL\pN]*$`)},
	{"—–-→⇒>←⟵", text.Lazily(`\s(?:[—–-]|→|⇒|->|=>|←|⟵)\s([^—–→⇒←⟵;；]+)$`)},
	{";；", text.Lazily(`[;；]\s*([^;；]+)$`)},
}

// marks are the marks that say so wherever they are, by their first letter.
var marks = sync.OnceValue(func() map[rune][]string {
	by := map[rune][]string{}
	for _, mark := range known().Withdrawn.Marks {
		first, _ := utf8.DecodeRuneInString(mark)
		by[first] = append(by[first], mark)
	}
	return by
})

// isMark reports whether a heading, a label or what is in brackets says that something does not hold.
func isMark(text string) bool {
	text = bare(text)
	return slices.Contains(known().Withdrawn.Labels, text) || beginsWithMark(text)
}

// isPlainMark reports whether a text begins with a mark that says so wherever it is.
func isPlainMark(text string) bool { return beginsWithMark(bare(text)) }

// beginsWithMark reports whether a bare text does. A mark of one word has none behind it: "deprecated calls" are what a
// rule may be about.
func beginsWithMark(s string) bool {
	const phrase = 4 // characters of a script without spaces
	first, _ := utf8.DecodeRuneInString(s)
	return slices.ContainsFunc(marks()[first], func(mark string) bool {
		rest, found := strings.CutPrefix(s, mark)
		behind, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
		return found && borders(mark, s) && (rest == "" || strings.Contains(mark, " ") ||
			strings.ContainsFunc(mark, text.IsSyllable) && utf8.RuneCountInString(mark) >= phrase ||
			unicode.IsPunct(behind) || unicode.IsDigit(behind))
	})
}

// aside is what may be a mark of a text, with the text on both sides of it.
type aside struct{ before, said, behind string }

func asidesOf(s string) (all []aside) {
	for _, a := range reAsides {
		if !strings.ContainsAny(s, a.needs) {
			continue
		}
		if m := a.re().FindStringSubmatchIndex(s); m != nil {
			all = append(all, aside{s[:m[0]], s[m[2]:m[3]], s[m[1]:]})
		}
	}
	return all
}

// hasMark reports whether one of what may be a mark is one of a kind, and returns the text without it. Where the mark
// goes on with what to do, the text holds: "replaced by the list; never copy it".
func hasMark(all []aside, is func(string) bool) (rest string, found bool) {
	for _, a := range all {
		if is(withoutLabel(a.said)) {
			_, order, goesOn := strings.Cut(a.said, ";")
			return a.before + a.behind, !goesOn || !advises(order)
		}
	}
	return "", false
}

// isWithdrawing reports whether a heading, or a line that leads to others, says that what is below it does not hold.
func isWithdrawing(heading string) bool {
	const longest = 200 // bytes
	if len(heading) > longest {
		return false
	}
	heading = strings.TrimRight(text.Unbold(heading), ":： ")
	if _, found := hasMark(asidesOf(heading), isMark); found || isMark(heading) {
		return true
	}
	title := bare(heading)
	tails := []string{title} // without the letters that a mark is inflected with
	for rest := title; len(tails) <= longestEnding && rest != ""; tails = append(tails, rest) {
		last, size := utf8.DecodeLastRuneInString(rest)
		if rest = rest[:len(rest)-size]; text.IsSyllable(last) {
			break
		}
	}
	return slices.ContainsFunc(known().Withdrawn.Marks, func(mark string) bool {
		if behind, found := strings.CutPrefix(title, mark); found && hasNoun(behind) { // "superseded rules"
			return true
		}
		return slices.ContainsFunc(tails, func(tail string) bool { // "rules that no longer apply"
			before, found := strings.CutSuffix(tail, mark)
			return found && (classify(before) != neutral || hasNoun(before))
		})
	})
}

// longestEnding is how many letters a mark may be inflected with.
const longestEnding = 2

// hasNoun reports whether a text, without the ending of a mark in front, is a word for rules, lessons or ideas.
func hasNoun(s string) bool {
	runes := []rune(s)
	for ending := range min(longestEnding+1, len(runes)) {
		noun := strings.TrimSpace(string(runes[ending:]))
		for _, nouns := range [][]string{known().Headings.Rules, known().Headings.Lessons, known().Withdrawn.Labels} {
			if slices.Contains(nouns, noun) {
				return true
			}
		}
	}
	return false
}

// isWithdrawn reports whether a text says that it does not hold: by a mark, or in its last sentence. takesBack is what
// it so takes back that held before.
func isWithdrawn(s string) (is bool, takesBack string) {
	s = text.Unbold(s)
	asides := asidesOf(s)
	if rest, found := hasMark(asides, isPlainMark); found {
		return true, rest
	}
	all := text.Sentences(s)
	last := all[max(len(all)-1, 0):]
	if len(all) > 1 && isRetraction(withoutLabel(last[0])) {
		return true, strings.TrimSuffix(s, last[0])
	}
	_, found := hasMark(asides, isMark)
	return found, ""
}

// withoutLabel is a sentence without the label in front of it: "Update: no longer true".
func withoutLabel(sentence string) string {
	label, rest, found := strings.Cut(sentence, ": ")
	if found && !strings.Contains(label, " ") {
		return rest
	}
	return sentence
}

// isRetraction reports whether a sentence takes back the one before it: "this is obsolete".
func isRetraction(sentence string) bool {
	first, rest, _ := strings.Cut(sentence, " ")
	if !text.IsPointing(first) {
		return isPlainMark(sentence)
	}
	_, behind, _ := strings.Cut(rest, " ")
	return isPlainMark(rest) || isPlainMark(behind)
}

// retraction is what a note takes back, and its date.
type retraction struct{ Text, Date string }

// takenBack returns a function that reports whether a lesson was taken back on its day or later. What is not dated says
// how it is now. What is taken back says the same: an order takes no ban back.
func takenBack(ctx context.Context, all []retraction) func(o *occurrence) bool {
	index := text.NewIndex(ctx, len(all), func(i int) string { return all[i].Text })
	return func(o *occurrence) bool {
		gist := sync.OnceValue(func() text.Text { return text.Of(o.Text) })
		return len(all) > 0 && index.MostAlike(o.Text, text.NearCopy, func(i int) bool {
			later := all[i].Date == "" || o.Date != "" && all[i].Date >= o.Date
			return later && gist().NearCopy(text.Of(all[i].Text))
		}) >= 0
	}
}

// statusOf is what a field of an entry, or the part below it of that name, says about whether the entry holds.
func (r *reader) statusOf(p *part) string {
	for _, sub := range p.parts {
		if slices.Contains(known().Withdrawn.Status, bare(sub.title())) && len(sub.blocks) > 0 {
			return flat(sub.blocks[0])
		}
	}
	return r.fieldOf(p, known().Withdrawn.Status)
}

// banner is a quotation or a line in bold that a text begins with, maybe below its title: what it says of the file.
func (p *part) banner() string {
	switch {
	case len(p.blocks) > 0 && p.blocks[0].Kind == markdown.Quote:
		return flat(p.blocks[0])
	case len(p.blocks) == 0 && len(p.parts) > 0 && p.parts[0].level == boldLevel:
		return p.parts[0].title()
	case len(p.blocks) == 0 && len(p.parts) > 0 && p.parts[0].level == 1:
		return p.parts[0].banner()
	}
	return ""
}

// reValues is what is between the values of a field.
var reValues = text.Lazily(`[,;/()\[\]]| - `)

// isPast reports whether the front matter of a text says that it does not hold: "status: superseded", "deprecated:
// yes".
func isPast(source []byte) bool {
	for line := range strings.Lines(string(source[:markdown.FrontMatter(source)])) {
		at := max(strings.IndexAny(line, ":="), 0)
		key, value := text.Fold(strings.ReplaceAll(line[:at], "_", " ")), strings.Trim(line[at:], ":= \t\r\n\"'")
		isStatus := slices.Contains(known().Withdrawn.Status, strings.TrimSpace(key)) &&
			slices.ContainsFunc(reValues().Split(value, -1), isMark)
		if isStatus || isPlainMark(key) && !slices.Contains([]string{"", "false", "no", "null"}, value) {
			return true
		}
	}
	return false
}
