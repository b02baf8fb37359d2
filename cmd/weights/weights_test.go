package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wisdom/pipeline/collect"

	"github.com/stretchr/testify/require"
)

// What is true of lessons in all workspaces is learned, and holds in the one that is kept back;
// what is true in one only is not.
func TestWeightsAreLearned(t *testing.T) {
	t.Parallel()
	var examples []*example
	for n := range 80 {
		p := page{"set", fmt.Sprint("workspace ", n%8), "MEMORY.md"}
		lesson := &example{page: p, features: []collect.Feature{{Says: "order"}}, lesson: 1, weight: 1}
		if n%8 == 0 {
			lesson.features = append(lesson.features, collect.Feature{Kind: collect.Word, Says: "private"})
		}
		examples = append(
			examples,
			lesson,
			&example{page: p, features: []collect.Feature{{Kind: collect.Word, Says: "date"}}, weight: 1},
		)
	}
	leaveOut(examples, &model{})
	for _, e := range examples {
		if (e.chance > 0.5) != (e.lesson == 1) {
			t.Errorf("%v: %v is a lesson by %.2f", e.features, e.lesson, e.chance)
		}
	}
	file := string(fit(examples, &model{}).file(examples, "2026-11-23"))
	if !strings.Contains(file, "160 texts of 8 workspaces") || !strings.Contains(file, "\nfact\torder\t") ||
		strings.Contains(file, "private") {
		t.Errorf("the file is\n%s", file)
	}
}

// Weights begin at those of an old file: what the examples say nothing about stays.
func TestWeightsBeginAtThoseOfAnOldFile(t *testing.T) {
	t.Parallel()
	kept := filepath.Join(t.TempDir(), "weights.tsv")
	lines := "# kept\nfact\t\t-1.000\nfact\tin a diary\t3.00\nfact\torder\t2.00\n"
	require.NoError(t, os.WriteFile(kept, []byte(lines), 0o600))
	old, err := readModel(kept)
	require.NoError(t, err)
	order, diary := collect.Feature{Says: "order"}, collect.Feature{Says: "in a diary"}
	var examples []*example
	for n := range 80 {
		p := page{"set", fmt.Sprint("workspace ", n%8), "MEMORY.md"}
		examples = append(
			examples,
			&example{page: p, features: []collect.Feature{}, lesson: 1, weight: 1},
			&example{page: p, features: []collect.Feature{diary}, weight: 1},
		)
	}
	m := fit(examples, old)
	if m.weights[order] != 2 || m.weights[diary] > 0 || m.base <= -1 || old.weights[diary] != 3 {
		t.Errorf("the weights are %v, the base is %v", m.weights, m.base)
	}
	if file := string(m.file(examples, "")); !strings.HasPrefix(file, "# kept\n# Learned from 160 texts of 8 workspaces") {
		t.Errorf("the file is\n%s", file)
	}
	require.NoError(t, os.WriteFile(kept, []byte("fact\torder\n"), 0o600))
	if _, err := readModel(kept); err == nil || !strings.Contains(err.Error(), "2 fields instead of 3") {
		t.Errorf("a line that is too short: %v", err)
	}
}

// What was said about just these lines counts more than about some of them, and that more
// than that the file was read in full.
func TestJudged(t *testing.T) {
	t.Parallel()
	all := []judgement{{1, 99, "read", 1}, {3, 5, "no", 1}, {4, 4, "yes", 1}, {4, 8, "maybe", 1}}
	for lines, want := range map[[2]int]string{
		{1, 1}: "read", {3, 5}: "no", {4, 4}: "yes", {4, 8}: "maybe", {7, 7}: "maybe",
	} {
		if got := judged(all, lines[0], lines[1]); got == nil || got.says != want {
			t.Errorf("lines %v: %v, want %s", lines, got, want)
		}
	}
	if got := judged(all, 100, 101); got != nil {
		t.Errorf("lines that no one saw: %v", got)
	}
}

func TestExamplesAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	notes := "# Notes\n\n## Rules\n\n- Oil the pump in spring\n- The pump is red\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "MEMORY.md"), []byte(notes), 0o600))
	list := filepath.Join(dir, "judged.tsv")
	lines := "set\t" + dir + "\tMEMORY.md\t5\t5\tyes\t2\nset\t" + dir + "\tMEMORY.md\t1\t6\tread\n"
	require.NoError(t, os.WriteFile(list, []byte(lines), 0o600))
	all := judgements{}
	require.NoError(t, all.readFile(list))
	examples, err := all.examples(context.Background())
	if err != nil || len(examples) != 2 || examples[0].lesson != 1 || examples[0].weight != 2 || examples[1].lesson != 0 {
		t.Errorf("found %d examples, error %v", len(examples), err)
	}
	require.NoError(t, os.WriteFile(list, []byte("set\tfolder\n"), 0o600))
	if err := all.readFile(list); err == nil || !strings.Contains(err.Error(), "judged.tsv:1") {
		t.Errorf("a line that is too short: %v", err)
	}
}
