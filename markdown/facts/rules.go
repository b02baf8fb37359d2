package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// shape is where a candidate was found.
type shape string

const (
	paired    shape = "pair"      // a label and what is behind it
	listed    shape = "row"       // a cell of a row
	alone     shape = "line"      // a value that is a bullet or a line by itself
	setting   shape = "setting"   // a setting in a fence
	command   shape = "command"   // a command in a fence
	bulleted  shape = "bullet"    // a bullet or a line without a label
	mentioned shape = "statement" // a sentence
)

// candidate is a statement that may be a fact, or a cell of one.
type candidate struct {
	shape
	line int
	// raw is the line as it is in the source.
	raw string
	// heading is the one above; titled: it is only the title of the file.
	heading string
	titled  bool
	// text is all of the statement.
	text                        string
	key, attr, value, qualifier string
	// field is the name that the author gave the value, a label or the head of a column.
	field string
	kind  Kind
	// marks are what the value holds to look up; code: it is set as code.
	marks []mark
	code  bool
	// cell: another cell of its row holds something to look up.
	cell bool
	// torn: it is a part of several lines or steps.
	torn bool
}

// rule names a reason why a candidate is no fact.
type rule struct {
	name    string
	applies func(r *reader, c *candidate) bool
}

// unclear are the rules that cannot tell what a value is, or of what.
var unclear = []string{"part of more", "too long", "no subject", "order", "field", "description", "a day"}

// rules decide why a candidate is no fact: the first that applies.
var rules = []rule{
	{"secret", (*reader).isSecret},
	{"no value", func(_ *reader, c *candidate) bool { return !c.hasValue() }},
	{"placeholder", func(_ *reader, c *candidate) bool { return isPlaceholder(c.value, c.isCommand()) }},
	{"named as a secret", func(_ *reader, c *candidate) bool {
		return !c.isCommand() && !c.hasPlace() && !digits(c.core()) && !secrets.IsPlace(c.core()) &&
			(secrets.IsSecretName(c.key) || secrets.IsSecretName(c.attr))
	}},
	{"host's template", func(r *reader, c *candidate) bool { return !r.isOpened(c.line) && host.IsTemplate(c.text) }},
	{crossedOut, func(_ *reader, c *candidate) bool { return isRefused(c.text) || isRefused(c.value) }},
	{"introduction or footer", func(_ *reader, c *candidate) bool { return isFooter(c.text) }},
	{"question", func(_ *reader, c *candidate) bool {
		isAsked := func(name string) bool { return isQuestion(strings.TrimRight(name, `"”' `)) }
		return isQuestion(c.text) || c.shape != command && (isAsked(c.key) || isAsked(c.attr))
	}},
	{outOfUse, func(_ *reader, c *candidate) bool {
		return isGone(c.text) || isGone(c.key) || isOldAttribute(cmp.Or(c.attr, c.key))
	}},
	{"what happened", func(_ *reader, c *candidate) bool {
		return c.isUnnamed() && isTold(c.text) || c.shape == paired && !c.startsStrong() && hasTold(c.value)
	}},
	{"example", func(_ *reader, c *candidate) bool { return examples().Begins(c.key) || examples().Begins(c.attr) }},
	{"what to do in a case", func(_ *reader, c *candidate) bool {
		isCase := func(text string) bool {
			return ruleStarts().Begins(text) || reDated().MatchString(text)
		}
		isNamed := c.hasStrong() && strings.Contains(c.field, " ") // "This server: 10.0.0.4"
		return c.isUnnamed() && isCase(c.text) || c.shape == paired && !isNamed && (isCase(c.key) || isCase(c.attr))
	}},
	{"switch", func(_ *reader, c *candidate) bool { return !c.cell && isState(c.value) }},
	{"step of a procedure", func(r *reader, c *candidate) bool {
		isNamed := c.field+c.qualifier != "" && c.key != c.heading
		return r.steps && c.shape != command && (!isNamed || text.IsImperative(firstWord(c.field)))
	}},
	{"everyday command", func(_ *reader, c *candidate) bool {
		return c.kind == Command && reEveryday().MatchString(c.value)
	}},
	{"a day", func(_ *reader, c *candidate) bool { return !c.cell && reDay().MatchString(c.value) }},
	{"file of the agent's own", func(_ *reader, c *candidate) bool {
		return c.shape != command && !c.cell && reDocument().MatchString(c.core())
	}},
	{"no subject", func(_ *reader, c *candidate) bool { return c.isWithoutSubject() }},
	{"named before", func(r *reader, c *candidate) bool {
		isLong := slices.Contains([]Kind{Path, URL, Command}, c.kind) && c.shape != listed
		return isLong && r.known[c.value]
	}},
	{"part of more", func(_ *reader, c *candidate) bool {
		isPlace := func(m mark) bool { return m.kind == text.URL || m.kind == text.HostName }
		return c.torn || reSame().MatchString(c.key+" "+c.text) && !slices.ContainsFunc(scan(c.text), isPlace)
	}},
	{"too long", func(_ *reader, c *candidate) bool { return len(c.value)+len(c.qualifier) > Longest }},
	{"order", func(_ *reader, c *candidate) bool {
		first, rest, _ := strings.Cut(c.value, " ") // "work pia@shop.net", "open https://shop.net with the browser"
		isOrder := text.IsImperative(first) && !c.code && c.kind != Command && (c.shape != paired || !startsAddress(rest))
		isName := slices.Contains([]Kind{Command, Path, Host, URL}, c.kind)
		isSentence := c.isUnnamed() && !isName && countWords(c.value) > maxName/2
		return isOrder && (isSentence || c.shape == paired && unicode.IsLower(firstRune(c.value)))
	}},
	{"field", func(_ *reader, c *candidate) bool { return !c.cell && c.isField() }},
	{"description", func(_ *reader, c *candidate) bool { return !c.cell && c.isDescription() }},
}

