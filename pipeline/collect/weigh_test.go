package collect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// A fault in weights.tsv is an error that names the line.
func TestFaultsInWeightsNameTheLine(t *testing.T) {
	t.Parallel()
	_, err := readWeights(weightFile)
	assert.NoError(t, err, "weights.tsv")
	for _, test := range []struct{ name, line, want string }{
		{"an unknown kind", "colour\tred\t0.5", `line 2: no feature is of the kind "colour"`},
		{"too few fields", "word\t0.5", "line 2: 2 fields instead of 3"},
		{"too many fields", "word\tred\tgreen\t0.5", "line 2: 4 fields instead of 3"},
		{"no number", "word\tred\tmuch", "line 2: "},
		{"an empty line", "", "line 2: 1 fields instead of 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readWeights("# head\n" + test.line + "\n")
			assert.Truef(t, err != nil && strings.HasPrefix(err.Error(), test.want), "%v instead of %s", err, test.want)
		})
	}
}

// Found by reading the change: a heading of 256 KB was kept once for each of 10,000 headings below it, in 7 GB.
func TestLinesAboveAreBounded(t *testing.T) {
	t.Parallel()
	const note = "memory/kiln.md"
	fsys := workspacetest.NewMemory(map[workspace.Path]string{
		note: "# " + strings.Repeat("日ä kiln ", 30_000) + "\n\n## Firing\n\n- Always check the gauge\n",
	})
	_, r, _ := scan(t.Context(), fileAt(fsys, "", note))
	above := r.offered[len(r.offered)-1].above
	assert.Truef(t, len(above) <= mostAbove && utf8.ValidString(above) && strings.HasSuffix(above, "kiln\nFiring"),
		"%d bytes are above the rule: ...%q", len(above), above[max(0, len(above)-40):])
}

// A question is less likely a lesson than the same order, and words of rules count most at the beginning.
func TestTheWordingCounts(t *testing.T) {
	t.Parallel()
	chance := func(text string) float64 {
		t.Helper()
		const topic = "memory/kiln.md"
		fsys := workspacetest.NewMemory(map[workspace.Path]string{topic: "# Kiln\n\n- " + text + "\n"})
		_, r, _ := scan(t.Context(), fileAt(fsys, "", topic))
		return r.offered[0].chance
	}
	question, order := chance("Never open the kiln hot?"), chance("Never open the kiln hot.")
	behind := chance("Open the kiln hot never.")
	assert.Truef(t, question < order && behind < order,
		"a question %.2f, a rule %.2f, with its word behind %.2f", question, order, behind)
}
