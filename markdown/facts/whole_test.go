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
		"folder at the end": {"**Ship the panel:**\n\n```bash\nbarn build panel\ncp -r dist/* /srv/panel/\n```\n", []string{}},
		"several lines":     {"**Ship the panel:**\n\n```bash\nbarn build --panel\nbarn push \\\n  --all\n```\n", []string{}},
		"empty line":        {"**Ship the panel:**\n\n```bash\nbarn build panel\n\nferry push panel\n```\n", []string{}},
		"one command":       {"**Ship the panel:**\n\n```bash\nbarn build panel\n```\n", []string{"4 Ship the panel = barn build panel (command)"}},
		"a folder by itself": {
			"**Ship the panel:**\n\n```bash\nbarn build panel\ndist/\n```\n",
			[]string{"4 Ship the panel = barn build panel (command)"},
		},
	})
}

// The value of an assignment kept its closing quotation mark and the comment behind it.
func TestCommentBehindAssignment(t *testing.T) {
	check(t, map[string]text{
		"shell":           {"```bash\nexport FIELD_ID=\"w99\"  # north field\n```\n", []string{"2 FIELD_ID = w99 (id) [north field]"}},
		"sign in quotes":  {"```yaml\nlabel: \"row-1 # left\"\n```\n", []string{"2 label = row-1 # left (name)"}},
		"setting":         {"```yaml\nport: 3001 # of the mirror\n```\n", []string{"2 port = 3001 (port) [of the mirror]"}},
		"address, no end": {"```bash\nBASE=http://10.0.0.4/#start\n```\n", []string{"2 BASE = http://10.0.0.4/#start (url)"}},
	})
}
