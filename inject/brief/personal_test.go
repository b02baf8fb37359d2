package brief

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"wisdom/internal/workspace"
)

// Personal identifiers in a profile: names and numbers at messengers, telephone numbers
// and mail addresses are not included, but counted, and never shown; a line that tells nothing
// else goes with them. What only looks like one stays.
func TestPersonalIdentifiersOfAProfile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want, rules string }{
		// fields
		{"- **Telegram:** mara_v", "", "handle"},
		{"- Telegram: @mara", "", "handle"},
		{"- **Telegram ID:** 81234567", "", "id"},
		{"- Telegram chat ID: `-1001234567890`", "", "id"},
		{"- **Discord:** mara#4711 (backup)", "- **Discord:** [REDACTED] (backup)", "handle"},
		{"- **Discord user ID**: 123456789012345678", "", "id"},
		{"User ID: 4711", "", "id"},
		{"* ID: u-4711", "", "id"},
		{"- WhatsApp: +49 151 2345678", "", "phone"},
		{"- Phone: 555-0142", "", "phone"},
		{"- Mobile number: +4915112345678", "", "phone"},
		{"- Handynummer: 0151-2345678", "", "phone"},
		{"- Signal: +4915112345678", "", "phone"},
		{"- Email: mara@ferry.example", "", "mail"},
		{"- E-Mail: <mara.voss@desk.ferry.example>", "", "mail"},
		{"- Matrix: @mara:ferry.example", "", "handle"},
		{"- GitHub: maravoss", "", "handle"},
		{"- Slack: U02AB3CD45", "", "handle"},
		{"- 微信：mara_v", "", "phone"},
		{"- 电话: 13812345678", "", "phone"},
		{"- LinkedIn: https://www.linkedin.com/in/maravoss", "", "handle"},
		{"  - Telegram: mara", "", "handle"},
		{"- Telegram: mara, Discord: mara#4711", "", "handle handle"},
		{"- **飞书：** ou_1f2e3d", "", "phone"},
		// the row of a table
		{"| Lark | ou_0123456789abcdef0123 | paired |", "| Lark | [REDACTED] | paired |", "id"},
		{"| Telegram | mara_v |", "", "handle"},
		{"| **Discord ID** | 123456789012345678 |", "", "id"},
		// within a sentence
		{"Write to @mara_v first.", "Write to [REDACTED] first.", "handle"},
		{"She answers at +1 (555) 010-1234 until nine.", "She answers at [REDACTED] until nine.", "phone"},
		{"Reach her on Telegram: mara_v, never by mail.", "Reach her on Telegram: [REDACTED], never by mail.", "handle"},
		{"Reports go to mara@ferry.example.", "Reports go to [REDACTED].", "mail"},
		{"Her chat is 812345678.", "Her chat is [REDACTED].", "id"},
		{"See https://t.me/mara_v for news.", "See [REDACTED] for news.", "handle"},
		// other ways to write numbers, and names without a label
		{"Desk 555.010.9999 until nine", "Desk [REDACTED] until nine", "phone"},
		{"She answers at 0170/1234567.", "She answers at [REDACTED].", "phone"},
		{"The pier is at 030/12 34 56", "The pier is at [REDACTED]", "phone"},
		{"For the desk phone 0170/123 45 67", "For the desk phone [REDACTED]", "phone"},
		{"Her mobile 555 0142 is off at night", "Her mobile [REDACTED] is off at night", "phone"},
		{"The pier: +49 (0)30/123456", "The pier: [REDACTED]", "phone"},
		{"Desk 06.12.34.56.78", "Desk [REDACTED]", "phone"},
		{"Desk +49.170.1234.567", "Desk [REDACTED]", "phone"},
		{"- Signal: maravoss.42", "", "handle"},
		{"- My Signal: mara42", "", "handle"},
		{"- Signal: @mara", "", "handle"},
		{"- Skype: live:mara.voss", "", "handle"},
		{"Reach me on Telegram as mara.", "Reach me on Telegram as [REDACTED].", "handle"},
		{"You can reach me on Signal as `mara.42`", "You can reach me on Signal as `[REDACTED]`", "handle"},
		{"Auf Telegram unter mara_v erreichbar", "Auf Telegram unter mara_v erreichbar", ""},
		{"Erreichbar auf Telegram unter mara", "Erreichbar auf Telegram unter [REDACTED]", "handle"},
		// none of them
		{"Since 2026.01.03 on the pier", "Since 2026.01.03 on the pier", ""},
		{"Since 03.01.2026 on the pier", "Since 03.01.2026 on the pier", ""},
		{"Until 31/12/2026, or 12/2026", "Until 31/12/2026, or 12/2026", ""},
		{"The mail 2026-01-03 says so", "The mail 2026-01-03 says so", ""},
		{"The mail 2026.01.03 says so", "The mail 2026.01.03 says so", ""},
		{"Uses version 115.0.5790.110 and 10.15.7", "Uses version 115.0.5790.110 and 10.15.7", ""},
		{"The build is v555.010.9999", "The build is v555.010.9999", ""},
		{"The server is 192.168.100.200:8080", "The server is 192.168.100.200:8080", ""},
		{"It costs 1.234.567,00 at most", "It costs 1.234.567,00 at most", ""},
		{"It costs 12.345.678 a year", "It costs 12.345.678 a year", ""},
		{"Open 0800/1700, page 003/120", "Open 0800/1700, page 003/120", ""},
		{"Answers on Telegram as needed.", "Answers on Telegram as needed.", ""},
		{"Signal is the preferred channel", "Signal is the preferred channel", ""},
		{"Operator: Mara Voss", "Operator: Mara Voss", ""},
		{"- **Name:** Mara", "- **Name:** Mara", ""},
		{"- Preferred channel: Telegram", "- Preferred channel: Telegram", ""},
		{"- Telegram: short answers, no voice messages", "- Telegram: short answers, no voice messages", ""},
		{"- Line length: 120", "- Line length: 120", ""},
		{"Stop signal: SIGTERM", "Stop signal: SIGTERM", ""},
		{"Exit signal: tests", "Exit signal: tests", ""},
		{"Traffic signal: green", "Traffic signal: green", ""},
		{"Turn signal: off", "Turn signal: off", ""},
		{"Signal: weak", "Signal: weak", ""},
		{"Signal: 15", "Signal: 15", ""},
		{"Signal: SIGUSR1", "Signal: SIGUSR1", ""},
		{"Stop signal: sigusr1", "Stop signal: sigusr1", ""},
		{"- Signal handling: graceful", "- Signal handling: graceful", ""},
		{"- Teams: 3", "- Teams: 3", ""},
		{"- Since: 2024-01-15", "- Since: 2024-01-15", ""},
		{"- Office hours: 0800-1700", "- Office hours: 0800-1700", ""},
		{"- At the pier 2019-2024", "- At the pier 2019-2024", ""},
		{"- Boats (2019-2024)", "- Boats (2019-2024)", ""},
		{"| Telegram | notes/telegram.md |", "| Telegram | notes/telegram.md |", ""},
		{"| Discord | work-tools.md |", "| Discord | work-tools.md |", ""},
		{"- Release of 20260103", "- Release of 20260103", ""},
		{"- Use `@ferry/tickets` for printing", "- Use `@ferry/tickets` for printing", ""},
		{"- Budget: 1,500,000 tokens", "- Budget: 1,500,000 tokens", ""},
		{"- The budget 1200000 holds for a year", "- The budget 1200000 holds for a year", ""},
		{"**X/Twitter**: concise, sharp", "**X/Twitter**: concise, sharp", ""},
		{"- **TikTok**：短句，活泼", "- **TikTok**：短句，活泼", ""},
		{"- **Telegram**：简洁", "- **Telegram**：简洁", ""},
		{"- Lint with @typescript-eslint", "- Lint with @typescript-eslint", ""},
		{"- Tests use @pytest.fixture.", "- Tests use @pytest.fixture.", ""},
		{"- Never `@ignore` a test", "- Never `@ignore` a test", ""},
		{"- As in PR #12345678", "- As in PR #12345678", ""},
		{"- At most 104857600 bytes", "- At most 104857600 bytes", ""},
		{"- Telegram: `@mara`", "", "handle"},
		{"- Phone: only in an emergency", "- Phone: only in an emergency", ""},
	} {
		lines, found := withoutIdentifiers([]line{{c.text, 7}}, "USER.md")
		var rules []string
		for _, r := range found {
			rules = append(rules, strings.TrimPrefix(r.Rule, personalPrefix))
			if r.Line != 7 || r.Path != "USER.md" || !r.IsPersonal() {
				t.Errorf("%q: %+v", c.text, r)
			}
		}
		if got := textOf(lines); got != c.want || strings.Join(rules, " ") != c.rules {
			t.Errorf("%q is %q (%v), want %q (%s)", c.text, got, rules, c.want, c.rules)
		}
	}
}

