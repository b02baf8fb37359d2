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
)

// gitleaksFile are the rules of gitleaks, as `make rules` takes them out of its module: without the one that guesses at
// secrets by a word near them, which words.txt does better.
//
//go:embed gitleaks.toml
var gitleaksFile string

// gitleaksRules holds the parts of gitleaksFile that are used.
type gitleaksRules struct {
	Title, MinVersion string
	AllowList         *allowFile
	Rules             []struct {
		ID, Regex, Path string
		Keywords        []string
		Entropy         float64
		SecretGroup     int
		Allowlists      []allowFile
	}
}

type allowFile struct {
	Condition, RegexTarget    string
	Paths, Regexes, StopWords []string
}

// scanner finds what the rules of gitleaks find in a text that is no file.
type scanner struct {
	rules []rule
	allow []allowlist // for all rules
}

// rule is a rule of gitleaks. Its pattern is compiled when a text holds a keyword of it.
type rule struct {
	id       string
	keywords []string // in lower case
	regex    func() *regexp.Regexp
	group    int     // that holds the secret; 0 for the first that is not empty
	entropy  float64 // a secret has more, in bits for each byte
	allow    []allowlist
}

// allowlist says what is no secret.
type allowlist struct {
	regex func() *regexp.Regexp // nil for none
	stop  []string              // in lower case
}

// load reads the rules of gitleaks on first use, which takes a few milliseconds.
var load = sync.OnceValue(func() *scanner {
	s, err := readRules(gitleaksFile)
	if err != nil {
		panic(fmt.Sprintf("secrets: the rules of gitleaks: %v", err))
	}
	return s
})

// readRules reads rules. Those for files with certain names find nothing in a text and are left away, as are those that
// guess.
func readRules(text string) (*scanner, error) {
	var file gitleaksRules
	meta, err := toml.Decode(text, &file)
	if err != nil {
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("the key %s is not known to this version", unknown[0])
	}
	s := &scanner{}
	if file.AllowList != nil {
		if s.allow, err = allowlists([]allowFile{*file.AllowList}); err != nil {
			return nil, err
		}
	}
	for _, r := range file.Rules {
		if r.Path != "" || isGuess(r.ID) {
			continue
		}
		allow, err := allowlists(r.Allowlists)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
		s.rules = append(s.rules, rule{
			id: r.ID, keywords: lowered(r.Keywords), regex: compiled(r.Regex),
			group: r.SecretGroup, entropy: r.Entropy, allow: allow,
		})
	}
	return s, nil
}

// isGuess reports whether a rule of gitleaks looks for IDs, or takes all text between two mentions of a key for a
// secret, which keyBlocks does better.
func isGuess(rule string) bool {
	return rule == "private-key" || strings.HasSuffix(rule, "-client-id") || strings.HasSuffix(rule, "-access-id")
}

func allowlists(files []allowFile) ([]allowlist, error) {
	var all []allowlist
	for _, f := range files {
		if f.RegexTarget != "" && f.RegexTarget != "secret" || strings.EqualFold(f.Condition, "and") {
			return nil, fmt.Errorf("an allowlist with regexTarget %q and condition %q is not known to this version",
				f.RegexTarget, f.Condition)
		}
		a := allowlist{stop: lowered(f.StopWords)}
		if len(f.Regexes) > 0 { // as one, in which a flag of the first holds for the others
			a.regex = compiled("(?:" + strings.Join(f.Regexes, "|") + ")")
		}
		all = append(all, a)
	}
	return all, nil
}

func lowered(words []string) []string {
	lower := make([]string, len(words))
	for i, word := range words {
		lower[i] = strings.ToLower(word)
	}
	return lower
}

// compiled is an expression that is compiled when it is first needed: most commands need few of them, and all together
// take longer than the rest of a start.
func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// scan finds secrets in a part of a text.
func (s *scanner) scan(v view, part fragment) []match {
	var found []match
	lower := strings.ToLower(v.text[part.start:part.end])
	for _, r := range s.rules {
		if r.asksFor(lower) {
			found = append(found, s.apply(r, v, part)...)
		}
	}
	return found
}

// asksFor reports whether a text holds a keyword of the rule, or the rule has none.
func (r rule) asksFor(lower string) bool {
	return len(r.keywords) == 0 || containsAny(lower, r.keywords)
}

// shortest is the least length of a secret in bytes: removing every copy of a shorter one would tear up the text.
const shortest = 6

// apply finds what one rule finds.
func (s *scanner) apply(r rule, v view, part fragment) []match {
	var found []match
	text := v.text[part.start:part.end]
	for _, at := range r.regex().FindAllStringSubmatchIndex(text, -1) {
		from, to := firstGroup(at)
		if r.group > 0 {
			from, to = max(at[2*r.group], 0), max(at[2*r.group+1], 0)
		}
		secret := strings.Trim(text[from:to], "\n")
		if r.entropy != 0 && entropy(secret) <= r.entropy {
			continue
		}
		if isAllowed(s.allow, secret) || isAllowed(r.allow, secret) {
			continue
		}
		secret = strings.TrimRightFunc(secret, func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune(".,;:)]", r)
		})
		if len(secret) < shortest || isNone(secret) || isCut(secret, "") ||
			IsPlace(secret) && reEnvName().MatchString(secret) {
			continue
		}
		start := part.start + from + strings.Index(text[from:to], secret)
		m := v.match(r.id, start, start+len(secret))
		m.gitleaks = true
		found = append(found, m)
	}
	return found
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

// isAllowed reports whether an allowlist says that a text is no secret.
func isAllowed(all []allowlist, secret string) bool {
	lower := strings.ToLower(secret)
	for _, a := range all {
		if a.regex != nil && a.regex().MatchString(secret) || containsAny(lower, a.stop) {
			return true
		}
	}
	return false
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
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
