package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// A help text is as wide as a small terminal, begins with what the command does, and its flags name their values in
// capitals: "--note string" and lines of 130 characters were in it.
func TestHelpReads(t *testing.T) {
	for _, cmd := range everyCommand(emptyRoot()) {
		if cmd.Hidden || strings.Contains(cmd.CommandPath(), "completion") {
			continue
		}
		for line := range strings.Lines(cmd.Long) {
			assert.LessOrEqualf(t, utf8.RuneCountInString(strings.TrimSpace(line)), 92, "%s: %s", cmd.CommandPath(), line)
		}
		assert.NotRegexp(t, `\bparted\b|\bKept are\b`, cmd.Long, cmd.CommandPath())
		check := func(f *pflag.Flag) {
			name, usage := pflag.UnquoteUsage(f)
			assert.Equalf(t, strings.ToUpper(name), name, "%s --%s: name its value in capitals", cmd.CommandPath(), f.Name)
			assert.NotRegexp(t, `, but (those|where)\b|, also where\b`, usage, cmd.CommandPath())
		}
		cmd.Flags().VisitAll(check)
		cmd.PersistentFlags().VisitAll(check)
	}
}
