package text

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
)

// FuzzSpans holds the short cut for plain words beside the rules for all of the
// text.
func FuzzSpans(f *testing.F) {
	for _, text := range []string{
		"", " ", "Check the port, twice.", "don't, can’t; a.b:c d_e 3.14 1,000 a: b", "先备份 backup。 テスト한국", "a\u0301 \u0301b c\u200d d\r\ne",
		"🇩🇪 🇫🇷🇪🇸 👩‍👩‍👧 x", "a. .b ..c d.. e., (f) 'g' \"h\"!", "Größe prüfen\tund\u00a0los",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("the rules end at what is no text")
		}
		var want, got []string
		for _, token := range unicode.NewUnicodeTokenizer().Tokenize([]byte(text)) {
			want = append(want, fmt.Sprint(token.Start, "-", token.End))
		}
		for start, end := range spans(text) {
			got = append(got, fmt.Sprint(start, "-", end))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: words at %v, by the rules at %v", text, got, want)
		}
	})
}
