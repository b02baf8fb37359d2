package recall

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/injection"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
)

// longestState is the most of one state value that is injected, in bytes.
const longestState = 400

// reForbidden tells keys whose values are never injected, whatever a setting allows:
// credentials, what people wrote, logs.
var reForbidden = text.Lazily(
	`(?i)token|secret|passw|passphrase|api_?-?key|private_?-?key|credential|auth|cookie|session_?key|messages?$|` +
		`content|^body$|^text$|prompt|transcript|history|logs?$|stdout|stderr|trace`,
)

// splitState cuts the allowed keys out of a state file. Each passage is the pair of
// key and value, as its bytes are in the file.
func splitState(source []byte, allowed []string) splitResult {
	var out splitResult
	lines := starts(source)
	for _, name := range allowed {
		begin, end := findPair(source, strings.Split(name, "."))
		if begin == end {
			continue
		}
		raw := string(source[begin:end])
		clean, _ := secrets.Redact(raw)
		_, value, _ := strings.Cut(raw, ":")
		switch {
		case len(raw) > longestState || clean != raw || holdsForbidden(value):
			out.secret++
		case injection.Reason(raw) != "":
			out.poisoned++
		default:
			out.passages = append(out.passages, passage{
				first: lineAt(lines, begin), last: lineAt(lines, end-1), text: raw, sum: sumOf([]byte(raw)),
				heading: spaced(name), tokens: tokens.Larger.Tokens(raw),
			})
		}
	}
	slices.SortStableFunc(out.passages, func(a, b passage) int { return cmp.Compare(a.first, b.first) })
	return out
}

// findPair is where a pair of key and value begins and ends, which other keys lead to; nowhere if one of them is
// forbidden, or written in another way.
func findPair(source []byte, keys []string) (begin, end int) {
	if !utf8.Valid(source) || slices.ContainsFunc(keys, reForbidden().MatchString) {
		return 0, 0
	}
	value := json.RawMessage(source)
	for _, key := range keys {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil || object[key] == nil {
			return 0, 0
		}
		within := bytes.Index(source[begin:], value)
		value, begin = object[key], begin+max(within, 0)
	}
	pair := regexp.MustCompile(regexp.QuoteMeta(`"`+keys[len(keys)-1]+`"`) + `\s*:\s*` + regexp.QuoteMeta(string(value)))
	if at := pair.FindIndex(source[begin:]); at != nil {
		return begin + at[0], begin + at[1]
	}
	return 0, 0
}

// holdsForbidden reports whether a key within a value is forbidden.
func holdsForbidden(value string) bool {
	for _, m := range reKey().FindAllStringSubmatch(value, -1) {
		if reForbidden().MatchString(m[1]) {
			return true
		}
	}
	return false
}

var (
	reKey   = text.Lazily(`"((?:[^"\\]|\\.)*)"\s*:`)
	reCamel = text.Lazily(`([a-z0-9])([A-Z])`)
)

// spaced is a name with its words apart: lastChecks.email is "last Checks email".
func spaced(name string) string {
	return strings.NewReplacer(".", " ", "_", " ", "-", " ").Replace(reCamel().ReplaceAllString(name, "$1 $2"))
}

func lineAt(starts []int, offset int) int {
	i, exact := slices.BinarySearch(starts, offset)
	if exact {
		i++
	}
	return i
}
