//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/rollout"
)

// strangerFiles is a workspace in which nothing of ours is yet.
var strangerFiles = map[string]string{
	"SOUL.md":              "# Soul\n\nMARK-SOUL. Calm, exact, brief.\n",
	"USER.md":              "# User\n\nMARK-USER. Mara, in Lisbon.\n",
	"AGENTS.md":            "# Agents\n\nMARK-AGENTS. Say what you did. Melody mends code: give her one bug at a time.\n",
	"IDENTITY.md":          "- **Name:** MARK-IDENTITY Juniper\n",
	"MEMORY.md":            "# Memory\n\nMARK-MEMORY. We decided that local models run on the lab machine alone.\n",
	"TOOLS.md":             "# Tools\n\n## Ports\n\n- Mission Control: 3100\n- Printer: 9100\n",
	"memory/2026-11-10.md": lessonsAboutBackups + "- Set a timeout on every request: the night job hung.\n",
}

// withSources answers the questions of AC-3 and AC-9 out of files: it reads, and it
// looks them up through tool_call.
var withSources = []scripted{
	{"local model strategy", "read", map[string]any{"path": "MEMORY.md"}, false, "They run on the lab machine."},
	{"APA shakedown", "memory_get", map[string]any{"path": "MEMORY.md"}, true, "Nothing is written about it."},
	{
		"Forge's role",
		"memory_search",
		map[string]any{"query": "local models decided lab machine"},
		true,
		"Nothing is written about it.",
	},
	{"Spawn Melody", "read", map[string]any{"path": "AGENTS.md"}, true, "One bug at a time."},
	{"Mission Control", "", nil, false, "It runs on port 3100."}, // TOOLS_COMPACT.md has it
	{"timeout settings", "read", map[string]any{"path": "memory/2026-11-10.md"}, false, "Set one on every request."},
}

// withoutSources answers the same without looking anything up, or looks in vain.
var withoutSources = []scripted{
	{"local model strategy", "", nil, false, "We always use the cloud."},
	{"APA shakedown", "memory_get", map[string]any{"path": "memory/none.md"}, true, "It went well."},
	{"Forge's role", "read", map[string]any{"path": "SOUL.md"}, false, "Forge is the architect."},
	{"Spawn Melody", "read", map[string]any{"path": "AGENTS.txt"}, false, "Done."},
	{"Mission Control", "", nil, false, "It runs on port 8080."},
	{"timeout settings", "memory_search", map[string]any{"query": "qqzzy wwvvx"}, true, "None."},
}

// The way of a stranger on the real host: wisdom rollout names each next command, from
// an empty workspace to a complete rollout, and wisdom rollout back each step of the
// way back, to the bytes and the list of files of the beginning.
func TestOpenClawRollout(t *testing.T) {
	o := startOpenclaw(t, strangerFiles)
	o.expect("agent:main:main", hostPrivate)
	settings := o.settings()
	accepted := 0
	for range 40 {
		out := o.wisdom("host", "rollout")
		_, next, _ := strings.Cut(out, "\nnext     ")
		next, _, _ = strings.Cut(next, "\n")
		next = strings.ReplaceAll(next, "wisdom -C "+o.workspace+" ", "")
		t.Log(next)
		switch {
		case strings.HasPrefix(next, "nothing"):
			o.checkWayBack(settings)
			assert.Equalf(t, 1, accepted, "rollout asked %d times for accept", accepted)
			return
		case strings.HasPrefix(next, "send a message"):
			o.until("agent:main:main", ownMain)
		case strings.Contains(next, "advance --override REASON"):
			o.wisdom("host", "rollout", "advance", "--override", "a test does not wait")
		case next == "review":
			o.wisdom("review", "approve", o.draft(), "--reviewer", "mara")
		case next == "init":
			o.wisdom("init", "--engine", "builtin")
		case next == "run":
			t.Fatal("a run is asked for, though init staged everything")
		case strings.HasPrefix(next, "host accept "):
			accepted++
			o.accepts()
		default:
			o.wisdom(strings.Fields(next)...)
		}
	}
	t.Error("the rollout does not end")
}

// draft is the draft that waits.
func (o *openclaw) draft() string {
	o.t.Helper()
	var list struct {
		Drafts []struct{ ID, State string }
	}
	err := json.Unmarshal([]byte(o.wisdom("review", "list", "--json")), &list)
	require.Truef(o.t, err == nil && len(list.Drafts) != 0, "%v, %v", list, err)
	return list.Drafts[0].ID
}

