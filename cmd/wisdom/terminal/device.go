package terminal

import (
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// UsualWidth is that of a terminal that does not tell.
const UsualWidth = 80

// Width returns what measures the columns of a terminal.
func Width(f *os.File) func() int {
	return func() int {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
		return UsualWidth
	}
}

// Height returns what measures the lines of a terminal; 0 where they are not known.
func Height(f *os.File) func() int {
	return func() int {
		if _, height, err := term.GetSize(int(f.Fd())); err == nil {
			return height
		}
		return 0
	}
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
