package collect

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// judgedFile is a file of a workspace; set names where its judgements are from.
type judgedFile struct{ set, folder, path string }

// judgement is what a person said about some lines.
type judgement struct {
	first, last int
	says        string
	weight      float64
}

type judgements map[judgedFile][]judgement

// example is a text that was judged.
type example struct {
	judgedFile
	features []Feature // nil where a rule decides
	lesson   float64   // what a person said: 1 or 0
	maybe    bool
	weight   float64 // how many texts it stands for
	chance   float64 // that it is a lesson, by what others teach
}

// readFile reads a file that has a line for each judgement, with tabs between: a name for the set, the workspace, the path
// in it, the first line and the last, and what they are: yes, maybe (counts half), no, skip, or read, which says that
// what no one marked there is no lesson. A number behind that says how many texts the judged one stands for.
func (all judgements) readFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 6 {
			return fmt.Errorf("%s:%d: fewer than six fields", name, n)
		}
		first, err1 := strconv.Atoi(fields[3])
		last, err2 := strconv.Atoi(fields[4])
		weight := 1.0
		var err3 error
		if len(fields) > 6 {
			weight, err3 = strconv.ParseFloat(fields[6], 64)
		}
		if err := cmp.Or(err1, err2, err3); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		p := judgedFile{fields[0], fields[1], fields[2]}
		all[p] = append(all[p], judgement{first, last, fields[5], weight})
	}
	return lines.Err()
}

// benchWeight: invented notes count less than real ones.
const benchWeight = 0.3

// readFolder reads a labelled workspace of our own.
func (all judgements) readFolder(folder string) error {
	labels, err := os.Open(filepath.Join(folder, "lessons.jsonl"))
	if err != nil {
		return err
	}
	defer labels.Close()
	below := filepath.Join(folder, "workspace")
	add := func(path string, first, last int, says string) {
		if p := (judgedFile{"bench", below, path}); !isInstruction(path) {
			all[p] = append(all[p], judgement{first, last, says, benchWeight})
		}
	}
	for lines := json.NewDecoder(labels); lines.More(); {
		var labelled lesson.Lesson
		if err := lines.Decode(&labelled); err != nil {
			return fmt.Errorf("%s: %w", labels.Name(), err)
		}
		for _, place := range labelled.Places {
			add(place.Path, place.StartLine, place.EndLine, "yes")
		}
	}
	return fs.WalkDir(os.DirFS(below), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			add(path, 1, math.MaxInt, "read")
		}
		return err
	})
}

// isInstruction reports whether a session loads the file, so that only its lesson sections are read.
func isInstruction(path string) bool {
	return slices.Contains([]string{"AGENTS.md", "TOOLS.md", "SOUL.md", "USER.md", "IDENTITY.md", "HEARTBEAT.md"}, path)
}

// examples reads the files again and finds the texts that were judged.
func (all judgements) examples(ctx context.Context) ([]*example, error) {
	var examples []*example
	pages := slices.SortedFunc(maps.Keys(all), func(a, b judgedFile) int {
		return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.folder, b.folder), cmp.Compare(a.path, b.path))
	})
	for _, p := range pages {
		fsys, err := workspace.Open(p.folder)
		if err != nil {
			return nil, err
		}
		read, r, _ := scan(ctx, fileAt(fsys, "", workspace.Path(p.path)))
		if read.err != nil {
			return nil, read.err
		}
		before := len(examples)
		for _, c := range r.offered {
			said := judged(all[p], c.start, c.end)
			if said == nil || said.says == "skip" {
				continue
			}
			e := &example{judgedFile: p, features: c.learned(), weight: said.weight, maybe: said.says == "maybe"}
			if e.maybe {
				e.weight /= 2
			}
			if e.maybe || said.says == "yes" {
				e.lesson = 1
			}
			examples = append(examples, e)
		}
		limitWeight(examples[before:])
	}
	return examples, nil
}

// learned are the features of a text, nil if a rule says that it is no lesson whatever it says.
func (c *candidate) learned() (all []Feature) {
	if c.weighed {
		c.features(func(f Feature) {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		})
	}
	return all
}

// mostOfFile is the most that one file may weigh, so that a long one does not decide.
const mostOfFile = 150

func limitWeight(examples []*example) {
	sum := 0.0
	for _, e := range examples {
		sum += e.weight
	}
	for _, e := range examples {
		e.weight *= min(1, mostOfFile/max(sum, 1))
	}
}

// judged returns what was said about lines: about just these if that was judged, else
// about some of them; nil if nothing was.
func judged(all []judgement, first, last int) *judgement {
	var best *judgement
	most := -1
	for i, j := range all {
		if j.first > last || j.last < first {
			continue
		}
		rank := slices.Index([]string{"read", "skip", "no", "maybe", "yes"}, j.says)
		if j.first == first && j.says != "read" {
			rank += 20
		}
		if j.last == last && j.says != "read" {
			rank += 10
		}
		if rank > most {
			best, most = &all[i], rank
		}
	}
	return best
}

// What was said about just these lines counts more than about some of them, and that more
// than that the file was read in full.
func TestJudged(t *testing.T) {
	t.Parallel()
	all := []judgement{{1, 99, "read", 1}, {3, 5, "no", 1}, {4, 4, "yes", 1}, {4, 8, "maybe", 1}}
	for lines, want := range map[[2]int]string{
		{1, 1}: "read", {3, 5}: "no", {4, 4}: "yes", {4, 8}: "maybe", {7, 7}: "maybe",
	} {
		assert.Equal(t, want, judged(all, lines[0], lines[1]).says, "lines %v", lines)
	}
	assert.Nil(t, judged(all, 100, 101), "lines that no one saw")
}

func TestExamplesAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	notes := "# Notes\n\n## Rules\n\n- Oil the pump in spring\n- The pump is red\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "MEMORY.md"), []byte(notes), 0o600))
	list := filepath.Join(dir, "judged.tsv")
	lines := "set\t" + dir + "\tMEMORY.md\t5\t5\tyes\t2\nset\t" + dir + "\tMEMORY.md\t1\t6\tread\n"
	require.NoError(t, os.WriteFile(list, []byte(lines), 0o600))
	all := judgements{}
	require.NoError(t, all.readFile(list))
	examples, err := all.examples(t.Context())
	require.NoError(t, err)
	require.Len(t, examples, 2)
	assert.Equal(t, []float64{1, 2, 0}, []float64{examples[0].lesson, examples[0].weight, examples[1].lesson})
	require.NoError(t, os.WriteFile(list, []byte("set\tfolder\n"), 0o600))
	assert.ErrorContains(t, all.readFile(list), "judged.tsv:1")
}
