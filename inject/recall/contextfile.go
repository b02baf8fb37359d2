package recall

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// high is the score from which on one snippet alone is written to a context file.
const high = 0.75

// contextMark begins every context file that is not empty.
const contextMark = "<!-- ethos:context "

// low is the least score of a snippet in a context file.
const low = 0.12

// Block is the text of a context file: the snippets whose score is at least 0.12, if the
// best of them scores 0.75 or there are several; else nothing. The session's key is named
// by its hash, so that the text is given to that session alone.
func Block(result *Result, now time.Time, session string) string {
	var passed []Snippet
	for _, s := range result.Snippets {
		if s.Score >= low {
			passed = append(passed, s)
		}
	}
	if len(passed) == 0 || len(passed) == 1 && passed[0].Score < high {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%sts=%s query_score=%.2f", contextMark, now.UTC().Format(time.RFC3339), passed[0].Score)
	if session != "" {
		fmt.Fprintf(&b, " session=%s", HashOf(session))
	}
	fmt.Fprintf(&b, " -->\n## 🧠 Memory Context\n\nRelevant notes of this workspace (top %d, score ≥ %.2f):\n",
		len(passed), passed[len(passed)-1].Score)
	for i, s := range passed {
		date := ""
		if s.Date != "" {
			date = "**[" + s.Date + "]** "
		}
		fmt.Fprintf(&b, "\n%d. %s%s *(score: %.2f)* Source: %s\n", i+1, date,
			strings.TrimLeft(text.OneLine(s.Noted()), "-*+ "), s.Score, s.Source)
	}
	return b.String()
}

// HashOf names a text, such as the key of a session or a message, without telling it.
func HashOf(text string) string { return workspace.ShortHash(text, 12) }

// WriteBlock replaces a context file as a whole. A file that holds anything else is a *workspace.NotOursError.
func WriteBlock(fsys workspace.FS, p workspace.Path, block string) error {
	if err := cmp.Or(workspace.CheckTarget(fsys, p), workspace.CheckOurs(fsys, p, contextMark)); err != nil {
		return err
	}
	if there, err := fsys.ReadFile(p, largestFile); err == nil && string(there) == block {
		return nil
	}
	return workspace.Replace(fsys, p, []byte(block), 0o600)
}

// Ignore adds a file to the .gitignore of a workspace that is a git repository.
func Ignore(fsys workspace.FS, p workspace.Path) error {
	const list workspace.Path = ".gitignore"
	if there, err := workspace.Exists(fsys, ".git"); err != nil || !there {
		return err
	}
	lines, err := fsys.ReadFile(list, largestFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(lines)) {
		if strings.TrimPrefix(strings.TrimSpace(line), "/") == string(p) {
			return nil
		}
	}
	line := string(p)
	if len(lines) > 0 && lines[len(lines)-1] != '\n' {
		line = "\n" + line
	}
	return workspace.AppendLine(fsys, list, []byte(line), 0o644)
}
