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
		"walkthrough", "step by step", "false alarm", "happened", "passiert ist", "was passiert", "geschehen", "qué pasó", "s'est passé", "发生", "schritt für schritt", "paso a paso", "pas à pas",
		"ejemplo", "manías", "lecci", "errores", "incidente", "por qué", "leçon", "exemple", "pourquoi", "lição", "lições", "урок", "ошибк", "инцидент",
	}
	// noiseColumns are columns of tables that tell of incidents.
	noiseColumns = []string{"mistake", "cause", "root cause", "incident", "lesson", "what happened", "fix", "symptom", "ursache", "vorfall", "fehler", "lösung", "原因", "教训", "错误", "decision"}
	// reasonColumns explain the others.
	reasonColumns = []string{"why", "note", "notes", "reason", "comment", "remarks", "description", "details", "purpose", "warum", "bemerkung", "notiz", "anmerkung", "grund", "beschreibung", "hinweis", "备注", "说明", "原因", "nota", "notas"}
	// questions are asked by the head of a column that explains.
	questions = words.Set("what who whose where why how wer was wo wofür wozu quién qui quoi où dónde purpose zweck uso usage use")
	// plainColumns say nothing about the values below them.
	plainColumns = words.Set("value wert valor 值 name id address adresse setting")
	// ruleWords begin what somebody should do.
	ruleWords = words.Set(`never always don't dont do not if when before after because why note warning todo fix fixed lesson problem cause symptom incident avoid
		must should make remember check be use ask keep prefer first then reason root rule tip important caution however this it we i there
		nie niemals immer wenn warum weil nach vor bevor achtung hinweis ursache problem lösung regel bitte nicht merke grund
		siempre nunca si cuando antes después porque ojo also falls deshalb deswegen darum thus hence therefore entonces luego así donc alors ainsi beispiel example ejemplo exemple`)
	ruleStarts = []string{"不要", "必须", "为什么", "原因", "注意", "教训", "记得", "永远", "别", "如果", "现象", "改进", "务必"}
	// refusals mark the wrong half of a pair.
	refusals = []string{"❌", "✗", "✘", "🚫", "⛔", "~~", "wrong", "don't", "do not", "bad:", "not:", "never", "falsch", "nicht so", "错误", "不要"}
	// attributes name a value by a word in front of it.
	attributes = words.Set(`corpid agentid appid userid chatid groupid openid udp tcp user login account profile nutzer benutzer konto usuario cuenta zone branch queue tag voice channel share tab table layer region customer
		organisation organization org project site bucket database db schema application app id code name host alias handle input prefix group vlan device index type station unit
		box area number nr version model drucker freigabe kundennummer mandant kennung warteschlange cliente cola setting einstellung proyecto client compte file endung trennzeichen format protokoll register firma extension separator extensión separador séparateur utilisateur partage carpeta
		lautsprecher speaker altavoz enceinte stream tema sujet canal kanal adresse address dirección partition usergroup 用户 账号 库名 端口 编号 站号 名字 版本 维度 波特率 接口 话题 群号 handle`)
	// fillers stand between a name and its value, leaders in front of a name.
	fillers = words.Set(`has have is are at on as the a an called named of in to = ist sind der die das ein eine auf unter bei heißt lautet als es está el la en un una est le les sur à
		with and or port: und oder mit y con et avec wants takes goes through up runs under from for after every lies sits`)
	leaders  = words.Set(`the a an and or its their our with it but also der die das und oder mit sein ihr unser el la los las y con su le les et avec son`)
	purposes = words.Set("for für para pour zum zur bei im in")
	reasons  = words.Set("why because warum weil porque pourquoi symptom cause found repair")
	// equals stand between a name and its value, listens in front of a port.
	equals  = words.Set("is are = ist sind lautet es son est sont")
	listens = words.Set("on auf at :")
	// softRules begin a rule, or a name.
	softRules = words.Set("after before first keep when nach vor use then check")
	// denials stand right in front of what is not so.
	denials = words.Set(`without no not never don't instead than nor isn't ohne kein keine keinen nicht nie statt anstatt sin nunca jamás sans jamais not: formerly`)
	// abbreviations end no sentence.
	abbreviations = words.Set(`dr mr mrs ms st lt sgt prof no nr ca max min ext tel abs bzw z.b u.a d.h e.g i.e etc approx vol str hr fr sr sra dra mme mo di mi do sa so fa ing dipl dipl.-ing resp incl inkl evtl ggf vgl núm avda`)
	// stories are words by which something is told and not said how it is.
	stories = words.Set(`was were had did went came took got gave saw thought knew said reported counted ran broke wrote began became lost stood fell felt happened turned
		died drove bought wasn't weren't didn't couldn't hadn't war waren hatte hatten wurde wurden kam kamen ging gingen lief liefen stand fiel gab fand nahm blieb
		costó coûté kostete fue fueron era eran estaba estaban había hubo tenía hizo dijo quedó était étaient avait avaient fut eut`)
	storyMarks = []string{"used to", "is wrong", "stimmt nicht", "ya no ", "n'est plus", "n’est plus", "上次", "上回", "去年", "当时", "那天", "那次", "曾经", "有一次", "后来", "试过", "谈过"}
	// negations begin what something is not.
	negations = words.Set("not never no nicht kein keine ohne statt instead no- without formerly old was früher antes avant none nothing keins")
	// pointers begin a value that is none.
	pointers = words.Set("see siehe s. vgl ask frag fragen ver véase voir cf there there's same none nothing ditto dito keins keiner ninguno aucun phone yes no ja nein sí non in on at under behind im am bei unter hinter dans sous sur en bajo 见 同上 问")
	// places begin a cell of words that says where something is, or that it is
	// limited.
	places = words.Set("über neben above beside sobre detrás derrière nur only read-only")
	// pending stands where a value will be.
	pending = words.Set("folgt fehlt liegt steht offen follows missing pending tbd falta pendiente manque")
	// numbered are words in front of numbers that are facts.
	numbered = []string{"speed", "zone", "volume", "user", "extension", "ext", "number", "no", "nr", "nummer", "número", "номер", "policy", "vlan", "uid", "slot", "version", "tempo", "lautstärke", "durchwahl", "kurzwahl", "relais", "语速", "velocidad", "dpi", "timeout", "max", "min", "preset", "scene", "szene", "button", "input", "sector", "prefix", "baud", "squelch", "threshold", "factor", "schwelle", "umbral", "版本", "维度", "波特率", "编号", "浓度", "温度", "站号", "customer", "kunden", "order", "plate", "poste", "extensión", "universe", "tray", "bac", "bandeja", "registre", "registro", "register", "address", "adresse", "dirección"}
	// templateValues stand in the template that the host writes.
	templateValues = map[string]bool{
		"main area": true, "180° wide angle": true, "180°": true, "entrance": true, "motion-triggered": true, "192.168.1.100": true,
		"nova": true, "kitchen homepod": true, "admin": true, "warm": true, "slightly british": true,
	}
	placeholders = regexp.MustCompile(`(?i)^(?:<.*>|\[.*\]|\{\{?.*\}\}?|your[-_ ].*|my[-_]?(?:host|server|key|token).*|x{3,}|todo.*|tbd.*|fixme.*|\.{2,}|…|changeme|n/?a|none|-+|—|\?+|unknown|unbekannt|placeholder|example|foo|bar|\(.*\)|待定|无|待补.*)$`)
	reDated      = regexp.MustCompile(`^\W*(?:\d{4}-\d\d(?:-\d\d)?\b|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?:[^\d.]|$))`)
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

