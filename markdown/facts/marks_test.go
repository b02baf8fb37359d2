package facts

import (
	"strings"
	"testing"
)

// Found by a user: a label, a quoted name and an ID without a colon gave nothing, and an ID behind a label in bold lost
// its sign.
func TestQuotedNamesAndSignedIDs(t *testing.T) {
	t.Parallel()
	const text = "# TOOLS.md\n\n## Groups\n\n" +
		"- Group \"Orchard\": -1007001002001\n" +
		"- Group \"Workshop\" -1007001002002\n" +
		"- Group Attic -1007001002003\n" +
		"- **Group \"Garden\"** -1007001002004\n" +
		"- **Group \"Roof\"** - 1007001002005\n" +
		"- Channel \"Tidings\" @tidingschannel\n" +
		"- \"Cellar\" 192.168.7.34\n"
	found := Find(t.Context(), "TOOLS.md", []byte(text))
	got := ""
	for _, f := range found.Facts {
		got += strings.TrimPrefix(f.Label(), "Groups ") + " = " + f.Value + "\n"
	}
	const want = `Group "Orchard" = -1007001002001
Groups = Group "Workshop" -1007001002002
Groups = Group Attic -1007001002003
Group "Garden" = -1007001002004
Group "Roof" = 1007001002005
Groups = Channel "Tidings" @tidingschannel
Groups = "Cellar" 192.168.7.34
`
	if got != want {
		t.Errorf("found\n%swant\n%s%+v", got, want, found.Decisions)
	}
}

// Found by a user: a value at the end of what is set in bold kept the mark that closes it.
func TestBoldAroundKeyAndValue(t *testing.T) {
	t.Parallel()
	const text = "# TOOLS.md\n\n## Boats\n\n- **Ferry: Blue Heron**\n- **Dock → Pier Nine**\n- **Barge:** Old Tom\n"
	got := ""
	for _, f := range Find(t.Context(), "TOOLS.md", []byte(text)).Facts {
		got += f.Label() + " = " + f.Value + "\n"
	}
	const want = "Ferry = Blue Heron\nDock = Pier Nine\nBarge = Old Tom\n"
	if got != want {
		t.Errorf("found\n%swant\n%s", got, want)
	}
}
