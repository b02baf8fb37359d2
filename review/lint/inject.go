package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type order struct {
	words []string
	re    func() *regexp.Regexp
}

// lazily compiles an expression when it is first used. Most files hold none of the
// words of an order, and most commands look at no file.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// orders are the ways in which text gives orders to a model rather than advice
// to an agent. They are data: add a language here. A text without one of the
// words, in lower case, is not shown to the expression.
var orders = []order{
	{
		[]string{"ignore", "disregard", "forget", "override", "bypass"},
		lazily(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|all|your|system|other)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|directives)\b`),
	},
	{
		[]string{"you are now", "from now on", "act as if", "pretend to be"},
		lazily(`(?i)\b(?:you are now (?:an?|the|in)|from now on,? you are|act as if you (?:are|were)|pretend to be (?:an? )?(?:ai|admin\w*|root|developer|system|different|another|unrestricted))\b.{0,60}`),
	},
	{
		[]string{"system prompt", "your instructions", "your prompt", "hidden instructions"},
		lazily(`(?i)\b(?:reveal|print|repeat|leak|show|output|send)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt)|hidden instructions)\b`),
	},
	{
		[]string{"<|", "<im_", "<system", "</system", "<assistant", "</assistant", "inst]", "system:", "assistant:", "system :", "assistant :"},
		lazily(`(?i)<\|?/?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[/?INST\]|^\s*(?:system|assistant)\s*:\s*(?:you\b|ignore|new |override|disregard)`),
	},
	{
		[]string{"reading this", "reads this", "read this", "processing this", "system note"},
		lazily(`(?i)\b(?:assistant|agent|model|ai|llm|bot)s?\b,? (?:(?:that|who|which) )?(?:reads?|reading|processing) this\b|\bsystem note\b`),
	},
	{
		[]string{"no longer appl", "do not apply", "don't apply", "are void", "are cancelled", "are canceled", "are obsolete for"},
		lazily(`(?i)\b(?:older|earlier|previous|above|other|all)\b.{0,20}\b(?:rules|lessons|instructions)\b.{0,40}\b(?:no longer appl(?:y|ies)|do(?:es)? not apply|don't apply|are (?:void|cancell?ed))|\b(?:rules|lessons|notes|instructions) above are (?:void|cancell?ed)`),
	},
	{
		[]string{"mention it", "mention this", "mention that", "tell it", "show it", "show this", "reveal this", "reveal it"},
		lazily(`(?i)\b(?:not|don't|never)\b.{0,10}\b(?:mention|tell|show|reveal) (?:it|this|that)\b.{0,12}\b(?:owner|users?|humans?|operator|reviewers?|anyone|anybody)\b`),
	},
	{
		// A rule that something be kept from the owner.
		[]string{"out of copy", "out of the loop", "out of it", "out of this", "erwähn"},
		lazily(`(?i)\bkeep (?:the |your )?(?:owner|user|human|operator)s? out of\b|\berwähn\w* (?:das|es|dies) (?:nicht|nirgends|niemandem)\b`),
	},
	{
		// A word that opens what is closed to everybody else.
		[]string{"without asking", "without checking", "without question", "without a check", "without confirmation"},
		lazily(`(?i)\b(?:whoever|anyone who|anybody who|everyone who)\b.{0,60}\b(?:word|phrase|passphrase|password)\b.{0,80}\bwithout (?:asking|checking|question|a check|confirmation)\b`),
	},
	{
		[]string{"approve every", "approve all", "approve any", "accept every", "accept all drafts"},
		lazily(`(?i)\b(?:approve|accept) (?:every|all|any)\b.{0,40}\b(?:drafts?|yourself|requests?|without)\b`),
	},
	{
		[]string{"看到这", "看到此", "读到这", "不必告诉", "无需告诉", "不用告诉", "无需告知", "不必告知"},
		lazily(`(?:看到|读到)(?:这|此).{0,8}(?:助手|代理|模型|机器人)|(?:不必|无需|不用)(?:告诉|告知|通知)(?:主人|用户|所有者)`),
	},
	{
		[]string{"systemhinweis", "ungültig", "gelten nicht", "aufgehoben", "eintrag lesen", "eintrag liest", "zeile liest", "notiz liest", "notiz lesen", "notizen lesen", "datei liest", "datei lesen", "zeile lesen", "gelten für", "dies liest", "dies lesen", "das liest", "das lesen", "hier liest", "hier lesen", "lea esto", "lean esto", "ohne dem nutzer", "ohne es dem", "mitzuteilen", "freigeben", "decírselo"},
		lazily(`(?i)\b(?:assistent|agent|modell)\w*,? (?:der|die|das|welche[rs]?) (?:dies\w*|das)(?: \w+)? (?:liest|lesen)\b|\bsystemhinweis\b|(?:^|\PL)(?:alle|ältere|alte|obige|bisherige)\w*\b.{0,20}\b\pL*(?:regeln|erkenntnisse|lektionen|hinweise|anweisungen|vorgaben)\b.{0,30}\b(?:ungültig|gelten (?:für \pL+ )?nicht|aufgehoben)|\bohne (?:es )?(?:dem|der) (?:nutzer|besitzer|inhaber|chef)\w* (?:zu sagen|mitzuteilen)|\bab (?:jetzt|sofort)\b.{0,40}\balle\w* (?:entwürfe|anfragen)\b.{0,20}\bfreigeben|\b(?:asistente|agente|modelo)s? que lean? esto\b|\bsin decírselo al\b`),
	},
	{
		[]string{"ignorier", "vergiss", "missachte"},
		lazily(`(?i)\b(?:ignoriere?|vergiss|missachte)\b.{0,30}\b(?:anweisungen|vorgaben|regeln|instruktionen|prompts?)\b`),
	},
	{
		[]string{"ignora", "olvida"},
		lazily(`(?i)\b(?:ignora|olvida)\b.{0,30}\b(?:instrucciones|reglas|indicaciones|istruzioni|regole)\b`),
	},
	{
		[]string{"ignore", "oublie"},
		lazily(`(?i)\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\b(?:instructions|consignes|règles)\b`),
	},
	{
		[]string{"игнорируй", "забудь"},
		lazily(`(?i)(?:игнорируй|забудь).{0,30}(?:инструкц|указан|правил)`),
	},
	{
		[]string{"忽略", "无视", "忘记", "忘掉"},
		lazily(`(?:忽略|无视|忘记|忘掉).{0,12}(?:指令|指示|说明|规则|提示|要求)`),
	},
	{
		[]string{"無視", "忘れ"},
		lazily(`(?:以前|これまで|上記).{0,8}(?:指示|命令).{0,6}(?:無視|忘れ)`),
	},
}

