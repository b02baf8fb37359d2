package hook

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"testing"
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
	if id, err := o.Agent(ctx, isOurs); id != "main" || err != nil {
		t.Errorf("agent %q, %v", id, err)
	}
	if id, err := o.Agent(ctx, func(string) bool { return false }); id != "" || err != nil {
		t.Errorf("agent %q, %v", id, err)
	}
	const files = "[{AGENTS.md /w/SOUL.md false false 12} {SOUL.md /w/SOUL.md true false 72}]"
	said, err := o.Say(ctx, "k", "hello")
	if err != nil || said.Answer != "on the\nlab machine" || fmt.Sprint(said.Files) != files {
		t.Errorf("%+v, %v", said, err)
	}
	if _, err := o.Say(ctx, "l", "hello"); err == nil ||
		!strings.Contains(err.Error(), "no report of what was injected") {
		t.Errorf("a turn without a report: %v", err)
	}
	if _, err := o.Say(ctx, "m", "hello"); err == nil || !strings.Contains(err.Error(), "GatewayTransportError") {
		t.Errorf("a gateway that went away: %v", err)
	}
	calls, err := o.Calls(ctx, "k")
	want := "[{read MEMORY.md  false false []} {read NONE.md  false true []} " +
		"{memory_search  models true false [MEMORY.md memory/a.md]} {tool_call   false true []} " +
		"{memory_get memory/none.md  false true []} {memory_get memory/a.md  false false []} {read memory/none.md  false " +
		"true []} " +
		"{read memory/empty.md  false true []} {read SOUL.md  false true []}]"
	if fmt.Sprint(calls) != want || err != nil {
		t.Errorf("calls %v, %v", calls, err)
	}
	if calls, err := o.Calls(ctx, "l"); len(calls) != 0 || err != nil {
		t.Errorf("calls %v, %v", calls, err)
	}
	if err := o.DeleteSessions(ctx, "main", []string{"k", "l"}); err != nil {
		t.Error(err)
	}
	if err := o.DeleteSessions(ctx, "main", nil); err != nil {
		t.Error(err)
	}
}
