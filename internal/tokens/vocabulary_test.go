package tokens

import (
	"encoding/binary"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"
)

var update = flag.Bool("update", false, "write the vocabulary anew")

// tokenCount is how many tokens o200k_base has, beside the special ones.
const tokenCount = 199_998

// The embedded vocabulary is that of the module, token by token.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	c := codec.NewO200kBase()
	written := make([]byte, places*placeSize)
	for id := range uint(tokenCount) {
		token, err := c.Decode([]uint{id})
		if err != nil {
			t.Fatalf("token %d: %v", id, err)
		}
		hash := hashOf(token)
		at := hash
		for binary.LittleEndian.Uint64(written[at%places*placeSize:]) != 0 {
			at++
		}
		binary.LittleEndian.PutUint64(written[at%places*placeSize:], hash>>rankBits<<rankBits|uint64(id+1))
		if !*update && rank(token) != uint32(id) {
			t.Fatalf("token %d %q has rank %d: go test ./internal/tokens -run TestVocabulary -update", id, token, rank(token))
		}
	}
	if _, err := c.Decode([]uint{tokenCount}); err == nil {
		t.Error("the module has more tokens")
	}
	if *update {
		if err := os.WriteFile("o200k_base.bin", written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var emptyLines = regexp.MustCompile(`[\r\n][\pZ\t\v\f\x{85}]+[\r\n]`)

// FuzzCount compares our count with that of the module.
func FuzzCount(f *testing.F) {
	c := codec.NewO200kBase()
	for _, text := range []string{
		required, "备份只有恢复过才算数", "naïve über 你好 world's I'LL",
		" \u00a0 a\u00a0 b\r\n\n\tx", "0123456789", "🦞🦞", "\xff\xfe a\x00",
		"a   b  \n c\t\td  ", "a\u0301B", "\u0301AB's", "it\u017f 'ſ 'K I'VE'LL", "\u2003\u2003x \u0085\v y", "Ǆx ǅ ʰa é 1²3Ⅷ४५६७", "a\r\n\r\n /b//\n",
		strings.Repeat("ab", 300), strings.Repeat("=", 500), "supercalifragilisticexpialidocious",
		strings.Repeat("quibrat", 6), strings.Repeat("quibrat", 7), " beriverely hochkanting", "qvx zqj", " a", "z ",
		" XMLHttp", "camelCase", "中AB文a中B", "中AB", "中文AB's", "A中é", "(a)--b 12,3456²", "x. .y, 。中文。1", " A",
		" Ab",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// The module drops DEL, and does not take spaces between line endings as one piece, as its own pattern does.
		if len(text) > longLine || strings.Contains(text, "\x7f") || emptyLines.MatchString(text) {
			return
		}
		want, err := c.Count(text)
		if got := count(text); got != want || err != nil {
			t.Errorf("%q: %d tokens, want %d, %v", text, got, want, err)
		}
	})
}
