package tokens

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tiktoken-go/tokenizer/codec"
)

const required = "**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` " +
	"when historical knowledge is needed."

func TestTokens(t *testing.T) {
	for _, tc := range []struct {
		text        string
		host, o200k int
	}{
		{"", 0, 0},
		{"\n \n", 0, 0},
		{"abcd", 1, 1},
		{"abcde\n", 2, 2},
		{required, 34, 31},
		{"备份只有恢复过才算数", 3, 8},
		{strings.Repeat("🦞", 4), 2, 12},
	} {
		if got := Host.Tokens(tc.text); got != tc.host {
			t.Errorf("host tokens of %.20q = %d, want %d", tc.text, got, tc.host)
		}
		if got := O200k.Tokens(tc.text); got != tc.o200k {
			t.Errorf("o200k tokens of %.20q = %d, want %d", tc.text, got, tc.o200k)
		}
		if got := Larger.Tokens(tc.text); got != max(tc.host, tc.o200k) {
			t.Errorf("larger count of %.20q = %d, want %d", tc.text, got, max(tc.host, tc.o200k))
		}
	}
}

func TestUnitsAreUTF16(t *testing.T) {
	for _, text := range []string{"", "plain", "Größe", "备份", "🦞 lobster", "a\xffb"} {
		if got, want := Units(text), len(utf16.Encode([]rune(text))); got != want {
			t.Errorf("Units(%q) = %d, want %d", text, got, want)
		}
	}
}

// A choice of entries adds up sizes of lines; that is right only if the tokenizer never joins two of them.
func TestSizesOfLinesAddUp(t *testing.T) {
	lines := []string{
		"## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 64_\n\n",
		required + "\n",
		"**Backups.** Restore a backup before you trust it.\n",
		"**Kein Punkt.** Erst lesen, dann handeln\n",
		"**中文。** 先备份再动手。\r\n",
		"- **Bullet.** (In brackets!)\n",
	}
	var sum Size
	for _, line := range lines {
		sum = sum.Add(Measure(line))
	}
	if whole := Measure(strings.Join(lines, "")); sum != whole {
		t.Errorf("sizes add up to %+v, the whole is %+v", sum, whole)
	}
}

func TestLinesOfAnyLengthAreBounded(t *testing.T) {
	text := "short\n\n" + strings.Repeat("wörter ohne Ende ", 2000) + "\nshort\n"
	want, err := codec.NewO200kBase().Count(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := bpe(text); got < want || got > want+len(text)/longLine+1 {
		t.Errorf("counted %d, want %d and at most one more for each %d bytes", got, want, longLine)
	}
	if got := bpe(strings.Repeat("x", 200_000)); got == 0 {
		t.Error("a word of 200 kB counts nothing")
	}
}
