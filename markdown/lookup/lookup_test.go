package lookup

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown/facts"
)

const source = `## Hosts

- **gate:** 10.20.0.1
- **attic:** 10.20.0.5, SSH port 2222

## Ports

| service | port |
|---|---|
| grafana | 3001 |
| panel | 8091 |

## Telegram topics

- Topic Orders = 22
- Topic Lab alerts = 41
- Topic Ideas = 14

## CLI

` + "```bash\n# last backup\nrestic snapshots --latest 1\n```\n\n- mode: 1234\n- mode: 5678\n"

const table = `## Hosts
gate 10.20.0.1 · attic 10.20.0.5, SSH port 2222

## Ports
grafana 3001 · panel 8091

## Telegram Topics
Topic: Orders 22 · Lab alerts 41 · Ideas 14

## CLI
mode 1234 / 5678
last backup: restic snapshots --latest 1
`

func ours() []facts.Fact { return facts.Find(context.Background(), "TOOLS.md", []byte(source)).Facts }

func TestRender(t *testing.T) {
	got := Render(ours(), Hand{})
	assert.Equal(t, table, got)
	// Invariant 1.
	for _, f := range ours() {
		assert.Containsf(t, got, f.Value, "%q is not in the table", f.Value)
	}
	assert.Empty(t, Render(nil, Hand{}), "nothing makes a text")
}

// What each value is of its thing is said once a line, where several things have the same; not where a comma in a value
// would make it unclear which is which.
func TestHeadsOfValuesAreSaidOnce(t *testing.T) {
	head := "## Machines\n\n| machine | Uplink | Port |\n|---|---|---|\n"
	for source, want := range map[string]string{
		head + "| mill | 10.0.0.4 | 8101 |\n| barn | 10.0.0.5 | 8102 |\n": "## Machines\n" +
			"Uplink, Port: mill 10.0.0.4, 8101 · barn 10.0.0.5, 8102\n",
		head + "| mill | 10.0.0.4, 10.0.0.6 | 8101 |\n| barn | 10.0.0.5 | 8102 |\n": "## Machines\n" +
			"mill Uplink 10.0.0.4, 10.0.0.6, Port 8101 · barn Uplink 10.0.0.5, Port 8102\n",
	} {
		all := facts.Find(context.Background(), "TOOLS.md", []byte(source)).Facts
		text := Render(all, Hand{})
		assert.Equal(t, want, text)
		_, standing := Read(text, all)
		assert.Len(t, standing, len(all))
	}
}

// A command below a condition was shown without it.
// A label promises all that is in its list: what is left out of it is marked.
func TestAListThatIsCutIsMarked(t *testing.T) {
	source := "**Known groups:**\n\n- orders: -100123456\n- lab: -100234567\n- ideas: -100345678\n"
	all := facts.Find(context.Background(), "TOOLS.md", []byte(source)).Facts
	for n, want := range []string{
		"", "Known groups orders -100123456, …", "Known groups orders -100123456, lab -100234567, …",
		"Known groups orders -100123456, lab -100234567, ideas -100345678",
	} {
		assert.Equalf(t, want, strings.TrimSpace(Render(all[:n], Hand{})), "%d of 3", n)
	}
}

func TestCommandKeepsItsAttribute(t *testing.T) {
	f := facts.Fact{Heading: "Upgrade", Key: "On failure", Attr: "gate shut", Value: "gatectl up", Kind: facts.Command}
	assert.Equal(t, "## Upgrade\nOn failure gate shut: gatectl up\n", Render([]facts.Fact{f}, Hand{}), "table")
}

// Invariant 3.
func TestHand(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"as it was":     {table, ""},
		"a line more":   {strings.Replace(table, "grafana 3001", "mine 1\ngrafana 3001", 1), "mine 1"},
		"a line below":  {strings.Replace(table, "panel 8091", "panel 8091\nmine 1", 1), "mine 1"},
		"an entry less": {strings.Replace(table, "gate 10.20.0.1 · ", "", 1), ""},
		"between":       {strings.Replace(table, "mode 1234 / 5678\n", "mode 1234 / 5678\n\nmine 1\n", 1), "mine 1"},
		"a line edited": {strings.Replace(table, "Ideas 14", "Ideas 15", 1), "Topic: Orders 22 · Lab alerts 41 · Ideas 15"},
		"a section":     {table + "\n## Mine\nx 1\n\ny 2\n", "## Mine\nx 1\ny 2"},
		"a first line":  {"Mine above all\n\n\n" + table, "Mine above all"},
		"a section amid": {
			strings.Replace(table, "## CLI", "# Mine\n\n```\n# x\n```\n\n\n## CLI", 1), "# Mine\n```\n# x\n```",
		},
		"CRLF":         {strings.ReplaceAll(table, "\n", "\r\n"), ""},
		"CRLF, a line": {strings.ReplaceAll(table, "\n", "\r\n") + "mine 1\r\n", "mine 1"},
		"one LF":       {strings.ReplaceAll(table, "\n", "\r\n") + "\r\n# Mine\r\nx\n", "# Mine\nx"},
	} {
		t.Run(name, func(t *testing.T) {
			hand, standing := Read(tc.text, ours())
			require.Equal(t, tc.want, hand.Text(), "hand")
			// Nothing else changed, so nothing does, not even a blank line.
			got := Render(standing, hand)
			assert.Truef(t, got == tc.text || name == "one LF", "table\n%q, was\n%q", got, tc.text)
		})
	}
	mine := "# All mine\n\nx\n\n\n## And\ny\n"
	hand, _ := Read(mine, nil)
	assert.Equal(t, mine, Render(nil, hand), "table")
}

