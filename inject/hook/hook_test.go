package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/recall"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

func table(t *testing.T, s session.Settings) *session.Table {
	t.Helper()
	table, err := session.New(s)
	require.NoError(t, err)
	return table
}

func plan(t *testing.T, fsys workspace.FS, form Form, s session.Settings) []Change {
	t.Helper()
	changes, err := Plan(fsys, form, table(t, s))
	require.NoError(t, err)
	return changes
}

// differing are the paths of a plan that would be written.
func differing(changes []Change) string {
	var words []string
	for _, c := range changes {
		if c.Differs() {
			words = append(words, c.Path.Base())
		}
	}
	return strings.Join(words, " ")
}

func TestInstallAndRemove(t *testing.T) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": "me\n"})
	changes := plan(t, fsys, Plugin, session.Settings{})
	const all = "bootstrap.mjs commands.mjs index.js openclaw.plugin.json package.json reminders.mjs rules.json snippets.mjs"
	assert.Equal(t, all, differing(changes))
	require.NoError(t, Install(fsys, changes))
	assert.Empty(t, differing(plan(t, fsys, Plugin, session.Settings{})), "installed")
	assert.Equal(t, "HOOK.md handler.js", differing(plan(t, fsys, Hook, session.Settings{})), "beside the plugin the hook")
	other := session.Settings{Owners: []string{"telegram:1"}}
	assert.Equal(t, "rules.json", differing(plan(t, fsys, Plugin, other)), "for other settings")
	require.NoError(t, Install(fsys, plan(t, fsys, Hook, session.Settings{})))
	for _, form := range []Form{Plugin, Hook} {
		there, err := IsInstalled(fsys, form)
		assert.Truef(t, there && err == nil, "%s: installed is %v, %v", form, there, err)
	}
	removed, _, err := Remove(fsys, Plugin)
	got := workspace.JoinPaths(removed, ", ")
	assert.Truef(t, err == nil && !strings.Contains(got, "bootstrap") && !strings.Contains(got, "rules") &&
		strings.Contains(got, "index.js"), "removed %s, %v: the hook needs the module and the rules", got, err)
	there, _ := IsInstalled(fsys, Plugin)
	assert.False(t, there, "the plugin counts as installed")
	_, _, err = Remove(fsys, Hook)
	require.NoError(t, err)
	for _, p := range []workspace.Path{Home, Folder, "hooks"} {
		there, err := workspace.Exists(fsys, p)
		assert.Truef(t, !there && err == nil, "%s remains, %v", p, err)
	}
	removed, _, err = Remove(fsys, Hook)
	assert.Truef(t, len(removed) == 0 && err == nil, "removed again: %v, %v", removed, err)
}

// The bug that the files of the hook passed for changed by hand once the folder with their record was deleted.
func TestRemoveWithoutTheRecord(t *testing.T) {
	fsys := workspacetest.NewMemory(nil)
	require.NoError(t, Install(fsys, plan(t, fsys, Hook, session.Settings{})))
	for _, p := range []workspace.Path{record, Module, RulesFile} {
		require.NoError(t, fsys.Remove(p))
	}
	removed, kept, err := Remove(fsys, Hook)
	assert.Truef(t, err == nil && len(removed) == 2 && kept == nil, "removed %v, kept %v, %v", removed, kept, err)
}

