package facts

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

// show is a fact on one line.
func show(f Fact) string {
	text := fmt.Sprintf("%d %s = %s (%s)", f.Line, f.Label(), f.Value, f.Kind)
	if f.Qualifier != "" {
		text += " [" + f.Qualifier + "]"
	}
	if f.Conflict {
		text += " !"
	}
	return text
}

func shown(found Found) []string {
	all := []string{}
	for _, f := range found.Facts {
		all = append(all, show(f))
	}
	return all
}

func TestFacts(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"bold bullet":          {"## Hosts\n\n- **gate:** 10.20.0.1, router", []string{"3 gate = 10.20.0.1, router (host)"}},
		"device under title":   {"# Tools\n\n- Printer: 10.0.0.9", []string{"3 Printer = 10.0.0.9 (host)"}},
		"colon outside bold":   {"- **gate**: `10.20.0.1`", []string{"1 gate = 10.20.0.1 (host)"}},
		"arrow":                {"- porch → 10.0.0.3", []string{"1 porch = 10.0.0.3 (host)"}},
		"equals":               {"- Topic Orders = 22", []string{"1 Topic Orders = 22 (id)"}},
		"setting line":         {"GRAFANA_PORT=3001", []string{"1 GRAFANA_PORT = 3001 (port)"}},
		"several values":       {"- **nas:** 10.0.0.5, SSH on port 2207, user `keeper`", []string{"1 nas = 10.0.0.5, SSH on port 2207, user `keeper` (host)"}},
		"rate with its unit":   {"- Carrier API limit: 60 requests per minute; the shop has 120", []string{"1 Carrier API limit = 60 requests per minute; the shop has 120 (rate limit)"}},
		"cron":                 {"- **Backup cron:** `0 3 * * 1`", []string{"1 Backup cron = 0 3 * * 1 (cron)"}},
		"cron, every 15":       {"- Sync: */15 * * * * (UTC)\n- Prune: 0 */2 * * *", []string{"1 Sync = */15 * * * * (UTC) (cron)", "2 Prune = 0 */2 * * * (cron)"}},
		"cron in a table":      {"| job | when |\n|---|---|\n| sync | */15 * * * * |", []string{"3 sync = */15 * * * * (cron)"}},
		"cron behind bold":     {"- **Sync** */15 * * * *", []string{"1 Sync = */15 * * * * (cron)"}},
		"flag with meaning":    {"- `--no-cache`: fresh build", []string{"1 fresh build = --no-cache (flag)"}},
		"inline code":          {"The SSH user is `juniper` everywhere except on the gate.", []string{}},
		"table":                {"| service | port |\n|---|---|\n| grafana | 3001 |", []string{"3 grafana port = 3001 (port)"}},
		"table, id first":      {"| ID | Topic |\n|---|---|\n| 14 | Ideas |", []string{"3 Ideas ID = 14 (id)"}},
		"table of reasons":     {"| service | port | why |\n|---|---|---|\n| grafana | 3001 | history |", []string{"3 grafana port = 3001 (port)"}},
		"escaped bar":          {"| job | command |\n|---|---|\n| count | `ls \\| wc -l` |", []string{"3 count = ls \\| wc -l (command)"}},
		"fence, comment":       {"```bash\n# purge the CDN\ncdnctl purge --all\n```", []string{"3 purge the CDN = cdnctl purge --all (command)"}},
		"fence, one word":      {"```\n# Deploy the site\n./deploy.sh\n```", []string{"3 Deploy the site = ./deploy.sh (command)"}},
		"fence, line above":    {"Restart the panel:\n\n```\nsystemctl restart panel\n```", []string{"4 Restart the panel = systemctl restart panel (command)"}},
		"fence, settings":      {"```yaml\nport: 3001\nhost: pantry\n```", []string{"2 port = 3001 (port)", "3 host = pantry (name)"}},
		"fence, ssh":           {"```\nHost attic\n  HostName 10.0.0.5\n  Port 2222\n```", []string{"2 Host = attic (alias)", "3 attic HostName = 10.0.0.5 (host)", "4 attic Port = 2222 (port)"}},
		"unclosed fence":       {"```bash\n# purge\ncdnctl purge --all\n\n- gate: 10.0.0.1\n", []string{"5 gate = 10.0.0.1 (host)"}},
		"nested bullets":       {"- **gate**\n  - ip: 10.0.0.1\n  - user: root\n", []string{"2 gate ip = 10.0.0.1 (host)", "3 gate user = root (name)"}},
		"two values":           {"- panel port: 8091\n- panel port: 8093\n", []string{"1 panel port = 8091 (port) !", "2 panel port = 8093 (port) !"}},
		"members of a list":    {"**Query types:**\n\n- `eggs` - what was laid\n- `feed` - what was eaten\n", []string{"3 Query types = eggs (name) [what was laid]", "4 Query types = feed (name) [what was eaten]"}},
		"listed addresses":     {"**Barn endpoints:**\n\n| Endpoint | Purpose |\n|---|---|\n| `https://barn.net/eggs` | Eggs laid |\n| `https://barn.net/feed` | Feed eaten |\n", []string{"5 Eggs laid = https://barn.net/eggs (url)", "6 Feed eaten = https://barn.net/feed (url)"}},
		"twice the same":       {"- panel port: 8091\n- panel port: 8091\n", []string{"1 panel port = 8091 (port)"}},
		"right half":           {"- ✅ `vctl pull`\n- ❌ `vctl sync --force`\n", []string{"1  = vctl pull (command)"}},
		"German":               {"- **Kassenrechner:** 192.168.23.40, Port 8090", []string{"1 Kassenrechner = 192.168.23.40, Port 8090 (host)"}},
		"Chinese":              {"- **语音** → `voice=zh-warm-2`，语速 0.95", []string{"1 语音 = `voice=zh-warm-2`，语速 0.95 (voice)"}},
		"a name in a sentence": {"- **10MB以下** → Slackに貼る", []string{"1 10MB以下 = Slackに貼る (name)"}},
		"no final newline":     {"- a: 10.0.0.1", []string{"1 a = 10.0.0.1 (host)"}},
		"CRLF and BOM":         {"\xef\xbb\xbf- a: 10.0.0.1\r\n- b: 10.0.0.2\r\n", []string{"1 a = 10.0.0.1 (host)", "2 b = 10.0.0.2 (host)"}},
		"a link":               {"- Wiki: [the wiki](https://wiki.example/start)", []string{"1 Wiki = https://wiki.example/start (url)"}},

		"own section below the host's": {
			"## Why Separate?\n\nSkills are shared. Your setup is yours.\n\n### Proxy\n\n- Port: 3001\n- Port of the mirror: 3002",
			[]string{"7 Port = 3001 (port)", "8 Port of the mirror = 3002 (port)"},
		},
		"bare values":              {"## Hosts\n\n- `10.0.0.1`\n- 10.0.0.2:80\n", []string{"3 Hosts = 10.0.0.1 (host)", "4 Hosts = 10.0.0.2:80 (host)"}},
		"a code that names":        {"- `desk` – logged in as reception", []string{"1 logged in as reception = desk (name)"}},
		"a thing, described":       {"- `larch` → the recorder for all cameras, 10.4.2.21", []string{"1 larch = the recorder for all cameras, 10.4.2.21 (host)"}},
		"key with an aside":        {"- **Park code (they ask for it on the phone line):** FNHR-04", []string{"1 Park code (they ask for it on the phone line) = FNHR-04 (name)"}},
		"a phone":                  {"- Front desk phone: +1 208 555 0141", []string{"1 Front desk phone = +1 208 555 0141 (phone)"}},
		"parts that are alike":     {"Reagents: lyse CM-L05, diluent CM-D20.", []string{"1 Reagents = lyse CM-L05, diluent CM-D20 (name)"}},
		"two names in one":         {"- Nights: Mon, Tue", []string{"1 Nights = Mon, Tue (name)"}},
		"a list of names":          {"- Seasonals: Anneke, Bram, Odalys", []string{"1 Seasonals = Anneke, Bram, Odalys (name)"}},
		"prose, port":              {"The board lives on port 7340 since nothing else does.", []string{"1  = The board lives on port 7340 since nothing else does (port)"}},
		"prose, code":              {"The archive, on the core as `orth-tarn`, keeps all.", []string{}},
		"prose, several":           {"Portal https://count.example, organisation org-2239. The export is limited to 31 days per call.", []string{"1  = Portal https://count.example, organisation org-2239 (url)"}},
		"prose, Chinese":           {"推流端口8559，录像保存 14 天，位置在 /srv/nvr/rec。", []string{"1  = 推流端口8559，录像保存 14 天，位置在 /srv/nvr/rec (port)"}},
		"prose, German":            {"Die Ablage liegt unter /srv/akten, Port 9095, und hält 30 Tage.", []string{"1  = Die Ablage liegt unter /srv/akten, Port 9095, und hält 30 Tage (path)"}},
		"crontab":                  {"```cron\n# backup\n5 2 * * *  /srv/jobs/push.sh   # to the garage\n```", []string{"3 backup = 5 2 * * *  /srv/jobs/push.sh (command) [to the garage]"}},
		"setting with a comment":   {"```yaml\nward: cam-b02   # cages 1-8\n```", []string{"2 ward = cam-b02 (name) [cages 1-8]"}},
		"setting in braces":        {"```yaml\n  eu: { id: Z-121, days: 14-21 }  # Europe\n```", []string{"2 eu = { id: Z-121, days: 14-21 } (name) [Europe]"}},
		"command with a gap":       {"```\nfbk find --chip <15 digits>   # by chip\n```", []string{"2 by chip = fbk find --chip <15 digits> (command)"}},
		"cells, whole":             {"| lab | order by | nights |\n|---|---|---|\n| Oxbow | Wed 11:00 | Mon, Thu |", []string{"3 Oxbow order by = Wed 11:00 (cron)", "3 Oxbow nights = Mon, Thu (name)"}},
		"an extension":             {"- **Büro:** Gerda Lind, Durchwahl 12", []string{"1 Büro = Gerda Lind, Durchwahl 12 (name)"}},
		"learners":                 {"- Azubis: Fenja (3. Jahr), Marek (1. Jahr)", []string{"1 Azubis = Fenja (3. Jahr), Marek (1. Jahr) (name)"}},
		"opening hours":            {"- Büro: Mo–Do 7:30–16:30, Fr bis 12:00", []string{"1 Büro = Mo–Do 7:30–16:30, Fr bis 12:00 (cron)"}},
		"hours, Spanish":           {"- Horario: lunes a viernes de 8:30 a 15:00", []string{"1 Horario = lunes a viernes de 8:30 a 15:00 (cron)"}},
		"hours, French":            {"- Horaires : lun–ven 9h–17h", []string{"1 Horaires = lun–ven 9h–17h (name)"}},
		"first Friday":             {"- Abend: jeden ersten Freitag, 19:30", []string{"1 Abend = jeden ersten Freitag, 19:30 (cron)"}},
		"times of a day":           {"- Feeding: 06:30, 12:00, 19:00", []string{"1 Feeding = 06:30, 12:00, 19:00 (cron)"}},
		"a list of paths":          {"- Shelves: `/srv/a/`, `/srv/b/` and /srv/c/", []string{"1 Shelves = `/srv/a/`, `/srv/b/` and /srv/c/ (path)"}},
		"a list, announced":        {"**Domains (of the shop):**\nshop-one.example, b.skis, shop-two.example", []string{"2 Domains (of the shop) = shop-one.example, b.skis, shop-two.example (host)"}},
		"a fence, announced":       {"**PDF to PNG:**\n\n```bash\n# Convert\npdftoppm -png in.pdf out\n```", []string{"5 PDF to PNG Convert = pdftoppm -png in.pdf out (command)"}},
		"a list with slashes":      {"## Paths\n\nnotes/daily/ / notes/topics/ / agent.yaml", []string{"3 Paths = notes/daily/ / notes/topics/ / agent.yaml (path)"}},
		"a list of identifiers":    {"- Other: feed_find, feed_send, feed_vet", []string{"1 Other = feed_find, feed_send, feed_vet (name)"}},
		"repositories":             {"| org | repos |\n|---|---|\n| `loam` | Ferry, Tide |", []string{"3 loam repos = Ferry, Tide (name)"}},
		"what it is":               {"- Kiln: 10.0.0.9, protocol is fast, Protokoll ist Telnet, Wartungsfirma Fa. Hüttl", []string{"1 Kiln = 10.0.0.9, protocol is fast, Protokoll ist Telnet, Wartungsfirma Fa. Hüttl (host)"}},
		"what listens":             {"- Projector: PJLink on 4352", []string{"1 Projector = PJLink on 4352 (name)"}},
		"how long it is kept":      {"- Kept: 7 daily, 4 weekly, 12 monthly", []string{"1 Kept = 7 daily, 4 weekly, 12 monthly (id)"}},
		"another of its kind":      {"- Zero: G54, with the vacuum table G56", []string{"1 Zero = G54, with the vacuum table G56 (name)"}},
		"a size and a roll":        {"- Labels: 62x100, roll DK-22205", []string{"1 Labels = 62x100, roll DK-22205 (name)"}},
		"a name for an address":    {"- Hof: hof-tor → `rtsp://10.0.0.9/main`", []string{"1 Hof = hof-tor → `rtsp://10.0.0.9/main` (url)"}},
		"pairs between dots":       {"Anna direct: 511098734 · Kim direct: 511204418 · Tim has none.", []string{"1 Anna direct = 511098734 · Kim direct: 511204418 · Tim has none (id)"}},
		"dial codes":               {"Phone: night mode with *71, off with *70.", []string{"1 Phone = night mode with *71, off with *70 (name)"}},
		"an IBAN":                  {"- IBAN: DE89 3704 0044 0532 0130 00", []string{"1 IBAN = DE89 3704 0044 0532 0130 00 (name)"}},
		"a German compound":        {"- Flotte: https://f.example, Firmenkennung auer-ts", []string{"1 Flotte = https://f.example, Firmenkennung auer-ts (url)"}},
		"the right half":           {"❌ `x --all`\n✅ `x --new` and wait", []string{"2  = x --new (command) [and wait]"}},
		"a command, explained":     {"`x status --short` shows whether all is well.", []string{"1  = x status --short (command) [shows whether all is well]"}},
		"a command in plain words": {"Show the eggs:\n\n```\nfarmctl show eggs today\n```", []string{"4 Show the eggs = farmctl show eggs today (command)"}},
		"a query":                  {"```sql\n-- open orders\nSELECT nr FROM orders;\nSELECT nr\nFROM orders;\n```", []string{"3 open orders = SELECT nr FROM orders; (command)"}},
		"aligned settings":         {"## Program\n\n    tenant   = 02\n", []string{"3 tenant = 02 (id)"}},
		"a unit of one letter":     {"Height of the van: 2.74 m. Last year it got stuck.", []string{"1 Height of the van = 2.74 m (rate limit)"}},
		"a label in a fence":       {"## Chat\n\n```\nSignal:\n  - Bot: @larch_bot\n  - State: ✅ paired\n\nWeb:\n  - Address: http://10.0.0.9:81/\n```", []string{"5 Signal Bot = @larch_bot (id)", "9 Web Address = http://10.0.0.9:81/ (url)"}},
		"a ban in a comment":       {"```bash\n# Wipe (owner only, never by itself)\nfarmctl wipe --yes\n```", []string{"3 Wipe (owner only, never by itself) = farmctl wipe --yes (command)"}},
		"a condition behind it":    {"```bash\n# Get the parts\nfarmctl parts   # if parts.json is there\n```", []string{"3 Get the parts = farmctl parts (command) [if parts.json is there]"}},
		"or, above a command":      {"**Eggs:**\n\n```bash\nfarmctl eggs\n# or\nfarmctl show eggs\n```", []string{"4 Eggs = farmctl eggs (command)", "6 Eggs = farmctl show eggs (command)"}},
		"a bare command":           {"- Speak: say -v \"Anna\" \"moin\"\n- Start: cd /srv/barn && barnctl up -d (once)", []string{"1 Speak = say -v \"Anna\" \"moin\" (command)", "2 Start = cd /srv/barn && barnctl up -d (command) [(once)]"}},
		"beside an arrow":          {"- Mail: eggs@farm.net → smtp.farm.net:465 (SSL)\n- Moved: farm.net → www.farm.net loses the header", []string{"1 Mail = eggs@farm.net → smtp.farm.net:465 (SSL) (id)", "2 Moved = farm.net → www.farm.net loses the header (host)"}},
		"beside a slash":           {"- Board: `Larch10,1` / Elm `E1` / `8 GB` RAM", []string{"1 Board = `Larch10,1` / Elm `E1` / `8 GB` RAM (name)"}},
		"a table, not in part":     {"| code | when | what |\n|---|---|---|\n| `m3.py` | 02:30 | eggs |\n| `m4.py` | as soon as the hens are awake and it is light | feed |", []string{"3 m3.py = 02:30 (cron)"}},
		"a column of states":       {"| what | address | state |\n|---|---|---|\n| barn | 10.0.0.9 | 🔴 to do |\n| attic | 10.0.0.8 | ✅ stable |", []string{"3 barn address = 10.0.0.9 (host)", "3 barn = 🔴 to do (name)", "4 attic address = 10.0.0.8 (host)"}},
		"a list, described":        {"**Fast models:**\n- larch/elm-5 - short letters\n- larch/elm-4.7-mini - all else", []string{"2 Fast models = larch/elm-5 (model) [short letters]", "3 Fast models = larch/elm-4.7-mini (path) [all else]"}},
		"a row named by a number":  {"| truck | plate |\n|---|---|\n| 2 | FP 2207 |", []string{"3 2 plate = FP 2207 (id)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shown(Find(t.Context(), "TOOLS.md", []byte(tc.text))); !slices.Equal(got, tc.want) {
				t.Errorf("facts\n%q, want\n%q", got, tc.want)
			}
		})
	}
}