// reReported is a pronoun and what it did.
var reReported = regexp.MustCompile(`(?i)\b(?:we|i|you|he|she|they|it|nobody|somebody|someone|who|which|that|there) (?:\pL+ly |once |never |have |has |finally )?\pL{2,}ed\b`)

// reActed is a name and what somebody of that name did; reFullDate a day.
var (
	reActed   = regexp.MustCompile(`[a-z,] [A-Z]\pL+ \pL{3,}ed\b`)
	rePerfect = regexp.MustCompile(`(?i)\b(?:habe|haben|hat)\b[^,;]* (?:ge|ver|be|er)\pL+(?:t|en)\b|\b(?:hemos|han|ha) \pL+[aií]do\b|\b(?:avons|ont|nous a|on a) \pL+é\b|\b(?:ge|ver|be)\pL+(?:t|en) am \d{1,2}\.`)
	// reGone is what holds no more; "no longer than" is a bound.
	reGone     = regexp.MustCompile(`(?i)\b(?:nicht mehr|no longer)(?:\pP|$| (?:[^at]|a[^l]|t[^h]))`)
	reFullDate = regexp.MustCompile(`\b(?:19|20)\d\d-[01]\d-[0-3]\d\b`)
)

// isReasoning says whether a sentence begins as a reason.
func isReasoning(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, "*_ ")), " ")
	return reasons[strings.Trim(first, ":,")] || strings.HasPrefix(text, "为什么")
}

