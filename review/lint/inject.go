package lint

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reOrders are the ways in which text gives orders to a model rather than
// advice to an agent. They are data: add a language here.
var reOrders = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|all|your|system|other)\b.{0,30}\b(?:instructions?|prompts?|rules|messages?|guidelines|directives|context)\b`),
	regexp.MustCompile(`(?i)\b(?:you are now|from now on,? you are|act as if you (?:are|were)|pretend to be)\b.{0,60}`),
	regexp.MustCompile(`(?i)\b(?:reveal|print|repeat|leak|show|output|send)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt)|hidden instructions)\b`),
	regexp.MustCompile(`(?i)<\|?/?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[/?INST\]|^\s*(?:system|assistant)\s*:`),
	regexp.MustCompile(`(?i)\b(?:ignoriere?|vergiss|missachte)\b.{0,30}\b(?:anweisungen|vorgaben|regeln|instruktionen|prompts?)\b`),
	regexp.MustCompile(`(?i)\b(?:ignora|olvida)\b.{0,30}\b(?:instrucciones|reglas|indicaciones|istruzioni|regole)\b`),
	regexp.MustCompile(`(?i)\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\b(?:instructions|consignes|règles)\b`),
	regexp.MustCompile(`(?i)(?:игнорируй|забудь).{0,30}(?:инструкц|указан|правил)`),
	regexp.MustCompile(`(?:忽略|无视|忘记|忘掉).{0,12}(?:指令|指示|说明|规则|提示|要求)`),
	regexp.MustCompile(`(?:以前|これまで|上記).{0,8}(?:指示|命令).{0,6}(?:無視|忘れ)`),
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
	for _, re := range reOrders {
		if m := re.FindString(text); m != "" {
			return fmt.Sprintf("gives orders to a model: %q", strings.TrimSpace(m))
		}
	}
	return ""
}

// invisible tells characters that change how text reads without being seen:
// formatting and bidirectional marks, tags, and controls.
func invisible(r rune) bool {
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
