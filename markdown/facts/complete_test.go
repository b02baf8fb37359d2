package facts

import (
	"slices"
	"testing"
)

// A row was named by what a request does, or by a word that others of its column repeat; judges called each a value
// without its subject.
func TestARowNeedsAKeyOfItsOwn(t *testing.T) {
	t.Parallel()
	const head = "## Barn\n\n| a | b | c |\n|---|---|---|\n"
	check(t, map[string]text{
		"methods": {head + "| GET | `/hens` | list the hens |\n| POST | `/eggs` | count an egg |\n", []string{}},
		"places": {
			head + "| north | 8101 | the gate |\n| north | 8102 | the feed |\n| south | 8103 | spare |\n",
			[]string{},
		},
		"port first": {"| port | place |\n|---|---|\n| 8101 | north |\n| 8102 | north |\n", []string{}},
		"own names": {
			head + "| north | 8101 | the old gate |\n| south | 8102 | the feed door |\n",
			[]string{"5 north b = 8101 (id)", "6 south b = 8102 (id)"},
		},
		"plain words": {head + "| Ida | fox | feeds the hens |\n| Bo | owl | sweeps |\n", []string{}},
		"a pair in prose": {
			"## Barn\n\n- GET `/hens` — list the hens\n",
			[]string{"3 Barn = GET `/hens` — list the hens (path)"},
		},
	})
}

// Of a row, the cells that could be read were shown, as if it had no others.
func TestARowIsWholeOrNotShown(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"one cell tells a story": {
			"| job | port | script |\n|---|---|---|\n| feed | 8101 | `/srv/feed.sh` |\n" +
				"| sweep | 8102 | whatever Ida thinks is best on that day |\n",
			[]string{
				"3 feed port = 8101 (port)",
				"3 feed script = /srv/feed.sh (path)",
				"4 sweep port = 8102 (port)",
				"4 sweep script = whatever Ida thinks is best on that day (name)",
			},
		},
	})
}

// A table of environment variables was passed over where a column says only whether one is required.
func TestEnvironmentVariables(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"required": {
			"| Variable | Required | Description |\n|---|---|---|\n| `BARN_URL` | yes | address of the barn |\n" +
				"| `BARN_API_TOKEN` | no | login of the barn |\n",
			[]string{"3 address of the barn = BARN_URL (name)", "4 login of the barn = BARN_API_TOKEN (name)"},
		},
		"defaults": {
			"| Variable | Default | Required | Purpose |\n|---|---|---|---|\n| `BARN_PORT` | `8101` | yes | port of the barn |\n",
			[]string{"3 BARN_PORT Default = 8101 (port)"},
		},
	})
}

// What limits a value stood in a sentence beside it, or in brackets behind its label, and was dropped.
func TestAValueIsNotShownWithoutWhatLimitsIt(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"the next sentence": {
			"- Feed chat: `-100420042`. Never post there at night.\n",
			[]string{"1 Feed chat = `-100420042`. Never post there at night (id)"},
		},
		"the one before": {"Winter only. The feed comes from feed.barn.net.\n", []string{}},
		"brackets of a label": {
			"- **Feed** (read only): `feed.barn.net`\n",
			[]string{"1 Feed (read only) = feed.barn.net (host)"},
		},
		"brackets of a value": {"- **Feed:** (spare) `feed.barn.net`\n", []string{"1 Feed = (spare) `feed.barn.net` (host)"}},
		"a long remark": {
			"- Gate: 10.0.0.4 (but ask Ida before you open it, because the hens like to run out of it)\n",
			[]string{"1 Gate = 10.0.0.4 (but ask Ida before you open it, because the hens like to run out of it) (host)"},
		},
		"a sum": {
			"- Feed: the barn's list + `/srv/feed`\n",
			[]string{"1 Feed = the barn's list + `/srv/feed` (path)"},
		},
		"a sum of names": {
			"- Feed: Barn \"Old List\" (Ida's chest) + `/srv/feed`\n",
			[]string{"1 Feed = Barn \"Old List\" (Ida's chest) + `/srv/feed` (path)"},
		},
		"a sum of a secret": {
			"- Credentials: Safe \"Old List\" (Ida's chest) + `/srv/feed`\n",
			[]string{"1 Credentials = Safe \"Old List\" (Ida's chest) + `/srv/feed` (path)"},
		},
		"several in a remark": {
			"- Labels: `/srv/labels` — apple.png, pear.png, plum.png\n",
			[]string{"1 Labels = `/srv/labels` — apple.png, pear.png, plum.png (path)"},
		},
		"no limit": {
			"- Gate: 10.0.0.4. Ida painted it green.\n",
			[]string{"1 Gate = 10.0.0.4. Ida painted it green (host)"},
		},
		"an abbreviation": {"- Gate: 10.0.0.4, from Fa. Larch\n", []string{"1 Gate = 10.0.0.4, from Fa. Larch (host)"}},
		"what replaced": {
			"- Gate: `10.0.0.4` — replaces the attic's `10.0.0.5`\n",
			[]string{"1 Gate = `10.0.0.4` — replaces the attic's `10.0.0.5` (host)"},
		},
	})
}

