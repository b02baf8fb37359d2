package secrets

import (
	_ "embed"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/BurntSushi/toml"

	"wisdom/internal/lang"
)

// gitleaksFile are the rules of gitleaks, as `make rules` takes them out of its module: without the one that guesses at
// secrets by a word near them, which words.txt does better. rulesFile are ours, in the same form.
var (
	//go:embed gitleaks.toml
	gitleaksFile string
	//go:embed rules.toml
	rulesFile string
	// formsFile are the patterns of what texts look like.
	//go:embed forms.toml
	formsFile string
)

// form is a pattern of forms.toml by its name. It is compiled when it is first needed: most commands need few of them, and
// all together take longer than the rest of a start.
func form(name string) *regexp.Regexp { return loadForms()[name]() }

var loadForms = sync.OnceValue(func() map[string]func() *regexp.Regexp {
	var rows map[string][]string
	if _, err := toml.Decode(formsFile, &rows); err != nil {
		panic(fmt.Sprintf("secrets: the forms: %v", err))
	}
	forms := map[string]func() *regexp.Regexp{}
	for name, row := range rows {
		forms[name] = lang.Lazily(loadWords().insert(strings.Join(row, "|")))
	}
	return forms
})

// ruleFile is a file of rules; the keys that nothing reads are named, so that a new one is noticed.
type ruleFile struct {
	Title, MinVersion string
	AllowList         allowlist
	Rules             []*rule
}

// rule finds secrets by their form. Its pattern is tried where a text holds a keyword of it.
type rule struct {
	ID          string
	Regex, Path string
	Keywords    []string // none: it is tried on every line
	SecretGroup int      // that holds the secret; 0 for the first that is not empty, or else all
	Entropy     float64  // a secret has more, in bits for each byte
	Allowlists  []*allowlist
	// Check names what a match must look like, see checks.
	Check string
	// Class is Key where the rule says nothing else.
	Class Class
	// Lines is how many lines beside that of the keyword the pattern sees.
	Lines int

	regex func() *regexp.Regexp
}

// allowlist says what is no secret.
type allowlist struct {
	Condition, RegexTarget    string
	Paths, Regexes, StopWords []string

	regex func() *regexp.Regexp
}

// loadRules reads all rules on first use, which takes a few milliseconds.
var loadRules = sync.OnceValue(func() []*rule {
	own, err := readRules(rulesFile)
	if err == nil {
		var more []*rule
		more, err = readRules(gitleaksFile)
		for _, r := range more {
			r.Check, r.Lines = "provider", 1
		}
		own = append(own, more...)
	}
	if err != nil {
		panic(fmt.Sprintf("secrets: the rules: %v", err))
	}
	return own
})

// readRules reads a file of rules. Those for files with certain names find nothing in a text and are left away, as are
// those of gitleaks that look for IDs, or take all text between two mentions of a key for a secret, which keyBlocks
// does better.
func readRules(text string) ([]*rule, error) {
	var file ruleFile
	meta, err := toml.Decode(text, &file)
	if err != nil {
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("the key %s is not known to this version", unknown[0])
	}
	if err := file.AllowList.prepare(); err != nil {
		return nil, err
	}
	file.Rules = slices.DeleteFunc(file.Rules, func(r *rule) bool {
		return r.Path != "" || r.ID == "private-key" || strings.HasSuffix(r.ID, "-client-id") ||
			strings.HasSuffix(r.ID, "-access-id")
	})
	for _, r := range file.Rules {
		for _, a := range r.Allowlists {
			if err := a.prepare(); err != nil {
				return nil, fmt.Errorf("rule %s: %w", r.ID, err)
			}
		}
		r.Allowlists = append(r.Allowlists, &file.AllowList)
		r.regex = lang.Lazily(r.Regex)
		if r.Class == 0 {
			r.Class = Key
		}
	}
	return file.Rules, nil
}

func (a *allowlist) prepare() error {
	if !slices.Contains([]string{"", "secret", "rest"}, a.RegexTarget) || strings.EqualFold(a.Condition, "and") {
		return fmt.Errorf("an allowlist with regexTarget %q and condition %q is not known to this version",
			a.RegexTarget, a.Condition)
	}
	if len(a.Regexes) > 0 { // as one, in which a flag of the first holds for the others
		a.regex = lang.Lazily("(?:" + strings.Join(a.Regexes, "|") + ")")
	}
	return nil
}

// allows reports whether an allowlist says that a text is no secret. rest is that text and what follows.
func (a *allowlist) allows(secret, rest string) bool {
	lower := strings.ToLower(secret)
	target := secret
	if a.RegexTarget == "rest" {
		target = rest[:min(len(rest), longestGap)]
	}
	return a.regex != nil && a.regex().MatchString(target) ||
		slices.ContainsFunc(a.StopWords, func(word string) bool { return strings.Contains(lower, strings.ToLower(word)) })
}

