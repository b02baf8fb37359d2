// Package session decides which files of a workspace a session of the host loads.
//
// A session key is the host's name for a session, such as agent:main:main or agent:main:telegram:group:-100:topic:15.
// What comes in is a key, the table of rules and the owner's IDs; what goes out is a type, the rule that decided, and
// the paths of the files, with what they cost in tokens.
//
// A type is a kind of session, such as FORUM_TOPIC. A set is the list of files of a type. An owner is a peer who sees
// the files of a private session. The rules apply to the part of a key after agent:<id>:, in order, and the first match
// decides.
//
// Invariants:
//
//  1. The rules are data (rules.json). A pattern means the same in Go and in
//     ECMAScript: it is anchored, and it uses neither flags, nor look-around, nor
//     a dot.
//  2. SOUL.md is in every set.
//  3. An agent's ID never decides, and a peer's ID only whether the peer is an
//     owner: names such as "subagent" or "cron:x" mislead no rule.
//  4. A key that no rule knows has the type FALLBACK and an empty rule.
package session