// A sentence was cut at its verb, its dash or its arrow into a key and a value; it is shown whole, or not at all.
func TestASentenceIsNoPair(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"what code does": {
			"- **`hen.unlocked`** — fires because of `gate.open` above\n",
			[]string{"1 hen.unlocked = fires because of `gate.open` above (name)"},
		},
		"code and a name": {"- `hen` → the old pump, 10.0.0.4\n", []string{"1 hen = the old pump, 10.0.0.4 (host)"}},
		"two statements":  {"- Gate port is 8101 - feed is 8102\n", []string{}},
		"of the first":    {"- DB on 10.0.0.4:5432, user `hen`\n", []string{"1  = DB on 10.0.0.4:5432, user `hen` (host)"}},
		"a flow": {
			"- Looks at 10.0.0.4; restarts by `henctl kick` → `henctl boot` if that fails\n",
			[]string{},
		},
		"long lead": {
			"- Ida: sends whatever is left over to `/srv/feed`\n",
			[]string{"1 Ida = sends whatever is left over to `/srv/feed` (path)"},
		},
		"to do":            {"- `hen.yaml`: fill in `owner` and `gate_id`\n", []string{}},
		"steps on a line":  {"1. Build → `henctl build` 2. Ship → `henctl ship`\n", []string{}},
		"shape of a name":  {"```\nhen-<name>   # hen-ida\n```\n", []string{}},
		"a rest in kana":   {"## 鶏\n\n- **重要:** `hen_search`が使えない時は外を見る\n", []string{}},
		"numbers as names": {"```\n1 = Ida\n2 = Bo\n```\n", []string{}},
	})
}

// The name at the head of a bullet was lost if a word of it looks like a name of a machine.
func TestABulletNamesWhatIsBelow(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"two of them": {
			"## Net\n\n- **Mesh (BX2A):**\n  - IP: 10.0.0.4\n- **Mesh (BX1):**\n  - IP: 10.0.0.5\n",
			[]string{"4 Mesh (BX2A) IP = 10.0.0.4 (host)", "6 Mesh (BX1) IP = 10.0.0.5 (host)"},
		},
	})
}

// Of a list, the members that are no secret and could be read were shown, as if they were all.
func TestMembersAreAllOrNone(t *testing.T) {
	t.Parallel()
	check(t, map[string]text{
		"a secret among them": {
			"- Calendars:\n  - ida@barn.net — Ida\n  - `ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo` — Bo\n- Gate: 10.0.0.4\n",
			[]string{"4 Gate = 10.0.0.4 (host)"},
		},
		"commands say what they are": {
			"- Often:\n  - `henctl list` — list the hens\n  - Look out of the window\n",
			[]string{"2 Often = henctl list (command) [list the hens]"},
		},
	})
	found := Find(t.Context(), "TOOLS.md", []byte("- Mirrors:\n  - a.barn.net\n  - b.barn.net\n- Gate: 10.0.0.4\n"))
	var whole []int
	for _, f := range found.Facts {
		whole = append(whole, f.Whole)
	}
	if !slices.Equal(whole, []int{2, 2, 0}) {
		t.Errorf("facts %+v", found.Facts)
	}
}