// A value lost the wildcard at its end, and named another place than its source.
func TestWildcardIsKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"- Logs: /srv/barn/logs/*":                              "/srv/barn/logs/*",
		"- Store: ~/barn/*, nightly":                            "~/barn/*",
		"- Days: /srv/barn/2031-*":                              "/srv/barn/2031-*",
		"- **Deep:** /srv/barn/**":                              "/srv/barn/**",
		"- Sites: https://barn.net/eggs/*":                      "https://barn.net/eggs/*",
		"- Photos: `/srv/barn/photos/*`":                        "/srv/barn/photos/*",
		"- **Eggs: /srv/barn/eggs/**":                           "/srv/barn/eggs/",
		"| what | path |\n|---|---|\n| hay | /srv/barn/hay/* |": "/srv/barn/hay/*",
	} {
		got := Find(t.Context(), "TOOLS.md", []byte(text+"\n")).Facts
		if len(got) != 1 || !strings.HasPrefix(got[0].Value, want) {
			t.Errorf("%q: %+v, want %q", text, got, want)
		}
	}
}

func TestNotFacts(t *testing.T) {
	for name, text := range map[string]string{
		"template":            "## Examples\n\n```markdown\n### Cameras\n\n- living-room → Main area, 180° wide angle\n```\n",
		"template, in place":  "### Cameras\n\n- living-room → Main area, 180° wide angle\n- front-door → Entrance, motion-triggered\n\n### SSH\n\n- home-server → 192.168.1.100, user: admin\n\n### TTS\n\n- Preferred voice: \"Nova\" (warm, slightly British)\n- Default speaker: Kitchen HomePod\n",
		"a list of uses":      "- Local models: Automation, heartbeats, background tasks\n",
		"placeholder":         "- host: <your host>\n- port: TBD\n- key: …\n- name: your-name-here\n",
		"reason":              "- **Why:** the port moved to 8091 in August.\n",
		"lesson":              "## Lessons\n\n- panel: port 8091\n",
		"incident":            "## 2026-10-03 outage\n\n- panel: 10.0.0.1\n",
		"incident table":      "| date | mistake | fix |\n|---|---|---|\n| 2026-10-03 | port 8091 | 8093 |\n",
		"rule":                "- Never restart: `systemctl restart panel`\n- If it hangs: `kill -9 1`\n",
		"refused":             "- ❌ old: `docker-compose up`\n- ~~panel: 10.0.0.9~~\n",
		"refused command":     "```bash\n# ❌ wrong\nrestic forget --all\n```\n",
		"prose":               "We moved the panel from 8081 to 8091 when the box was rebuilt in August, and it took a week.\n",
		"to-do":               "- [ ] host: 10.0.0.1\n",
		"quote":               "> - host: 10.0.0.1\n",
		"row without a name":  "| read | write |\n|---|---|\n| `get-coin` | `send-coin` |\n| | `make-coin` |\n",
		"a label with a dash": "## Shops\n\n**Barn - North Gate**\n",
		"a tree of folders":   "Files:\n\n```\nfarm/\n  eggs/\n  └── eggs.db\n```\n",
		"log output":          "```log\nlistening on 10.0.0.1:8080\n```\n",
		"story":               "The stream was on port 8554 until Teo moved it. On the 3rd it went to 11.9 °C at 02:14.\n",
		"a day":               "On 2026-04-08 from 01:12 the feed reconnected each minute.\n",
		"denied":              "It hangs without `-p`, and there is no `--quiet`.\n",
		"subject":             "`permitq` has a mind of its own.\n",
		"own document":        "Lookup facts are in `TOOLS.md`, each skill has its own SKILL.md.\n",
		"pointer":             "- Topic: see Messaging\n- Start code: in the vault\n",
		"errand":              "- Two failed attempts at anything → stop, post to Ops\n",
		"remarks":             "| room | what it's for |\n|---|---|\n| lab | analysers, fridge, microscope |\n| ward | cages |\n",
		"steps":               "1. Plug the grey cable into the laptop.\n2. Wait 30 seconds.\n",
		"an example":          "- Ejemplo: `x sync --a 10.9.9.9`\n",
		"what is no more":     "- Port 8081 is wrong, ignore the sticker\n- Der Port 8081 gilt nicht mehr\n- Le port 8081 n'est plus bon\n",
		"what was":            "Hasta marzo corría en 10.1.0.4.\n\nJusqu'en mars ça tournait sur 10.1.0.4.\n",
		"what it says":        "The message says \"ERR 4012 timeout at 10.1.0.4:8080\".\n",
		"reported":            "- Schwarm gemeldet am 12.05., 2,3 kg schwer\n",
		"what is to come":     "- [x] done\n- Glass: no portal, Kennung folgt\n",
		"sample request":      "```json\n{\n  \"text\": \"the hens are in\",\n  \"url\": \"https://barn.net/say\"\n}\n```\n",
		"sample command":      "```bash\n# Example:\nmkdir -p /tmp/pages\n```\n",
		"case with an errand": "- **Small slip:** tape_budget was not set → noted in `memory/slips/`, as a warning\n",
		"footer":              "*details: see each SKILL.md | memory: `shared/`*\n",
		"sentence in a fence": "Ask for a picture:\n\n```\nDraw the barn at dawn, with two hens\n```\n",
		"request in a fence":  "**Report:**\n\n```\nTell me what happened today.\n```\n",
		"cut command":         "```bash\n# long\nrsync -a \\\n  --delete src dst\n```\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got := shown(Find(t.Context(), "TOOLS.md", []byte(text))); len(got) > 0 {
				t.Errorf("facts %q", got)
			}
		})
	}
}

