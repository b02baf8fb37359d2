package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/workspace"
	"wisdom/review"
)

// editsDir keeps what people type until it is taken over.
const editsDir workspace.Path = ".wisdom/edits"

// editor is the command that opens a text, with its flags.
func editor(a *deps) string { return cmp.Or(ofEnv(a, "VISUAL"), ofEnv(a, "EDITOR"), usualEditor) }

// ofEnv is a command that the environment names, "" for none.
func ofEnv(a *deps, name string) string { return strings.TrimSpace(a.getenv(name)) }

// usualEditor opens a text if the user names no editor. It needs a terminal.
const usualEditor = "vi"

// openEditor lets the person edit a file until the editor ends. The command may
// have flags and quoted words, as a shell reads them.
func openEditor(a *deps, p workspace.Path) error {
	file := filepath.Join(a.dir, filepath.FromSlash(string(p)))
	command := editor(a)
	var err error
	if _, missing := exec.LookPath("sh"); missing == nil {
		err = a.foreground("sh", "-c", command+` "$@"`, "editor", file)
	} else {
		words := strings.Fields(command)
		err = a.foreground(words[0], append(words[1:], file)...)
	}
	if err != nil {
		return fmt.Errorf("the editor %s ended with trouble (%w)", command, err)
	}
	return nil
}

// typed is a text on its way through the editor. Whatever goes wrong, what was typed stays in its file.
type typed struct {
	a    *deps
	file workspace.Path
	text string // as it was read last
	// remarked are the lines that were put above it.
	remarked []string
}

// newTyped puts a text where it is edited. If a text that was typed there before was
// not taken over yet, it goes on with that; known reports it.
func newTyped(a *deps, name, text string) (t *typed, known bool, err error) {
	t = &typed{a: a, file: editsDir.Join(name + ".md"), text: text}
	if err := workspace.MkdirAll(a.fsys, editsDir, 0o700); err != nil {
		return nil, false, err
	}
	before, err := a.fsys.ReadFile(t.file, workspace.MaxTarget)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, false, workspace.Replace(a.fsys, t.file, []byte(text), 0o600)
	case err != nil:
		return nil, false, hinted("mend that file, or move it away to begin anew", "what was typed before: %w", err)
	}
	t.text = string(before)
	return t, true, nil
}

// edit opens the text, with remarks above it, and reads what became of it. changed is false where the file is what it
// was, or gone; if it cannot be read, it counts as changed.
func (t *typed) edit(remarks []string) (changed bool, err error) {
	var b strings.Builder
	for _, remark := range remarks {
		line := strings.TrimRight(review.EditComment+" "+terminal.Printable(remark), " ") + "\n"
		t.remarked = append(t.remarked, line)
		b.WriteString(line)
	}
	for line := range strings.Lines(t.text) {
		if !slices.Contains(t.remarked, line) {
			b.WriteString(line)
		}
	}
	shown := b.String()
	if err := workspace.Replace(t.a.fsys, t.file, []byte(shown), 0o600); err != nil {
		return false, err
	}
	ended := openEditor(t.a, t.file)
	t.text = shown
	changed, err = t.reread()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, errors.Join(ended, fmt.Errorf("%s is gone: whatever was typed was removed with it", t.file))
	case err != nil:
		return true, errors.Join(ended, err)
	}
	return changed, ended
}

// reread takes what was saved since the editor ended.
func (t *typed) reread() (changed bool, err error) {
	after, err := t.a.fsys.ReadFile(t.file, workspace.MaxTarget)
	if err != nil {
		return false, fmt.Errorf("read what was typed: %w", err)
	}
	changed = review.WithoutComments(t.text) != review.WithoutComments(string(after))
	t.text = string(after)
	return changed, nil
}

// done removes the file: what was typed is taken over, or was nothing.
func (t *typed) done() error { return workspace.RemoveIfThere(t.a.fsys, t.file) } // the editor may have done it
