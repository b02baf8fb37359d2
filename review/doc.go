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
// A draft changes SOUL.md, TOOLS_COMPACT.md, AGENTS.md, or several of them. It has three parts: the section of
// SOUL.md, the table TOOLS_COMPACT.md, and lines elsewhere. The interface part hides the differences between them. A
// file stays as it was until one of its items is approved. All approved items are promoted together. If a run, a
// rebase or an edit replaces a draft, the new draft inherits its decisions; supersede.go does this for all three.
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
//	approved    a reviewer approved items; Hash, Bases and Items bind it to bytes;
//	            Along names the required entry, which comes with the others and
//	            is undecided again once none of them is approved
//	rejected    a reviewer rejected items; Refused describes them
//	returned    a reviewer requested changes; Reason is the note, Refused the items
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
// inherit the approvals. Approved entries that the run does not propose are added if there is room for them.
//
// Invariants:
//
//  1. A draft never changes. Its hash is in the log, and an approval names it.
//  2. What is promoted is a pure function of the draft and the decisions; see Draft.Files.
//  3. A promotion replaces only a file that is what the draft was made from, or what the same draft made of it.
//  4. The required entry is in every SOUL.md that is promoted.
//  5. Rejected and rolled back items are not proposed again while the same lessons would back them. That includes
//     nearly the same words backed by mostly the same lessons, and a fact with the same value.
//  6. Only bytes that were reviewed are replaced: an approval names the draft and its files. They are compared when
//     the approval is given, under the lock before the promotion, and after the swap. If a file changed since, Fit
//     rebases the draft, or nothing of that file is promoted. Neither such a file nor an item that breaks a rule
//     blocks the others.
//  7. A run never fails because of what it proposes. Items that break a rule, alone or together with others, are
//     removed before anything is staged; see Admit.
//  8. A decision is never lost: it is in the log before it is reported, and a draft that replaces another one keeps
//     its approvals. Excepted are items that no longer have a place or room; Fitting names them.
//  9. A damaged line of the log before the last one stops no command, and approves nothing: what it said is not known,
//     so no pending draft keeps a decision on an item that is not promoted.
package review
