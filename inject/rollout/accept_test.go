package rollout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// fakeHost loads by the table, or by itself where it is off.
type fakeHost struct {
	t     *testing.T
	p     *Probe
	off   bool
	stays bool // off, whatever the settings say
	extra []hook.InjectedFile
	less  string
	keys  []string
	// answers are the calls and the answer for what a message says.
	answers map[string]answered
	fails   error
}

type answered struct {
	text  string
	calls []hook.Call
}

func (h *fakeHost) Say(_ context.Context, key, message string) (*hook.Turn, error) {
	h.keys = append(h.keys, key)
	if h.fails != nil {
		return nil, h.fails
	}
	d := h.p.Table.Classify(key, nil)
	files := h.p.Table.Files(d)
	if h.off {
		files = nil
		for _, in := range session.HostLoads(h.p.FS, d.Host) {
			files = append(files, in.Path)
		}
	}
	turn := &hook.Turn{Answer: "OK", Files: slices.Clone(h.extra)}
	for _, file := range files {
		text, err := h.p.FS.ReadFile(file, workspace.MaxTarget)
		if err == nil && string(file) != h.less {
			turn.Files = append(
				turn.Files, hook.InjectedFile{Name: h.p.Table.Name(d.Type, file), Path: "/w/" + string(file), Chars: len(text)},
			)
		}
	}
	for says, a := range h.answers {
		if strings.Contains(message, says) {
			turn.Answer = a.text
		}
	}
	return turn, nil
}

func (h *fakeHost) Calls(_ context.Context, key string) ([]hook.Call, error) {
	for says, a := range h.answers {
		for i, prompt := range h.p.Prompts {
			n := 1 + i
			if i >= 3 {
				n -= 3
			}
			name := map[string]string{"AC-3": "-memory-", "AC-9": "-task-"}[prompt.Criterion] + string(rune('0'+n))
			if strings.Contains(prompt.Text, says) && strings.Contains(key, name) {
				return a.calls, nil
			}
		}
	}
	return nil, nil
}

func (h *fakeHost) turn(_ context.Context, on bool) error { h.off = !on || h.stays; return nil }

func read(path string) answered {
	return answered{"so it is", []hook.Call{{Tool: "read", Path: path}}}
}

// sourced answers every question out of a file.
func sourced() map[string]answered {
	return map[string]answered{
		"local model":   read("MEMORY.md"),
		"APA shakedown": {"x", []hook.Call{{Tool: "memory_get", Path: "/w/memory/2026-11-10.md", Nested: true}}},
		"Forge's role": {
			"x", []hook.Call{{Tool: "memory_search", Query: "forge", Found: []string{"notes.md", "MEMORY.md"}, Nested: true}},
		},
		"Spawn Melody":     read("./AGENTS.md"),
		"Mission Control":  {"Port 3100, as ever.", nil},
		"timeout settings": read("memory/2026-11-10.md"),
	}
}

func newProbe(t *testing.T, files map[workspace.Path]string) (*Probe, *fakeHost) {
	t.Helper()
	table, err := session.New(session.Settings{Topics: map[string][]workspace.Path{"15": nil}})
	require.NoError(t, err)
	all := map[workspace.Path]string{
		"SOUL.md": "# Soul\n", "USER.md": "# User\n", "AGENTS.md": "# Agents\n", "MEMORY.md": "# Memory\n",
		"TOOLS_COMPACT.md": "gate 10.0.0.1:3100\n", "IDENTITY.md": "me\n",
	}
	for name, text := range files {
		if all[name] = text; text == "" {
			delete(all, name)
		}
	}
	p := &Probe{
		Form: hook.Plugin, Dir: "/w", FS: workspacetest.NewMemory(all), Table: table,
		Agent: "main", Run: "r1", Prompts: Prompts(),
		Tokens:   func(text string) int { return (len(text) + 3) / 4 },
		Progress: func(string) {},
		Backups:  func(context.Context) (string, error) { return "the backups can be read", nil },
		Offline: map[string]func(context.Context, *Criterion) error{
			"AC-6": func(_ context.Context, c *Criterion) error { c.Sees("a table"); return nil },
			"AC-7": func(_ context.Context, c *Criterion) error { c.Sees("a section"); return nil },
		},
	}
	h := &fakeHost{t: t, p: p, answers: sourced()}
	p.Host, p.Switch = h, h.turn
	return p, h
}

// results are the criteria by their result, such as "PASS AC-1a AC-2".
func results(t *testing.T, p *Probe, ids ...string) (map[string]Criterion, string) {
	t.Helper()
	all, err := p.Accept(context.Background(), ids)
	require.NoError(t, err)
	by, found := map[string]Criterion{}, ""
	for _, c := range all {
		by[c.ID] = c
		if c.Result != Pass {
			found += c.ID + " " + string(c.Result) + "; "
		}
		assert.Equal(t, c.Why == "", c.Result == Pass, c)
	}
	return by, strings.TrimSuffix(found, "; ")
}

