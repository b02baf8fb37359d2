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
	term.wait(`Which support it\? Numbers, Enter for all, q quits: $`)
	term.typed("9")
	term.wait(`"9" is no number from 1 to \d[^$]*quits: $`)
	term.typed("1, 1 2 3")
	term.wait(`\$ $`)
	require.Contains(t, term.screen(), "(3 lessons, in the words of mara)")
	require.Contains(t, term.screen(), "**Backup.** Never trust a backup that nobody restored.")
}

// TestTerminalAddQuits leaves an entry at the question about its lessons, and names one lesson three times.
func TestTerminalAddQuits(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 40)
	before := term.read(".wisdom/log.jsonl")
	for _, keys := range [][]string{{"q", "Enter"}, {"Escape", "Enter"}, {"C-d"}} {
		term.run("clear")
		term.typed("wisdom --now 2026-11-21 review add 'Never trust a backup that nobody restored.'; echo code=$?")
		term.wait(`q quits: $`)
		term.keys(keys...)
		term.want(term.wait(`(?m)^code=0\n\$ ?$`), "left: nothing is staged")
	}
	term.typed("wisdom --now 2026-11-21 review add 'Never trust a backup that nobody restored.'")
	term.wait(`q quits: $`)
	term.typed("1 1 1")
	term.wait(`\$ $`)
	term.want(term.screen(), "an entry needs 3 lessons, and 1 lesson backs it")
	term.typed("wisdom review add 'Never paint the submarine.'")
	term.want(term.wait(`\$ $`), "nothing is staged: no lesson is about it")
	require.Equal(t, before, term.read(".wisdom/log.jsonl"))
}
