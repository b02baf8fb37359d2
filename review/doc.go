// Package review is the gate between a run and the agent's files. A run proposes changes as a draft. Reviewers decide
// on the draft item by item. Only approved items are promoted.
//
// A Proposal from a run comes in. What goes out is a draft on disk, decisions in the log, and, after an approval, a
// change of the workspace that package backups makes. On disk, below .wisdom:
//
//	drafts/<id>/manifest.json   the draft (see Manifest); it never changes
//	drafts/<id>/base/…          its targets, as they were when it was made
//	log.jsonl                   everything that was done and decided (see Event)
//	log.damaged                 lines of the log that were set aside; a person deletes it
//
// The initiative folder has previews for people, which can be rebuilt: SOUL_WISDOM_DRAFT.md, SOUL_COMPRESSED_DRAFT.md
// and TOOLS_COMPACT_DRAFT.md. One line in the queue names the pending draft.
//
// Terms. An item is an operation of a draft that is decided by itself: add or drop an entry of the section, set or drop
// a fact of TOOLS_COMPACT.md, insert a line, set the trigger of an entry, or rewrite a person's text. Its key is its
// kind, file, name, words and old value: a decision on an item is one on every item with the same key. The guide of a draft (Manifest.Lines and
// Table.Rows) is the order in which entries and facts come, and the lessons of those that exist. A change is what items
// make of a file; HashOf names it by the lines that it takes out and puts in.
//
// A draft is applied to the files as they are (ops.go). What a person wrote since stays, byte for byte. An entry is
// inserted behind the nearest entry that comes before it in the guide; an existing one is never moved or rewritten. The
// header is set with the entries. The required entry is part of that, and an item only where a draft has no other for
// the section. An entry of a full section may come in the place of another (Item.Old): that one goes with it, or neither
// changes. An item that does not apply (an entry to drop that is gone, a fact that the table no longer has) is left with
// the reason, and stops no other.
//
// The triggers of entries are in .wisdom/triggers.jsonl, a target like the others: decided, promoted and rolled back
// with them. Rejecting an entry rejects its trigger; rewording it asks for its trigger anew.
//
// A draft changes SOUL.md, TOOLS_COMPACT.md, AGENTS.md, the triggers, or several of them. It has three parts: the
// section of SOUL.md with the triggers, the table TOOLS_COMPACT.md, and lines elsewhere. A file stays as it was until one of its items is approved.
// All approved items are promoted together. A newer run or an edit replaces a draft; the new one inherits its
// decisions.
//
// The log alone determines the state of a draft:
//
//	staged ─▶ waiting ──approve, reject──▶ approved ──promote──▶ promoted ──rollback──▶ rolled back
//	             │  ▲                      │  │   ▲                  ▲
//	             │  └──approve, unrefuse───┘  │   └── approve ──┐    │
//	             │                            └─promotion fails─▶ needs review
//	             ├──reject───▶ rejected
//	             ├──return───▶ returned
//	             ├──a newer run, an edit──▶ superseded
//	             └──max_age──▶ expired
//
// Every arrow is a line of the log:
//
//	staged      a run or an edit wrote the draft; Supersedes names the draft that
//	            it replaces, Carried the decisions that it inherits
//	approved    a reviewer approved items; Hash and Items bind it to the draft,
//	            Changes to what they and all earlier approvals would change
//	rejected    a reviewer rejected items; Refused describes them
//	returned    a reviewer requested changes; Reason is the note, Refused the items;
//	            without items the draft is closed
//	unrefused   a reviewer reopened rejected, rolled back or returned items
//	superseded  a run no longer proposes any of it
//	expired     undecided for longer than review.max_age
//	promoted    the approved items were promoted; Generation is the new generation
//	failed      the promotion failed for Reason; or only Items of it failed, which
//	            are undecided again, while the others were promoted
//	rolled-back Generation is the new generation; Undone describes what was removed
//	backed-up   the workspace before any draft; it concerns none
//	damaged     damaged lines before it were set aside, at Gaps; what was pending
//	            is undecided again
//
// A draft is pending while it is waiting, approved or needs review; all other states are final. A draft is waiting as
// long as one of its items is undecided. Approved items can be promoted while others are undecided: the files are
// then what the draft and all decisions so far give. From needs review, every decision and another promotion are
// possible.
//
// A rollback decides item by item: items in the restored generation are approved, and items that it lacks are undone,
// which counts as rejected. The next run proposes again what an older draft left open. Only one draft is pending at a
// time, the newest.
//
// A newer run supersedes the pending draft. If a reviewer had begun to decide, the same items of the new draft
// inherit the approvals. Approved entries that the run does not propose are added if there is room for them, else the
// run names them.
//
// Invariants:
//
//  1. A draft never changes. Its hash is in the log, and an approval names it.
//  2. What is promoted is a pure function of the draft, the decisions and the file as it is; see apply. Where nobody
//     edited the file, that is what the previews show.
//  3. A promotion changes a file by exactly the change that was shown, that an approval confirmed, or that
//     Options.Confirm names. Any other change is a *StaleError, and nothing of that file is written.
//  4. The required entry, or text that does the same, is in every SOUL.md of which the section is promoted.
//  5. Rejected and rolled back items are not proposed again while the same lessons would back them. That includes
//     nearly the same words backed by mostly the same lessons, and a fact with the same value.
//  6. No byte outside the change moves. The file is read under the lock, compared again by the swap, and read once more
//     after it. Neither a file that cannot be written nor an item that does not apply or breaks a rule blocks the
//     others.
//  7. A run never fails because of what it proposes. Items that break a rule, alone or together with others, are
//     removed before anything is staged; see Admit.
//  8. A decision is never lost: it is in the log before it is reported, and a draft that replaces another one keeps
//     its approvals. Excepted are items that no longer have a place or room.
//  9. A damaged line of the log before the last one stops no command, and approves nothing: what it said is not known,
//     so no pending draft keeps a decision on an item that is not promoted.
//
// # Where to look
//
//   - what a draft holds: draft.go, part.go, part_table.go; how it is made: stage.go; replaced: supersede.go
//   - what it makes of a file as it is: ops.go, ops_section.go; when that must be confirmed: plan.go
//   - decisions: decide.go, session.go; the state that follows from the log: state.go; an edit: edit.go
//   - what is not proposed again: record.go; the line in the queue: queue.go; promotion: promote.go, partial.go
package review
