package text

import (
	"testing"
)

func TestSpecifics(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string // "kind:text"
	}{
		{"Verify assumptions before hardcoding anything.", nil},
		{"MC is on 3100.", []string{"number:3100"}},
		{"MC listens on port 80.", []string{"port:80"}},
		{"Open http://localhost:3100/x, then wait.", []string{"URL:http://localhost:3100/x"}},
		{"Check `nomic-embed-text` first.", []string{"code:`nomic-embed-text`"}},
		{"Use qwen3-coder:30b not Qwen3-Coder.", []string{"model name:qwen3-coder:30b", "model name:Qwen3-Coder"}},
		{"Ask Claude or gpt-4o twice.", []string{"model name:Claude", "model name:gpt-4o"}},
		{"Edit /etc/hosts, ~/.ssh/config and config.yaml.", []string{"path:/etc/hosts", "path:~/.ssh/config", "path:config.yaml"}},
		{"Look in memory/ and in src/app/main.go.", []string{"path:memory/", "path:src/app/main.go"}},
		{"Pin v2 and 1.26.8, never 3.0-rc1.", []string{"version:v2", "version:1.26.8", "version:3.0-rc1"}},
		{"Mail mara@shop.example or call db.internal.", []string{"e-mail address:mara@shop.example", "host:db.internal"}},
		{"Server 192.168.1.20:8080 is down.", []string{"host:192.168.1.20:8080"}},
		{"Pass --dry-run or -n first.", []string{"flag:--dry-run", "flag:-n"}},
		{"Set OPENAI_API_KEY and $HOME.", []string{"environment variable:OPENAI_API_KEY", "environment variable:$HOME"}},
		{"On 2026-03-21 at 06:30 it broke.", []string{"date:2026-03-21", "time:06:30"}},
		{"It broke on March 3 and 4 April.", []string{"date:March 3", "date:4 April"}},
		{"Wait 5 minutes, then 30s, then 90%.", []string{"number:5 minutes", "number:30s", "number:90%"}},
		{"Try 3 times at most.", nil},
		{"Call parse_header and getUser() with user.name.", []string{"technical name:parse_header", "technical name:getUser()", "technical name:user.name"}},
		{"Commit 4f2a91c fixed #123.", []string{"technical name:4f2a91c", "technical name:#123"}},
		{"Never paste [REDACTED] anywhere.", []string{"redacted secret:REDACTED"}},
		{"Read/write and client/server, e.g. CI/CD or I/O, 24/7.", nil},
		{"UTF-8, 2FA, S3, pm2, k8s, n8n, IPv6, GitHub, macOS and Node.js are names.", nil},
		{"端口3100必须检查", []string{"number:3100"}},
		{"修改 config.yaml，然后重启。", []string{"path:config.yaml"}},
		{"„Erst prüfen“, dann 10 Minuten warten.", []string{"number:10 Minuten"}},
		{"An unclosed `tick stays prose.", nil},
		{"Use 'db01' or “web-3”.", []string{"technical name:db01", "technical name:web-3"}},
		{"Keep a well-known follow-up; re-check it.", nil},
		// Numbers as words and given names reached entries.
		{"Nach drei Tagen nachfragen.", []string{"number in words:drei Tagen"}},
		{"Frag die zwölf Helfer.", []string{"number in words:zwölf"}},
		{"Call the twenty-five members.", []string{"number in words:twenty-five"}},
		{"Espera doce horas.", []string{"number in words:doce horas"}},
		{"等三天再问，第三天别问，千万注意", []string{"number in words:三天"}},
		{"十二个人一起看", []string{"number in words:十二个"}},
		{"A fact needs two sources; try three times.", nil},
		{"Ten a mano una copia, once a week.", nil},
		{"万一天气不好就改期", nil},
		{"Mit Anna und Frau Schmidt absprechen.", []string{"name of a person:Anna", "name of a person:Schmidt"}},
		{"Annas Schlüssel liegt beim Nachbarn.", []string{"name of a person:Annas"}},
		{"Mark the box and will it.", nil},
		{"Erst die Frau. Danach der Mann.", nil},
		{"Dr. Behrens und Anna-Lena fragen.", []string{"name of a person:Behrens", "name of a person:Anna-Lena"}},
		{"Anna fragt zuerst.", []string{"name of a person:Anna"}},
		{"Ask the owner of the house.", nil},
	} {
		var got []string
		for _, s := range Specifics(tc.text) {
			got = append(got, string(s.Kind)+":"+tc.text[s.Start:s.End])
		}
		if len(got) != len(tc.want) {
			t.Errorf("%q: got %q, want %q", tc.text, got, tc.want)
			continue
		}
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%q: got %q, want %q", tc.text, got, tc.want)
			}
		}
	}
}

func TestCount(t *testing.T) {
	for text, want := range map[string]int{
		"":  0,
		"—": 0,
		"Verify infrastructure assumptions before hardcoding anything.": 6,
		"Don't trust re-runs.":    4,
		"先备份再动手":                  3,
		"备份 restore":              2,
		"Größe prüfen, dann los.": 4,
		"テスト":                     2,
	} {
		if got := Count(text); got != want {
			t.Errorf("Count(%q) = %d, want %d", text, got, want)
		}
	}
}

func FuzzSpecifics(f *testing.F) {
	for _, s := range []string{"`a` b", "``", "a\xffb:1", "((`x", "“", "--", "端口3100"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, s := range Specifics(text) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("%q: %+v after %d", text, s, last)
			}
			last = s.End
		}
	})
}
