package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wisdom/internal/workspace"
)

// replaceIn writes a file below a folder, whole or not at all. It takes no lock: two calls at once leave the content of
// one of them.
func replaceIn(dir string, p workspace.Path, content []byte, mode fs.FileMode) error {
	fsys, err := workspace.Open(dir)
	if err != nil {
		return err
	}
	next := p.Dir().Join(fmt.Sprintf(".%s.%d%s", p.Base(), os.Getpid(), workspace.TemporarySuffix))
	if err = workspace.MkdirAll(fsys, p.Dir(), 0o755); err == nil {
		err = workspace.ReplaceVia(fsys, next, p, content, mode)
	}
	return errors.Join(err, fsys.Close())
}

// writeOnce writes a file below a folder where there is none, and says so. One that differs is left alone.
func writeOnce(a *deps, dir string, p workspace.Path, content []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(string(p)))
	switch there, err := os.ReadFile(file); {
	case err == nil && bytes.Equal(there, content):
		a.say("unchanged  %s", file)
		return nil
	case err == nil:
		return hinted("look at it and move it away, then type the command again",
			"%s differs from what would be written, so it is left alone", file)
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
