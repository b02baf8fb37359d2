package lint

import (
	"strings"
	"testing"
)

// Expressions are compiled when they are first used; a broken one shall be found
// here, and one whose words it cannot match without would never be used.
func TestOrdersCompile(t *testing.T) {
	for _, o := range orders() {
		if pattern := o.re().String(); len(o.keywords) == 0 || strings.ToLower(o.keywords[0]) != o.keywords[0] {
			t.Errorf("%s: its words %q are looked for in lower case", pattern, o.keywords)
		}
	}
}
