package tokens

import (
	"bytes"
	"compress/flate"
	"errors"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"
)

var update = flag.Bool("update", false, "write the vocabulary anew")

// The embedded vocabulary is that of the module, token by token.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	c := codec.NewO200kBase()
	tokens, ranked := make([]string, tokenCount), map[string]int{}
	for rank := range tokens {
		token, err := c.Decode([]uint{uint(rank)})
		if err != nil {
			t.Fatalf("token %d: %v", rank, err)
		}
		tokens[rank], ranked[token] = token, rank
	}
	if _, err := c.Decode([]uint{tokenCount}); err == nil {
		t.Error("the module has more tokens")
	}
	if *update {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Write(packedTokens(t, tokens, ranked))
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("o200k_base.bin", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	known, filled := vocabulary().ranks, 0
	for _, list := range [][]uint32{known.pairs, known.found, known.longs} {
		for _, found := range list {
			if found != 0 {
				filled++
			}
		}
	}
	if filled != tokenCount {
		t.Fatalf("%d tokens, want %d: go test ./internal/tokens -run TestVocabulary -update", filled, tokenCount)
	}
	for rank, token := range tokens {
		if got, there := known.rank(token); !there || got != uint32(rank) {
			t.Fatalf("token %d %q has rank %d", rank, token, got)
		}
	}
}

// packedTokens are the tokens as the program reads them. Of the ways to join one, that of the lowest ranks packs best.
func packedTokens(t *testing.T, tokens []string, ranked map[string]int) []byte {
	packed := []byte(strings.Join(tokens[:singles], ""))
	columns := make([][]byte, 2*rankBytes)
	for rank, token := range tokens[singles:] {
		left, right := tokenCount, tokenCount
		for i := 1; i < len(token); i++ {
			first, known := ranked[token[:i]]
			second, also := ranked[token[i:]]
			if known && also && max(first, second) < rank+singles && (first+1)*(second+1) < (left+1)*(right+1) {
				left, right = first, second
			}
		}
		if left == tokenCount {
			t.Fatalf("token %d %q joins no two before it", rank+singles, token)
		}
		for i := range rankBytes {
			columns[2*i], columns[2*i+1] = append(columns[2*i], byte(left>>(8*i))), append(columns[2*i+1], byte(right>>(8*i)))
		}
	}
	return append(packed, bytes.Join(columns, nil)...)
}

var emptyLines = regexp.MustCompile(`[\r\n][\pZ\t\v\f\x{85}]+[\r\n]`)

// FuzzCount compares our count with that of the module.
func FuzzCount(f *testing.F) {
	c := codec.NewO200kBase()
	for _, text := range []string{
		required, "备份只有恢复过才算数", "naïve über 你好 world's I'LL",
		" \u00a0 a\u00a0 b\r\n\n\tx", "0123456789", "🦞🦞", "\xff\xfe a\x00",
		"a   b  \n c\t\td  ", "it\u017f 'ſ 'K I'VE'LL", "\u2003\u2003x \u0085\v y", "Ǆx ǅ ʰa é 1²3Ⅷ४५६७", "a\r\n\r\n /b//\n",
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

func BenchmarkLoadVocabulary(b *testing.B) {
	for b.Loop() {
		loadVocabulary()
	}
}
