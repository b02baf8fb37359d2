package facts

import (
	"slices"
	"strings"
	"testing"
)

// What may be a fact to its author does not vanish: a user found neither the target group
// nor the topic of a channel, in the table or beside it.
func TestUnclearIsTold(t *testing.T) {
	const text = "## Channel\n\n- Topic: what small farms can do about slugs in a wet year, without poison\n" +
		"- Target group: growers between 30 and 60, most of them new to it\n- Handle: `@slugline`\n" +
		"- Password: the one with the otter\n- [ ] Banner: a new one\n"
	found := Find(t.Context(), "TOOLS.md", []byte(text))
	var keys []string
	for _, f := range found.Unclear {
		keys = append(keys, f.Label())
	}
	if !slices.Equal(keys, []string{"Topic", "Target group"}) || len(found.Facts) != 1 {
		t.Errorf("unclear %q, facts %q", keys, shown(found))
	}
}

// A list of which one member could not be read is withheld, and what it held was taken for known: the same fact further
// down was not found. Where nobody can know that member, the others are not unclear either: a model could rank a part.
func TestAFactOfAnUnclearListIsFoundElsewhere(t *testing.T) {
	t.Parallel()
	found := Find(t.Context(), "TOOLS.md", []byte("## Servers\n\n- mirrors:\n  - 10.0.0.4\n"+
		"  - whatever is free in the cellar today\n\n- mirrors: 10.0.0.4\n"))
	if len(found.Unclear) != 0 || len(found.Facts) != 1 || found.Facts[0].Line != 7 {
		t.Errorf("unclear %+v, facts %q", found.Unclear, shown(found))
	}
}

