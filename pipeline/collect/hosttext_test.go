package collect

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/markdown/host"

	"github.com/stretchr/testify/require"
)

// What a host or a plugin wrote into a note is no lesson, whatever it says, and the rule that says so is named.
func TestHostTextIsNoLesson(t *testing.T) {
	const none = ""
	rules := []string{host.DreamBlock, host.ManagedBlock, host.RecallBlock, host.Transcript}
	for file, rule := range map[string]string{
		"dreams": host.DreamBlock, "blocks": host.ManagedBlock, "recall": host.RecallBlock,
		"transcripts": host.Transcript, "people": none,
	} {
		for _, n := range readNotes(t, "testdata/hosttext/"+file+".txt") {
			t.Run(n.name, func(t *testing.T) {
				n.checkBegun(t)
				explained, err := explain(t, n.files(), Options{}, string(n.path))
				require.NoError(t, err)
				named := none
				for _, line := range explained.Lines {
					if slices.Contains(rules, line.Rule) {
						named = line.Rule
					}
					assert.Equalf(t, strings.Split(n.text, "\n")[line.Line-1], line.Text, "line %d is shown as", line.Line)
				}
				assert.Equal(t, rule, named, "decided by")
			})
		}
	}
}
