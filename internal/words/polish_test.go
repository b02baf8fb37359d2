package words

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2/analysis/lang/pl/stempel"
	"github.com/blevesearch/stempel/javadata"
)

var update = flag.Bool("update", false, "write the table of Polish stems anew")

// The embedded table gives the stems that the module's own one gives.
func TestPolish(t *testing.T) {
	t.Parallel()
	if *update {
		writePolish(t)
		return
	}
	compareStems(t, strings.Fields(`kopie zapasowe sprawdzaj przed każdym wdrożeniem najlepszych pracownikami
		niezależności przeprowadziliśmy książkami żółtych ucząc się najnowszymi wersjami bazy danych powiadomieniach
		nieprzeczytanych użytkownikowi dwadzieścia a i łódź ABC x1 日本 Überall`))
}

// FuzzPolish compares our stems with those of the module.
func FuzzPolish(f *testing.F) {
	f.Add("najpiękniejszymi wdrożeniami")
	f.Add("nie\xff zapomnij")
	f.Fuzz(func(t *testing.T, text string) { compareStems(t, strings.Fields(text)) })
}

var theirs = sync.OnceValues(stempel.LoadTrie)

func compareStems(t *testing.T, words []string) {
	t.Helper()
	trie, err := theirs()
	if err != nil {
		t.Fatal(err)
	}
	ours := polish()
	for _, word := range words {
		runes := []rune(word)
		want := string(stempel.Diff(runes, trie.GetLastOnPath(runes)))
		if got := ours(word); got != want {
			t.Errorf("the stem of %q is %q, want %q", word, got, want)
		}
	}
}

// writePolish writes the table from the one of the module.
func writePolish(t *testing.T) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/blevesearch/stempel").Output()
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "pl", "stemmer_20000.tbl"))
	if err != nil {
		t.Fatal(err)
	}
	in := javadata.NewReader(bytes.NewReader(table))
	kind, forward, by := must(in.ReadUTF()), must(in.ReadBool()), must(in.ReadInt32())
	if kind != "-0ME2" || forward || by != 1 {
		t.Fatalf("the table is of another kind, %s", kind)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(triesOf(t, in))
	if err := errors.Join(err, w.Close(), os.WriteFile("polish.bin", b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// triesOf are the tries of the module's table as loadPolish reads them.
func triesOf(t *testing.T, in *javadata.Reader) (b []byte) {
	add := func(n int32) int32 {
		b = binary.AppendUvarint(b, uint64(n))
		return n
	}
	for range add(must(in.ReadInt32())) {
		if forward, root := must(in.ReadBool()), must(in.ReadInt32()); forward || root != 0 {
			t.Fatal("a trie of another kind")
		}
		for range add(must(in.ReadInt32())) {
			command := []rune(must(in.ReadUTF()))
			add(int32(len(command)))
			for _, r := range command {
				add(r)
			}
		}
		var letters, commands, rows []int32
		for range add(must(in.ReadInt32())) {
			for range add(must(in.ReadInt32())) {
				letters, commands = append(letters, must(in.ReadCharAsRune())), append(commands, must(in.ReadInt32())+1)
				must(in.ReadInt32()) // how often it was learned
				rows = append(rows, must(in.ReadInt32())+1)
				must(in.ReadInt32()) // how much of the word it skips
			}
		}
		for _, n := range slices.Concat(letters, commands, rows) {
			add(n)
		}
	}
	return b
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
