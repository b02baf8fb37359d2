// Package mdtest reads the Markdown cases of tests from files, where they can be read as Markdown.
package mdtest

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Case is a text before and after what is tested.
type Case struct{ Before, After string }

// Cases reads the cases of a txtar archive by their names: a file NAME holds the text before, a file NAME => the
// text after, which is the same where there is none. The marks, such as {{section}}, are replaced by texts, in pairs.
// A file without a case is an error, and so is a name that it has twice: one of the two would not be tested.
func Cases(t *testing.T, path string, marks ...string) map[string]Case {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	marked := strings.NewReplacer(marks...)
	cases, seen := map[string]Case{}, map[string]bool{}
	for _, file := range archive.Files {
		if seen[file.Name] {
			t.Fatalf("%s: %q is there twice", path, file.Name)
		}
		seen[file.Name] = true
		text := marked.Replace(string(file.Data))
		name, isAfter := strings.CutSuffix(file.Name, " =>")
		before := cases[name].Before
		switch {
		case isAfter && before == "":
			t.Fatalf("%s: %q has no text before", path, name)
		case isAfter:
			cases[name] = Case{before, text}
		default:
			cases[name] = Case{text, text}
		}
	}
	if len(cases) == 0 {
		t.Fatalf("%s: no case", path)
	}
	return cases
}

// Rewrite puts texts into the files NAME => of an archive that has no marks, by their names.
func Rewrite(t *testing.T, path string, after map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range archive.Files {
		name, isAfter := strings.CutSuffix(file.Name, " =>")
		if text, there := after[name]; isAfter && there {
			archive.Files[i].Data = []byte(text)
		}
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
