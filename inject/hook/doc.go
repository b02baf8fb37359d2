// Package hook puts the choice of files into the host: it installs the host's plugin or hook, enables it, and checks
// that it runs.
//
// What comes in is a workspace, a table of session and the host's program. What goes out are the files of a form,
// changes of the host's settings, and a report.
//
// A form is one of two ways into the host. The plugin, in .wisdom/openclaw, works in every session, also in those that
// run without a gateway. The hook, in hooks/aci-bootstrap, works in the gateway alone, and only in the host's default
// workspace. Both load the same module, bootstrap.mjs, and the same rules.json. A receipt is a line that the module
// appends to .wisdom/injections.jsonl for each decision. Snippets are what the plugin, snippets.mjs, appends to the
// message of a person: it asks one child for each workspace, `wisdom recall --stdio`. A reminder is an entry of the
// section that the plugin, reminders.mjs, gives as the reason why it stops a call that matches the entry's trigger.
//
// Into Claude Code the way is a command in its settings, .claude/settings.local.json (claude.go, splice.go): for a
// message this program, and for the call of a tool claude.mjs, which has its rules from reminders.mjs.
//
// Invariants:
//
//  1. A file that a person changed is not overwritten and not removed. What was
//     written is recorded by its hash in installed.json.
//  2. The host's settings are changed by the host's own program only, after a copy
//     was written beside them and compared.
//  3. No change of the settings takes anything else away: lists are merged, and a
//     hook that a new entry would switch off gets an entry of its own.
//  4. The module and Go give every key the same type and files.
//  5. A turn waits a second at most for snippets, and goes on without them in any
//     trouble. Turns that no person started get none.
//  6. A call is stopped only for the owner, once: the same call passes then. In any trouble it passes.
//  7. Of Claude Code's settings all but our hooks stays byte for byte, and the hooks go again byte for byte.
package hook
