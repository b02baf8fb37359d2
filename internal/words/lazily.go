package words

import (
	"regexp"
	"sync"
)

// Lazily compiles an expression when it is first used: all together take longer than
// most commands, which use few of them.
// It is not inlined: each caller would hold a copy of sync.OnceValue, 0.3 MB of the program together.
//
//go:noinline
func Lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
