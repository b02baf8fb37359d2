//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/titanous/json5"

	"wisdom/inject/session"

	"github.com/stretchr/testify/require"
)

// What the host loads by itself, and what it loads by the table.
var (
	hostPrivate = []string{"AGENTS.md", "IDENTITY.md", "MEMORY.md", "SOUL.md", "USER.md"}
	hostShared  = []string{"AGENTS.md", "IDENTITY.md", "SOUL.md", "USER.md"}
	ownMain     = []string{"SOUL.md", "TOOLS_COMPACT.md", "USER.md"}
	ownShared   = []string{"SOUL.md", "TOOLS_COMPACT.md"}
)

// The real host, in what the model server receives: every type of session loads the
// files of the table and nothing else, and disabling gives the host its own list back
// (AC-1a, AC-1b, AC-2, AC-4, AC-5, AC-8).
func TestOpenClaw(t *testing.T) {
	o := startOpenclaw(t, hostFiles)
	before := o.settings()
	o.expect("agent:main:main", hostPrivate)
	o.expect("agent:main:telegram:group:-1001:topic:15", hostShared)

	o.wisdom("hook", "install")
	assert.Contains(t, o.wisdom("hook", "test"), "differ in 0")
	out := o.wisdom("hook", "enable")
	assert.Contains(t, out, "with your comments, which the host drops", "no word of comments")
	o.checkBackup()
	o.until("agent:main:main", ownMain)
	for _, turn := range []struct {
		key  string
		want []string
	}{
		{"agent:main:telegram:direct:4711", ownMain},
		{"agent:main:telegram:direct:815", ownShared},
		{"agent:main:telegram:group:-1001", ownShared},
		{"agent:main:telegram:group:-1001:topic:14", ownShared},
		{"agent:main:telegram:group:-1001:topic:15", ownShared},
		{"agent:main:discord:channel:5", ownShared},
		{"agent:main:slack:channel:c1:thread:1700.1", ownShared},
		{"agent:main:main:heartbeat", []string{"HEARTBEAT.md", "SOUL.md"}},
		{"agent:main:hook:push", ownShared},
		{"agent:main:dashboard:7a", ownMain},
		{"agent:main:incident-42", []string{"AGENTS.md", "SOUL.md", "TOOLS_COMPACT.md", "USER.md"}},
	} {
		o.expect(turn.key, turn.want)
		o.predicted(turn.key, turn.want)
	}
	o.heartbeats()
	o.otherEntryPoints()
	o.topics()
	o.doubts()

	o.local()

	status := o.wisdom("hook", "status")
	for _, want := range []string{
		"the files are those of this program", "verified", "enabled    yes", "gateway    loaded",
	} {
		assert.Contains(t, status, want, "status lacks")
	}
	o.wisdom("hook", "disable")
	o.until("agent:main:main", hostPrivate)
	o.expect("agent:main:telegram:group:-1001:topic:15", hostShared)
	o.hookForm()
	o.wisdom("hook", "remove")
	_, err := os.Stat(filepath.Join(o.workspace, ".wisdom", "openclaw"))
	assert.Truef(t, os.IsNotExist(err), "the files of the plugin remain: %v", err)
	after := o.settings()
	delete(before, "meta") // the host writes it with every change
	delete(after, "meta")
	a, b := asJSON(t, before), asJSON(t, after)
	assert.Equal(t, b, a, "other settings changed:\n")
	for name, text := range hostFiles {
		assert.Equalf(t, text, o.read("workspace/"+name), "%s changed", name)
	}
}

// expect sends a message and compares the files that the model received.
func (o *openclaw) expect(key string, want []string) {
	o.t.Helper()
	assert.Equalf(o.t, want, o.say(key), "%s: the model received", key)
}

// until is expect, once the gateway has read its settings again: it takes a second
// or two.
func (o *openclaw) until(key string, want []string) {
	o.t.Helper()
	var got []string
	for range 20 {
		if got = o.say(key); slices.Equal(got, want) {
			return
		}
		time.Sleep(time.Second)
	}
	o.t.Errorf("%s: the model still receives %v, want %v", key, got, want)
}

