package hook

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"wisdom/internal/text"
)

// copyMark is, in the names of copies, between the name of the settings and the time.
const copyMark = ".before-wisdom-"

// reCopy is what follows the mark: the time, and the number of another copy of that time.
var reCopy = text.Lazily(`^\d{8}T\d{6}(-\d+)?$`)

// Copies are the copies of the host's settings beside them, the oldest first.
func Copies(path string) (copies []string, err error) {
	entries, err := os.ReadDir(filepath.Dir(path)) // sorted
	for _, e := range entries {
		at, isCopy := strings.CutPrefix(e.Name(), filepath.Base(path)+copyMark)
		if isCopy && reCopy().MatchString(at) {
			copies = append(copies, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return copies, err
}

// DeleteCopies deletes the copies of the host's settings where these say again what the oldest one says, and reports
// whether it did. Where one of them has comments, which the host does not write, all stay.
func DeleteCopies(path string) (isDeleted bool, err error) {
	copies, err := Copies(path)
	if err != nil || len(copies) == 0 {
		return false, err
	}
	for _, c := range copies {
		if b, err := os.ReadFile(c); err != nil || !json.Valid(b) {
			return false, err
		}
	}
	before, err := withoutMeta(copies[0])
	now, nerr := withoutMeta(path)
	if err = errors.Join(err, nerr); err != nil || !reflect.DeepEqual(before, now) {
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
