package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What Claude Code keeps of a folder outside of it is named in the settings where a person agrees, and nowhere else.
func TestInitOffersNotesOutside(t *testing.T) {
	for name, tc := range map[string]struct {
		typed       string
		walks, adds bool
	}{
		"agreed":      {"y\n", true, true},
		"declined":    {"\n", true, false},
		"end":         {"", true, false},
		"no terminal": {"y\n", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir, home := t.TempDir(), t.TempDir()
			dir, err := filepath.EvalSymlinks(dir)
			require.NoError(t, err)
			notes := filepath.Join(home, ".claude", "projects", reNoName().ReplaceAllString(dir, "-"), "memory")
			require.NoError(t, os.MkdirAll(notes, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(notes, "tips.md"), []byte("- Weigh it twice.\n"), 0o600))
			var said bytes.Buffer
			a := &deps{streams: streams{
				in: strings.NewReader(tc.typed), out: &said, err: &said, walks: tc.walks, now: time.Now,
				width:  func() int { return 100 },
				getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
			}, flags: globalFlags{workspace: dir}}
			require.NoError(t, a.open())
			defer a.close()
			require.NoError(t, offerMemory(t.Context(), a))
			assert.Contains(t, said.String(), "Claude Code keeps 1 note of this folder in "+notes)
			if assert.Len(t, a.settings.Sources.Extra, count(tc.adds)); tc.adds {
				assert.Equal(t, notes, a.settings.Sources.Extra[0].Dir)
				said.Reset()
				require.NoError(t, offerMemory(t.Context(), a))
				assert.Empty(t, said.String(), "offered again")
			}
		})
	}
}