// accepts checks all criteria, first AC-3 and AC-9 with a model that answers without a
// source.
func (o *openclaw) accepts() {
	o.t.Helper()
	o.model.follow(withoutSources)
	for id, c := range o.accept(exitFindings, "AC-3", "AC-9") {
		assert.Truef(o.t, c.Result == rollout.Fail && !strings.Contains(strings.Join(c.Evidence, ""), "memory_get of"),
			"%s without a source: %+v", id, c)
	}
	o.model.follow(withSources)
	all := o.accept(exitDone)
	assert.Equalf(o.t, len(rollout.IDs()), len(all), "only %d criteria", len(all))
	for id, want := range map[string][]string{
		"AC-1a": {"SOUL.md (", "TOOLS_COMPACT.md ("},
		"AC-3": {
			"read of MEMORY.md;", "memory_get of MEMORY.md through tool_call",
			"memory_search that found MEMORY.md through tool_call",
		},
		"AC-4": {"reports SOUL.md ("},
		"AC-8": {
			"disabled, a new main session loads AGENTS.md, SOUL.md, IDENTITY.md, USER.md, MEMORY.md",
			"enabled again, the next one loads SOUL.md",
		},
		"AC-9": {
			"read of AGENTS.md through tool_call", "answered with 3100, which TOOLS_COMPACT.md has",
			"read of memory/2026-11-10.md",
		},
	} {
		c := all[id]
		for _, words := range want {
			assert.Containsf(o.t, strings.Join(c.Evidence, "\n"), words, "%s: the evidence lacks %q: %+v", id, words, c)
		}
	}
	out := o.call("openclaw", "sessions", "list", "--json", "--limit", "all")
	assert.NotContains(o.t, out, "wisdom-accept", "sessions of the test are still there")
}

// accept runs wisdom accept, whose exit code must be the given one, and compares both
// forms of its report.
func (o *openclaw) accept(code int, ids ...string) map[string]rollout.Criterion {
	o.t.Helper()
	out, err := o.try("wisdom", append([]string{"-C", o.workspace, "host", "accept", "--json"}, ids...)...)
	assert.Equalf(o.t, (code == exitDone), (err == nil), "accept %v: %v: %s", ids, err, out)
	var answer struct {
		Report   string
		Host     rollout.HostVersion
		Criteria []rollout.Criterion
	}
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&answer); err != nil {
		o.t.Fatalf("accept: %v: %s", err, out)
	}
	assert.Equal(o.t, (rollout.HostVersion{Version: "2026.9.6", Verified: true}), answer.Host, "the host")
	text := o.read("workspace/" + answer.Report)
	o.t.Log(text)
	all := map[string]rollout.Criterion{}
	for _, c := range answer.Criteria {
		all[c.ID] = c
		if code == exitDone && c.Result != rollout.Pass || !strings.Contains(text, "## "+c.ID+": "+string(c.Result)) {
			o.t.Errorf("%+v", c)
		}
	}
	return all
}

// checkWayBack goes back phase by phase.
func (o *openclaw) checkWayBack(settings map[string]any) {
	o.t.Helper()
	o.expect("agent:main:telegram:group:-1001:topic:15", ownShared)
	for range rollout.Complete - 1 {
		o.wisdom("host", "rollout", "back")
	}
	o.wisdom("rollback", "0")
	o.until("agent:main:main", hostPrivate)
	for name, text := range strangerFiles {
		assert.Equalf(o.t, text, o.read("workspace/"+name), "%s is not as it was found", name)
	}
	_, err := os.Stat(filepath.Join(o.workspace, "TOOLS_COMPACT.md"))
	assert.Truef(o.t, os.IsNotExist(err), "TOOLS_COMPACT.md remains: %v", err)
	o.wisdom("host", "remove")
	after := o.settings()
	delete(settings, "meta") // the host writes it with every change
	delete(after, "meta")
	a, b := asJSON(o.t, settings), asJSON(o.t, after)
	assert.Equal(o.t, b, a, "the settings changed:\n")
	var phases struct{ Phase int }
	if err := json.Unmarshal([]byte(o.wisdom("host", "rollout", "--json")), &phases); err != nil || phases.Phase != 0 {
		o.t.Errorf("phase %d, %v", phases.Phase, err)
	}
}
