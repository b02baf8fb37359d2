// Package backups keeps what stood in the workspace before and after every
// promotion, puts promotions in place as one, and takes them back.
//
// What comes in is a Change: the files to replace, the content each must still
// have, and the content it is to get. What goes out is a Generation, or an
// error and every file as it was.
//
// On disk, below .wisdom:
//
//	objects/<sha256>        every content, stored once, named by its hash
//	generations/<n>.json    what generation n found and left (see Generation)
//	journal                 a promotion past its commit point, until it is done
//
// and, so that a person can restore without this program, below the initiative
// folder:
//
//	backups/NAME.bak        the bytes before the newest generation
//	backups/NAME.absent     says so where there was no file
//	backups/README.txt      says which generation that was, and what it did
//	backups/original/NAME   the bytes as found by generation 0, never replaced
//
// A commit goes like this; each step is durable before the next begins:
//
//  1. The caller holds the lock and has called Recover.
//  2. Read all files, compare with what the caller expects; refuse read-only
//     targets unless the caller replaces those too.
//  3. Write the objects before and after, read them back, compare.
//  4. Write the new files beside their targets, with the attributes of those.
//  5. Write the journal: the commit point.
//  6. Exchange each new file with its target, look at what came out, discard it.
//  7. Write the generation, have the caller write its log line, remove the
//     journal.
//
// Recover does the steps from 6 on again. Each of them can be done twice.
//
// A generation holds every file that any generation changed, so that each can be
// restored, and can go, without the ones before it. Prune removes those that
// nothing keeps: the generation after a gap first takes over what has to be
// remembered (their numbers, their entries, where somebody edited between them),
// and that is the moment in which they are gone; then their files are removed, and
// last the objects that no generation refers to.
//
// Invariants:
//
//  1. No file is replaced before its content is backed up, read back and
//     compared.
//  2. Before step 5 a failure leaves every file as it was; after it, the files
//     are finished as a set, or undone as a set where somebody edited one or one
//     cannot be replaced.
//  3. What was displaced is looked at before it is deleted.
//  4. Generation 0 is the workspace as found; it is pinned.
//  5. A rollback is a new generation.
//  6. Pruning forgets no entry and no number, and takes nothing that is left with
//     it.
package backups