// Invariant 1: what a person changed is neither overwritten, and nothing else is written then, nor deleted.
func TestEditedFilesStay(t *testing.T) {
	for _, edited := range []workspace.Path{Folder + "/handler.js", RulesFile, Module} {
		fsys := workspacetest.NewMemory(nil)
		require.NoError(t, Install(fsys, plan(t, fsys, Hook, session.Settings{})))
		require.NoError(t, workspace.Replace(fsys, edited, []byte("mine\n"), 0o600))
		changes := plan(t, fsys, Hook, session.Settings{Owners: []string{"telegram:1"}})
		require.EqualError(t, Install(fsys, changes), string(edited)+": changed by hand, and not overwritten")
		_, kept, err := Remove(fsys, Hook)
		require.NoError(t, err)
		assert.Equal(t, []workspace.Path{edited}, kept, "what remove keeps")
		b, err := fsys.ReadFile(edited, 100)
		assert.Truef(t, string(b) == "mine\n" && err == nil, "%s holds %q, %v", edited, b, err)
		there, err := IsInstalled(fsys, Hook)
		assert.Truef(t, !there && err == nil, "%s: counts as installed, %v", edited, err)
		there, _ = workspace.Exists(fsys, Folder+"/HOOK.md")
		assert.Falsef(t, there, "%s: another file remains", edited)
	}
	// A hook of the same name that wisdom did not write is a person's too.
	fsys := workspacetest.NewMemory(map[workspace.Path]string{Folder + "/HOOK.md": "theirs\n"})
	assert.ErrorContains(t, Install(fsys, plan(t, fsys, Hook, session.Settings{})), "changed by hand")
	there, _ := workspace.Exists(fsys, Home)
	assert.False(t, there, "something was written")
}

func TestRecordThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"schema_version":2,"files":{}}`, `{"schema_version":1,"files":{"../x":"absent"}}`, `[]`,
	} {
		fsys := workspacetest.NewMemory(map[workspace.Path]string{record: text})
		var wrong *RecordError
		_, err := Plan(fsys, Plugin, table(t, session.Settings{}))
		assert.ErrorAs(t, err, &wrong, text)
	}
}

func values(t *testing.T, text string) any {
	t.Helper()
	var v any
	if text != "" {
		require.NoError(t, json.Unmarshal([]byte(text), &v))
	}
	return v
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// Invariant 3: changes of the settings take nothing else away.
func TestEnableAndDisable(t *testing.T) {
	for _, test := range []struct {
		name           string
		form           Form
		plugins, hooks string
		want           string // the change, or what the error says
		note           string
		off, gone      string // the changes from there
	}{
		{
			"plugin, nothing set", Plugin, "", "",
			`{"plugins":{"entries":{"wisdom":{"enabled":true}},"load":{"paths":["/w/.wisdom/openclaw"]}}}`, "",
			`{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`, `{"plugins":null}`,
		},
		{
			"plugin, others", Plugin, `{"load":{"paths":["/other"]},"entries":{"other":{"enabled":true}}}`, "",
			`{"plugins":{"entries":{"wisdom":{"enabled":true}},"load":{"paths":["/other","/w/.wisdom/openclaw"]}}}`, "",
			`{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`,
			`{"plugins":{"entries":{"wisdom":null},"load":{"paths":["/other"]}}}`,
		},
		{
			"plugin, a list of those that may load", Plugin, `{"allow":["other"]}`, "",
			`{"plugins":{"allow":["other","wisdom"],"entries":{"wisdom":{"enabled":true}},` +
				`"load":{"paths":["/w/.wisdom/openclaw"]}}}`,
			"plugins.allow",
			`{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`, `{"plugins":{"allow":["other"],"entries":null,"load":null}}`,
		},
		{
			"plugin, disabled before", Plugin,
			`{"load":{"paths":["/w/.wisdom/openclaw"]},"entries":{"wisdom":{"enabled":false}}}`, "",
			`{"plugins":{"entries":{"wisdom":{"enabled":true}}}}`, "", `{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`,
			`{"plugins":null}`,
		},
		{
			"plugin, already on", Plugin, `{"load":{"paths":["/w/.wisdom/openclaw"]},"entries":{"wisdom":{"enabled":true}}}`, "",
			`null`, "", `{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`, `{"plugins":null}`,
		},
		{"plugins off", Plugin, `{"enabled":false}`, "", "plugins.enabled is false", "", "", ""},
		{"plugin denied", Plugin, `{"deny":["wisdom"]}`, "", "plugins.deny", "", "", ""},
		{"hooks off, plugin", Plugin, "", `{"internal":{"enabled":false}}`, "silences the plugin", "", "", ""},
		{
			"hook, nothing set", Hook, "", "", `{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true}}}}}`, "",
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}`, `{"hooks":null}`,
		},
		{
			"hook, all others on", Hook, "", `{"internal":{"enabled":true}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true},"boot-md":{"enabled":true},` +
				`"session-memory":{"enabled":true}}}}}`,
			"boot-md, session-memory",
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`,
		},
		{
			"hook, some others named", Hook, "", `{"internal":{"enabled":true,"entries":{"boot-md":{"enabled":true}}}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true}}}}}`, "",
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`,
		},
		{
			// Entries narrow nothing then.
			"hook, other folders", Hook, "", `{"internal":{"enabled":true,"load":{"extraDirs":["/h"]}}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true}}}}}`, "",
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":false}}}}}`,
		},
		{"hooks off", Hook, "", `{"internal":{"enabled":false}}`, "loads no hook", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			const dir = "/w/.wisdom/openclaw"
			c := Config{values(t, test.plugins), values(t, test.hooks), dir}
			enable := func() (Patch, []string, error) {
				if test.form == Plugin {
					return c.EnablePlugin("", false)
				}
				return c.EnableHook([]string{"session-memory", "boot-md", EntryName})
			}
			patch, notes, err := enable()
			if err != nil {
				var settings *SettingsError
				assert.Truef(t, errors.As(err, &settings) && settings.Hint != "" && strings.Contains(err.Error(), test.want),
					"%v, want %s", err, test.want)
				return
			}
			assert.Equal(t, test.want, asJSON(t, patch))
			assert.Contains(t, strings.Join(notes, ""), test.note)
			whole := map[string]any{"plugins": c.Plugins, "hooks": c.Hooks}
			merge(whole, values(t, asJSON(t, patch)))
			c = Config{whole["plugins"], whole["hooks"], dir}
			assert.Truef(t, c.IsEnabled(test.form), "it is not on: %v", whole)
			patch, _, err = enable()
			assert.Truef(t, patch == nil && err == nil, "enabled twice: %v, %v", patch, err)
			assert.Equal(t, test.off, asJSON(t, c.Disable(test.form)), "disable")
			assert.Equal(t, test.gone, asJSON(t, c.Forget(test.form, false)), "forget")
			merge(whole, values(t, asJSON(t, c.Disable(test.form))))
			c = Config{whole["plugins"], whole["hooks"], dir}
			assert.Truef(t, !c.IsEnabled(test.form) && c.Disable(test.form) == nil, "it is still on: %v", whole)
		})
	}
}

