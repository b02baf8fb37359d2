package distill

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// clause is a part of a lesson that may speak for it.
type clause struct {
	text string
	// lead: it stands in front, in bold or as the first sentence.
	lead bool
}

// clauses cuts a lesson into the sentences and parts of sentences that can
// stand alone: with no specifics, no reference to what was said before, and no
// story. The text of a clause begins with a capital and has no full stop.
func clauses(text string) []clause {
	var found []clause
	seen := map[string]bool{}
	for i, sentence := range sentences(unmarked(text)) {
		if i == mostSentences {
			break
		}
		for _, part := range parts(sentence) {
			part, ok := general(part)
			if !ok || seen[part] {
				continue
			}
			seen[part] = true
			found = append(found, clause{part, i == 0})
		}
	}
	return found
}

const (
	// mostSentences is how far into a lesson its rule is looked for.
	mostSentences = 12
	// longestPart is the length in bytes above which no part can become an
	// entry, however much is left out at its end.
	longestPart = 400
)

var (
	reEmphasis = regexp.MustCompile(`\*\*|__|\*\b|\b\*|(?:^|\s)_|_(?:\s|$)`)
	reLink     = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	reAside    = regexp.MustCompile(`\s*[(（][^()（）]*[)）]`)
	reBoldLead = regexp.MustCompile(`^\*\*([^*]+)\*\*\s*(?:[—–:：-]\s*)?`)
)

// unmarked takes the marks of Markdown off. What stands in bold in front becomes
// a sentence of its own.
func unmarked(text string) string {
	text = reBoldLead.ReplaceAllStringFunc(text, func(lead string) string {
		lead = reBoldLead.FindStringSubmatch(lead)[1]
		if strings.ContainsAny(lead[len(lead)-1:], ".!?") || strings.HasSuffix(lead, "。") {
			return lead + " "
		}
		return strings.TrimRight(lead, ":： ") + ". "
	})
	if strings.Contains(text, "](") {
		text = reLink.ReplaceAllString(text, "$1")
	}
	if strings.ContainsAny(text, "*_") {
		text = reEmphasis.ReplaceAllString(text, " ")
	}
	return words.OneLine(text)
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = words.Set("e.g. i.e. vs. etc. z.b. d.h. bzw. u.a. p.ej. no. nr. approx. ca. dr. mr. mrs. st. a.m. p.m.")

// Sentences cuts a line of Markdown into its sentences, without the marks.
func Sentences(line string) []string { return sentences(unmarked(reMarker.ReplaceAllString(line, ""))) }

var reMarker = regexp.MustCompile(`^[\s>]*(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+`)

// sentences cuts text behind full stops and the like.
func sentences(text string) []string {
	var found []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '。' || r == '！' || r == '？':
		case (r == '.' || r == '!' || r == '?') && (end == len(text) || text[end] == ' '):
			word := text[strings.LastIndexByte(text[:i], ' ')+1 : end]
			if abbreviations[strings.ToLower(word)] {
				continue
			}
		default:
			continue
		}
		found = append(found, strings.TrimSpace(text[start:end]))
		start = end
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		found = append(found, rest)
	}
	return found
}

var reArrow = regexp.MustCompile(`→|->|=>`)

var reBreak = regexp.MustCompile(`;\s|；|\s[—–]\s|——|\s(?:→|->|=>)\s|:\s|：`)

// parts are the sentence itself, what stands between its breaks, and shorter
// forms of those that say the same with less.
func parts(sentence string) []string {
	all := []string{sentence}
	if strings.ContainsAny(sentence, ";；—–→=>:：") {
		arrow := reArrow.MatchString(sentence)
		if pieces := reBreak.Split(sentence, -1); len(pieces) > 1 {
			for _, piece := range pieces {
				if first, _, _ := strings.Cut(strings.TrimSpace(piece), " "); !arrow || words.IsImperative(first) { // the rest is keywords
					all = append(all, piece)
				}
			}
		}
	}
	for _, part := range all {
		all = append(all, shorter(part)...)
	}
	return all
}

// endings begin what can be left out.
var endings = words.MarksOf(slices.Concat(reasons, additions)...)

