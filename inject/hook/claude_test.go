package hook

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

const claudeSettings workspace.Path = ".claude/settings.local.json"

var (
	onMessage = NewClaudeHook(OnMessage, "'/opt/wis dom' -C /w recall --stdio")
	onCall    = NewClaudeHook(OnCall, "node /w/claude.mjs /w")
)

// claudeIn changes the settings of a workspace so that they hold the hooks.
func claudeIn(t *testing.T, fsys workspace.FS, hooks ...ClaudeHook) {
	t.Helper()
	change, err := PlanClaude(fsys, hooks...)
	require.NoError(t, err)
	require.NoError(t, change.Write(fsys))
}

func settingsOf(t *testing.T, fsys workspace.FS) string {
	t.Helper()
	b, there, err := workspace.ReadIfThere(fsys, claudeSettings, maxFile)
	require.NoError(t, err)
	if !there {
		return "none"
	}
	return string(b)
}

// forms of settings: what they are before is what they are after the hooks came and went.
var forms = map[string]string{
	"nothing":           "none",
	"empty":             "{}",
	"empty, open":       "{\n}\n",
	"one line":          `{"model": "opus", "hooks": {"Stop": []}}`,
	"two blanks":        "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls:*)\"]\n  }\n}\n",
	"tabs, no end":      "{\n\t\"b\": 1,\n\t\"a\": [1, 2]\n}",
	"CRLF":              "{\r\n    \"a\": \"<&>\"\r\n}\r\n",
	"other hooks":       "{\n  \"hooks\": {\n    \"UserPromptSubmit\": [\n      {\"hooks\": []}\n    ]\n  },\n  \"z\": 0.10\n}\n",
	"an empty list":     "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
	"an empty object":   "{\n  \"hooks\": {},\n  \"a\": null\n}\n",
	"keys out of order": "{\"z\":1,\n\"a\":   2}\n",
}

// Invariant 7: all but the hooks stays byte for byte, and the hooks go byte for byte.
func TestClaudeHooksComeAndGo(t *testing.T) {
	for name, before := range forms {
		files := map[workspace.Path]string{}
		if before != "none" {
			files[claudeSettings] = before
		}
		fsys := workspacetest.NewMemory(files)
		claudeIn(t, fsys, onMessage)
		claudeIn(t, fsys, onMessage, onCall)
		after := settingsOf(t, fsys)
		var parsed struct {
			Hooks map[string][]struct {
				Matcher *string
				Hooks   []struct {
					Type, Command string
					Timeout       int
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(after), &parsed), after)
		for _, h := range []ClaudeHook{onMessage, onCall} {
			list := parsed.Hooks[h.Event]
			require.NotEmpty(t, list, name)
			assert.Equal(t, h.Command, list[len(list)-1].Hooks[0].Command, name)
			assert.Positive(t, list[len(list)-1].Hooks[0].Timeout, name)
		}
		events, err := ClaudeEvents(fsys)
		assert.Equal(t, []string{OnMessage, OnCall}, events, name)
		require.NoError(t, err)
		claudeIn(t, fsys, onMessage, onCall)
		assert.Equal(t, after, settingsOf(t, fsys), "%s: again", name)
		if before != "none" { // one piece was added
			at := 0
			for at < len(before) && before[at] == after[at] {
				at++
			}
			assert.True(t, strings.HasSuffix(after, before[at:]), name)
		}
		claudeIn(t, fsys)
		assert.Equal(t, before, settingsOf(t, fsys), name)
		for _, p := range []workspace.Path{Home, ".claude"} {
			there, err := workspace.Exists(fsys, p)
			assert.Truef(t, err == nil && (!there || p == ".claude" && before != "none"), "%s: %s remains", name, p)
		}
	}
}

func TestClaudeSettingsAsClaudeCodeWritesThem(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{claudeSettings: "{\n  \"a\": 1\n}\n"})
	claudeIn(t, fsys, onMessage)
	assert.Equal(t, `{
  "a": 1,
  "hooks": {
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "'/opt/wis dom' -C /w recall --stdio || exit 0 # wisdom",
            "timeout": 5
          }
        ]
      }
    ]
  }
}
`, settingsOf(t, fsys))
}