// The bug that the entries which the hook needed for the others stayed after it was removed.
func TestEntriesOfOthersGoAgain(t *testing.T) {
	const on = `"aci-bootstrap":{"enabled":true},"boot-md":{"enabled":true}`
	for name, test := range map[string]struct{ before, entries, want string }{
		"all hooks were on": {`{"hooks":{"internal":{"enabled":true}}}`, on, `{"hooks":{"internal":{"entries":null}}}`},
		"one was switched off since": {
			`{"hooks":{"internal":{"enabled":true}}}`, on + `,"session-memory":{"enabled":false}`,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`,
		},
		"some had entries": {
			`{"hooks":{"internal":{"enabled":true,"entries":{"boot-md":{"enabled":true}}}}}`, on,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`,
		},
		"other files are included": {
			`{"$include":"other.json","hooks":{"internal":{"enabled":true}}}`, on,
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`,
		},
		"there is no copy": {"", on, `{"hooks":{"internal":{"entries":{"aci-bootstrap":null}}}}`},
	} {
		path := filepath.Join(t.TempDir(), "openclaw.json")
		if test.before != "" {
			require.NoError(t, os.WriteFile(path+copyMark+"20261121T120000", []byte(test.before), 0o600))
		}
		hooks := values(t, `{"internal":{"enabled":true,"entries":{`+test.entries+`}}}`)
		assert.Equal(t, test.want, asJSON(t, Config{Hooks: hooks}.Forget(Hook, WereOpen(path))), name)
	}
}

// merge is what the host makes of a patch.
func merge(into map[string]any, patch any) {
	object, _ := patch.(map[string]any)
	for name, v := range object {
		inner, isObject := v.(map[string]any)
		switch {
		case v == nil:
			delete(into, name)
		case isObject:
			below, ok := into[name].(map[string]any)
			if !ok {
				below = map[string]any{}
				into[name] = below
			}
			merge(below, inner)
		default:
			into[name] = v
		}
	}
}

// A host that answers as the real one was seen to.
func host(answers map[string]string) Openclaw {
	return Openclaw{Run: func(_ context.Context, _ []byte, args ...string) ([]byte, []byte, error) {
		answer, known := answers[strings.Join(args, " ")]
		switch {
		case !known:
			return nil, nil, os.ErrNotExist
		case strings.HasPrefix(answer, "FAIL "):
			return []byte(strings.TrimPrefix(answer, "FAIL ")), nil, errors.New("exit status 1")
		case strings.HasPrefix(answer, "TALK "):
			return nil, []byte(strings.TrimPrefix(answer, "TALK ")), errors.New("exit status 1")
		}
		return []byte(answer), nil, nil
	}}
}

func TestHostAnswers(t *testing.T) {
	ctx := context.Background()
	o := host(map[string]string{
		"--version":   "OpenClaw 2026.9.6 (eb377ac)\n",
		"config file": "a warning\n/s/openclaw.json\n",
		"config get plugins --json": `FAIL {"ok":false,"error":{"message":"Config path is valid but ` +
			`unset: plugins. The runtime default applies"}}`,
		"config get hooks --json": `FAIL {"ok":false,"error":{"message":"OpenClaw config is invalid: ` +
			`/s/openclaw.json"},"issues":[{"path":"<root>","message":"JSON5 ` +
			`parse failed"}]}`,
		"hooks list --json": `{"workspaceDir":"/w","hooks":[{"name":"a","loadable":true},` +
			`{"name":"b","loadable":false}]}`,
		"gateway call health --json --timeout 5000": "TALK Gateway not reachable\nat ws://127.0.0.1:1",
	})
	version, err := o.Version(ctx)
	assert.Truef(t, version == "2026.9.6" && err == nil, "version %q, %v", version, err)
	path, err := o.Settings(ctx)
	assert.Truef(t, path == "/s/openclaw.json" && err == nil, "settings %q, %v", path, err)
	value, err := o.get(ctx, "plugins")
	assert.Truef(t, value == nil && err == nil, "what is not set: %v, %v", value, err)
	_, err = o.get(ctx, "hooks")
	assert.ErrorContains(t, err, "/s/openclaw.json; <root>: JSON5 parse failed", "broken settings")
	dir, names, err := o.LoadableHooks(ctx)
	assert.Truef(t, dir == "/w" && slices.Equal(names, []string{"a"}) && err == nil, "hooks %s, %v, %v", dir, names, err)
	_, err = o.Gateway(ctx)
	assert.ErrorContains(t, err, "Gateway not reachable at ws", "a gateway that is down")
	none := host(nil)
	_, err = none.Version(ctx)
	assert.ErrorIs(t, err, ErrNoHost, "no host")
	_, err = host(map[string]string{"--version": "hello"}).Version(ctx)
	assert.Error(t, err, "another program passes for the host")
}

func TestReadSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	v, err := ReadSettings(path)
	assert.Truef(t, v == nil && err == nil, "no file: %v, %v", v, err)
	for text, want := range map[string]string{
		"{\n  // a comment\n  plugins: { load: { paths: ['/x',] } }, }": `{"plugins":{"load":{"paths":["/x"]}}}`,
		"{\n a: 1,\n b: }": "line 3",
		"":                 "line 1",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		v, err := ReadSettings(path)
		if err != nil {
			assert.ErrorContainsf(t, err, path+": "+want, "%q: %v, want %s", text, err, want)
		} else if got := asJSON(t, v); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	assert.True(t, Includes(values(t, `{"a":[{"$include":"x"}]}`)) && !Includes(values(t, `{"a":[{"include":"x"}]}`)),
		"what includes other files is not found")
}

func TestBackUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	backup, err := BackUp(path, now)
	assert.Truef(t, backup == "" && err == nil, "no file: %q, %v", backup, err)
	write := func(text string, mode os.FileMode) {
		t.Helper()
		require.NoError(t, errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, mode)))
	}
	write("{a:1}", 0o644)
	first, err := BackUp(path, now)
	require.NoError(t, err)
	again, err := BackUp(path, now)
	assert.Truef(t, again == first && err == nil, "the same again: %s, %v", again, err)
	write("{a:2}", 0o644)
	second, err := BackUp(path, now)
	require.Truef(t, err == nil && second != first, "another at the same time: %s, %v", second, err)
	for name, want := range map[string]string{first: "{a:1}", second: "{a:2}"} {
		b, err := os.ReadFile(name)
		info, serr := os.Stat(name)
		assert.Truef(t, string(b) == want && err == nil && serr == nil && info.Mode().Perm() == 0o600,
			"%s holds %q, %v, %v", name, b, err, serr)
	}
	write("{a:3}", 0o444)
	var settings *SettingsError
	_, err = BackUp(path, now)
	assert.Truef(t, errors.As(err, &settings) && strings.Contains(settings.Hint, "chmod u+w"), "read-only: %v", err)
}

