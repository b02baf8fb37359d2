package recall

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
)

// The answer is often the bullet beside the one that was found: what stands around it below the same heading is shown
// with it, byte for byte, as far as it is short.
func TestWhatStandsAroundIsShownToo(t *testing.T) {
	const kiln = "- Kiln: turn the vent first.\r\n- Then 940 degrees.\r\n\r\n- Shelves cool until noon.\r\n"
	for name, test := range map[string]struct {
		file string
		want string
	}{
		"below one heading":           {"## Cellar\r\n- Mop.\r\n## Firing\r\n" + kiln + "## Shop\r\n- Ring twice.\r\n", kiln},
		"what is out of use":          {kiln + "- ~~Wait an hour.~~\r\n- Sweep.\r\n", kiln},
		"what follows a secret":       {kiln + "- Password: hunter2kiln9\r\n- Sweep.\r\n", kiln},
		"what has no room any longer": {kiln + "- " + strings.Repeat("clay and glaze ", 40) + "\r\n- Sweep.\r\n", kiln},
	} {
		r := ask(t, map[workspace.Path]string{"MEMORY.md": test.file}, "What comes first with the kiln and its vent?")
		require.Len(t, r.Snippets, 1, name)
		s := r.Snippets[0]
		assert.Equal(t, strings.TrimRight(test.want, "\r\n"), s.Text, name)
		assert.Equal(t, s.StartLine, s.Found[0], name)
		assert.Equal(t, s.StartLine+3, s.EndLine, name)
	}
}

// What a newer note replaces is not shown beside what was found either.
func TestWhatStandsAroundAndIsReplacedIsNotShown(t *testing.T) {
	r := ask(t, map[workspace.Path]string{
		"memory/2026-03-01.md": "- Kiln: turn the vent first.\n- Visitors on the jubilee barge pay 5 euros each.\n",
		"memory/2026-09-01.md": "- Visitors on the jubilee barge pay 7 euros each.\n",
	}, "What comes first with the kiln and its vent?")
	require.Len(t, r.Snippets, 1)
	assert.Equal(t, "memory/2026-03-01.md#L1-L1", r.Snippets[0].Source)
}