// Invariant 2.
func TestSecretsAreReported(t *testing.T) {
	for name, text := range map[string]string{
		"token":                 "- deploy: ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo\n",
		"password":              "- **Portal password:** `Moorhuhn&Lade_77!q`\n",
		"named key":             "- Zotero library: group 5510872, key mCb6lKLXVhyCWmWXfpy9La\n",
		"opaque":                "- **API:** `nid_live_7Qw3zKfV9mXb2RtHs6LpYc81DnEu0JaG`\n",
		"in a URL":              "- proof → https://proofs:hT6vRz0wKe@ftp.meridian.example/in\n",
		"other script":          "- **机器人令牌** → 1378139347:AAzEChl5bbYvspZ2IEKB3NP4ICmHpdmxOe2\n",
		"in a fence":            "```bash\nexport WHORL_API_KEY=whk_live_9fQ2mZt7LxVb4RcN8sKdYp31\n```\n",
		"login, slash":          "- login: maria / sonne2019Q\n",
		"address, slash":        "- Guest account: anna@barn.example / pantryQ2031 (sees all)\n",
		"pass=":                 "- panel user=ops pass=hunterQ2x\n",
		"one word":              "- WLAN Gast: blauhaus, Passwort: kirschbaumQ\n",
		"lower groups":          "- **App password:** `wqzk ptnv haeo lmcy`\n",
		"row of a table":        "| | |\n|---|---|\n| SMTP | mail.example |\n| App password | Otter!QGravel-58 |\n",
		"column of a table":     "| site | user | Passwort |\n|---|---|---|\n| shop | anna | RosenQ!7 |\n",
		"later on the line":     "- **Repository password:** in the vault. It was `three-MulesQ-1-Barn` once.\n",
		"PIN in prose":          "PIN for all the cards is 10606 and it's on a sticker.\n",
		"keypad":                "Keypad of the north gate 15520#, fire road 11984#, don't write these into a chat.\n",
		"digits apart":          "The code for the mailbox is 4 4 1 0, by ear.\n",
		"door code":             "- Door code 14711\n",
		"door code, German":     "- Türcode: 12580\n",
		"door code, Spanish":    "- código de la puerta: 11357\n",
		"door code, French":     "- code d'entrée : 1124B80Q\n",
		"door code, Chinese":    "- 门禁码：18842\n",
		"recovery codes":        "- recovery codes: 1a2b-3c4dQ, 5e6f-7a8bQ\n",
		"recovery, German":      "- Wiederherstellungscodes: 188213344 199120011\n",
		"Spanish":               "- La contraseña del wifi es GirasolQ88\n",
		"French":                "- mot de passe : soleilQ2024\n",
		"Chinese":               "- Wi-Fi 密码：chunfengQ\n",
		"Chinese, with a label": "- AppSecret：`b4Chun-Ming9!qian_LvQ77`　← 不该写在这\n",
		"login, German":         "- Zugang Portal: anna / RosenQ!7\n",
		"Chinese, birthday":     "- **密码：** 1417093Q.\n",
		"behind another value":  "- frp 端口: 7000 (token: shopQ2024desktop)\n",
		"PUK":                   "- SIM-PIN: 11234, PUK 112345678\n",
		"in brackets":           "- zugang: anna (RosenQ!7x)\n",
		"user with a capital":   "- FTP: Anna:RosenQ!7x@ftp.meridian.example\n",
		"host without a dot":    "- ablage: ftp://anna:Rosen@Quarz7@nas/in\n",
		"in a key":              "- Router (Passwort RosenQ7x): 10.0.0.4\n",
		"in a key of a table":   "| name | host |\n|---|---|\n| nas (pw: RosenQ7x) | 10.0.0.4 |\n",
		"in a comment above":    "```\n# Zugang anna / RosenQ!7\nfarmctl login --now\n```\n",
		"in a comment behind":   "- host: 10.0.0.9   # log in as anna with RosenQ!7x\n",
		"a long number":         "- Shop: ck_50ae0d389bb7e2dc08d8fa80d0ab668e9d17a25d\n",
	} {
		t.Run(name, func(t *testing.T) {
			found := Find(t.Context(), "TOOLS.md", []byte(text))
			if len(found.Secrets) == 0 {
				t.Error("not reported")
			}
			for _, f := range found.Facts {
				if strings.ContainsAny(f.Value+f.Qualifier+f.Key+f.Attr, "QZ") || strings.Contains(f.Value, "wqzk") ||
					strings.HasPrefix(f.Value, "1") ||
					strings.Contains(f.Value, "4 4") ||
					strings.Contains(f.Value, "50ae") ||
					strings.Contains(f.Value, "mCb6") ||
					strings.Contains(f.Value, "hT6v") {
					t.Errorf("copied: %s", show(f))
				}
			}
		})
	}
}

