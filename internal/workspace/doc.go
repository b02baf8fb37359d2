// Package workspace is the confined folder that everything else works in: one
// file-system interface with four implementations, the lock, and path types.
//
// What comes in: slash-separated paths relative to one folder. What goes out:
// bytes, and errors that name the path. The implementations:
//
//   - Real: a folder on disk, held by an os.Root, so that no path and no link
//     leads out of it.
//   - DryRun: reads what lies below, keeps every write to itself and takes no
//     lock, so that a dry run is the same code as a run.
//   - Memory: forgets on Crash whatever was not synced, file by file and
//     folder by folder, as a power cut does.
//   - Faulty: wraps another and fails, or "cuts the power", at the n-th call.
//
// Invariants:
//
//  1. Nothing outside the folder is read or written through an FS.
//  2. A file is created exclusively, never opened for truncation: what is there
//     already can only be replaced as a whole, by Replace or Swap.
//  3. Swap never loses the content it displaces unless that content is the one
//     the caller expected.
//  4. What Replace and Swap have reported as done survives a power cut.
package workspace
