package hook

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	_ "embed"
)

// history is what the host prints of a session, shortened.
//
//go:embed testdata/history.json
var history string

// printedTurn is what it prints of a message, shortened.
//
//go:embed testdata/turn.json
var printedTurn string

// A memory_get of a file that does not exist passed for a lookup: c6. So did a read of one: c8, c9.
func TestTurns(t *testing.T) {
	ctx := context.Background()
	o := host(map[string]string{
		"agents list --json": `[{"id":"other","workspace":"/x"},{"id":"ops","workspace":"/w"},` +
			`{"id":"main","workspace":"/w","isDefault":true}]`,
		"agent --session-key k --message hello --json": printedTurn,
		"agent --session-key l --message hello --json": `{"status":"ok","result":{"payloads":[],"meta":{}}}`,
		"agent --session-key m --message hello --json": "TALK GatewayTransportError: closed",

		`gateway call chat.history --params {"limit":200,"sessionKey":"k"} --json`: history,
		`gateway call chat.history --params {"limit":200,"sessionKey":"l"} --json`: "{}",
		"sessions delete k l --agent main --yes --json":                            `{"ok":true}`,
	})
	isOurs := func(dir string) bool { return dir == "/w" }
	id, err := o.Agent(ctx, isOurs)
	assert.Truef(t, id == "main" && err == nil, "agent %q, %v", id, err)
	if id, err := o.Agent(ctx, func(string) bool { return false }); id != "" || err != nil {
		t.Errorf("agent %q, %v", id, err)
	}
	const files = "[{AGENTS.md /w/SOUL.md false false 12} {SOUL.md /w/SOUL.md true false 72}]"
	said, err := o.Say(ctx, "k", "hello")
	assert.Truef(t, err == nil && said.Answer == "on the\nlab machine" && fmt.Sprint(said.Files) == files,
		"%+v, %v", said, err)
	_, err = o.Say(ctx, "l", "hello")
	assert.ErrorContains(t, err, "no report of what was injected", "a turn without a report")
	_, err = o.Say(ctx, "m", "hello")
	assert.ErrorContains(t, err, "GatewayTransportError", "a gateway that went away")
	calls, err := o.Calls(ctx, "k")
	want := "[{read MEMORY.md  false false []} {read NONE.md  false true []} " +
		"{memory_search  models true false [MEMORY.md memory/a.md]} {tool_call   false true []} " +
		"{memory_get memory/none.md  false true []} {memory_get memory/a.md  false false []} {read memory/none.md  false " +
		"true []} " +
		"{read memory/empty.md  false true []} {read SOUL.md  false true []}]"
	assert.Truef(t, fmt.Sprint(calls) == want && err == nil, "calls %v, %v", calls, err)
	if calls, err := o.Calls(ctx, "l"); len(calls) != 0 || err != nil {
		t.Errorf("calls %v, %v", calls, err)
	}
	assert.NoError(t, o.DeleteSessions(ctx, "main", []string{"k", "l"}))
	assert.NoError(t, o.DeleteSessions(ctx, "main", nil))
}