// Copies are deleted where the settings say again what the oldest one says, but for the host's own notes.
func TestCopiesAreDeleted(t *testing.T) {
	for name, test := range map[string]struct {
		first, after string
		left         int
	}{
		"as before":          {`{"a":1}`, `{"a":1,"meta":{"lastTouchedAt":"x"}}`, 0},
		"otherwise":          {`{"a":1}`, `{"a":2}`, 2},
		"comments were lost": {`{a:1} // mine`, `{"a":1}`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "openclaw.json")
			theirs := path + copyMark + "mine"
			require.NoError(t, os.WriteFile(theirs, nil, 0o600))
			for i, text := range []string{test.first, `{"b":1}`} {
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
				_, err := BackUp(path, time.Date(2026, 11, 22, 12, i, 0, 0, time.UTC))
				require.NoError(t, err)
			}
			require.NoError(t, os.WriteFile(path, []byte(test.after), 0o600))
			isDeleted, err := DeleteCopies(path)
			copies, cerr := Copies(path)
			assert.Truef(t, isDeleted == (test.left == 0) && len(copies) == test.left && err == nil && cerr == nil,
				"%v, left %v, %v, %v", isDeleted, copies, err, cerr)
			_, err = os.Stat(theirs)
			assert.NoError(t, err)
		})
	}
}

