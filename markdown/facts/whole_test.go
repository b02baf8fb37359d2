package facts

import (
	"slices"
	"testing"
)

// text is a document with what is shown of its facts.
type text struct {
	text string
	want []string
}

func check(t *testing.T, cases map[string]text) {
	t.Helper()
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := Find(t.Context(), "TOOLS.md", []byte(tc.text))
			if got := shown(found); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// The first line of a recipe was shown as all of it, if the next one ended in a slash, ran over
// several lines, or stood behind an empty line.
func TestRecipeIsWholeOrNotShown(t *testing.T) {
	check(t, map[string]text{
		"folder at the end": {
			"**Ship the panel:**\n\n```bash\nbarn build panel\ncp -r dist/* /srv/panel/\n```\n",
			[]string{},
		},
		"several lines": {"**Ship the panel:**\n\n```bash\nbarn build --panel\nbarn push \\\n  --all\n```\n", []string{}},
		"empty line":    {"**Ship the panel:**\n\n```bash\nbarn build panel\n\nferry push panel\n```\n", []string{}},
		"one command": {
			"**Ship the panel:**\n\n```bash\nbarn build panel\n```\n",
			[]string{"4 Ship the panel = barn build panel (command)"},
		},
		"a folder by itself": {
			"**Ship the panel:**\n\n```bash\nbarn build panel\ndist/\n```\n",
			[]string{"4 Ship the panel = barn build panel (command)"},
		},
	})
}

// A command was shown without the folder that the lines above it go to.
func TestCommandBelowFolder(t *testing.T) {
	check(t, map[string]text{
		"behind a comment": {"## Barn\n\n```bash\ncd /srv/barn\nfarmctl hens   # all hens\n```\n", []string{}},
		"further down":     {"## Barn\n\n```bash\ncd /srv/barn\n\n# All hens\nfarmctl hens\n```\n", []string{}},
		"on one line": {
			"## Barn\n\n```bash\ncd /srv/barn && farmctl hens\nfarmctl crates\n```\n",
			[]string{"4 Barn = cd /srv/barn && farmctl hens (command)", "5 Barn = farmctl crates (command)"},
		},
		"in the fence before": {
			"## Barn\n\n```bash\ncd /srv/barn\n```\n\n```bash\nfarmctl hens\n```\n",
			[]string{"8 Barn = farmctl hens (command)"},
		},
	})
}

// The first channel of a table lost its name, which is a plain word behind its sign.
func TestChannelWithPlainName(t *testing.T) {
	check(t, map[string]text{
		"row": {
			"## Rooms\n\n| room | topic |\n|---|---|\n| #general | 4 |\n| #hens | 7 |\n",
			[]string{"5 #general topic = 4 (id)", "6 #hens topic = 7 (id)"},
		},
	})
}

// The value of an assignment kept its closing quotation mark and the comment behind it.
func TestCommentBehindAssignment(t *testing.T) {
	check(t, map[string]text{
		"shell": {
			"```bash\nexport FIELD_ID=\"w99\"  # north field\n```\n",
			[]string{"2 FIELD_ID = w99 (id) [north field]"},
		},
		"sign in quotes":  {"```yaml\nlabel: \"row-1 # left\"\n```\n", []string{"2 label = row-1 # left (name)"}},
		"setting":         {"```yaml\nport: 3001 # of the mirror\n```\n", []string{"2 port = 3001 (port) [of the mirror]"}},
		"address, no end": {"```bash\nBASE=http://10.0.0.4/#start\n```\n", []string{"2 BASE = http://10.0.0.4/#start (url)"}},
	})
}

// A heading in a script without word characters of ASCII was taken for one that begins with a day, and nothing below
// it was read.
func TestDayBehindHeading(t *testing.T) {
	check(t, map[string]text{
		"behind": {
			"## 果园服务器 (2031-05-06 添加)\n\n| **项目** | 值 |\n|---|---|\n| **地址** | 10.0.0.4 |\n",
			[]string{"5 果园服务器 (2031-05-06 添加) = 10.0.0.4 (host)"},
		},
		"before": {"## (2031-05-06) 果园\n\n- gate: 10.0.0.4\n", []string{}},
	})
}

// A bullet's own label was lost behind its first sentence, or where it was long or had brackets, and a step of a line
// that counts its steps took the number of the next one.
func TestSubjectOfBullet(t *testing.T) {
	check(t, map[string]text{
		"second sentence": {
			"- **Ferry** — carries crates. Config: `~/.ferry/conf.yml`\n",
			[]string{"1 Ferry = carries crates. Config: `~/.ferry/conf.yml` (path)"},
		},
		"with its version": {
			"- **Ferry** v2.1 — carries crates. Test: `ferry probe --all`\n",
			[]string{"1 Ferry = v2.1 — carries crates. Test: `ferry probe --all` (command)"},
		},
		"behind a semicolon": {
			"- **Ferry** (by Ida): `ferry start --now`; Log: /srv/log/ferry.txt\n",
			[]string{"1 Ferry (by Ida) = ferry start --now (command) [Log: /srv/log/ferry.txt]"},
		},
		"label of a kind": {
			"- **Port:** 8091; User: `keeper`\n",
			[]string{"1 Port = 8091; User: `keeper` (port)"},
		},
		"another bold label": {
			"- **Ferry**: 10.0.0.4 | **Barn**: 10.0.0.5\n",
			[]string{"1 Ferry = 10.0.0.4 | **Barn**: 10.0.0.5 (host)"},
		},
		"label with brackets": {
			"## Marks\n\n- Set a mark (where the reading ended):\n  - `marks put --now`\n",
			[]string{"4 Set a mark (where the reading ended) = marks put --now (command)"},
		},
		"steps on one line": {
			"**Reading a page:**\n1. `fetch_page` → 2. `browser` tool → 3. `deep-fetch` → 4. Ask\n",
			[]string{},
		},
	})
}

// One of several values was shown where a remark behind each of them hid that they are a list.
func TestListDividedByRemarks(t *testing.T) {
	check(t, map[string]text{
		"two files": {
			"- Each survey makes: `.csv` sheet (with the raw rows) and `.png` picture\n",
			[]string{"1 Each survey makes = `.csv` sheet (with the raw rows) and `.png` picture (name)"},
		},
		"of two kinds":  {"- **Scale:** `kern-5` at 10.0.0.4\n", []string{"1 Scale = `kern-5` at 10.0.0.4 (name)"}},
		"without words": {"- **Crates:** `red`, `blue`\n", []string{"1 Crates = `red`, `blue` (name)"}},
	})
}

// A pair in the middle of a line whose key names nothing took the heading for its subject.
func TestPlainKeyWithinLine(t *testing.T) {
	check(t, map[string]text{
		"in the middle": {"## Crates\n\nLogin: by badge. Config: `~/.ferry/conf.yml`.\n", []string{}},
		"by itself":     {"## Ferry\n\nConfig: `~/.ferry/conf.yml`\n", []string{"3 Config = ~/.ferry/conf.yml (path)"}},
		"says more": {
			"## Crates\n\nLogin: by badge. Ferry config: `~/.ferry/conf.yml`.\n",
			[]string{"3 Ferry config = ~/.ferry/conf.yml (path)"},
		},
	})
}

// An order with a value in it became the name of that value.
func TestOrderIsNoName(t *testing.T) {
	check(t, map[string]text{
		"flag": {"## Drawings\n\n- Use plain lower-case `--name`\n", []string{}},
		"place": {
			"## Drawings\n\n- Paint goes to `/srv/paint`\n",
			[]string{"3 Drawings = Paint goes to `/srv/paint` (path)"},
		},
		"command": {
			"## Drawings\n\n- Check the sheets after edits with `sheetctl verify --all`\n",
			[]string{"3 Drawings = Check the sheets after edits with `sheetctl verify --all` (command)"},
		},
	})
}

// An address on the line below a pair took the heading for its subject.
func TestAddressBelowPair(t *testing.T) {
	check(t, map[string]text{
		"address": {
			"## Weather\n\n**Source:** by request (free)\nhttps://rain.net/now\n",
			[]string{"4 Source = https://rain.net/now (url)"},
		},
	})
}

// A line in bold above a fence was read as a statement about the heading, and a day with a mark in front as a name.
func TestTitleAndMarkedDay(t *testing.T) {
	check(t, map[string]text{
		"title": {"## Pages\n\n**4. Ask rain.net for it**\n\nThen wait.\n", []string{}},
		"day":   {"## Fields\n\n| field | sown |\n|---|---|\n| east | ✅ 2031-02-17 |\n", []string{}},
	})
}
