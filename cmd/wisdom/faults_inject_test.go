//go:build faults && linux && amd64

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wisdom/inject/brief"
	"wisdom/inject/rollout"
	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

// The commands of the rollout and of context in the fault tier. The host is a stand-in
// below the workspace, so that its settings are among the files that are compared: they
// are the old ones or the new ones, and every copy of them is whole.

const (
	hostSettingsBefore = `{"gateway":{"port":18789}}` + "\n"
	hostSettingsOn     = `{"gateway":{"port":18789},"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true}}}}}` +
		"\n"
	hostSettingsOff = `{"gateway":{"port":18789},"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}` +
		"\n"
)

// standIn answers as the host does. It writes its settings as the host does, too: whole
// or not at all.
const standIn = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd) && ws=$(dirname "$here")
turn() {
  files=""
  for name in "$@"; do files="$files${files:+,}{\"name\":\"$name\",\"path\":\"$ws/$name\",\"injectedChars\":14}"; done
  echo "{\"status\":\"ok\",\"result\":{\"payloads\":[{\"text\":\"OK\"}]," \
    "\"meta\":{\"systemPromptReport\":{\"injectedWorkspaceFiles\":[$files]}}}}"
}
case "$*" in
  --version) echo "OpenClaw 2026.9.6 (0000000)";;
  'config file') echo "$here/openclaw.json";;
  'config patch --stdin')
    case "$(cat)" in *'"enabled":false'*) on=false;; *) on=true;; esac
    echo '{"gateway":{"port":18789},"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":'$on'}}}}}' \
      >"$here/next" &&
      sync "$here/next" && mv "$here/next" "$here/openclaw.json" && sync "$here";;
  'hooks list --json') echo "{\"workspaceDir\":\"$ws\",\"hooks\":[]}";;
  'gateway call health'*) echo '{"plugins":{"loaded":[]}}';;
  'agents list --json') echo "[{\"id\":\"main\",\"workspace\":\"$ws\",\"isDefault\":true}]";;
  'agent --session-key agent:main:subagent:'* | 'agent --session-key agent:main:cron:'*) turn SOUL.md;;
  'agent --session-key'*) turn SOUL.md TOOLS_COMPACT.md;;
  'gateway call chat.history'*) echo '{"messages":[{"role":"assistant","content":[
      {"type":"toolCall","id":"c1","name":"read","arguments":{"path":"MEMORY.md"}},
      {"type":"toolCall","id":"c2","name":"read","arguments":{"path":"AGENTS.md"}}]},
    {"role":"toolResult","toolCallId":"c1","isError":false,"content":[{"type":"text","text":"# Memory"}]},
    {"role":"toolResult","toolCallId":"c2","isError":false,"content":[{"type":"text","text":"# Agents"}]}]}';;
  'sessions delete'*) echo '{"ok":true}';;
  *) echo "not expected: $*" >&2; exit 1;;
