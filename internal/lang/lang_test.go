package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unchecked are folders and files whose words are not in the data files yet.
var unchecked = []string{"internal/secrets"}

// Words of languages other than English are in the data files only: adding a language
// touches one file. A letter beyond ASCII in a string gives such a word away; punctuation
// of other scripts is none, nor are the ordinal sign and the first letter of Hangul, which
// is a bound.
func TestNoForeignLettersInCode(t *testing.T) {
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if slices.Contains(unchecked, name) ||
			entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".git")) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			assert.Truef(t, err == nil &&
				strings.IndexFunc(
					text,
					func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) && r != 0xba && r != 0x1100 },
				) < 0, "%s: %s: write the words into internal/lang/data", files.Position(literal.Pos()), literal.Value)
			return true
		})
		return nil
	})
	require.NoError(t, err)
}

// A pattern is compiled when the first text needs it; a broken one is found here.
func TestPatternsCompile(t *testing.T) {
	for _, l := range All() {
		o, r := l.Orders, l.Reminders
		patterns := []string{
			l.Files.Lessons, l.Files.Folders, l.Files.Alone, l.Files.GoesOn, l.Files.Foreign, o.Forbidden, o.ForbiddenAfter,
			r.Reads, r.OnDemand, r.New, r.Tool, r.Keep, l.Norms.Pattern, l.Norms.WeakPattern, l.Words.NumberPattern,
		}
		for _, order := range o.ToModel {
			patterns = append(patterns, order.Pattern, order.Honest)
		}
		for _, pattern := range patterns {
			_, err := regexp.Compile(pattern)
			assert.NoError(t, err, l.Name)
		}
		for _, pattern := range []string{l.Norms.Pattern, l.Norms.WeakPattern} {
			assert.Truef(t, pattern == "" || shortest(Literals(pattern)) >= 2,
				"%s: every alternative of %s needs a literal of two letters", l.Name, pattern)
		}
		for number := range l.Numbers {
			_, err := strconv.Atoi(number)
			assert.NoErrorf(t, err, "%s: the number %q", l.Name, number)
		}
	}
}

func TestMonthsAreTwelve(t *testing.T) {
	for _, m := range AllMessages() {
		n := len(m.Months)
		assert.Truef(t, n == 0 || n == 12, "%s has %d months", m.Name, n)
	}
}

func TestPatternOfNoLanguageMatchesNothing(t *testing.T) {
	if pattern := Pattern(func(*Language) string { return "" }); regexp.MustCompile(pattern).MatchString("a text") {
		t.Errorf("the pattern of no language, %q, matches a text", pattern)
	}
}
