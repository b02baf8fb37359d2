package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
)

// Lists are data: add a word where it is missing. They are in lower case.
var (
	// noiseHeadings announce something else than facts.
	noiseHeadings = []string{
		"lesson", "gotcha", "incident", "post-mortem", "postmortem", "troubleshoot", "how to", "how-to", "howto", "example", "template",
		"why ", "history", "changelog", "rules", "mistake", "do not", "don't", "what goes here", "best practice", "guideline", "etiquette", "known issue", "debugging", "todo", "to do",
		"when adding", "checklist", "old ", "deprecated", "retired", "✅", "❌", "war stor", "went wrong", "learned", "background", "story",
		"stolperfalle", "lektion", "vorfall", "fehler", "regeln", "beispiel", "warum", "störung", "panne", "anleitung", "erfahrung",
		"教训", "踩坑", "事故", "注意", "规则", "示例", "例子", "为什么", "故障", "历史", "经验", "复盘",
		"ejemplo", "manías", "lecci", "errores", "incidente", "por qué", "leçon", "exemple", "pourquoi", "lição", "lições", "урок", "ошибк", "инцидент",
	}
	// noiseColumns are columns of tables that tell of incidents.
	noiseColumns = []string{"mistake", "cause", "root cause", "incident", "lesson", "what happened", "fix", "symptom", "ursache", "vorfall", "fehler", "lösung", "原因", "教训", "错误", "decision"}
	// reasonColumns explain the others.
	reasonColumns = []string{"why", "note", "notes", "reason", "comment", "remarks", "description", "details", "purpose", "warum", "bemerkung", "notiz", "anmerkung", "grund", "beschreibung", "hinweis", "备注", "说明", "原因", "nota", "notas"}
	// plainColumns say nothing about the values below them.
	plainColumns = words.Set("value wert valor 值 name id address adresse setting")
	// ruleWords begin what somebody should do.
	ruleWords = words.Set(`never always don't dont do not if when before after because why note warning todo fix fixed lesson problem cause symptom incident avoid
		must should make remember check be use ask keep prefer first then reason root rule tip important caution however this it we i there
		nie niemals immer wenn warum weil nach vor bevor achtung hinweis ursache problem lösung regel bitte nicht merke grund
		siempre nunca si cuando antes después porque ojo`)
	ruleStarts = []string{"不要", "必须", "为什么", "原因", "注意", "教训", "记得", "永远", "别", "如果", "现象", "改进", "务必"}
	// refusals mark the wrong half of a pair.
	refusals = []string{"❌", "✗", "✘", "🚫", "⛔", "~~", "wrong", "don't", "do not", "bad:", "not:", "never", "falsch", "nicht so", "错误", "不要"}
	// attributes name a value by a word in front of it.
	attributes = words.Set("user login account profile nutzer benutzer konto usuario cuenta zone branch queue tag voice channel 用户 账号")
	// numbered are words in front of numbers that are facts.
	numbered = []string{"speed", "zone", "volume", "user", "extension", "ext", "number", "no", "nr", "nummer", "número", "номер", "policy", "vlan", "uid", "slot", "version", "tempo", "lautstärke", "durchwahl", "语速", "velocidad", "dpi", "timeout", "max", "min"}
	// secretWords name what must never be copied.
	secretWords = regexp.MustCompile(`(?i)\b(?:token|secret|password|passwort|kennwort|passphrase|passcode|pin|api[- _]?key|key|apikey|schlüssel|credentials?|clave|contraseña|mot de passe|psk)\b|密钥|密码|令牌|口令|пароль|токен|schlüssel|passwort`)
	reOpaque    = regexp.MustCompile(`^[A-Za-z0-9_\-!?&%$#+/=.:~*@]{4,}$`)
	reLongHex   = regexp.MustCompile(`[0-9a-fA-F]{32,}`)
	// templateValues stand in the template that the host writes.
	templateValues = map[string]bool{
		"main area": true, "180° wide angle": true, "180°": true, "entrance": true, "motion-triggered": true, "192.168.1.100": true,
		"nova": true, "kitchen homepod": true, "admin": true, "warm": true, "slightly british": true,
	}
	placeholders = regexp.MustCompile(`(?i)^(?:<.*>|\[.*\]|\{\{?.*\}\}?|your[-_ ].*|my[-_]?(?:host|server|key|token).*|x{3,}|todo.*|tbd.*|fixme.*|\.{2,}|…|changeme|n/?a|none|-+|—|\?+|unknown|unbekannt|placeholder|example|foo|bar|\(.*\)|待定|无|待补.*)$`)
	reArgument   = regexp.MustCompile(`<[a-z][\w -]*>`)
	reDated      = regexp.MustCompile(`^\W*(?:\d{4}-\d\d(?:-\d\d)?|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)\b`)
	reMark       = regexp.MustCompile(`^(?:✅|✔️?|☑️?|👍|▶️?|👉|📷|🔊|🎤|💡|✓)\s*`)
	reCodeSpan   = regexp.MustCompile("^`[^`]+`$")
	reOneURL     = regexp.MustCompile(`^<?[a-z][a-z0-9+.-]*://[^\s<>]+>?$`)
	reNumber     = regexp.MustCompile("^[`*]*-?[0-9][0-9_.:]*[`*]*$")
	reCron       = regexp.MustCompile(`^(?:[\d*/,-]+\s+){4}[\d*/,A-Za-z-]+$`)
	reEmphasis   = regexp.MustCompile("[*`]+|~~")
	reHashTags   = regexp.MustCompile(`\s+#+$`)
)

