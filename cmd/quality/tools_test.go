package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wisdom/cmd/quality/score"
	"wisdom/pipeline/llm/fake"
)

// pickled is a tool file with more facts than the table holds; only the last matters.
func pickled() string {
	var b strings.Builder
	b.WriteString("# Tools\n\n## Jars\n\n")
	for c := 'a'; c <= 'z'; c++ {
		fmt.Fprintf(&b, "- jar %c of the north shelf: `/srv/pickles/north/jar-%c.log`\n", c, c)
	}
	b.WriteString("- jar of the spare lids: `⟦1|/srv/pickles/south/spare-lids.log⟧`\n")
	return b.String()
}

// ofLids gives the jars short names, and looks up the lids in the room that they leave.
func ofLids(asked fake.Request) fake.Reply {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^\[(\d+)\] .*?/(jar-.|spare-lids)\.log`).FindAllStringSubmatch(
		asked.Prompt, -1,
	) {
		rank := 2
		if m[2] == "spare-lids" {
			rank = 1
		}
		list = append(list, fmt.Sprintf(`{"fact":%s,"rank":%d,"heading":"Jars","key":%q,"qualifier":""}`,
			m[1], rank, strings.ReplaceAll(m[2], "-", " ")))
	}
	return fake.Reply{Text: `{"facts":[` + strings.Join(list, ",") + `],"noise":[]}`}
}

// A reader's answers on a tool file are recorded, and replayed they make the table that the
// answers made; a fact that the reader never saw is counted.
func TestARecordOfATableAnswersAsTheReaderDid(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "cellar")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "TOOLS.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(pickled())
	before, err := assessTools(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if score.Find(before.figures, score.Top).Value != 0 || score.Find(before.figures, score.TopRead).Of != 0 {
		t.Fatalf("without a record %+v", before.figures)
	}
	unseen := func(r row) int { return score.Find(r.figures, score.Unseen).Bad }
	runs := recordAll(t, path, ofLids)
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
	after, err := assessTools(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if f := score.Find(after.figures, score.TopRead); f.Value != 1 || f.Of != 1 || unseen(after) != 0 {
		t.Errorf("with a record %+v, %d unseen", f, unseen(after))
	}
	write(pickled() + "- new rack: /srv/pickles/rack\n")
	if after, err = assessTools(context.Background(), path); err != nil || unseen(after) != 1 {
		t.Errorf("%d unseen, %v", unseen(after), err)
	}
}
