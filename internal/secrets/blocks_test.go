package secrets

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A mention of the first line of a key took everything behind it up to the next empty line or mention.
func TestMentionOfAKeyTakesOnlyItself(t *testing.T) {
	t.Parallel()
	const begin, end = "-----BEGIN PRIVATE" + " KEY-----", "-----END PRIVATE" + " KEY-----"
	const first = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"
	const second = "q9Zx8Yw7Vu6TrE5/+Qp0Lk3JmN2bV1cX4zA6sD8fG7hJ9kL0"
	for _, c := range []struct{ text, want string }{
		{
			"- Never commit `" + begin + "`.\n- Tickets are printed twice.\n- Use the pier's clock.\n",
			"- Never commit `[REDACTED]`.\n- Tickets are printed twice.\n- Use the pier's clock.\n",
		},
		{
			"- Forbidden: " + begin + "\n- Tickets are printed twice.\n- Forbidden too: " + end + "\n",
			"- Forbidden: [REDACTED]\n- Tickets are printed twice.\n- Forbidden too: " + end + "\n",
		},
		{
			"- Search for " + begin + " first.\n- Tickets are printed twice.\n" + begin + "\n" + first + "\n" + end +
				"\nAfter.\n",
			"- Search for [REDACTED] first.\n- Tickets are printed twice.\n[REDACTED]\n\n\nAfter.\n",
		},
		{begin + "\nFerries\nTickets are printed.\n", "[REDACTED]\nFerries\nTickets are printed.\n"},
		// a key that is cut off
		{"x\n" + begin + "\n" + first + "\n" + second + "\nTickets are printed twice.\n", "x\n[REDACTED]\n\n\n" +
			"Tickets are printed twice.\n"},
		{begin + "\n" + first + "\nmA3=\nPrint\n\n- Next\n", "[REDACTED]\n\n\nPrint\n\n- Next\n"},
		{`key: "` + begin + `\n` + first + `\n` + second + "\nTickets\n", "key: \"[REDACTED]\nTickets\n"},
		{"> " + begin + "\n> " + first + "\n> " + second + "\n> Tickets are printed.\n", "> [REDACTED]\n\n\n" +
			"> Tickets are printed.\n"},
		// a whole one
		{
			"x\n  " + begin + "\n  Proc-Type: 4,ENCRYPTED\n\n  " + first + "\n  mA3=\n  " + end + " y\n",
			"x\n  [REDACTED]\n\n\n\n\n y\n",
		},
		{`"` + begin + `\n` + first + `\n` + end + `\n", "a": 1`, `"[REDACTED]\n", "a": 1`},
		{begin + " " + first + " " + second + " " + end + " y", "[REDACTED] y"},
	} {
		got, found := Redact(c.text)
		assert.Truef(t, got == c.want && len(found) != 0 && found[0].Rule == "private-key",
			"%q\n is %q\nwant %q %v", c.text, got, c.want, found)
		assert.NotContains(t, got, first, "the key is in")
	}
}

// Codes of a login and passphrases of several words reached a context block.
func TestLoginCodesAndPassphrases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"login code: 883120":                     "login code: [REDACTED]",
		"- Verification code: 123456":            "- Verification code: [REDACTED]",
		"Passphrase: correct horse battery":      "Passphrase: [REDACTED]",
		"**Passphrase:** `tide-pier-lamp-nine`.": "**Passphrase:** `[REDACTED]`.",
		"Passphrase: ask Mara for it":            "Passphrase: ask Mara for it",
		"Passphrase: required at every login":    "Passphrase: required at every login",
		"verification code: 6 digits":            "verification code: 6 digits",
		"login code: see the phone":              "login code: see the phone",
	} {
		got, _ := Redact(text)
		assert.Equal(t, want, got, text)
	}
}
