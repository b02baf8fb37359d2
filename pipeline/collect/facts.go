package collect

import (
	"slices"
	"strings"

	"wisdom/internal/words"
)

// reVersion tells what version or code a thing has, reIsName that it is a person, or
// a person's. Neither says what to do, wherever it stands.
var (
	reVersion = words.Lazily(`^[^.:：!?]{2,40}(?:[:：]\s*|\s(?:is|are|ist|sind|es|son|est|é|è)\s(?:at |auf |en )?)v?(?:\d+\.\d+(?:\.\d+)+|\d{4,}(?:-[\pL\d]+)+)\.?$|^[^.:：!?]{2,40}\s(?:is at|steht bei|está al|est à|è al) \d+ ?%\.?$`)
	reIsName  = words.Lazily(`^(?:\S+ ){1,6}(?:is|are|es|son|est|é|è) \p{Lu}\p{Ll}+(?:['’]s)?$`)
	reAccess  = words.Lazily(`[:：=]\s*\S*\[REDACTED\]\S*$`)
	reAgain   = words.Lazily(`\s(?:again|wieder|otra vez|de nuevo|à nouveau|di nuovo)$`)
)

// withoutAgain is a text without a last word that says that a thing is as it was: "ok
// again".
func withoutAgain(text string) string {
	if !endsAgain(text) { // most lines
		return text
	}
	before := reAgain().ReplaceAllString(text, "")
	if last := before[strings.LastIndexByte(before, ' ')+1:]; stateWords()[strings.ToLower(last)] {
		return before
	}
	return text
}

func endsAgain(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	switch last {
	case "again", "wieder", "vez", "nuevo", "nouveau", "nuovo":
		return true
	}
	return false
}

// isStanding tells how a thing stands just now: the version or the code that it has,
// the name of who does something: "Chair is Marlis, treasurer is Otto".
func isStanding(text string) bool {
	if len(text) > longestReport*longWord || words.Count(text) > longestReport || normative(strings.ToLower(text)) {
		return false
	}
	if reVersion().MatchString(text) {
		return true
	}
	for clause := range strings.SplitSeq(strings.TrimRight(text, "."), ", ") {
		if !reIsName().MatchString(clause) {
			return false
		}
	}
	return true
}

// isQuestion tells a question that is still open, alone or behind a word such as
// "decide:". Behind other words it is one to be asked whenever it happens.
func isQuestion(text string) bool {
	if strings.IndexByte(text, '?') < 0 && !strings.Contains(text, "？") { // most lines
		return false
	}
	plain := strings.TrimRight(withoutParenthesis(text), " *_")
	if !strings.HasSuffix(plain, "?") && !strings.HasSuffix(plain, "？") {
		return false
	}
	if reSentence().MatchString(strings.TrimRight(plain, "?？ ")) {
		return false
	}
	before, _, labelled := strings.Cut(strings.ReplaceAll(plain, "：", ":"), ":")
	return !labelled || slices.Contains(known().asking, bare(before))
}
