package review

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Items are in the order in which people count.
func TestItemsAreOrderedByNumber(t *testing.T) {
	t.Parallel()
	assert.True(t, byNumber("t2", "t10") < 0 && byNumber("e9", "t1") < 0, "t10 comes before t2, or t1 before e9")
}