// predicted compares wisdom session with what the model received, and with the
// limit of AC-1 and AC-2.
func (o *openclaw) predicted(key string, want []string) {
	o.t.Helper()
	var answer struct{ Sessions []session.Cost }
	require.NoError(o.t, json.Unmarshal([]byte(o.wisdom("session", key, "--json")), &answer))
	var got []string
	for _, f := range answer.Sessions[0].Files {
		if !f.Missing {
			got = append(got, string(f.Path))
		}
	}
	slices.Sort(got)
	limit := answer.Sessions[0].Limit
	assert.Truef(o.t, slices.Equal(got, want) && (limit <= 0 || answer.Sessions[0].Tokens <= limit),
		"wisdom session %s: %v in %d tokens, want %v in at most %d", key, got, answer.Sessions[0].Tokens, want, limit)
}

// otherEntryPoints are sessions that cannot be reached by a message: a sub-agent that
// the model starts, cron jobs and a webhook.
func (o *openclaw) otherEntryPoints() {
	o.t.Helper()
	got := o.received(o.spawn("say ok to"))
	assert.Equalf(o.t, []string{"SOUL.md"}, got, "a sub-agent received %v, want SOUL.md", got)
	for name, test := range map[string]struct {
		flags []string
		want  []string
	}{
		"isolated": {nil, []string{"HEARTBEAT.md", "SOUL.md"}},
		"light":    {[]string{"--light-context"}, []string{}},
	} {
		assert.Equalf(o.t, test.want, o.received(o.runCron(name, "hello", test.flags...)), "cron, %s", name)
	}
	want := []string{"HEARTBEAT.md", "SOUL.md"} // the key of a webhook's session is a cron key
	assert.Equal(o.t, want, o.received(o.callHook("hello")), "a webhook received")
}

// heartbeats are real ones, which a webhook wakes: in the main session, as by default,
// and in a session of their own.
func (o *openclaw) heartbeats() {
	o.t.Helper()
	settings := o.settings()
	of := settings["agents"].(map[string]any)["defaults"].(map[string]any)["heartbeat"].(map[string]any)
	for _, test := range []struct {
		isolated bool
		kind     string
		want     []string
	}{
		{false, "MAIN_SESSION", ownMain},
		{true, "HEARTBEAT", []string{"HEARTBEAT.md", "SOUL.md"}},
	} {
		if test.isolated {
			of["isolatedSession"] = true
			o.reload(settings)
		}
		var got []string
		var kind string
		for range 10 { // the gateway reads its settings again
			got, kind = o.heartbeat()
			if kind == test.kind {
				break
			}
			time.Sleep(time.Second)
		}
		assert.Truef(o.t, kind == test.kind && slices.Equal(got, test.want),
			"a heartbeat of type %s received %v, want %s, %v", kind, got, test.kind, test.want)
	}
	delete(of, "isolatedSession")
	o.reload(settings)
}

// reload writes the host's settings and waits until it has read them: a sub-agent that starts meanwhile has no model.
func (o *openclaw) reload(settings map[string]any) {
	o.t.Helper()
	applied := func() int { return strings.Count(o.read("gateway.out"), "hot reload applied") }
	before := applied()
	o.write("../openclaw.json", asJSON(o.t, settings))
	o.waitFor("the host with other settings", time.Minute, func() bool { return applied() > before })
}

// heartbeat wakes the heartbeat, and gives the files that the model server received and
// the type that the receipt names.
func (o *openclaw) heartbeat() (files []string, kind string) {
	o.t.Helper()
	prompt := o.wake("look at the queue")
	lines := strings.Split(strings.TrimSpace(o.read("workspace/.wisdom/injections.jsonl")), "\n")
	for _, line := range lines { // a turn may have a second receipt, of its snippets
		var receipt struct{ Type string }
		require.NoError(o.t, json.Unmarshal([]byte(line), &receipt))
		kind = cmp.Or(receipt.Type, kind)
	}
	return o.filesIn(prompt), kind
}

// wake wakes the heartbeat, and gives the whole request that the model server received.
func (o *openclaw) wake(text string) string {
	o.t.Helper()
	before := o.model.received()
	o.post("/hooks/wake", "hook-token-of-the-test", nil, map[string]any{"text": text, "mode": "now"})
	o.waitFor("a heartbeat", 3*time.Minute, func() bool { return o.model.request(before) != "" })
	return o.model.request(before)
}

