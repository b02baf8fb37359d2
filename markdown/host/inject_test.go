package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/tokens"
)

// What a real host showed: kept 14920+4973 chars of 30034.
func TestInjectAsObserved(t *testing.T) {
	in := Inject([]File{{"SOUL.md", strings.Repeat("x", 30034)}})[0]
	assert.Truef(t, in.Cut && strings.Contains(in.Text, "…(truncated SOUL.md: kept 14920+4973 chars of 30034)…"),
		"%.200s", in.Text[14900:])
	assert.Equal(t, FileChars, tokens.Units(in.Text), "characters are injected")
}

func TestInject(t *testing.T) {
	numbered := strings.Repeat("a line of twenty ch.\n", 2000) // 42,000 characters
	for _, test := range []struct {
		name      string
		files     []File
		want      string // the paths in order, with what became of them
		lost      [2]int // lines of the first file
		survivors []string
	}{
		{
			"as they are",
			[]File{{"SOUL.md", "me\n\n"}, {"AGENTS.md", "rules\n"}},
			"AGENTS.md SOUL.md",
			[2]int{},
			[]string{"rules", "me"},
		},
		{
			"others come last",
			[]File{{"TOOLS_COMPACT.md", "t"}, {"MEMORY.md", "m"}, {"NOTES.md", "n"}},
			"MEMORY.md TOOLS_COMPACT.md NOTES.md",
			[2]int{},
			nil,
		},
		{"the middle is lost", []File{{"SOUL.md", numbered}}, "SOUL.md-cut", [2]int{711, 1764}, nil},
		{"USER.md has less", []File{{"USER.md", strings.Repeat("x\n", 2001)}}, "USER.md-cut", [2]int{1462, 1515}, nil},
		{"surrogates count twice", []File{{"USER.md", strings.Repeat("🦞", 2001)}}, "USER.md-cut", [2]int{1, 1}, nil},
		{
			"rules of AGENTS.md are digested",
			[]File{{"AGENTS.md", numbered[:21000] + "## Red lines\nNever delete.\nmaybe\n" + numbered}},
			"AGENTS.md-cut",
			[2]int{427, 2861},
			[]string{"## Red lines", "Never delete."},
		},
		{
			"the total runs out",
			[]File{{"AGENTS.md", numbered}, {"SOUL.md", numbered}, {"IDENTITY.md", numbered}, {"MEMORY.md", "m"}},
			"AGENTS.md-cut SOUL.md-cut IDENTITY.md-cut MEMORY.md",
			[2]int{427, 1858},
			nil,
		},
		{
			"nothing is left",
			[]File{{"SOUL.md", numbered}, {"IDENTITY.md", numbered}, {"BOOTSTRAP.md", numbered}, {"MEMORY.md", "m\nn\n"}},
			"SOUL.md-cut IDENTITY.md-cut BOOTSTRAP.md-cut MEMORY.md-left",
			[2]int{711, 1764},
			nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := Inject(test.files)
			var words []string
			total, text := 0, ""
			for _, in := range all {
				word := string(in.Path)
				switch {
				case in.Left:
					word += "-left"
				case in.Cut:
					word += "-cut"
				}
				words, text = append(words, word), text+in.Text
				units := tokens.Units(in.Text)
				total += units
				assert.LessOrEqual(t, units, Cap(in.Path), in.Path)
			}
			assert.Equal(t, test.want, strings.Join(words, " "))
			assert.Equal(t, test.lost, [2]int{all[0].FirstLost, all[0].LastLost}, "lost lines")
			assert.Truef(t, total <= TotalChars, "%d characters in all", total)
			for _, s := range test.survivors {
				assert.Containsf(t, text, s, "%q does not survive", s)
			}
		})
	}
}
