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

	"wisdom/inject/recall"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

func table(t *testing.T, s session.Settings) *session.Table {
	t.Helper()
	table, err := session.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func plan(t *testing.T, fsys workspace.FS, form Form, s session.Settings) []Change {
	t.Helper()
	changes, err := Plan(fsys, form, table(t, s))
	if err != nil {
		t.Fatal(err)
	}
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
	fsys := workspace.NewMemory(map[workspace.Path]string{"SOUL.md": "me\n"})
	changes := plan(t, fsys, Plugin, session.Settings{})
	if got, want := differing(
		changes,
	), "bootstrap.mjs index.js openclaw.plugin.json package.json rules.json snippets.mjs"; got != want {
		t.Errorf("the plugin is %s, want %s", got, want)
	}
	if err := Install(fsys, changes); err != nil {
		t.Fatal(err)
	}
	if got := differing(plan(t, fsys, Plugin, session.Settings{})); got != "" {
		t.Errorf("installed, and %s differ", got)
	}
	if got := differing(plan(t, fsys, Hook, session.Settings{})); got != "HOOK.md handler.js" {
		t.Errorf("beside the plugin the hook is %s", got)
	}
	if got := differing(plan(t, fsys, Plugin, session.Settings{Owners: []string{"telegram:1"}})); got != "rules.json" {
		t.Errorf("for other settings %s differ", got)
	}
	if err := Install(fsys, plan(t, fsys, Hook, session.Settings{})); err != nil {
		t.Fatal(err)
	}
	for _, form := range []Form{Plugin, Hook} {
		if there, err := IsInstalled(fsys, form); !there || err != nil {
			t.Errorf("%s: installed is %v, %v", form, there, err)
		}
	}
	removed, _, err := Remove(fsys, Plugin)
	got := workspace.JoinPaths(removed, ", ")
	if err != nil || strings.Contains(got, "bootstrap") || strings.Contains(got, "rules") ||
		!strings.Contains(got, "index.js") {
		t.Errorf("removed %s, %v: the hook needs the module and the rules", got, err)
	}
	if there, _ := IsInstalled(fsys, Plugin); there {
		t.Error("the plugin counts as installed")
	}
	if _, _, err := Remove(fsys, Hook); err != nil {
		t.Fatal(err)
	}
	for _, p := range []workspace.Path{Home, Folder, "hooks"} {
		if there, err := workspace.Exists(fsys, p); there || err != nil {
			t.Errorf("%s remains, %v", p, err)
		}
	}
	if removed, _, err := Remove(fsys, Hook); len(removed) > 0 || err != nil {
		t.Errorf("removed again: %v, %v", removed, err)
	}
}

// The bug that the files of the hook passed for changed by hand once the folder with their record was deleted.
func TestRemoveWithoutTheRecord(t *testing.T) {
	fsys := workspace.NewMemory(nil)
	if err := Install(fsys, plan(t, fsys, Hook, session.Settings{})); err != nil {
		t.Fatal(err)
	}
	for _, p := range []workspace.Path{record, Module, RulesFile} {
		if err := fsys.Remove(p); err != nil {
			t.Fatal(err)
		}
	}
	removed, kept, err := Remove(fsys, Hook)
	if err != nil || len(removed) != 2 || kept != nil {
		t.Errorf("removed %v, kept %v, %v", removed, kept, err)
	}
}

// Invariant 1: what a person changed is neither overwritten, and nothing else is written then, nor deleted.
func TestEditedFilesStay(t *testing.T) {
	for _, edited := range []workspace.Path{Folder + "/handler.js", RulesFile, Module} {
		fsys := workspace.NewMemory(nil)
		if err := Install(fsys, plan(t, fsys, Hook, session.Settings{})); err != nil {
			t.Fatal(err)
		}
		if err := workspace.Replace(fsys, edited, []byte("mine\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		changes := plan(t, fsys, Hook, session.Settings{Owners: []string{"telegram:1"}})
		var refused *EditedError
		if err := Install(fsys, changes); !errors.As(err, &refused) ||
			!slices.Equal(refused.Paths, []workspace.Path{edited}) {
			t.Errorf("%s: install gives %v", edited, err)
		}
		if _, kept, err := Remove(fsys, Hook); err != nil || !slices.Equal(kept, []workspace.Path{edited}) {
			t.Errorf("%s: remove keeps %v, %v", edited, kept, err)
		}
		b, err := fsys.ReadFile(edited, 100)
		if string(b) != "mine\n" || err != nil {
			t.Errorf("%s holds %q, %v", edited, b, err)
		}
		if there, err := IsInstalled(fsys, Hook); there || err != nil {
			t.Errorf("%s: counts as installed, %v", edited, err)
		}
		if there, _ := workspace.Exists(fsys, Folder+"/HOOK.md"); there {
			t.Errorf("%s: another file remains", edited)
		}
	}
	// A hook of the same name that wisdom did not write is a person's too.
	fsys := workspace.NewMemory(map[workspace.Path]string{Folder + "/HOOK.md": "theirs\n"})
	var refused *EditedError
	if err := Install(fsys, plan(t, fsys, Hook, session.Settings{})); !errors.As(err, &refused) {
		t.Errorf("install gives %v", err)
	}
	if there, _ := workspace.Exists(fsys, Home); there {
		t.Error("something was written")
	}
}

func TestRecordThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"schema_version":2,"files":{}}`, `{"schema_version":1,"files":{"../x":"absent"}}`, `[]`,
	} {
		fsys := workspace.NewMemory(map[workspace.Path]string{record: text})
		var wrong *RecordError
		if _, err := Plan(fsys, Plugin, table(t, session.Settings{})); !errors.As(err, &wrong) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func values(t *testing.T, text string) any {
	t.Helper()
	var v any
	if text != "" {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
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
			"plugin, disabled before", Plugin, `{"load":{"paths":["/w/.wisdom/openclaw"]},` +
				`"entries":{"wisdom":{"enabled":false}}}`,
			"",
			`{"plugins":{"entries":{"wisdom":{"enabled":true}}}}`, "",
			`{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`, `{"plugins":null}`,
		},
		{
			"plugin, already on",
			Plugin,
			`{"load":{"paths":["/w/.wisdom/openclaw"]},"entries":{"wisdom":{"enabled":true}}}`,
			"",
			`null`,
			"",
			`{"plugins":{"entries":{"wisdom":{"enabled":false}}}}`,
			`{"plugins":null}`,
		},
		{"plugins off", Plugin, `{"enabled":false}`, "", "plugins.enabled is false", "", "", ""},
		{"plugin denied", Plugin, `{"deny":["wisdom"]}`, "", "plugins.deny", "", "", ""},
		{"hooks off, plugin", Plugin, "", `{"internal":{"enabled":false}}`, "silences the plugin", "", "", ""},
		{
			"hook, nothing set", Hook, "", "",
			`{"hooks":{"internal":{"entries":{"aci-bootstrap":{"enabled":true}}}}}`, "",
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
			plugins, hooks := values(t, test.plugins), values(t, test.hooks)
			const dir = "/w/.wisdom/openclaw"
			enable := func() (Patch, []string, error) {
				if test.form == Plugin {
					return EnablePlugin(plugins, hooks, dir, "")
				}
				return EnableHook(hooks, []string{"session-memory", "boot-md", EntryName})
			}
			patch, notes, err := enable()
			if err != nil {
				var settings *SettingsError
				if !errors.As(err, &settings) || settings.Hint == "" || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v, want %s", err, test.want)
				}
				return
			}
			if got := asJSON(t, patch); got != test.want ||
				strings.Contains(strings.Join(notes, ""), test.note) == (len(notes) == 0) && test.note != "" {
				t.Errorf("%s, %q, want %s", got, notes, test.want)
			}
			whole := map[string]any{"plugins": plugins, "hooks": hooks}
			merge(whole, values(t, asJSON(t, patch)))
			plugins, hooks = whole["plugins"], whole["hooks"]
			if !IsEnabled(test.form, plugins, hooks, dir) {
				t.Errorf("it is not on: %v", whole)
			}
			if patch, _, err := enable(); patch != nil || err != nil {
				t.Errorf("enabled twice: %v, %v", patch, err)
			}
			if got := asJSON(t, Disable(test.form, plugins, hooks)); got != test.off {
				t.Errorf("disable: %s, want %s", got, test.off)
			}
			if got := asJSON(t, Forget(test.form, plugins, hooks, dir, false)); got != test.gone {
				t.Errorf("forget: %s, want %s", got, test.gone)
			}
			merge(whole, values(t, asJSON(t, Disable(test.form, plugins, hooks))))
			if IsEnabled(test.form, whole["plugins"], whole["hooks"], dir) ||
				Disable(test.form, whole["plugins"], whole["hooks"]) != nil {
				t.Errorf("it is still on: %v", whole)
			}
		})
	}
}

// The bug that the entries which the hook needed for the others stayed after it was removed.
func TestEntriesOfOthersGoAgain(t *testing.T) {
	const on = `"aci-bootstrap":{"enabled":true},"boot-md":{"enabled":true}`
	for name, test := range map[string]struct{ before, entries, want string }{
		"all hooks were on": {
			`{"hooks":{"internal":{"enabled":true}}}`, on, `{"hooks":{"internal":{"entries":null}}}`,
		},
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
			if err := os.WriteFile(path+copyMark+"20261121T120000", []byte(test.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		hooks := values(t, `{"internal":{"enabled":true,"entries":{`+test.entries+`}}}`)
		if got := asJSON(t, Forget(Hook, nil, hooks, "", WereOpen(path))); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
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
	if v, err := o.Version(ctx); v != "2026.9.6" || err != nil {
		t.Errorf("version %q, %v", v, err)
	}
	if p, err := o.Settings(ctx); p != "/s/openclaw.json" || err != nil {
		t.Errorf("settings %q, %v", p, err)
	}
	if v, err := o.get(ctx, "plugins"); v != nil || err != nil {
		t.Errorf("what is not set: %v, %v", v, err)
	}
	if _, err := o.get(ctx, "hooks"); err == nil ||
		!strings.Contains(err.Error(), "/s/openclaw.json; <root>: JSON5 parse failed") {
		t.Errorf("broken settings: %v", err)
	}
	if dir, names, err := o.Hooks(ctx); dir != "/w" || !slices.Equal(names, []string{"a"}) || err != nil {
		t.Errorf("hooks %s, %v, %v", dir, names, err)
	}
	if _, err := o.Gateway(ctx); err == nil || !strings.Contains(err.Error(), "Gateway not reachable at ws") {
		t.Errorf("a gateway that is down: %v", err)
	}
	none := host(nil)
	if _, err := none.Version(ctx); !errors.Is(err, ErrNoHost) {
		t.Errorf("no host: %v", err)
	}
	if _, err := host(map[string]string{"--version": "hello"}).Version(ctx); err == nil {
		t.Error("another program passes for the host")
	}
}

func TestReadSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	if v, err := ReadSettings(path); v != nil || err != nil {
		t.Errorf("no file: %v, %v", v, err)
	}
	for text, want := range map[string]string{
		"{\n  // a comment\n  plugins: { load: { paths: ['/x',] } }, }": `{"plugins":{"load":{"paths":["/x"]}}}`,
		"{\n a: 1,\n b: }": "line 3",
		"":                 "line 1",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		v, err := ReadSettings(path)
		if err != nil {
			if !strings.Contains(err.Error(), path+": "+want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		} else if got := asJSON(t, v); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if !Includes(values(t, `{"a":[{"$include":"x"}]}`)) || Includes(values(t, `{"a":[{"include":"x"}]}`)) {
		t.Error("what includes other files is not found")
	}
}

func TestBackUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	if backup, err := BackUp(path, now); backup != "" || err != nil {
		t.Errorf("no file: %q, %v", backup, err)
	}
	write := func(text string, mode os.FileMode) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	write("{a:1}", 0o644)
	first, err := BackUp(path, now)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := BackUp(path, now); again != first || err != nil {
		t.Errorf("the same again: %s, %v", again, err)
	}
	write("{a:2}", 0o644)
	second, err := BackUp(path, now)
	if err != nil || second == first {
		t.Fatalf("another at the same time: %s, %v", second, err)
	}
	for name, want := range map[string]string{first: "{a:1}", second: "{a:2}"} {
		b, err := os.ReadFile(name)
		info, serr := os.Stat(name)
		if string(b) != want || err != nil || serr != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s holds %q, %v, %v", name, b, err, serr)
		}
	}
	write("{a:3}", 0o444)
	var settings *SettingsError
	if _, err := BackUp(path, now); !errors.As(err, &settings) || !strings.Contains(settings.Hint, "chmod u+w") {
		t.Errorf("read-only: %v", err)
	}
}

// The copies of the host's settings piled up. The oldest and the newest stay, and none where the settings say again
// what they said; comments, which the host drops, are in the oldest.
func TestCopiesDoNotPileUp(t *testing.T) {
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
			if err := os.WriteFile(theirs, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			for i, text := range []string{test.first, `{"b":1}`, `{"b":2}`, `{"b":3}`} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				backup, err := BackUp(path, time.Date(2026, 11, 22, 12, i, 0, 0, time.UTC))
				if err = errors.Join(err, Prune(path, backup)); err != nil {
					t.Fatal(err)
				}
			}
			copies, err := Copies(path)
			if err != nil || len(copies) != 2 || !strings.HasSuffix(copies[0], "120000") ||
				!strings.HasSuffix(copies[1], "120300") {
				t.Fatalf("%v, %v", copies, err)
			}
			if err := os.WriteFile(path, []byte(test.after), 0o600); err != nil {
				t.Fatal(err)
			}
			isDeleted, err := DeleteCopies(path)
			copies, cerr := Copies(path)
			if isDeleted != (test.left == 0) || len(copies) != test.left || err != nil || cerr != nil {
				t.Errorf("%v, left %v, %v, %v", isDeleted, copies, err, cerr)
			}
			if _, err := os.Stat(theirs); err != nil {
				t.Error(err)
			}
		})
	}
}

// The bug that only the oldest copy was looked at for comments before all were deleted.
func TestCopiesWithCommentsAreNotDeleted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	for i, text := range []string{`{"a":1}`, `{a:2} // mine`, `{"a":1}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := BackUp(path, time.Date(2026, 11, 22, 12, i, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	}
	isDeleted, err := DeleteCopies(path)
	copies, cerr := Copies(path)
	if isDeleted || len(copies) != 3 || err != nil || cerr != nil {
		t.Errorf("%v, left %v, %v, %v", isDeleted, copies, err, cerr)
	}
}

// The bug that a copy with comments between the oldest and the newest was deleted, and one that an error had named.
func TestCopiesThatStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openclaw.json")
	var kept string
	for i, text := range []string{`{"a":0}`, `{a:1} // mine`, `{"a":2}`, `{"a":3}`, `{"a":4}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		backup, err := BackUp(path, time.Date(2026, 11, 22, 12, i, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		if i != 2 {
			err = Prune(path, backup)
		} else if err = os.WriteFile(path, []byte("damaged"), 0o600); err == nil {
			kept, err = Keep(path, backup)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var texts []string
	copies, err := Copies(path)
	for _, c := range copies {
		b, rerr := os.ReadFile(c)
		err = errors.Join(err, rerr)
		texts = append(texts, string(b))
	}
	if want := []string{`{"a":0}`, `{a:1} // mine`, `{"a":2}`, `{"a":4}`}; !slices.Equal(texts, want) || err != nil {
		t.Errorf("%q, %v, want %q", texts, err, want)
	}
	if len(copies) != 4 || copies[2] != kept {
		t.Errorf("kept %s among %v", kept, copies)
	}
	same, err := Keep(path, copies[3])
	if same != "" || err != nil {
		t.Errorf("a copy of the settings as they are: %q, %v", same, err)
	}
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

func withPlugin(t *testing.T, s session.Settings) *workspace.Real {
	t.Helper()
	root, err := workspace.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	if err := Install(root, plan(t, root, Plugin, s)); err != nil {
		t.Fatal(err)
	}
	return root
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
		if err != nil || len(differences) > 0 || keys < 120 {
			t.Errorf("%s: %d keys, %v, %q", name, keys, err, differences)
		}
	}
	// It can fail: a module that says something else is found out.
	root := withPlugin(t, session.Settings{})
	module, err := root.ReadFile(Module, maxFile)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(module), `type: "FALLBACK", rule: ""`, `type: "MAIN_SESSION", rule: ""`, 1)
	if err := workspace.Replace(root, Module, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, differences, err := Compare(context.Background(), root, root.Dir(), run); err != nil || len(differences) == 0 {
		t.Errorf("%v, %q", err, differences)
	}
}

// What the module makes of the lists that the host can give it. A list that stays is
// the very same array.
func TestModuleWhenInDoubt(t *testing.T) {
	run := node(t)
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
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rec := func(names ...string) string {
		var all []string
		for _, name := range names {
			all = append(
				all,
				fmt.Sprintf(
					`{"name":%q,"path":%q,"content":%q,"missing":false}`, name, filepath.Join(dir, name),
					strings.ToLower(name)+"\n",
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
			"a record without a path",
			"agent:main:main",
			`[{"name":"SOUL.md","filePath":"x","content":"","missing":false}]`,
			"same: a record of the host has no path",
		},
		{"null in the list", "agent:main:main", `[null]`, "same: a record of the host has no path"},
		{
			"a record without content",
			"agent:main:main",
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
			"the first conversation",
			"agent:main:main",
			rec("SOUL.md", "USER.md", "BOOTSTRAP.md"),
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
	script := fmt.Sprintf(`
import { readFileSync } from "node:fs";
import { apply } from %q;
const workspaceDir = %q;
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ key, files }) => {
  const given = files ?? undefined;
  const before = JSON.stringify(given);
  const context = { workspaceDir, bootstrapFiles: given, cfg: {} };
  const logged = [];
  apply({ sessionKey: key, context }, { form: "plugin", log: (line) => logged.push(line) });
  if (JSON.stringify(given) !== before) return "the host's list or a record was changed in its place";
  if (context.bootstrapFiles === given) {
    return "same: " + logged.join(" ").replace("wisdom: the host's own files stay: ", "");
  }
  return context.bootstrapFiles.map((record) => {
    const file = record.path.slice(workspaceDir.length + 1);
    return file.split("/").pop() === record.name ? file : file + " as " + record.name;
  }).join(" ");
});
console.log(JSON.stringify(answers));
`, "file://"+filepath.Join(dir, string(Module)), dir)
	out, talk, err := run(context.Background(), []byte(asJSON(t, asked)), "--input-type=module", "--eval", script)
	var answers []string
	if err := errors.Join(err, json.Unmarshal(out, &answers)); err != nil || len(answers) != len(wants) {
		t.Fatalf("%v %s", err, talk)
	}
	for i, got := range answers {
		if got != wants[i] {
			t.Errorf("%s: %q, want %q", names[i], got, wants[i])
		}
	}
	receipts, err := Receipts(root)
	if err != nil || len(receipts) < 14 {
		t.Fatalf("%d receipts, %v", len(receipts), err)
	}
	if r := receipts[0]; r.Type != "MAIN_SESSION" || r.Rule != "main" || len(r.Files) != 3 ||
		r.Chars != len("soul.md")+len("user.md")+len("tools") ||
		r.Session == "" ||
		r.Kept != "" {
		t.Errorf("the first receipt: %+v", r)
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(string(ReceiptsFile))))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("receipts: %v, %v", info, err)
	}
}

// Another agent's workspace, which has no wisdom, is left alone without a word; the
// plugin's own without its rules is not.
func TestModuleInAnotherWorkspace(t *testing.T) {
	run := node(t)
	root := withPlugin(t, session.Settings{})
	other := t.TempDir()
	script := fmt.Sprintf(`
import { apply } from %q;
for (const workspaceDir of [%q, %q]) {
  const given = [{ name: "SOUL.md", path: workspaceDir + "/SOUL.md", content: "x", missing: false }];
  const context = { workspaceDir, bootstrapFiles: given };
  let logged = 0;
  apply({ sessionKey: "agent:main:main", context }, { form: "plugin", log: () => logged++ });
  console.log(context.bootstrapFiles === given, logged);
}`, "file://"+filepath.Join(root.Dir(), string(Module)), other, root.Dir())
	if err := root.Remove(RulesFile); err != nil {
		t.Fatal(err)
	}
	out, talk, err := run(context.Background(), nil, "--input-type=module", "--eval", script)
	if string(out) != "true 0\ntrue 1\n" || err != nil {
		t.Errorf("%q, %v %s", out, err, talk)
	}
	if entries, err := os.ReadDir(other); len(entries) > 0 || err != nil {
		t.Errorf("something was written: %v, %v", entries, err)
	}
}

// Receipts are rotated at 1 MB; a line that something else wrote is skipped.
func TestReceiptsAreRotated(t *testing.T) {
	run := node(t)
	root := withPlugin(t, session.Settings{})
	path := filepath.Join(root.Dir(), filepath.FromSlash(string(ReceiptsFile)))
	line := `{"v":1,"time":"2026-11-21T12:00:00Z","form":"plugin","type":"CRON"}` + "\n"
	if err := os.WriteFile(path, []byte(strings.Repeat(line, 1_000_000/len(line))+"half a li\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`
import { apply } from %q;
for (let i = 0; i < 3; i++) {
  const context = { workspaceDir: %[2]q, bootstrapFiles: [] };
  apply({ sessionKey: "agent:main:main", context }, { form: "plugin", log: () => {} });
}`,
		"file://"+filepath.Join(root.Dir(), string(Module)), root.Dir())
	if _, talk, err := run(context.Background(), nil, "--input-type=module", "--eval", script); err != nil {
		t.Fatalf("%v %s", err, talk)
	}
	now, err := os.Stat(path)
	old, oerr := os.Stat(path + ".1")
	if err != nil || oerr != nil || now.Size() > 1000 || old.Size() < 900_000 {
		t.Errorf("sizes %v, %v, %v, %v", now, old, err, oerr)
	}
	receipts, err := Receipts(root)
	if want := 1_000_000/len(line) + 3; len(receipts) != want || err != nil {
		t.Errorf("%d receipts, %v, want %d", len(receipts), err, want)
	}
}

// The module in the host gives a context file to the session that its first line names,
// and to no other.
func TestModuleAndTheContextFile(t *testing.T) {
	t.Parallel()
	run := node(t)
	root := withPlugin(t, session.Settings{ContextFile: true})
	dir := root.Dir()
	for name, text := range map[string]string{
		"SOUL.md": "soul\n",
		string(session.ContextFile): "<!-- ethos:context ts=x session=" + recall.HashOf("agent:main:main") +
			" -->\n## Memory\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := fmt.Sprintf(`
import { apply } from %q;
import { writeFileSync } from "node:fs";
const ask = (sessionKey) => {
  const soul = { name: "SOUL.md", path: %[2]q + "/SOUL.md", content: "soul", missing: false };
  const context = { workspaceDir: %[2]q, bootstrapFiles: [soul], cfg: {} };
  apply({ sessionKey, context }, { form: "plugin", log: () => {} });
  console.log(context.bootstrapFiles.map((record) => record.name).join(" "));
};
ask("agent:main:main");
ask("agent:main:dashboard:7a");
ask("agent:main:telegram:group:-1");
writeFileSync(%[2]q + "/ETHOS_CONTEXT.md", "");
ask("agent:main:main");
`, "file://"+filepath.Join(dir, filepath.FromSlash(string(Module))), dir)
	out, talk, err := run(context.Background(), nil, "--input-type=module", "--eval", script)
	if want := "SOUL.md ETHOS_CONTEXT.md\nSOUL.md\nSOUL.md\nSOUL.md\n"; string(out) != want || err != nil {
		t.Errorf("%q, want %q, %v %s", out, want, err, talk)
	}
}
