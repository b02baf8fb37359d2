package host

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
)

// Every row says what it loads and when, and names its source in the comment above it.
func TestHostsAreWhole(t *testing.T) {
	tables := strings.Split(rows, "[[hosts]]")
	docs, err := os.ReadFile("../../docs/hosts.md")
	require.NoError(t, err)
	for i, h := range Hosts {
		source := tables[i][strings.LastIndex(tables[i], "\n\n"):]
		assert.Regexp(t, `# \S*(docs|guides)/|OpenClaw \d`, source, h.Name)
		assert.NotEmpty(t, h.Title, h.Name)
		assert.Contains(t, string(docs), "| "+h.Title+" | ")
		for _, f := range h.Files {
			if i > 0 {
				assert.NotEmpty(t, f.When, f.Path)
			}
			if !strings.HasPrefix(string(f.Path), "~/") {
				_, err := workspace.ParsePath(string(f.Path))
				assert.NoError(t, err, h.Name)
			}
		}
	}
}

func TestLoads(t *testing.T) {
	for list, want := range map[string]string{
		Private:  "AGENTS.md SOUL.md IDENTITY.md USER.md BOOTSTRAP.md MEMORY.md",
		Shared:   "AGENTS.md SOUL.md IDENTITY.md USER.md",
		Subagent: "AGENTS.md",
	} {
		assert.Equal(t, want, workspace.JoinPaths(Loads(list), " "), list)
	}
	assert.Equal(t, []int{20_000, 4_000, 20_000}, []int{Cap("SOUL.md"), Cap("USER.md"), Cap("notes.md")})
}
