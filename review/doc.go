// Package review is the gate: what a run proposes waits here as a draft until
// somebody decides on it, item by item.
//
// What comes in is a Proposal from a run. What goes out is a draft on disk,
// decisions in the log, and, once approved, a change of the workspace made by
// backups. On disk, below .wisdom:
//
//	drafts/<id>/manifest.json   the draft (see Manifest), never changed
//	drafts/<id>/base/…          its targets, as they were when it was made
//	log.jsonl                   everything that was done and decided (see Event)
//
// Beside it are views for people, which can be rebuilt: SOUL_WISDOM_DRAFT.md,
// SOUL_COMPRESSED_DRAFT.md and TOOLS_COMPACT_DRAFT.md in the initiative folder,
// and one line in the queue.
//
// A draft has three parts: the section of SOUL.md, the table TOOLS_COMPACT.md, and
// lines outside of both. What differs between them is behind the interface part.
// Whatever takes the place of a draft (a run, a rebase, an edit) inherits its
// decisions in one place; see supersede.go.
//
// A draft is about SOUL.md, TOOLS_COMPACT.md, AGENTS.md, or several of them. Each stays
// as it was until something of it is approved; what is approved is promoted as one.
//
// What state a draft is in follows from the log alone:
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
//	staged      a run, or an edit of a draft, wrote it down; Supersedes names the
//	            draft whose place it takes, Carried what was decided on that
//	approved    a reviewer wants items; Hash, Bases and Items bind it to bytes
//	rejected    a reviewer does not; Refused describes the items
//	returned    a reviewer sent it back; Reason is the note, Refused what it names
//	unrefused   a reviewer takes a refusal, a rollback or a return back
//	superseded  a run proposes nothing of it any more
//	expired     undecided for review.max_age
//	promoted    what was approved is in place; Generation is what that left
//	failed      it could not be promoted, for Reason; or just Items of it, which
//	            are undecided again, while the others were put in place
//	rolled-back Generation is what that left; Undone describes what went out
//	backed-up   the workspace as it was found; no draft is concerned
//
// waiting, approved and needs review wait for somebody; the others are done with.
// From needs review any decision leads on, and so does promoting once more. A
// draft waits as long as one of its items is undecided. Items that were approved
// can be promoted while others wait; what is then in place is what the draft and
// all decisions so far give. A rollback decides item by item: those that the
// restored generation held are approved, those that it did not are undone, which
// is as good as refused. What a draft left open that a rollback brings back is
// proposed by the next run: at most one draft waits, the newest.
//
// A newer run supersedes the draft that waits. Where somebody had begun to decide
// on it, approvals go over to the same items of the new draft, and approved
// entries that it does not propose are kept in it while they fit.
//
// Invariants:
//
//  1. A draft never changes. Its hash is in the log, and an approval names it.
//  2. What is promoted is a pure function of the draft and the decisions; see
//     Draft.Files.
//  3. Nothing is promoted onto a file that is neither what the draft was made
//     from nor what the same draft made of it.
//  4. The required entry is in every SOUL.md that is promoted.
//  5. What was refused or rolled back is not proposed again while it would stand
//     on the same lessons, nor nearly the same words on mostly the same lessons,
//     nor a fact while it has the same value.
//  6. Only bytes that were looked at are replaced: an approval names the draft and
//     its files, which are compared when it is given, under the lock when it is
//     put in place, and after the swap. A file that somebody changed since is
//     fitted to, as a draft of its own (see Fit), or nothing of it is done. It
//     holds up no other file, nor does an item that breaks a rule.
//  7. A run never fails because of what it proposes. Items that break a rule, alone
//     or together with others, are taken out before anything is staged; see Admit.
//  8. A decision is never lost: it is in the log before anybody is told, and a
//     draft that replaces another keeps its approvals.
package review
