package recall

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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
	if len(allowed) == 0 || !utf8.Valid(source) || !json.Valid(source) {
		return out
	}
	s := stateReader{
		source:  source,
		decoder: json.NewDecoder(bytes.NewReader(source)),
		allowed: allowed,
		starts:  starts(source),
		out:     &out,
	}
	if opening, err := s.decoder.Token(); err != nil || opening != json.Delim('{') {
		return out
	}
	_ = s.object(nil) // the text is valid
	return out
}

type stateReader struct {
	source  []byte
	decoder *json.Decoder
	allowed []string
	starts  []int
	out     *splitResult
}

// object reads the pairs of an object whose opening brace was read.
func (s *stateReader) object(path []string) error {
	for s.decoder.More() {
		before := int(s.decoder.InputOffset())
		token, err := s.decoder.Token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return errors.New("a key that is no string")
		}
		here := append(slices.Clone(path), key)
		name := strings.Join(here, ".")
		begin := before + bytes.IndexByte(s.source[before:], '"')
		switch {
		case reForbidden().MatchString(key):
			err = s.skip()
		case slices.Contains(s.allowed, name):
			if err = s.skip(); err == nil {
				s.add(name, begin, int(s.decoder.InputOffset()))
			}
		default:
			err = s.enter(here)
		}
		if err != nil {
			return err
		}
	}
	_, err := s.decoder.Token()
	return err
}

// enter reads a value whose key is not allowed by itself; one below it may be.
func (s *stateReader) enter(path []string) error {
	token, err := s.decoder.Token()
	if err != nil || token != json.Delim('{') {
		if token == json.Delim('[') {
			return s.rest(1)
		}
		return err
	}
	return s.object(path)
}

func (s *stateReader) skip() error { return s.rest(0) }

// rest passes over the rest of a value, depth levels deep.
func (s *stateReader) rest(depth int) error {
	for {
		token, err := s.decoder.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// add makes a passage of the bytes of a pair, unless it holds what must not be told.
func (s *stateReader) add(name string, begin, end int) {
	raw := string(s.source[begin:end])
	clean, found := secrets.Redact(raw)
	_, value, _ := strings.Cut(raw, ":")
	if len(raw) > longestState || len(found) > 0 || clean != raw || holdsForbidden(value) {
		s.out.secret++
		return
	}
	if injection.Reason(raw) != "" {
		s.out.poisoned++
		return
	}
	s.out.passages = append(s.out.passages, passage{
		first: lineAt(s.starts, begin), last: lineAt(s.starts, end-1), text: raw, sum: sumOf([]byte(raw)),
		heading: spaced(name), tokens: tokens.Larger.Tokens(raw),
	})
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
