package score

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var yard = fstest.MapFS{
	"workspace/MEMORY.md": {Data: []byte("# Memory\n\n- The crane is red.\n- The key is Zinnia-42.\n")},
	"messages.jsonl": {
		Data: []byte(`{"kind":"fact","message":"Which colour has the crane?","needs":[["MEMORY.md::crane is red"]]}
{"kind":"nothing","message":"Thanks!","needs":[]}
{"kind":"secret","message":"What is the key?","needs":[],"never":["Zinnia-42"]}
`),
	},
}

func TestRecallFigures(t *testing.T) {
	messages, err := LoadMessages(yard)
	if err != nil {
		t.Fatal(err)
	}
	crane, key := Recalled{
		Path:  "MEMORY.md",
		First: 3,
		Last:  3,
		Text:  "- The crane is red.",
	}, Recalled{
		Path:  "MEMORY.md",
		First: 4,
		Last:  4,
		Text:  "- The key is Zinnia-42.",
	}
	for name, c := range map[string]struct {
		answers [][]Recalled
		lower   string // figures that are not 1
	}{
		"perfect": {[][]Recalled{messages[0].Answer(), nil, nil}, ""},
		"nothing": {[][]Recalled{nil, nil, nil}, Needs + " " + First + " " + Reciprocal + " " + "fact"},
		"second":  {[][]Recalled{{key, crane}, nil, nil}, First + " " + Reciprocal + " " + Relevant},
		"loud":    {[][]Recalled{{crane}, {crane}, nil}, Quiet},
		"leak":    {[][]Recalled{{crane}, nil, {key}}, Leaked},
		"false citation": {
			[][]Recalled{{{Path: "MEMORY.md", First: 3, Last: 3, Text: "- The crane is blue."}}, nil, nil},
			Cited,
		},
		"too long": {
			[][]Recalled{{{Path: "MEMORY.md", First: 3, Last: 3, Text: strings.Repeat("- The crane is red.", 99)}}, nil, nil},
			Cited + " " + InBudget,
		},
	} {
		var lower []string
		for _, f := range Recalls(yard, messages, c.answers) {
			if f.Of > 0 && f.Value != 1 {
				lower = append(lower, f.Name)
			}
		}
		if got := strings.Join(lower, " "); got != c.lower {
			t.Errorf("%s: %q, not %q", name, got, c.lower)
		}
	}
}

func TestLabelsOfMessagesAreChecked(t *testing.T) {
	for line, want := range map[string]string{
		`{"needs":[["MEMORY.md::boat"]]}`:     "in no line",
		`{"needs":[["MEMORY.md::The"]]}`:      "in lines 3 and 4",
		`{"needs":[["MEMORY.md"]]}`:           "names no text",
		`{"needs":[["NOTES.md::The crane"]]}`: "not exist",
		`{`:                                   "line 1",
	} {
		files := fstest.MapFS{
			"workspace/MEMORY.md": yard["workspace/MEMORY.md"],
			"messages.jsonl":      {Data: []byte(line + "\n")},
		}
		if _, err := LoadMessages(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// The benchmark has forty messages a workspace, of every kind.
func TestRecallBenchIsWhole(t *testing.T) {
	dirs, err := filepath.Glob("../../../testdata/recallbench/*/messages.jsonl")
	if err != nil || len(dirs) < 4 {
		t.Fatalf("%d workspaces, %v", len(dirs), err)
	}
	for _, file := range dirs {
		messages, err := LoadMessages(os.DirFS(filepath.Dir(file)))
		if err != nil || len(messages) != 40 {
			t.Errorf("%s: %d messages, %v", file, len(messages), err)
		}
		kinds := map[string]int{}
		for _, m := range messages {
			kinds[m.Kind]++
		}
		if len(kinds) != 9 {
			t.Errorf("%s: %v", file, kinds)
		}
	}
}
