package hook

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

//go:embed compare.mjs
var compare []byte

// ErrNoNode says that the program node does not exist.
var ErrNoNode = errors.New("there is no program node on the PATH")

// Compare gives the keys of session.ReadExamples their types and files, by the installed module under node and by Go,
// and says where both differ. fsys is the workspace in the folder dir.
func Compare(ctx context.Context, fsys workspace.FS, dir string, node Run) (keys int, differences []string, err error) {
	rules, err := fsys.ReadFile(RulesFile, maxFile)
	if err != nil {
		return 0, nil, err
	}
	table, err := session.Parse(rules)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", RulesFile, err)
	}
	examples, err := session.ReadExamples()
	if err != nil {
		return 0, nil, err
	}
	var asked []string
	for _, key := range examples.Keys {
		asked = append(asked, key.Key)
	}
	input, err := json.Marshal(map[string]any{"config": examples.Config(), "keys": asked})
	if err != nil {
		return 0, nil, err
	}
	in := func(p workspace.Path) string { return filepath.Join(dir, filepath.FromSlash(string(p))) }
	out, talk, err := node(ctx, input, "--input-type=module", "--eval", string(compare), "--", in(Module), in(RulesFile))
	switch {
	case ctx.Err() != nil:
		return 0, nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return 0, nil, ErrNoNode
	case err != nil:
		return 0, nil, fmt.Errorf("node cannot run %s: %s", Module, strings.TrimSpace(string(talk)))
	}
	var decisions []decision
	if err := json.Unmarshal(out, &decisions); err != nil {
		return 0, nil, fmt.Errorf("node's answer is no JSON: %w", err)
	}
	if len(decisions) != len(asked) {
		return 0, nil, fmt.Errorf("node gives %d answers to %d keys", len(decisions), len(asked))
	}
	owners := table.OwnersOf(examples.Config())
	for i, key := range asked {
		d := table.Classify(key, owners)
		want := decision{Type: string(d.Type), Rule: d.Rule, Agent: d.Agent, Topic: d.Topic}
		for _, f := range table.Files(d) {
			want.Files, want.Names = append(want.Files, string(f)), append(want.Names, table.Name(d.Type, f))
		}
		if !reflect.DeepEqual(decisions[i], want) {
			differences = append(differences, fmt.Sprintf("%.80q: the module says %v, Go says %v", key, decisions[i], want))
		}
	}
	return len(asked), differences, nil
}

// decision is what both sides say about a key.
type decision struct {
	Type  string   `json:"type"`
	Rule  string   `json:"rule"`
	Agent string   `json:"agent"`
	Topic string   `json:"topic"`
	Files []string `json:"files"`
	Names []string `json:"names"`
}
