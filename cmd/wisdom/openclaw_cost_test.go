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

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// What the plugin adds to a turn of the real gateway: so many turns of each of three
// agents, which alternate, each turn in a session of its own. The workspace of "bare"
// has no wisdom; in that of "files" the plugin chooses the files and appends no
// snippets; in that of "main" it does both. It prints figures for docs/benchmarks.md.
// The receipts say how long the plugin itself took; the times of whole turns say whether
// that can be noticed.
func TestOpenClawCost(t *testing.T) {
	turns := measuredTurns(t)
	o := startCompared(t)
	times := map[string][]float64{}
	for turn := range turns + 1 {
		for _, agent := range []string{"bare", "files", "main"} {
			began := time.Now()
			prompt := o.tell(fmt.Sprintf("agent:%s:telegram:group:-1001:topic:%d", agent, 1000+turn), askPrinter)
			took := float64(time.Since(began).Microseconds()) / 1000
			if turn == 0 { // the first turn of an agent begins other things, too
				continue
			}
			if has := strings.Contains(prompt, printerAt); has != (agent == "main") {
				t.Errorf("%s, turn %d: a snippet: %v", agent, turn, has)
			}
			times[agent] = append(times[agent], took)
		}
	}
	logTimes(t, "turns without the plugin", times["bare"])
	logTimes(t, "turns with files alone", times["files"])
	logTimes(t, "turns with files and snippets", times["main"])
	for i, ms := range times["files"] {
		times["added"] = append(times["added"], times["main"][i]-ms)
	}
	logTimes(t, "of each pair, the snippets", times["added"])
	logTimes(t, "receipts of files", o.receiptTimes(hook.Receipts))
	logTimes(t, "receipts of snippets", o.receiptTimes(hook.SnippetReceipts))
}

// How much of a request a model server has not seen in the one before, and must read, in
// a session of so many turns of each of the three agents: what the snippets cost where
// the server keeps the longest beginning that two requests share.
func TestOpenClawCache(t *testing.T) {
	turns := measuredTurns(t)
	o := startCompared(t)
	sent, unseen, before := map[string]int{}, map[string][]float64{}, map[string]string{}
	for turn := range turns + 1 {
		for _, agent := range []string{"bare", "files", "main"} {
			prompt := o.tell(fmt.Sprintf("agent:%s:telegram:group:-1001:topic:1", agent), askPrinter)
			if has := strings.Count(prompt, printerAt); has > 1 || has == 1 != (agent == "main") {
				t.Errorf("%s, turn %d: %d snippets", agent, turn, has)
			}
			if turn > 0 { // the first one has nothing before it
				sent[agent] += len(prompt)
				unseen[agent] = append(unseen[agent], float64(len(prompt)-shared(prompt, before[agent])))
			}
			before[agent] = prompt
		}
	}
	for _, agent := range []string{"bare", "files", "main"} {
		all := slices.Sorted(slices.Values(unseen[agent]))
		sum := 0.0
		for _, bytes := range all {
			sum += bytes
		}
		t.Logf("%-6s %d turns, %d bytes sent, %.0f unseen: p50 %.0f, p95 %.0f of a turn",
			agent, len(all), sent[agent], sum, all[len(all)/2], all[len(all)*95/100])
	}
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

// logTimes prints the median and the 95th percentile of times in ms.
func logTimes(t *testing.T, name string, ms []float64) {
	ms = slices.Sorted(slices.Values(ms)) // a copy: the order pairs the turns
	if len(ms) > 0 {
		t.Logf("%-30s %d, p50 %.2f ms, p95 %.2f ms", name, len(ms), ms[len(ms)/2], ms[len(ms)*95/100])
	}
}

// addAgents adds agents, each with a workspace of its own, which has the same files, in
// the host's state folder. The gateway reads its settings by itself.
func (o *openclaw) addAgents(ids ...string) {
	o.t.Helper()
	entries := map[string]any{"main": map[string]any{"default": true}}
	for _, id := range ids {
		dir := filepath.Join(o.state, id)
		if err := os.CopyFS(dir, os.DirFS(o.workspace)); err != nil {
			o.t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, ".wisdom")); err != nil {
			o.t.Fatal(err)
		}
		entries[id] = map[string]any{"workspace": dir}
	}
	file := filepath.Join(o.state, "patch.json")
	patch := asJSON(o.t, map[string]any{"agents": map[string]any{"entries": entries}})
	if err := os.WriteFile(file, []byte(patch), 0o600); err != nil {
		o.t.Fatal(err)
	}
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
	if err != nil {
		o.t.Fatal(err)
	}
	var table map[string]any
	if err := json.Unmarshal(b, &table); err != nil {
		o.t.Fatal(err)
	}
	for _, set := range table["types"].([]any) {
		delete(set.(map[string]any), "snippets")
	}
	if err := os.WriteFile(path, []byte(asJSON(o.t, table)), 0o600); err != nil {
		o.t.Fatal(err)
	}
}

// receiptTimes are how long the plugin took for the topics of "main", in ms.
func (o *openclaw) receiptTimes(read func(workspace.FS) ([]hook.Receipt, error)) (ms []float64) {
	o.t.Helper()
	root, err := workspace.Open(o.workspace)
	if err != nil {
		o.t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	receipts, err := read(root)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, r := range receipts {
		if r.Type == "FORUM_TOPIC" && r.Why == "" {
			ms = append(ms, r.MS)
		}
	}
	return ms
}
