package facts

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/text"
)

// reBanMark marks a ban with the labels of the facts that it is about. A label behind a dash is of a fact that it is
// not about, and no label at all says that it is no ban.
var reBanMark = regexp.MustCompile(`(?s)⟦([^|⟧]*)\|([^⟧]*)⟧`)

// Tables had the access and not the ban beside it, or bans of something else. A fact has its bans, or is not there.
func TestNoBanIsLost(t *testing.T) {
	paths, err := filepath.Glob("testdata/bans/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	lost, over, all := 0, 0, 0
	for _, path := range paths {
		marked, err := os.ReadFile(path)
		require.NoError(t, err)
		found := Find(t.Context(), Files[0], reBanMark.ReplaceAll(marked, []byte("$2")))
		for _, m := range reBanMark.FindAllStringSubmatch(string(marked), -1) {
			ban := text.Normal(strings.ReplaceAll(m[2], "\n", " "))
			all++
			for label := range strings.SplitSeq(m[1], ",") {
				not, isNot := strings.CutPrefix(label, "-")
				isNot = isNot || label == ""
				for _, f := range found.Facts {
					says := ""
					for _, g := range found.Facts {
						if g.Line == f.Line || g.Tied == f.Tied && g.Tied > 0 {
							says += " " + text.Normal(text.OneLine(g.Heading+" "+g.Label()+" "+g.Told()))
						}
					}
					if !strings.Contains(f.Heading+" "+f.Label(), not) || strings.Contains(says, ban) != isNot || !f.Fit() {
						continue
					}
					if isNot {
						over++
					} else {
						lost++
					}
					assert.Failf(t, "ban", "%s: %q, line %d: %s (not wanted: %v)", path, ban, f.Line, says, isNot)
				}
			}
		}
	}
	t.Logf("of %d bans %d are lost, %d with what they are not about", all, lost, over)
}