func TestAccept(t *testing.T) {
	long := strings.Repeat("word ", 500)
	const unseen = "AC-1a BLOCKED; AC-1b BLOCKED; AC-2 BLOCKED; AC-3 BLOCKED; " +
		"AC-4 BLOCKED; AC-5 BLOCKED; AC-8 BLOCKED; AC-9 BLOCKED"
	for name, test := range map[string]struct {
		files  map[workspace.Path]string
		change func(*Probe, *fakeHost)
		want   string // what does not pass
		why    string // in the first of them
	}{
		"everything is as it should be": {},
		"no topic of the settings": {
			change: func(p *Probe, _ *fakeHost) { p.Table.Topics = nil },
		},
		"no TOOLS_COMPACT.md": {
			files: map[workspace.Path]string{"TOOLS_COMPACT.md": "", "memory/x.md": "x"},
			want:  "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL; AC-9 FAIL",
			why:   "the workspace has no TOOLS_COMPACT.md: wisdom run --only tools proposes it",
		},
		"no SOUL.md": {
			files: map[workspace.Path]string{"SOUL.md": ""},
			want:  "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL; AC-4 FAIL; AC-5 FAIL",
			why:   "no SOUL.md",
		},
		"SOUL.md is too long": {
			files: map[workspace.Path]string{"SOUL.md": long},
			want:  "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL",
			why:   "500 are the limit",
		},
		"the host's own list": {
			change: func(p *Probe, h *fakeHost) { p.Form, p.Switch, h.off = "", nil, true },
			want:   "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL; AC-3 FAIL; AC-4 FAIL; AC-5 FAIL; AC-8 BLOCKED; AC-9 FAIL",
			why:    "loaded as well: AGENTS.md, IDENTITY.md",
		},
		"MEMORY.md as well": {
			change: func(_ *Probe, h *fakeHost) {
				h.extra = []hook.InjectedFile{{Name: "MEMORY.md", Path: "/w/MEMORY.md", Chars: 9}}
			},
			want: "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL; AC-3 FAIL; AC-4 FAIL; AC-5 FAIL; AC-8 FAIL; AC-9 FAIL",
			why:  "loaded as well: MEMORY.md",
		},
		"a file from elsewhere": {
			change: func(_ *Probe, h *fakeHost) {
				h.extra = []hook.InjectedFile{{Name: "SOUL.md", Path: "/other/SOUL.md", Chars: 9}}
			},
			want: "AC-1a FAIL; AC-1b FAIL; AC-2 FAIL; AC-4 FAIL; AC-5 FAIL; AC-8 FAIL",
			why:  "loaded as well: /other/SOUL.md",
		},
		"USER.md is not loaded": {
			change: func(_ *Probe, h *fakeHost) { h.less = "USER.md" },
			want:   "AC-2 FAIL; AC-5 FAIL; AC-8 FAIL",
			why:    "not loaded: USER.md",
		},
		"it does not come on again": {
			change: func(_ *Probe, h *fakeHost) { h.stays = true },
			want:   "AC-8 FAIL; AC-9 FAIL",
			why:    "its files did not come back",
		},
		"no backup": {
			change: func(p *Probe, _ *fakeHost) {
				p.Backups = func(context.Context) (string, error) { return "", errors.New("there is no backup") }
			}, want: "AC-8 FAIL", why: "there is no backup",
		},
		"the host fails": {
			change: func(_ *Probe, h *fakeHost) { h.fails = errors.New("no model") },
			want:   unseen,
			why:    "no model",
		},
		"no gateway": { // invariant 1
			change: func(p *Probe, _ *fakeHost) { p.Host, p.Without = nil, "no gateway answers" },
			want:   unseen,
			why:    "no gateway answers",
		},
		"an answer without a source": {
			change: func(_ *Probe, h *fakeHost) { delete(h.answers, "Forge's role") },
			want:   "AC-3 FAIL",
			why:    "[[accept.prompts]] in wisdom.toml is for your own questions",
		},
		"an answer from a loaded file that was named, to a question of one's own": {
			change: func(p *Probe, h *fakeHost) {
				h.answers["printer"] = answered{"It is 3100.", nil}
				p.Prompts[len(p.Prompts)-1] = Prompt{
					"AC-9", "Which port has the printer?", []string{"TOOLS.md"}, []string{"TOOLS_COMPACT.md"},
				}
			},
		},
		"nothing is observed": {
			change: func(p *Probe, _ *fakeHost) { p.Prompts = p.Prompts[:3] },
			want:   "AC-9 BLOCKED",
			why:    "nothing was observed",
		},
		"AGENTS.md is loaded": {
			change: func(p *Probe, _ *fakeHost) { p.Table.Orchestrators = []string{"main"} },
			want:   "AC-9 FAIL", why: "AGENTS.md is loaded, so the agent has nothing to look up",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, h := newProbe(t, test.files)
			if test.change != nil {
				test.change(p, h)
			}
			by, got := results(t, p)
			require.Equalf(t, test.want, got, "%s, want %s: %+v", got, test.want, by)
			first, _, _ := strings.Cut(got, " ")
			if !strings.Contains(by[first].Why+"$", test.why) { // $ for the end
				t.Errorf("%s: %q lacks %q", first, by[first].Why, test.why)
			}
			for _, key := range h.keys { // invariant 2
				assert.Truef(t, strings.Contains(key, "wisdom-accept-r1") && slices.Contains(p.Keys(), key),
					"a message went into %s", key)
			}
		})
	}
}

