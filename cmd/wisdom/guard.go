package main

import (
	"io/fs"

	"wisdom/internal/workspace"
)

// guarded is a workspace whose changes no Ctrl-C cuts short: it tells of the first
// write of each. The end of the process may come before it, or after settle.
type guarded struct {
	workspace.FS
	ctrlC *interrupts
}

// Names passes on the quick listing of a folder, which the embedded interface hides.
func (g guarded) Names(p workspace.Path) ([]workspace.Entry, error) {
	return workspace.Names(g.FS, p)
}

// Look passes on the quick look at files whose names are known, as Names does.
func (g guarded) Look(p workspace.Path, names []string) ([]workspace.Entry, error) {
	return workspace.Look(g.FS, p, names)
}

func (g guarded) Mkdir(p workspace.Path, mode fs.FileMode) error {
	g.ctrlC.begin()
	return g.FS.Mkdir(p, mode)
}

func (g guarded) Create(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	g.ctrlC.begin()
	return g.FS.Create(p, mode)
}

func (g guarded) Append(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	g.ctrlC.begin()
	return g.FS.Append(p, mode)
}

func (g guarded) SetAttributes(p workspace.Path, a workspace.Attributes) error {
	g.ctrlC.begin()
	return g.FS.SetAttributes(p, a)
}

func (g guarded) Rename(from, to workspace.Path) error {
	g.ctrlC.begin()
	return g.FS.Rename(from, to)
}

func (g guarded) RenameNew(from, to workspace.Path) error {
	g.ctrlC.begin()
	return g.FS.RenameNew(from, to)
}

func (g guarded) Exchange(a, b workspace.Path) error {
	g.ctrlC.begin()
	return g.FS.Exchange(a, b)
}

func (g guarded) Remove(p workspace.Path) error {
	g.ctrlC.begin()
	return g.FS.Remove(p)
}
