package collect

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A tick counts in front of a text or behind its last word only.
func TestATickAtAnEndIsDone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"✅ moved the shed":        true,
		"moved the shed ✅":        true,
		"moved the shed ✔️.":      true,
		"*明天见！*✅ [已发送]":           true,
		"a ✅ in the middle of it": false,
		"moved the shed ✅ again":  false,
		"moved the shed_":         false,
		"été":                     false,
		"":                        false,
	} {
		assert.Equalf(t, want, isDone(text), "%q is done", text)
	}
}