// The evidence tells an answer out of a file from one without.
func TestSources(t *testing.T) {
	for name, test := range map[string]struct {
		id, says string
		answer   answered
		want     Result
		seen     string
	}{
		"a file":       {"AC-3", "local model", read("MEMORY.md"), Pass, "read of MEMORY.md;"},
		"a whole path": {"AC-3", "local model", read("/w/MEMORY.md"), Pass, "read of MEMORY.md;"},
		"through tool_call": {
			"AC-3", "local model",
			answered{"x", []hook.Call{{Tool: "read", Path: "MEMORY.md", Nested: true}}},
			Pass,
			"through tool_call",
		},
		"a note":              {"AC-3", "local model", read("memory/2026-11-10.md"), Pass, "read of memory/2026-11-10.md"},
		"no tool":             {"AC-3", "local model", answered{"I think so", nil}, Fail, `it called no tool; it answers: "I think so"`},
		"another file":        {"AC-3", "local model", read("SOUL.md"), Fail, "it called read (SOUL.md)"},
		"a name that ends so": {"AC-3", "local model", read("OLD_MEMORY.md"), Fail, ""},
		"a file elsewhere":    {"AC-3", "local model", read("/other/MEMORY.md"), Fail, ""},
		"a read that failed": {
			"AC-3", "local model",
			answered{"x", []hook.Call{{Tool: "read", Path: "MEMORY.md", Failed: true}}},
			Fail,
			"read (MEMORY.md), which failed",
		},
		"a write": {"AC-3", "local model", answered{"x", []hook.Call{{Tool: "write", Path: "MEMORY.md"}}}, Fail, ""},
		"a search": {
			"AC-3", "local model",
			answered{"x", []hook.Call{{Tool: "memory_search", Query: "models", Found: []string{"memory/a.md"}}}},
			Pass, "memory_search that found memory/a.md",
		},
		"a search in vain": {
			"AC-3", "local model",
			answered{"x", []hook.Call{{Tool: "memory_search", Query: "models"}}},
			Fail,
			"memory_search (models)",
		},
		"a value of the table": {
			"AC-9", "Mission Control", answered{"It is 3100.", nil}, Pass, "answered with 3100, which TOOLS_COMPACT.md has",
		},
		"a value of none":   {"AC-9", "Mission Control", answered{"It is 8080.", nil}, Fail, ""},
		"a part of a value": {"AC-9", "Mission Control", answered{"It is 310.", nil}, Fail, ""},
		"TOOLS.md":          {"AC-9", "Mission Control", read("TOOLS.md"), Pass, "read of TOOLS.md"},
		"a secret in the answer": {
			"AC-3", "local model",
			answered{"the key is ghp_" + strings.Repeat("a1B2", 9), []hook.Call{{Tool: "read", Path: "MEMORY.md"}}},
			Pass, "[REDACTED]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, h := newProbe(t, nil)
			h.answers[test.says] = test.answer
			by, _ := results(t, p, test.id)
			c := by[test.id]
			assert.True(t, c.Result == test.want && strings.Contains(strings.Join(c.Evidence, "\n"), test.seen), c)
		})
	}
}

// A test that ends in the middle leaves the plugin enabled.
func TestRollbackIsUndone(t *testing.T) {
	p, h := newProbe(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	p.Switch = func(ctx context.Context, on bool) error {
		if !on {
			cancel()
			h.fails = context.Canceled
		}
		return h.turn(ctx, on)
	}
	_, err := p.Accept(ctx, []string{"AC-8"})
	assert.ErrorIs(t, err, context.Canceled)
	assert.False(t, h.off, "the plugin is still disabled")
}
