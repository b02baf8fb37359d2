package review

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// queueMark marks our line.
const queueMark = "<!-- wisdom -->"

// queueLine returns the line for a pending draft; stale is why it no longer applies, or nil.
func queueLine(l *Log, m *Manifest, stale error) string {
	what, command := undecidedIn(l.Decisions(m.ID), m), "wisdom review"
	switch l.State(m.ID) {
	case StateApproved:
		what, command = "approved but not promoted", "wisdom review approve "+m.ID
	case StateNeedsReview:
		what = "which could not be promoted"
	}
	what += ", since " + Day(l.drafts[m.ID].At)
	if stale != nil {
		what += ", stale"
	}
	return fmt.Sprintf("- [ ] REVIEW NEEDED: wisdom draft %s, %s: run `%s` %s", m.ID, what, command, queueMark)
}

// closedLine returns the line for a draft that expired or was sent back, until another one is staged.
func closedLine(l *Log) string {
	id := l.newest()
	what, way := "expired", "run `wisdom run`"
	switch l.State(id) {
	case StateExpired:
	case StateReturned:
		what, way = "sent back with a note", "run `wisdom run`, or without a model `wisdom review add`"
	default:
		return ""
	}
	return fmt.Sprintf("- [ ] REVIEW NEEDED: wisdom draft %s, %s: %s %s", id, what, way, queueMark)
}

// NoDraft is the error where no draft is pending.
func (l *Log) NoDraft() *NoDraftError {
	id := l.newest()
	e, closing := &NoDraftError{}, l.of(id).closing
	switch l.State(id) {
	case StateExpired:
		e.Last, e.Expired = fmt.Sprintf("draft %s expired on %s, %s", id, Day(closing.At), closing.Reason), id
	case StateReturned:
		e.Last, e.SentBack = fmt.Sprintf("draft %s was sent back on %s: %s", id, Day(closing.At), closing.Reason), id
	}
	return e
}

func undecidedIn(decided map[string]Decision, m *Manifest) string {
	counts, lessons := map[string]int{}, map[string]bool{}
	for _, item := range m.Items {
		if decided[item.ID] != "" {
			continue
		}
		kind := "line"
		switch {
		case item.InTable() && item.Kind != Rewrite:
			kind = "fact"
		case item.InSection():
			kind = "entry"
		}
		counts[kind]++
		for _, id := range item.Lessons {
			lessons[id] = true
		}
	}
	var what []string
	if counts["entry"] > 0 || len(counts) == 0 {
		what = append(what, text.Plural(counts["entry"], "entry"), text.Plural(len(lessons), "lesson"))
	}
	for _, kind := range []string{"fact", "line"} {
		if counts[kind] > 0 {
			what = append(what, text.Plural(counts[kind], kind))
		}
	}
	return strings.Join(what, ", ")
}

// InQueue reports whether the queue file holds our line.
func InQueue(fsys workspace.FS, queue workspace.Path) (bool, error) {
	text, _, err := workspace.ReadState(fsys, queue, workspace.MaxTarget)
	if err != nil {
		return false, fmt.Errorf("the line in %s is not up to date: %w", queue, err)
	}
	return !bytes.Equal(text, withLine(text, "")), nil
}

// SetQueue writes the managed line into the queue file, or removes it if line is empty. Every other byte stays.
// Another process may write the file at the same time: if it changed in between, it is read again. Without a path,
// SetQueue does nothing. With a *workspace.GroupError the line is up to date.
func SetQueue(fsys workspace.FS, queue workspace.Path, line string) (err error) {
	if queue == "" {
		return nil
	}
	const attempts = 5
	for range attempts {
		if err = setQueue(fsys, queue, line); !is[*workspace.ChangedError](err) {
			break
		}
	}
	if err != nil && !is[*workspace.GroupError](err) {
		err = fmt.Errorf("the line in %s is not up to date: %w", queue, err)
	}
	return err
}

func setQueue(fsys workspace.FS, queue workspace.Path, line string) error {
	if err := workspace.CheckTarget(fsys, queue); err != nil {
		return err
	}
	before, old, err := workspace.ReadState(fsys, queue, workspace.MaxTarget)
	if err != nil {
		return err
	}
	after := withLine(before, line)
	next := queue.Dir().Join("." + queue.Base() + ".wisdom-queue")
	// A crash may have left a part of our text there or, between an exchange and the check of the file that it removed,
	// another process's edit.
	left, h, err := workspace.ReadState(fsys, next, workspace.MaxState)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(after, left) && !bytes.Equal(withLine(left, ""), withLine(before, "")) {
		h = "" // more than ours
	}
	if err := workspace.SetAside(fsys, next, queue.Base(), h); err != nil {
		return err
	}
	if bytes.Equal(before, after) {
		return nil
	}
	if err := workspace.CheckWritable(fsys, queue); err != nil {
		return err
	}
	if bytes.IndexByte(before, 0) >= 0 {
		return errors.New("it is not UTF-8 text")
	}
	like := workspace.Attributes{Mode: 0o644, UID: -1, GID: -1}
	remove := len(after) == 0 && bytes.HasSuffix(before, []byte("\n")) // see appended
	if !remove {
		if old != workspace.Absent {
			if like, err = fsys.Attributes(queue); err != nil {
				return err
			}
		}
		if err := workspace.WriteLike(fsys, next, after, like); err != nil {
			return err
		}
	}
	if err := workspace.Swap(fsys, queue, next, old, remove); err != nil {
		return errors.Join(err, workspace.SetAside(fsys, next, queue.Base(), workspace.HashOf(after), old))
	}
	return workspace.CheckGroup(fsys, queue, like)
}

// reQueueLine finds our line. The match ends at our own text: words in front of it or behind it are another author's.
var reQueueLine = text.Lazily(`[ \t]*- \[[ xX]\] REVIEW NEEDED: wisdom draft [^\r\n]*?` + queueMark)

// withLine is text with line in it, or without any managed line. A line that is
// there is replaced in its place; a new one comes last.
func withLine(text []byte, line string) []byte {
	parts := reQueueLine().Split(string(text), -1)
	if len(parts) == 1 && line != "" {
		return []byte(appended(parts[0], line, text == nil))
	}
	out := parts[0]
	for i, rest := range parts[1:] {
		isLast := i == len(parts)-2
		switch {
		case i == 0 && line != "":
			out += line + rest
		case strings.HasPrefix(rest, "\r\n"): // our line goes with its ending
			out += rest[2:]
		case strings.HasPrefix(rest, "\n"):
			out += rest[1:]
		case rest == "" && isLast:
			out = strings.TrimSuffix(strings.TrimSuffix(out, "\n"), "\r")
		default:
			out += rest // another process wrote more text after the mark
		}
	}
	return []byte(out)
}

// appended puts a line at the end of a text. Where the last line has no ending, neither has ours, nor has it in a file
// that was there and empty, so that taking it out again gives back the same bytes, or none where there was no file.
func appended(text, line string, absent bool) string {
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	switch {
	case text == "" && !absent:
		return line
	case text != "" && !strings.HasSuffix(text, "\n"):
		return text + newline + line
	}
	return text + line + newline
}
