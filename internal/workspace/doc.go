// Package workspace is the confined folder that everything else works in: one file-system interface with its
// implementations, the lock, and path types.
//
// Slash-separated paths relative to one folder come in. Bytes go out, and errors that name the path. The
// implementations:
//
//   - Real: a folder on disk, held by an os.Root, so that no path and no link
//     leads out of it.
//   - DryRun: reads another FS, keeps every write in memory and takes no lock, so
//     that a dry run is the same code as a run.
//   - Watched: another FS that also knows whether anything changed since it was
//     listed, for a process that keeps running.
//
// Tests have two more, in workspacetest.
//
// Invariants:
//
//  1. Nothing outside the folder is read or written through an FS.
//  2. A file is created exclusively, never opened for truncation: an existing file can only be replaced as a
//     whole, by Replace or Swap.
//  3. Swap never loses the content it displaces unless the caller expected that content.
//  4. A pipe, a device or a link is never opened for a file that is replaced, and no pipe or device for any other.
//  5. What root makes belongs to the owner of the folder.
//  6. What Replace and Swap have reported as done survives a power cut.
package workspace