// What is added and what goes does not move what a person wrote.
func TestHandKeepsItsPlace(t *testing.T) {
	text := strings.Replace(table, "## CLI\n", "## CLI\nfirst of all: mine\n", 1)
	text = strings.Replace(text, "mode 1234 / 5678\n", "mode 1234 / 5678\nbelow the modes: mine\n", 1)
	all := facts.Find(
		t.Context(),
		"TOOLS.md",
		[]byte(
			strings.Replace(
				source, "- mode: 1234\n- mode: 5678\n", "- mode: 1234\n- sep: 9\n", 1,
			)+"\n## Voices\n\n- TTS voice: alba\n",
		),
	).Facts
	want := `## CLI
first of all: mine
mode 1234 · sep 9
below the modes: mine
last backup: restic snapshots --latest 1

## Voices
TTS voice alba
`
	hand, _ := Read(text, ours())
	got := Render(all, hand)
	_, cli, _ := strings.Cut(got, "## CLI")
	assert.Equalf(t, want, "## CLI"+cli, "table\n%s, want\n", got)
}

// A row of ours that a person put on two lines is ours as it was.
func TestRowOnTwoLines(t *testing.T) {
	text := strings.Replace(table, " · Lab alerts 41", "\nTopic: Lab alerts 41", 1)
	hand, standing := Read(text, ours())
	assert.Equal(t, table, Render(standing, hand))
}

// Headings that every agent of this kind knows.
func TestHeading(t *testing.T) {
	for text, want := range map[string]string{
		"Browser profiles": "Browser", "📷 Cameras": "📷 Cameras", "Cameras": "Camera", "Telegram topics": "Telegram Topics",
		"Telegram": "Telegram", "Text-to-speech": "TTS", "The browser": "Browser", "Cursor CLI": "Cursor CLI",
		"The browser (headless)": "The browser (headless)", "Voice and models": "Voice and models",
		"Ports (who listens where on which machine of the whole house, and why)": "Ports",

		"Everything that is on the wall of the hall": "Everything that is on the wall of the hall",
		"Server: backup box":                         "Server: backup box", "Pump (east well)": "Pump (east well)",
	} {
		assert.Equalf(t, want, Heading(text), "%q becomes", text)
	}
}

// However a person edits a table, each of their lines is in the next one, in
// their order, whatever became of the facts.
func TestHandIsNeverLost(t *testing.T) {
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
		for range 1 + random.IntN(6) {
			at := random.IntN(len(lines) + 1)
			switch text := []string{"mine", "## Mine", "", "grafana 3001 · mine", "# x"}[random.IntN(5)]; {
			case random.IntN(3) > 0:
				lines = slices.Insert(lines, at, text)
			case at < len(lines):
				lines = slices.Delete(lines, at, at+1)
			}
		}
		text := strings.Join(lines, "\n") + "\n"
		hand, standing := Read(text, ours())
		next := slices.DeleteFunc(standing, func(facts.Fact) bool { return random.IntN(3) == 0 })
		got := Render(next, hand)
		rest := got
		for line := range strings.SplitSeq(hand.Text(), "\n") {
			at := strings.Index(rest, line)
			require.Truef(t, at >= 0, "seed %d: %q is lost from\n%s, was\n%s", seed, line, got, text)
			rest = rest[at+len(line):]
		}
		again, _ := Read(got, next)
		require.Equalf(t, got, Render(next, again), "seed %d: read again", seed)
	}
}

