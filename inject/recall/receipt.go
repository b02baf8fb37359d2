package recall

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

const (
	// ReceiptFile is where receipts are kept, one a line.
	ReceiptFile workspace.Path = ".wisdom/injections.jsonl"
	// largestReceipts is the size in bytes from which on a new file is begun; the one
	// before it is kept.
	largestReceipts = 1 << 20

	home workspace.Path = ".wisdom"
)

// receipt says what was given for a message, without telling the message.
type receipt struct {
	Time     string     `json:"time"`
	Kind     string     `json:"kind"` // "recall"
	Message  string     `json:"message_hash"`
	Session  string     `json:"session_hash,omitempty"`
	Searched Searched   `json:"searched"`
	Snippets []received `json:"snippets"`
	Tokens   int        `json:"tokens"`
	Stopped  string     `json:"stopped"`
	LeftOut  []LeftOut  `json:"left_out"`
}

type received struct {
	Source string  `json:"source"`
	Tier   Tier    `json:"tier"`
	Score  float64 `json:"score"`
	Tokens int     `json:"tokens"`
}

// Receipt is what an earlier answer gave.
type Receipt struct {
	Time     time.Time `json:"time"`
	Kind     string    `json:"kind"`
	Snippets []struct {
		Source string `json:"source"`
	} `json:"snippets"`
}

// Has reports whether an answer gave a note at one of some places, as they were then.
func (r Receipt) Has(places []lesson.Place) bool {
	for _, s := range r.Snippets {
		path, lines, _ := strings.Cut(s.Source, "#")
		var from, to int
		_, err := fmt.Sscanf(lines, "L%d-L%d", &from, &to)
		if err == nil && slices.ContainsFunc(places, func(p lesson.Place) bool {
			return p.Path == path && from <= p.EndLine && p.StartLine <= to
		}) {
			return true
		}
	}
	return false
}

// Receipts are those that are kept, the oldest first. A line that something else wrote is skipped.
func Receipts(fsys workspace.FS) ([]Receipt, error) {
	lines, err := workspace.RotatedLines(fsys, ReceiptFile, 16<<20)
	var all []Receipt
	for _, line := range lines {
		var r Receipt
		if json.Unmarshal(line, &r) == nil && r.Kind == "recall" {
			all = append(all, r)
		}
	}
	return all, err
}

// Prepare makes the folder of the program's own files, which git ignores.
func Prepare(fsys workspace.FS) error { return workspace.MkdirIgnored(fsys, home) }

// Keep appends the receipt of an answer.
func Keep(fsys workspace.FS, result *Result, now time.Time, session string) error {
	r := receipt{
		Time: now.UTC().Format(time.RFC3339), Kind: "recall", Message: HashOf(result.Query), Searched: result.Searched,
		Snippets: []received{}, Tokens: result.Tokens, Stopped: result.Stopped, LeftOut: result.LeftOut,
	}
	if session != "" {
		r.Session = HashOf(session)
	}
	for _, s := range result.Snippets {
		r.Snippets = append(r.Snippets, received{s.Source, s.Tier, s.Score, s.Tokens})
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := Prepare(fsys); err != nil {
		return err
	}
	return workspace.AppendRotated(fsys, ReceiptFile, line, largestReceipts, 0o600)
}
