package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/lang"
	"wisdom/internal/secrets"
	"wisdom/internal/words"
	"wisdom/markdown/host"
	"wisdom/markdown/locks"
)

// shape is where a candidate was found.
type shape string

const (
	paired    shape = "pair"      // a key and its value
	listed    shape = "row"       // a row of a table
	noted     shape = "remark"    // a cell that explains a row
	alone     shape = "line"      // a value that is a bullet or a line by itself
	setting   shape = "setting"   // a setting in a fence
	command   shape = "command"   // a command in a fence
	mentioned shape = "statement" // a short statement that names something
)

// candidate is a text that may be a fact.
type candidate struct {
	shape
	line int
	// raw is the line as it is in the source.
	raw string
	// heading is the one above; titled: it is only the title of the file.
	heading string
	titled  bool
	// text is the statement that the value is part of.
	text                        string
	key, attr, value, qualifier string
	// field is the name that the author gave the value, a key or the head of a column.
	field string
	kind  Kind
	// mark is what the value looks like; empty for plain words. code: it is set as
	// code.
	mark words.Kind
	code bool
	// lead is what the statement says in front of the value.
	lead string
	// coded: the key is code, and the statement says what that does or is.
	coded bool
	// bullet: the pair begins a bullet or a line.
	bullet bool
	// cut: a part of what belongs to the value is not shown.
	cut bool
}

// rule names a reason why a candidate is no fact.
type rule struct {
	name    string
	applies func(r *reader, c *candidate) bool
}

// unclear are the rules that cannot tell what a value is, or of what.
var unclear = []string{
	"part of more", "rest of a sentence", "no subject", "sentence", "field", "description", "a day",
}