// Where somebody changed the settings since, our commands go, and nothing else.
func TestClaudeHooksGoFromChangedSettings(t *testing.T) {
	ours := `{"type":"command","command":"x || exit 0 # wisdom"}`
	for after, want := range map[string]string{
		`{"hooks": {"UserPromptSubmit": [{"hooks": [` + ours + `]}]}}`: `{"hooks": {"UserPromptSubmit": []}}`,
		`{"hooks": {"PreToolUse": [{"hooks": [{"a":1}, ` + ours + `]}, {"hooks": [` + ours + `]}, {"b": 2}]}}`: `{"hooks": ` +
			`{"PreToolUse": [{"hooks": [{"a":1}]}, {"b": 2}]}}`,
		`{"hooks": {"UserPromptSubmit": [{"hooks": [` + ours + `, {"a": 1}]}]}}`: `{"hooks": {"UserPromptSubmit": [{"hooks": ` +
			`[{"a": 1}]}]}}`,
		`{"hooks": {"UserPromptSubmit": [{"hooks": "x"}, 3], "PreToolUse": 3}}`: `{"hooks": {"UserPromptSubmit": [{"hooks": ` +
			`"x"}, 3], "PreToolUse": 3}}`,
		`{"hooks": 3}`: `{"hooks": 3}`,
	} {
		assert.Equal(t, want, string(takeOut([]byte(after), []insertion{{Text: "not there"}})), after)
	}
}

// Settings that are no JSON are refused with the line, and nothing is written.
func TestClaudeSettingsThatAreNoJSON(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "line 1: ",
		"{\n  \"a\": 1,\n  // b\n}":   "line 3: ",
		"null":                        `"" is not what begins with {`,
		"[]":                          "cannot unmarshal array",
		`{"hooks": []}`:               `"hooks" is not what begins with {`,
		`{"hooks": {"PreToolUse":3}}`: `"hooks.PreToolUse" is not what begins with [`,
	} {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{claudeSettings: text})
		_, err := PlanClaude(fsys, onMessage, onCall)
		require.ErrorContains(t, err, ".claude/settings.local.json: ", text)
		require.ErrorContains(t, err, want, text)
	}
}

// An edit between the plan and the change is not lost, and what was meant to be inserted does no harm later.
func TestClaudeSettingsThatChangeMeanwhile(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{claudeSettings: "{}"})
	change, err := PlanClaude(fsys, onMessage)
	require.NoError(t, err)
	require.NoError(t, workspace.Replace(fsys, claudeSettings, []byte(`{"a":1}`), 0o600))
	var changed *workspace.ChangedError
	require.ErrorAs(t, change.Write(fsys), &changed)
	entries, err := fsys.ReadDir(claudeSettings.Dir())
	assert.Lenf(t, entries, 1, "%v", err)
	claudeIn(t, fsys)
	assert.Equal(t, `{"a":1}`, settingsOf(t, fsys))
}

// Invariant 7 after a crash behind the change of the settings and before that of the record.
func TestClaudeHooksGoAfterACrash(t *testing.T) {
	const before = `{"hooks": {"Stop": []}}`
	fsys := workspacetest.NewMemory(map[workspace.Path]string{claudeSettings: before})
	claudeIn(t, fsys, onMessage)
	after := settingsOf(t, fsys)
	change, err := PlanClaude(fsys, onMessage, onCall)
	require.NoError(t, err)
	both, err := readRecord(fsys)
	require.NoError(t, err)
	both.Inserted = append(both.Inserted, change.inserted...)
	require.NoError(t, both.write(fsys))
	for _, crashed := range []string{after, string(change.New)} {
		require.NoError(t, workspace.Replace(fsys, claudeSettings, []byte(crashed), 0o600))
		change, err := PlanClaude(fsys)
		require.NoError(t, err)
		assert.Equal(t, before, string(change.New))
	}
}

