package collect

import (
	"regexp"
	"sync"

	"wisdom/internal/lang"
)

// What the languages know of headings; see lang.HeadingPatterns and lang.HeadingWords.
var (
	reAboutLessons   = lang.Expression("", "", func(l *lang.Language) string { return l.HeadingPatterns.About })
	reInBrackets     = lang.Expression(`[(\x{ff08}\[\x{3010}][^)\x{ff09}\]\x{3011}]*(?:`, `)`, func(l *lang.Language) string { return l.HeadingPatterns.Learned })
	reTaken          = lang.Expression("", "", func(l *lang.Language) string { return l.HeadingPatterns.Taken })
	reForeign        = lang.Expression("(?i)", "", func(l *lang.Language) string { return l.HeadingPatterns.Foreign })
	reLogOf          = lang.Expression("", "", func(l *lang.Language) string { return l.HeadingPatterns.Logs })
	reWhereThingsAre = lang.Expression("", "", func(l *lang.Language) string { return l.HeadingPatterns.Places })
	reMemory         = lang.Expression("", "", func(l *lang.Language) string { return l.HeadingPatterns.Memory })

	goesOn      = lang.Set(func(l *lang.Language) string { return l.HeadingWords.GoesOn })
	possessives = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Possessives })
	connectives = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Connectives })
	joinsNouns  = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Of })
	lists       = lang.Set(func(l *lang.Language) string { return l.HeadingWords.Lists })

	// reOfWhat matches the beginning of a heading whose last phrase says of what another
	// thing is.
	reOfWhat = anyWord(`^(\pL+) (?:`, `) $`, func(l *lang.Language) string { return l.HeadingWords.Of })
	// rePasted matches what follows a word such as "copied" that is about the text below.
	rePasted = anyWord(`^(?:$|[^\pL]*(?:`, `)(?:$|[^\pL])|[^\pL\s])`, func(l *lang.Language) string { return l.HeadingWords.From })
)

// anyWord returns an expression for one of the words of a field, of any language.
func anyWord(before, after string, field func(*lang.Language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(before + lang.WordPattern(field) + after) })
}
