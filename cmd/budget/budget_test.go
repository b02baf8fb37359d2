// Package budget_test counts the code lines of each package and compares them with the budgets in .budgets.txt.
// `make lint` runs it.
//
// A code line is neither blank nor only a comment. Test support is a package that only tests import and whose name,
// or that of a folder above it, ends in "test" or is "fake". A row of the table is a kind, a folder and a budget:
//
//	go      pipeline/collect  3100    the Go files of a package, without its tests
//	js      inject/hook/host  400     its JavaScript
//	support pipeline/llm/fake 580     a package of test support
//	tests   .                 34000   the tests of all packages together
package budget_test

import (
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

const (
	root  = "../.."
	table = ".budgets.txt"
)

// row is what a budget is for.
type row struct{ kind, folder string }

func TestBudgets(t *testing.T) {
	t.Parallel()
	budgets := readBudgets(t)
	lines := countAll(t)
	sum := 0
	for r, n := range lines {
		if r.kind == "go" {
			sum += n
		}
		if budget, has := budgets[r]; !has {
			t.Errorf("%s %s has %d code lines, and no row in %s", r.kind, r.folder, n, table)
		} else if n > budget {
			t.Errorf("%s %s has %d code lines, %d over its budget of %d", r.kind, r.folder, n, n-budget, budget)
		}
	}
	for r := range budgets {
		if _, has := lines[r]; !has {
			t.Errorf("%s %s has a row in %s, and no code", r.kind, r.folder, table)
		}
	}
	t.Logf("%d code lines of Go without tests and test support, %d of tests", sum, lines[row{"tests", "."}])
}

// readBudgets reads the table. What follows # is a comment.
func readBudgets(t *testing.T) map[row]int {
	t.Helper()
	data, err := os.ReadFile(path.Join(root, table))
	if err != nil {
		t.Fatal(err)
	}
	budgets := map[row]int{}
	for i, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		var r row
		var budget int
		if n, err := fmt.Sscan(line, &r.kind, &r.folder, &budget); n != 3 {
			t.Fatalf("%s:%d: want a kind, a folder and a number: %v", table, i+1, err)
		}
		if _, twice := budgets[r]; twice {
			t.Fatalf("%s:%d: %s %s has a row already", table, i+1, r.kind, r.folder)
		}
		budgets[r] = budget
	}
	return budgets
}

// countAll counts the code lines of each row.
func countAll(t *testing.T) map[row]int {
	t.Helper()
	lines := map[row]int{}
	files := os.DirFS(root)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if entry.IsDir() {
			if name != "." && (base[0] == '.' || base == "testdata" || base == "bin" || base == "dist") {
				return fs.SkipDir
			}
			return nil
		}
		if extension := path.Ext(name); extension != ".go" && extension != ".js" && extension != ".mjs" {
			return nil
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		r := rowOf(name)
		if r.kind == "js" {
			lines[r] += countJavaScript(string(source))
			return nil
		}
		lines[r] += len(codeLines(source))
		if r.kind == "go" {
			checkImports(t, name, source)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func rowOf(name string) row {
	folder := path.Dir(name)
	switch {
	case strings.HasSuffix(name, "_test.go"):
		return row{"tests", "."}
	case path.Ext(name) != ".go":
		return row{"js", folder}
	case isSupport(folder):
		return row{"support", folder}
	}
	return row{"go", folder}
}

func isSupport(folder string) bool {
	return slices.ContainsFunc(strings.Split(folder, "/"), func(name string) bool {
		return name == "fake" || strings.HasSuffix(name, "test")
	})
}

func checkImports(t *testing.T, name string, source []byte) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if strings.HasPrefix(imported, "wisdom/") && isSupport(imported) {
			t.Errorf("%s imports %s, which is for tests only", name, imported)
		}
	}
}

// codeLines are the lines of Go that hold a token, or a part of one that is not blank.
func codeLines(source []byte) map[int]bool {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	lines := map[int]bool{}
	for {
		position, kind, text := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.SEMICOLON && text == "\n" {
			continue // the end of a line, which the scanner adds
		}
		if text == "" {
			text = kind.String()
		}
		for i, part := range strings.Split(text, "\n") {
			if strings.TrimSpace(part) != "" {
				lines[file.Line(position)+i] = true
			}
		}
	}
}

// countJavaScript takes it that a block comment begins a line and ends one.
func countJavaScript(source string) int {
	n, inComment := 0, false
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case inComment || strings.HasPrefix(line, "/*"):
			inComment = !strings.Contains(line, "*/")
		case line != "" && !strings.HasPrefix(line, "//"):
			n++
		}
	}
	return n
}

func TestCodeLines(t *testing.T) {
	t.Parallel()
	source := "// Package p.\npackage p\n\n/* a\nb */ var x = `one\n\n// two`\n\nfunc f() { // why\n\t// more\n\tg()\n}\n"
	if n := len(codeLines([]byte(source))); n != 6 {
		t.Errorf("%d code lines, want 6 of:\n%s", n, source)
	}
	source = "// a\n\nlet x = 1 // b\n/* c\n d */\n  /** e */\nf()\n"
	if n := countJavaScript(source); n != 2 {
		t.Errorf("%d code lines, want 2 of:\n%s", n, source)
	}
}
