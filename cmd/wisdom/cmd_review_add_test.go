package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTerminalAdd adds an entry with lessons that are picked by their numbers, under a name that is typed.
func TestTerminalAdd(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 40)
	term.typed("wisdom --now 2026-11-21 review add 'Never trust a backup that nobody restored.'")
	term.wait(`Name it, or Enter for Backup\. $`)
	term.typed("Restores")
	term.wait(`Which support it\? Numbers, Enter for all, 0 for none: $`)
	term.typed("9")
	term.wait(`"9" is no number from 0 to \d[^$]*none: $`)
	term.typed("1, 2 3")
	term.wait(`\$ $`)
	require.Contains(t, term.screen(), "(3 lessons, in the words of mara)")
	require.Contains(t, term.screen(), "**Restores.** Never trust a backup that nobody restored.")
}

// TestTerminalAddOwn asks before an entry without lessons is staged.
func TestTerminalAddOwn(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 40)
	term.typed("wisdom --now 2026-11-21 review add '**Guests.** Greet a guest before talking about orders.'")
	term.wait(`none: $`)
	term.typed("0")
	term.wait(`Stage it as your own word, without lessons\? \[y,N\] $`)
	term.press("y")
	term.wait(`\$ $`)
	require.Contains(t, term.screen(), "(written by mara)")
}
