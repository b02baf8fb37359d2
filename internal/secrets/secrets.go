// Package secrets finds credentials in text and takes them out. What comes in
// is the text of a file, what goes out is the same text with every secret
// replaced, line by line the same, and where each stood. It is a leaf and
// imports nothing of ours.
//
// The rules are those of gitleaks, with a few of our own for what people write
// in notes. A comment such as gitleaks:allow excuses nothing here.
//
// Invariants:
//
//  1. A finding never holds the secret itself.
//  2. Redacting changes no line number.
//  3. Text without a secret comes back as it was.
package secrets

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/regexp"
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
	if !slices.Contains(view.values, true) && !bytes.Contains(view.lower, blockBegin) {
		return text, nil // nothing like a value: spares loading the rules
	}
	found := view.keyBlocks()
	scanner := load()
	for _, part := range scanner.suspicious(view) {
		found = append(found, scanner.scan(part)...)
	}
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
	var findings []Finding
	for i, m := range found {
		if i == 0 || m.Line != found[i-1].Line {
			findings = append(findings, m.Finding)
		}
	}
	return hide(text, found), findings
}

// hide takes secrets out of a text wherever they stand, the longest first: one
// rule may have seen only a part of what another saw.
func hide(text string, found []match) string {
	values := make([]string, 0, len(found))
	for _, m := range found {
		values = append(values, m.secret)
	}
	slices.SortFunc(values, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	var pairs []string
	for _, value := range slices.Compact(values) {
		pairs = append(pairs, value, Redacted+strings.Repeat("\n", strings.Count(value, "\n")))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

type match struct {
	Finding
	secret string
}

type scanner struct {
	detector *detect.Detector
	keywords keywords
}

// load builds the rules on first use: it takes about 50 ms.
var load = sync.OnceValue(func() *scanner {
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		panic(fmt.Sprintf("secrets: the built-in rules: %v", err))
	}
	rules := detector.Config
	for _, r := range own {
		rules.Rules[r.id] = config.Rule{
			RuleID: r.id, Keywords: r.keywords, SecretGroup: r.group,
			Regex: regexp.MustCompile(r.pattern),
		}
		for _, k := range r.keywords {
			rules.Keywords[k] = struct{}{}
		}
	}
	detector = detect.NewDetector(rules)
	detector.IgnoreGitleaksAllow = true
	return &scanner{detector, keywordsOf(rules.Keywords)}
})

// own are the rules beside those of gitleaks: the patterns that the seeds list,
// with a least length so that a mere prefix in a sentence is none, and
// passwords in prose. A password must hold a digit: "the password is required"
// has none.
var own = []struct {
	id, pattern string
	group       int
	keywords    []string
}{
	{"seed-github-token", `\b(?:github_pat_|gh[pousr]_)[A-Za-z0-9_]{16,}`, 0, []string{"github_pat_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"}},
	{"seed-aws-key", `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`, 0, []string{"akia", "asia"}},
	{"seed-sk-key", `\bsk-(?:[A-Za-z0-9]{32,}|(?:ant|proj)-[A-Za-z0-9_-]{16,})`, 0, []string{"sk-"}},
	{"seed-slack-token", `\bxox[abp]-[A-Za-z0-9-]{10,}`, 0, []string{"xoxa-", "xoxb-", "xoxp-"}},
	{"seed-long-hex", `\b[0-9a-fA-F]{40,}\b`, 0, nil},
	{"seed-jwt", `\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+`, 0, []string{"eyj"}},
	{"seed-discord-token", `\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`, 0, []string{"discord", "token", "bot"}},
	{"seed-tailscale-key", `\btskey-[a-z]+-[A-Za-z0-9]{6,}-?[A-Za-z0-9]*`, 0, []string{"tskey-"}},
	{"url-token", `(?i)[?&](?:access_token|token|api_?key|key|secret|auth|sig|signature|password|pass)=([A-Za-z0-9%._~+/-]{12,})`, 1, []string{"token=", "key=", "secret=", "auth=", "sig=", "signature=", "pass=", "password="}},
	{"url-password", `[a-z][a-z0-9+.-]*://[^\s/:@]+:([^\s/@]{3,})@`, 1, []string{"://"}},
	{
		"password-in-prose", `(?i)(?:password|passwort|kennwort|passwd|pwd|passphrase|passcode|contraseña|mot de passe|密码|пароль)(?:\s+(?:is|was|ist|war|es|est)|\s*[:=：]|是)\s*[` + "`" + `"'*]*([^\s` + "`" + `"'*]*[0-9][^\s` + "`" + `"'*]*)`, 1,
		[]string{"password", "passwort", "kennwort", "passwd", "pwd", "passphrase", "passcode", "contraseña", "mot de passe", "密码", "пароль"},
	},
}

// shortest is the least length of a secret in bytes: taking a shorter one out
// wherever it stands would tear up the text.
const shortest = 6

func (s *scanner) scan(part fragment) []match {
	var found []match
	for _, f := range s.detector.DetectString(part.text) {
		secret := strings.TrimRightFunc(f.Secret, func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune(".,;:)]", r)
		})
		if len(secret) < shortest || strings.Contains(Redacted, secret) {
			continue
		}
		found = append(found, match{Finding{f.RuleID, part.line + f.StartLine + 1}, secret})
	}
	return found
}

// fragment is a run of lines; line is the number of its first, less one.
type fragment struct {
	text string
	line int
}

// suspicious cuts out of text the lines that hold a keyword of a rule or a long
// run of hex digits, each with its neighbours, for the value may stand there;
// where none of them holds anything like a value they are passed over. Most
// rules cost a pass of a regular expression over whatever they are shown, so
// they are shown little.
func (s *scanner) suspicious(v view) []fragment {
	lower, starts, values := v.lower, v.starts, v.values
	marked := make([]bool, len(starts)+1)
	mark := func(offset int) {
		line, exact := slices.BinarySearch(starts, offset)
		if !exact {
			line--
		}
		first, last := max(line-1, 0), min(line+1, len(starts)-1)
		if !slices.Contains(values[first:last+1], true) {
			return
		}
		for i := first; i <= last; i++ {
			marked[i] = true
		}
	}
	for at := range lower {
		if s.keywords.begin(lower[at:]) {
			mark(at)
		}
	}
	for _, offset := range hexRuns(lower) {
		mark(offset)
	}
	return runs(v.text, starts, marked)
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
		secret := strings.TrimRight(v.text[begin:begin+end], "\r\n")
		line := strings.Count(v.text[:begin], "\n") + 1
		found = append(found, match{Finding{"private-key", line}, secret})
		from = begin + max(end, 1)
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
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' {
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