// Each rule that refuses has an example, and names itself.
func TestRules(t *testing.T) {
	tested := map[string]bool{"no value": true}
	for _, tc := range []struct{ rule, text, value string }{
		{"mojibake", "- Drucker im BÃ¼ro: 10.0.0.9\n", "10.0.0.9"},
		{"mojibake", "## DrÃ¼cker\n\n- hall: 10.0.0.9\n", "10.0.0.9"},
		{"placeholder", "- host: `<your-host>`\n", "your-host"},
		{"placeholder", "```bash\ncurlew config set token YOUR_BOT_TOKEN\n```\n", "curlew config set token YOUR_BOT_TOKEN"},
		{"placeholder", "- API: https://example.com/v1\n", "https://example.com/v1"},
		{"placeholder", "- Script: `/path/to/run.sh`\n", "/path/to/run.sh"},
		{"secret", "- panel login pass: `Otter!Q-58xPz`\n- Zotero: key mCb6lKLXVhyCWmWXfpy9La\n", ""},
		{"named as a secret", "- Bot token: OTTER\n", "OTTER"},
		{"host's template", "- home-server → 192.168.1.100, user: admin\n", "192.168.1.100"},
		{"crossed out or refused", "## Panel\n\nThere are two ways. ❌ `panel --old`\n", "panel --old"},
		{"introduction or footer", "## Panel\n\nPut this below `panel.units`:\n", "panel.units"},
		{"introduction or footer", "## Panel\n\n- *Moved to 10.0.0.9*\n", "10.0.0.9"},
		{"question", "## Panel\n\nIs the panel on 10.0.0.9?\n", "10.0.0.9"},
		{"gone", "- Old gate: 10.0.0.9 (decommissioned in spring)\n", "10.0.0.9"},
		{"what happened", "## Panel\n\nThe panel was on 10.0.0.9.\n", "10.0.0.9"},
		{"what to do in a case", "- If it hangs: `kill -9 1`\n", "kill -9 1"},
		{"example", "- Example key: barn-hill-7\n", "barn-hill-7"},
		{"example", "- Beispiel Kennung: hof-7\n", "hof-7"},
		{"keyboard key", "- Save: `Ctrl+S`\n", "Ctrl+S"},
		{"switch", "```yaml\ndreaming: true\n```\n", "true"},
		{"pointer", "- Start code: in the vault\n", "in the vault"},
		{"pointer", "See: `house/pumps.conf`\n", "house/pumps.conf"},
		{"rest of a sentence", "Whatever comes in from the pumps in the night goes to one of:\n\n- `/srv/pumps/a`\n", "/srv/pumps/a"},
		{"file of the agent's own", "- Long-term: `MEMORY.md`\n", "MEMORY.md"},
		{"no subject", "# TOOLS.md\n\n- 8091\n- `8443`\n", "8443"},
		{"no subject", "## Nights\n\n- `02:30`\n", "02:30"},
		{"step of a procedure", "## Restart\n\n1. `panelctl stop`\n2. `panelctl start` and wait\n", "panelctl stop"},
		{"installation", "- PDF: `sudo apt-get install -y poppler-utils`\n", "sudo apt-get install -y poppler-utils"},
		{"everyday command", "- Folder: `mkdir -p /srv/pages`\n", "mkdir -p /srv/pages"},
		{"standard place", "- barn SSH port: 22\n", "22"},
		{"version", "- Loom: v4.11.2\n", "v4.11.2"},
		{"refers elsewhere", "- `loomctl swap left` → swap the two\n", "loomctl swap left"},
		{"placeholder", "- Loom key: [REDACTED, kept in the shed]\n", "[REDACTED, kept in the shed]"},
		{"file of the agent's own", "- Log: `memory/YYYY-MM-DD.md`\n", "memory/YYYY-MM-DD.md"},
		{"standard place", "- Shell: `/usr/bin/fish`\n", "/usr/bin/fish"},
		{"switch", "- Panel: ✅ connected\n", "✅ connected"},
		{"a day", "- Setup: 2026-02-22\n", "2026-02-22"},
		{"a day", "- Last look: 2031-02-17 (crates are in /srv/b now)\n", "2031-02-17"},
		{"version", "- Feeder: otterd (PID: 4711)\n", "otterd"},
		{"rest of a sentence", "Begin what you want from the panel with the word of its part:\n\n- lamps → `LMP:`\n", "LMP:"},
		{"part of more", "Write down a call:\n\n```\nvoicectl fetch\nscribe call.ogg\nvoicectl clear\n```\n", "voicectl fetch"},
		{"description", "- Flow: hens → eggs → Sunday mail\n", "hens"},
		{"description", "## Panel\n\nThe wall says \"error 12 at 10.0.0.9:80 again\".\n", "10.0.0.9:80"},
		{"named before", "## Panel\n\n- panel: /srv/panel\n- all of it: /srv/panel\n", "/srv/panel"},
		{"too long", "## Panel\n\nAll that the two of them ever know about it is kept in /srv/panel/log for whoever wants to read it one day in a quiet hour, and the rest of what they say is kept in the cellar.\n", "/srv/panel/log"},
		{"part of more", "## Crates\n\nLogin: by badge. Config: `~/.ferry/conf.yml`.\n", "~/.ferry/conf.yml"},
		{"refers elsewhere", "## Barn\n\n- Mirror: from there with barn.net/hens\n- Vet: his card is at barn.net/vet\n", "barn.net"},
		{"order", "- Mirror: enable the old one in `hen.json`\n", "hen.json"},
		{"order", "## Mail\n\n- Use `barn-7` for all hens\n", "barn-7"},
		{"description", "## Barn\n\n- The gate opens if `barn-7` does\n", "barn-7"},
		{"field", "- Source: barnsounds.net\n", "barnsounds.net"},
		{"field", "- **Status:** Operational since May\n", "Operational since May"},
		{"description", "- **Edit:** Careful text replacement\n", "Careful text replacement"},
	} {
		tested[tc.rule] = true
		found := Find(t.Context(), "TOOLS.md", []byte(tc.text))
		named := func(d Decision) bool {
			return d.Rule == tc.rule && (tc.rule == "secret" || strings.Contains(d.Value, tc.value))
		}
		if !slices.ContainsFunc(found.Decisions, named) {
			t.Errorf("%q: not by the rule %q: %+v; facts %q", tc.text, tc.rule, found.Decisions, shown(found))
		}
		told := func(f Fact) bool { return tc.value == "" || strings.Contains(f.Value, tc.value) }
		if tc.rule != "named before" && slices.ContainsFunc(found.Facts, told) {
			t.Errorf("%q: facts %q", tc.text, shown(found))
		}
	}
	for _, rule := range rules {
		if !tested[rule.name] {
			t.Errorf("the rule %q has no example", rule.name)
		}
	}
}

