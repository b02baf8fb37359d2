package hook

import (
	"encoding/json"
	"time"

	"wisdom/internal/workspace"
)

// ReceiptsFile is where the module appends a line for each decision. It is rotated at 1 MB; the older half has the
// suffix .1.
const ReceiptsFile workspace.Path = ".wisdom/injections.jsonl"

// receiptBytes is from what size on it is rotated.
const receiptBytes = 1_000_000

// Receipt is a decision of the module, as it was made in the host.
type Receipt struct {
	Time    time.Time `json:"time"`
	Form    Form      `json:"form"`
	Kind    string    `json:"kind"`    // "" for files, or one of the kinds
	Session string    `json:"session"` // the hash of the key, shortened
	Type    string    `json:"type"`
	Rule    string    `json:"rule"`
	Files   []struct {
		Path  string `json:"path"`
		Chars int    `json:"chars"`
	} `json:"files"`
	Chars   int      `json:"chars"`
	Missing []string `json:"missing,omitempty"`
	// Kept is why the host's own list stayed as it was; "" where it did not.
	Kept string `json:"kept,omitempty"`
	// Snippets and Tokens are how much was appended to a message, Why the reason for which there was no answer.
	Snippets int    `json:"snippets"`
	Tokens   int    `json:"tokens"`
	Why      string `json:"why,omitempty"`
	// Entries are those of which a call of Tool was reminded.
	Entries []string `json:"entries,omitempty"`
	Tool    string   `json:"tool,omitempty"`
	// MS is how long the decision took, in milliseconds.
	MS float64 `json:"ms"`
}

// The kinds of receipts for messages, and for calls of tools that were stopped.
const (
	KindSnippets = "snippets"
	KindReminder = "reminder"
)

// Receipts are the decisions of a form and a kind, the oldest first. A line that is cut off, or that something else
// wrote, is skipped.
func Receipts(fsys workspace.FS, form Form, kind string) ([]Receipt, error) {
	lines, err := workspace.RotatedLines(fsys, ReceiptsFile, 16<<20)
	var all []Receipt
	for _, line := range lines {
		var r Receipt
		if json.Unmarshal(line, &r) == nil && !r.Time.IsZero() && r.Form == form && r.Kind == kind {
			all = append(all, r)
		}
	}
	return all, err
}

// AppendReceipt keeps a decision.
func AppendReceipt(fsys workspace.FS, r Receipt) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return workspace.AppendRotated(fsys, ReceiptsFile, line, receiptBytes, 0o600)
}

// SessionID is how receipts name the session with a key.
func SessionID(key string) string { return workspace.ShortHash(key, 16) }
