package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/host"
	"wisdom/markdown/pointers"
)

// Files checks the file that holds the section and the other files that the host loads.
func Files(ctx context.Context, fsys workspace.FS, opts Options) ([]Finding, error) {
	r := &Report{Options: opts}
	if err := r.AddFiles(ctx, fsys); err != nil {
		return nil, err
	}
	return r.Sorted(), ctx.Err()
}

// AddFiles adds the findings of Files.
func (r *Report) AddFiles(ctx context.Context, fsys workspace.FS) error {
	if err := r.files(fsys); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	file := r.Options.SectionFile()
	source, err := ReadSoul(fsys, file)
	if wrong, ok := errors.AsType[*SoulError](err); ok {
		r.Add(RuleSoul, file, 0, wrong.Hint, "%s", wrong.Message)
	} else {
		r.Options.Required = r.Options.RequiredFor(fsys, source)
		r.text(file, source)
		r.gone(fsys, file, source)
	}
	if err := ctx.Err(); err != nil || r.Options.SectionOnly() {
		return err
	}
	if err := r.toolsFile(fsys); err != nil {
		return err
	}
	return r.firstDay(ctx, fsys)
}

// SoulError says why the file that holds the section, SOUL.md, cannot be worked with.
type SoulError struct {
	Path          workspace.Path
	Message, Hint string
	Err           error
}

// Error implements error.
func (e *SoulError) Error() string { return string(e.Path) + ": " + e.Message }

// Unwrap gives the cause, if any.
func (e *SoulError) Unwrap() error { return e.Err }

// ReadSoul reads the file that holds the section, or says what is in the way: it is missing, empty, too large, no
// regular file, or a link. Anything that cannot be worked with is a *SoulError.
func ReadSoul(fsys workspace.FS, p workspace.Path) ([]byte, error) {
	wrong := func(message, hint string, err error) ([]byte, error) { return nil, &SoulError{p, message, hint, err} }
	var irregular *workspace.NotRegularError
	if err := workspace.CheckTarget(fsys, p); errors.As(err, &irregular) {
		hint := "put a file in its place"
		switch {
		case strings.Contains(irregular.Kind, "hard link"):
			hint = fmt.Sprintf("the host rejects such a file too: replace it with a copy, cp %s %s.copy && mv %[2]s.copy %[1]s",
				p, strings.TrimSuffix(string(p), ".md"))
		case strings.Contains(irregular.Kind, "link"):
			hint = "name the file that it leads to: [section] file"
			if p == SoulFile {
				hint = "the host rejects links too: replace it with a copy, cp --remove-destination \"$(readlink -f " +
					"SOUL.md)\" SOUL.md"
			}
		}
		return wrong("is "+irregular.Kind+", not a regular file", hint, err)
	} else if err != nil {
		return wrong(reason(err), "check who may read the workspace", err)
	}
	source, there, err := workspace.ReadIfThere(fsys, p, host.FileBytes)
	var large *workspace.TooLargeError
	var away *workspace.NotDownloadedError
	switch {
	case errors.As(err, &away):
		_, message, _ := strings.Cut(away.Error(), ": ")
		return wrong(message, "have the sync service download it, and keep it on this disk", err)
	case err == nil && !there:
		return wrong("not there",
			"wisdom adds a section to an agent's identity: write "+string(p)+" first, let wisdom init "+
				"take CLAUDE.md, AGENTS.md or GEMINI.md, or name the workspace with -C",
			fs.ErrNotExist)
	case errors.As(err, &large):
		_, message, _ := strings.Cut(large.Error(), ": ")
		return wrong(message, "the host does not read it either: move what is not identity elsewhere", err)
	case err != nil:
		return wrong(reason(err), "check who may read the file: ls -l "+string(p), err)
	case len(strings.TrimSpace(strings.TrimPrefix(string(source), "\ufeff"))) == 0:
		return wrong("is empty", "wisdom adds a section to an agent's identity: write who the agent is first", nil)
	}
	return source, nil
}

func reason(err error) string {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return "cannot be read: " + pathError.Err.Error()
	}
	return err.Error()
}

// loaded reports an unfinished merge of a file, if it can be read, and the notes that it names and that are gone.
func (r *Report) loaded(fsys workspace.FS, p workspace.Path) {
	source, err := fsys.ReadFile(p, host.FileBytes)
	if err != nil {
		return
	}
	if wrong, is := errors.AsType[*markdown.UnmergedError](markdown.CheckMerged(source)); is {
		r.Add(RuleEncoding, p, wrong.Line, mergeHint, "%s", wrong.What())
	}
	r.gone(fsys, p, source)
}

// gone reports the notes and scripts that a text names and that are not there, each once.
func (r *Report) gone(fsys workspace.FS, p workspace.Path, source []byte) {
	for i, line := range strings.Split(string(source), "\n") {
		for _, note := range pointers.Gone(fsys, r.Options.Home, p, line) {
			message := note + " is not there"
			if !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == RuleGone && f.Message == message }) {
				r.Add(RuleGone, p, i+1, "say where it is now, or take the line out", "%s", message)
			}
		}
	}
}

// files looks for files that the host rejects and for the file that must not exist.
func (r *Report) files(fsys workspace.FS) error {
	entries, err := fsys.ReadDir(workspace.Root)
	if err != nil {
		return fmt.Errorf("list the workspace: %w", err)
	}
	for _, e := range entries {
		if host.IsWisdomFile(e.Name) {
			r.Add(RuleWisdomFile, workspace.Path(e.Name), 0, "move what it says into the \"## Wisdom\" section and remove it",
				"wisdom lives in %s and nowhere else", r.Options.SectionFile())
		}
	}
	if r.Options.SectionOnly() {
		return nil
	}
	for _, p := range host.Files {
		entry, err := fsys.Lstat(p)
		switch {
		case err != nil || p == r.Options.SectionFile(): // it has its own rule
		case entry.Mode&fs.ModeSymlink != 0:
			r.Add(RuleLink, p, 0, "replace it by a copy of the file", "is a symbolic link, which the host does not read")
		case entry.Mode.IsRegular() && entry.Links > 1:
			r.Add(RuleLink, p, 0, "replace it by a copy of the file",
				"has %d hard links, and the host does not read such files", entry.Links)
		default:
			r.loaded(fsys, p)
		}
	}
	return nil
}
