package secrets

import (
	"slices"
	"strings"
	"testing"
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
				if splice == `\` && strings.IndexByte(escapable, secret[at]) < 0 {
					continue
				}
				got, found := Redact(text)
				if want := "a\n" + lead + Redacted + " twice\nb **c** `d`\n"; Plain(got) != Plain(want) {
					t.Errorf("%q is %q", text, got)
				}
				if len(found) != 1 || found[0].Line != 2 {
					t.Errorf("%q: %v", text, found)
				}
				if again, _ := Redact(got); again != got {
					t.Errorf("%q is %q in a second pass", got, again)
				}
			}
		}
	}
	for _, splice := range between {
		text := "pass" + splice + "word: " + planted["password"]
		if got, _ := Redact(text); strings.Contains(got, planted["password"]) {
			t.Errorf("%q is %q", text, got)
		}
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
		if got, _ := Redact(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Only the lines near what splits a secret are looked at again. That must find what a look at the whole text does.
func FuzzSplices(f *testing.F) {
	for _, path := range []string{"testdata/secrets.txt", "testdata/nosecrets.txt"} {
		for i, line := range linesOfFile(f, path) {
			line = reMarked.ReplaceAllString(line, "$1")
			for at := i % 7; at < len(line); at += 7 {
				f.Add(line, uint16(at), uint8(at+i))
			}
		}
	}
	for _, text := range []string{
		"| user | password |\n|---|---|\n| anna | " + planted["password"] + " |\n| ben | x |",
		"The password:\n\n```\n" + planted["password"] + "\n```",
		"- token\n\n  " + planted["github"],
		"-----BEGIN RSA PRIVATE KEY-----\n\n" + planted["hex"] + "\nAb1\n\n\n\n\n\n-----END RSA PRIVATE KEY-----",
	} {
		for at := range len(text) {
			f.Add(text, uint16(at), uint8(at))
		}
	}
	others := append([]string{"**", "`", `\`}, between...)
	f.Fuzz(func(t *testing.T, text string, at uint16, which uint8) {
		place := int(at) % (len(text) + 1)
		spliced := text[:place] + others[int(which)%len(others)] + text[place:]
		const noise = "# Day\n\nThe sky \u26a0\ufe0f is blue.\n\n- a**b**c\n- one\n\n"
		for _, text := range []string{spliced, noise + spliced + "\n\n" + noise, spliced + "\n" + noise + text} {
			clean, found := redact(text)
			want, all := mergeSpliced(Plain(text), clean, slices.Clone(found))
			if got, some := Redact(text); got != want || !slices.Equal(some, all) {
				t.Errorf("%q is %q with %v, but %q with %v if all is looked at", text, got, some, want, all)
			}
		}
	})
}
