package review

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"

	"github.com/stretchr/testify/require"
)

// A table that no draft made is compared with its sources too: a person wrote it by hand, or .wisdom was lost.
func TestForeignTable(t *testing.T) {
	for name, tc := range map[string]struct {
		tools, table string
		want         []string
	}{
		"says the same": {"- **panel:** port 8091, host 10.0.0.5\n", "panel 8091 · 10.0.0.5\n", nil},
		"an old port": {
			"- **panel:** port 8091\n",
			"## Ports\npanel 8081\n",
			[]string{"TOOLS_COMPACT.md:2: error: 8081 is in no tool document [tools-value]"},
		},
		"no source":   {"", "panel 8081\n", nil},
		"words alone": {"- **panel:** port 8091\n", "TTS voice alba\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "TOOLS_COMPACT.md": tc.table})
			if tc.tools != "" {
				fsys.Put("TOOLS.md", tc.tools)
			}
			findings, err := Check(context.Background(), fsys, testOptions().Lint)
			require.NoError(t, err)
			var got []string
			for _, f := range findings {
				if strings.HasPrefix(f.Path, "TOOLS_COMPACT") {
					got = append(got, f.String())
				}
			}
			assert.Equalf(t, strings.Join(tc.want, "\n"), strings.Join(got, "\n"), "findings %q, want %q", got, tc.want)
		})
	}
}
