package budget_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods is the most methods that a type may have: one with more knows everything, and cannot be tested alone.
const mostMethods = 60

func TestMethods(t *testing.T) {
	t.Parallel()
	methods := map[string]int{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && file != root:
			return fs.SkipDir
		case !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			if method, is := decl.(*ast.FuncDecl); is && method.Recv != nil {
				methods[path.Dir(filepath.ToSlash(file))+" "+receiver(method.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for of, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods, and %d is the most", of, n, mostMethods)
		}
	}
}

// receiver returns the name of the type that a method is of.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}
