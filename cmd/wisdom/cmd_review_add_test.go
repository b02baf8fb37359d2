package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTerminalAdd adds an entry with lessons that are picked by their numbers.
func TestTerminalAdd(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 40)
	term.typed("wisdom --now 2026-11-21 review add 'Never trust a backup that nobody restored.'")
	term.wait(`Which support it\? Numbers, Enter for all: $`)
	term.typed("9")
	term.wait(`"9" is no number from 1 to \d[^$]*all: $`)
	term.typed("1, 2 3")
	term.wait(`\$ $`)
	require.Contains(t, term.screen(), "(3 lessons, in the words of mara)")
	require.Contains(t, term.screen(), "**Backup.** Never trust a backup that nobody restored.")
}
