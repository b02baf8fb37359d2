package recall

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// newerPair is a labelled pair of an older and a newer note, and a message.
type newerPair struct{ language, label, message, older, newer, place string }

func newerPairs(t *testing.T, file string) (all []newerPair) {
	b, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 6 {
			all = append(all, newerPair{f[0], f[1], f[2], f[3], f[4], f[5]})
		}
	}
	return all
}

// newerNotes are notes of days that hold all pairs, some in a note of older ones and some in a note of newer ones, or both
// in one file.
func newerNotes(pairs []newerPair) map[workspace.Path]string {
	files := map[workspace.Path]string{}
	add := func(p workspace.Path, text string) {
		if heading, below, found := strings.Cut(text, " :: "); found {
			text = "\n## " + heading + "\n\n- " + below + "\n"
		} else if !strings.HasPrefix(text, "|") {
			text = "- " + text
		}
		if files[p] == "" && !strings.HasPrefix(text, "|") {
			files[p] = "# Notes\n\n"
		}
		files[p] += text + "\n"
	}
	newerPart := "\n## 2026-08-14\n\n"
	for i, p := range pairs {
		older := workspace.Path(fmt.Sprintf("memory/2026-03-%02d-%s.md", i/3%28+1, p.language))
		newer := workspace.Path(fmt.Sprintf("memory/2026-09-%02d-%s.md", i/3%28+1, p.language))
		switch p.place {
		case "file":
			older, newer = "memory/topics/notes.md", "memory/topics/notes.md"
		case "memory":
			older = "MEMORY.md"
		case "table":
			older, newer = "memory/2026-03-30-plan.md", "memory/2026-09-30-plan.md"
		case "heading": // last of the day
			older, newer = older+".md", newer+".md"
		case "sections":
			older = "memory/topics/log.md"
			newerPart += "- " + p.newer + "\n"
			newer = ""
		}
		add(older, p.older)
		if newer != "" {
			add(newer, p.newer)
		}
	}
	if log := files["memory/topics/log.md"]; log != "" {
		files["memory/topics/log.md"] = strings.Replace(log, "# Notes", "## 2026-03-02", 1) + newerPart
	}
	return files
}

// below is a text without the heading in front.
func below(text string) string {
	if _, below, found := strings.Cut(text, " :: "); found {
		return below
	}
	return text
}

// newerFiles are those with pairs. What is held back was not looked at when the rules were written.
var newerFiles = []string{"newer.tsv", "newer_held_back.tsv", "newer_told.tsv", "newer_told_held_back.tsv"}

