package review

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/lookup"
)

// The views of a draft, in the initiative folder.
const (
	WisdomDraft     = "SOUL_WISDOM_DRAFT.md"     // the section, ready to drop in
	CompressedDraft = "SOUL_COMPRESSED_DRAFT.md" // the whole SOUL.md as it would be
	ToolsDraft      = "TOOLS_COMPACT_DRAFT.md"   // TOOLS_COMPACT.md as it would be
)

// EditedError says that a person edited a view, so that it cannot be replaced or ignored.
type EditedError struct {
	Path workspace.Path
	// Draft is the one that it showed; empty if no draft wrote it.
	Draft string
	// Waits reports whether the pending draft has this preview.
	Waits bool
}

// Error implements error.
func (e *EditedError) Error() string {
	if e.Draft == "" {
		return fmt.Sprintf("%s: was not written by wisdom", e.Path)
	}
	return fmt.Sprintf("%s: was edited since draft %s was staged", e.Path, e.Draft)
}

// checkView reports whether a preview may be replaced or ignored: it does not exist, or a draft wrote it.
func checkView(fsys workspace.FS, l *Log, path workspace.Path) error {
	if err := workspace.CheckTarget(fsys, path); err != nil {
		return err
	}
	text, now, err := workspace.ReadState(fsys, path, workspace.MaxState)
	if err != nil || now == workspace.Absent {
		return err
	}
	last := ""
	for _, e := range l.Events {
		if (e.Action == Staged || e.Action == Damaged) && e.Result[path] != "" {
			if (View{path, e.Result[path]}).isAsWritten(text) {
				return nil
			}
			last = cmp.Or(e.Draft, last)
		}
	}
	return &EditedError{path, last, last != "" && last == l.Waiting()}
}

// isAsWritten reports whether a text is the view as it was written, whatever its line endings.
func (v View) isAsWritten(text []byte) bool {
	lf := unix(text)
	return slices.Contains([]workspace.Hash{
		workspace.HashOf(text), workspace.HashOf([]byte(lf)),
		workspace.HashOf([]byte(strings.ReplaceAll(lf, "\n", "\r\n"))),
	}, v.Hash)
}

// writeView writes a preview with the permissions of the section's file, like. Without that, which a draft of the table alone
// does not need, only the owner may read it.
func writeView(fsys workspace.FS, like, p workspace.Path, content []byte) error {
	soul, err := fsys.Attributes(like)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write %s: %w", p, err)
	}
	return workspace.Replace(fsys, p, content, soul.Mode&0o644|0o600)
}

// ClearViews removes the previews that are as a draft wrote them. Those that a person edited stay.
func ClearViews(fsys workspace.FS, l *Log, opts Options) error {
	for _, name := range []string{WisdomDraft, CompressedDraft, ToolsDraft} {
		p := opts.Initiative.Join(name)
		if checkView(fsys, l, p) != nil {
			continue
		}
		if err := workspace.RemoveIfThere(fsys, p); err != nil {
			return err
		}
	}
	return nil
}

// previews returns the content of the previews of a draft, by their names.
func (d *Draft) previews() (map[string][]byte, error) {
	previews := map[string][]byte{}
	if d.Changes(d.SectionFile()) {
		soul, text, err := d.Result(d.All())
		if err != nil {
			return nil, err
		}
		previews[CompressedDraft] = soul
		if slices.ContainsFunc(d.Items, Item.InSection) {
			previews[WisdomDraft] = []byte(text)
		}
	}
	if d.Changes(lookup.File) {
		previews[ToolsDraft] = d.Table(d.All())
	}
	return previews, nil
}

// EditedViews are the changes that a person made to the views of a draft.
func (d *Draft) EditedViews(fsys workspace.FS) ([]Change, error) {
	previews, err := d.previews()
	if err != nil {
		return nil, err
	}
	var edited []Change
	for _, v := range d.Views {
		now, hash, err := workspace.ReadState(fsys, v.Path, workspace.MaxState)
		if err != nil {
			return nil, err
		}
		if hash != workspace.Absent && !v.isAsWritten(now) {
			edited = append(edited, Change{Path: v.Path, Before: previews[v.Path.Base()], After: now})
		}
	}
	return edited, nil
}

// mendViews rewrites the previews of a draft that a crash lost. An edited one stays.
func (d *Draft) mendViews(fsys workspace.FS, l *Log) error {
	previews, err := d.previews()
	if err != nil {
		return err
	}
	for _, v := range d.Views {
		content := previews[v.Path.Base()]
		_, now, err := workspace.ReadState(fsys, v.Path, workspace.MaxState)
		if err == nil && now != v.Hash && workspace.HashOf(content) == v.Hash && checkView(fsys, l, v.Path) == nil {
			err = cmp.Or(workspace.MkdirAll(fsys, v.Path.Dir(), 0o755), writeView(fsys, d.SectionFile(), v.Path, content))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
