package terminal

import (
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
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(getenv(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return runtime.GOOS == "windows"
}