// find returns what a rule finds between two places of a text.
func (r *rule) find(v view, from, to int) []match {
	var found []match
	text := v.text
	for _, at := range r.regex().FindAllStringSubmatchIndex(text[from:to], -1) {
		start, end := firstGroup(at)
		if r.SecretGroup > 0 {
			start, end = max(at[2*r.SecretGroup], 0), max(at[2*r.SecretGroup+1], 0)
		}
		value := strings.Trim(text[from+start:from+end], "\n")
		if r.Entropy != 0 && entropy(value) <= r.Entropy ||
			slices.ContainsFunc(r.Allowlists, func(a *allowlist) bool { return a.allows(value, text[from+start:to]) }) {
			continue
		}
		start += strings.Index(text[from+start:from+end], value)
		value = strings.TrimRightFunc(value, func(c rune) bool {
			return unicode.IsSpace(c) || strings.ContainsRune(".,;:)]", c)
		})
		at, end := from+start, from+start+len(value)
		if value != "" && r.accepts(value, text[end:to]) && (r.Class != Guess || !v.isExplained(at, end)) {
			found = append(found, v.match(r.ID, at, end))
		}
	}
	return found
}

// accepts reports whether what matched a pattern is a secret and no example.
func (r *rule) accepts(value, after string) bool {
	return r.Check == "any" || !isNone(value) && !isCut(value, after) && checks[r.Check](value)
}

// checks tell what a match must look like, by the names in rules.toml. Of "any", all is a secret, an example too.
var checks = map[string]func(value string) bool{
	"": func(value string) bool {
		letters := strings.ContainsFunc(value, unicode.IsLetter)
		return !IsPlace(value) && (letters && hasDigit(value) && distinct(value) > 8 || looksRandom(value) ||
			oddPairs(value) > 3)
	},
	"provider": func(value string) bool {
		return len(value) >= 6 && !form("env-name").MatchString(value) && !form("word-in").MatchString(value)
	},
	"random": looksRandom,
	"made":   isMade,
	"hex": func(value string) bool {
		return hasDigit(value) && strings.ContainsAny(strings.ToLower(value), "abcdef") && distinct(value) >= 6
	},
	"chosen": LooksChosen,
	"mixed":  func(value string) bool { return IsMixed(value) && !IsPlace(value) }, // no path, no word, no year
	"value":  func(value string) bool { return !IsPlace(value) },
	"key": func(value string) bool {
		return !IsPlace(value) && (looksRandom(value) || LooksChosen(value) && IsMixed(value))
	},
	"login": func(value string) bool {
		return LooksChosen(strings.TrimRight(value, "*_")) && !form("figure").MatchString(value) &&
			(!looksNamed(value) || IsMixed(value))
	},
	"setting": func(value string) bool {
		return !IsPlace(value) && !form("other").MatchString(value) && !strings.HasSuffix(value, "..")
	},
	"app":   func(value string) bool { return isAppPassword(value, 3) },                // no label names it
	"words": func(value string) bool { return !loadWords().hasAny("sentence", value) }, // those of a wallet
	"any":   nil,
}

// isAppPassword reports whether a machine made an app password of letters: it has at least so many odd pairs. Of random
// letters 92 % have two and 79 % have three; of four words 3 % and 1 %.
func isAppPassword(value string, leastOdd int) bool {
	groups := strings.FieldsFunc(value, isBetweenWords)
	return form("app-password").MatchString(value) && oddPairs(value) >= leastOdd &&
		!slices.ContainsFunc(groups, func(group string) bool { return loadWords().has("acronym", group) })
}

// oddPairs counts the pairs of letters that hardly any word has; a large letter behind a small one begins a word.
func oddPairs(text string) (odd int) {
	followers := loadWords().lists["followers"]
	for i := 1; i < len(text); i++ {
		first, second := text[i-1]|0x20, text[i]|0x20
		if first < 'a' || first > 'z' || second < 'a' || second > 'z' ||
			text[i-1] >= 'a' && text[i] <= 'Z' {
			continue
		}
		if strings.IndexByte(followers[first-'a'], second) < 0 {
			odd++
		}
	}
	return odd
}

// firstGroup is the place of the first group of a match that is not empty, else of the whole match.
func firstGroup(at []int) (start, end int) {
	for i := 2; i < len(at); i += 2 {
		if at[i] < at[i+1] {
			return at[i], at[i+1]
		}
	}
	return at[0], at[1]
}

// entropy is that of Shannon, in bits for each byte.
func entropy(text string) float64 {
	counts := map[rune]int{}
	for _, c := range text {
		counts[c]++
	}
	bits, length := 0.0, float64(len(text))
	for _, n := range counts {
		share := float64(n) / length
		bits -= share * math.Log2(share)
	}
	return bits
}

// distinct counts the different bytes of a text.
func distinct(value string) int {
	seen := map[byte]bool{}
	for _, c := range []byte(value) {
		seen[c] = true
	}
	return len(seen)
}