// hasValue reports whether a candidate has a value that is on its line, and a qualifier, if any.
func (c *candidate) hasValue() bool {
	if c.value == "" || len(c.value) > longestValue || !utf8.ValidString(c.value) ||
		strings.ContainsAny(c.value, "\n\r\x00") {
		return false
	}
	if strings.Contains(c.heading+c.key+c.attr+c.text, secrets.Redacted) || strings.Contains(c.value, secrets.Redacted) ||
		!strings.Contains(c.raw, c.value) || !strings.Contains(c.raw, c.qualifier) {
		return false
	}
	return strings.Count(c.value, "`")%2 == 0 &&
		(strings.Count(c.value, "**")%2 == 0 || strings.HasSuffix(c.value, "/**")) &&
		strings.ContainsFunc(c.value, isWordRune) &&
		isClosed(c.value) &&
		isClosed(c.qualifier)
}

// isClosed reports whether a text closes as many brackets as it opens.
func isClosed(s string) bool {
	return text.OpenBrackets(s) == 0 && strings.Count(s, "「") == strings.Count(s, "」")
}

// isUnnamed reports whether the author gave a statement no label.
func (c *candidate) isUnnamed() bool { return c.shape == bulleted || c.shape == mentioned }

// hasStrong reports whether a value holds something that can be told from its looks.
func (c *candidate) hasStrong() bool { return slices.ContainsFunc(c.marks, mark.strong) }

func (c *candidate) startsStrong() bool {
	return len(c.marks) > 0 && c.marks[0].strong() && c.marks[0].start <= len("**`")
}

// hasPlace reports whether a value says where something is.
func (c *candidate) hasPlace() bool {
	return slices.ContainsFunc(c.marks, func(m mark) bool {
		s := strings.Trim(c.value[m.start:m.end], "`")
		return m.kind == text.Path || m.kind == text.URL || m.kind == text.Variable || secrets.IsPlace(s)
	})
}