// The subject of a value was lost where the heading right above it names nothing, where
// a lead-in names it, and in all but two columns of a table.
func TestSubjects(t *testing.T) {
	for text, want := range map[string]string{
		"## Backup box\n\n### Access\n\n- port: 2207":                                                                                 "Backup box: Access|port = 2207",
		"## Server: backup box\n\n- port: 2207":                                                                                       "Server: backup box|port = 2207",
		"# Site\n\n## Hof\n\n### Pumpe\n\n- Port: 1\n\n## Feld\n\n### Pumpe\n\n- Port: 2":                                             "Hof: Pumpe|Port = 1\nFeld: Pumpe|Port = 2",
		"# Attic\n\n## Notes\n\n- port: 2207\n\n# Cellar\n\n- port: 2208":                                                             "Attic: Notes|port = 2207\nCellar|port = 2208",
		"## 备份机\n\n### 常用配置\n\n- 端口：2207":                                                                                             "备份机: 常用配置|端口 = 2207",
		"## Local notes\n\n### Ports\n\n- panel: 8091":                                                                                "Ports|panel = 8091",
		"## Office\n\nPorts of the print server:\n\n- web: 8631\n- raw: 9100":                                                         "Office|Ports of the print server web = 8631\nOffice|Ports of the print server raw = 9100",
		"## Office\n\nIt is in the hall. **Scanner ports:**\n- web: 8631":                                                             "Office|Scanner ports web = 8631",
		"## Office\n\nPrint server:\nweb: 8631":                                                                                       "Office|Print server web = 8631",
		"## Office\n\nUse these:\n- web: 8631":                                                                                        "Office|web = 8631",
		"## Office\n\n**Backup jobs**\n- nightly: 02:30":                                                                              "Office|Backup jobs nightly = 02:30",
		"- Cameras\n  - yard\n    - main: 10.0.0.7":                                                                                   "|Cameras yard main = 10.0.0.7",
		"## M\n\n| # | Machine | User | Port | Role |\n|-|-|-|-|-|\n| 1 | attic | root | 22 | build host |\n| 2 | hall | pi | 23 | |": "M|attic User = root\nM|attic Role = build host\nM|hall User = pi\nM|hall Port = 23",
		"```yaml\nbackup:\n  host: attic.lan\n  port: 2207\nmail:\n  port: 587\nuser: keeper\n```":                                    "|backup host = attic.lan\n|backup port = 2207\n|mail port = 587\n|user = keeper",
		"```toml\n[backup]\nport = 2207\n```":                                                                                         "|backup port = 2207",
		"## Jobs\n\n| Time | Job |\n|-|-|\n| 10:30 | sync |\n| 11:10 | patrol |":                                                      "Jobs|sync Time = 10:30\nJobs|patrol Time = 11:10",
		"## Site\n\n### A\n\n### B\n\n### C\n\n### D\n\n### E\n\n### F\n\n### G\n\n### H\n\n### I\n\n- panel: 2207":                   "I|panel = 2207",
		"## Web shop (stage two) — admin\n\n### Lugar y acceso\n\n- panel: 2207":                                                      "Web shop: Lugar y acceso|panel = 2207",
		"## Jobs of mine\n\n### Night patrol of all greenhouses\n\n- port: 2207":                                                      "Night patrol of all greenhouses|port = 2207",
		"## 定时任务\n\n### 夜间温室巡逻与灌溉检查报告\n\n- 端口：2207":                                                                                   "夜间温室巡逻与灌溉检查报告|端口 = 2207",
		"## Pumps\n\n```bash\npumpctl list   # should show: three pumps\n```":                                                         "Pumps|Pumps = pumpctl list",
		"## Office\n\nPrint server:\n\n| page | port |\n|-|-|\n| web | 8631 |":                                                        "Office: Print server|web port = 8631",
	} {
		var got []string
		for _, f := range Find(t.Context(), "TOOLS.md", []byte(text+"\n")).Facts {
			got = append(got, f.Heading+"|"+f.Label()+" = "+f.Value)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%q\n%q, want\n%q", text, got, want)
		}
	}
}

