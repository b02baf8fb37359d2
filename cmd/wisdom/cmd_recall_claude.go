package main

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"time"

	"wisdom/inject/hook"
	"wisdom/inject/recall"
	"wisdom/inject/session"
	"wisdom/internal/tokens"
)

// claudeTurn is what Claude Code gives the hook of a message.
type claudeTurn struct {
	Event   string `json:"hook_event_name"`
	Session string `json:"session_id"`
	Prompt  string `json:"prompt"`
	Agent   string `json:"agent_id"` // a sub-agent, which no person writes to
}

func claudeTurnOf(line []byte) (t claudeTurn, is bool) {
	err := json.Unmarshal(line, &t)
	return t, err == nil && t.Event == hook.OnMessage
}

// claudePatience is how long a message waits for its snippets, as that of the plugin does.
const claudePatience = time.Second

// notOfAPerson begins the messages in which Claude Code tells the model of its own tasks.
const notOfAPerson = "<task-notification>"

// answer prints what a message needs, or nothing. An error does not reach Claude Code: the message goes on without
// snippets, and the receipt says why. An index that takes longer is brought up to date by a process of its own.
func (t claudeTurn) answer(ctx context.Context, a *deps) error {
	table, began := a.settings.SessionTable(), a.now()
	key := "agent:main:explicit:" + t.Session // the owner's terminal is a main session
	decided := table.Classify(key, nil)
	allowed := table.Set(decided.Type).Snippets
	if t.Agent != "" || strings.HasPrefix(t.Prompt, notOfAPerson) || allowed == "" {
		return nil
	}
	q := recall.Question{Message: t.Prompt, Now: a.clock()}
	if allowed != session.AllSnippets {
		q.Exclude = table.Withhold
	}
	within, cancel := context.WithTimeout(ctx, claudePatience)
	defer cancel()
	result, err := t.recall(within, a, q)
	receipt := hook.Receipt{
		Time: a.clock(), Form: hook.ClaudeCode, Kind: hook.KindSnippets, Session: hook.SessionID(key),
		Type: string(decided.Type),
	}
	switch {
	case err == nil:
		var out hook.ClaudeAnswer
		out.Output.Event, out.Output.Context = t.Event, appendixWithin(result, hook.MostChars)
		receipt.Snippets, receipt.Tokens = len(result.Snippets), result.Tokens
		if out.Output.Context != "" {
			err = a.encode(out, "")
		}
	case errors.Is(within.Err(), context.DeadlineExceeded):
		err, receipt.Why = nil, "the index was not up to date in time"
		if program, perr := a.executable(); perr == nil {
			_ = exec.Command(program, "-C", a.dir, "--quiet", "recall", "what is new").Start() //nolint:gosec // this one
		}
	default:
		receipt.Why = err.Error()
	}
	receipt.MS = float64(a.now().Sub(began).Microseconds()) / 1000
	return errors.Join(err, hook.AppendReceipt(a.fsys, receipt))
}

func (t claudeTurn) recall(ctx context.Context, a *deps, q recall.Question) (*recall.Result, error) {
	index, err := openRecall(ctx, a, modelPatience)
	if err != nil {
		return nil, err
	}
	defer index.Close() //nolint:errcheck // what was written is committed
	return index.Recall(ctx, q)
}

// appendixWithin is the appendix of a message, with as many snippets as fit.
func appendixWithin(result *recall.Result, most int) string {
	block := recall.Appendix(result)
	for tokens.Units(block) > most {
		result.Snippets = result.Snippets[:len(result.Snippets)-1]
		block = recall.Appendix(result)
	}
	return block
}