// Lines of a profile that were nothing but a link stayed where no label stood in front of it.
func TestLinksAloneInAProfile(t *testing.T) {
	t.Parallel()
	const style = "- Style: short, as on https://ferry.example/style says\n- Read [the guide](guide.md) first"
	made := build(t, "standard", map[workspace.Path]string{"SOUL.md": "I am.\n", "USER.md": style +
		"\n- https://ferry.example\n- [Desk](https://ferry.example)\n<https://ferry.example>\n- Site: [Desk](d.md)\n"})
	if got := strings.TrimSpace(sectionOf(made.Block, Profile)); got != style {
		t.Errorf("%q", got)
	}
}

// A plain name behind "Signal" is told from a word by what stands beside it.
func TestAPlainNameAtSignalBesideAContact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"- Telegram: @mara_v\n- Signal: maraluna\n- Answers first":     "- Answers first",
		"- **Signal:** maraluna\n- Phone: 0151-2345678":                "",
		"#### How to reach her\n\n- Signal: maraluna":                  "#### How to reach her\n",
		"- Phone: only in an emergency\n- Signal: maraluna":            "- Phone: only in an emergency",
		"| Telegram | @mara_v |\n| Signal | maraluna |\n| Hours | 9 |": "| Hours | 9 |",
		"- Antenna: on the roof\n- Signal: weak":                       "- Antenna: on the roof\n- Signal: weak",
		"- Telegram: @mara_v\n\n- Text.\n- Signal: weak":               "\n- Text.\n- Signal: weak",
		"- Telegram: @mara_v\n- Signal: answers within the hour":       "- Signal: answers within the hour",
	} {
		var lines []line
		for i, text := range strings.Split(text, "\n") {
			lines = append(lines, line{text, i + 1})
		}
		if kept, _ := withoutIdentifiers(lines, "USER.md"); textOf(kept) != want {
			t.Errorf("%q is %q, want %q", text, textOf(kept), want)
		}
	}
}