// A value is not shown without what limits it, and a value that would be shown
// without its subject is no fact.
func TestQualifiers(t *testing.T) {
	for text, want := range map[string]string{
		"- Drive: `1Tq-folder` (primary)":                                                        "1 Drive = `1Tq-folder` (primary) (name)",
		"- Inverter: `modbus://10.0.0.60:502`, read only":                                        "1 Inverter = `modbus://10.0.0.60:502`, read only (url)",
		"- Report: 21:00 UTC":                                                                    "1 Report = 21:00 UTC (cron)",
		"- Family chat: `-100420042` — never post here without asking":                           "1 Family chat = `-100420042` — never post here without asking (id)",
		"- Restart: `panelctl restart`; no raw restart unless asked":                             "1 Restart = panelctl restart (command) [no raw restart unless asked]",
		"- Restart: `panelctl up` — the old way took too long, so Mara wrote this one in a week": "1 Restart = panelctl up (command) [the old way took too long, so Mara wrote this one in a week]",
		"## Health\n\n- DB: `health.sqlite`; daily 9PM check-in":                                 "3 DB = `health.sqlite`; daily 9PM check-in (path)",
		"| model | size | use case |\n|---|---|---|\n| `m3` | 2.1 GB | Fallback only |":          "3 m3 = Fallback only (name)",
		"- **weekly** → cron / **once** → `node jobs/add.js`":                                    "1 weekly = cron / **once** → `node jobs/add.js` (cron)",
		"- a: `x.example/a` / b: `x.example/b`":                                                  "1 a = `x.example/a` / b: `x.example/b` (host)",
		"| pump | host | note |\n|---|---|---|\n| east | 10.0.0.4 | wiring pending |":            "3 east host = 10.0.0.4 (host)|3 east = wiring pending (name)",
		"| 泵 | 主机 | 备注 |\n|---|---|---|\n| 东 | 10.0.0.4 | 未接电源 |":                                "3 东 主机 = 10.0.0.4 (host)|3 东 = 未接电源 (name)",
		"## Jobs\n\n```\nsync 02:00 / patrol 09:00 / rest\n```":                                  "",
		"| code | place | what |\n|---|---|---|\n| `m3.py` | jobs/ | counts the eggs |":          "3 m3.py place = jobs/ (path)",
		"- Horario: de 8:30 a 15:00":                                                             "1 Horario = de 8:30 a 15:00 (cron)",
	} {
		if got := strings.Join(shown(Find(t.Context(), "TOOLS.md", []byte(text+"\n"))), "|"); got != want {
			t.Errorf("%q\n%s, want\n%s", text, got, want)
		}
	}
}

// A secret behind a value is not copied as what qualifies it.
func TestSecretInQualifier(t *testing.T) {
	for _, text := range []string{
		"- Library: group 5510872, key mCb6lKLXVhyCWmWXfpy9La\n",
		"- Library: `zotero://5510872` (key mCb6lKLXVhyCWmWXfpy9La)\n",
		"- Library: 10.0.0.7, only with mCb6lKLXVhyCWmWXfpy9La\n",
	} {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		for _, f := range found.Facts {
			if strings.Contains(f.Label()+f.Told(), "mCb6") {
				t.Errorf("copied: %s", show(f))
			}
		}
		if len(found.Secrets) == 0 {
			t.Errorf("not reported: %q", text)
		}
	}
}

// The lines that the host writes into a new workspace are no facts, in any order,
// joined or cut.
func TestHostTemplate(t *testing.T) {
	for _, text := range []string{
		"### Cameras\n\n- living-room → Main area, 180° wide angle\n- front-door → Entrance\n",
		"### SSH\n- home-server → 192.168.1.100, user: admin\n",
		"### TTS\n- Preferred voice: \"Nova\" (warm, slightly British)\n- Default speaker: Kitchen HomePod\n",
		"- *(Add camera names, SSH hosts, voice preferences here as I learn them)*\n",
		"## Tools\n\nSkills provide your tools. When you need one, check its `SKILL.md`. Keep local notes (camera names, SSH details, voice preferences) in `TOOLS.md`.\n\n** Voice Storytelling:** If you have `sag` (ElevenLabs TTS), use voice for stories, movie summaries, and \"storytime\" moments!\n",
		"## Tools\n\n- **Discord links:** Wrap multiple links in `<>` to suppress embeds: `<https://example.com>`\n- **WhatsApp:** No headers — use **bold** or CAPS for emphasis\n",
	} {
		for _, path := range Files {
			if got := shown(Find(t.Context(), path, []byte(text))); len(got) > 0 {
				t.Errorf("%q: %q", text, got)
			}
		}
	}
	own := "### SSH\n\n- home-server → 10.7.0.4, user: juniper\n"
	if got := Find(t.Context(), "TOOLS.md", []byte(own)).Facts; len(got) == 0 {
		t.Error("what a person put in the place of the example is no fact")
	}
}

