package secrets

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The tokens are put together at run time, so that no scanner takes this file
// for a leak.
func token(prefix, body string) string { return prefix + body }

var planted = map[string]string{
	"github":     token("ghp", "_x7Q2mB9kLw4TzR8vN1cY5sD3fG6hJ0pAeUiO"),
	"anthropic":  token("sk-ant", "-api03-Zk3mQ9vX2rT7bN5wL8cJ4hF6dS1gP0aY-uEoI"),
	"aws":        token("AKIA", "Q3EGX7RMZT5WLN2K"),
	"slack":      token("xoxb", "-2843750192-4829105837-Qm3vX9rT2bN7wL5c"),
	"jwt":        token("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiJqdW5pcGVyIn0.q3mX9vT2rB7nL5wC8cJ4hF6dS1gP0aYuEoIkZs"),
	"hex":        strings.Repeat("a1b2c3d4", 6),
	"url":        "s3cr3tpw",
	"password":   "Hunter2go",
	"passwort":   "Kranich77",
	"chinese":    "xiaoming88",
	"discord":    token("M9fyGp7A1V9kASKWLR7HREjP", ".z54jkg.FVE6SH8CLU2lirWmjLGu7o2SI9X"),
	"tailscale":  token("tskey", "-auth-e28zYU49cD6o-5pPTXRe9n2qp4mXqilNTR2c5"),
	"url token":  "oGeFIb7vuv3wSSif21MX7cTfVvZn7e3m",
	"multi line": "MIIEpAIBAAKCAQEA7Qm3vX9rT2bN7wL5c",
}

func TestRedactTakesOut(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		line int
	}{
		"github":    {"a\n- **Lesson:** never paste " + planted["github"] + " into chat.\n", 2},
		"anthropic": {"key: " + planted["anthropic"], 1},
		"aws":       {"x\ny\nid " + planted["aws"] + "\n", 3},
		"slack":     {"bot uses " + planted["slack"], 1},
		"jwt":       {"header `" + planted["jwt"] + "` leaked", 1},
		"hex":       {"seed " + planted["hex"] + ".", 1},
		"url":       {"use postgres://app:" + planted["url"] + "@db/x", 1},
		"password":  {"The password is " + planted["password"] + ", change it.", 1},
		"passwort":  {"Das Passwort ist " + planted["passwort"], 1},
		"chinese":   {"路由器密码是" + planted["chinese"], 1},
		"discord":   {"the bot token " + planted["discord"] + " was in chat", 1},
		"tailscale": {"use " + planted["tailscale"], 1},
		"url token": {"see [it](https://x.io/?token=" + planted["url token"] + ")", 1},
		"multi line": {
			"x\n-----BEGIN RSA PRIVATE KEY-----\n" + planted["multi line"] + "\nmore\n-----END RSA PRIVATE KEY-----\nafter\n", 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, findings := Redact(tc.text)
			assert.NotContains(t, got, planted[name], "the secret is still there")
			assert.Contains(t, got, Redacted, "nothing marks the place")
			assert.Truef(t, len(findings) != 0 && findings[0].Line == tc.line,
				"findings %+v, want the first on line %d", findings, tc.line)
			assert.Equalf(t, strings.Count(tc.text, "\n"), strings.Count(got, "\n"), "the number of lines changed: %q", got)
			again, _ := Redact(got)
			assert.Equal(t, got, again, "a second pass changed the text")
		})
	}
}

func TestRedactLeavesAlone(t *testing.T) {
	for _, text := range []string{
		"", "Always rotate API keys and tokens before sharing access.\n",
		"The password is required at login. Passwords belong in the vault.\n",
		"Use --api-key-file instead of a key on the command line.\n", "Prefer `sk-` prefixed keys; never ghp_ ones.\n",
		"commit 4f2a91c broke it\n", "密码是必填项。\n", "İstanbul'da anahtar yok: key management matters\n",
	} {
		got, findings := Redact(text)
		assert.Truef(t, got == text && len(findings) == 0, "Redact(%q) = %q, %+v", text, got, findings)
	}
}

func TestRedactIgnoresExcuses(t *testing.T) {
	got, _ := Redact("token = \"" + planted["github"] + "\" # gitleaks:allow\n")
	assert.NotContains(t, got, planted["github"], "an excuse in the text was taken")
}

