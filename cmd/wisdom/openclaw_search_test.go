//go:build unix

package main

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"
)

// found is a place that a search returned.
type found struct {
	path        string
	first, last int
}

// searchWay is a way to find notes, with what became of the questions.
type searchWay struct {
	name string
	// ask answers a question, and gives the processor time of its process; 0 where the
	// question was put to a process that stays.
	ask func(question string) ([]found, time.Duration)
	// most is how many questions are put; 0 for all.
	most int

	wall, cpu                []float64 // in ms
	met, needs, loud, silent int
}

// The notes of a labelled workspace among so many others, and ways to find them side by
// side: this program, the host's own memory search, ripgrep, a plain FTS5 table. It
// prints a table for docs/benchmarks.md.
func TestOpenClawSearch(t *testing.T) {
	sizes := os.Getenv("WISDOM_OPENCLAW_NOTES")
	if sizes == "" {
		t.Skip("compares searches in so many notes: make test-openclaw NOTES='300 1000'")
	}
	program := filepath.Join(t.TempDir(), "wisdom")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoErrorf(t, err, "%v: %s", err, out)
	labelled := filepath.Join("..", "..", "testdata", "recallbench", "choir")
	o := startOpenclaw(t, nil)
	require.NoError(t, os.CopyFS(o.workspace, os.DirFS(filepath.Join(labelled, "workspace"))))
	for _, size := range strings.Fields(sizes) {
		count, err := strconv.Atoi(size)
		require.NoError(t, err)
		o.compareSearches(program, count, readQuestions(t, labelled))
	}
}

// question is a message with the places of what it needs: each need has several.
type question struct {
	text  string
	needs [][]found
}

// readQuestions reads the messages whose needs are in notes that the host searches, too,
// and those that need nothing.
func readQuestions(t *testing.T, dir string) (all []question) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "messages.jsonl"))
	require.NoError(t, err)
	for line := range bytes.Lines(b) {
		var m struct {
			Message string
			Needs   [][]string
			Never   []string
		}
		require.NoError(t, json.Unmarshal(line, &m))
		q, searched := question{text: m.Message}, len(m.Never) == 0
		for _, need := range m.Needs {
			var places []found
			for _, where := range need {
				path, text, _ := strings.Cut(where, "::")
				note, err := os.ReadFile(filepath.Join(dir, "workspace", path))
				require.NoError(t, err)
				at := 1 + bytes.Count(note[:max(0, bytes.Index(note, []byte(text)))], []byte("\n"))
				places = append(places, found{path, at, at})
				searched = searched && path != "TOOLS.md"
			}
			q.needs = append(q.needs, places)
		}
		if searched {
			all = append(all, q)
		}
	}
	return all
}

// compareSearches puts all questions to each way in turn.
func (o *openclaw) compareSearches(program string, notes int, questions []question) {
	t := o.t
	t.Helper()
	size := o.fillNotes(notes)
	first := exec.Command(program, "-C", o.workspace, "-q", "recall", "a first call builds the index")
	t.Logf("%d notes, %.1f MB; our index: %s of processor time", notes, float64(size)/1e6, o.spent(first))
	began := time.Now()
	index := o.prepare("openclaw", "memory", "index")
	t.Logf("the host's index: %s of processor time, %s elapsed", o.spent(index), time.Since(began).Round(time.Second))
	stays := o.recallChild(program)
	const few = 10 // each takes seconds
	ways := []*searchWay{
		{name: "wisdom recall, process", ask: func(q string) ([]found, time.Duration) {
			c := exec.Command(program, "-C", o.workspace, "-q", "recall", "--json", q)
			return o.snippetsIn(o.outputOf(c)), c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		}},
		{name: "wisdom recall --stdio", ask: func(q string) ([]found, time.Duration) { return stays(q), 0 }},
		{name: "host, memory_search", ask: func(q string) ([]found, time.Duration) { return o.memoryTool(q), 0 }},
		{name: "host, memory search, process", most: few, ask: func(q string) ([]found, time.Duration) {
			c := o.prepare("openclaw", "memory", "search", q, "--json", "--max-results", "6")
			return o.resultsIn(o.outputOf(c)), c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		}},
		{name: "ripgrep, any word, process", ask: o.ripgrep},
		{name: "FTS5 with OR over lines", ask: o.plainSearch()},
	}
	for i, q := range questions {
		for _, way := range ways {
			if way.most == 0 || i < way.most {
				way.put(q)
			}
		}
	}
	t.Logf("%-30s %9s %9s %9s %9s  %s", "", "elapsed", "p95", "processor", "p95", "needs met, small talk answered")
	for _, way := range ways {
		t.Logf("%-30s %s %s  %d of %d, %d of %d",
			way.name, middle(way.wall), middle(way.cpu), way.met, way.needs, way.loud, way.silent)
	}
}

