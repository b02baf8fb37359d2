package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wisdom/internal/workspace"
)

// replaceIn writes a file below a folder, whole or not at all. It takes no lock, so it may
// run twice at once; then one of the two contents is there. What a call that was cut off
// left is removed.
func replaceIn(dir string, p workspace.Path, content []byte, mode fs.FileMode) error {
	fsys, err := workspace.Open(dir)
	if err != nil {
		return err
	}
	err = workspace.MkdirAll(fsys, p.Dir(), 0o755)
	const attempts = 3
	for i := 1; err == nil; i++ {
		if err = replaceOnce(fsys, p, content, mode); err == nil || i == attempts || !errors.Is(err, fs.ErrNotExist) {
			break
		}
		err = nil // another call took it for a leftover
	}
	return errors.Join(err, fsys.Close())
}

func replaceOnce(fsys workspace.FS, p workspace.Path, content []byte, mode fs.FileMode) error {
	prefix := "." + p.Base() + "."
	next := p.Dir().Join(fmt.Sprintf("%s%d%s", prefix, os.Getpid(), workspace.TemporarySuffix))
	if err := workspace.RemoveIfThere(fsys, next); err != nil {
		return err
	}
	if err := workspace.WriteNew(fsys, next, content, mode); err != nil {
		return err
	}
	if err := fsys.Rename(next, p); err != nil {
		_ = fsys.Remove(next) // the error of the rename says more
		return err
	}
	entries, err := fsys.ReadDir(p.Dir())
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name, prefix) && strings.HasSuffix(e.Name, workspace.TemporarySuffix) {
			if err := workspace.RemoveIfThere(fsys, p.Dir().Join(e.Name)); err != nil {
				return err
			}
		}
	}
	return fsys.SyncDir(p.Dir())
}

// writeOnce writes a file below a folder where there is none, and says so. One that differs is left alone.
func (a *app) writeOnce(dir string, p workspace.Path, content []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(string(p)))
	switch there, err := os.ReadFile(file); {
	case err == nil && bytes.Equal(there, content):
		a.say("unchanged  %s", file)
		return nil
	case err == nil:
		return &hintedError{
			fmt.Errorf("%s differs from what would be written, so it is left alone", file),
			"look at it and move it away, then type the command again",
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := replaceIn(dir, p, content, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	a.say("wrote      %s", file)
	return nil
}