// The identifiers of a profile are in no block and in no log, and the log counts them.
func TestPersonalIdentifiersAreCountedAndNeverShown(t *testing.T) {
	t.Parallel()
	made, err := Build(optionsFor(t, "standard", map[workspace.Path]string{
		"SOUL.md": "I am.\n",
		"USER.md": "# Mara\n\n- **Name:** Mara\n- **Contact:**\n  - Telegram: @mara_v (81234567)\n  - Phone: 0151-2345678\n" +
			"- **Style:** Answer first\n- **Standards:**\n  - Every change has a test\n\n" +
			"## Handles\n\n- GitHub: mara_v\n\n## Pier\n\nShe is there on weekdays.\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	log, err := json.Marshal(made.Log)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"mara_v", "81234567", "2345678"} {
		if strings.Contains(made.Block, secret) || strings.Contains(string(log), secret) {
			t.Errorf("%s is in\n%s\n%s", secret, made.Block, log)
		}
	}
	want := "- **Name:** Mara\n- **Style:** Answer first\n- **Standards:**\n  - Every change has a test\n\n" +
		"#### Pier\n\nShe is there on weekdays.\n"
	if !strings.Contains(made.Block, want) {
		t.Errorf("the profile is not %q in\n%s", want, made.Block)
	}
	if s := made.Log.Security; s.RedactionsApplied != 4 || s.PatternsMatched != 3 || made.Log.Outcome.Status != Scrubbed {
		t.Errorf("%+v, %s", s, made.Log.Outcome.Status)
	}
}

// FuzzIdentifiers: whatever a line holds, the identifiers follow one another in it, and no
// mail address is left.
func FuzzIdentifiers(f *testing.F) {
	for _, text := range []string{
		"- Telegram: @mara (81234567)", "| Discord | mara#4711 |", "微信：mara_v，电话：13812345678", "a@b.c+1 (555) 010-1234",
		"Telegram: Discord: x@y.example, id=4711",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = decode([]byte(strings.ReplaceAll(text, "\n", " ")))
		last := 0
		for _, one := range identifiers(text) {
			if one.start < last || one.end <= one.start || one.end > len(text) || one.rule == "" {
				t.Fatalf("%q: %+v", text, one)
			}
			last = one.end
		}
		kept, _ := withoutIdentifiers([]line{{text, 1}}, "USER.md")
		if left := reMail().FindString(textOf(kept)); left != "" || !utf8.ValidString(textOf(kept)) {
			t.Fatalf("%q becomes %q", text, textOf(kept))
		}
	})
}
