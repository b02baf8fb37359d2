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
// A draft is about SOUL.md, TOOLS_COMPACT.md, or both. Each of them stays as it
// was until something of it is approved; what is approved of both is promoted as
// one.
//
// What state a draft is in follows from the log alone:
//
//	staged ──▶ waiting ──approve, reject──▶ decided ──promote──▶ promoted ──rollback──▶ rolled back
//	              └──────a newer run──────▶ superseded
//
// A draft waits as long as one of its items is undecided. Items that were
// approved can be promoted while others wait; what is then in place is what the
// draft and all decisions so far give.
//
// Invariants:
//
//  1. A draft never changes. Its hash is in the log, and an approval names it.
//  2. What is promoted is a pure function of the draft and the decisions; see
//     Draft.Files.
//  3. Nothing is promoted onto a file that is neither what the draft was made
//     from nor what the same draft made of it.
//  4. The required entry is in every SOUL.md that is promoted.
//  5. What was refused is not proposed again while it would stand on the same
//     lessons, or while a fact has the same value.
package review