// The owner's sections below the host's examples were lost where the heading behind those was gone, and so were the
// lines that the owner appended to the text of the template.
func TestOwnTextBelowTemplate(t *testing.T) {
	t.Parallel()
	const fence = "```markdown\n### Cameras\n\n- living-room → Main area, 180° wide angle\n```\n\n"
	const title, goesHere = "# TOOLS.md - Local Notes\n\n", "## What Goes Here\n\n- Device nicknames\n\n"
	const own = "### Barn\n\n- gate: 10.6.0.4\n\n### Attic\n\n- relay: 10.6.0.5\n"
	both := []string{"Barn gate 10.6.0.4", "Attic relay 10.6.0.5"}
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"sections behind the fence": {title + goesHere + "## Examples\n\n" + fence + own, both},
		"no other heading":          {title + "## Examples\n\n" + fence + own, both},
		"a fence of the owner's": {
			title + goesHere + "## Examples\n\n```\n- pump → 10.6.0.9\n```\n\n" + own, both,
		},
		"lines behind the fence": {title + "## Examples\n\n" + fence + "- gate: 10.6.0.4\n", []string{" gate 10.6.0.4"}},
		"lines below a heading": {
			title + "## Why Separate?\n\nSkills are shared. Your setup is yours.\n\n- gate: 10.6.0.4\n",
			[]string{" gate 10.6.0.4"},
		},
		"lines behind the last line": {
			title + "### Relays\n\n- attic: 10.6.0.5\n\n---\n\nAdd whatever helps you do your job. This is your cheat sheet.\n\n" +
				"- gate: 10.6.0.4\n",
			[]string{"Relays attic 10.6.0.5", " gate 10.6.0.4"},
		},
		"examples of the owner's":                {"# Farm\n\n## SSH hosts\n\n## Examples\n\n```\n- pump → 10.6.0.9\n```\n\n" + own, nil},
		"a heading near to a line of the host's": {"## SSH hosts\n\n- 10.6.0.4\n", []string{"SSH hosts SSH hosts 10.6.0.4"}},
		"examples of a section":                  {title + goesHere + "## Reports\n\n### Examples\n\n- gate: 10.6.0.4\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, f := range Find(t.Context(), "TOOLS.md", []byte(tc.text)).Facts {
				got = append(got, f.Heading+" "+f.Key+" "+f.Value)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("facts %q, want %q", got, tc.want)
			}
		})
	}
}

// A bullet that ends in a number in brackets ended the program.
func TestNumberInBrackets(t *testing.T) {
	got := shown(
		Find(t.Context(), "TOOLS.md", []byte("## People\n\n- Anna Berg (978-555-0142)\n- Vet: Ole (978) 555-0143\n")),
	)
	if want := []string{
		"3 People = Anna Berg (978-555-0142) (phone)",
		"4 Vet = Ole (978) 555-0143 (phone)",
	}; !slices.Equal(
		got,
		want,
	) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Found on real files: a condition, a refusal, the middle of a sentence, a question, a flow and what is forbidden were shown as
// values, and a name was cut in the middle of its brackets.
func TestPartsOfRulesAreNoFacts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"## Work\n\n- When unsure of a flag, run `farmctl help --all` first":            "",
		"## Net\n\n- Don't use port 8123 from outside; use https://ha.farm.net instead": "",
		"## Net\n\n- Never raise `maxChars` above 32000":                                "",
		"## 内存\n\n- 不支持 `siliconflow` 字符串":                                              "",
		"## Server\n\n- ホスト側で直接 `chromium` を起動しない":                                      "",
		"## Server\n\n- ポートは `8080` です":                                                 "3 Server = ポートは `8080` です (id)",
		"## Memory\n\n| ask | layer |\n|---|---|\n| \"Who waters?\" | `logs` |":         "",
		"## Memory\n\n```\n# is it up?\nfarmctl ping barn\n```":                         "5 is it up? = farmctl ping barn (command)",
		"## Work\n\nYou may use the browser, read/write/apply_patch and exec.":          "",
		"## Crew\n\n```\nPlanner (Otto) → Builder → Tester\n```":                        "",
		"## СТОП-ЛИСТ\n\n- `rm -rf` на серверах":                                        "",
		"## Gate\n\n- **Gateway token:** 64 characters, rotated":                        "",
		"## Screens\n\n- `hall` → visitor screen (touch), 10.44.7.5":                    "3 hall = visitor screen (touch), 10.44.7.5 (host)",
		"### cron\n\n- List jobs: `farmctl cron list`":                                  "3 List jobs = farmctl cron list (command)",
		"## Signals\n\n| name | low | high |\n|---|---|---|\n| Skew | < -2 | > 2 |\n":   "5 Skew low = < -2 (name)|5 Skew high = > 2 (name)",
	} {
		if got := strings.Join(shown(Find(t.Context(), "TOOLS.md", []byte(text+"\n"))), "|"); got != want {
			t.Errorf("%q\n%s, want\n%s", text, got, want)
		}
	}
}
