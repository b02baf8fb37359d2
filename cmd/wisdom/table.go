package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// sayTable prints rows in columns as wide as their longest cell. The first row may be heads.
func sayTable(a *deps, rows [][]string) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	_ = w.Flush() // into memory, which never fails
	for line := range strings.Lines(b.String()) {
		a.say("%s", strings.TrimRight(line, " \n"))
	}
}
