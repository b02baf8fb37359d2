package hook

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// history is what the host prints of a session, shortened.
const history = `{"sessionKey":"k","messages":[
{"role":"user","content":"what did we decide?"},
{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{"path":"MEMORY.md"}}]},
{"role":"toolResult","toolCallId":"c1","toolName":"read","isError":false,"content":[{"type":"text","text":"# MEMORY"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c2","name":"read","arguments":{"path":"NONE.md"}}]},
{"role":"toolResult","toolCallId":"c2","toolName":"read","isError":true,"content":[{"type":"text","text":"{\"status\":\"error\"}"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c3","name":"tool_call","arguments":{"id":"memory_search","args":{"query":"models"}}}]},
{"role":"custom","content":[
 {"type":"toolCall","id":"t1","name":"memory_search","arguments":{"query":"models"},"parentToolCallId":"c3"},
 {"type":"toolResult","toolCallId":"t1","toolName":"memory_search","isError":false,"content":[{"type":"text","text":"{\"results\":[{\"path\":\"MEMORY.md\"},{\"path\":\"memory/a.md\"}]}"}]}]},
{"role":"toolResult","toolCallId":"c3","toolName":"tool_call","isError":false,"content":[{"type":"text","text":"{}"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c4","name":"tool_call","arguments":{"id":"nosuch","args":{}}}]},
{"role":"toolResult","toolCallId":"c4","toolName":"tool_call","isError":true,"content":[{"type":"text","text":"Unknown tool"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c6","name":"memory_get","arguments":{"path":"memory/none.md"}}]},
{"role":"toolResult","toolCallId":"c6","toolName":"memory_get","isError":false,"content":[{"type":"text","text":"{\"status\":\"not_found\",\"text\":\"\",\"path\":\"memory/none.md\"}"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c7","name":"memory_get","arguments":{"path":"memory/a.md"}}]},
{"role":"toolResult","toolCallId":"c7","toolName":"memory_get","isError":false,"content":[{"type":"text","text":"{\"status\":\"ok\",\"text\":\"# A\"}"}]},
{"role":"assistant","content":[{"type":"toolCall","id":"c5","name":"read","arguments":{"path":"SOUL.md"}}]},
{"role":"assistant","content":[{"type":"text","text":"on the lab machine"}]}]}`

// A memory_get of a file that does not exist passed for a lookup: c6.
func TestTurns(t *testing.T) {
	ctx := context.Background()
	o := host(map[string]string{
		"agents list --json":                                                       `[{"id":"other","workspace":"/x"},{"id":"ops","workspace":"/w"},{"id":"main","workspace":"/w","isDefault":true}]`,
		"agent --session-key k --message hello --json":                             `{"status":"ok","result":{"payloads":[{"text":"on the"},{"text":"lab machine"}],"meta":{"systemPromptReport":{"injectedWorkspaceFiles":[{"name":"AGENTS.md","path":"/w/SOUL.md","missing":false,"injectedChars":12},{"name":"BOOTSTRAP.md","path":"/w/BOOTSTRAP.md","missing":true,"injectedChars":0},{"name":"SOUL.md","path":"/w/SOUL.md","missing":true,"injectedChars":72}]}}}}`,
		"agent --session-key l --message hello --json":                             `{"status":"ok","result":{"payloads":[],"meta":{}}}`,
		"agent --session-key m --message hello --json":                             "TALK GatewayTransportError: closed",
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
	turn, err := o.Say(ctx, "k", "hello")
	if err != nil || turn.Answer != "on the\nlab machine" || fmt.Sprint(turn.Files) != "[{AGENTS.md /w/SOUL.md false false 12} {SOUL.md /w/SOUL.md true false 72}]" {
		t.Errorf("%+v, %v", turn, err)
	}
	if _, err := o.Say(ctx, "l", "hello"); err == nil || !strings.Contains(err.Error(), "no report of what was injected") {
		t.Errorf("a turn without a report: %v", err)
	}
	if _, err := o.Say(ctx, "m", "hello"); err == nil || !strings.Contains(err.Error(), "GatewayTransportError") {
		t.Errorf("a gateway that went away: %v", err)
	}
	calls, err := o.Calls(ctx, "k")
	want := "[{read MEMORY.md  false false []} {read NONE.md  false true []} {memory_search  models true false [MEMORY.md memory/a.md]} {tool_call   false true []} {memory_get memory/none.md  false true []} {memory_get memory/a.md  false false []} {read SOUL.md  false true []}]"
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
