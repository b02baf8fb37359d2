package recall

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
)

const articles = `# Articles

## Ferry times

` + "```python" + `
import tides
from harbour import load_orders

def results(client):
    # The ferry waits for the evening tide.
    default = load_orders(client)
    return {"status": default.summary, "error": None}
` + "```" + `

- Counting seals:

  ` + "```js" + `
  const value = request(user);
  if (value) {
    return value.response;
  }
  ` + "```" + `

` + "```sh" + `
systemctl restart lighthouse
` + "```" + `

` + "```json" + `
{"lantern": {"timeout": 30}}
` + "```" + `

` + "```" + `
foghorn(action="silence")
` + "```" + `
`

// Blocks of code of articles were returned for common words of the message.
func TestSyntaxIsNoAnswer(t *testing.T) {
	files := map[workspace.Path]string{"MEMORY.md": articles}
	for _, message := range []string{
		"Can you return the results to the client?", "Please import the default orders", "What is the status of the error?",
		"Did the user send a response to the request?", "Write a summary of the value, please",
	} {
		r := ask(t, files, message)
		assert.Truef(t, len(r.Snippets) == 0, "%q: %s", message, sourcesOf(r))
	}
	for message, want := range map[string]string{
		"When does the ferry leave, at which tide?": "MEMORY.md#L6-L12", // a comment
		"Where is load_orders called?":              "MEMORY.md#L6-L12",
		"How do I restart the lighthouse?":          "MEMORY.md#L25-L25",
		"Which timeout has the lantern?":            "MEMORY.md#L29-L29",
		"How do I silence the foghorn?":             "MEMORY.md#L33-L33", // one call is a command
		"How did we count the seals?":               "MEMORY.md#L15-L22",
	} {
		assert.Equal(t, want, sourcesOf(ask(t, files, message)), message)
	}
}

// A long block takes no longer than its length.
func TestLongPrograms(t *testing.T) {
	line := "value = request(user) # " + strings.Repeat("tide ", 20000) + "\n"
	p := passage{text: line + strings.Repeat("return(value)\n", 50000), code: true}
	terms := p.terms()
	assert.Len(t, terms, 20000)
}
