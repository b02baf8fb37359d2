package collect

import (
	"regexp"
	"sync"
)

// lazily compiles an expression when it is first used: together they take longer
// than most commands, which use none of them.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
