package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is that of the program, versionDate the day it was given.
const (
	version     = "0.1.0"
	versionDate = "2026-11-22"
)

type build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // empty where it is not known
	Dirty   bool   `json:"dirty"`  // not all of it was committed
	Go      string `json:"go"`
	System  string `json:"system"`
}

func newVersion(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit and the Go version",
		Example: "  wisdom version\n  wisdom version --json",
		RunE: func(*cobra.Command, []string) error {
			b := buildOf(debug.ReadBuildInfo())
			return a.reply(b, "wisdom %s", b)
		},
	}
}

func buildOf(info *debug.BuildInfo, ok bool) build {
	built := map[string]string{}
	if ok {
		for _, setting := range info.Settings {
			built[setting.Key] = setting.Value
		}
	}
	return build{
		version, built["vcs.revision"], built["vcs.modified"] == "true", runtime.Version(),
		runtime.GOOS + "/" + runtime.GOARCH,
	}
}

// String is the version with what it was built from and for.
func (b build) String() string {
	commit := cmp.Or(b.Commit[:min(12, len(b.Commit))], "unknown") + textIf(b.Dirty, " with changes")
	return fmt.Sprintf("%s (commit %s, %s, %s)", b.Version, commit, b.Go, b.System)
}
