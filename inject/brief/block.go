package brief

import (
	"fmt"
	"strings"
	"time"

	"wisdom/internal/text"
)

// version is that of the block's schema.
const version = "1.0"

// part is a section as the block shows it.
type part struct {
	lines      []string
	redactions []Redaction
	path       string // of its file, as the log names it
}

// render writes the block.
func render(id string, parts map[Section]*part) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<zeos_context version=%q injection_id=%q>\n", version, id)
	for _, s := range Order {
		if p := parts[s]; p != nil {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", strings.ToUpper(string(s)), textOf(p.lines))
		}
	}
	b.WriteString("\n</zeos_context>\n")
	return b.String()
}

// Prompt returns a block followed by a task. Tags of the block's own names within the task are escaped.
func Prompt(block, task string) string {
	task = strings.TrimRight(withoutTags(task), " \t\r\n")
	return block + "\n<task>\n" + task + "\n</task>\n"
}

// reID is the form of an ID.
var reID = text.Lazily(`^INJ-(\d{8})-(\d{6})-[a-z0-9]{6}$`)

// countedID is the ID that budgets count: none costs more tokens, so that the ID decides nothing about the block.
const countedID = "INJ-20260103-183000-1a2b3c"

// NewID returns the ID of an injection: the time to the second, and six random characters made from as many bytes.
// Letters and digits alternate, so that all IDs cost as many tokens.
func NewID(now time.Time, random [6]byte) string {
	for i, b := range random {
		if i%2 == 0 {
			random[i] = 'a' + b%26
		} else {
			random[i] = '0' + b%10
		}
	}
	return "INJ-" + now.Format("20060102-150405-") + string(random[:])
}

// CheckID returns what is wrong with an ID, or nil.
func CheckID(id string) error {
	if m := reID().FindStringSubmatch(id); m != nil {
		if _, err := time.Parse("20060102150405", m[1]+m[2]); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%q is no injection ID: it looks like INJ-20260103-183000-a1b2c3", id)
}
