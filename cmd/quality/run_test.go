package main

import (
	"bytes"
	"context"
	_ "embed" // the fixture
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"wisdom/cmd/quality/score"
)

// labelled is a workspace whose lessons are as plain as can be.
//
//go:embed testdata/labelled.txtar
var labelled string

func unpack(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "garden")
	for _, f := range txtar.Parse([]byte(labelled)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func filesIn(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestRunPrintsTables(t *testing.T) {
	dir := unpack(t)
	before := filesIn(t, dir)
	var out, talk bytes.Buffer
	if code := run(context.Background(), []string{"-v", dir}, &out, &talk); code != 0 || talk.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, talk.String())
	}
	for _, want := range []string{
		"garden: 4 lessons labelled, 1 themes of three and more, 1 lines that are no lessons\n",
		"\n wisdom ", "\n every bullet ", "\n tf-idf clusters ", "\n oracle ",
		"lessons, all 1 workspaces",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
	if after := filesIn(t, dir); !slices.Equal(after, before) {
		t.Errorf("written: %v", after)
	}
}

func TestMeans(t *testing.T) {
	b, read, err := assess(context.Background(), unpack(t), day)
	if err != nil || len(read.rows) > 0 {
		t.Fatal(read, err)
	}
	ours := means(score.LessonColumns, [][]row{b.rows, b.rows})[0].figures
	for _, name := range []string{score.Recall, score.Precision, score.BCubed, score.Covered} {
		if f := score.Find(ours, name); f.Value != 1 || f.Of == 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := score.Find(ours, score.Apart); f.Of != 0 {
		t.Errorf("nothing was labelled as unlike: %+v", f)
	}
	if f := score.Find(ours, score.Recall); f.Of != 8 {
		t.Errorf("counts are sums: %+v", f)
	}
}

// What the scorer thinks the section takes is what the pipeline thinks.
func TestTokensAgree(t *testing.T) {
	result, err := dryRun(context.Background(), unpack(t), day, nil)
	if err != nil {
		t.Fatal(err)
	}
	entries, section := entriesOf(result), sectionOf(result)
	if len(entries) != 1 || section.Limits.Entries != maxEntries-1 {
		t.Fatalf("%+v, %+v", entries, section)
	}
	if n := section.Tokens(entries); n != result.Budget.SectionTokens {
		t.Errorf("%d tokens, the pipeline has %d", n, result.Budget.SectionTokens)
	}
}

func TestTrouble(t *testing.T) {
	for _, tc := range []struct {
		args    []string
		code    int
		message string
	}{
		{nil, 2, "no labelled workspace"},
		{[]string{t.TempDir()}, 2, "lessons.jsonl"},
		{[]string{"-now", "soon", "x"}, 2, `-now "soon" is no date`},
		{[]string{"-nowhere"}, 2, "flag provided but not defined"},
		{[]string{"-h"}, 0, "usage: quality"},
	} {
		var out, talk bytes.Buffer
		if code := run(
			context.Background(), tc.args, &out, &talk,
		); code != tc.code || !strings.Contains(talk.String(), tc.message) ||
			out.Len() > 0 {
			t.Errorf("%v: exit code %d: %s", tc.args, code, talk.String())
		}
	}
}

// Recall keeps what it promises on the labelled workspaces, and words and vectors together are better than either
// alone; how good it is, people read off the table.
func TestRecallLeaksNothing(t *testing.T) {
	dirs, err := filepath.Glob("../../testdata/recallbench/*/messages.jsonl")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no labelled messages, %v", err)
	}
	means := map[string]*[3]float64{score.Needs: {}, score.Reciprocal: {}}
	for _, file := range dirs {
		b, err := assessRecall(context.Background(), filepath.Dir(file), options{now: day})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range b.rows[:4] {
			for _, name := range []string{score.Leaked, score.Cited, score.InBudget} {
				if f := score.Find(r.figures, name); f.Bad > 0 || f.Of == 0 {
					t.Errorf("%s, %s: %+v", b.about, r.way, f)
				}
			}
		}
		for i, r := range []int{0, 2, 5} { // words, with vectors, vectors alone
			for _, name := range []string{score.Needs, score.Reciprocal} {
				means[name][i] += score.Find(b.rows[r].figures, name).Value / float64(len(dirs))
			}
		}
	}
	for name, of := range means {
		if words, fused, alone := of[0], of[1], of[2]; fused <= words || fused <= alone {
			t.Errorf("%s: %.3f by words and meaning, %.3f by words, %.3f by meaning", name, fused, words, alone)
		}
	}
}

// The prompts of the trial: five for each situation, of which only those with recall hold the snippet
// with its citation; a hard situation shares no word with its lesson.
func TestTrialPrompts(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	var out, talk bytes.Buffer
	if code := run(
		context.Background(), []string{"-trial", to, "../../testdata/recalltrial"}, &out, &talk,
	); code != 0 ||
		strings.Contains(out.String(), "***") {
		t.Fatalf("exit %d: %s%s", code, out.String(), talk.String())
	}
	key, err := os.ReadFile(filepath.Join(to, "key.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(key)), "\n")[1:]
	if len(lines) != 5*18 {
		t.Errorf("%d prompts", len(lines))
	}
	const (
		source = "Source: memory/lessons.md#L6-L6"
		lesson = "After every park command read the encoder back"
		entry  = "**Trust sensors.**"
	)
	for _, line := range lines {
		field := strings.Split(line, "\t")
		b, err := os.ReadFile(filepath.Join(to, "prompts", field[0]))
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		if field[1] != "park" {
			continue
		}
		recalled := strings.HasPrefix(field[3], "wisdom")
		if strings.Contains(text, source) != recalled ||
			strings.Contains(text, lesson) != (recalled || field[3] == withAll) ||
			strings.Contains(text, entry) != (recalled || field[3] == withSection) {
			t.Errorf("%s: %s", field[3], text)
		}
	}
	if sheets, err := os.ReadDir(filepath.Join(to, "judge")); len(sheets) != 18 || err != nil {
		t.Errorf("%d sheets, %v", len(sheets), err)
	}
}
