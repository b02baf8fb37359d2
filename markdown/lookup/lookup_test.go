package lookup

import (
	"slices"
	"strings"
	"testing"

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

## Telegram topics
Topic: Orders 22 · Lab alerts 41 · Ideas 14

## CLI
mode 1234 / 5678
last backup: restic snapshots --latest 1
`

func ours() []facts.Fact { return facts.Find("TOOLS.md", []byte(source)).Facts }

func TestRender(t *testing.T) {
	got := Render(ours(), "")
	if got != table {
		t.Errorf("table\n%s, want\n%s", got, table)
	}
	// Invariant 1.
	for _, f := range ours() {
		if !strings.Contains(got, f.Value) {
			t.Errorf("%q is not in the table", f.Value)
		}
	}
	if Render(nil, "") != "" {
		t.Error("nothing makes a text")
	}
}

// Invariant 3.
func TestHand(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"as it was":     {table, ""},
		"a line more":   {strings.Replace(table, "grafana 3001", "mine 1\ngrafana 3001", 1), "## Ports\nmine 1"},
		"a line edited": {strings.Replace(table, "Ideas 14", "Ideas 15", 1), "## Telegram topics\nTopic: Orders 22 · Lab alerts 41 · Ideas 15"},
		"a section":     {table + "\n## Mine\nx 1\n\ny 2\n", "## Mine\nx 1\n\ny 2"},
		"CRLF":          {strings.ReplaceAll(table, "\n", "\r\n"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			hand := Hand(tc.text, ours())
			if hand != tc.want {
				t.Fatalf("hand %q, want %q", hand, tc.want)
			}
			// Rendered with the hand in it and read again, it is the same.
			standing := Standing(tc.text, ours())
			if again := Hand(Render(standing, hand), standing); again != hand {
				t.Errorf("then %q", again)
			}
		})
	}
	if got := Hand("# All mine\n\nx\n", nil); got != "# All mine\n\nx\n" {
		t.Errorf("hand %q", got)
	}
}

// A line that a person changed is theirs with all that was on it; the others
// stay ours.
func TestStanding(t *testing.T) {
	standing := Standing(strings.Replace(table, "Ideas 14", "Ideas 15", 1), ours())
	values := make([]string, len(standing))
	for i, f := range standing {
		values[i] = f.Value
	}
	if want := []string{"10.20.0.1", "10.20.0.5", "2222", "3001", "8091", "restic snapshots --latest 1", "1234", "5678"}; !slices.Equal(values, want) {
		t.Errorf("standing %q, want %q", values, want)
	}
}
