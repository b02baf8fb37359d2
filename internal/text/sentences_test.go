package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                    "",
		"One. Two! Three? Four":               "One.|Two!|Three?|Four",
		"先备份。再删除！好吗？好":                        "先备份。|再删除！|好吗？|好",
		"Use e.g. Rye, z. B. Roggen. Then go": "Use e.g. Rye, z. B. Roggen.|Then go",
		"Ask in room 3. He knows":             "Ask in room 3.|He knows",
		"1. Stop it. 2. Wait":                 "1. Stop it.|2. Wait",
		"The host is 10.0.0.1. Its user is a": "The host is 10.0.0.1.|Its user is a",
		"Open main.go. Then read":             "Open main.go.|Then read",
		"Run `a. B` first. Then rest":         "Run `a. B` first.|Then rest",
		"Say \"No. Never.\" to it. Then go":   "Say \"No. Never.\" to it.|Then go",
		"Wait (A. Then B.) for it. Go":        "Wait (A. Then B.) for it.|Go",
		"An open ` or ( stays. Cut here":      "An open ` or ( stays.|Cut here",
		"See Nr. 7 and max. 3 of them. Go":    "See Nr. 7 and max. 3 of them.|Go",
		"Post to X. It is 2 m. Then stop":     "Post to X.|It is 2 m.|Then stop",
		"It stops. not here":                  "It stops. not here",
	} {
		if got := strings.Join(Sentences(text), "|"); got != want {
			t.Errorf("Sentences(%q) = %q, want %q", text, got, want)
		}
	}
}

// What is cut is all there, in its order.
func FuzzSentences(f *testing.F) {
	f.Add("One. (Two `a. b`) \"c\". 三。 4. x")
	f.Add("\u3000\x80") // the byte is also one of the space
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, sentence := range Sentences(text) {
			rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
			if !strings.HasPrefix(rest, sentence) {
				t.Fatalf("%q is not next in %q", sentence, rest)
			}
			rest = rest[len(sentence):]
		}
		if strings.TrimSpace(rest) != "" {
			t.Fatalf("%q is lost", rest)
		}
	})
}

func TestIsMojibake(t *testing.T) {
	t.Parallel()
	garbled := []string{
		"Der Drucker im BÃ¼ro",
		"It doesnâ€™t stop",
		"ï»¿# Tools",
		"port â€” 8091",
		"ðŸ”§ Setup",
		"30Â°C at most",
		"cafÃ© au lait",
		"Ð¿Ð¾Ñ€Ñ‚ 8091",
		"ç«¯å\u008f£ 8091",
		"ã€€ã\u0081‚",
		"Ã\u00a0 la carte",
	}
	sound := []string{
		"Der Drucker im Büro",
		"It doesn’t stop",
		"« ALLÉ »",
		"AMANHÃ… e depois",
		"„Spaß“ – sagt er",
		"NÃO desligue",
		"порт 8091 — основной",
		"端口 8091",
		"Âge: 30",
		"90°C",
		"🔧 Setup",
		"ÀÉÈ",
		"HÂ",
		"",
	}
	for _, text := range garbled {
		if !IsMojibake(text) {
			t.Errorf("%q is not recognised", text)
		}
	}
	if at := slices.IndexFunc(sound, IsMojibake); at >= 0 {
		t.Errorf("%q is taken for mojibake", sound[at])
	}
}