esac
`

// inPhase2 prepares a workspace in phase 2 of the rollout with the hook installed, and
// enabled or not.
func inPhase2(enabled bool) func(t *testing.T, bin, dir string) {
	return func(t *testing.T, bin, dir string) {
		t.Helper()
		write(t, dir, "MEMORY.md", "# Memory\n")
		write(t, dir, "host/openclaw.json", hostSettingsBefore)
		write(t, dir, "host/openclaw", standIn)
		require.NoError(t, os.Chmod(filepath.Join(dir, "host/openclaw"), 0o755))
		host := "--openclaw=" + filepath.Join(dir, "host/openclaw")
		do := func(args ...string) { t.Helper(); succeed(t, plainly(dir, append([]string{bin}, args...)...)) }
		do("init", "--engine", "builtin")
		do("review", "approve", draftIn(t, dir))
		do("rollout", "advance", host)
		do("rollout", "advance", host)
		do("hook", "install", "--as", "hook")
		if enabled {
			do("hook", "enable", "--as", "hook", host)
			write(
				t,
				dir,
				".wisdom/injections.jsonl",
				`{"v":1,"time":"2026-11-21T00:30:00.000Z","form":"hook","session":"a1","type":"MAIN_SESSION",`+
					`"rule":"main","files":[{"path":"SOUL.md","chars":10}],"chars":10,"ms":0.3}`+"\n",
			)
			do("accept", "AC-3", "AC-5", "AC-9", host)
		}
	}
}

// injectScenarios are the commands below inject/ that write.
func injectScenarios() []scenario {
	const id = "INJ-20261121-000000-a1b2c3"
	made := []string{"context", "full", "--id", id, "--out", "DIR/runs/1", "-q"}
	ended := []string{"context", "outcome", id, "--status", "success", "--changes", "committed"}
	enable := []string{"hook", "enable", "--as", "hook", hostFlag}
	disable := []string{"hook", "disable", "--as", "hook", hostFlag}
	return []scenario{
		{name: "hook enable", command: enable, prepare: inPhase2(false), next: enable, state: settingsAre(hostSettingsOn)},
		{
			name:    "rollout advance",
			command: []string{"rollout", "advance", "--override", "a test", hostFlag},
			prepare: inPhase2(true),
			state:   phaseIs(2, 3),
		},
		{
			name:    "rollout back",
			command: []string{"rollout", "back", hostFlag},
			prepare: inPhase2(true),
			next:    disable,
			state:   phaseIs(2, 1),
		},
		{
			name:    "context",
			command: made,
			prepare: func(*testing.T, string, string) {},
			next:    made,
			state:   contextIs(id, false),
		},
		{name: "context outcome", command: ended, prepare: func(t *testing.T, bin, dir string) {
			succeed(t, plainly(dir, append([]string{bin}, in(dir, made)...)...))
		}, next: ended, state: contextIs(id, true)},
	}
}

// hostFlag names the stand-in.
const hostFlag = "--openclaw=DIR/host/openclaw"

// in names the workspace in a command.
func in(dir string, args []string) []string {
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", dir)
	}
	return args
}

// settingsAre looks whether the host's settings are changed. That they are old or new is
// checked with the other files.
func settingsAre(want string) func(string) (bool, error) {
	return func(dir string) (bool, error) {
		b, err := os.ReadFile(filepath.Join(dir, "host/openclaw.json"))
		return string(b) == want, errors.Join(err, copiesAreWhole(dir))
	}
}

// copiesAreWhole checks the copies of the host's settings.
func copiesAreWhole(dir string) error {
	copies, err := filepath.Glob(filepath.Join(dir, "host/openclaw.json.before-wisdom-*"))
	for _, name := range copies {
		b, rerr := os.ReadFile(name)
		if !slices.Contains([]string{hostSettingsBefore, hostSettingsOn, hostSettingsOff}, string(b)) {
			err = errors.Join(err, rerr, fmt.Errorf("the copy %s holds %q", name, b))
		}
	}
	return err
}

// phaseIs looks whether the rollout went from one phase to another. A step into phase 3
// has its draft.
func phaseIs(before, after int) func(string) (bool, error) {
	return func(dir string) (bool, error) {
		fsys, err := workspace.Open(dir)
		if err != nil {
			return false, err
		}
		defer func() { _ = fsys.Close() }()
		s, err := rollout.ReadState(fsys)
		if err != nil {
			return false, err
		}
		at := s.Phase()
		if at != before && at != after {
			err = fmt.Errorf("it is phase %d, neither %d nor %d", at, before, after)
		}
		if drafts, rerr := os.ReadDir(filepath.Join(dir, ".wisdom/drafts")); at == 3 && len(drafts) != 2 {
			err = errors.Join(err, rerr, fmt.Errorf("phase 3 with %d drafts", len(drafts)))
		}
		return at == after, errors.Join(err, copiesAreWhole(dir))
	}
}

// contextIs looks whether the files of a block are whole and belong together, and
// whether its outcome is logged. Of a block that cannot be logged there is a warning.
func contextIs(id string, reported bool) func(string) (bool, error) {
	return func(dir string) (bool, error) {
		block, err := os.ReadFile(filepath.Join(dir, "runs/1", string(brief.BlockFile)))
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		if text := string(block); err != nil || !strings.HasPrefix(text, "<zeos_context ") ||
			!strings.HasSuffix(text, "\n</zeos_context>\n") {
			return false, errors.Join(err, fmt.Errorf("the block is %q", block))
		}
		var log brief.Log
		b, err := os.ReadFile(filepath.Join(dir, "runs/1", string(brief.LogFile)))
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		if err = errors.Join(err, json.Unmarshal(b, &log)); err != nil || log.InjectionID != id ||
			!strings.Contains(string(block), id) {
			return false, errors.Join(err, fmt.Errorf("the log is %q", b))
		}
		fsys, err := workspace.Open(dir)
		if err != nil {
			return false, err
		}
		defer func() { _ = fsys.Close() }()
		all, err := brief.History(fsys)
		return !reported || err == nil && len(all) == 1 && all[0].Outcome.Reported, err
	}
}
