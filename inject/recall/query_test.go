package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/inject/recall/recalltest"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"

	"github.com/stretchr/testify/require"
)

// Whatever notes came, changed, were renamed and went, an index answers as a new one, and knows the same terms, endings
// and languages. Guards invariant 5.
func TestAnIndexForgetsWhatIsGone(t *testing.T) {
	f := newFolder(t)
	x := f.open(f.options())
	notes := map[string]string{}
	for name, text := range recalltest.Notes(15) {
		notes[name] = text
		f.write("memory/"+name, text)
	}
	compare := func(what string, messages ...string) {
		t.Helper()
		fresh := f.options()
		fresh.Database = ""
		y := f.open(fresh)
		for _, message := range messages {
			got, want := f.recall(x, message), f.recall(y, message)
			want.Searched.InMemory = false
			assert.Equalf(t, want, got, "%s, %q", what, message)
		}
		for _, query := range []string{
			"SELECT term || doc FROM vocabulary", "SELECT value FROM meta WHERE key IN ('counted', 'languages')",
		} {
			got, err := strings1(t.Context(), x.db, query)
			want, other := strings1(t.Context(), y.db, query)
			assert.Truef(t, slices.Equal(got, want) && err == nil && other == nil && len(got) != 0,
				"%s: %s: %d, %v, want %d, %v", what, query, len(got), err, len(want), other)
		}
	}
	f.write("memory/fr.md", "- La clé de la cave est dans le tiroir de la cuisine, avec les autres clés de la maison.\n")
	compare("new", recalltest.Messages...)
	remove := func(name string) {
		t.Helper()
		require.NoError(t, os.Remove(filepath.Join(f.dir, "memory", name)))
	}
	for i, name := range sorted(notes) {
		switch i % 3 {
		case 0:
			f.write("memory/"+name, fmt.Sprintf("- Die Pumpe der Halle 77 leckt an der Rohrverbindung %d.\n", i))
		case 1:
			remove(name)
		case 2:
			f.write("memory/renamed-"+name, notes[name])
			remove(name)
		}
		f.recall(x, "Where does the pump leak?")
	}
	compare("changed", append(slices.Clone(recalltest.Messages), "Wo leckt die Pumpe?", "Where is the Verbindung?")...)
	remove("fr.md")
	for i, name := range sorted(notes) {
		if i%3 == 0 {
			remove(name)
		}
	}
	compare("gone", append(slices.Clone(recalltest.Messages), "Wo leckt die Pumpe?", "Where is the Verbindung?")...)
}

// The tokenizer of FTS5 leaves every term as it is, of whatever letters.
func TestTermsAreStoredAsTheyAre(t *testing.T) {
	var s strings.Builder
	s.WriteString("192.168.1.5 node-red Node_Red über Größe naïve ÅSE 中文文字 İstanbul ΣΊΣΥΦΟΣ it's ")
	for r := ' '; r < 0x5000; r++ { // beyond are only more characters of three and four bytes
		if isLetter(r) || text.IsCJK(r) {
			fmt.Fprintf(&s, "%c%cq ", r, r)
		}
	}
	x, err := Open(t.Context(), workspacetest.NewMemory(nil), Options{Now: today})
	require.NoError(t, err)
	defer x.Close() //nolint:errcheck // it is in memory
	want := setOf(termsOf(s.String(), "en"))
	stored := strings.Join(sorted(want), " ")
	if _, err := x.db.ExecContext(t.Context(), "INSERT INTO terms (rowid, text) VALUES (7, ?)", stored); err != nil {
		t.Fatal(err)
	}
	got, err := strings1(t.Context(), x.db, "SELECT term FROM vocabulary")
	assert.Truef(t, err == nil && len(want) >= 10_000 && slices.Equal(got, sorted(want)),
		"%d terms are stored, want %d; %v", len(got), len(want), err)
	x.lists = map[string][]int64{}
	for _, term := range []string{"192·168·1·5", "node·red", "uber", "grosse", "中文", "文字", "istanbul"} {
		if ids, err := x.list(t.Context(), term); err != nil || !slices.Equal(ids, []int64{7}) {
			t.Errorf("%q: %v, %v", term, ids, err)
		}
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

// "270,000" was two words, of which one was "000": a number is one word, whatever parts its thousands.
func TestThousandsAreOneNumber(t *testing.T) {
	for text, want := range map[string][]string{
		"270,000":         {"270000"},
		"1.500.000 Euro":  {"1500000", "euro"},
		"1'500, roof":     {"1500", "roof"},
		"12\u202f000":     {"12000"},
		"1,234.56":        {"1234", "56"},
		"1.234.5":         {"1", "234", "5", "1·234·5"},
		"10.0.0.1":        {"10", "0", "0", "1", "10·0·0·1"},
		"192.168.100.200": {"192", "168", "100", "200", "192·168·100·200"},
		"v1.500":          {"v1", "500", "v1·500"},
		"2026,500":        {"2026", "500"},
		"12,34":           {"12", "34"},
	} {
		var terms []string
		for _, placed := range termsOf(text, "") {
			terms = append(terms, placed.term)
		}
		assert.Equal(t, want, terms, text)
	}
	files := map[workspace.Path]string{"MEMORY.md": "- The roof cost 270,000 last year.\n- Block 270 has lamps.\n"}
	assert.Equal(t, "MEMORY.md#L1-L1", sourcesOf(ask(t, files, "What did we get for 270000?")))
}
