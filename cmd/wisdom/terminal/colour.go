package terminal

// Coloured reports whether to use colours: by the flag --color, else by the
// environment, else where a terminal shows them.
func Coloured(flag string, getenv func(string) string, shows bool) bool {
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case getenv("FORCE_COLOR") != "" && getenv("FORCE_COLOR") != "0":
		return true
	}
	return shows
}

// Tint is a colour, or bold, by its number in a terminal. Each repeats what words say.
type Tint string

// The colours of wisdom.
const (
	Bold   Tint = "1"
	Red    Tint = "31" // wrong, or taken out
	Green  Tint = "32" // right, or put in
	Yellow Tint = "33" // worth a look
	Cyan   Tint = "36"
	Plain  Tint = ""
)

// Of is a text in that colour.
func (t Tint) Of(text string) string {
	if t == Plain {
		return text
	}
	return "\x1b[" + string(t) + "m" + text + "\x1b[0m"
}
