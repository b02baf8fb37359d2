package terminal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/rivo/uniseg"
)

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, indent int
		want          string
	}{
		{"", 20, 2, ""},
		{"one two", 20, 2, "one two"},
		{"one two three", 8, 2, "one two|  three"},
		{"    one two three", 12, 6, "    one two|      three"},
		{"place:1  headline here", 18, 6, "place:1  headline|      here"},
		{"abcdefghij", 4, 1, "abcd| efg| hij"},
		{"标签要打印两次再贴上去", 10, 0, "标签要打印|两次再贴上|去"},
		{"a 标签要打印两次", 10, 2, "a|  标签要打|  印两次"},
	} {
		got := Wrapped(c.text, c.width, c.indent)
		assert.Equalf(t, c.want, strings.Join(got, "|"), "%q in %d columns", c.text, c.width)
	}
}

// No line is wider than the terminal, no word is lost, and it ends.
func FuzzWrapped(f *testing.F) {
	f.Add("  **Weigh.** Weigh every parcel twice.", 20, 4)
	f.Add("标签 \u0301x\u200d e\u0301", 3, 9)
	f.Fuzz(func(t *testing.T, text string, width, indent int) {
		if width < 4 || width > 500 || indent < 0 || indent > 500 || !utf8.ValidString(text) ||
			strings.ContainsAny(text, "\n\r\t\v\f") {
			return
		}
		lines := Wrapped(Printable(text), width, indent)
		for _, line := range lines {
			n := uniseg.StringWidth(line)
			assert.Truef(t, n <= width, "%q has %d columns of %d", line, n, width)
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		assert.Equalf(t, squeeze(Printable(text)), squeeze(strings.Join(lines, "")), "%q became %q", text, lines)
	})
}

func TestInASCII(t *testing.T) {
	for text, want := range map[string]string{
		"plain":             "plain",
		"a – b — c…":        "a - b - c...",
		"Straße, café, ñ":   "Strasse, cafe, n",
		"„so“ → ‘that’":     `"so" -> 'that'`,
		"标":                 `\u6807`,
		"14 Ideas · 15 Ops": "14 Ideas - 15 Ops",
	} {
		assert.Equal(t, want, InASCII(text), text)
	}
}