// isStory says whether a text tells what was, and not what is.
func isStory(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if stories[strings.Trim(w, `.,;:!?()"*_“”`)] {
			return true
		}
	}
	return reGone.MatchString(text) || reReported.MatchString(text) || rePerfect.MatchString(text) || reActed.MatchString(text) || reFullDate.MatchString(text) || slices.ContainsFunc(storyMarks, func(m string) bool { return strings.Contains(text, m) })
}

// isDenied says whether the words in front of a value end with a denial.
func isDenied(lead string) bool {
	lower := strings.ToLower(lead)
	if denials[lower[strings.LastIndexByte(lower, ' ')+1:]] {
		return true
	}
	return slices.ContainsFunc([]string{"不用", "不是", "没有", "别用", "不要"}, func(w string) bool { return strings.HasSuffix(lead, w) })
}

// isPointer says whether a text says where to look instead of what is there.
func isPointer(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, "(*_ ")), " ")
	return pointers[strings.Trim(first, ",.:;")]
}

func anyNoise(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return slices.Contains(noiseColumns, strings.ToLower(c.head)) })
}

// isQuestion says whether the head of a column asks for words: who, what for.
func isQuestion(head string) bool {
	lower := strings.ToLower(head)
	first, _, _ := strings.Cut(lower, " ")
	return questions[strings.TrimRight(first, "?’'s")] || slices.ContainsFunc([]string{"用途", "什么", "谁", "怎么", "可以"}, func(q string) bool { return strings.Contains(lower, q) })
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

// reLeast is a bound that is put as a ban: never below 60 %.
var reLeast = regexp.MustCompile(`(?i)^(?:never|not|nie|nicht) (?:below|above|under|over|more|less|unter|über|mehr)\b`)

// negated says whether a part names what it is not.
func negated(part string) bool {
	first, _, _ := strings.Cut(strings.ToLower(part), " ")
	return negations[first] && !reLeast.MatchString(part) || strings.HasPrefix(part, "不")
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
	}
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// isSecretName says whether a name is that of something that must not be copied.
func isSecretName(name string) bool { return secrets.IsName(name) || len(namesOfLocks(name)) > 0 }

// isSecret says whether a value is one that its name calls a secret, or that
// nobody could have chosen.
func isSecret(heading, key, attr, text string) bool {
	if !secrets.NamesID(heading+" "+key+" "+attr) && !secrets.IsPlace(text) && isOpaque(text) {
		return true
	}
	for _, name := range []string{attr, key} {
		clean, _ := secrets.Redact(name + ": " + text)
		if name != "" && withoutSecrets(clean) == name+": "+secrets.Redacted {
			return true
		}
		if attr != "" && !strings.ContainsAny(text, "0123456789") {
			break
		}
	}
	return false
}

// isCut reports whether a line shows a value only in part, as in sk-1f....
func isCut(line, value string) bool {
	_, after, _ := strings.Cut(line, value)
	return strings.HasPrefix(after, "...") || strings.HasPrefix(after, "…")
}

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
