package secrets

import (
	"slices"
	"strings"
	"unicode"
)

// search looks at every place of a text: it adds what the rules of ours find, and returns the places at which a rule of
// gitleaks asks to look.
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
			if n := (name{at, at + len(w.text), w.class}); w.class != "" && at >= named && v.isWhole(n) {
				named = n.end
				*found = append(*found, v.named(n)...)
			}
			valuable := slices.Contains(v.values[max(line-1, 0):min(line+2, len(v.values))], true)
			for _, p := range w.patterns {
				if done[p] <= at && (valuable || slices.Contains(wordy, p.check)) {
					done[p] = v.matchNear(p, at, line, found)
				}
			}
			if w.gitleaks && valuable {
				marks = append(marks, at)
			}
		}
	}
	return marks
}

const (
	before = 80  // bytes in front of a keyword that its pattern sees
	behind = 400 // and behind it
)

// matchNear finds a pattern around a keyword, and returns the place from which on it has to look again.
func (v view) matchNear(p *pattern, at, line int, found *[]match) int {
	from, to := max(v.starts[line], at-before), min(v.lineEnd(line), at+behind)
	if p.check == "alone" { // the keyword is in another line
		const lines = 3
		from, to = v.starts[max(line-lines, 0)], v.lineEnd(min(line+lines, len(v.starts)-1))
	}
	end := min(to, v.lineEnd(line))
	if to < v.lineEnd(line) {
		end = max(at+1, to-behind/2) // what begins there is longer than it saw
	}
	for _, m := range p.re.FindAllStringSubmatchIndex(v.text[from:to], -1) {
		s, e := firstGroup(m)
		if p.accepts(v.text[from+s:from+e], v.text[from+e:to]) {
			*found = append(*found, v.match(p.rule, from+s, from+e))
		}
	}
	return end
}

// accepts reports whether what matched a pattern is a secret and no example.
func (p *pattern) accepts(value, after string) bool {
	isPlace := IsPlace(value) && !reHex().MatchString(value) && !strings.ContainsAny(value, "/+=")
	return !isNone(value) && !isCut(value, after) && !isPlace && checks[p.check](value)
}

// checks tell what a match must look like, by the names in rules.txt.
var checks = map[string]func(value string) bool{
	"": func(value string) bool {
		letters := strings.ContainsFunc(value, unicode.IsLetter)
		return letters && hasDigit(value) && distinct(value) > 8 || looksRandom(value)
	},
	"random": looksRandom,
	"chosen": LooksChosen,
	"mixed":  IsMixed, // no path, no word, no year
	"value":  func(value string) bool { return !IsPlace(value) },
	"key":    func(value string) bool { return looksRandom(value) || LooksChosen(value) && IsMixed(value) },
	"login": func(value string) bool {
		return LooksChosen(strings.TrimRight(value, "*_")) && !reFigure().MatchString(value) &&
			(!looksNamed(value) || IsMixed(value))
	},
	"setting": func(value string) bool {
		return !IsPlace(value) && !reCode().MatchString(value) && !strings.HasSuffix(value, "..")
	},
	"app":   isBareAppPassword,
	"alone": isBareAppPassword,
	"words": func(value string) bool { return !loadWords().hasAny("sentence", value) }, // those of a wallet
}

// isBareAppPassword reports whether a value that no label names is an app password.
func isBareAppPassword(value string) bool { return isAppPassword(value, 3) }

// wordy are the checks of secrets that may be nothing but words.
var wordy = []string{"app", "alone", "setting", "words"}

// distinct counts the different bytes of a text.
func distinct(value string) int {
	seen := map[byte]bool{}
	for _, c := range []byte(value) {
		seen[c] = true
	}
	return len(seen)
}
