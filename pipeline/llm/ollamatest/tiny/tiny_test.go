package tiny

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestEqual guards invariant 1.
func TestEqual(t *testing.T) {
	for name, model := range map[string]Model{
		"random": {Random: true, Seed: 3},
		"rules":  {Rules: []Rule{{When: "a", Say: "b"}, {Say: "c"}}},
	} {
		first, err := model.GGUF()
		if err != nil {
			t.Fatal(err)
		}
		second, err := model.GGUF()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s: two files of one model differ", name)
		}
	}
}

func TestSeed(t *testing.T) {
	one, err := Model{Random: true, Seed: 1}.GGUF()
	if err != nil {
		t.Fatal(err)
	}
	two, err := Model{Random: true, Seed: 2}.GGUF()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(one, two) {
		t.Error("the seed changes nothing")
	}
}

func TestRefused(t *testing.T) {
	var many []Rule
	for i := range maxRules + 1 {
		many = append(many, Rule{When: string(rune('A' + i)), Say: "x"})
	}
	if _, err := (Model{Rules: many[:maxRules]}).GGUF(); err != nil {
		t.Errorf("%d rules: %v", maxRules, err)
	}
	for _, test := range []struct {
		name  string
		model Model
		want  string
	}{
		{"neither", Model{}, "either rules or Random"},
		{"both", Model{Random: true, Rules: many[:1]}, "either rules or Random"},
		{"too many", Model{Rules: many}, "room for 32 rules, not for 33"},
		{"thought without a thinking model", Model{Rules: []Rule{{Think: "x"}}}, "no thinking model"},
		{"one When in another", Model{Rules: []Rule{{When: "npm"}, {When: "npm ERR!"}}}, "rules 1 and 2"},
		{"two without a When", Model{Rules: []Rule{{Say: "a"}, {When: "b"}, {Say: "c"}}}, "rules 1 and 3"},
	} {
		if _, err := test.model.GGUF(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q in it", test.name, err, test.want)
		}
	}
}

// TestVocabulary looks at what a tokenizer relies on: every merge is of tokens
// that exist, in an order in which they come to exist.
func TestVocabulary(t *testing.T) {
	v := newVocabulary()
	if len(v.merges) < 100 {
		t.Errorf("only %d merges were learned", len(v.merges))
	}
	for i, merge := range v.merges {
		left, right, _ := strings.Cut(merge, " ")
		made := v.ids[left+right]
		if v.ids[left] >= made || v.ids[right] >= made {
			t.Errorf("merge %d, %q: token %d is made from %d and %d", i, merge, made, v.ids[left], v.ids[right])
		}
	}
	if len(v.ids) != len(v.tokens) || len(v.kinds) != len(v.tokens) {
		t.Errorf("%d tokens have %d ids and %d kinds", len(v.tokens), len(v.ids), len(v.kinds))
	}
}

// TestShortRest: a thought of four letters left its two line breaks as a token of
// their own, the one that prompts end with, and the answer was over at once.
func TestShortRest(t *testing.T) {
	v := newVocabulary()
	line := v.write([]Rule{{Think: "Hmm.", Say: strings.Repeat("x", pieceLength) + "\n"}}).lines[0]
	var said []string
	for _, token := range line.says {
		said = append(said, v.tokens[token])
	}
	want := []string{spell("Hmm.</t"), spell("hink>\n\n"), "xxxxxx", spell("xxxxxx\n"), turnEnds}
	if !slices.Equal(said, want) || line.answer != 2 {
		t.Errorf("the answer begins at %d of %q, want %q", line.answer, said, want)
	}
}

func TestCharactersAreWhole(t *testing.T) {
	v := newVocabulary()
	const text = "Prüfe zuerst die Größe, dann 経験を確認してください。"
	var spelled strings.Builder
	for _, token := range v.chain(text) {
		spelled.WriteString(v.tokens[token])
	}
	if spelled.String() != spell(text) {
		t.Errorf("%q is not %q", spelled.String(), spell(text))
	}
}
