package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// print writes a line for the workspace and one for each failure.
func (t *trial) print(out io.Writer) {
	result := "ok"
	if len(t.failures) > 0 {
		result = "FAILED"
	}
	if !t.soul {
		result += " (no SOUL.md)"
	}
	codes := make([]string, len(t.steps))
	for i, s := range t.steps {
		codes[i] = fmt.Sprintf("%s %d", s.name, s.exit)
	}
	slowest, peak := t.extremes()
	f := t.figures
	_, _ = fmt.Fprintf(out, "%-6s %s: %d files, %d lessons, %d entries, %d facts, %d not included, %d findings; "+
		"slowest %s %.1f s, peak %d MB; exits: %s\n", result, t.name, len(t.found), f.lessons, f.entries, f.facts,
		f.notIncluded, f.warnings, slowest.name, slowest.took.Seconds(), peak>>20, strings.Join(codes, ", "))
	for _, failure := range t.failures {
		_, _ = fmt.Fprintf(out, "       %s\n", failure)
	}
}

// extremes returns the slowest step and the largest peak memory of all.
func (t *trial) extremes() (slowest step, peak int64) {
	for _, s := range t.steps {
		if s.took > slowest.took {
			slowest = s
		}
		peak = max(peak, s.peak)
	}
	return slowest, peak
}

func printSummary(out io.Writer, all []*trial, failed int) {
	var sum figures
	var took time.Duration
	var peak int64
	rolledBack, noSoul := 0, 0
	for _, t := range all {
		sum.lessons += t.figures.lessons
		sum.entries += t.figures.entries
		sum.facts += t.figures.facts
		rolledBack += t.rolledBack
		if !t.soul {
			noSoul++
		}
		slowest, most := t.extremes()
		took, peak = max(took, slowest.took), max(peak, most)
	}
	_, _ = fmt.Fprintf(out, "\n%d of %d workspaces pass (%d have no SOUL.md: runs must refuse); %d rollbacks; "+
		"%d lessons, %d entries, %d facts; slowest command %.1f s, peak %d MB\n", len(all)-failed, len(all), noSoul,
		rolledBack, sum.lessons, sum.entries, sum.facts, took.Seconds(), peak>>20)
}