// TestNewer counts what is shown of labelled pairs of an older and a newer note, in their order.
func TestNewer(t *testing.T) {
	t.Parallel()
	var all []newerPair
	for _, file := range newerFiles {
		all = append(all, newerPairs(t, file)...)
	}
	x, err := Open(t.Context(), workspacetest.NewMemory(newerNotes(all)), Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it was only asked
	got := ""
	for _, file := range newerFiles {
		counts := map[string]int{}
		for _, p := range newerPairs(t, file) {
			r, err := x.Recall(t.Context(), Question{Message: p.message})
			require.NoError(t, err)
			shown := p.label + ":"
			for _, s := range r.Snippets {
				if strings.Contains(s.Text, below(p.older)) {
					shown += " older"
				} else if strings.Contains(s.Text, below(p.newer)) {
					shown += " newer"
				}
			}
			counts[shown]++
		}
		got += file + "\n"
		for _, kind := range slices.Sorted(maps.Keys(counts)) {
			got += fmt.Sprintf("%s %d\n", kind, counts[kind])
		}
	}
	want, err := os.ReadFile("testdata/newer.txt")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// A message that is expected for the older note leads to the newer one, which is a later word on the same in words of its
// own. What only has words in common with it does not come first.
func TestExpectedMessagesLeadToTheNewerNote(t *testing.T) {
	t.Parallel()
	const older = "## Lessons\n\n- Clay scraps are carried to the Fenwick depot in tin buckets.\n"
	for newer, want := range map[string]string{
		"- Clay scraps: a bay in the yard, tin buckets go straight in, Fenwick is far.\n": "memory/2026-09-01.md#L1-L1 " +
			"memory/2026-03-01.md#L3-L3",
		"- Buckets cost nine each at the market, twelve with a lid.\n": "memory/2026-03-01.md#L3-L3",
	} {
		notes := map[workspace.Path]string{"memory/2026-03-01.md": older, "memory/2026-09-01.md": newer}
		for i := range 12 {
			notes[workspace.Path(fmt.Sprintf("memory/topics/%d.md", i))] = fmt.Sprintf("- Shelf %d holds plates and bowls.\n", i)
		}
		files := workspacetest.NewMemory(notes)
		expecting(t, files, "Clay", "the leftovers from trimming pile up below the wheel")
		x, err := Open(t.Context(), files, Options{Now: today})
		require.NoError(t, err)
		r, err := x.Recall(t.Context(), Question{Message: "Where do the leftovers from trimming below the wheel go?"})
		require.NoError(t, err)
		require.NoError(t, x.Close())
		assert.Equal(t, want, sourcesOf(r), newer)
	}
}

// A snippet says which of the notes that it names are gone.
func TestGoneNotesAreTold(t *testing.T) {
	r := ask(t, map[workspace.Path]string{
		"memory/2026-11-01.md":  "The oven manual is in `memory/topics/oven.md`, the rest in `memory/topics/shop.md`.\n",
		"memory/topics/shop.md": "Nothing yet.\n",
	}, "Where is the oven manual?")
	require.Len(t, r.Snippets, 1)
	assert.Equal(t, "gone: memory/topics/oven.md", r.Snippets[0].Note)
	assert.Contains(t, Appendix(r), "\n(gone: memory/topics/oven.md)\nSource: ")
	r.Snippets[0].Score = high
	assert.Contains(t, Block(r, today, "k"), " (gone: memory/topics/oven.md) *(score", "the context file")
}

// What sync services copy, and reworded twins, are shown once. What is alike but names another value or person is no
// copy.
func TestCopiesAreShownOnce(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[workspace.Path]string{
		"a conflict of a sync service": {
			"memory/topics/kiln.md": "- Heat the kiln to 900 degrees in two hours.\n- Old.\n",
			"memory/topics/kiln.sync-conflict-20261101-101010-ABCDEFG.md": "- Heat the kiln to 900 degrees in two hours.\n",
			"memory/topics/kiln (1).md":                                   "* Heat the kiln to 900 degrees in two hours!\n",
		},
		"a twin": {
			"memory/topics/kiln.md": "- Heat the kiln to 900 degrees in two hours.\n",
			"memory/lessons.md":     "- In two hours, heat the kiln to 900 degrees.\n",
		},
	} {
		r := ask(t, files, "How fast do I heat the kiln?")
		assert.Lenf(t, r.Snippets, 1, "%s: %s", name, sourcesOf(r))
	}
	r := ask(t, map[workspace.Path]string{
		"memory/topics/a.md": "- Mara heats the kiln to 900 degrees in two hours.\n",
		"memory/topics/b.md": "- Ilse heats the kiln to 900 degrees in two hours.\n",
	}, "Who heats the kiln, and how fast?")
	assert.Len(t, r.Snippets, 2, sourcesOf(r))
}

// Of two snippets on the same of a message the later one comes first, also if it adds nothing. Without a date, the order of
// lines tells no time, and what meets little of what the other one meets is no word on it.
func TestALaterWordComesFirst(t *testing.T) {
	const older, question = "- The big kiln of the pottery stands in the barn, beside the clay.\n", "Where is the big kiln of the pottery, the one with clay?"
	for name, test := range map[string]struct {
		files map[workspace.Path]string
		want  []string
	}{
		"on a later day": {
			map[workspace.Path]string{
				"memory/2026-01-02.md": older, "memory/2026-02-03.md": "- Six of us carried the big kiln over to the pottery loft.\n",
			},
			[]string{"memory/2026-02-03.md#L1-L1", "memory/2026-01-02.md#L1-L1"},
		},
		"on an earlier day": {
			map[workspace.Path]string{
				"memory/2026-03-02.md": older, "memory/2026-02-03.md": "- Six of us carried the big kiln over to the pottery loft.\n",
			},
			[]string{"memory/2026-03-02.md#L1-L1"},
		},
		"below it, without a date": {
			map[workspace.Path]string{
				"MEMORY.md": "## Barn\n" + older + "## Loft\n- Six of us carried the big kiln over to the pottery loft.\n",
			},
			[]string{"MEMORY.md#L2-L2"},
		},
		"on little of it": {
			map[workspace.Path]string{
				"memory/2026-01-02.md": older, "memory/2026-02-03.md": "- New clay came.\n",
			},
			[]string{"memory/2026-01-02.md#L1-L1"},
		},
	} {
		var got []string
		for _, s := range ask(t, test.files, question).Snippets {
			got = append(got, s.Source)
		}
		assert.Equal(t, test.want, got, name)
	}
}

// One that says that something changed is a later word although it names less of the message.
func TestALaterWordThatSaysSoComesFirst(t *testing.T) {
	files := map[workspace.Path]string{
		"memory/2026-01-01.md": "- The printer in the copy room listens on port 9100.\n",
		"memory/2026-02-01.md": "- The printer no longer listens on 9100 but on 9200.\n",
	}
	for i := range 12 {
		files[workspace.Path(fmt.Sprintf("memory/topics/%d.md", i))] = fmt.Sprintf("- Shelf %d holds plates and bowls.\n", i)
	}
	got := ask(t, files, "printer port?")
	assert.Equal(t, "memory/2026-02-01.md#L1-L1 memory/2026-01-01.md#L1-L1", sourcesOf(got))
}
