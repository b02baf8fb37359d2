package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"wisdom/cmd/wisdom/settings"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

func page(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../docs", name))
	require.NoError(t, err)
	return string(b)
}

// docs/settings.md names every setting with its default, and no other.
func TestSettingsAreDocumented(t *testing.T) {
	documented := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\|([^|]*)\\| [^|]+ \\|$").FindAllStringSubmatch(
		page(t, "settings.md"), -1,
	) {
		documented[m[1]] = strings.Trim(strings.TrimSpace(m[2]), "`")
	}
	defaults := map[string]string{}
	defaultsOf(reflect.ValueOf(*settings.Default()), "", defaults)
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		switch got, ok := documented[key]; {
		case !ok:
			t.Errorf("docs/settings.md does not name %s", key)
		case got != defaults[key]:
			t.Errorf("docs/settings.md says that the default of %s is %s; it is %s", key, got, defaults[key])
		}
		assert.Contains(t, settings.Keys(), key, "settings.Keys lacks")
	}
	assert.LessOrEqual(t, len(defaults), 47, "settings that need no setting")
	for key := range documented {
		_, ok := defaults[key]
		assert.Truef(t, ok, "docs/settings.md names %s, which is no setting", key)
	}
}

// defaultsOf collects the settings below a value as they are written in TOML.
func defaultsOf(v reflect.Value, prefix string, found map[string]string) {
	for i := range v.NumField() {
		key, field := prefix+v.Type().Field(i).Tag.Get("toml"), v.Field(i)
		switch field.Kind() {
		case reflect.Struct:
			defaultsOf(field, key+".", found)
		case reflect.Map: // the rules have a page of their own
		case reflect.Slice:
			found[key] = "[]"
			if values, ok := field.Interface().([]string); ok && len(values) > 0 {
				found[key] = `["` + strings.Join(values, `", "`) + `"]`
			}
			if element := field.Type().Elem(); element.Kind() == reflect.Struct {
				for j := range element.NumField() {
					found[key+"."+element.Field(j).Tag.Get("toml")] = ""
				}
			}
		case reflect.String:
			found[key] = strconv.Quote(field.String())
		default:
			found[key] = fmt.Sprint(field)
		}
	}
}

// Every rule has its part in docs/lint.md, in order, with the program's sentence
// and severity, and an example that breaks it.
func TestRulesAreDocumented(t *testing.T) {
	parts := strings.Split(page(t, "lint.md"), "\n## `")[1:]
	var names []string
	for _, part := range parts {
		name, text, _ := strings.Cut(part, "`\n\n")
		names = append(names, name)
		first, rest, _ := strings.Cut(text, "\n\n")
		want := fmt.Sprintf("%s (%s)", lint.About(name), lint.Options{}.Of(name))
		assert.Equalf(t, want, first, "docs/lint.md says of %s", name)
		assert.Containsf(t, rest, "To mend it: ", "docs/lint.md does not say how to mend %s", name)
		if files := exampleFiles(rest); files != nil {
			breaks(t, name, files)
		}
	}
	slices.Sort(names)
	assert.Equalf(t, lint.Rules(), names, "docs/lint.md has %v, the rules are %v", names, lint.Rules())
}

// exampleFiles are the fenced files of an example.
func exampleFiles(text string) map[workspace.Path]string {
	var files map[workspace.Path]string
	for _, m := range regexp.MustCompile("(?s)```[a-z]+ (\\S+)\n(.*?)```").FindAllStringSubmatch(text, -1) {
		if files == nil {
			files = map[workspace.Path]string{}
		}
		files[workspace.Path(m[1])] = m[2]
	}
	return files
}

// breaks checks that an example breaks its rule, and no other error.
func breaks(t *testing.T, rule string, files map[workspace.Path]string) {
	t.Helper()
	a := &deps{fsys: workspacetest.NewMemory(files), streams: streams{getenv: func(string) string { return "" }}}
	var err error
	a.settings, err = settings.Read(a.fsys)
	require.NoError(t, err)
	a.now = func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }
	findings, err := review.Check(context.Background(), a.fsys, a.lintOptions())
	require.NoError(t, err)
	found := false
	for _, f := range findings {
		found = found || f.Rule == rule
		assert.Truef(t, f.Rule == rule || f.Severity != lint.Error, "the example of %s breaks another rule: %s", rule, f)
	}
	assert.Truef(t, found, "the example of %s does not break it: %v", rule, findings)
}