// rules decide why a candidate is no fact: the first that applies.
var rules = []rule{
	{"no value", func(_ *reader, c *candidate) bool { return !c.hasValue() }},
	{"placeholder", func(_ *reader, c *candidate) bool {
		return isPlaceholder(c.value, c.isCommand()) || reUnfilled().MatchString(c.qualifier)
	}},
	{"secret", (*reader).isSecret},
	{"named as a secret", func(_ *reader, c *candidate) bool {
		isPlain := c.mark == "" || c.mark == words.Code || !mark{kind: c.mark}.strong() ||
			c.mark == amount && c.attr == ""
		return isPlain && !c.isCommand() && !digits(c.value) && !secrets.IsPlace(c.value) &&
			(locks.IsSecretName(c.key) || locks.IsSecretName(c.attr))
	}},
	{"mojibake", func(_ *reader, c *candidate) bool { return words.IsMojibake(c.raw + c.heading) }},
	{"host's template", func(_ *reader, c *candidate) bool { return host.IsTemplate(c.text) }},
	{"crossed out or refused", func(_ *reader, c *candidate) bool { return isRefused(c.text) }},
	{"introduction or footer", func(_ *reader, c *candidate) bool { return isFooter(c.text) }},
	{"torn schedule", func(_ *reader, c *candidate) bool { // "***/30 Heartbeat**": its asterisk was read as bold
		return len(c.value) > 1 && c.value[0] == '/' && isDigit(c.value[1]) && strings.Contains(c.raw, "*"+c.value)
	}},
	{"question", func(_ *reader, c *candidate) bool {
		isAsked := func(text string) bool { return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") }
		return isAsked(c.text) || c.shape != command && isAsked(strings.TrimRight(c.key, `"”' `))
	}},
	{"gone", func(_ *reader, c *candidate) bool { return reGone().MatchString(c.text) }},
	{"what happened", func(_ *reader, c *candidate) bool { return c.shape == mentioned && isTold(c.text) }},
	{"example", func(_ *reader, c *candidate) bool { return examples().Begins(c.key) || examples().Begins(c.attr) }},
	{"what to do in a case", func(_ *reader, c *candidate) bool {
		return c.shape == paired && (ruleStarts().Begins(c.key) || reDated().MatchString(c.key))
	}},
	{"keyboard key", func(_ *reader, c *candidate) bool { return reKeyboard().MatchString(c.value) }},
	{"switch", func(_ *reader, c *candidate) bool { return isState(c.value) }},
	{"denied", func(_ *reader, c *candidate) bool { return denials().Ends(c.attr) }},
	{"step of a procedure", func(r *reader, c *candidate) bool {
		return r.steps && (c.shape == alone || c.shape == mentioned) && c.key == c.heading && c.attr == ""
	}},
	{"installation", func(_ *reader, c *candidate) bool { return reInstall().MatchString(c.value) }},
	{"everyday command", func(_ *reader, c *candidate) bool {
		return c.kind == Command && reEveryday().MatchString(c.value)
	}},
	{"standard place", func(_ *reader, c *candidate) bool { return reStandard().MatchString(c.value) }},
	{"a day", func(_ *reader, c *candidate) bool { return reDay().MatchString(c.value) }},
	{"rest of a sentence", func(r *reader, c *candidate) bool {
		return r.rest && (c.shape == paired && c.kind == Name && !c.isCommand() || c.key == c.heading && c.attr == "")
	}},
	{"pointer", func(_ *reader, c *candidate) bool {
		return c.mark == "" && !c.code && (pointers().Begins(c.value) || denials().Begins(c.value)) ||
			c.kind == Path && (pointers().All(c.key) || c.key == c.heading && pointers().All(c.attr))
	}},
	{
		"file of the agent's own",
		func(_ *reader, c *candidate) bool { return c.shape != command && reDocument().MatchString(c.value) },
	},
	{"no subject", (*reader).isWithoutSubject},
	{"named before", func(r *reader, c *candidate) bool {
		isLong := slices.Contains([]Kind{Path, URL, Command}, c.kind) && c.shape != listed
		return (c.shape == mentioned || isLong) && r.known[c.value]
	}},
	{"part of more", func(_ *reader, c *candidate) bool {
		return c.cut || c.shape != command && reInlineSteps().MatchString(c.raw)
	}},
	{"sentence", func(_ *reader, c *candidate) bool { return c.isSentence() }},
	{"field", (*reader).isField},
	{"description", (*reader).isDescription},
}

var (
	rePlaceholder = words.Lazily(
		`(?i)^(?:<.*>|\[.*\]|\{\{?.*\}\}?|your[-_ ].*|my[-_]?(?:host|server|key|token).*|x{3,}|todo.*|tbd.*|fixme.*|\.{2,}|…|changeme|n/?a|none|-+|—|\?+|unknown|placeholder|example|foo|bar|\(.*\))$`,
	)
	reUnfilled = words.Lazily(
		`(?i)\byour[-_](?:\w+[-_])*\w+|\byour (?:api|bot|own)\b|\bYOUR_|\bxxx+\b|\bexample\.(?:com|org|net)\b|\bpath/to\b|\.\.\.|…`,
	)
	// reKeyboard are keys that are pressed, reSwitch values that say only whether.
	reKeyboard = words.Lazily(
		`(?i)^(?:(?:ctrl|cmd|command|alt|option|opt|shift|meta|super|win|fn)\s?[-+]\s?\S.*|f\d{1,2}|esc|tab|enter|space|delete|backspace|[⌘⌥⇧⌃].*)$`,
	)
	reSwitch = words.Lazily(
		`(?i)^["']?(?:true|false|null|nil|yes|no|on|off|enabled|disabled|ok|done|active|inactive)["']?$`,
	)
	reState = words.Lazily(`^(?:✅|✔️?|☑️?|🟢|🟡|🔴|⚠️?|❌|⏸️?|🚧)\s*|\s*(?:✅|✔️?|☑️?|🟢|🟡|🔴|❌)$`)
	// reStandard is where a system keeps its programs.
	reStandard = words.Lazily(`^(?:/usr(?:/local)?|/opt/homebrew|/opt/local)?/s?bin/[\w.-]+$`)
	// reDocument is a file of the agent's own: what names one points there.
	reDocument = words.Lazily(`^(?:[A-Z][A-Z_]*|[\w-]+)\.md$`)
	reRefused  = words.Lazily(`^(?:❌|✗|✖|🚫|⛔|~~|\[[ xX~-]\]\s)`)
	reMark     = words.Lazily(`^(?:✅|✔️?|☑️?|👍|▶️?|👉|📷|🔊|🎤|💡|✓)\s*`)
	// reInstall is a command that is run once.
	reInstall = words.Lazily(
		`^(?:sudo )?(?:apt|apt-get|brew|dnf|yum|pacman|snap|choco|winget|pip3?|npm|pnpm|yarn) (?:-\S+ )*(?:install|add|i|-S)(?: -[a-z-]+)* [\w/-]+$|^(?:npm|pnpm|yarn) (?:install|i|ci)$`,
	)
	// reEveryday is a command that every agent knows, and a step of something else.
	reEveryday = words.Lazily(
		`^(?:echo|which|cd|mkdir|pwd|sleep|exit|source|export|touch|ls|import|from)\b[^|;&]*$|^[\w./~-]+ (?:--version|-v|-V|--help|-h)$|^git (?:status|remote -v|log|diff|pull|push|fetch)$`,
	)
	// reCommand is code of several words that is run.
	reCommand = words.Lazily(`^[a-z.~/][\w./~-]* [^=:]`)
	// reInlineSteps are numbered steps on one line: "1. ask → 2. wait".
	reInlineSteps = words.Lazily(`(?:^|\s)1[.)]\s.*\s2[.)]\s`)
	// reDay is a value that is a day and nothing else, done or not.
	reDay      = words.Lazily(`^(?:✅ ?)?(?:19|20)\d\d-[01]\d-[0-3]\d$`)
	reFullDate = words.Lazily(`\b(?:19|20)\d\d-[01]\d-[0-3]\d\b`)
	reTold     = lang.Lazily(`(?i)⟨told⟩`)
	reGone     = lang.Lazily(`(?i)⟨gone⟩`)
	// reActed is a name and what a person of that name did.
	reActed = words.Lazily(`[a-z,] [A-Z]\pL+ \pL{3,}ed\b`)
)

// isState reports whether a value says only how something is: "yes", "connected".
func isState(value string) bool {
	text := reState().ReplaceAllString(value, "")
	return reSwitch().MatchString(text) || states().All(text) || text != value && len(scan(text)) == 0
}

// isPlaceholder reports whether a value is to be filled in. A command may name what
// it is given.
func isPlaceholder(value string, isCommand bool) bool {
	if reUnfilled().MatchString(value) {
		return true
	}
	return !isCommand &&
		(rePlaceholder().MatchString(value) || strings.Contains(value, "<") && strings.Contains(value, ">"))
}

// isRefused reports whether a text is marked as done, crossed out, or the wrong half
// of a pair.
func isRefused(text string) bool {
	return reRefused().MatchString(strings.TrimLeft(text, " *_-"))
}

// isFooter reports whether a text introduces what stands below it, or is a remark in
// italics about the file.
func isFooter(text string) bool {
	mark := text[:min(1, len(text))]
	return endsInColon(text) || (mark == "*" || mark == "_") && !isBoldStart(text) && strings.HasSuffix(text, mark)
}

// isTold reports whether a text tells what was, and not what is.
func isTold(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if told().Words[strings.Trim(w, `.,;:!?()"*_“”`)] {
			return true
		}
	}
	return reTold().MatchString(text) || reActed().MatchString(text) || reFullDate().MatchString(text)
}

