// Package rollout takes a workspace from a promoted SOUL.md to a host that loads only what a session needs, in phases
// that can each be undone, and checks the result against acceptance criteria.
//
// What comes in are observations: what the host reports of its sessions, the receipts of its plugin or hook, and facts
// about the workspace that the caller gathered. What goes out is a report, and for each phase what it needs, what is
// met, and since when.
//
// A criterion is one of AC-1a to AC-9. Its result is PASS, FAIL, or BLOCKED where it could not be observed. Evidence is
// a sentence that says what was seen. A probe is a message that is sent into a session of its own, to see what that
// session loads and which tools the agent calls.
//
// A phase is a step of the rollout, 0 to 4. A need is something that must be so before the next phase begins. A clean
// decision is a receipt of the plugin or hook in which the host's own list was not kept for want of something.
//
// Invariants:
//
//  1. PASS is given only to what was observed. Without a gateway, everything that
//     needs one is BLOCKED.
//  2. A probe goes into a session of its own, whose key contains "wisdom-accept"; no
//     session of a person gets a message.
//  3. The state is a list of events, to which events are only added. Which phase it is
//     follows from it.
//  4. Only a waiting time can be overridden, and the reason is recorded.
package rollout