func TestRedactTakesOutEveryCopy(t *testing.T) {
	text := "token " + planted["github"] + "\n\n\n\nlater: " + planted["github"][4:] + " and " + planted["github"] + "\n"
	got, _ := Redact(text)
	assert.NotContains(t, got, planted["github"], "a copy is left")
}

func BenchmarkRedact(b *testing.B) {
	text := strings.Repeat(
		"- **Check the port before you hardcode it.** It moved twice since the last deploy, and no one wrote it down.\n"+
			"- Rotate the access key when a token shows up in a log, however old.\n\n"+strings.Repeat(
			"A plain line about nothing much at all.\n", 6,
		),
		2000,
	)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Redact(text)
	}
}

// Text that is full of the words at which rules begin to look: the search looks back
// and ahead by a bounded number of bytes, so that both sizes have the same MB/s.
func BenchmarkRedactDense(b *testing.B) {
	for name, word := range map[string]string{
		"names":    "token key 1a ",
		"colons":   "password: ",
		"prefixes": "pat-us",
		"digits":   "key1",
		"Chinese":  "密码是密钥",
		"table":    "| key ",
		"hex":      "0a1b2c3d4e5f",
		"codes":    "gate code 4711, ",
		"quotes":   `password="`,
		"before":   "with x as the password ",
	} {
		for size, bytes := range map[string]int{"32kB": 32 << 10, "256kB": 256 << 10} {
			b.Run(name+"/"+size, func(b *testing.B) {
				text := strings.Repeat(word, bytes/len(word))
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Redact(text)
				}
			})
		}
	}
}

// Invariants 2 and 3 for any text.
func FuzzRedact(f *testing.F) {
	for _, lines := range linesOfFile(f, "testdata/lines.txt") {
		for _, line := range lines {
			f.Add(reMarked.ReplaceAllString(line, "$1"))
		}
	}
	f.Add("key (密码 `pin：\n| token |\n|-|\n| \xff")
	f.Fuzz(func(t *testing.T, text string) {
		got, found := Redact(text)
		assert.Equalf(t, strings.Count(text, "\n"), strings.Count(got, "\n"), "%q has other lines than %q", got, text)
		assert.Truef(t, len(found) != 0 || got == text, "%q became %q, and nothing was found", text, got)
		lines := strings.Count(text, "\n") + 1
		for _, f := range found {
			assert.Truef(t, f.Line >= 1 && f.Line <= lines, "line %d of %d", f.Line, lines)
		}
	})
}

// Two values on a line are two findings; what several rules see of one value is one.
func TestRedactCountsValues(t *testing.T) {
	for text, want := range map[string]int{
		"keys " + planted["github"] + " and " + planted["aws"]:    2,
		"password: Hunter2go, PIN: 4821":                          2,
		"GITHUB_TOKEN=" + planted["github"]:                       1,
		"DB_PASSWORD='" + planted["passwort"] + "'":               1,
		"a\nkey: " + planted["anthropic"] + "\n" + planted["aws"]: 2,
	} {
		_, found := Redact(text)
		assert.Equalf(t, want, len(found), "%d findings, want %d: %+v", len(found), want, found)
	}
}

// A note held the base64 form of a password beside the password; the password alone was redacted.
func TestCopiesInBase64(t *testing.T) {
	t.Parallel()
	const password = "Kuhglocke!917x"
	for _, written := range []string{
		password, password + "\n", "ida:" + password, "gustav:" + password + "@", "x:" + password,
	} {
		for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			code := alphabet.EncodeToString([]byte(written))
			clean, _ := Redact("Decoded " + code + " to check it.\nPassword: " + password + "\n")
			middle := code[len(code)/2-3 : len(code)/2+3]
			assert.Truef(t, !strings.Contains(clean, middle) && !strings.Contains(clean, password),
				"%s: %q", written, clean)
		}
	}
}

// Found by review: the secret of a command over two lines was counted on each of them.
func TestSecretBelowItsCommandIsCountedOnce(t *testing.T) {
	t.Parallel()
	_, found := Redact("curl https://api.example.net/v1/me \\\n  -H \"Authorization: Bearer 3q7Zk9Xw2Lm8Rt5Vb1Nc6Yd4\"\n")
	assert.Truef(t, len(found) == 1 && found[0].Line == 2, "found %v, want one secret in line 2", found)
}
