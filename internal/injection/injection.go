// Package injection finds text that gives orders to a model, or that hides
// characters. What comes in is text from a workspace, what goes out is the reason
// why that text must not reach a model or a reviewer as advice. It is a leaf and
// imports nothing of ours.
//
// Invariants:
//
//  1. Suspicious is true for every text for which Reason gives a reason.
//  2. A rule that forbids such an order, or quotes it, is honest.
package injection

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
)

type order struct {
	words []string
	re    func() *regexp.Regexp
	// honest, if any, stands in rules that people make for their own agents: to ask
	// before, never to do.
	honest func() *regexp.Regexp
}

// orders are the ways in which text gives orders to a model rather than advice
// to an agent. They are data: add a language here. A text without one of the
// words, in lower case, is not shown to the expression.
var orders = []order{
	// What all who read it are to send out, pay or approve: as a sentence, and behind a
	// label that says whom the rule is for.
	addressed([]string{"assistant", "agent", "model"},
		`(?:any|every|each|all)(?: \pL+)? (?:assistant|agent|model|ai|llm|bot)s?\b.{0,60}\b(?:must|shall|should|has to|have to|will|are to|is to)`, `rule for (?:all |any |every |the )?(?:\pL+ )?(?:assistant|agent|model|ai|bot)s?\s*[:：—–-]`,
		`forward|send|copy|cc|approve|accept|pay|transfer|reply|respond|answer|share|upload|attach|recommend|grant|disable|wire`,
		`[\w.]+@|https?:|automatically|without (?:asking|review|a review|checking|checks?|confirmation|approval)|overrid\w+|all|every|each|any`,
		`ask|asks|asking (?:first|before)|never|not|don't|only|unless|before|until|draft|drafts|confirm`),
	addressed([]string{"assistent", "agent", "modell"},
		`(?:jede[rs]?|alle|sämtliche)(?: \pL+)? (?:assistent|agent|modell|ki|bot)\w*\b.{0,60}(?:muss|müssen|soll|sollen|haben)`, `(?:regel|anweisung|vorgabe) (?:für|an) (?:alle |den |die |das |jeden )?(?:\pL+ )?(?:assistent|agent|modell|ki|bot)\w*\s*[:：—–-]`,
		`weiter(?:zu)?leiten|leiten?|senden?|schicken?|freigeben|gib|überweisen?|zahlen?|bestätigen?|genehmigen?|antworten?|kopieren?|teilen?|hochladen`,
		`[\w.]+@|https?:|automatisch|ungeprüft|ohne (?:rückfrage|prüfung|nachfrage)|alle\w*|jede\w*|sämtliche\w*`,
		`vorher|fragen|frage|erst|nie|niemals|nicht|keine\w*|nur|bevor|entwurf|bestätigung`),
	addressed([]string{"asistente", "agente", "modelo"},
		`(?:todos?|toda|cualquier|cada)(?: los| las)? (?:asistente|agente|modelo|ia|bot)s?\b.{0,60}(?:debe|deben|deberá|deberán|tiene que|tienen que|ha de|han de)`, `regla(?: nueva)? para (?:el |la |los |las |todos los |cualquier )?(?:asistente|agente|modelo|ia|bot)s?\s*[:：—–-]`,
		`reenv[ií]\w+|env[ií]\w+|manda\w*|aproba\w+|aprueba|pag(?:a|ar|ue)|acepta\w*|transf\w+|responde\w*|contesta\w*|copia\w*|comparte|compartir|adjunta\w*|recomienda|recomendar`,
		`[\w.]+@|https?:|automáticamente|sin (?:revisar|preguntar|revisión|confirmación)|tod[oa]s?|cada|cualquier`,
		`antes|preguntar?|nunca|no|sol[oa]|sólo|salvo|hasta|borrador|confirmar`),
	addressed([]string{"assistant", "agent", "modèle"},
		`(?:tout|toute|tous|chaque)(?: les)? (?:assistant|agent|modèle|ia|bot)s?\b.{0,60}(?:doit|doivent|devra|devront)`, `(?:règle|consigne) (?:\pL+ )?pour (?:les |l'|tous les |chaque |tout )?(?:assistant|agent|modèle|ia|bot)s?\s*[:：—–-]`,
		`transf[ée]r\w+|envo\w+|approuve\w*|pa(?:ie|yer|yez)|accepte\w*|réponds?|répondre|copie\w*|partage\w*|joi(?:ns|ndre)|valide\w*|recommande\w*`,
		`[\w.]+@|https?:|automatiquement|sans (?:vérifier|demander|vérification|confirmation)|tou(?:te?s|t|s)|chaque`,
		`avant|demande\w*|jamais|ne|n'|seulement|sauf|brouillon|confirme\w*`),
	{
		words:  []string{"助手", "代理", "智能体", "模型", "机器人"},
		re:     lazily(`(?:(?:所有|任何|每个|各位|凡)[^，。]{0,12}(?:助手|代理|智能体|模型|机器人)[^。]{0,30}(?:必须|都要|一律|应当|应该|须)|(?:给|致|针对)?(?:所有)?(?:助手|代理|智能体|模型|机器人)的?(?:新)?(?:规则|规定|指令|通知|公告)[:：])[^。]{0,40}(?:转发|发送|发给|抄送|批准|同意|付款|转账|上传|回复|推荐|退款|退差|退费|免运费|放行)[^。]*`),
		honest: lazily(`先问|确认|之前|不得|不要|不能|不可|绝不|经[^，。]{0,8}同意|草稿`),
	},
	{
		words: []string{"assistant", "agent", "model"},
		re:    lazily(`(?i)\b(?:assistant|agent|model|ai|llm|bot)s?\b,? (?:(?:that|who|which) )?(?:loads?|loading|opens?|opening) this\b`),
	},
	{
		words: []string{"soul.md", "agents.md", "memory.md", "system prompt"},
		re:    lazily(`(?i)\b(?:must|should|has to|muss|soll|debe|doit)\b.{0,12}\b(?:add|append|insert|paste|write|put|ergänz\w+|eintragen|añadir|ajouter)\b.{0,24}\b(?:line|sentence|rule|words|zeile|satz|línea|frase|ligne|phrase)\b\s*["“„«']`),
	},
	{
		words: []string{"assistent", "agent", "modell", "asistente", "modelo", "assistant", "modèle"},
		re:    lazily(`(?i)\b(?:assistent|agent|modell)\w*,? (?:der|die|das|welche[rs]?) dies\w* \pL+ (?:lädt|laden|öffnet|öffnen)|\b(?:asistente|agente|modelo)s? que (?:carguen?|cargan?|abran?) est[ea]|\b(?:assistant|agent|modèle)s? qui (?:chargent?|ouvrent?|lit|lisent) (?:cet?|cette)(?:$|[^\pL])`),
	},
	{
		words: []string{"助手", "代理", "智能体", "模型", "机器人"},
		re:    lazily(`(?:加载|读取|打开)(?:这|此|本)[^，。]{0,10}(?:助手|代理|模型|机器人|智能体)`),
	},
	{
		words: []string{"ignore", "disregard", "forget", "override", "bypass"},
		re:    lazily(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|all|your|system|other)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|directives)\b`),
	},
	{
		words: []string{"you are now", "from now on", "act as if", "pretend to be"},
		re:    lazily(`(?i)\b(?:you are now (?:an?|the|in)|from now on,? you are|act as if you (?:are|were)|pretend to be (?:an? )?(?:ai|admin\w*|root|developer|system|different|another|unrestricted))\b.{0,60}`),
	},
	{
		words: []string{"system prompt", "your instructions", "your prompt", "hidden instructions"},
		re:    lazily(`(?i)\b(?:reveal|print|repeat|leak|show|output|send)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt)|hidden instructions)\b`),
	},
	{
		words: []string{"<|", "<im_", "<system", "</system", "<assistant", "</assistant", "inst]", "system:", "assistant:", "system :", "assistant :"},
		re:    lazily(`(?i)<\|?/?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[/?INST\]|^\s*(?:system|assistant)\s*:\s*(?:you\b|ignore|new |override|disregard|whoever|from now on|every (?:agent|assistant)|all (?:agents|assistants))`),
	},
	{
		words: []string{"reading this", "reads this", "read this", "processing this", "system note"},
		re:    lazily(`(?i)\b(?:assistant|agent|model|ai|llm|bot)s?\b,? (?:(?:that|who|which) )?(?:reads?|reading|processing) this\b|\bsystem note\b`),
	},
	{
		words: []string{"no longer appl", "do not apply", "don't apply", "are void", "are cancelled", "are canceled", "are obsolete for"},
		re:    lazily(`(?i)\b(?:older|earlier|previous|above|other|all)\b.{0,20}\b(?:rules|lessons|instructions)\b.{0,40}\b(?:no longer appl(?:y|ies)|do(?:es)? not apply|don't apply|are (?:void|cancell?ed))|\b(?:rules|lessons|notes|instructions) above are (?:void|cancell?ed)`),
	},
	{
		words: []string{"mention it", "mention this", "mention that", "tell it", "show it", "show this", "reveal this", "reveal it"},
		re:    lazily(`(?i)\b(?:not|don't|never)\b.{0,10}\b(?:mention|tell|show|reveal) (?:it|this|that)\b.{0,12}\b(?:owner|users?|humans?|operator|reviewers?|anyone|anybody)\b`),
	},
	{
		// A rule that something be kept from the owner.
		words: []string{"out of copy", "out of the loop", "out of it", "out of this", "erwähn"},
		re:    lazily(`(?i)\bkeep (?:the |your )?(?:owner|user|human|operator)s? out of\b|\berwähn\w* (?:das|es|dies) (?:nicht|nirgends|niemandem)\b`),
	},
	{
		// A word that opens what is closed to everybody else.
		words: []string{"without asking", "without checking", "without question", "without a check", "without confirmation"},
		re:    lazily(`(?i)\b(?:whoever|anyone who|anybody who|everyone who)\b.{0,60}\b(?:word|phrase|passphrase|password)\b.{0,80}\bwithout (?:asking|checking|question|a check|confirmation)\b`),
	},
	{
		words: []string{"approve every", "approve all", "approve any", "accept every", "accept all drafts"},
		re:    lazily(`(?i)\b(?:approve|accept) (?:every|all|any)\b.{0,40}\b(?:drafts?|yourself|requests?|without)\b`),
	},
	{
		words: []string{"看到这", "看到此", "读到这", "不必告诉", "无需告诉", "不用告诉", "无需告知", "不必告知"},
		re:    lazily(`(?:看到|读到)(?:这|此).{0,8}(?:助手|代理|模型|机器人)|(?:不必|无需|不用)(?:告诉|告知|通知)(?:主人|用户|所有者)`),
	},
	{
		words: []string{"systemhinweis", "ungültig", "gelten nicht", "aufgehoben", "eintrag lesen", "eintrag liest", "zeile liest", "notiz liest", "notiz lesen", "notizen lesen", "datei liest", "datei lesen", "zeile lesen", "gelten für", "dies liest", "dies lesen", "das liest", "das lesen", "hier liest", "hier lesen", "lea esto", "lean esto", "ohne dem nutzer", "ohne es dem", "mitzuteilen", "freigeben", "decírselo"},
		re:    lazily(`(?i)\b(?:assistent|agent|modell)\w*,? (?:der|die|das|welche[rs]?) (?:dies\w*|das)(?: \w+)? (?:liest|lesen)\b|\bsystemhinweis\b|(?:^|\PL)(?:alle|ältere|alte|obige|bisherige)\w*\b.{0,20}\b\pL*(?:regeln|erkenntnisse|lektionen|hinweise|anweisungen|vorgaben)\b.{0,30}\b(?:ungültig|gelten (?:für \pL+ )?nicht|aufgehoben)|\bohne (?:es )?(?:dem|der) (?:nutzer|besitzer|inhaber|chef)\w* (?:zu sagen|mitzuteilen)|\bab (?:jetzt|sofort)\b.{0,40}\balle\w* (?:entwürfe|anfragen)\b.{0,20}\bfreigeben|\b(?:asistente|agente|modelo)s? que lean? esto\b|\bsin decírselo al\b`),
	},
	{
		words: []string{"ignorier", "vergiss", "missachte"},
		re:    lazily(`(?i)\b(?:ignoriere?|vergiss|missachte)\b.{0,30}\b(?:anweisungen|vorgaben|regeln|instruktionen|prompts?)\b`),
	},
	{
		words: []string{"ignora", "olvida"},
		re:    lazily(`(?i)\b(?:ignora|olvida)\b.{0,30}\b(?:instrucciones|reglas|indicaciones|istruzioni|regole)\b`),
	},
	{
		words: []string{"ignore", "oublie"},
		re:    lazily(`(?i)\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\b(?:instructions|consignes|règles)\b`),
	},
	{
		words: []string{"игнорируй", "забудь"},
		re:    lazily(`(?i)(?:игнорируй|забудь).{0,30}(?:инструкц|указан|правил)`),
	},
	{
		words: []string{"忽略", "无视", "忘记", "忘掉"},
		re:    lazily(`(?:忽略|无视|忘记|忘掉).{0,12}(?:指令|指示|说明|规则|提示|要求)`),
	},
	{
		words: []string{"無視", "忘れ"},
		re:    lazily(`(?:以前|これまで|上記).{0,8}(?:指示|命令).{0,6}(?:無視|忘れ)`),
	},
}