// Where a secret lies is looked up, and is none; neither are words that only sound
// like one.
func TestNoSecrets(t *testing.T) {
	for text, want := range map[string]string{
		"- password: in the vault, item `chief/router`\n": "in the vault, item `chief/router`",
		"- API token: `~/.config/tok`\n":                  "~/.config/tok",
		"- password file: /etc/restic/pw\n":               "/etc/restic/pw",
		"- Password manager: bitwarden\n":                 "bitwarden",
		"- Token: `$BOT_TOKEN`\n":                         "$BOT_TOKEN",
		"- Token limit: 32768\n":                          "32768",
		"- Park code: FNHR-04\n":                          "FNHR-04",
		"- site key: cgap\n":                              "cgap",
		"- SSH key: ~/.ssh/id_vault\n":                    "~/.ssh/id_vault",
		"- spinning: 5 min\n":                             "5 min",
		// IDs, digests and counts of tokens, which were taken for keys.
		"- Content database: `31316aff930580f6a195ca179793eb0e`\n":        "31316aff930580f6a195ca179793eb0e",
		"- Budget sheet: `1i4wJQbpxo25Y9bT04QhKSw3L8xCF7e9ppsyIgDNMio`\n": "1i4wJQbpxo25Y9bT04QhKSw3L8xCF7e9ppsyIgDNMio",
		"- release commit: `4f2a91c03b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f`\n":  "4f2a91c03b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f",
		"- page: `7ca8bb26-4b02-4ef4-a25d-0cb1f3e9c597`\n":                "7ca8bb26-4b02-4ef4-a25d-0cb1f3e9c597",
		"- max tokens: 131072\n":                                          "131072",
		"- lock-screen timeout: 300 s\n":                                  "300 s",
		"- family chat id: -1001829104736\n":                              "-1001829104736",
	} {
		found := Find(t.Context(), "TOOLS.md", []byte(text))
		if len(found.Secrets) > 0 || len(found.Facts) != 1 || found.Facts[0].Value != want {
			t.Errorf("%q: %q, secrets %+v", text, shown(found), found.Secrets)
		}
	}
}