// topics checks that settings reach the host with the next install, and no restart.
func (o *openclaw) topics() {
	o.t.Helper()
	o.write("wisdom.toml", "[sessions]\nowners = [\"telegram:815\"]\n[sessions.topics]\n15 = [\"ops/STATUS.md\"]\n")
	o.wisdom("hook", "install")
	o.expect("agent:main:telegram:group:-1001:topic:15", []string{"SOUL.md", "TOOLS_COMPACT.md", "ops/STATUS.md"})
	o.expect("agent:main:telegram:direct:815", ownMain)
	o.expect("agent:main:telegram:direct:4711", ownShared)
	require.NoError(o.t, os.Remove(filepath.Join(o.workspace, "wisdom.toml")))
	o.wisdom("hook", "install")
	o.expect("agent:main:telegram:group:-1001:topic:15", ownShared)
}

// doubts are states of the workspace in which the host's own list stays.
func (o *openclaw) doubts() {
	o.t.Helper()
	at := func(name string) string { return filepath.Join(o.workspace, filepath.FromSlash(name)) }
	receipts := func() []string {
		return strings.Split(strings.TrimSpace(o.read("workspace/.wisdom/injections.jsonl")), "\n")
	}
	before := len(receipts())
	const rules, compact = ".wisdom/openclaw/rules.json", "TOOLS_COMPACT.md"
	for _, doubt := range []struct {
		name, file string
		change     func(path string) error
		want       []string
	}{
		{"no rules.json", rules, func(string) error { return nil }, hostPrivate},
		{
			"a broken rules.json",
			rules,
			func(path string) error { return os.WriteFile(path, []byte(`{"rules": [`), 0o600) },
			hostPrivate,
		},
		{"an old rules.json", rules, func(path string) error { return os.WriteFile(path, []byte(`{}`), 0o600) }, hostPrivate},
		{"a link", compact, func(path string) error { return os.Symlink(at("MEMORY.md"), path) }, hostPrivate},
		{"a folder", compact, func(path string) error { return os.Mkdir(path, 0o755) }, hostPrivate},
		{"a file that does not exist", compact, func(string) error { return nil }, []string{"SOUL.md", "USER.md"}},
		{
			"no SOUL.md",
			"SOUL.md",
			func(string) error { return nil },
			[]string{"AGENTS.md", "IDENTITY.md", "MEMORY.md", "USER.md"},
		},
	} {
		aside := filepath.Join(o.state, "aside")
		require.NoError(o.t, os.Rename(at(doubt.file), aside))
		require.NoError(o.t, doubt.change(at(doubt.file)))
		o.t.Log(doubt.name)
		o.expect("agent:main:main", doubt.want)
		require.NoError(o.t, os.RemoveAll(at(doubt.file)))
		require.NoError(o.t, os.Rename(aside, at(doubt.file)))
	}
	for how, want := range map[string][]string{"undefined": hostPrivate, "empty": {}, "no path": hostPrivate} {
		o.write("../spoiler/spoil", how)
		o.t.Log(how)
		o.expect("agent:main:main", want)
	}
	require.NoError(o.t, os.Remove(filepath.Join(o.state, "spoiler", "spoil")))
	reasons := map[string]int{
		"ENOENT": 1, "Unexpected end of JSON": 1, "is of another version": 1, "is a link or no regular file": 2,
		"SOUL.md is missing": 1, "has no path": 1, // where there is no list, there is no workspace to write a receipt into
	}
	for _, line := range receipts()[before:] {
		for reason := range reasons { // the host may ask more than once
			if strings.Contains(line, `"kept":`) && strings.Contains(line, reason) {
				reasons[reason]--
			}
		}
	}
	for reason, missing := range reasons {
		if missing > 0 {
			o.t.Errorf("%d receipts too few say that the host's list stayed: %s", missing, reason)
		}
	}
	o.expect("agent:main:main", ownMain)
}

