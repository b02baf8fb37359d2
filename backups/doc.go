// Package backups keeps the content of the workspace before and after every promotion, makes each promotion as one
// step, and rolls promotions back.
//
// A Change comes in: the files to replace, the content that each must still have, and its new content. A Generation
// goes out, or an error and every file as it was.
//
// On disk, below .wisdom:
//
//	objects/<sha256>        every content, stored once, named by its hash
//	generations/<n>.json    what generation n found and left (see Generation)
//	journal                 a promotion past its commit point, until it is done
//
// A person can also restore without this program. For that, the initiative folder has:
//
//	backups/NAME.bak        the bytes before the newest generation
//	backups/NAME.absent     a note if there was no such file
//	backups/README.txt      which generation that was, and what it did
//	backups/.gitignore      ignores the folder, unless a person wrote another one
//	backups/original/NAME   the bytes as found by generation 0, never replaced
//
// A commit has these steps. Each is durable before the next begins:
//
//  1. The caller holds the lock and has called Recover.
//  2. Read all files and compare them with what the caller expects. Reject read-only targets unless the caller
//     replaces those too.
//  3. Write the objects before and after, read them back, compare.
//  4. Write the new files beside their targets, with the attributes of those.
//  5. Write the journal: the commit point.
//  6. Exchange each new file with its target, check the displaced content, discard it.
//  7. Write the generation, have the caller write its log line, remove the journal.
//
// Recover repeats the steps from 6 on. Each of them can be done twice. It also removes what a crash left half-written:
// only files with names that the program itself makes.
//
// A generation holds every file that any generation changed. So each can be restored, and removed, without the ones
// before it. Prune removes generations that nothing keeps. First, the generation after a gap takes over what has to
// be remembered: their numbers, their entries, and the files that were edited between them. From then on they count
// as pruned. Then Prune removes their files, and last the objects that no generation refers to.
//
// Invariants:
//
//  1. No file is replaced before its content is backed up, read back and compared.
//  2. Before step 5 a failure leaves every file as it was. After it, the files are finished as a set. They are
//     undone as a set if another process edited one, or if one cannot be replaced.
//  3. Displaced content is checked before it is deleted.
//  4. Generation 0 is the workspace as found; it is pinned.
//  5. A rollback is a new generation.
//  6. Pruning forgets no entry and no number, and removes nothing that a remaining generation needs.
//  7. An edit is another text: other line ends are none for a rollback.
package backups
