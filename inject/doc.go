// Package inject decides what of a workspace reaches a model. The pipeline decides
// what is written into the few files that sessions load; the packages below this
// one decide which of these files a session gets, and what a message gets of the rest.
//
// What comes in is a workspace, the key of a session, a message and the settings of the
// host. What goes out is a list of files or of snippets with the reason for it, and the
// files of the host's plugin or hook, which does the same in the host itself.
//
//   - session: a table of rules as data, from the key of a session to its type, and
//     from the type to its files.
//   - hook: the host's plugin and hook as embedded files; installs, enables,
//     disables, checks and removes them.
//   - brief: the context block for a task, from a repository and a workspace.
//   - rollout: five phases from a promoted SOUL.md to such a host and back, and the
//     acceptance criteria, with evidence from the running host.
//   - recall: the few snippets of the notes that a message needs, with citations.
//   - enrich: appends facts and snippets to a message or a request, for hosts that
//     cannot do it themselves.
//
// Invariants:
//
//  1. Classification exists once, as data: session/rules.json. Go and the module
//     that the host loads read the same table, and a test compares both.
//  2. Only markdown and internal leaves are imported: nothing here can change what
//     the review gate protects.
//  3. Where anything is in doubt, the host's own list of files stays as it is, and a
//     message goes on unchanged.
package inject
