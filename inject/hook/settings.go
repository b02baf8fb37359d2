package hook

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"wisdom/inject/session"
)

// Patch is a change of the host's settings: objects are merged, everything else is replaced, and nil takes a value
// away.
type Patch map[string]any

// SettingsError says why the host's settings do not allow a form.
type SettingsError struct{ Reason, Hint string }

// Error implements error.
func (e *SettingsError) Error() string { return "the host's settings: " + e.Reason }

// list are the strings of a list.
func list(v any) []string {
	items, _ := v.([]any)
	var all []string
	for _, item := range items {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// Config is the host's settings, as far as the forms depend on them.
type Config struct {
	// Plugins and Hooks are these parts of the settings; nil where they are not set.
	Plugins, Hooks any
	// Dir is the folder of the plugin.
	Dir string
}

func (c Config) plugin(names ...string) any { return session.Member(c.Plugins, names...) }

func (c Config) hook(name string) any { return session.Member(c.Hooks, "internal", name) }

// entryOfHook is the entry of the hook, nil where there is none.
func (c Config) entryOfHook() map[string]any {
	entry, _ := session.Member(c.hook("entries"), EntryName).(map[string]any)
	return entry
}

// IsEnabled reports whether a form is on in the host's settings.
func (c Config) IsEnabled(form Form) bool {
	if form == Plugin {
		return c.plugin("enabled") != false && c.plugin("entries", PluginID, "enabled") == true && c.IsListed()
	}
	entry := c.entryOfHook()
	return entry != nil && entry["enabled"] != false && c.hook("enabled") != false
}

// IsListed reports whether the host's settings name the folder of the plugin, enabled or not. A host that cannot find a
// plugin there refuses all its settings.
func (c Config) IsListed() bool { return slices.Contains(list(c.plugin("load", "paths")), c.Dir) }

// Snippets is the program that the host's settings let the plugin ask for snippets; "" where it appends none.
func (c Config) Snippets() string {
	program, _ := c.plugin("entries", PluginID, "config", "program").(string)
	if c.plugin("entries", PluginID, "hooks", "allowConversationAccess") != true {
		return ""
	}
	return program
}

// Reminds reports whether the host's settings let the plugin stop calls of tools to remind of a rule.
func (c Config) Reminds() bool { return c.plugin("entries", PluginID, "config", "reminders") == true }

// unsetHooks lets the host load hooks again.
const unsetHooks = "openclaw config unset hooks.internal.enabled"

// EnablePlugin is the change that lets the host load the plugin, which is nil where there is nothing to change, and
// what it does beside that. program is the path of the program that the plugin asks for snippets; "" for none. reminds
// lets it stop calls of tools.
func (c Config) EnablePlugin(program string, reminds bool) (patch Patch, notes []string, err error) {
	switch {
	case c.plugin("enabled") == false:
		err = &SettingsError{"plugins.enabled is false: it loads no plugin", "openclaw config set plugins.enabled true"}
	case slices.Contains(list(c.plugin("deny")), PluginID):
		err = &SettingsError{fmt.Sprintf("plugins.deny names %q", PluginID), "take it out of plugins.deny in openclaw.json"}
	case c.hook("enabled") == false:
		err = &SettingsError{"hooks.internal.enabled is false: it silences the plugin, too", unsetHooks}
	}
	if err != nil {
		return nil, nil, err
	}
	change := Patch{}
	if !c.IsListed() {
		change["load"] = Patch{"paths": append(list(c.plugin("load", "paths")), c.Dir)} // a patch replaces lists
	}
	if allow := list(c.plugin("allow")); len(allow) > 0 && !slices.Contains(allow, PluginID) {
		change["allow"] = append(allow, PluginID)
		notes = append(notes, fmt.Sprintf("plugins.allow names the plugins that may load: %q is added", PluginID))
	}
	entry, config := Patch{}, Patch{}
	if c.plugin("entries", PluginID, "enabled") != true {
		entry["enabled"] = true
	}
	switch there := c.plugin("entries", PluginID, "config", "program"); {
	case program != "" && c.Snippets() != program: // without the access the host drops that half of the plugin
		entry["hooks"], config["program"] = Patch{"allowConversationAccess": true}, program
	case program == "" && there != nil:
		entry["hooks"], config["program"] = Patch{"allowConversationAccess": nil}, nil
	}
	if reminds != c.Reminds() {
		config["reminders"] = map[bool]any{true: true}[reminds]
	}
	if len(config) > 0 {
		entry["config"] = config
	}
	if len(entry) > 0 {
		change["entries"] = Patch{PluginID: entry}
	}
	if len(change) == 0 {
		return nil, nil, nil
	}
	return Patch{"plugins": change}, notes, nil
}

// EnableHook is EnablePlugin for the hook. others are the names of the hooks that the host could load. Once an entry
// names a hook, the host loads only hooks with an entry; so where there was none, the others get one too.
func (c Config) EnableHook(others []string) (patch Patch, notes []string, err error) {
	if c.hook("enabled") == false {
		return nil, nil, &SettingsError{"hooks.internal.enabled is false: it loads no hook", unsetHooks}
	}
	if c.IsEnabled(Hook) {
		return nil, nil, nil
	}
	entries := Patch{EntryName: Patch{"enabled": true}}
	named, _ := c.hook("entries").(map[string]any)
	open := slices.ContainsFunc(list(session.Member(c.hook("load"), "extraDirs")),
		func(dir string) bool { return strings.TrimSpace(dir) != "" })
	if len(named) == 0 && c.hook("enabled") == true && !open {
		others = without(others, EntryName)
		slices.Sort(others)
		for _, name := range others {
			entries[name] = Patch{"enabled": true}
		}
		if len(others) > 0 {
			notes = append(notes,
				"a first entry would switch off the hooks without one; these get an entry and stay on: "+strings.Join(others, ", "))
		}
	}
	return Patch{"hooks": Patch{"internal": Patch{"entries": entries}}}, notes, nil
}

// Disable is the change that switches a form off; nil where it is not on. The files and the path of the plugin stay, so
// that enabling it again is as short.
func (c Config) Disable(form Form) Patch {
	off, entry := Patch{"enabled": false}, c.entryOfHook()
	switch {
	case form == Plugin && c.plugin("entries", PluginID, "enabled") == true:
		return Patch{"plugins": Patch{"entries": Patch{PluginID: off}}}
	case form == Hook && entry != nil && entry["enabled"] != false:
		return Patch{"hooks": Patch{"internal": Patch{"entries": Patch{EntryName: off}}}}
	}
	return nil
}

// Forget is the change that takes a form out of the host's settings; nil where it is not in them. What is empty then
// goes, too, so that settings end as they were. The entry of the hook stays, switched off, where it is the only one:
// without any entry the host may load all hooks. wereOpen says that it did so before this program (see WereOpen): then
// all entries go, unless one was switched off since.
func (c Config) Forget(form Form, wereOpen bool) Patch {
	if form == Hook {
		entries, _ := c.hook("entries").(map[string]any)
		switch {
		case entries[EntryName] == nil:
			return nil
		case wereOpen && areOn(entries):
			return withoutEmpty("hooks", c.Hooks, Patch{"internal": Patch{"entries": nil}})
		case len(entries) == 1 && c.hook("enabled") == true:
			return c.Disable(Hook)
		}
		return withoutEmpty("hooks", c.Hooks, Patch{"internal": Patch{"entries": Patch{EntryName: nil}}})
	}
	change := Patch{}
	if c.IsListed() {
		change["load"] = Patch{"paths": nil}
		if rest := without(list(c.plugin("load", "paths")), c.Dir); len(rest) > 0 {
			change["load"] = Patch{"paths": rest}
		}
	}
	if allow := list(c.plugin("allow")); len(allow) > 1 && slices.Contains(allow, PluginID) {
		change["allow"] = without(allow, PluginID)
	}
	if c.plugin("entries", PluginID) != nil {
		change["entries"] = Patch{PluginID: nil}
	}
	if len(change) == 0 {
		return nil
	}
	return withoutEmpty("plugins", c.Plugins, change)
}

// areOn reports whether the entries of all hooks but ours are what EnableHook writes.
func areOn(entries map[string]any) bool {
	for name, entry := range entries {
		if name != EntryName && !reflect.DeepEqual(entry, map[string]any{"enabled": true}) {
			return false
		}
	}
	return true
}

// WereOpen reports whether the host loaded all its hooks, without an entry for any, by the oldest copy of its settings.
func WereOpen(path string) bool {
	copies, err := Copies(path)
	if err != nil || len(copies) == 0 {
		return false
	}
	settings, err := ReadSettings(copies[0])
	if err != nil || Includes(settings) {
		return false
	}
	before := Config{Hooks: session.Member(settings, "hooks")}
	entries, _ := before.hook("entries").(map[string]any)
	return len(entries) == 0 && before.hook("enabled") == true
}

// withoutEmpty is a change of a part of the settings that also takes out the objects of which it takes every member.
func withoutEmpty(name string, part any, change Patch) Patch {
	for inner, value := range change {
		if deeper, ok := value.(Patch); ok {
			change[inner] = withoutEmpty(inner, session.Member(part, inner), deeper)[inner]
		}
	}
	members, _ := part.(map[string]any)
	for member := range members {
		if value, changed := change[member]; !changed || value != nil {
			return Patch{name: change}
		}
	}
	return Patch{name: nil}
}

// without is a list without an item.
func without(items []string, item string) []string {
	return append([]string{}, slices.DeleteFunc(slices.Clone(items), func(s string) bool { return s == item })...)
}
