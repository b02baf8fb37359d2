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
			`(?s)<(?:recall|active_memory_plugin|zeos_context|wisdom_recall)\b[^>]*>.*?</(?:recall|active_memory_plugin|zeos_context|wisdom_recall)>`,
		),
		regexp.MustCompile(`(?m)^[^\n]*\[(?:facts|context): [^\n]*$`),
		// A paragraph that ends with one of our citations.
		regexp.MustCompile(`(?m)(?:^[^\n]*\S[^\n]*\n)*^[ \t>]*Source: [^\s#]+#L\d+-L\d+[^\n]*$`),
	}
})

// injectedMarks tell a file that cannot hold such a block.
var injectedMarks = [][]byte{
	[]byte(
		"ethos:context",
	),
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
	for _, re := range injected() {
		for _, at := range re.FindAllIndex(text, -1) {
			for i := at[0]; i < at[1]; i++ {
				if text[i] != '\n' && text[i] != '\r' {
					text[i] = ' '
				}
			}
		}
	}
	return text
}
