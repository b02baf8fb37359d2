package collect

import (
	"sync"

	"wisdom/internal/lang"
	"wisdom/internal/text"
)

// known are the phrases of all languages, folded: a heading or a line is too short to tell
// its language.
var known = sync.OnceValue(func() *lang.Language { return lang.Together(text.Fold) })

// withouts are the words of all languages that are negative and forbid nothing.
var withouts = lang.Set(func(l *lang.Language) string { return l.Norms.Without })
