package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
)

// Hash names a content: "sha256:" and 64 hex digits, or Absent.
type Hash string

// Absent is the state of a file that is not there. It is a state of its own, different from an empty file.
const Absent Hash = "absent"

// UnmarshalText reads a hash from one of our files.
func (h *Hash) UnmarshalText(text []byte) error {
	*h = Hash(text)
	digits, ok := strings.CutPrefix(string(text), "sha256:")
	if ok && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == "" || *h == Absent || *h == "" {
		return nil
	}
	return fmt.Errorf("%q is no hash", text)
}

// HashOf names the content b.
func HashOf(b []byte) Hash {
	sum := sha256.Sum256(b)
	return Hash("sha256:" + hex.EncodeToString(sum[:]))
}

// ShortHash names a text by the first digits of its hash, as few as its kind needs.
func ShortHash(text string, digits int) string { return HashOf([]byte(text)).Hex()[:digits] }

// Hex is the bare digits of h, empty for Absent.
func (h Hash) Hex() string {
	if len(h) <= len("sha256:") {
		return ""
	}
	return string(h[len("sha256:"):])
}

// ReadState reads p and names its content; a file that is not there is nil and Absent, without an error. It follows no
// link.
func ReadState(fsys FS, p Path, limit int64) ([]byte, Hash, error) {
	if entry, err := fsys.Lstat(p); err == nil && entry.Mode&fs.ModeSymlink != 0 {
		return nil, "", &NotRegularError{p, KindOf(entry.Mode)}
	}
	b, there, err := ReadIfThere(fsys, p, limit)
	if err != nil {
		return nil, "", err
	}
	if !there {
		return nil, Absent, nil
	}
	return b, HashOf(b), nil
}
