package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "embed"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// standIn replaces the program that the plugin asks. What it does depends on
// the message; by default it gives the question back. A slow answer comes once there is a
// file "hurry" in the workspace, which is gone then.
//
//go:embed testdata/standin.mjs
var standIn string

// turns gives turns of a host to the installed module, one after the other, and returns
// what it appends to each, "" for nothing, and what it logs.
func turns(
	t *testing.T, root *workspace.Real, program string, all []map[string]any,
) (appended []string, logged string) {
	t.Helper()
	out, talk, err := runScript(t, "turns.mjs", []byte(asJSON(t, all)), inHome(root, "snippets.mjs"), root.Dir(), program)
	err = errors.Join(err, json.Unmarshal(out, &appended))
	require.Truef(t, err == nil && len(appended) == len(all), "%v %s", err, talk)
	return appended, string(talk)
}

// turn is a message of a person in a session.
func turn(key, message string) map[string]any {
	return map[string]any{
		"event": map[string]any{"prompt": message},
		"ctx":   map[string]any{"trigger": "user", "sessionKey": key},
	}
}

func withStandIn(t *testing.T, s session.Settings) (root *workspace.Real, program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "wisdom.mjs")
	if err := os.WriteFile(program, []byte(standIn), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	return withPlugin(t, s), program
}

// Only what a person wrote is asked for; what others read gets nothing of what is
// withheld from them.
func TestWhoGetsSnippets(t *testing.T) {
	t.Parallel()
	root, program := withStandIn(t, session.Settings{})
	change := func(turn map[string]any, with map[string]any) map[string]any {
		for name, value := range with {
			turn["ctx"].(map[string]any)[name] = value
		}
		return turn
	}
	const message = "which port has the printer"
	several := "[Chat messages since your last reply - for context]\nAnna: no\n\n[Current message - respond to this]\n" +
		message
	tests := []struct {
		name string
		turn map[string]any
		want string // the message and what is excluded; "" for no question
	}{
		{"main", turn("agent:main:main", message), message + " []"},
		{"owner", turn("agent:main:telegram:direct:4711", message), message + " []"},
		{"stranger", turn("agent:main:telegram:direct:815", message), message + " [MEMORY.md agents/** projects/**]"},
		{"group", turn("agent:main:telegram:group:-1001", message), message + " [MEMORY.md agents/** projects/**]"},
		{"topic", turn("agent:main:telegram:group:-1001:topic:15", message), message + " [MEMORY.md agents/** projects/**]"},
		{"an unknown key", turn("agent:main:incident-42", message), message + " [MEMORY.md agents/** projects/**]"},
		{"several messages", turn("agent:main:main", several), message + " []"},
		{
			"an outside user",
			change(turn("agent:main:main", message), map[string]any{"inputProvenance": map[string]any{"kind": "external_user"}}),
			message + " []",
		},
		{
			"another session",
			change(turn("agent:main:main", message), map[string]any{"inputProvenance": map[string]any{"kind": "inter_session"}}),
			"",
		},
		{"sub-agent", turn("agent:main:subagent:4f", message), ""},
		{"heartbeat", change(turn("agent:main:main", message), map[string]any{"trigger": "heartbeat"}), ""},
		{"a session of heartbeats", turn("agent:main:main:heartbeat", message), ""},
		{"cron", change(turn("agent:main:cron:j", message), map[string]any{"trigger": "cron"}), ""},
		{"a key of cron", turn("agent:main:cron:j", message), ""},
		{"webhook", turn("agent:main:hook:push", message), ""},
		{"no text", turn("agent:main:main", "  "), ""},
		{
			"another agent's workspace", change(turn("agent:main:main", message), map[string]any{"workspaceDir": t.TempDir()}),
			"",
		},
		{"no workspace", change(turn("agent:main:main", message), map[string]any{"workspaceDir": nil}), ""},
		{"needs nothing", turn("agent:main:main", "it needs nothing"), ""},
	}
	var all []map[string]any
	for _, test := range tests {
		all = append(all, test.turn)
	}
	appended, logged := turns(t, root, program, all)
	pids := map[int]bool{}
	for i, test := range tests {
		got := ""
		if appended[i] != "" {
			var q struct {
				PID     int
				Message string
				Exclude []string
			}
			require.NoError(t, json.Unmarshal([]byte(appended[i]), &q), test.name)
			got = fmt.Sprint(q.Message, " ", q.Exclude)
			pids[q.PID] = true
		}
		assert.Equalf(t, test.want, got, "%s: asked", test.name)
	}
	assert.Truef(t, len(pids) == 1 && logged == "", "%d children, logged %q", len(pids), logged)
	receipts, err := Receipts(root, Plugin, KindSnippets)
	require.Truef(t, err == nil && len(receipts) == 9, "%d receipts, %v", len(receipts), err)
	r := receipts[0]
	assert.Truef(t, r.Type == "MAIN_SESSION" && r.Snippets == 1 && r.Tokens == 7 && r.Session != "" && r.Why == "" &&
		r.MS != 0, "the first receipt: %+v", r)
	files, err := Receipts(root, Plugin, "")
	assert.Truef(t, len(files) == 0 && err == nil, "%d receipts for files, %v", len(files), err)
}