// isWithoutSubject reports whether a value says nothing because it is not told what
// has it.
func (r *reader) isWithoutSubject(c *candidate) bool {
	speaks := c.kind == Command || c.kind == URL || c.isCommand()
	switch {
	case c.shape == paired && !c.bullet && c.attr == "" && isPlainName(c.key), c.shape == paired && digits(c.key):
		return true
	case c.attr != "" || c.key != "" && c.key != c.heading:
		return c.titled && c.attr == "" && c.mark != "" && c.kind != Host && !speaks && isKindWord(c.key)
	case c.heading == "" || c.titled:
		return !speaks
	case speaks, c.kind == Path, c.kind == Host, c.mark == words.Email:
		return false
	}
	// The heading is what has it, if it stands in a line that says what it is.
	return c.shape == alone || c.shape == mentioned
}

// isSentence reports whether words tell of a value in a sentence that is more than its name: one that is long, orders
// something, holds in one case, refuses the value, begins with it, or says what code does.
func (c *candidate) isSentence() bool {
	const longest, order = 4, 2 // words
	n, isCommand := countWords(attribute(c.lead)), c.kind == Command
	isOdd := !isClosed(c.key) || !isClosed(c.attr) || strings.Count(c.attr, `"`)%2 > 0
	if isOdd || isParticle(c.qualifier) || n > order && !isCommand && words.IsImperative(firstWord(c.lead)) {
		return true
	}
	if c.shape != mentioned {
		return n > longest || n > 0 && c.coded
	}
	isAlone := isCommand || len(c.value)+len("**``**") >= len(c.text) || strings.HasPrefix(c.qualifier, "(")
	isAmount := c.mark == amount && !isKindWord(c.attr) && !isKindWord(c.key)
	return n > longest+order || c.attr == "" && !isAlone || isAmount ||
		cases().In(c.attr) || denials().Begins(c.attr) || denials().All(c.qualifier) || c.isOrder()
}

