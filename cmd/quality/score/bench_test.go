package score

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"wisdom/internal/lesson"
	"wisdom/internal/words"
)

// The labels of the benchmark are made by hand; this test checks what a program can. Clauses must be in a lesson. The
// program cannot know where a specific was removed on purpose, so it looks for the words in their order.
func TestBenchmarkIsConsistent(t *testing.T) {
	const bench = "../../../testdata/lessonbench"
	folders, err := filepath.Glob(bench + "/*/workspace")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) < 5 {
		t.Fatalf("%d labelled workspaces in %s", len(folders), bench)
	}
	for _, workspace := range folders {
		dir := filepath.Dir(workspace)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			labels, err := Load(os.DirFS(dir))
			if err != nil {
				t.Fatal(err)
			}
			sources := checkPlaces(t, labels, workspace)
			checkClauses(t, labels, sources)
		})
	}
}

// checkPlaces returns the lines at the places of each theme's lessons, for those
// themes of which all can be read.
func checkPlaces(t *testing.T, labels *Labels, workspace string) map[string][]string {
	t.Helper()
	sources, unread := map[string][]string{}, map[string]bool{}
	for _, l := range labels.Lessons {
		for i, p := range l.Places {
			text, readable, err := linesAt(workspace, p)
			sources[l.Theme] = append(sources[l.Theme], text)
			unread[l.Theme] = unread[l.Theme] || !readable
			if err != nil {
				t.Errorf("%s: %v", l.ID, err)
			}
			if known := common(l.Text, text); readable && i == 0 && 4*known < 3*len(split(l.Text)) {
				t.Errorf("%s: %s does not say %q", l.ID, p, l.Text)
			}
		}
	}
	maps.DeleteFunc(sources, func(theme string, _ []string) bool { return unread[theme] })
	return sources
}

// linesAt is what stands at a place, where that is UTF-8: only the collector
// reads the rest.
func linesAt(workspace string, p lesson.Place) (text string, readable bool, err error) {
	b, err := os.ReadFile(filepath.Join(workspace, p.Path))
	if err != nil || !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		return "", false, err
	}
	all := strings.Split(string(b), "\n")
	if p.EndLine > len(all) {
		return "", false, fmt.Errorf("%s: there are %d lines", p, len(all))
	}
	return strings.Join(all[p.StartLine-1:p.EndLine], "\n"), true, nil
}

func checkClauses(t *testing.T, labels *Labels, sources map[string][]string) {
	t.Helper()
	for _, theme := range labels.Themes {
		for _, clause := range theme.Clauses {
			if n := words.Count(clause); n > 15 {
				t.Errorf("%s: %d words: %s", theme.ID, n, clause)
			}
			for _, literal := range labels.Never {
				if holds(clause, literal.Text) {
					t.Errorf("%s: holds %s: %s", theme.ID, literal.Text, clause)
				}
			}
			texts, readable := sources[theme.ID]
			if readable && !slices.ContainsFunc(texts, func(text string) bool { return within(split(clause), split(text)) }) {
				t.Errorf("%s: is in none of its lessons: %s", theme.ID, clause)
			}
		}
	}
}

// within reports whether a text contains words in their order, with others between them.
func within(list, text []string) bool {
	for _, word := range text {
		if len(list) > 0 && word == list[0] {
			list = list[1:]
		}
	}
	return len(list) == 0
}
