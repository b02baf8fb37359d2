//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// What the plugin adds to a turn of the real gateway: so many turns of each of three
// agents, which alternate, each in one session; fewer where the time of the test ends.
// The workspace of "bare" has no wisdom; in that of "files" the plugin chooses the files
// and appends no snippets; in that of "main" it does both. It prints figures for
// docs/benchmarks.md. The receipts say how long the plugin itself took; the times of
// whole turns say whether that can be noticed. What of a request was not in the one
// before is what a model server must read that keeps the beginning of a prompt.
func TestOpenClawCost(t *testing.T) {
	turns := measuredTurns(t)
	o := startCompared(t)
	agents := []string{"bare", "files", "main"}
	times, unseen, before := map[string][]float64{}, map[string][]float64{}, map[string]string{}
	for turn := range turns + 1 {
		if end, limited := t.Deadline(); limited && time.Until(end) < 3*time.Minute {
			break
		}
		for _, agent := range agents {
			began := time.Now()
			prompt := o.tell(fmt.Sprintf("agent:%s:telegram:group:-1001:topic:1", agent), askPrinter)
			took := float64(time.Since(began).Microseconds()) / 1000
			last := before[agent]
			if before[agent] = prompt; turn == 0 { // the first turn of an agent begins other things, too
				continue
			}
			has := strings.Count(prompt, printerAt)
			assert.Truef(t, has <= 1 && has == 1 == (agent == "main"), "%s, turn %d: %d snippets", agent, turn, has)
			times[agent] = append(times[agent], took)
			unseen[agent] = append(unseen[agent], float64(len(prompt)-shared(prompt, last)))
		}
	}
	for i, ms := range times["files"] {
		times["added"] = append(times["added"], times["main"][i]-ms)
	}
	for _, agent := range append(agents, "added") {
		logFigures(t, "turns, "+agent, "ms", times[agent])
	}
	for _, agent := range agents {
		logFigures(t, "not in the request before, "+agent, "bytes", unseen[agent])
		t.Logf("the last request of %s has %d bytes", agent, len(before[agent]))
	}
	logFigures(t, "receipts of files", "ms", o.receiptTimes(""))
	logFigures(t, "receipts of snippets", "ms", o.receiptTimes(hook.KindSnippets))
}

// shared is how many bytes two texts have in common at their beginning.
func shared(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// measuredTurns is how many turns are asked for; without any the test is skipped.
func measuredTurns(t *testing.T) int {
	t.Helper()
	turns, _ := strconv.Atoi(os.Getenv("WISDOM_OPENCLAW_TURNS"))
	if turns == 0 {
		t.Skip("measures turns: make test-openclaw TURNS=200")
	}
	return turns
}

// startCompared starts a gateway with three agents: "bare" without wisdom, "files"
// without snippets, "main" with both.
func startCompared(t *testing.T) *openclaw {
	t.Helper()
	o := startOpenclaw(t, hostFiles)
	o.wisdom("hook", "install")
	o.wisdom("hook", "enable")
	o.until("agent:main:main", ownMain)
	o.write("memory/topics/yard.md", yardNotes)
	o.addAgents("bare", "files")
	files := filepath.Join(o.state, "files")
	o.call("wisdom", "-C", files, "hook", "install")
	o.dropSnippets(files)
	return o
}

// logFigures prints the median and the 95th percentile of figures.
func logFigures(t *testing.T, name, unit string, all []float64) {
	all = slices.Sorted(slices.Values(all)) // a copy: the order pairs the turns
	if len(all) > 0 {
		t.Logf("%-35s %d, p50 %.2f %s, p95 %.2f %s", name, len(all), all[len(all)/2], unit, all[len(all)*95/100], unit)
	}
}

// addAgents adds agents, each with a workspace of its own, which has the same files, in
// the host's state folder. The gateway reads its settings by itself.
func (o *openclaw) addAgents(ids ...string) {
	o.t.Helper()
	entries := map[string]any{"main": map[string]any{"default": true}}
	for _, id := range ids {
		dir := filepath.Join(o.state, id)
		require.NoError(o.t, os.CopyFS(dir, os.DirFS(o.workspace)))
		require.NoError(o.t, os.RemoveAll(filepath.Join(dir, ".wisdom")))
		entries[id] = map[string]any{"workspace": dir}
	}
	file := filepath.Join(o.state, "patch.json")
	patch := asJSON(o.t, map[string]any{"agents": map[string]any{"entries": entries}})
	require.NoError(o.t, os.WriteFile(file, []byte(patch), 0o600))
	o.call("openclaw", "config", "patch", "--file", file)
	o.waitFor("the new agents", time.Minute, func() bool {
		return strings.Contains(o.read("gateway.out"), "hot reload applied (agents.")
	})
}

// dropSnippets lets no session of a workspace have snippets.
func (o *openclaw) dropSnippets(dir string) {
	o.t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(string(hook.RulesFile)))
	b, err := os.ReadFile(path)
	require.NoError(o.t, err)
	var table map[string]any
	require.NoError(o.t, json.Unmarshal(b, &table))
	for _, set := range table["types"].([]any) {
		delete(set.(map[string]any), "snippets")
	}
	require.NoError(o.t, os.WriteFile(path, []byte(asJSON(o.t, table)), 0o600))
}

// receiptTimes are how long the plugin took for the topics of "main", in ms.
func (o *openclaw) receiptTimes(kind string) (ms []float64) {
	o.t.Helper()
	root, err := workspace.Open(o.workspace)
	require.NoError(o.t, err)
	defer func() { _ = root.Close() }()
	receipts, err := hook.Receipts(root, hook.Plugin, kind)
	require.NoError(o.t, err)
	for _, r := range receipts {
		if r.Type == "FORUM_TOPIC" && r.Why == "" {
			ms = append(ms, r.MS)
		}
	}
	return ms
}
