//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func linkCount(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its width differs between systems
	}
	return 1
}

func stampOf(info fs.FileInfo) Stamp {
	stamp := Stamp{Modified: info.ModTime().UnixNano()}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		stamp.Changed, stamp.File = changeTime(stat), uint64(stat.Ino) //nolint:unconvert // its width differs between systems
	}
	return stamp
}

func attributesOf(f *os.File) (Attributes, error) {
	info, err := f.Stat()
	if err != nil {
		return Attributes{}, err
	}
	a := Attributes{Mode: info.Mode().Perm(), UID: -1, GID: -1}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		a.UID, a.GID = int(stat.Uid), int(stat.Gid)
	}
	a.XAttrs, err = xattrsOf(f)
	return a, err
}

func xattrsOf(f *os.File) (map[string][]byte, error) {
	buffer := make([]byte, 64<<10) // the kernel's own limit for the list and for one value
	n, err := unix.Flistxattr(int(f.Fd()), buffer)
	if errors.Is(err, unix.ENOTSUP) || n == 0 && err == nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list attributes of %s: %w", f.Name(), err)
	}
	attrs := map[string][]byte{}
	for name := range strings.SplitSeq(strings.TrimRight(string(buffer[:n]), "\x00"), "\x00") {
		value := make([]byte, 64<<10)
		n, err := unix.Fgetxattr(int(f.Fd()), name, value)
		if err != nil {
			return nil, fmt.Errorf("read attribute %s of %s: %w", name, f.Name(), err)
		}
		attrs[name] = value[:n]
	}
	return attrs, nil
}

// setAttributes gives f another file's owner, mode and extended attributes (access control lists among them). The owner
// comes first: changing it clears mode bits. The system may reject labels that it keeps itself; it sets them. A group
// of which the user is not a member cannot be kept; CheckGroup reports that.
func setAttributes(f *os.File, a Attributes) error {
	now, err := attributesOf(f)
	if err != nil {
		return err
	}
	if a.UID >= 0 && (now.UID != a.UID || now.GID != a.GID) {
		err := f.Chown(a.UID, a.GID)
		switch {
		case err == nil:
		case now.UID == a.UID && (errors.Is(err, unix.EPERM) || errors.Is(err, unix.EINVAL)):
			const group, others = 0o070, 0o007 // a group that it was not meant for may do what others may
			a.Mode = a.Mode&^group | a.Mode&others<<3
		default:
			return fmt.Errorf("keep the owner: %w", err)
		}
	}
	if err := f.Chmod(a.Mode.Perm()); err != nil {
		return fmt.Errorf("keep the mode: %w", err)
	}
	for name, value := range a.XAttrs {
		err := unix.Fsetxattr(int(f.Fd()), name, value, 0)
		if err != nil && !strings.HasPrefix(name, "security.") {
			return fmt.Errorf("keep attribute %s of %s: %w", name, f.Name(), err)
		}
	}
	return nil
}

// handOver gives what root has just made to the owner of the folder, who could not work with it otherwise. Some file
// systems have no owners to give.
func (r *Real) handOver(f *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := r.root.Stat(".")
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
		err = f.Chown(int(stat.Uid), int(stat.Gid))
	}
	if err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, unix.ENOTSUP) {
		return fmt.Errorf("give %s to the owner of the folder: %w", f.Name(), err)
	}
	return nil
}

// syncDir syncs a folder; some file systems know no such thing.
func syncDir(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return err
	}
	return nil
}