func (c *candidate) core() string { return Fact{Value: c.value}.Core() }

func (c *candidate) isCommand() bool {
	return c.shape == command || c.code && strings.Contains(c.value, " ")
}

var (
	rePlaceholder = text.Lazily(
		`(?i)^(?:<.*>|\[.*\]|\{\{?.*\}\}?|your[-_ ].*|my[-_]?(?:host|server|key|token).*|x{3,}|todo.*|tbd.*|fixme.*|\.{2,}|…|changeme|n/?a|none|-+|—|\?+|unknown|placeholder|example|foo|bar|\(.*\))$`,
	)
	// reOpen is a place in a value that whoever uses it fills in.
	reOpen     = text.Lazily(`<[^<>]*>|\[[\w -]+\.\.\.\]|\.\.\.|…`)
	reUnfilled = text.Lazily(
		`(?i)\byour[-_](?:\w+[-_])*\w+|\byour (?:api|bot|own)\b|\bYOUR_|\bxxx+\b|\$XX+\b|\[redacted\b|\bexample\.(?:com|org|net)\b|\bpath/to\b|://\[[\w -]+\]`,
	)
	// reSwitch are values that say only whether.
	reSwitch = text.Lazily(
		`(?i)^["']?(?:true|false|null|nil|yes|no|on|off|enabled|disabled|ok|done|active|inactive)["']?$`,
	)
	reState = text.Lazily(`^(?:✅|✔️?|☑️?|🟢|🟡|🔴|⚠️?|❌|⏸️?|🚧)\s*|\s*(?:✅|✔️?|☑️?|🟢|🟡|🔴|❌)$`)
	// reDocument is a file of the agent's own: what names one points there.
	reDocument = text.Lazily(`^(?:(?:\./)?memory/[YMD\d-]+|[\w-]+)\.md$`)
	reRefused  = text.Lazily(`^(?:❌|✗|✖|🚫|⛔|~~|\[[ xX~-]\]\s)`)
	reMark     = text.Lazily(`^(?:✅|✔️?|☑️?|👍|▶️?|👉|→|📷|🔊|🎤|💡|✓)\s*`)
	// reEveryday is a command that every agent knows, and a step of something else. One of git or gh names no remote,
	// file or repository of its own.
	reEveryday = text.Lazily(
		`^(?:echo|which|cd|mkdir|pwd|sleep|exit|source|export|touch|ls|date|cal|import|from)\b[^|;&]*$|` +
			`^[\w./~-]+ (?:--version|-v|-V|-h)$|\s--?help$|` +
			`^git (?:(?:pull|push|fetch)(?: -u)? (?:origin|upstream) [\w./-]+$|(?:pull|push|fetch)$|` +
			`(?:add|branch|checkout|commit|diff|log|merge|rebase|remote|reset|show|stash|status|switch)` +
			`(?: (?:-\w+|--(?:oneline|stat|cached|staged)|"[^"]*"|[^\s/~:"-][^\s:]*))*$)|` +
			`^gh (?:auth|gist|issue|pr|release|repo|search) [a-z]+` +
			`(?: (?:--?[\w-]+|"[^"]*"|(?i:owner/repo)|[^\s/~:"-][^\s:/]*))*$`,
	)
	// reCommand is code of several words that is run.
	reCommand = text.Lazily(`^[a-z.~/][\w./~-]* [^=:]`)
	// reDay is a value that is a day, done or not, whatever is said of it.
	reDay  = text.Lazily(`^(?:✅ ?)?(?:19|20)\d\d-[01]\d-[0-3]\d(?:[\s,;(（]|$)`)
	reTold = lang.Lazily(`(?i)⟨told⟩`)
	reSame = lang.Lazily(`(?i)⟨same⟩`)
)

// isState reports whether a value says only how something is: "yes", "connected".
func isState(value string) bool {
	text := reState().ReplaceAllString(value, "")
	return reSwitch().MatchString(text) || text != value && len(scan(text)) == 0
}

