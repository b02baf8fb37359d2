package collect

import (
	"strings"
	"testing"
)

// A fault in weights.tsv is an error that names the line.
func TestFaultsInWeights(t *testing.T) {
	t.Parallel()
	if _, err := readWeights(weightFile); err != nil {
		t.Errorf("weights.tsv: %v", err)
	}
	for _, test := range []struct{ name, line, want string }{
		{"an unknown kind", "colour\tred\t0.5", `line 2: no feature is of the kind "colour"`},
		{"too few fields", "word\t0.5", "line 2: 2 fields instead of 3"},
		{"too many fields", "word\tred\tgreen\t0.5", "line 2: 4 fields instead of 3"},
		{"no number", "word\tred\tmuch", "line 2: "},
		{"an empty line", "", "line 2: 1 fields instead of 3"},
		{"too many", strings.Repeat("word\tred\t0.5\n", mostWeights+1), "line 8194: more than 8192 weights"},
	} {
		_, err := readWeights("# head\n" + test.line + "\n")
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v instead of %s", test.name, err, test.want)
		}
	}
}