// A line that a person changed is theirs with all that was on it; the others
// stay ours.
func TestStanding(t *testing.T) {
	_, standing := Read(strings.Replace(table, "Ideas 14", "Ideas 15", 1), ours())
	values := make([]string, len(standing))
	for i, f := range standing {
		values[i] = f.Value
	}
	assert.Equal(t, []string{
		"10.20.0.1", "10.20.0.5, SSH port 2222", "3001", "8091", "restic snapshots --latest 1", "1234", "5678",
	}, values, "standing")
}

// A ban stands once: behind what it limits, or below the heading of its section.
func TestBansStandBesideWhatTheyLimit(t *testing.T) {
	const source = "## Kilns\n\nNever open one above 80 degrees.\n\n- east\n  - host: 10.0.0.5\n  - ssh port: 2207\n" +
		"  - never log in as root\n- west: 10.0.0.6\n\n```bash\n# fires it\nkilnctl fire --cone 6\n```\n"
	const want = "## Kilns\nNever open one above 80 degrees\n" +
		"east 10.0.0.5, ssh port 2207 (never log in as root) · west 10.0.0.6\nfires it: kilnctl fire --cone 6\n"
	all := facts.Find(t.Context(), "TOOLS.md", []byte(source)).Facts
	require.Equal(t, want, Render(all, Hand{}))
	hand, standing := Read(want, all)
	assert.Truef(t, len(hand.Parts) == 0 && slices.Equal(all, standing), "hand %+v, standing %+v", hand, standing)
	// What a person took out is not there, so that a run proposes it again.
	hand, standing = Read(strings.Replace(want, "Never open one above 80 degrees\n", "", 1), all)
	assert.Empty(t, hand.Text())
	require.Len(t, standing, len(all))
	for _, f := range standing {
		assert.Empty(t, f.Shared)
	}
	// What a person reworded is theirs, and stays.
	mine := strings.Replace(want, "above 80", "above 70", 1)
	hand, standing = Read(mine, all)
	assert.Equal(t, "Never open one above 70 degrees", hand.Text())
	assert.Equal(t, mine, Render(standing, hand))
}

// Whatever facts are chosen, a ban that goes with one of them is in the table, word for word.
func TestNoFactWithoutItsBans(t *testing.T) {
	bans := []string{
		"Never restart %s at night", "%s darf nicht ohne Pia neu starten", "Ne jamais arrêter %s", "绝不重启 %s",
		"Nunca reiniciar %s", "%sは絶対に再起動しないこと", "Only with Pia's permission",
	}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2))
		ban := func(name string) string {
			return strings.ReplaceAll(bans[random.IntN(len(bans))], "%s", name)
		}
		var b strings.Builder
		var of [][2]string // a value and its ban
		for i := range 1 + random.IntN(4) {
			fmt.Fprintf(&b, "## Yard %c\n\n", 'A'+i)
			shared := ""
			if random.IntN(2) == 0 {
				shared = ban("all of them")
				fmt.Fprintf(&b, "%s.\n\n", shared)
			}
			isTable := random.IntN(3) == 0
			if isTable {
				b.WriteString("| name | address | note |\n|---|---|---|\n")
			}
			for j := range 1 + random.IntN(4) {
				name, value, own := fmt.Sprintf("kiln%d%d", i, j), fmt.Sprintf("10.0.%d.%d", i, j), ""
				if random.IntN(2) == 0 {
					own = ban(name)
				}
				switch form := random.IntN(3); {
				case isTable:
					fmt.Fprintf(&b, "| %s | %s | %s |\n", name, value, own)
				case own == "":
					fmt.Fprintf(&b, "- %s: %s\n", name, value)
				case form == 0:
					fmt.Fprintf(&b, "- %s: %s (%s)\n", name, value, own)
				case form == 1:
					fmt.Fprintf(&b, "- %s: %s\n  - %s\n", name, value, own)
				default:
					fmt.Fprintf(&b, "- %s: %s. %s.\n", name, value, own)
				}
				of = append(of, [2]string{value, own}, [2]string{value, shared})
			}
			b.WriteString("\n")
		}
		all := facts.Find(t.Context(), "TOOLS.md", []byte(b.String())).Facts
		require.NotEmptyf(t, all, "seed %d:\n%s", seed, b.String())
		whole := map[int]bool{} // a row is taken whole, as it is chosen
		chosen := slices.DeleteFunc(all, func(f facts.Fact) bool {
			if _, known := whole[f.Line]; !known {
				whole[f.Line] = random.IntN(3) == 0
			}
			return whole[f.Line]
		})
		got := Render(chosen, Hand{})
		for _, pair := range of {
			if Holds(got, pair[0]) {
				require.Containsf(t, got, pair[1], "seed %d: lost beside %s, was\n%s", seed, pair[0], b.String())
			}
		}
	}
}
