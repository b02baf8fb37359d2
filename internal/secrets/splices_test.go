package secrets

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// between are what may split a secret and is not seen where the text is shown.
var between = []string{
	"<!-- x -->", "<!---->", "<!-<!-- x -->- y -->",
	"\u00ad", "\u200b", "\u2060", "\u034f", "\ufe0f", "\u3164", "\U000e0041",
}

// A comment or a soft hyphen within a secret hid it from every rule: collect, recall, enrich, the table and the block
// for a task printed it.
func TestWhatSplitsASecretHidesNone(t *testing.T) {
	t.Parallel()
	for name, lead := range map[string]string{
		"github": "use ", "anthropic": "use ", "aws": "use ", "slack": "use ", "jwt": "use ", "hex": "use ",
		"password": "The password is ", "chinese": "路由器密码是",
	} {
		secret := planted[name]
		for at := 1; at < len(secret); at += 5 {
			for _, splice := range append([]string{"**", "`", `\`}, between...) {
				text := "a\n" + lead + secret[:at] + splice + secret[at:] + " twice\nb **c** `d`\n"
				if splice == `\` && strings.IndexByte("_.-", secret[at]) < 0 {
					continue
				}
				got, found := Redact(text)
				assert.Equalf(
					t,
					plainOf("a\n"+lead+Redacted+" twice\nb **c** `d`\n").text,
					plainOf(got).text,
					"%q is %q",
					text,
					got,
				)
				assert.Truef(t, len(found) == 1 && found[0].Line == 2, "%q: %v", text, found)
				again, _ := Redact(got)
				assert.Equalf(t, got, again, "%q is %q in a second pass", got, again)
			}
		}
	}
	for _, splice := range between {
		text := "pass" + splice + "word: " + planted["password"]
		got, _ := Redact(text)
		assert.NotContains(t, got, planted["password"], text)
	}
}

// A line without a split secret stays as it was, comment and all.
func TestSplicesOfOtherLinesStay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a <!-- b --> **c**d\u00ade \\_f\n": "a <!-- b --> **c**d\u00ade \\_f\n",
		"**Key**\\_name: " + planted["github"] + " <!-- x -->\nx<!-- y -->": "" +
			"**Key**\\_name: " + Redacted + " <!-- x -->\nx<!-- y -->",
	} {
		got, _ := Redact(text)
		assert.Equal(t, want, got, text)
	}
}