// local is a session without a gateway, in a state folder of its own with the same
// settings: the host runs none beside a gateway.
func (o *openclaw) local() {
	o.t.Helper()
	other := *o
	other.state = o.t.TempDir()
	other.env = append(slices.Clone(o.env), "OPENCLAW_STATE_DIR="+other.state)
	require.NoError(o.t, os.WriteFile(filepath.Join(other.state, "openclaw.json"), []byte(o.read("openclaw.json")), 0o600))
	token := o.token()
	other.call("openclaw", "agent", "--local", "--session-key", "agent:main:telegram:group:-1001:topic:15", "-m", token)
	assert.Equal(o.t, ownShared, o.received(token), "--local")
}

// hookForm is the seed's form. All hooks are on without an entry, and stay on.
func (o *openclaw) hookForm() {
	o.t.Helper()
	on := o.hooksOn()
	require.Truef(o.t, len(on) >= 3, "too few hooks are on: %v", on)
	o.wisdom("hook", "install", "--as", "hook")
	out := o.wisdom("hook", "enable", "--as", "hook")
	for _, name := range on {
		assert.Contains(o.t, out, name, "enable does not name")
	}
	o.until("agent:main:main", ownMain)
	o.expect("agent:main:telegram:group:-1001:topic:15", ownShared)
	o.expect("agent:main:main:heartbeat", []string{"HEARTBEAT.md", "SOUL.md"})
	got := o.received(o.spawn("say ok to"))
	assert.Equalf(o.t, []string{"SOUL.md"}, got, "a sub-agent received %v, want SOUL.md", got)
	assert.Contains(o.t, o.pluginPaths(), filepath.Join(o.state, "spoiler"), "the path of another plugin is lost")
	if out, err := o.try("wisdom", "-C", o.workspace, "hook", "enable"); err == nil ||
		!strings.Contains(out, "decide twice") {
		o.t.Errorf("both forms at once: %v, %s", err, out)
	}
	o.wisdom("hook", "disable", "--as", "hook")
	o.until("agent:main:main", hostPrivate)
	now := o.hooksOn()
	assert.Equalf(o.t, on, now, "hooks that are on: %v, before %v", now, on)
	o.wisdom("hook", "remove", "--as", "hook")
	if now := o.hooksOn(); !slices.Equal(now, on) {
		o.t.Errorf("hooks that are on: %v, before %v", now, on)
	}
}

// hooksOn are the hooks that the gateway loads, but for ours, as it counts them in
// its log after each change, and by the host's settings.
func (o *openclaw) hooksOn() []string {
	o.t.Helper()
	entries, named := o.settings()["hooks"].(map[string]any)["internal"].(map[string]any)["entries"].(map[string]any)
	var list struct {
		Hooks []struct {
			Name, Source string
			Loadable     bool
		}
	}
	require.NoError(o.t, json.Unmarshal([]byte(o.call("openclaw", "hooks", "list", "--json")), &list))
	var on []string
	for _, h := range list.Hooks {
		entry, listed := entries[h.Name].(map[string]any)
		if h.Name != "aci-bootstrap" && h.Loadable && (!named || listed && entry["enabled"] != false) {
			on = append(on, h.Name)
		}
	}
	slices.Sort(on)
	return on
}

// pluginPaths are the folders of plugins in the host's settings.
func (o *openclaw) pluginPaths() (paths []string) {
	load, _ := o.settings()["plugins"].(map[string]any)["load"].(map[string]any)
	for _, path := range load["paths"].([]any) {
		paths = append(paths, path.(string))
	}
	return paths
}

// settings are those of the host.
func (o *openclaw) settings() map[string]any {
	o.t.Helper()
	var v map[string]any
	require.NoError(o.t, json5.Unmarshal([]byte(o.read("openclaw.json")), &v))
	return v
}

// checkBackup compares the copy of the settings with what they were.
func (o *openclaw) checkBackup() {
	o.t.Helper()
	copies, err := filepath.Glob(filepath.Join(o.state, "openclaw.json.before-wisdom-*"))
	require.Truef(o.t, err == nil && len(copies) == 1, "copies %v, %v", copies, err)
	b, err := os.ReadFile(copies[0])
	if err != nil || !strings.Contains(string(b), "// who may write") {
		o.t.Errorf("the copy lacks the comments: %v", err)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
