package facts

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Found by trying to break it: every rule looked at all of a line for every value in it, so that 20 kB of text
// without spaces took most of a minute.
func TestLongLineTakesNoQuadraticTime(t *testing.T) {
	const most = 10 * time.Second // of what takes 0.3 s when it is linear
	start := time.Now()
	for _, begin := range []string{"", "- ", "- 键：", "| a | b |\n|---|---|\n| x | ", "```\n"} {
		for _, unit := range []string{"主机a.b.cn、", "打开 `a` → ", "端口80。"} {
			text := "# Tools\n\n## Hosts\n\n- gate: 10.20.0.1\n\n" + begin + strings.Repeat(unit, 20_000/len(unit)) + "\n"
			found := Find(t.Context(), "TOOLS.md", []byte(text)).Facts
			assert.Truef(t, len(found) == 1 && found[0].Value == "10.20.0.1", "%s%s: %d facts", begin, unit, len(found))
			require.Truef(t, time.Since(start) <= most, "%s%s: after %v", begin, unit, time.Since(start))
		}
	}
}
