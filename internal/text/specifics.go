package text

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
)

// Kind says what a specific is.
type Kind string

// The kinds of specifics.
const (
	Code       Kind = "code"
	URL        Kind = "URL"
	Email      Kind = "e-mail address"
	Path       Kind = "path"
	HostName   Kind = "host"
	Port       Kind = "port"
	Version    Kind = "version"
	Model      Kind = "model name"
	Date       Kind = "date"
	Time       Kind = "time"
	Flag       Kind = "flag"
	Variable   Kind = "environment variable"
	Identifier Kind = "technical name"
	Number     Kind = "number"
	Secret     Kind = "redacted secret"
	Person     Kind = "name of a person"
	InWords    Kind = "number in words"
)

// Plain reports whether a specific is a word like any other: a person may put one
// into an entry of their own, an entry that is proposed has none.
func (k Kind) Plain() bool { return k == Person || k == InWords }

// Noun is the kind with its article: "an address".
func (k Kind) Noun() string {
	if strings.ContainsRune("aei", rune(k[0])) {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// Specific is a place in a text that belongs to one situation.
type Specific struct {
	Start, End int // bytes
	Kind       Kind
}

// Specifics finds what in text belongs to one situation rather than to a
// general rule. Small whole numbers ("try 3 times") and names that happen to
// hold a digit (UTF-8, 2FA) are no specifics; a number with a unit is.
func Specifics(text string) []Specific {
	var found []Specific
	fields := fields{text: text, spans: codeSpans(text)}
	at, next := fields.next(), fields.next()
	before, beforeEnd := "", 0 // the word before it, in lower case, and where it ends
	for first := true; at.end > 0; first = false {
		s, unit := Specific{at.start, at.end, at.kind}, false
		word, lower := text[at.start:at.end], at.lower
		switch {
		case s.Kind != "":
		case isDigits(word) && isUnit(next.lower):
			s.Kind, unit = Number, true
			if known().months[next.lower] {
				s.Kind = Date
			}
		case isDigits(next.lower) && known().months[lower]:
			s.Kind, unit = Date, true
		case isNumberInWords(lower, next.lower):
			s.Kind, unit = InWords, isUnit(next.lower)
		case !isUpper(word):
			s.Kind = classify(word, lower, before)
		case first && IsFirstName(word), !first && isPerson(word, before+strings.TrimSpace(text[beforeEnd:at.start])):
			s.Kind = Person
		default:
			s.Kind = classify(word, lower, before)
		}
		if unit {
			at, next = next, fields.next()
			s.End = at.end
		}
		before, beforeEnd = at.lower, at.end
		if s.Kind != "" {
			found = append(found, s)
		}
		at, next = next, fields.next()
	}
	return withHanNumbers(text, found)
}

// isUnit reports whether a word is one that a number counts.
func isUnit(word string) bool { return known().units[word] || known().months[word] }

// withHanNumbers puts the numbers in Chinese characters among the specifics.
func withHanNumbers(text string, found []Specific) []Specific {
	if !hasCJK(text) {
		return found
	}
	for _, number := range hanNumbers(text) {
		at, _ := slices.BinarySearchFunc(found, number, func(a, b Specific) int { return cmp.Compare(a.Start, b.Start) })
		if (at == 0 || found[at-1].End <= number.Start) && (at == len(found) || number.End <= found[at].Start) {
			found = slices.Insert(found, at, number)
		}
	}
	return found
}

// field is a word with what is written onto it, but for punctuation around it.
type field struct {
	start, end int  // the end is 0 for none
	kind       Kind // known from the way it is written
	lower      string
}

// fields cuts text at spaces and at characters of scripts without spaces, takes
// the punctuation off the ends, and keeps code spans whole.
type fields struct {
	text  string
	at    int
	spans []field // code, from there on
}

// next is the next field, or none.
func (f *fields) next() field {
	for f.at < len(f.text) {
		start, limit := f.at, len(f.text)
		if len(f.spans) > 0 {
			limit = f.spans[0].start
		}
		if start == limit {
			span := f.spans[0]
			f.at, f.spans = span.end, f.spans[1:]
			return f.lowered(span)
		}
		rest := strings.TrimLeftFunc(f.text[start:limit], isBetween)
		start, f.at = limit-len(rest), limit
		if end := strings.IndexFunc(rest, isBetween); end >= 0 {
			f.at = start + end
		}
		if start == f.at {
			continue
		}
		if from, to := trim(f.text, start, f.at); from < to {
			return f.lowered(field{start: from, end: to})
		}
	}
	return field{}
}

func (f *fields) lowered(of field) field {
	of.lower = strings.ToLower(f.text[of.start:of.end])
	return of
}

// isBetween reports whether a character is between two fields.
func isBetween(r rune) bool { return unicode.IsSpace(r) || IsCJK(r) || isWidePunctuation(r) }

// codeSpans finds the code spans of Markdown: what stands between two runs of
// equally many backticks.
func codeSpans(text string) []field {
	var spans []field
	hopeless := len(text) + 1 // a run this long or longer is never closed
	for i := 0; i < len(text); {
		open := strings.IndexByte(text[i:], '`')
		if open < 0 {
			break
		}
		i += open
		ticks := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		length := -1
		if ticks < hopeless {
			length = strings.Index(text[i+ticks:], text[i:i+ticks])
		}
		if length < 0 {
			hopeless = min(hopeless, ticks)
			i += ticks
			continue
		}
		end := i + ticks + length + ticks
		spans = append(spans, field{start: i, end: end, kind: Code})
		i = end
	}
	return spans
}

func isWidePunctuation(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff0f || r >= 0xff1a && r <= 0xff20 || r == '—' ||
		r == '…' ||
		r == '→'
}

func trim(text string, start, end int) (int, int) {
	for start < end && strings.IndexByte(`"'([{<*_!?,;:`, text[start]) >= 0 {
		start++
	}
	for start < end && strings.IndexByte(`"')]}>*_!?,;:.`, text[end-1]) >= 0 {
		if text[end-1] == ')' && strings.HasSuffix(text[start:end], "()") {
			break
		}
		end--
	}
	// Quotation marks beyond ASCII.
	word := text[start:end]
	inner := strings.TrimFunc(word, func(r rune) bool { return r > 127 && unicode.IsPunct(r) })
	start += strings.Index(word, inner)
	return start, start + len(inner)
}

// forms are the ways in which specifics are written, in order: the first that fits decides. Some
// count only for a word with a digit, and one tells a name that looks like a file.
var forms = []struct {
	kind  Kind
	digit bool
	form  func() *regexp.Regexp
}{
	{Secret, false, Lazily(`^REDACTED$`)},
	{URL, false, Lazily(`(?i)^(?:[a-z][a-z0-9+.-]*://\S+|www\.\S+)$`)},
	{Email, false, Lazily(`^[^@\s]+@[^@\s]+\.[^@\s.]+$`)},
	{Flag, false, Lazily(`^(?:--[A-Za-z][\w-]*(?:=\S*)?|-[A-Za-z])$`)},
	{Variable, false, Lazily(`^(?:\$\{?[A-Za-z_]\w*\}?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$`)},
	{HostName, false, Lazily(`^(?:\d{1,3}\.){3}\d{1,3}(?::\d+|/\d+)?$|^[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){3,7}$`)},
	{HostName, false, reHost},
	{"", false, Lazily(`^\p{Lu}.*\.js$`)}, // Node.js
	{Path, false, Lazily(
		`^(?:~?/[\w.~-]|\.{1,2}/|[A-Za-z]:\\|\\\\\w|[\w.*-]+/$|[\w.*-]+/[\w.*-]+/|[\w*-]+/[\w*-]*\.\w)`,
	)},
	{Path, false, reFile},
	{Model, false, reFamily},
	{Time, false, sync.OnceValue(func() *regexp.Regexp {
		clock := lang.WordPattern(func(l *lang.Language) string { return l.Words.Clock })
		return regexp.MustCompile(`(?i)^\d{1,2}(?::\d{2}){1,2}(?:am|pm|z)?$|^\d{1,2}(?:am|pm|h\d{2}|` + clock + `)$`)
	})},
	{Date, false, reDate},
	{Port, false, Lazily(`^(?:[A-Za-z][\w.-]*)?:\d{2,5}$`)},
	{Version, false, Lazily(`^(?:v\d+(?:\.\w+)*|\d+\.\d+\.\d+\S*|[vV]?\d+(?:\.\d+)+(?:[-+]\S+)?)$`)},
	{Model, true, Lazily(`^[A-Za-z][\w.-]*:[\w.-]*$`)},
	{Identifier, true, Lazily(`^[0-9a-f]{7,}$|^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)},
	{Identifier, false, reIdentifier},
	{Number, true, Lazily(`(?i)^[~<>≥≤±+-]?[$€£¥]?\d[\d.,_]*(?:%|[a-z\x{b5}°€$£]{1,6}(?:/[a-z]+)?)?$`)},
}

// The longer ones of these forms, and one that is asked for by itself.
var (
	reHost = Lazily(
		`(?i)^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|net|org|io|dev|app|ai|de|ch|at|uk|fr|es|it|nl|eu|us|cn|jp|ru|me|co|info|biz|cloud|sh|xyz|tech|shop|local|lan|internal|home|arpa|corp|test|example|onion))(?::\d+)?(?:/\S*)?$`,
	)
	reFile = Lazily(
		`(?i)^[\w*][\w.*-]*\.(?:md|mdx|txt|json5?|jsonl|ya?ml|toml|ini|cfg|conf|env|log|lock|bak|tmp|csv|tsv|sql|sqlite3?|db|go|py|rb|rs|ts|tsx|jsx?|mjs|sh|bash|zsh|ps1|bat|exe|c|h|cpp|java|kt|php|html?|css|xml|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|zip|t?gz|tar|bz2|xz|iso|img|service|timer|socket|plist|pem|crt|key|pub|gguf|mp3|mp4|wav|mov|ics)$`,
	)
	reFamily = Lazily(
		`(?i)^(?:qwen|llama|codellama|gemma|gemini|mistral|mixtral|deepseek|nomic|gpt|chatgpt|claude|sonnet|opus|haiku|phi|whisper|codex|grok|yi|starcoder|bge|o[134])(?:[-.:]?\d[\w.:-]*|-[a-z][\w.:-]*)$`,
	)
	reIdentifier = Lazily(
		`^(?:[A-Za-z][A-Za-z0-9]*_\w+|[a-z]+[A-Z]\w*|[\w.]+\(\)|[a-z]\w*(?:\.[a-z]\w*)+|#\d+|@[A-Za-z]\w+|[A-Z]{2,}-\d+|\w+=\S+)$`,
	)
	// reToolName are short names that everybody knows: pm2, ec2, k8s, n8n.
	reToolName = Lazily(`^[A-Za-z]{1,2}\d$|^[A-Za-z]\d[A-Za-z]$`)
	reDate     = Lazily(
		`^(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:T\S+)?|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})?|(?:19|20)\d{2})$`,
	)
)

// classify says what kind of specific word is, or "" for none. lower is the word
// in lower case, and before the one before it.
func classify(word, lower, before string) Kind {
	if models[lower] {
		return Model
	}
	if !suspicious(word) || harmless[lower] || known().abbreviations[lower] {
		return ""
	}
	if isDigits(word) {
		return classifyNumber(word, before)
	}
	digit := strings.ContainsAny(word, "0123456789")
	for _, f := range forms {
		if (digit || !f.digit) && f.form().MatchString(word) {
			return f.kind
		}
	}
	if digit && !reToolName().MatchString(word) {
		return Identifier
	}
	return ""
}

// classifyNumber is classify for a word of nothing but digits.
func classifyNumber(word, before string) Kind {
	switch {
	case reDate().MatchString(word):
		return Date
	case known().ports[before]:
		return Port
	case len(word) == 1:
		return ""
	}
	return Number
}

// suspicious is a quick look that spares most words the rules.
func suspicious(word string) bool {
	upper := false
	for i, r := range word {
		switch {
		case r >= 'a' && r <= 'z':
		case isSign(r), r == '-' && i == 0:
			return true
		case i > 0 && unicode.IsUpper(r):
			upper = true
		}
	}
	return upper
}

// isSign reports whether a character is one that words in a sentence do not have.
func isSign(r rune) bool { return strings.ContainsRune(`0123456789/\:._@$=~#(%€£¥`, r) }

func isDigits(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}

// Names that look like specifics and are words of the field, and those of models.
var (
	models   = lang.SetOf("qwen llama codellama gemma mistral mixtral deepseek chatgpt gpt claude gemini nomic-embed-text")
	harmless = lang.SetOf(
		`utf-8 utf8 utf-16 2fa mfa ipv4 ipv6 s3 k8s http2 http/2 http/3 24/7 1:1 b2b b2c 3d 2d mp3 mp4 i18n l10n a11y e2e
		ci/cd i/o a/b tcp/ip and/or client/server read/write n/a w/o e.g i.e etc vs. a.m p.m u.s u.k
		macos ios iphone ipad ebay openai github gitlab youtube javascript typescript postgresql mysql sqlite oauth oauth2 json yaml html css api apis url urls
		sql ssh ssl tls dns vpn lan wan usb cpu gpu ram ssd hdd pdf csv xml rest graphql`,
	)
)
