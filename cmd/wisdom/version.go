package main

import (
	"runtime"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  wisdom version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.flags.json {
				return a.printJSON(map[string]any{"schema_version": 1, "version": version, "go": runtime.Version()})
			}
			a.say("wisdom %s (%s, %s/%s)", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
