package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A byte that is no UTF-8 ends the segmenter, and hid all words behind it.
func TestWordsGoOnBehindWhatIsNoText(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 4, Count("check the\xff port\xc3 twice"))
	assert.Equal(t, 1, Count("\xff\xffkiln\xff"))
	assert.Equal(t, 0, Count("\xff"))
}
