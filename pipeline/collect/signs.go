package collect

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wisdom/internal/words"
)

// fold is a text in lower case without the accents of Latin letters, which people
// leave out, and with ё as е. Other scripts stay as they are: what looks like an
// accent there makes another letter.
func fold(text string) string { return unaccented(strings.ToLower(text)) }

// unaccented is fold for a text in lower case.
func unaccented(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ReplaceAll(text, "’", "'")) {
		switch {
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ':
			b.WriteByte('d')
		case r == 'ё':
			b.WriteRune('е')
		case r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) || r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(base)
		}
	}
	return b.String()
}

// reading is what the words of a text say, in lower case and without accents.
type reading struct {
	folded string
	first  string // word that is no label
	// order: it begins with an English verb that tells what to do; opens: with a word of norms.
	order, opens bool
	// norm and weak are what isNorm and isWeak found, where they have been asked.
	norm, weak, askedNorm, askedWeak bool
	near                             signSet
	plain                            string // without marks of bold, where norms were asked for
	// words are the numbers of the words that have a weight.
	words []number
}

// read looks at the words. Signs are looked for when they matter: that takes longer.
func read(folded string) *reading {
	r := &reading{folded: folded, words: make([]number, 0, len(folded)/8)}
	s, labels := weights(), 0
	sayWords(folded, func(f Feature, end int) {
		var m meaning
		known := f.Kind != Word || s.common.has(f.Says)
		if known {
			m, known = s.meanings[f.Kind][f.Says]
		}
		if known && m.number != none {
			r.words = append(r.words, m.number)
		}
		if f.Kind != Word {
			return
		}
		if r.first == "" && (m.isNorm || labels == mostLabels || !isLabel(folded[end:])) {
			isPart := strings.HasPrefix(folded[end:], "-") // "Post-school"
			r.first, r.opens = f.Says, m.isNorm
			r.order = m.isOrder && !isPart && !unicode.IsDigit(rune(folded[0]))
		}
		labels++
		r.norm = r.norm || m.isNorm
		r.weak = r.weak || m.isWeak
	})
	return r
}

// mostLabels is how many words in front of a text may be labels.
const mostLabels = 2

// isLabel reports whether a word is a label, by what is behind it: "Scope: ask first".
func isLabel(behind string) bool { return strings.HasPrefix(strings.TrimLeft(behind, "*_"), ":") }

// isNorm reports whether the text gives an order that holds from now on, with one of the
// words or signs with which people make rules.
func (r *reading) isNorm() bool {
	if !r.norm && !r.askedNorm {
		signs := ruleSigns()
		r.plain = strings.ReplaceAll(r.folded, "**", "") // "do **not** wait"
		r.near, r.askedNorm = signs.near(r.plain), true
		r.norm = signs.anyIn(r.plain, r.near&signs.fields[0])
	}
	return r.norm
}

// opensRule reports whether the text begins so.
func (r *reading) opensRule() bool {
	const first = 12 // bytes: four characters of a script without spaces
	if r.opens || len(r.folded) <= first || r.folded[0] < utf8.RuneSelf || !r.isNorm() {
		return r.opens
	}
	signs := ruleSigns()
	return signs.anyIn(r.folded[:first], r.near&signs.fields[0])
}

// isWeak reports whether it does so, maybe in words that reports have too.
func (r *reading) isWeak() bool {
	if !r.weak && !r.askedWeak {
		signs := ruleSigns()
		r.weak = r.isNorm() || r.orderBehind() != "" || signs.anyIn(r.plain, r.near&signs.fields[1])
		r.askedWeak = true
	}
	return r.weak
}

// orderBehind is an order that is behind its condition: "When it leaks, close the valve", "leak → close the valve".
// Without one it is empty.
func (r *reading) orderBehind() string {
	if _, behind, found := strings.Cut(r.folded, " → "); found && read(behind).order && words.Count(behind) > 2 {
		return behind
	}
	if !conditions()[firstWord(r.folded)] {
		return ""
	}
	_, behind, _ := strings.Cut(r.folded, ", ")
	if behind = strings.TrimLeft(behind, "*_ "); read(behind).order {
		return behind
	}
	return ""
}

// firstWord is the first word of a text, without marks of emphasis in front.
func firstWord(text string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "*_ "), " ")
	return first
}

// advises reports whether the text says what to do.
func (r *reading) advises() bool { return r.order || r.isWeak() }

