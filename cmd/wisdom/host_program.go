package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"wisdom/inject/hook"
)

// programOf runs a program: the one that a flag names, else the first of its name on the PATH.
func programOf(a *deps, named, name string) hook.Run {
	return func(ctx context.Context, stdin []byte, args ...string) (stdout, stderr []byte, err error) {
		path := cmp.Or(named, onPath(a, name))
		if path == "" {
			return nil, nil, os.ErrNotExist
		}
		var out, talk bytes.Buffer
		c := exec.CommandContext(ctx, path, args...)
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &talk
		err = c.Run()
		return out.Bytes(), talk.Bytes(), err
	}
}

// onPath finds a program by the PATH that the command was given; "" for none.
func onPath(a *deps, name string) string {
	for _, dir := range filepath.SplitList(a.getenv("PATH")) {
		for _, suffix := range []string{"", ".cmd", ".exe"} {
			path := filepath.Join(dir, name+suffix)
			info, err := os.Stat(path)
			if err == nil && info.Mode().IsRegular() && (info.Mode().Perm()&0o111 != 0 || suffix != "") &&
				filepath.IsAbs(path) {
				return path
			}
		}
	}
	return ""
}