// Injection says why text must not reach a model or a reviewer as advice: it
// gives orders to a model, or hides characters that cannot be seen. It is empty
// for honest text.
func Injection(text string) string {
	for i, r := range text {
		if invisible(r) && !joinsEmoji(text, i, r) {
			return fmt.Sprintf("holds the invisible character U+%04X", r)
		}
	}
	lower := strings.ToLower(text)
	for _, o := range orders {
		if !holdsAny(lower, o.words) {
			continue
		}
		for _, at := range o.re().FindAllStringIndex(text, -1) {
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

func holdsAny(lower string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(lower, word) })
}

// MayInject is a quick look at a whole file: false says that Injection has
// nothing against any part of it.
func MayInject(text string) bool {
	if strings.ContainsFunc(text, invisible) {
		return true
	}
	lower := strings.ToLower(text)
	begins := orderBeginnings()
	pair := 0
	for i := range len(lower) {
		pair = pair&0xff<<8 | int(lower[i])
		if begins.any[pair>>6]&(1<<(pair&63)) != 0 {
			for _, word := range begins.words[pair] {
				if strings.HasPrefix(lower[i-1:], word) {
					return true
				}
			}
		}
	}
	return false
}

// beginnings lists words by their first two bytes, which is faster to look up
// than any of the words is to search. any is a set of bits, small enough to stay
// near the processor.
type beginnings struct {
	any   [1 << 10]uint64
	words map[int][]string
}

func pairOf(text string) int { return int(text[0])<<8 | int(text[1]) }

// orderBeginnings are those of the words of all orders.
var orderBeginnings = sync.OnceValue(func() *beginnings {
	b := &beginnings{words: map[int][]string{}}
	for _, o := range orders {
		for _, word := range o.words {
			pair := pairOf(word)
			b.any[pair>>6] |= 1 << (pair & 63)
			b.words[pair] = append(b.words[pair], word)
		}
	}
	return b
})

// invisible tells characters that change how text reads without being seen:
// formatting and bidirectional marks, tags, and controls.
func invisible(r rune) bool {
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