// The host moves TOOLS.md into one section of AGENTS.md; the rest of that file
// is no tool document.
func TestAgentsSection(t *testing.T) {
	text := "# A\n\n- nas: 10.0.0.9\n\n## Tools\n\n### Local notes\n\n- gate: 10.0.0.1\n\n## Style\n\n- port: 8091\n"
	if got := shown(
		Find(t.Context(), "AGENTS.md", []byte(text)),
	); !slices.Equal(
		got,
		[]string{"9 gate = 10.0.0.1 (host)"},
	) {
		t.Errorf("facts %q", got)
	}
	if got := shown(Find(t.Context(), "AGENTS.md", []byte("# A\n\n- nas: 10.0.0.9\n"))); len(got) > 0 {
		t.Errorf("facts %q", got)
	}
}

// What is read from whole files; -update takes it over.
func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.md")
	if err != nil || len(sources) == 0 {
		t.Fatal("no sources", err)
	}
	for _, path := range sources {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := Find(t.Context(), "TOOLS.md", b)
		var got strings.Builder
		for _, f := range found.Facts {
			fmt.Fprintf(&got, "[%s] %s\n", f.Heading, show(f))
		}
		for _, s := range found.Secrets {
			fmt.Fprintf(&got, "secret on line %d: %s\n", s.Line, s.Rule)
		}
		golden := strings.TrimSuffix(path, ".md") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(want) != got.String() {
			t.Errorf("%s: %v\n%s", path, err, got.String())
		}
	}
}