func FuzzClaudeSettings(f *testing.F) {
	for _, text := range forms {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{claudeSettings: text})
		change, err := PlanClaude(fsys, onMessage, onCall)
		if err != nil {
			return
		}
		require.True(t, json.Valid(change.New), string(change.New))
		assert.Equal(t, text, string(takeOut(change.New, change.inserted)))
	})
}

// callInClaude gives a call to Claude Code's hook, as a process of its own, and returns what it adds; "" for nothing.
func callInClaude(
	t *testing.T, root *workspace.Real, session, prompt, tool string, input map[string]any, more ...string,
) string {
	t.Helper()
	call := map[string]any{
		"hook_event_name": OnCall, "session_id": session, "prompt_id": prompt, "tool_name": tool, "tool_input": input,
		"tool_use_id": "toolu_1", "cwd": root.Dir(), "permission_mode": "default",
	}
	for _, key := range more {
		call[key] = "x"
	}
	script := filepath.Join(root.Dir(), filepath.FromSlash(string(CallHook)))
	out, talk, err := node(t)(t.Context(), []byte(asJSON(t, call)), script, root.Dir())
	require.NoErrorf(t, err, "%s", talk)
	if len(out) == 0 {
		return ""
	}
	var answer ClaudeAnswer
	require.NoError(t, json.Unmarshal(out, &answer), string(out))
	assert.Equal(t, OnCall, answer.Output.Event)
	return answer.Output.Context
}

// The reminders in Claude Code are those of the plugin: each rule once in ten turns and three times a session, also
// though each call is a process of its own; never for a sub-agent.
func TestClaudeReminders(t *testing.T) {
	const rule = "- **Shared history.** Never force a push."
	root := withRules(t, map[string]string{rule: "exec: git push --force; write: *.env"})
	require.NoError(t, Install(root, plan(t, root, ClaudeCode, session.Settings{})))
	push := map[string]any{"command": "cd x && git push --force"}
	assert.Empty(t, callInClaude(t, root, "a", "p0", "Bash", push, "agent_id"), "a sub-agent")
	assert.Empty(t, callInClaude(t, root, "a", "p0", "Bash", map[string]any{"command": "git pull"}))
	said := callInClaude(t, root, "a", "p1", "Bash", push)
	assert.Contains(t, said, rule)
	assert.NotContains(t, said, "did not run")
	assert.Empty(t, callInClaude(t, root, "a", "p1", "Bash", push), "the same turn")
	assert.Contains(t, callInClaude(t, root, "b", "p1", "Write", map[string]any{"file_path": "/x/.env"}), rule)
	times := 1
	for turn := 2; turn <= 22; turn++ {
		if callInClaude(t, root, "a", fmt.Sprint("p", turn), "Bash", push) != "" {
			times++
			assert.Contains(t, []int{11, 21}, turn)
		}
	}
	assert.Equal(t, 3, times)
	state, err := root.ReadFile(Home+"/sessions.json", maxFile)
	require.NoError(t, err)
	later := strings.Replace(string(state), `"turn":22,`, `"turn":50,`, 1)
	require.NoError(t, workspace.Replace(root, Home+"/sessions.json", []byte(later), 0o600))
	assert.Empty(t, callInClaude(t, root, "a", "p60", "Bash", push), "a fourth time")
	receipts, err := Receipts(root, ClaudeCode, KindReminder)
	require.NoError(t, err)
	assert.Len(t, receipts, 4)
	require.NoError(t, workspace.Replace(root, Home+"/sessions.json", []byte("{"), 0o600))
	require.NoError(t, root.Rename("SOUL.md", "CLAUDE.md"))
	assert.Contains(t, callInClaude(t, root, "a", "p46", "Bash", push), rule, "a damaged file begins anew")
}
