package recall

import (
	"bytes"
	"regexp"
	"sync"
)

// injected are the blocks that this program and its kin put in front of a model. They
// turn up in notes that quote a session, and would be recalled for ever.
var injected = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?s)<!--\s*ethos:context\b.*`), // the rest of the file is its own
		regexp.MustCompile(
			`(?s)<(?:recall|active_memory_plugin|zeos_context|wisdom_recall)\b[^>]*>.*?</(?:recall|active_memory_plugin|` +
				`zeos_context|wisdom_recall)>`,
		),
		regexp.MustCompile(`(?m)^[^\n]*\[(?:facts|context): [^\n]*$`),
		// A paragraph that ends with one of our citations.
		regexp.MustCompile(`(?m)(?:^[^\n]*\S[^\n]*\n)*` + citation),
	}
})

// citation is a line that cites a snippet, as it is printed behind it.
const citation = `^[ \t>]*Source: [^\s#]+#L\d+-L\d+[^\n]*$`

var reCitation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?m)" + citation) })

// longestAppendix is the length in bytes of an appendix: a token has about four.
const longestAppendix = 5 * MostTokens

// untagged are the places of what Appendix makes where its tags were lost, as in a quotation:
// from its first line to the last citation. Between its paragraphs may be empty lines.
func untagged(text []byte) (places [][]int) {
	for from := 0; ; {
		start := bytes.Index(text[from:], []byte(appendixAbout))
		if start < 0 {
			return places
		}
		start += from
		from = start + len(appendixAbout)
		end := min(start+longestAppendix, len(text))
		if next := bytes.Index(text[from:end], []byte(appendixAbout)); next >= 0 {
			end = from + next
		}
		if cited := reCitation().FindAllIndex(text[from:end], -1); len(cited) > 0 {
			places = append(places, []int{start, from + cited[len(cited)-1][1]})
		}
	}
}

// injectedMarks tell a file that cannot hold such a block.
var injectedMarks = [][]byte{
	[]byte("ethos:context"),
	[]byte("<recall"),
	[]byte("<active_memory"),
	[]byte("<zeos_context"),
	[]byte("<wisdom_recall"),
	[]byte("[facts: "),
	[]byte("[context: "),
	[]byte("Source: "),
}

// withoutInjected returns text with the injected blocks blanked out, at the same
// length.
func withoutInjected(text []byte) []byte {
	marked := false
	for _, mark := range injectedMarks {
		marked = marked || bytes.Contains(text, mark)
	}
	if !marked {
		return text
	}
	text = bytes.Clone(text)
	blank(text, untagged(text))
	for _, re := range injected() {
		blank(text, re.FindAllIndex(text, -1))
	}
	return text
}

// blank overwrites places of a text with blanks, but for line endings.
func blank(text []byte, places [][]int) {
	for _, at := range places {
		for i := at[0]; i < at[1]; i++ {
			if text[i] != '\n' && text[i] != '\r' {
				text[i] = ' '
			}
		}
	}
}