// isOrder reports whether words in front of a value tell what to do with it: they name a command or a place.
func (c *candidate) isOrder() bool {
	isName := slices.Contains([]Kind{Command, Path, Host, URL}, c.kind) || isKindWord(c.attr)
	return c.bullet && !isName && words.IsImperative(firstWord(c.lead))
}

// isParticle reports whether what is said of a value begins as the rest of a Japanese sentence does.
func isParticle(qualifier string) bool {
	const copula = 4 // characters
	return unicode.Is(unicode.Hiragana, firstRune(qualifier)) && countCJK(qualifier) > copula
}

// isField reports whether a value is what a field of a description says in words.
func (r *reader) isField(c *candidate) bool {
	if c.isCommand() ||
		slices.Contains([]words.Kind{words.URL, words.Path, words.Email, words.Time, words.Port}, c.mark) ||
		c.code && hasStrong(c.value) {
		return false
	}
	return slices.ContainsFunc([]string{c.field, c.key, c.attr}, func(name string) bool {
		return slices.Contains(fields(), strings.ToLower(name))
	})
}

// isDescription reports whether plain words describe and name nothing: one that is in
// lower case has no name in it.
func (r *reader) isDescription(c *candidate) bool {
	if c.mark != "" || c.code || strings.HasPrefix(c.text[max(0, strings.Index(c.text, c.value)-1):], `"`) {
		return false
	}
	const few, sentence = 3, 6 // characters of a script without spaces
	isOne := countWords(c.value) == 1
	switch {
	case countCJK(c.value) > sentence:
		return true
	case isDigit(c.value[0]), c.shape == listed && countWords(c.value) <= maxName/2:
		return false
	case isOne && isKindWord(c.attr+" "+c.key) && !words.IsCJK(firstRune(c.value)):
		return false
	case utf8.RuneCountInString(c.value) > few && slices.ContainsFunc(strings.Fields(c.value), startsCJK):
		return true
	}
	small := smallWords(c.value)
	if len(scan(c.value)) > 0 {
		small--
	}
	return small > 0 && strings.Contains(c.value, " ") || words.IsImperative(firstWord(c.value)) ||
		isOne && len(c.value) < 2
}

func startsCJK(word string) bool { return words.IsCJK(firstRune(strings.Trim(word, `,;()"'`))) }

func (c *candidate) isCommand() bool {
	return c.shape == command || c.code && strings.Contains(c.value, " ")
}