// middle is the median and the 95th percentile of times in ms.
func middle(ms []float64) string {
	if slices.Sort(ms); len(ms) == 0 || ms[len(ms)-1] == 0 {
		return fmt.Sprintf("%9s %9s", "-", "-")
	}
	return fmt.Sprintf("%9.1f %9.1f", ms[len(ms)/2], ms[len(ms)*95/100])
}

// put asks a question and counts what it brings.
func (w *searchWay) put(q question) {
	began := time.Now()
	places, cpu := w.ask(q.text)
	w.wall = append(w.wall, float64(time.Since(began).Microseconds())/1000)
	w.cpu = append(w.cpu, float64(cpu.Microseconds())/1000)
	if len(q.needs) == 0 {
		w.silent++
		if len(places) > 0 {
			w.loud++
		}
	}
	for _, need := range q.needs {
		w.needs++
		if slices.ContainsFunc(places[:min(6, len(places))], func(p found) bool {
			return slices.ContainsFunc(need, func(n found) bool {
				return n.path == p.path && p.first <= n.first && n.last <= p.last
			})
		}) {
			w.met++
		}
	}
}

// fillNotes writes invented notes until there are so many, and gives the bytes of all.
func (o *openclaw) fillNotes(count int) (size int64) {
	o.t.Helper()
	things := strings.Fields("printer oven pump lathe camera switch heater sensor router scale drill kiln mixer press saw")
	did := strings.Fields("moved mended bought cleaned tested lent sold painted counted measured sealed oiled opened")
	first := time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := 0; ; i++ {
		notes, err := filepath.Glob(filepath.Join(o.workspace, "memory", "*.md"))
		require.NoError(o.t, err)
		if len(notes) >= count {
			break
		}
		var text strings.Builder
		fmt.Fprintf(&text, "# Day %d\n\n", i)
		for j := range 20 {
			n := i*31 + j*17
			fmt.Fprintf(&text, "- The %s of hall %d was %s, it uses port %d since then, and lot w%dx came with it.\n",
				things[n%len(things)], n%500, did[n%len(did)], 1000+n%9000, n)
		}
		o.write("memory/"+first.AddDate(0, 0, i).Format(time.DateOnly)+".md", text.String())
	}
	err := filepath.WalkDir(filepath.Join(o.workspace, "memory"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, ierr := d.Info()
			if ierr != nil {
				return ierr
			}
			size += info.Size()
		}
		return err
	})
	require.NoError(o.t, err)
	return size
}

// prepare is a call of a program with the test's host.
func (o *openclaw) prepare(name string, args ...string) *exec.Cmd {
	c := exec.Command(o.program(name), args...)
	c.Env, c.Dir = o.env, o.state
	return c
}

func (o *openclaw) outputOf(c *exec.Cmd) []byte {
	o.t.Helper()
	var talk bytes.Buffer
	c.Stderr = &talk
	out, err := c.Output()
	require.NoErrorf(o.t, err, "%v: %v: %s%s", c.Args, err, out, talk.String())
	return out
}

// spent runs a program and gives its processor time.
func (o *openclaw) spent(c *exec.Cmd) time.Duration {
	o.t.Helper()
	o.outputOf(c)
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Round(10 * time.Millisecond)
}

// snippetsIn are the places in an answer of wisdom recall.
func (o *openclaw) snippetsIn(answer []byte) (places []found) {
	o.t.Helper()
	var a struct {
		Snippets []struct {
			Path      string `json:"path"`
			StartLine int    `json:"start_line"`
			EndLine   int    `json:"end_line"`
		}
	}
	err := json.Unmarshal(answer, &a)
	require.NoErrorf(o.t, err, "%v: %s", err, answer)
	for _, s := range a.Snippets {
		places = append(places, found{s.Path, s.StartLine, s.EndLine})
	}
	return places
}

