package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
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
	// known says that it goes on with what was typed before, and was not taken over.
	known bool
	above string // the remarks that the file begins with
}

// newTyped puts a text where it is edited, unless what was typed there before waits.
func newTyped(a *deps, name, text string) (*typed, error) {
	t := &typed{a: a, file: editsDir.Join(name + ".md"), text: text}
	if err := workspace.MkdirAll(a.fsys, editsDir, 0o700); err != nil {
		return nil, err
	}
	before, err := a.fsys.ReadFile(t.file, workspace.MaxTarget)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, workspace.Replace(a.fsys, t.file, []byte(text), 0o600)
	case err != nil:
		return nil, hinted("mend that file, or move it away to begin anew", "what was typed before: %w", err)
	}
	t.text, t.known = string(before), true
	a.talk("going on with what was typed before, in %s", t.file)
	return t, nil
}

// edit opens the text, with remarks above it, and reads what became of it. changed is false where the file is what it
// was, or gone; if it cannot be read, it counts as changed.
func (t *typed) edit(remarks []string) (changed bool, err error) {
	t.above = ""
	for _, remark := range remarks {
		t.above += strings.TrimRight(review.EditComment+" "+terminal.Printable(remark), " ") + "\n"
	}
	if err := workspace.Replace(t.a.fsys, t.file, []byte(t.above+t.text), 0o600); err != nil {
		return false, err
	}
	ended := openEditor(t.a, t.file)
	changed, err = t.reread()
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is gone: whatever was typed was removed with it", t.file)
	}
	return changed, errors.Join(ended, err)
}

// reread takes what was saved since the editor ended.
func (t *typed) reread() (changed bool, err error) {
	after, err := t.a.fsys.ReadFile(t.file, workspace.MaxTarget)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist), fmt.Errorf("read what was typed: %w", err)
	}
	before := review.WithoutComments(t.text)
	t.text = strings.TrimPrefix(string(after), t.above)
	return review.WithoutComments(t.text) != before, nil
}

// done removes the file: what was typed is taken over, or was nothing.
func (t *typed) done() error { return workspace.RemoveIfThere(t.a.fsys, t.file) } // the editor may have done it

// typing opens a text in the editor until take accepts it. What rules have against it stands above it the next time, and
// above the remarks.
func (w *walk) typing(ctx context.Context, name, text string, remarks []string, take func(text string) error) error {
	t, err := newTyped(w.a, name, text)
	if err != nil {
		return err
	}
	for problem := ""; ; {
		above, wayOn := remarks, "; edit again to go on with it"
		if problem != "" {
			above = append(strings.Split(problem, "\n"), remarks...)
		}
		changed, err := t.edit(above)
		if err == nil && !changed && (!t.known || problem != "") { // what was typed before is an edit by itself
			changed, err = w.meantUnchanged(ctx, t, problem)
		}
		if err != nil && !changed && !t.known && problem == "" { // nothing was typed
			return errors.Join(err, t.done())
		}
		if err == nil {
			if err = take(t.text); err == nil {
				return t.done()
			}
			before := problem
			problem = problemOf(err)
			if problem != "" && (problem != before || w.a.walks) { // a program that types knows no better the next time
				continue
			}
			err = inOneLine(err)
		}
		if problem != "" && !changed { // to edit again is no way on for a text that was left as it was
			wayOn = ": mend it there, or delete that file to begin again with the text of the draft"
		}
		return &hintedError{err, "what you typed is kept in " + string(t.file) + wayOn}
	}
}

// meantUnchanged is for a text that is as it was shown: an editor that returned at once, and opened a window of its
// own, must not approve what the reviewer did not look at.
func (w *walk) meantUnchanged(ctx context.Context, t *typed, problem string) (changed bool, err error) {
	switch {
	case w.a.interactive():
	case problem != "":
		return false, fmt.Errorf("the text is as it was, and what is wrong with it too: %s", oneProblem(problem))
	default:
		return false, hinted(w.a.command("review approve "+w.s.Draft.ID)+" approves all of it",
			"the text is as it was shown, so nothing is decided")
	}
	w.a.write(0, "The text is as it was. If %s opened a window of its own, save it there first; "+
		"a flag such as --wait in $EDITOR makes it wait.", editor(w.a))
	for {
		key, err := w.key(ctx, "Enter reads it again, y takes it as it is, n decides nothing [Enter,y,n]")
		switch {
		case err != nil:
			return false, err
		case key == "":
			if changed, err := t.reread(); changed || err != nil {
				return true, err
			}
			w.a.write(0, "The text is still as it was.")
		case key == "y":
			return true, nil
		case key == "n":
			return false, errAgain
		}
	}
}
