package hook

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
)

// copyMark is, in the names of copies, between the name of the settings and the time.
const copyMark = ".before-wisdom-"

// reCopy is what follows the mark: the time, and the number of another copy of that time.
var reCopy = regexp.MustCompile(`^\d{8}T\d{6}(-\d+)?$`)

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

// Prune deletes the copies of the host's settings between the oldest, which has them as they were before this program,
// and the newest.
func Prune(path, newest string) error {
	copies, err := Copies(path)
	if err != nil || newest == "" {
		return err
	}
	for _, c := range copies[min(1, len(copies)):] {
		if c != newest {
			err = errors.Join(err, os.Remove(c))
		}
	}
	return err
}

// DeleteCopies deletes the copies of the host's settings where these say again what the oldest one says, and reports
// whether it did. An oldest copy with comments stays, because the settings have lost these; so does every other then.
func DeleteCopies(path string) (isDeleted bool, err error) {
	copies, err := Copies(path)
	if err != nil || len(copies) == 0 {
		return false, err
	}
	first, err := os.ReadFile(copies[0])
	if err != nil || !json.Valid(first) {
		return false, err
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
		err = errors.Join(err, os.Remove(c))
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
