package terminal

import (
	"cmp"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Size is how many columns and lines a terminal has: 80 columns, and 0 lines, where it does not tell.
func Size(f *os.File) (width, height int) {
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return 80, 0
	}
	return width, height
}

// SpeaksUTF8 reports whether the locale does; Windows consoles do without one.
func SpeaksUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") ||
		locale == "" && runtime.GOOS == "windows"
}