// The bug that only the oldest copy was looked at for comments before all were deleted.
func TestCopiesWithCommentsAreNotDeleted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	for i, text := range []string{`{"a":1}`, `{a:2} // mine`, `{"a":1}`} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := BackUp(path, time.Date(2026, 11, 22, 12, i, 0, 0, time.UTC))
		require.NoError(t, err)
	}
	isDeleted, err := DeleteCopies(path)
	copies, cerr := Copies(path)
	assert.Truef(t, !isDeleted && len(copies) == 3 && err == nil && cerr == nil,
		"%v, left %v, %v, %v", isDeleted, copies, err, cerr)
}

// node runs node, or skips the test.
func node(t *testing.T) Run {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	return func(ctx context.Context, stdin []byte, args ...string) ([]byte, []byte, error) {
		var out, talk bytes.Buffer
		c := exec.CommandContext(ctx, path, args...)
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &talk
		err := c.Run()
		return out.Bytes(), talk.Bytes(), err
	}
}

// runScript runs a script of testdata with arguments.
func runScript(t *testing.T, name string, stdin []byte, args ...string) (out, talk []byte, err error) {
	t.Helper()
	return node(t)(context.Background(), stdin, append([]string{filepath.Join("testdata", name)}, args...)...)
}

// inHome is the address of an installed file for node.
func inHome(root *workspace.Real, name string) string {
	return "file://" + filepath.Join(root.Dir(), filepath.FromSlash(string(Home)), name)
}

