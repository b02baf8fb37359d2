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

// IsEnabled reports whether a form is on in the host's settings. dir is the folder of the plugin.
func IsEnabled(form Form, plugins, hooks any, dir string) bool {
	if form == Plugin {
		return session.Member(plugins, "enabled") != false &&
			session.Member(plugins, "entries", PluginID, "enabled") == true && IsListed(plugins, dir)
	}
	entry, _ := session.Member(hooks, "internal", "entries", EntryName).(map[string]any)
	return entry != nil && entry["enabled"] != false && session.Member(hooks, "internal", "enabled") != false
}

// IsListed reports whether the host's settings name the folder of the plugin, enabled or not. A host that cannot find a
// plugin there refuses all its settings.
func IsListed(plugins any, dir string) bool {
	return slices.Contains(list(session.Member(plugins, "load", "paths")), dir)
}

// Snippets is the program that the host's settings let the plugin ask for snippets; "" where it appends none.
func Snippets(plugins any) string {
	program, _ := session.Member(plugins, "entries", PluginID, "config", "program").(string)
	if session.Member(plugins, "entries", PluginID, "hooks", "allowConversationAccess") != true {
		return ""
	}
	return program
}

// unsetHooks lets the host load hooks again.
const unsetHooks = "openclaw config unset hooks.internal.enabled"

// EnablePlugin is the change that lets the host load the plugin in dir, which is nil where there is nothing to change,
// and what it does beside that. plugins and hooks are these parts of the host's settings, nil where they are not set.
// program is the path of the program that the plugin asks for snippets; "" for none.
func EnablePlugin(plugins, hooks any, dir, program string) (patch Patch, notes []string, err error) {
	switch {
	case session.Member(plugins, "enabled") == false:
		err = &SettingsError{"plugins.enabled is false: it loads no plugin", "openclaw config set plugins.enabled true"}
	case slices.Contains(list(session.Member(plugins, "deny")), PluginID):
		err = &SettingsError{fmt.Sprintf("plugins.deny names %q", PluginID), "take it out of plugins.deny in openclaw.json"}
	case session.Member(hooks, "internal", "enabled") == false:
		err = &SettingsError{"hooks.internal.enabled is false: it silences the plugin, too", unsetHooks}
	}
	if err != nil {
		return nil, nil, err
	}
	change := Patch{}
	if paths := list(session.Member(plugins, "load", "paths")); !slices.Contains(paths, dir) {
		change["load"] = Patch{"paths": append(paths, dir)} // a patch replaces lists
	}
	if allow := list(session.Member(plugins, "allow")); len(allow) > 0 && !slices.Contains(allow, PluginID) {
		change["allow"] = append(allow, PluginID)
		notes = append(notes, fmt.Sprintf("plugins.allow names the plugins that may load: %q is added", PluginID))
	}
	entry := Patch{}
	if session.Member(plugins, "entries", PluginID, "enabled") != true {
		entry["enabled"] = true
	}
	switch there := session.Member(plugins, "entries", PluginID, "config", "program"); {
	case program != "" && Snippets(plugins) != program: // without the access the host drops that half of the plugin
		entry["hooks"], entry["config"] = Patch{"allowConversationAccess": true}, Patch{"program": program}
	case program == "" && there != nil:
		entry["hooks"], entry["config"] = Patch{"allowConversationAccess": nil}, Patch{"program": nil}
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
func EnableHook(hooks any, others []string) (patch Patch, notes []string, err error) {
	if session.Member(hooks, "internal", "enabled") == false {
		return nil, nil, &SettingsError{"hooks.internal.enabled is false: it loads no hook", unsetHooks}
	}
	if IsEnabled(Hook, nil, hooks, "") {
		return nil, nil, nil
	}
	entries := Patch{EntryName: Patch{"enabled": true}}
	named, _ := session.Member(hooks, "internal", "entries").(map[string]any)
	open := slices.ContainsFunc(list(session.Member(hooks, "internal", "load", "extraDirs")),
		func(dir string) bool { return strings.TrimSpace(dir) != "" })
	if len(named) == 0 && session.Member(hooks, "internal", "enabled") == true && !open {
		others = slices.DeleteFunc(slices.Clone(others), func(name string) bool { return name == EntryName })
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
func Disable(form Form, plugins, hooks any) Patch {
	off := Patch{"enabled": false}
	entry, _ := session.Member(hooks, "internal", "entries", EntryName).(map[string]any)
	switch {
	case form == Plugin && session.Member(plugins, "entries", PluginID, "enabled") == true:
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
func Forget(form Form, plugins, hooks any, dir string, wereOpen bool) Patch {
	if form == Hook {
		entries, _ := session.Member(hooks, "internal", "entries").(map[string]any)
		switch {
		case entries[EntryName] == nil:
			return nil
		case wereOpen && areOn(entries):
			return withoutEmpty("hooks", hooks, Patch{"internal": Patch{"entries": nil}})
		case len(entries) == 1 && session.Member(hooks, "internal", "enabled") == true:
			return Disable(Hook, plugins, hooks)
		}
		return withoutEmpty("hooks", hooks, Patch{"internal": Patch{"entries": Patch{EntryName: nil}}})
	}
	change := Patch{}
	if paths := list(session.Member(plugins, "load", "paths")); slices.Contains(paths, dir) {
		change["load"] = Patch{"paths": nil}
		if rest := without(paths, dir); len(rest) > 0 {
			change["load"] = Patch{"paths": rest}
		}
	}
	if allow := list(session.Member(plugins, "allow")); len(allow) > 1 && slices.Contains(allow, PluginID) {
		change["allow"] = without(allow, PluginID)
	}
	if session.Member(plugins, "entries", PluginID) != nil {
		change["entries"] = Patch{PluginID: nil}
	}
	if len(change) == 0 {
		return nil
	}
	return withoutEmpty("plugins", plugins, change)
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
	entries, _ := session.Member(settings, "hooks", "internal", "entries").(map[string]any)
	return len(entries) == 0 && session.Member(settings, "hooks", "internal", "enabled") == true
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
