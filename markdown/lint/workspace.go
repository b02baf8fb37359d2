package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/host"
)

// Files checks SOUL.md and the other files that the host loads.
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
	source, err := ReadSoul(fsys)
	if wrong, ok := errors.AsType[*SoulError](err); ok {
		r.Add(RuleSoul, SoulFile, 0, wrong.Hint, "%s", wrong.Message)
	} else {
		r.Options.Required = cmp.Or(r.Options.Required, RequiredFor(fsys, source))
		r.text(SoulFile, source)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := r.toolsFile(fsys); err != nil {
		return err
	}
	return r.firstDay(ctx, fsys)
}

// SoulError says why there is no SOUL.md to work with.
type SoulError struct {
	Message, Hint string
	Err           error
}

// Error implements error.
func (e *SoulError) Error() string { return string(SoulFile) + ": " + e.Message }

// Unwrap gives the cause, if any.
func (e *SoulError) Unwrap() error { return e.Err }

// ReadSoul reads SOUL.md, or says what is in the way: it is missing, empty, too large, no regular file, or a link.
// Anything that cannot be worked with is a *SoulError.
func ReadSoul(fsys workspace.FS) ([]byte, error) {
	var irregular *workspace.NotRegularError
	if err := workspace.CheckTarget(fsys, SoulFile); errors.As(err, &irregular) {
		hint := "put a file in its place"
		switch {
		case strings.Contains(irregular.Kind, "hard link"):
			hint = "the host rejects such a file too: replace it with a copy, cp SOUL.md SOUL.copy && mv SOUL.copy SOUL.md"
		case strings.Contains(irregular.Kind, "link"):
			hint = "the host rejects links too: replace it with a copy, cp --remove-destination \"$(readlink -f " +
				"SOUL.md)\" SOUL.md"
		}
		return nil, &SoulError{"is " + irregular.Kind + ", not a regular file", hint, err}
	} else if err != nil {
		return nil, &SoulError{reason(err), "check who may read the workspace", err}
	}
	source, there, err := workspace.ReadIfThere(fsys, SoulFile, host.FileBytes)
	var large *workspace.TooLargeError
	var away *workspace.NotDownloadedError
	switch {
	case errors.As(err, &away):
		_, message, _ := strings.Cut(away.Error(), ": ")
		return nil, &SoulError{message, "have the sync service download it, and keep it on this disk", err}
	case err == nil && !there:
		return nil, &SoulError{
			"not there",
			"wisdom adds a section to an agent's identity: write SOUL.md first, or name the workspace with -C",
			fs.ErrNotExist,
		}
	case errors.As(err, &large):
		_, message, _ := strings.Cut(large.Error(), ": ")
		return nil, &SoulError{message, "the host does not read it either: move what is not identity elsewhere", err}
	case err != nil:
		return nil, &SoulError{reason(err), "check who may read the file: ls -l SOUL.md", err}
	case len(strings.TrimSpace(strings.TrimPrefix(string(source), "\ufeff"))) == 0:
		return nil, &SoulError{"is empty", "wisdom adds a section to an agent's identity: write who the agent is first", nil}
	}
	return source, nil
}

func reason(err error) string {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return "cannot be read: " + pathError.Err.Error()
	}
	return err.Error()
}

// merged reports an unfinished merge of a file, if it can be read.
func (r *Report) merged(fsys workspace.FS, p workspace.Path) {
	source, err := fsys.ReadFile(p, host.FileBytes)
	if err != nil {
		return
	}
	if wrong, is := errors.AsType[*markdown.UnmergedError](markdown.CheckMerged(source)); is {
		r.Add(RuleEncoding, p, wrong.Line, mergeHint, "%s", wrong.What())
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
				"wisdom lives in SOUL.md and nowhere else")
		}
	}
	for _, p := range host.Files {
		entry, err := fsys.Lstat(p)
		switch {
		case err != nil || p == SoulFile: // SOUL.md has its own rule
		case entry.Mode&fs.ModeSymlink != 0:
			r.Add(RuleLink, p, 0, "replace it by a copy of the file", "is a symbolic link, which the host does not read")
		case entry.Mode.IsRegular() && entry.Links > 1:
			r.Add(RuleLink, p, 0, "replace it by a copy of the file",
				"has %d hard links, and the host does not read such files", entry.Links)
		default:
			r.merged(fsys, p)
		}
	}
	return nil
}
