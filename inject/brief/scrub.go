package brief

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/markdown/locks"
)

// Redaction tells where a secret was taken out, never what it was.
type Redaction struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
	// Line is 0 for a personal identifier, and for a secret that lines of a file make up together.
	Line int `json:"line,omitempty"`
}

// pemBody are lines of one word each, as the body of a PEM block is written.
const pemBody = `[ \t]*[A-Za-z0-9+/=]*(?:[ \t]*\n[ \t>]*[A-Za-z0-9+/=]*)*\s*`

// seedPatterns are those of the specification. What the program's own rules let through, because it may be an example
// or a digest, is redacted all the same. A block of a key or a certificate goes with its first line.
var seedPatterns = []struct {
	rule string
	re   *regexp.Regexp
}{
	{"pem-key", regexp.MustCompile(`-----BEGIN [A-Z ]*KEY-----(?:` + pemBody + `-----END [A-Z ]*KEY-----)?`)},
	{"certificate", regexp.MustCompile(`-----BEGIN CERTIFICATE-----(?:` + pemBody + `-----END CERTIFICATE-----)?`)},
	{"github-pat", regexp.MustCompile(`github_pat_[A-Za-z0-9_]+`)},
	{"github-token", regexp.MustCompile(`gh[pou]_[A-Za-z0-9]+`)},
	{"aws-access-key", regexp.MustCompile(`A[KS]IA[A-Z0-9]{16}`)},
	{"anthropic-key", regexp.MustCompile(`sk-ant-[A-Za-z0-9-]+`)},
	{"openai-key", regexp.MustCompile(`sk-[A-Za-z0-9]{32,}`)},
	{"slack-token", regexp.MustCompile(`xox[bpa]-[A-Za-z0-9-]+`)},
	{"jwt", regexp.MustCompile(`eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`)},
	{"long-hex", regexp.MustCompile(`[0-9a-fA-F]{40,}`)},
}

// seal makes lines what is printed: what was taken out between them may have joined a secret or a tag, so that both are
// looked for in the finished text. Lines that were sealed before stay as they are.
func seal(lines []string, path string) ([]string, []Redaction) {
	text, found := scrub(textOf(lines), path)
	for i := range found {
		found[i].Line = 0
	}
	return strings.Split(withoutTags(text), "\n"), found
}

// SecretsIn returns where a text that is passed on as it is holds secrets, by the rules of the block.
func SecretsIn(text string) []Redaction {
	text, _ = decode([]byte(text))
	_, found := scrub(text, "")
	if len(found) == 0 {
		_, found = scrub(withoutComments(text), "")
	}
	return found
}

// scrub takes every secret out of a text, by the program's rules and by those of the specification. Lines keep their
// numbers.
func scrub(text, path string) (string, []Redaction) {
	text, found := secrets.Redact(text)
	lines, named := locks.Hide(strings.Split(text, "\n"))
	text = textOf(lines)
	var all []Redaction
	for _, f := range append(found, named...) {
		all = append(all, Redaction{f.Rule, path, f.Line})
	}
	for _, p := range seedPatterns {
		for _, at := range p.re.FindAllStringIndex(text, -1) {
			all = append(all, Redaction{p.rule, path, 1 + strings.Count(text[:at[0]], "\n")})
		}
		text = p.re.ReplaceAllStringFunc(text, func(secret string) string {
			return secrets.Redacted + strings.Repeat("\n", strings.Count(secret, "\n"))
		})
	}
	slices.SortStableFunc(all, func(a, b Redaction) int { return cmp.Compare(a.Line, b.Line) })
	return text, all
}
