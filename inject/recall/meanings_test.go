package recall

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

func TestBeyondChance(t *testing.T) {
	for _, tc := range []struct {
		far         float64
		n           int
		least, most float64
	}{
		{2, 70, 0, 0}, // one of 70 lies there by chance
		{3.2, 70, 0.2, Threshold},
		{4, 70, 0.4, sure},
		{4, 7000, 0, 0.15}, // in more passages more is chance
		{9, 7000, 1, 1},
		{math.Sqrt(2), 3, sure, 1}, // the two others are the same
		{1, 3, 0, 0.05},
		{-5, 70, 0, 0},
		{0, 0, 0, 0},
	} {
		got := beyondChance(tc.far, tc.n)
		assert.Truef(t, got >= tc.least && got <= tc.most && !math.IsNaN(got), "%v of %d: %v", tc.far, tc.n, got)
	}
}

// What is near is told from the workspace: a model that finds all texts alike, and one that knows
// nothing of the language, do no harm.
func TestRealModelsDifferInCosines(t *testing.T) {
	var notes strings.Builder
	for i := range 30 {
		fmt.Fprintf(&notes, "- Bench %d stands in hall %d.\n", i, i%4)
	}
	files := map[workspace.Path]string{
		"MEMORY.md": "- Ines cannot stand nuts.\n- The van is parked behind the mill.\n" + notes.String(),
	}
	about := map[string]int{"nuts": 1, "allergies": 1, "hall 1": 2, "hall 2": 3, "hall 3": 4}
	for _, common := range []float32{0, 1, 20} {
		with := func(o *Options) { o.Embedder = &fakeEmbedder{about: about, bend: common} }
		r := ask(t, files, "Which food allergies are there?", with)
		assert.Truef(t, strings.HasPrefix(sourcesOf(r), "MEMORY.md#L1-L1"), "common %v: %s", common, sourcesOf(r))
		if r := ask(t, files, "The weather was nicer yesterday afternoon", with); len(r.Snippets) > 0 {
			t.Errorf("common %v, nothing near: %s", common, sourcesOf(r))
		}
	}
	with := func(o *Options) { o.Embedder = &fakeEmbedder{} }
	assert.Equal(t, "MEMORY.md#L2-L2", sourcesOf(ask(t, files, "Where is the van parked?", with)), "all vectors the same")
}

// With a model, the words of an expected message count only where it is nearer than most: one word may be chance.
func TestWordsOfFarMessagesDoNotCount(t *testing.T) {
	m := &meanings{expected: distances{[]int64{3, 4}, []float64{leastNear, leastNear - 0.1}}}
	needs := []need{{expected: map[int64]float64{3: expectedQuality, 4: expectedQuality}}, {}}
	m.judge(needs)
	got := needs[0].expected
	assert.True(t, len(got) == 1 && got[3] != 0, got)
	(*meanings)(nil).judge(needs)
	assert.Len(t, needs[0].expected, 1, "without a model they count")
}

// The mean of the vectors is that of the passages that are there.
func TestMeanFollowsTheNotes(t *testing.T) {
	f := newFolder(t)
	f.write("memory/a.md", "- Ines cannot stand nuts.\n- The rack holds nine wheels.\n- Bench two is free.\n")
	f.write("memory/b.md", strings.Repeat("- The van is red.\n", 9))
	opts := f.options()
	opts.Embedder = &fakeEmbedder{about: map[string]int{"nuts": 1, "allergies": 1, "van": 2}}
	mean := func() string {
		x, err := Open(t.Context(), f.fsys, opts)
		require.NoError(t, err)
		defer x.Close() //nolint:errcheck // it was only asked
		if _, err := x.Recall(t.Context(), Question{Message: "Which food allergies are there?"}); err != nil {
			t.Fatal(err)
		}
		var stored []byte
		row := x.db.QueryRowContext(t.Context(), "SELECT vector FROM vectors WHERE text = 0")
		require.NoError(t, row.Scan(&stored))
		return fmt.Sprintf("%.3f", number(stored, 2))
	}
	with := mean()
	require.NoError(t, os.Remove(filepath.Join(f.dir, "memory/b.md")))
	without := mean()
	assert.Truef(t, with != without && without == "0.000", "%s, and without the van %s", with, without)
	f.write("memory/c.md", strings.Repeat("- The van is red.\n", 9))
	again := mean()
	assert.Equalf(t, with, again, "%s, and with the van again %s", with, again)
}
