package workspace

import (
	"slices"

	"golang.org/x/sys/unix"
)

// localSystems are the file systems on which no other machine changes anything. On all others, also those that a program
// serves (FUSE, 9p), changes may come that this kernel does not report. The last one is ZFS.
var localSystems = []int64{
	unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC,
	unix.OVERLAYFS_SUPER_MAGIC, unix.BCACHEFS_SUPER_MAGIC, 0x2fc12fc1,
}

// reportsAll reports whether the system reports all changes in a folder, and in their order.
func reportsAll(dir string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(dir, &stat) == nil && slices.Contains(localSystems, int64(stat.Type)) //nolint:unconvert // 32 bits
}
