package hook

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// Turn is a message in a session of the running gateway, as the host reports it.
type Turn struct {
	Answer string
	Files  []InjectedFile
}

// InjectedFile is a file of the workspace in the host's own report of a turn.
type InjectedFile struct {
	Name    string `json:"name"` // what the host calls it
	Path    string `json:"path"` // absolute
	Missing bool   `json:"missing"`
	// Truncated says that only parts of it did.
	Truncated bool `json:"truncated"`
	// Chars are those that reached the prompt, in UTF-16 units.
	Chars int `json:"injectedChars"`
}

// Call is a tool that the agent called in a session.
type Call struct {
	Tool string
	// Path is the file that it was to read, Query what it was to look for; "" for none.
	Path, Query string
	// Nested says that it was called through tool_call.
	Nested bool
	// Failed says that the host reported an error, or no result.
	Failed bool
	// Found are the files that a search found.
	Found []string
}

// Agent is the ID of the agent whose workspace is the one that is reports true for, the default agent first; "" where
// there is none.
func (o Openclaw) Agent(ctx context.Context, is func(dir string) bool) (string, error) {
	var agents []struct {
		ID        string
		Workspace string
		IsDefault bool
	}
	if err := o.ask(ctx, "agents list", &agents, "agents", "list", "--json"); err != nil {
		return "", err
	}
	found := ""
	for _, agent := range agents {
		if is(agent.Workspace) && (found == "" || agent.IsDefault) {
			found = agent.ID
		}
	}
	return found, nil
}

// Say sends a message into a session of the running gateway and waits for the answer, which is delivered to no channel.
func (o Openclaw) Say(ctx context.Context, key, message string) (*Turn, error) {
	var answer struct {
		Status string
		Result struct {
			Payloads []struct{ Text string }
			Meta     struct {
				SystemPromptReport *struct{ InjectedWorkspaceFiles []InjectedFile }
			}
		}
	}
	err := o.ask(ctx, "agent", &answer, "agent", "--session-key", key, "--message", message, "--json")
	if err != nil {
		return nil, err
	}
	if answer.Status != "ok" || answer.Result.Meta.SystemPromptReport == nil {
		return nil, &HostError{"agent", "the turn has no report of what was injected; its status is " + answer.Status}
	}
	turn := &Turn{}
	for _, p := range answer.Result.Payloads {
		turn.Answer = strings.TrimSpace(turn.Answer + "\n" + p.Text)
	}
	for _, f := range answer.Result.Meta.SystemPromptReport.InjectedWorkspaceFiles {
		if !f.Missing || f.Chars > 0 { // of SOUL.md the host says in the prompt that it is missing
			turn.Files = append(turn.Files, f)
		}
	}
	return turn, nil
}

// transcribed is a part of a transcript: a call of a tool, or its result.
type transcribed struct {
	Type             string          `json:"type"`
	ID               string          `json:"id"`
	Name             string          `json:"name"`
	ToolCallID       string          `json:"toolCallId"`
	ParentToolCallID string          `json:"parentToolCallId"`
	IsError          bool            `json:"isError"`
	Arguments        json.RawMessage `json:"arguments"`
	Content          json.RawMessage `json:"content"`
	Details          json.RawMessage `json:"details"`
	Text             string          `json:"text"`
}

// Calls are the tools that the agent called in a session, in order, by the host's transcript. What it called through
// tool_call counts by its own name.
func (o Openclaw) Calls(ctx context.Context, key string) ([]Call, error) {
	params, err := json.Marshal(map[string]any{"sessionKey": key, "limit": 200})
	if err != nil {
		return nil, err
	}
	var history struct {
		Messages []struct {
			transcribed
			Role string `json:"role"`
		} `json:"messages"`
	}
	err = o.ask(ctx, "gateway call", &history,
		"gateway", "call", "chat.history", "--params", string(params), "--json")
	if err != nil {
		return nil, err
	}
	var called, results []transcribed
	for _, m := range history.Messages {
		for _, r := range append(parts(m.Content), m.transcribed) { // a part of a result names no call
			if r.Type == "toolCall" {
				called = append(called, r)
			}
			if r.Type == "toolResult" || m.Role == "toolResult" {
				results = append(results, r)
			}
		}
	}
	return matched(called, results), nil
}

// parts are the records in the content of a message; none where it is a text.
func parts(content json.RawMessage) (all []transcribed) {
	_ = json.Unmarshal(content, &all)
	return all
}

// matched gives each call its result. It does not include a call of tool_call if the host reports what that called.
func matched(called, results []transcribed) []Call {
	inner := map[string]bool{}
	for _, r := range called {
		inner[r.ParentToolCallID] = true
	}
	var all []Call
	for _, r := range called {
		if r.Name == toolCall && inner[r.ID] {
			continue
		}
		c := Call{Tool: r.Name, Nested: r.ParentToolCallID != "", Failed: true}
		var args struct{ Path, Query string }
		if json.Unmarshal(r.Arguments, &args) == nil {
			c.Path, c.Query = args.Path, args.Query
		}
		for _, result := range results {
			if result.ToolCallID == r.ID {
				c.Failed, c.Found = !result.succeeded(r.Name), foundIn(result.Content)
			}
		}
		all = append(all, c)
	}
	return all
}

// toolCall is the tool through which the host offers tools that are not in its list.
const toolCall = "tool_call"

// succeeded reports whether this is the result of a call that worked; of a read, whether it gave a text. To the host it
// is no error that there is no such file.
func (r transcribed) succeeded(tool string) bool {
	var details struct{ Status, Kind string }
	_ = json.Unmarshal(r.Details, &details) // not every tool gives some
	if r.IsError || details.Status == notFound || details.Kind == notFound {
		return false
	}
	isRead := func(part transcribed) bool {
		var answer struct{ Status, Text string }
		isAnswer := json.Unmarshal([]byte(part.Text), &answer) == nil
		if tool == "read" {
			return strings.TrimSpace(part.Text) != "" && (!isAnswer || answer.Status != notFound)
		}
		return isAnswer && answer.Text != "" && (answer.Status == "" || answer.Status == "ok")
	}
	return tool != "read" && tool != "memory_get" || slices.ContainsFunc(parts(r.Content), isRead)
}

// notFound is what the host says of a file that does not exist.
const notFound = "not_found"

// foundIn are the paths in the result of a search.
func foundIn(content json.RawMessage) []string {
	var paths []string
	for _, part := range parts(content) {
		var search struct {
			Results []struct{ Path string }
		}
		_ = json.Unmarshal([]byte(part.Text), &search) // another text found none
		for _, r := range search.Results {
			paths = append(paths, filepath.ToSlash(r.Path))
		}
	}
	return paths
}

// DeleteSessions deletes sessions of an agent. The host keeps an archive of them.
func (o Openclaw) DeleteSessions(ctx context.Context, agent string, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := o.run(
		ctx, nil, append(append([]string{"sessions", "delete"}, keys...), "--agent", agent, "--yes", "--json")...,
	)
	return err
}
