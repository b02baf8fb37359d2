// Package mdtest reads the Markdown cases of tests from files, where they can be read as Markdown.
package mdtest

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Case is a text before and after what is tested.
type Case struct{ Before, After string }

// Cases reads the cases of a txtar archive by their names: a file NAME holds the text before, a file NAME => the
// text after, which is the same where there is none. The marks, such as {{section}}, are replaced by texts, in pairs.
func Cases(t *testing.T, path string, marks ...string) map[string]Case {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	marked := strings.NewReplacer(marks...)
	cases := map[string]Case{}
	for _, file := range archive.Files {
		text := marked.Replace(string(file.Data))
		name, isAfter := strings.CutSuffix(file.Name, " =>")
		before := cases[name].Before
		switch {
		case isAfter && before == "":
			t.Fatalf("%s: %q has no text before", path, name)
		case !isAfter && before != "":
			t.Fatalf("%s: two cases are called %q", path, name)
		case isAfter:
			cases[name] = Case{before, text}
		default:
			cases[name] = Case{text, text}
		}
	}
	if len(cases) == 0 {
		t.Fatalf("%s holds no case", path)
	}
	return cases
}
