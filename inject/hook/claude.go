package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"wisdom/internal/workspace"
	hosts "wisdom/markdown/host"
)

// ClaudeCode is the way into Claude Code: hooks in its settings for one person in one folder. Those for everybody, in
// .claude/settings.json, are shared through git, where the paths of a machine do not belong.
const ClaudeCode Form = "claude-code"

// The events at which Claude Code runs a hook: a message, and the call of a tool.
const (
	OnMessage = "UserPromptSubmit"
	OnCall    = "PreToolUse"
)

// ClaudeAnswer is what a hook of Claude Code prints to add a text to what the model reads. It reads MostChars
// characters as they are; of more, a file.
type ClaudeAnswer struct {
	Output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

// MostChars is how many characters of an answer reach the model.
const MostChars = 10_000

// ClaudeHook is a command that Claude Code runs at an event.
type ClaudeHook struct{ Event, Command string }

// NewClaudeHook is a hook that cannot hold up or refuse a message: Claude Code refuses one whose hook exits with 2, ends
// one after some seconds, and goes on. The comment marks the command as ours.
func NewClaudeHook(event, command string) ClaudeHook {
	return ClaudeHook{event, command + " || exit 0 " + ourMark}
}

const (
	ourMark     = "# wisdom"
	hookSeconds = 5
)

// entry is the hook as Claude Code's settings have it.
func (h ClaudeHook) entry() any {
	type command struct {
		Type    string `json:"type"`
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
	}
	return struct {
		Hooks []command `json:"hooks"`
	}{[]command{{"command", h.Command, hookSeconds}}}
}

// ClaudeChange is a change of Claude Code's settings.
type ClaudeChange struct {
	Change
	hash     workspace.Hash // of what it replaces
	inserted []insertion
}

// insertion is what was inserted for the hook at an event.
type insertion struct {
	Event string `json:"event"`
	Text  string `json:"text"`
}

// PlanClaude is the change after which Claude Code's settings hold these hooks of ours and no other; without any, the
// settings are what they were before, byte for byte where nobody else changed them.
func PlanClaude(fsys workspace.FS, hooks ...ClaudeHook) (c ClaudeChange, err error) {
	c.Path = hosts.Named(string(ClaudeCode)).Settings
	installed, err := readRecord(fsys)
	if err == nil {
		c.Old, c.hash, err = workspace.ReadState(fsys, c.Path, maxFile)
	}
	if err != nil {
		return c, err
	}
	if c.hash != workspace.Absent {
		err = json.Unmarshal(c.Old, new(map[string]json.RawMessage))
	}
	if wrong, is := errors.AsType[*json.SyntaxError](err); is {
		err = fmt.Errorf("line %d: %w", 1+bytes.Count(c.Old[:min(int(wrong.Offset), len(c.Old))], []byte("\n")), err)
	}
	if err == nil {
		c.New = takeOut(c.Old, installed.Inserted)
	}
	for _, h := range hooks {
		in := insertion{Event: h.Event}
		if err == nil {
			c.New, in.Text, err = insert(c.New, []string{"hooks", h.Event}, h.entry())
		}
		c.inserted = append(c.inserted, in)
	}
	if err != nil {
		err = &SettingsError{fmt.Sprintf("%s: %v", c.Path, err), "correct it, and type the command again"}
	}
	return c, err
}

// Write carries the change out. The caller holds the lock.
func (c ClaudeChange) Write(fsys workspace.FS) error {
	installed, err := readRecord(fsys)
	if err != nil {
		return err
	}
	installed.Inserted = append(installed.Inserted, c.inserted...) // either may be there after a crash
	next, isGone := workspace.Temporary(c.Path), len(c.New) == 0
	if err = cmp.Or(installed.write(fsys), workspace.RemoveIfThere(fsys, next)); err == nil && !isGone {
		err = writeBeside(fsys, next, c)
	}
	if err == nil {
		err = workspace.Swap(fsys, c.Path, next, c.hash, isGone)
	}
	if changed, is := errors.AsType[*workspace.ChangedError](err); is {
		return cmp.Or[error](workspace.RemoveIfThere(fsys, next), changed)
	}
	if err != nil {
		return err
	}
	if isGone {
		removeEmpty(fsys, c.Path.Dir())
	}
	installed.Inserted = c.inserted
	return installed.write(fsys)
}

// writeBeside writes the new settings to a file beside them.
func writeBeside(fsys workspace.FS, next workspace.Path, c ClaudeChange) error {
	if c.hash == workspace.Absent {
		if err := workspace.MkdirAll(fsys, c.Path.Dir(), 0o755); err != nil {
			return err
		}
		return workspace.WriteNew(fsys, next, c.New, 0o600)
	}
	like, err := fsys.Attributes(c.Path)
	if err != nil {
		return err
	}
	return workspace.WriteLike(fsys, next, c.New, like)
}

// ClaudeEvents are the events for which a hook of ours was put into Claude Code's settings.
func ClaudeEvents(fsys workspace.FS) (events []string, err error) {
	installed, err := readRecord(fsys)
	if err != nil {
		return nil, err
	}
	for _, in := range installed.Inserted {
		events = append(events, in.Event)
	}
	return events, nil
}