// recallChild starts a process that answers questions, as the plugin does.
func (o *openclaw) recallChild(program string) func(string) []found {
	o.t.Helper()
	c := exec.Command(program, "-C", o.workspace, "-q", "recall", "--stdio")
	in, err := c.StdinPipe()
	require.NoError(o.t, err)
	out, err := c.StdoutPipe()
	require.NoError(o.t, err)
	require.NoError(o.t, c.Start())
	o.t.Cleanup(func() { _ = in.Close(); _ = c.Wait() })
	answers := bufio.NewReader(out)
	ask := func(q string) []found {
		fmt.Fprintln(in, asJSON(o.t, map[string]any{"id": 1, "message": q}))
		line, err := answers.ReadBytes('\n')
		require.NoError(o.t, err)
		return o.snippetsIn(line)
	}
	ask("a first question loads the index")
	return ask
}

// memoryTool asks the host's own tool inside its gateway.
func (o *openclaw) memoryTool(q string) []found {
	o.t.Helper()
	args := map[string]any{"query": q, "maxResults": 6}
	body := o.post("/tools/invoke", "token", nil, map[string]any{"tool": "memory_search", "args": args})
	var answer struct {
		Result struct{ Details json.RawMessage }
	}
	err := json.Unmarshal(body, &answer)
	require.NoErrorf(o.t, err, "%v: %s", err, body)
	return o.resultsIn(answer.Result.Details)
}

// resultsIn are the places in an answer of the host's memory search.
func (o *openclaw) resultsIn(answer []byte) (places []found) {
	o.t.Helper()
	var a struct {
		Results []struct {
			Path               string
			StartLine, EndLine int
		}
	}
	err := json.Unmarshal(answer, &a)
	require.NoErrorf(o.t, err, "%v: %s", err, answer)
	for _, r := range a.Results {
		places = append(places, found{r.Path, r.StartLine, r.EndLine})
	}
	return places
}

// wordsOf are the words of a question.
func wordsOf(q string) []string {
	return strings.FieldsFunc(q, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// ripgrep looks for lines with any word of at least four letters, in its own order.
func (o *openclaw) ripgrep(q string) (places []found, cpu time.Duration) {
	o.t.Helper()
	args := []string{"--sort", "path", "-n", "-i", "-w", "--no-heading"}
	for _, word := range wordsOf(q) {
		if len(word) >= 4 {
			args = append(args, "-e", word)
		}
	}
	c := exec.Command("rg", append(args, "MEMORY.md", "memory")...)
	c.Dir = o.workspace
	out, err := c.Output()
	if c.ProcessState == nil {
		o.t.Skip(err)
	}
	for line := range strings.Lines(string(out)) {
		path, rest, _ := strings.Cut(line, ":")
		number, _, _ := strings.Cut(rest, ":")
		at, err := strconv.Atoi(number)
		require.NoError(o.t, err, line)
		places = append(places, found{path, at, at})
	}
	return places, c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// plainSearch asks an FTS5 table of all lines for any of the words, best first.
func (o *openclaw) plainSearch() func(string) ([]found, time.Duration) {
	o.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(o.t.TempDir(), "plain.db"))
	require.NoError(o.t, err)
	o.t.Cleanup(func() { _ = db.Close() })
	o.fillTable(db)
	return func(q string) (places []found, cpu time.Duration) {
		var terms []string
		for _, word := range wordsOf(q) {
			terms = append(terms, `"`+word+`"`)
		}
		const query = "SELECT path, line FROM lines WHERE lines MATCH ? ORDER BY rank LIMIT 6"
		rows, err := db.Query(query, strings.Join(terms, " OR "))
		require.NoError(o.t, err)
		defer rows.Close() //nolint:errcheck // was only read
		for rows.Next() {
			var p found
			require.NoError(o.t, rows.Scan(&p.path, &p.first))
			p.last = p.first
			places = append(places, p)
		}
		require.NoError(o.t, rows.Err())
		return places, 0
	}
}

// fillTable writes all lines of the notes into a table.
func (o *openclaw) fillTable(db *sql.DB) {
	o.t.Helper()
	_, err := db.Exec("CREATE VIRTUAL TABLE lines USING fts5 (path UNINDEXED, line UNINDEXED, text)")
	require.NoError(o.t, err)
	tx, err := db.Begin()
	require.NoError(o.t, err)
	err = filepath.WalkDir(o.workspace, func(path string, d os.DirEntry, err error) error {
		name, rerr := filepath.Rel(o.workspace, path)
		isNote := name == "MEMORY.md" || strings.HasPrefix(name, "memory/") && filepath.Ext(name) == ".md"
		if err != nil || rerr != nil || !isNote {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(b), "\n") {
			if _, err := tx.Exec("INSERT INTO lines VALUES (?, ?, ?)", name, i+1, line); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(o.t, err)
	require.NoError(o.t, tx.Commit())
}