// isPlaceholder reports whether a value is to be filled in. A command may name what
// it is given.
func isPlaceholder(value string, isCommand bool) bool {
	filled := reOpen().ReplaceAllString(value, "") // "scan.sh <page>", "/srv/shared/..."
	if isFilled := filled != value && hasStrong(filled); isFilled || isCommand {
		return reUnfilled().MatchString(filled)
	}
	return filled != value || rePlaceholder().MatchString(value) || reUnfilled().MatchString(value)
}

// isRefused reports whether a text is marked as done, crossed out, or the wrong half
// of a pair.
func isRefused(text string) bool {
	text = strings.TrimLeft(text, " *_-")
	if at := markdown.Struck(text); len(at) > 0 && at[0][0] == 0 { // or is the new one behind it?
		behind := strings.TrimLeft(text[at[0][1]:], " *_")
		return strings.ContainsRune(":：=—–-", firstRune(behind)) || !strings.ContainsFunc(behind, isWordRune)
	}
	return reRefused().MatchString(text)
}

func isQuestion(text string) bool {
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
}

// isFooter reports whether a text introduces what is below it, or is a remark in italics about the file.
func isFooter(text string) bool {
	mark := text[:min(1, len(text))]
	return endsInColon(text) || (mark == "*" || mark == "_") && !isBoldStart(text) && strings.HasSuffix(text, mark)
}

// isTold reports whether a text tells what was, and not what is.
func isTold(text string) bool { return hasTold(text) || reTold().MatchString(text) }

// hasTold reports whether a text has a word that reports.
func hasTold(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool {
		return toldWords().Words[strings.Trim(w, `.,;:!?()"*_“”`)]
	})
}

// isField reports whether a value is what a field of a description says in words.
func (c *candidate) isField() bool {
	if c.isCommand() || c.hasPlace() || c.code && c.hasStrong() ||
		slices.Contains([]Kind{URL, Path, Port, Cron}, c.kind) {
		return false
	}
	return slices.ContainsFunc([]string{c.field, c.key, c.attr}, func(name string) bool {
		return slices.Contains(fields(), strings.ToLower(name))
	})
}

// told are the kinds of which a statement without a label tells something to look up.
var told = []Kind{Port, Host, URL, Path, ID, Phone, Alias, Cron}

// isDescription reports whether a value holds nothing to look up: plain words describe and name nothing, and one that
// is in lower case has no name in it.
func (c *candidate) isDescription() bool {
	switch {
	case c.kind == Command, c.shape == command:
		return false
	case c.isUnnamed():
		isTelling := slices.Contains(told, c.kind) || slices.ContainsFunc(c.marks, func(m mark) bool {
			return m.kind == text.URL || m.kind == text.HostName
		})
		return !isTelling || !c.hasStrong()
	case c.hasStrong(), c.code:
		return false
	}
	const few, sentence = 3, 6 // characters of a script without spaces
	switch {
	case countCJK(c.value) > sentence:
		return true
	case isDigit(c.value[0]):
		return false
	case utf8.RuneCountInString(c.value) > few && slices.ContainsFunc(strings.Fields(c.value), startsCJK):
		return true
	}
	said := withoutAside(c.value) // what is in brackets explains it, as does what is behind a name
	if name := strings.TrimSpace(said[:max(0, strings.IndexAny(said, ",;，；、—–"))]); name != "" {
		if marks := scan(name); len(marks) == 1 && marks[0].span == (span{0, len(name)}) {
			said = name
		}
	}
	return smallWords(said) > 2*len(scan(said)) && strings.Contains(said, " ") || text.IsImperative(firstWord(said))
}

// smallWords counts the words in lower case, which names have not.
func smallWords(text string) int {
	n := 0
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, `,;()"'`)
		if unicode.IsLower(firstRune(w)) && !strings.ContainsAny(w, "0123456789_/@.-") && !joins().Words[w] {
			n++
		}
	}
	return n
}