func withPlugin(t *testing.T, s session.Settings) *workspace.Real {
	t.Helper()
	root, err := workspace.Open(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	require.NoError(t, Install(root, plan(t, root, Plugin, s)))
	return root
}

// An installation that fails at any call leaves what was there, whether it is the first one or an update.
func TestInstallWritesAllOrNothing(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(fsys workspace.FS){
		"first": func(workspace.FS) {},
		"update": func(fsys workspace.FS) {
			require.NoError(t, Install(fsys, plan(t, fsys, Hook, session.Settings{ContextFile: true})))
		},
	} {
		for at := 1; ; at++ {
			fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": "x"})
			prepare(fsys)
			changes, before := plan(t, fsys, Hook, session.Settings{}), installedFiles(t, fsys)
			faulty := &workspacetest.Faulty{FS: fsys, At: at, Err: errors.New("the disk is full")}
			err := Install(faulty, changes)
			if faulty.Calls() < at {
				break
			} else if err == nil {
				continue // a failure to look at what is gone
			}
			assert.Equalf(t, before, installedFiles(t, fsys), "%s: call %s", name, faulty.Trace()[at-1])
		}
	}
}

// installedFiles are the files of the hook with what they hold.
func installedFiles(t *testing.T, fsys workspace.FS) map[workspace.Path]string {
	t.Helper()
	files := map[workspace.Path]string{}
	for _, dir := range []workspace.Path{Home, Folder} {
		entries, err := fsys.ReadDir(dir)
		if err == nil {
			files[dir] = "a folder"
		}
		for _, e := range entries {
			b, err := fsys.ReadFile(dir.Join(e.Name), maxFile)
			require.NoError(t, err)
			files[dir.Join(e.Name)] = string(b)
		}
	}
	return files
}

// Invariant 4: the module in the host and Go agree on every key.
func TestModuleAgreesWithGo(t *testing.T) {
	run := node(t)
	for name, s := range map[string]session.Settings{
		"usual":          {},
		"a context file": {ContextFile: true},
		"settings": {
			Owners: []string{"Discord:U815", "815"}, Orchestrators: []string{"OPS", "subagent", "juniper"},
			Topics: map[string][]workspace.Path{"15": {"ops/STATUS.md"}, "1": {"SOUL.md", "x.md"}},
			Files:  map[session.Type][]workspace.Path{"CRON": {"IDENTITY.md", "notes/USER.md"}, "SUBAGENT": {"AGENTS.md"}},
		},
	} {
		root := withPlugin(t, s)
		keys, differences, err := Compare(context.Background(), root, root.Dir(), run)
		assert.Truef(t, err == nil && len(differences) == 0 && keys >= 120,
			"%s: %d keys, %v, %q", name, keys, err, differences)
	}
	// It can fail: a module that says something else is found out.
	root := withPlugin(t, session.Settings{})
	module, err := root.ReadFile(Module, maxFile)
	require.NoError(t, err)
	changed := strings.Replace(string(module), `type: "FALLBACK", rule: ""`, `type: "MAIN_SESSION", rule: ""`, 1)
	require.NoError(t, workspace.Replace(root, Module, []byte(changed), 0o600))
	_, differences, err := Compare(context.Background(), root, root.Dir(), run)
	assert.Truef(t, err == nil && len(differences) != 0, "%v, %q", err, differences)
}

// What the module makes of the lists that the host can give it. A list that stays is
// the very same array.
func TestModuleWhenInDoubt(t *testing.T) {
	root := withPlugin(t, session.Settings{})
	dir := root.Dir()
	for name, text := range map[string]string{
		"SOUL.md":          "soul\n",
		"USER.md":          "user\n",
		"MEMORY.md":        "memory\n",
		"AGENTS.md":        "agents\n",
		"TOOLS_COMPACT.md": "tools\n",
		"HEARTBEAT.md":     "beat\n",
		"BOOTSTRAP.md":     "first\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	rec := func(names ...string) string {
		var all []string
		for _, name := range names {
			all = append(
				all,
				fmt.Sprintf(
					`{"name":%q,"path":%q,"content":%q,"missing":false}`, name, filepath.Join(dir, name), strings.ToLower(name)+"\n",
				),
			)
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	full := rec("AGENTS.md", "SOUL.md", "USER.md", "MEMORY.md")
	var (
		asked        []map[string]any
		wants, names []string
	)
	for _, test := range []struct {
		name, key, files, want string // want is the new list, or "same: " and the log
	}{
		{"main", "agent:main:main", full, "SOUL.md USER.md TOOLS_COMPACT.md"},
		{"sub-agent", "agent:main:subagent:u", rec("AGENTS.md"), "SOUL.md as AGENTS.md"},
		{"cron", "agent:main:cron:j", rec("AGENTS.md", "SOUL.md", "USER.md"), "SOUL.md HEARTBEAT.md as AGENTS.md"},
		{"undefined", "agent:main:main", "null", "same: the host gives no list of files"},
		{"no array", "agent:main:main", `{"length":1}`, "same: the host gives no list of files"},
		{"empty", "agent:main:main", `[]`, "same: "},
		{
			"a record without a path", "agent:main:main", `[{"name":"SOUL.md","filePath":"x","content":"","missing":false}]`,
			"same: a record of the host has no path",
		},
		{"null in the list", "agent:main:main", `[null]`, "same: a record of the host has no path"},
		{
			"a record without content", "agent:main:main",
			fmt.Sprintf(`[{"name":"SOUL.md","path":%q,"missing":false}]`, filepath.Join(dir, "SOUL.md")),
			"same: the host cannot read SOUL.md",
		},
		{
			"unreadable",
			"agent:main:main",
			fmt.Sprintf(
				`[{"name":"SOUL.md","path":%q,"content":"[UNREADABLE: symlink path component not allowed]","missing":false}]`,
				filepath.Join(dir, "SOUL.md"),
			),
			"same: the host cannot read SOUL.md",
		},
		{
			"missing records",
			"agent:main:main",
			fmt.Sprintf(
				`[{"name":"IDENTITY.md","path":%q,"missing":true},{"name":"BOOTSTRAP.md","path":%q,"missing":true},%s`,
				filepath.Join(dir, "IDENTITY.md"),
				filepath.Join(dir, "BOOTSTRAP.md"),
				rec("SOUL.md", "USER.md")[1:],
			),
			"SOUL.md USER.md TOOLS_COMPACT.md",
		},
		{"the host withholds USER.md", "agent:main:main", rec("AGENTS.md", "SOUL.md"), "SOUL.md TOOLS_COMPACT.md"},
		{
			"the first conversation", "agent:main:main", rec("SOUL.md", "USER.md", "BOOTSTRAP.md"),
			"BOOTSTRAP.md SOUL.md USER.md TOOLS_COMPACT.md",
		},
		{
			"a person's own USER.md",
			"agent:main:main",
			fmt.Sprintf(
				`[{"name":"USER.md","path":%q,"content":"mara","missing":false,"personalUser":true},%s`,
				filepath.Join(dir, "users", "mara", "USER.md"),
				full[1:],
			),
			"SOUL.md users/mara/USER.md USER.md TOOLS_COMPACT.md",
		},
		{"an unknown key", "agent:main:incident-42", full, "SOUL.md USER.md AGENTS.md TOOLS_COMPACT.md"},
		{"no key", "", full, "SOUL.md USER.md AGENTS.md TOOLS_COMPACT.md"},
	} {
		asked = append(asked, map[string]any{"key": test.key, "files": json.RawMessage(test.files)})
		wants, names = append(wants, test.want), append(names, test.name)
	}
	out, talk, err := runScript(t, "lists.mjs", []byte(asJSON(t, asked)), inHome(root, Module.Base()), dir)
	var answers []string
	err = errors.Join(err, json.Unmarshal(out, &answers))
	require.Truef(t, err == nil && len(answers) == len(wants), "%v %s", err, talk)
	for i, got := range answers {
		assert.Equal(t, wants[i], got, names[i])
	}
	receipts, err := Receipts(root, Plugin, "")
	require.Truef(t, err == nil && len(receipts) >= 14, "%d receipts, %v", len(receipts), err)
	r := receipts[0]
	assert.Truef(t, r.Type == "MAIN_SESSION" && r.Rule == "main" && len(r.Files) == 3 &&
		r.Chars == len("soul.md")+len("user.md")+len("tools") &&
		r.Session != "" &&
		r.Kept == "", "the first receipt: %+v", r)
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(string(ReceiptsFile))))
	assert.Truef(t, err == nil && info.Mode().Perm() == 0o600, "receipts: %v, %v", info, err)
}

// Another agent's workspace, which has no wisdom, is left alone without a word; the
// plugin's own without its rules is not.
func TestModuleInAnotherWorkspace(t *testing.T) {
	root := withPlugin(t, session.Settings{})
	other := t.TempDir()
	require.NoError(t, root.Remove(RulesFile))
	out, talk, err := runScript(t, "others.mjs", nil, inHome(root, Module.Base()), other, root.Dir())
	assert.Truef(t, string(out) == "true 0\ntrue 1\n" && err == nil, "%q, %v %s", out, err, talk)
	entries, err := os.ReadDir(other)
	assert.Truef(t, len(entries) == 0 && err == nil, "something was written: %v, %v", entries, err)
}

// Receipts are rotated at 1 MB; a line that something else wrote is skipped.
func TestReceiptsAreRotated(t *testing.T) {
	root := withPlugin(t, session.Settings{})
	path := filepath.Join(root.Dir(), filepath.FromSlash(string(ReceiptsFile)))
	line := `{"v":1,"time":"2026-11-21T12:00:00Z","form":"plugin","type":"CRON"}` + "\n"
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat(line, 1_000_000/len(line))+"half a li\n"), 0o600))
	_, talk, err := runScript(t, "thrice.mjs", nil, inHome(root, Module.Base()), root.Dir())
	require.NoErrorf(t, err, "%v %s", err, talk)
	now, err := os.Stat(path)
	old, oerr := os.Stat(path + ".1")
	assert.Truef(t, err == nil && oerr == nil && now.Size() <= 1000 && old.Size() >= 900_000,
		"sizes %v, %v, %v, %v", now, old, err, oerr)
	receipts, err := Receipts(root, Plugin, "")
	want := 1_000_000/len(line) + 3
	assert.Truef(t, len(receipts) == want && err == nil, "%d receipts, %v, want %d", len(receipts), err, want)
}

// The module in the host gives a context file to the session that its first line names,
// and to no other.
func TestModuleAndTheContextFile(t *testing.T) {
	t.Parallel()
	root := withPlugin(t, session.Settings{ContextFile: true})
	dir := root.Dir()
	for name, text := range map[string]string{
		"SOUL.md": "soul\n",
		string(session.ContextFile): "<!-- ethos:context ts=x session=" + recall.HashOf("agent:main:main") +
			" -->\n## Memory\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out, talk, err := runScript(t, "context.mjs", nil, inHome(root, Module.Base()), dir)
	want := "SOUL.md ETHOS_CONTEXT.md\nSOUL.md\nSOUL.md\nSOUL.md\n"
	assert.Truef(t, string(out) == want && err == nil, "%q, want %q, %v %s", out, want, err, talk)
}