// advises reports whether a text says what to do.
func advises(text string) bool { return read(fold(strings.TrimLeft(text, "*_ "))).advises() }

// GivesOrder reports whether a sentence says what to do, or what never to do, by itself
// or behind its condition: "after a deploy, restart the worker".
func GivesOrder(sentence string) bool {
	_, behind, _ := strings.Cut(sentence, ", ")
	return advises(sentence) || advises(behind)
}

// Commands reports whether an English sentence tells its reader what to do, by itself or
// behind its condition: after words such as "never" it begins with a verb that gives an
// order, other than "be". "Mandatory testing" and "must be fixed" do not.
func Commands(sentence string) bool {
	_, behind, _ := strings.Cut(sentence, ", ")
	return commands(sentence) || commands(behind)
}

func commands(text string) bool {
	bare := true
	for word := range words.Letters(fold(text)) {
		if m := weights().meanings[Word][word]; m.isOrder || !m.isNorm {
			return m.isOrder && (bare || word != "be")
		}
		bare = false
	}
	return false
}

// longestShort is the length in bytes from which a text has three words.
const longestShort = 60

// tooShort reports whether a text has less than three words.
func tooShort(plain string) bool {
	return len(plain) < longestShort && words.Count(plain) < 3 &&
		(!strings.ContainsFunc(plain, words.IsSyllable) || utf8.RuneCountInString(plain) < 4)
}

var (
	rePrefixDate = words.Lazily(
		`^(?:[\[(【]?(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?Z?)?[\])】]?|\*\*[\[(]?(\d{4}-\d{2}-\d{2})[\])]?:?\*\*)\s*[:：—–-]?\s*`,
	)
	reLeftover = words.Lazily("^~~.*~~(?:\\s+\\S+){0,2}$|^\\[[^\\]]*\\]\\([^)]*\\)$|^[`*]*[\\w/.-]+\\.\\w+[`*]*$")
	reUnfilled = words.Lazily(`^(?:[^:：]{0,12}[:：]\s*)?(?:<[^>]+>|\[[^\]]+\]|\{\{[^}]*\}\}|_[^_]+_|\([^)]*\))[.:]?$`)
	reTodo     = words.Lazily(`^(?:\[[ xX~-]\]\s|(?:TODO|FIXME|WIP)(?:[\s:：(\-—]|$))`)
	reTick     = words.Lazily(`^(?:✅|✔️?|☑️?|🚧|⏳|🔄)|(?:✅|✔️?|☑️?|✓)\W*$`)
)

// prefixDate matches the date that a text begins with.
func prefixDate(text string) []string {
	first := strings.TrimLeft(text, "[(【*")
	if first == "" || first[0] < '0' || first[0] > '9' { // most texts
		return nil
	}
	return rePrefixDate().FindStringSubmatch(text)
}

// isLeftover recognises what was struck out, a line of contents, and the mere name of a file.
func isLeftover(text string) bool {
	const most = 80 // bytes
	return len(text) < most && reLeftover().MatchString(text)
}

// isTemplate reports whether a text begins like a sentence of the host's own files, or says that there is nothing.
func (c *candidate) isTemplate() bool {
	folded := strings.Trim(unaccented(c.normal), "（）「」【】")
	return slices.Contains(known().Template.Nothing, folded) ||
		slices.ContainsFunc(known().Template.Host, func(start string) bool { return strings.HasPrefix(folded, start) })
}

// isUnfilled recognises a line that no one has filled in.
func isUnfilled(text string) bool {
	end := strings.TrimRight(text, ".:")
	return end != "" && strings.IndexByte(">])}_", end[len(end)-1]) >= 0 && reUnfilled().MatchString(text)
}

// isTodo recognises what is still to be done, or was, by the mark in front.
func isTodo(text string) bool {
	return text != "" && strings.IndexByte("[TFW", text[0]) >= 0 && reTodo().MatchString(text)
}

// isDone recognises what was done by a tick, in front of a text or behind its last word.
func isDone(text string) bool {
	word := strings.LastIndexFunc(text, func(r rune) bool {
		return r < utf8.RuneSelf && (r == '_' || isWordByte(byte(r)))
	})
	return text != "" && (text[0] >= utf8.RuneSelf || !isASCII(text[word+1:])) && reTick().MatchString(text)
}