// docs/operating.md has the exit codes and the commands of the program.
func TestCodesAndCommandsAreDocumented(t *testing.T) {
	text := page(t, "operating.md")
	documented := map[int]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \|`).FindAllStringSubmatch(text, -1) {
		code, err := strconv.Atoi(m[1])
		require.NoError(t, err)
		documented[code] = strings.TrimSpace(m[2])
	}
	assert.Equal(t, meanings, documented, "docs/operating.md has the exit codes")
	var table strings.Builder
	for _, cmd := range everyCommand(emptyRoot())[1:] {
		if cmd.Parent().Name() != "completion" {
			fmt.Fprintf(&table, "| `%s` | %s |\n", cmd.CommandPath(), cmd.Short)
		}
	}
	const above = "| command | what it does |\n|---|---|\n"
	head, rest, found := strings.Cut(text, above)
	_, below, end := strings.Cut(rest, "\n\n")
	require.True(t, found && end, "docs/operating.md has no table of commands")
	fresh(t, "../../docs/operating.md", []byte(head+above+table.String()+"\n"+below))
}

// Links between the pages lead somewhere.
func TestDocsLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	for _, path := range append(pages, "../../README.md", "../../ARCHITECTURE.md", "../../CONTRIBUTING.md") {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`).FindAllSubmatch(b, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), string(m[1]))); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// ARCHITECTURE.md is one page, every file that it names is there, and it names every package that is not for tests.
func TestArchitectureIsOnePage(t *testing.T) {
	b, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	text := string(b)
	assert.LessOrEqual(t, strings.Count(text, "\n"), 70)
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 121, line)
	}
	folder := ""
	for _, m := range regexp.MustCompile("`([^` ]+/[^` ]+\\.(?:go|mjs|json))`").FindAllStringSubmatch(text, -1) {
		path := m[1]
		if rest, isBeside := strings.CutPrefix(path, "…/"); isBeside {
			path = folder + "/" + rest
		}
		folder = filepath.Dir(path)
		assert.FileExists(t, "../../"+path)
	}
	packages, err := exec.Command("go", "list", "-f", "{{.ImportPath}}", "../../...").Output()
	require.NoError(t, err)
	for _, path := range strings.Fields(string(packages)) {
		isForTests := regexp.MustCompile(`test$|/fake$|/ollamatest/`).MatchString(path)
		base := regexp.QuoteMeta(filepath.Base(path))
		assert.Truef(t, isForTests || regexp.MustCompile("[`/]"+base+"[`/]").MatchString(text), "no %s", path)
	}
}

// Every file that a package's "Where to look" names is there.
func TestWhereToLook(t *testing.T) {
	looked := 0
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		b, err := os.ReadFile(path)
		_, rest, found := strings.Cut(string(b), "// # Where to look\n")
		if !found {
			return err
		}
		rest, _, _ = strings.Cut(rest, "\npackage ")
		for _, name := range regexp.MustCompile(`[\w/]+\.(?:go|tsv|toml)\b`).FindAllString(rest, -1) {
			looked++
			dir := filepath.Dir(path)
			if strings.Contains(name, "/") {
				dir = "../.."
			}
			assert.FileExists(t, filepath.Join(dir, name), path)
		}
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, looked, 90)
}

// The tests that docs/operating.md names are there.
func TestPromisesAreTested(t *testing.T) {
	var sources strings.Builder
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			b, err := os.ReadFile(path)
			sources.Write(b)
			return err
		}
		return err
	})
	require.NoError(t, err)
	_, promises, _ := strings.Cut(page(t, "operating.md"), "| promise | tested by |")
	for _, name := range regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(promises, -1) {
		assert.Containsf(t, sources.String(), "\nfunc "+name[1]+"(",
			"docs/operating.md names %s, and there is no such test", name[1])
	}
}