// plain is a text without Markdown and emoji around it.
func plain(text string) string {
	text = reLink.ReplaceAllString(text, "$1")
	text = reEmphasis.ReplaceAllString(text, "")
	text = reHashTags.ReplaceAllString(text, "")
	text = strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r > 0x2000 && (unicode.IsSymbol(r) || unicode.Is(unicode.Variation_Selector, r)) || strings.ContainsRune(":：=→—–,;", r)
	})
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

func countWords(text string) int {
	n, inCJK := 0, 0
	for _, w := range strings.Fields(text) {
		wide := 0
		for _, r := range w {
			if words.IsCJK(r) {
				wide++
			}
		}
		if wide == 0 {
			n++
		}
		inCJK += wide
	}
	return n + (inCJK+1)/2
}

// short says whether a text is a name and no sentence.
func short(text string) bool { return countWords(text) <= 4 && len(text) <= 60 }

func number(text string) bool { return reNumber.MatchString(strings.TrimSpace(text)) }

func isCodeOrURL(text string) bool { return reCodeSpan.MatchString(text) || reOneURL.MatchString(text) }

// isCommand tells code that is run from code that names.
func isCommand(text string) bool {
	return reCodeSpan.MatchString(text) && (strings.ContainsAny(text, " ") || strings.HasPrefix(text, "`-"))
}

// startsSpecific says whether a text begins with something to look up.
func startsSpecific(text string) bool {
	s := words.Specifics(text)
	return len(s) > 0 && s[0].Start <= 1 || number(text)
}

func isNoise(heading string) bool {
	lower := strings.ToLower(heading) + " "
	return slices.ContainsFunc(noiseHeadings, func(n string) bool { return strings.Contains(lower, n) }) || reDated.MatchString(lower)
}

func anyNoise(heads []string) bool {
	return slices.ContainsFunc(heads, func(h string) bool { return slices.Contains(noiseColumns, strings.ToLower(h)) })
}

func isReason(head string) bool {
	lower := strings.ToLower(head)
	first, _, _ := strings.Cut(lower, " ")
	return slices.Contains(reasonColumns, lower) || first == "why" || first == "warum"
}

func meaningful(head string) bool { return head != "" && !plainColumns[strings.ToLower(head)] }

func isRefused(text string) bool {
	lower := strings.ToLower(strings.TrimLeft(text, " *_-"))
	return slices.ContainsFunc(refusals, func(m string) bool { return strings.HasPrefix(lower, m) })
}

// isRule says whether a text tells what to do, or what happened.
func isRule(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, "*_ ")), " ")
	if ruleWords[strings.Trim(first, ",.:;!*_：")] {
		return true
	}
	return slices.ContainsFunc(ruleStarts, func(s string) bool { return strings.HasPrefix(strings.TrimLeft(text, "* "), s) }) || reDated.MatchString(text)
}

// negated says whether a part names what it is not.
func negated(part string) bool {
	first, _, _ := strings.Cut(strings.ToLower(part), " ")
	return words.Set("not never no nicht kein keine ohne statt instead no- without formerly old was früher")[first] || strings.HasPrefix(part, "不")
}

func withoutMark(text string) string { return strings.TrimSpace(reMark.ReplaceAllString(text, "")) }

// fit says whether a value is one: not empty, not a placeholder, not redacted.
func fit(text string) bool {
	const longest = 400
	switch {
	case text == "" || len(text) > longest || !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\x00"):
		return false
	case strings.Contains(text, secrets.Redacted) || placeholders.MatchString(text):
		return false
	case reArgument.MatchString(text):
		return false // an argument that somebody has to fill in
	}
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// isSecret says whether a value is one that its name calls a secret. The place
// where a secret lies is none.
func isSecret(key, attr, text string) bool {
	if reLongHex.MatchString(text) && !strings.ContainsAny(text, " /") || !holds(key+" "+attr, voiceWords) && isOpaque(text) {
		return true
	}
	name := key
	if attr != "" {
		name = attr
	}
	if !secretWords.MatchString(name) && (attr == "" || !secretWords.MatchString(key) || !strings.ContainsAny(text, "0123456789")) {
		return false
	}
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "/") || strings.Contains(text, "vault") || strings.Contains(text, "://") {
		return false
	}
	return reOpaque.MatchString(text) && !envName.MatchString(text)
}

// voiceWords name what services give opaque ids that are no secret.
var voiceWords = []string{"voice", "id", "ids", "stimme", "voz", "语音", "声音"}

// isOpaque says whether a text holds a run that nobody could have chosen: twenty
// letters and digits or more, large, small and digits mixed.
func isOpaque(text string) bool {
	const longest = 20
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(run) >= longest && strings.ContainsAny(run, "0123456789") && strings.ContainsFunc(run, unicode.IsUpper) && strings.ContainsFunc(run, unicode.IsLower) {
			return true
		}
	}
	return false
}

var envName = regexp.MustCompile(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$`)
