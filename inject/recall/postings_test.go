package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wisdom/inject/recall/recalltest"
	"wisdom/internal/workspace"
)

// Notes that change all day leave dead passages and small parts behind: both are tidied up,
// and the answer is that of a new index. Guards invariant 5.
func TestPostingsAreTidied(t *testing.T) {
	f := newFolder(t)
	for i := range mostAlike + 12 {
		var b strings.Builder
		for j := range 150 {
			fmt.Fprintf(&b, "- Shelf %d holds jar %d of batch %d.\n", j, j*7, i)
		}
		f.write("memory/shelves.md", b.String())
		f.write(fmt.Sprintf("memory/tanks-%d.md", i), fmt.Sprintf("- Tank %d leaks at the valve.\n", i))
		f.ask("Which jar is on shelf 77?")
	}
	got := f.ask("Which jar is on shelf 77?")
	if len(got.Snippets) == 0 || !strings.Contains(got.Snippets[0].Text, "batch 19") {
		t.Errorf("%+v", got.Snippets)
	}
	if tank := f.ask("Where does tank 3 leak?"); len(tank.Snippets) == 0 || tank.Snippets[0].Path != "memory/tanks-3.md" {
		t.Errorf("%+v", tank.Snippets)
	}
	x, err := Open(t.Context(), f.fsys, f.options())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close() //nolint:errcheck // it was only read
	var parts, dead int
	const counts = "SELECT (SELECT count(*) FROM parts), (SELECT coalesce(sum(passages), 0) FROM dead)"
	if err := x.db.QueryRowContext(t.Context(), counts).Scan(&parts, &dead); err != nil {
		t.Fatal(err)
	}
	if parts > mostAlike+1 || dead > leastDead+150 {
		t.Errorf("%d parts, %d dead passages", parts, dead)
	}
	fresh := f.options()
	fresh.Database = ""
	y, err := Open(t.Context(), f.fsys, fresh)
	if err != nil {
		t.Fatal(err)
	}
	defer y.Close() //nolint:errcheck // it is in memory
	again, err := y.Recall(t.Context(), Question{Message: "Which jar is on shelf 77?"})
	if err != nil {
		t.Fatal(err)
	}
	if sourcesOf(again) != sourcesOf(got) || again.Searched.Candidates != got.Searched.Candidates {
		t.Errorf("a new index answers %s, the old one %s", sourcesOf(again), sourcesOf(got))
	}
}

// However the lists were written and merged, an index answers as one that was built at once, and knows the same terms.
// Guards invariant 5.
func TestMergedPartsAnswerTheSame(t *testing.T) {
	f := newFolder(t)
	for name, text := range recalltest.Notes(40) {
		f.write("memory/"+name, text)
	}
	f.write("memory/jars.md", strings.Repeat("- jar\n\n", 2000)+"- the quaxzorblat\n")
	x := f.open(f.options())
	x.gathers = 1 // every note is a part of its own
	compare := func(what string, messages ...string) {
		t.Helper()
		fresh := f.options()
		fresh.Database = ""
		y := f.open(fresh)
		for _, message := range messages {
			got, want := f.recall(x, message), f.recall(y, message)
			if want.Searched.InMemory = false; !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %q: %+v, want %+v", what, message, got, want)
			}
		}
		for _, side := range []side{forwards, backwards} {
			got, err := x.longer(t.Context(), side, []string{"talb", "zorb", "quax"})
			want, other := y.longer(t.Context(), side, []string{"talb", "zorb", "quax"})
			if !reflect.DeepEqual(got, want) || err != nil || other != nil {
				t.Errorf("%s: terms %v, %v, want %v, %v", what, got, err, want, other)
			}
		}
	}
	compare("many parts at once", recalltest.Messages...)
	if parts := f.count(x, "SELECT count(*) FROM parts"); parts != 1 {
		t.Errorf("one update left %d parts", parts)
	}
	for i := range 12 {
		f.write(fmt.Sprintf("memory/2012-01-%02d.md", i+1), fmt.Sprintf("- The pump of hall 77 leaks at joint %d.\n", i))
		f.recall(x, "Where does the pump leak?")
	}
	compare("small parts", "Where does the pump of hall 77 leak?", "which port does the printer of hall 77 use")
	if err := os.Remove(filepath.Join(f.dir, "memory/jars.md")); err != nil {
		t.Fatal(err)
	}
	compare("without the dead", append([]string{"the jar of the zorblat"}, recalltest.Messages...)...)
	if dead := f.count(x, "SELECT count(*) FROM dead"); dead != 0 {
		t.Errorf("%d contents are dead", dead)
	}
}

func TestLists(t *testing.T) {
	g := newGathered()
	want := []int64{1, 2, 130, 131, 70_000, 1 << 40}
	for _, id := range want {
		g.add(g.number([]byte("jar")), id)
	}
	list := g.appendList(nil, 0)
	if got, err := appendIDs(nil, list, nil); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	dead := spans{{2, 1}, {100, 31}, {70_001, 5}}
	if got, err := appendIDs(nil, list, dead); err != nil || !slices.Equal(got, []int64{1, 131, 70_000, 1 << 40}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := appendIDs(nil, []byte{1, 0x80}, nil); err == nil {
		t.Error("a torn list is read")
	}
	if got := common([]int64{1, 3, 5, 9}, []int64{2, 3, 9}); !slices.Equal(got, []int64{3, 9}) {
		t.Errorf("%v", got)
	}
}

// What more passages hold than are looked through still tells where all of it comes together.
func TestCommonWordsTogether(t *testing.T) {
	var b strings.Builder
	for i := range mostPostings + 10 {
		fmt.Fprintf(&b, "- red kiln%d\n- blue oven%d\n", i, i)
	}
	files := map[workspace.Path]string{"memory/a.md": b.String(), "memory/b.md": "- red and blue are by the door\n"}
	if r := ask(t, files, "red with blue"); len(r.Snippets) == 0 || r.Snippets[0].Path != "memory/b.md" {
		t.Errorf("%s, looked for %v", sourcesOf(r), r.Keywords)
	}
}