// addressed is an order to all assistants: who must, or for whom the rule is, what is
// to be done, and what makes it more than a task. A rule that makes them ask, or keeps
// them from something, is honest.
func addressed(to []string, must, label, done, much, honest string) order {
	const left, right = `(?:^|[^\pL])(?:`, `)(?:$|[^\pL])`
	return order{
		words:  to,
		re:     lazily(`(?i)` + left + must + `|` + label + `)[^\pL](?:.{0,60}[^\pL])?(?:` + done + `)[^\pL](?:.{0,80}[^\pL])?(?:` + much + `)`),
		honest: lazily(`(?i)` + left + honest + right),
	}
}

// lazily compiles an expression when it is first used: all together take longer
// than most commands.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// Reason returns why text must not reach a model or a reviewer as advice: it gives
// orders to a model, or hides characters that cannot be seen. It is empty for honest
// text.
func Reason(text string) string {
	for i, r := range text {
		if Invisible(r) && !joinsEmoji(text, i, r) {
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	lower := strings.ToLower(text)
	for _, o := range orders {
		if !holdsAny(lower, o.words) {
			continue
		}
		for _, at := range o.re().FindAllStringIndex(text, -1) {
			if o.honest != nil && o.honest().MatchString(text[at[0]:]) {
				continue
			}
			if !spokenOf(text[:at[0]], text[at[0]:at[1]]) {
				return fmt.Sprintf("gives orders to a model: %q", strings.TrimSpace(text[at[0]:at[1]]))
			}
		}
	}
	return ""
}

// reSpokenOf is how a text ends before an order that it only speaks of: a word
// that forbids it, or a quotation mark.
var reSpokenOf = lazily(`(?i)(?:\b(?:never|not|don't|nie|niemals|nicht|nunca|no|jamais|ne|n'|не|никогда)\s*|(?:别|不要|勿|不能)|["“„«「'])$`)

// reForbidden is an order that is turned by its second word: "vergiss nie".
var reForbidden = lazily(`(?i)^\S+ (?:nie|niemals|nicht|keine\w*|pas|jamais)\b`)

func spokenOf(before, order string) bool {
	return reSpokenOf().MatchString(strings.TrimRight(before, " ")) || reForbidden().MatchString(order)
}

func holdsAny(lower string, list []string) bool {
	return slices.ContainsFunc(list, func(word string) bool { return strings.Contains(lower, word) })
}

// Suspicious is a quick look at a whole file: false means that Reason finds nothing
// in any part of it.
func Suspicious(text string) bool {
	return strings.ContainsFunc(text, Invisible) || orderMarks().MatchFirstString(strings.ToLower(text)) != nil
}

// orderMarks finds the words of all orders.
var orderMarks = sync.OnceValue(func() *ahocorasick.Trie {
	var all []string
	for _, o := range orders {
		all = append(all, o.words...)
	}
	slices.Sort(all)
	return ahocorasick.NewTrieBuilder().AddStrings(slices.Compact(all)).Build()
})

// Invisible reports whether a character changes how text reads without being seen:
// formatting and bidirectional marks, tags, and controls.
func Invisible(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	switch r {
	case '\n', '\r', '\t':
		return false
	case 0xad: // a soft hyphen is typography
		return false
	}
	return unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || r >= 0xe0100 && r <= 0xe01ef
}

// joinsEmoji allows the joiners within emoji and within scripts that need them.
func joinsEmoji(text string, at int, r rune) bool {
	if r != 0x200d && r != 0x200c {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return before == 0xfe0f || unicode.Is(unicode.So, before) || unicode.Is(unicode.Sk, before) ||
		unicode.IsLetter(before) && !unicode.Is(unicode.Latin, before)
}