// tableOf is a table of about n bytes.
func tableOf(n int) []byte {
	var b strings.Builder
	b.WriteString("| service | host | port |\n|---|---|---|\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "| service-%d | 10.0.%d.%d | %d |\n", i, i/250%250, i%250, 1024+i%60000)
	}
	return []byte(b.String())
}

// Eight times as much costs about eight times as long; BenchmarkLargest tells
// what the largest file costs that the host reads.
func TestLargeFiles(t *testing.T) {
	measure := func(n int) time.Duration {
		source := tableOf(n)
		start := time.Now()
		if found := Find(t.Context(), "TOOLS.md", source); len(found.Facts) < n/60 {
			t.Fatalf("%d facts", len(found.Facts))
		}
		return time.Since(start)
	}
	measure(1 << 12) // loads the rules for secrets
	small, large := measure(1<<16), measure(1<<19)
	if large > 30*small+time.Second {
		t.Errorf("64 KiB in %v, 512 KiB in %v", small, large)
	}
}

func BenchmarkLargest(b *testing.B) {
	source := tableOf(2 << 20)
	for b.Loop() {
		Find(b.Context(), "TOOLS.md", source)
	}
}

// FuzzFind guards invariants 1 and 3.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"", "- **a:** 10.0.0.1", "| a | b |\n|---|---|\n| `x\\|y` | 2 |", "```\n# x\nls -l\n", "a = `b`\n- c → d\r\n", "- ❌ x\n  - y: 1.2.3.4\n",
		"\xef\xbb\xbf- 语音：`x`，语速 0.95", "key: ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo", "- a (b (c `d`)) \xff: \x00", "-\t**x**\t→\t`y`", "a\rb: 10.0.0.1\r",
		"Host x\n  Port 1\n", "[a](b): [c](d)", "a: `b`\n\n:\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		last := 0
		for _, fact := range Find(t.Context(), "TOOLS.md", []byte(source)).Facts {
			if fact.Value == "" || !strings.Contains(source, fact.Value) || strings.Contains(fact.Value, "\n") {
				t.Fatalf("value %q is no part of %q", fact.Value, source)
			}
			if !Proof([]Document{{"TOOLS.md", []byte(source)}})(fact) {
				t.Fatalf("the qualifier %q is not on line %d", fact.Qualifier, fact.Line)
			}
			if fact.Line < last || fact.Line > strings.Count(source, "\n")+strings.Count(source, "\r")+1 {
				t.Fatalf("line %d after %d", fact.Line, last)
			}
			last = fact.Line
		}
	})
}
