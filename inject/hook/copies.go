package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
)

// copyMark is, in the names of copies, between the name of the settings and the time.
const copyMark = ".before-wisdom-"

// keptMark ends the name of a copy that is never deleted, because an error named it.
const keptMark = "-kept"

// reCopy is what follows the mark: the time, the number of another copy of that time, and whether it is kept.
var reCopy = regexp.MustCompile(`^\d{8}T\d{6}(-\d+)?(` + keptMark + `)*$`)

// Copies are the copies of the host's settings beside them, the oldest first.
func Copies(path string) (copies []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(path)) // sorted
	for _, e := range entries {
		at, isCopy := strings.CutPrefix(e.Name(), filepath.Base(path)+copyMark)
		if isCopy && reCopy.MatchString(at) {
			copies = append(copies, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return copies, err
}

// Keep renames a copy of the host's settings so that it is never deleted, and is its new name; "" where the settings
// are still what the copy says.
func Keep(path, backup string) (kept string, err error) {
	copied, err := os.ReadFile(backup)
	if err != nil {
		return "", err
	}
	if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, copied) {
		return "", nil
	}
	kept = backup + keptMark
	for {
		if _, err := os.Lstat(kept); err != nil {
			break
		}
		kept += keptMark
	}
	if err := os.Rename(backup, kept); err != nil {
		return backup, err
	}
	return kept, nil
}

// IsPlain reports whether a copy of the host's settings is plain JSON, which is what the host writes: without comments.
func IsPlain(path string) (bool, error) {
	b, err := os.ReadFile(path)
	return err == nil && json.Valid(b), err
}

// isOnly reports whether a copy may be the only one of what it says: it was kept, or it is more than plain JSON.
func isOnly(path string) (bool, error) {
	if strings.HasSuffix(path, keptMark) {
		return true, nil
	}
	plain, err := IsPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return !plain, err
}

// Prune deletes the copies of the host's settings between the oldest, which has them as they were before this program,
// and the newest, but none that may be the only one of what it says. The settings were changed and checked before.
func Prune(path, newest string) error {
	copies, err := Copies(path)
	if err != nil || newest == "" {
		return err
	}
	for _, c := range copies[min(1, len(copies)):] {
		only, oerr := isOnly(c)
		err = errors.Join(err, oerr)
		if c != newest && !only {
			err = errors.Join(err, removeCopy(c))
		}
	}
	return err
}

// removeCopy deletes a copy, which another process may have deleted.
func removeCopy(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// DeleteCopies deletes the copies of the host's settings where these say again what the oldest one says, and reports
// whether it did. Where one of them may be the only one of what it says, all stay.
func DeleteCopies(path string) (isDeleted bool, err error) {
	copies, err := Copies(path)
	if err != nil || len(copies) == 0 {
		return false, err
	}
	for _, c := range copies {
		if only, err := isOnly(c); err != nil || only {
			return false, err
		}
	}
	before, err := withoutMeta(copies[0])
	if err != nil {
		return false, err
	}
	now, err := withoutMeta(path)
	if err != nil || !reflect.DeepEqual(before, now) {
		return false, err
	}
	for _, c := range copies {
		err = errors.Join(err, removeCopy(c))
	}
	return err == nil, err
}

// withoutMeta are settings without what the host notes of its own changes.
func withoutMeta(path string) (any, error) {
	settings, err := ReadSettings(path)
	if members, ok := settings.(map[string]any); ok {
		delete(members, "meta")
	}
	return settings, err
}