// Whatever happens to the child, the turn goes on without snippets, within the
// deadline, and a later one has them again.
func TestTroubleWithTheChild(t *testing.T) {
	t.Parallel()
	root, program := withStandIn(t, session.Settings{Withhold: []string{}})
	const key = "agent:main:main"
	after := func(ms int, turn map[string]any) map[string]any { turn["pause"] = ms; return turn }
	onceAnswered := func(turn map[string]any) map[string]any {
		turn["hurry"] = filepath.Join(root.Dir(), "hurry")
		return turn
	}
	within := func(ms int, turn map[string]any) map[string]any { turn["wait"] = ms; return turn }
	tests := []struct {
		turn map[string]any
		why  string // "" for snippets
	}{
		{turn(key, "the first question"), ""},
		{turn(key, "it is killed"), "the child ended (SIGKILL)"},
		{turn(key, "the next question"), ""},
		{turn(key, "it fails"), "the disk is full"},
		{turn(key, "it babbles"), "the child's answer is no JSON"},
		{turn(key, "a question to the next child"), ""},
		{within(300, turn(key, "it is slow")), "no answer after 300 ms"},
		{after(50, within(300, turn(key, "a question at once"))), "the child is busy"},
		{onceAnswered(turn("agent:main:telegram:group:-1", "a question later")), ""},
		{within(300, turn(key, "it hangs")), "no answer after 300 ms"},
		{after(50, within(300, turn(key, "a question too early"))), "the child is busy"},
	}
	var all []map[string]any
	var wants []string
	for _, test := range tests {
		all, wants = append(all, test.turn), append(wants, test.why)
	}
	appended, logged := turns(t, root, program, all)
	receipts, err := Receipts(root, Plugin, KindSnippets)
	require.Truef(t, err == nil && len(receipts) == len(tests), "%d receipts, %v", len(receipts), err)
	for i, r := range receipts {
		assert.Equalf(t, wants[i], r.Why, "turn %d", i)
		assert.Equalf(t, wants[i] != "", appended[i] == "", "turn %d: %q appended", i, appended[i])
		assert.Contains(t, logged, wants[i])
	}
	assert.Contains(t, appended[8], `"exclude":[]`, "the settings allow all, and")
}

// A program that does not exist, rules that cannot be read, a workspace that cannot be
// written to: a normal turn.
func TestTroubleBeforeTheChild(t *testing.T) {
	t.Parallel()
	question := []map[string]any{turn("agent:main:main", "which port has the printer")}
	root, program := withStandIn(t, session.Settings{})
	appended, logged := turns(t, root, program+"-none", question)
	assert.Truef(t, appended[0] == "" && strings.Contains(logged, "ENOENT"), "no program: %q, %q", appended, logged)
	require.NoError(t, workspace.Replace(root, RulesFile, []byte(`{"rules": [`), 0o600))
	appended, logged = turns(t, root, program, question)
	assert.Truef(
		t,
		appended[0] == "" && strings.Contains(logged, "no snippets: "),
		"broken rules: %q, %q",
		appended,
		logged,
	)
}

// A child of older settings, or of an older program, is replaced.
func TestChildFollowsTheSettings(t *testing.T) {
	t.Parallel()
	root, program := withStandIn(t, session.Settings{})
	out, talk, err := runScript(t, "children.mjs", nil, inHome(root, "snippets.mjs"), root.Dir(), program,
		filepath.Join(root.Dir(), "wisdom.toml"))
	var pids []int
	err = errors.Join(err, json.Unmarshal(out, &pids))
	require.Truef(t, err == nil && len(pids) == 5, "%v %s", err, talk)
	assert.Truef(t, pids[0] == pids[1] && pids[2] == pids[3] && len(slices.Compact(pids)) == 3, "children %v", pids)
}

func TestSnippetsAreSwitched(t *testing.T) {
	const dir, program = "/w/.wisdom/openclaw", "/usr/bin/wisdom"
	whole := map[string]any{"plugins": map[string]any{}}
	apply := func(program string) string {
		t.Helper()
		patch, _, err := Config{whole["plugins"], nil, dir}.EnablePlugin(program, false)
		require.NoError(t, err)
		if patch == nil {
			return ""
		}
		merge(whole, values(t, asJSON(t, patch)))
		return asJSON(t, patch["plugins"].(Patch)["entries"])
	}
	for _, step := range []struct{ program, want, on string }{
		{
			program,
			`{"wisdom":{"config":{"program":"/usr/bin/wisdom"},"enabled":true,"hooks":{"allowConversationAccess":true}}}`,
			program,
		},
		{program, "", program},
		{
			"/opt/wisdom", `{"wisdom":{"config":{"program":"/opt/wisdom"},"hooks":{"allowConversationAccess":true}}}`,
			"/opt/wisdom",
		},
		{"", `{"wisdom":{"config":{"program":null},"hooks":{"allowConversationAccess":null}}}`, ""},
		{"", "", ""},
		{program, `{"wisdom":{"config":{"program":"/usr/bin/wisdom"},"hooks":{"allowConversationAccess":true}}}`, program},
	} {
		assert.Equal(t, step.want, apply(step.program), step.program)
		assert.Equal(t, step.on, Config{Plugins: whole["plugins"]}.Snippets(), step.program)
	}
}
