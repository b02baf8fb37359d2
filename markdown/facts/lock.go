package facts

import (
	"regexp"
	"slices"
	"strings"
)

// Codes of locks: numbers that nothing gives away but what they open.

var (
	// reBox is something that a number opens and nothing else.
	reBox = regexp.MustCompile(`(?i)\b(?:lock ?box|key ?box|key ?safe|padlock|keypad|zahlenschloss|schlüssel(?:box|safe|kasten|tresor)|(?:zugangs|zutritts|disarm|arming|access|entry)[- ]?codes?|candado|cadenas|boîte à clés?)\b|密码锁|钥匙盒`)
	// reLock is what may be locked, reOpens says that it is about opening it.
	reLock  = regexp.MustCompile(`(?i)\b(?:gates?|doors?|garage|safe|shed|cellar|entrance|(?:hof|garten|garagen|einfahrts|roll|haupt|seiten)?tor|\pL*tür|\pL*tresor|keller|puertas?|portón|verja|garaje|caja fuerte|portes?|portail|cave|coffre)\b|\balarm\pL*|大门|门禁|保险|报警`)
	reOpens = regexp.MustCompile(`(?i)\b(?:codes?|combo|combination|kombination|código|códigos|combinación|combinaison|pin|pins|disarm|arm|opens? with|unlock|(?:un)?scharf|öffnet mit|auf mit|se abre con|s['’]ouvre avec)\b|密码|布防|撤防|代码`)
	reSafe  = regexp.MustCompile(`(?i)\b(?:safe|\pL*tresor|caja fuerte|coffre)\b|保险`)
	// reOtherCode is a code that opens nothing.
	reOtherCode = regexp.MustCompile(`(?i)\b(?:error|fehler|status|exit|zip|post(?:al)?|product|produkt|artikel|item|area|country|colou?r|farb|promo|client|kunden|event|fault)[- ]?codes?\b|\b(?:códigos?|codes?) (?:de |d['’])?(?:error|erreur|postal|producto|produit|cliente?|client|artículo)|\bsafe mode\b`)
	reLockCode  = regexp.MustCompile(`(?:^|[^\w.:/+,-])((?:\d{1,2}-){2,5}\d{1,2}|\d{4,8}[A-Z]?#?)(?:$|[^\w:/%-])`)
	reTurn      = regexp.MustCompile(`(?i)\b(?:left|right|links|rechts|izquierda|derecha|gauche|droite)\b[^\d\n]{0,8}((?:\d[x×] ?)?\d{1,2})\b|[左右]边?(\d{1,2})`)
	reNoCode    = regexp.MustCompile(`(?i)(?:\b(?:ports?|puerto|vlan|in|since|seit|desde|depuis|tel\.?|call|until|bis) $|[€$£]$)`)
	reMeasure   = regexp.MustCompile(`^ ?(?:(?:` + unitWords + `)\b|[€$%°])`)
	reClause    = regexp.MustCompile(`[.;]\s|[。；]`)
)

// lockStems are in every word for a lock: a quick look that spares most lines the
// patterns.
var lockStems = []string{
	"lock", "box", "safe", "keypad", "zahlenschl", "schlüssel", "code", "candado", "cadenas", "boîte", "gate", "door", "gara", "shed", "cellar", "entrance", "tor", "tür",
	"tresor", "keller", "puerta", "portón", "verja", "fuerte", "porte", "portail", "cave", "coffre", "alarm", "锁", "盒", "门", "保险", "报警",
}

func mayLock(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(lockStems, func(stem string) bool { return strings.Contains(lower, stem) })
}

// lockCodes finds the codes in the clauses of a line that are about a lock.
func lockCodes(line string) []span {
	if !strings.ContainsAny(line, "0123456789") || !mayLock(line) || !reLock.MatchString(line) && !reBox.MatchString(line) {
		return nil
	}
	var found []span
	start := 0
	for _, at := range append(reClause.FindAllStringIndex(line, -1), []int{len(line), len(line)}) {
		for _, s := range codesIn(line[start:at[0]]) {
			found = append(found, span{start + s.start, start + s.end})
		}
		start = at[1]
	}
	return found
}

// codesIn finds the codes in a clause, and how the dial of a safe is turned.
func codesIn(clause string) []span {
	var found []span
	if turns := reTurn.FindAllStringSubmatchIndex(clause, -1); len(turns) > 1 && reSafe.MatchString(clause) {
		for _, at := range turns {
			found = append(found, groups(clause, at)...)
		}
	}
	if !isAboutLock(clause) {
		return found
	}
	phones := compounds[1].re.FindAllStringIndex(clause, -1)
	for _, at := range reLockCode.FindAllStringSubmatchIndex(clause, -1) {
		s := span{at[2], at[3]}
		inPhone := slices.ContainsFunc(phones, func(p []int) bool {
			return p[0] <= s.start && s.end <= p[1] && isPhone(clause[p[0]:p[1]])
		})
		if !inPhone && !reNoCode.MatchString(clause[:s.start]) && !reMeasure.MatchString(clause[s.end:]) {
			found = append(found, s)
		}
	}
	return found
}

// isAboutLock says whether a text is about what opens a lock.
func isAboutLock(text string) bool {
	if reBox.MatchString(text) {
		return true
	}
	text = reOtherCode.ReplaceAllString(text, "")
	return reLock.MatchString(text) && reOpens.MatchString(text)
}

// isLockCode says whether a value is the code of a lock by all that stands above
// and in front of it.
func isLockCode(names, value string) bool {
	if len(value) < len("1234") || !isDigit(value[0]) || !mayLock(names) {
		return false
	}
	at := reLockCode.FindStringSubmatchIndex(value)
	return at != nil && at[3]-at[2] == len(value) && isAboutLock(names) && !holds(names, kindWords[0].words)
}