// shorter leaves out the reason that a part ends with, or an addition. What is
// left of it must still say something: a moment ("before a move") is never left
// out, for it often is what the rule is about.
func shorter(part string) []string {
	var found []string
	lower := strings.ToLower(part)
	if len(lower) != len(part) {
		return nil // offsets would not hold
	}
	for number, i := range endings.In(lower) {
		mark := endings.Phrases[number]
		if i <= 0 || mark == ", not " && !imperative(part[:i]) {
			continue
		}
		if strings.Contains(part[:i], ",") && slices.Contains(additions, mark) {
			continue // it is the last of a row, and often the point of it
		}
		if rest := strings.TrimRight(part[:i], " ,"); words.Count(rest) >= leastRest {
			found = append(found, rest)
		}
	}
	return found
}

// leastRest is the least number of words of a part that something was left out
// of.
const leastRest = 4

func notLetter(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }

// general makes a part able to stand alone, if that can be done by leaving out
// an aside or a specific at its end.
func general(part string) (string, bool) {
	if len(part) > longestPart {
		return "", false
	}
	if strings.ContainsAny(part, "(（") {
		part = reAside.ReplaceAllString(part, "")
	}
	part, ok := withoutSpecifics(part)
	if !ok {
		return "", false
	}
	part = strings.TrimFunc(part, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,;:!-–—。，；：！…", r)
	})
	if part == "" || strings.ContainsAny(part, "?？\"“”„«»[]{}<>|≠→=*`") || strings.Count(part, "(") != strings.Count(part, ")") {
		return "", false
	}
	if dangling(part) || tellsStory(part) || !imperative(part) && (bare(part) || reFirst.MatchString(part)) {
		return "", false
	}
	first, size := utf8.DecodeRuneInString(part)
	return string(unicode.ToUpper(first)) + part[size:], true
}

// withoutSpecifics leaves out specifics that stand at the end with a word such
// as "on" before them; any other specific is part of what is said.
func withoutSpecifics(part string) (string, bool) {
	for {
		specifics := words.Specifics(part)
		if len(specifics) == 0 {
			return part, true
		}
		last := specifics[len(specifics)-1]
		if strings.TrimRight(part[last.End:], " .,;:!)") != "" {
			return "", false
		}
		head := strings.Fields(part[:last.Start])
		for len(head) > 0 && fillers[strings.ToLower(head[len(head)-1])] {
			head = head[:len(head)-1]
		}
		if len(head) <= leastRest || !cutOff[strings.ToLower(head[len(head)-1])] {
			return "", false
		}
		part = strings.Join(head[:len(head)-1], " ")
	}
}

// dangling says whether a part cannot stand alone: it points back at the
// beginning, or waits for more at the end.
func dangling(part string) bool {
	list := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(part, "’", "'")), notLetter)
	if len(list) == 0 {
		return true
	}
	if backward[list[0]] {
		return true
	}
	for _, start := range cjkBackward {
		if strings.HasPrefix(part, start) {
			return true
		}
	}
	for _, start := range cjkConditional {
		if strings.HasPrefix(part, start) && !strings.Contains(part, "，") {
			return true
		}
	}
	if conditional[list[0]] && !strings.ContainsAny(part, ",，") {
		return true
	}
	last := list[len(list)-1]
	return words.IsNumber(last) || cutOff[last] || unfinished[last] || turning[last] && last != "only" && last != "nothing" && last != "never"
}

// reFirst begins a rule only with a verb behind it: "first read the log", not
// "first evening of a new routine".
var reFirst = regexp.MustCompile(`(?i)^(?:first|then|only then)\b`)

// bare says whether a clause that does not tell what to do says too little to be
// a rule, or ends in a verb of the past: "the sync retried".
func bare(part string) bool {
	return words.Count(part) <= leastForm || strings.HasSuffix(part, "ed")
}

// tellsStory says whether a part tells what happened once.
func tellsStory(part string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(part), notLetter) {
		if narrative[word] {
			return true
		}
	}
	return false
}

// imperative says whether a clause tells what to do, or what never to do.
func imperative(clause string) bool {
	for _, start := range cjkOpeners {
		if strings.HasPrefix(clause, start) {
			return true
		}
	}
	first, rest, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(clause, "’", "'")), " ")
	first = strings.TrimRight(first, ",")
	if first == "first" || first == "then" {
		second, _, _ := strings.Cut(rest, " ")
		return words.IsImperative(strings.TrimRight(second, ","))
	}
	return words.IsImperative(first) || openers[first] && rest != ""
}
