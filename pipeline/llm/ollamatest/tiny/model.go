package tiny

import (
	"errors"
	"os"

	"github.com/ollama/ollama/fs/ggml"
)

// Model says which model to make: one that follows rules, at most 32, or a random
// one. It grows with what its rules say, at last with the square: a thousand
// characters make 4 MB, ten thousand 36 MB and an answer of 10 seconds.
type Model struct {
	// Name is what the server calls it. Without one it gets a name that is made
	// from its contents.
	Name  string
	Rules []Rule
	// Random asks for noise from Seed instead of rules.
	Random bool
	Seed   uint64
	// Embeds asks for a model that gives the vectors of texts, and no answers.
	Embeds bool
	// Thinking asks for a model that thinks before it answers.
	Thinking bool
	// Context is the longest prompt it takes, in tokens: 32768 if it is zero. A
	// server gives a request less unless the request asks for it.
	Context int
}

const (
	architecture   = "qwen3" // Ollama runs it with its own engine
	defaultContext = 32768
)

var errOneOfTwo = errors.New("a model needs either rules or Random")

// GGUF returns the model as a file for Ollama.
func (m Model) GGUF() ([]byte, error) {
	if m.Random == (len(m.Rules) > 0) {
		return nil, errOneOfTwo
	}
	if err := check(m.Rules, m.Thinking); err != nil {
		return nil, err
	}
	v := newVocabulary()
	var w *weights
	if m.Random {
		w = noise(len(v.tokens), m.Seed)
	} else {
		w = v.write(m.Rules).weights(v)
	}
	file, err := os.CreateTemp("", "tiny-*.gguf")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // it is in the folder for temporary files
	err = errors.Join(ggml.WriteGGUF(file, m.metadata(v, w), w.tensors()), file.Close())
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file.Name())
}

func (m Model) metadata(v *vocabulary, w *weights) ggml.KV {
	length := m.Context
	if length == 0 {
		length = defaultContext
	}
	const in = architecture + "."
	kv := ggml.KV{
		"general.architecture":                  architecture,
		"general.name":                          "tiny",
		in + "block_count":                      uint32(1),
		in + "context_length":                   uint32(length),
		in + "embedding_length":                 uint32(w.width),
		in + "feed_forward_length":              uint32(forward),
		in + "attention.head_count":             uint32(1),
		in + "attention.head_count_kv":          uint32(1),
		in + "attention.key_length":             uint32(headSize),
		in + "attention.value_length":           uint32(headSize),
		in + "attention.layer_norm_rms_epsilon": float32(1e-6),
		in + "rope.freq_base":                   float32(rotation),
		in + "rope.dimension_count":             uint32(headSize),
		in + "vocab_size":                       uint32(len(v.tokens)),
		"tokenizer.ggml.model":                  "gpt2",
		"tokenizer.ggml.pre":                    "qwen2",
		"tokenizer.ggml.tokens":                 v.tokens,
		"tokenizer.ggml.token_type":             v.kinds,
		"tokenizer.ggml.merges":                 v.merges,
		"tokenizer.ggml.bos_token_id":           uint32(v.ids[endOfText]),
		"tokenizer.ggml.eos_token_id":           uint32(v.ids[turnEnds]),
		"tokenizer.ggml.padding_token_id":       uint32(v.ids[endOfText]),
		"tokenizer.ggml.add_bos_token":          false,
		"tokenizer.ggml.add_eos_token":          false,
	}
	if m.Embeds {
		kv[in+"pooling_type"] = uint32(1) // the mean of all tokens
	}
	return kv
}
