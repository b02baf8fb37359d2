package text

import (
	"regexp"
	"sync"
)

// Lazily compiles an expression when it is first used: all together take longer than
// most commands, which use few of them.
func Lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
