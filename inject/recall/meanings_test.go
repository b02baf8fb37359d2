package recall

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

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
	for _, common := range []float32{0, 1} {
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

// What is near by chance is told from the passages that are there.
func TestChanceFollowsTheNotes(t *testing.T) {
	f := newFolder(t)
	f.write("memory/a.md", "- Ines cannot stand nuts.\n- The rack holds nine wheels.\n- Bench two is free.\n")
	f.write("memory/b.md", strings.Repeat("- The van is red.\n", 9))
	opts := f.options()
	opts.Embedder = &fakeEmbedder{about: map[string]int{"nuts": 1, "allergies": 1, "van": 2}}
	chance := func() string {
		x, err := Open(t.Context(), f.fsys, opts)
		require.NoError(t, err)
		defer x.Close() //nolint:errcheck // it was only asked
		_, err = x.Recall(t.Context(), Question{Message: "Which food allergies are there?"})
		require.NoError(t, err)
		known, err := x.chance(t.Context(), ofPassages)
		require.NoError(t, err)
		return string(known)
	}
	with := chance()
	require.NoError(t, os.Remove(filepath.Join(f.dir, "memory/b.md")))
	without := chance()
	assert.NotEqual(t, with, without)
	f.write("memory/c.md", strings.Repeat("- The van is red.\n", 9))
	assert.Equal(t, with, chance(), "the van again")
}

// slowEmbedder answers when it is told to.
type slowEmbedder struct {
	fakeEmbedder
	answer chan struct{}
}

func (s *slowEmbedder) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	<-s.answer
	return s.fakeEmbedder.EmbedQueries(ctx, texts)
}

// A message does not wait for a model that is being loaded, nor for notes without a vector: words answer it. The request
// goes on meanwhile, and the next message has the model.
func TestAModelIsNotWaitedFor(t *testing.T) {
	f := newFolder(t)
	f.write("MEMORY.md", "- Ines cannot stand nuts.\n- The van is parked behind the mill.\n"+
		strings.Repeat("- A rack of wood.\n- The bench of oak.\n- Its shelf is full.\n", 5))
	about := map[string]int{"nuts": 1, "allergies": 1, "van": 2, "rack": 3, "bench": 4, "shelf": 5}
	opts := f.options()
	slow := &slowEmbedder{fakeEmbedder{about: about}, make(chan struct{})}
	var warned []string
	opts.Embedder, opts.Patience = slow, time.Millisecond
	opts.Warn = func(err error) { warned = append(warned, err.Error()) }
	x := f.open(opts)
	defer x.Close() //nolint:errcheck // it was only asked
	assert.Equal(t, "MEMORY.md#L2-L2", sourcesOf(f.recall(x, "Where is the van parked?")))
	assert.Equal(t, "MEMORY.md#L2-L2", sourcesOf(f.recall(x, "Where is the van parked?")), "it is still loading")
	close(slow.answer)
	x.opts.Patience = time.Minute
	assert.Empty(t, sourcesOf(f.recall(x, "Which food allergies are there?")), "no note has a vector")
	beside := opts
	beside.Patience = 0
	y := f.open(beside)
	defer y.Close() //nolint:errcheck // it was only asked
	require.NoError(t, y.Embed(t.Context()))
	assert.Equal(t, "MEMORY.md#L1-L1", sourcesOf(f.recall(x, "Which food allergies are there?")))
	assert.Len(t, warned, 2)
}
