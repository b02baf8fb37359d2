package tiny

import (
	"errors"

	"wisdom/pipeline/llm/ollamatest/gguf"
)

// Model says which model to make: one that follows rules, at most 32, or a random
// one. It grows with what its rules say, at last with the square: a thousand
// characters make 2 MB, ten thousand 18 MB and an answer of 10 seconds.
type Model struct {
	// Name is what the server calls it. Without one it gets a name that is made
	// from its contents.
	Name  string
	Rules []Rule
	// Random asks for noise from Seed instead of rules.
	Random bool
	Seed   uint64
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
	return gguf.File{Metadata: m.metadata(v, w), Tensors: w.tensors()}.Bytes()
}

func (m Model) metadata(v *vocabulary, w *weights) []gguf.Entry {
	length := m.Context
	if length == 0 {
		length = defaultContext
	}
	const in = architecture + "."
	return []gguf.Entry{
		{Key: "general.architecture", Value: architecture},
		{Key: "general.name", Value: "tiny"},
		{Key: in + "block_count", Value: uint32(1)},
		{Key: in + "context_length", Value: uint32(length)},
		{Key: in + "embedding_length", Value: uint32(w.width)},
		{Key: in + "feed_forward_length", Value: uint32(forward)},
		{Key: in + "attention.head_count", Value: uint32(1)},
		{Key: in + "attention.head_count_kv", Value: uint32(1)},
		{Key: in + "attention.key_length", Value: uint32(headSize)},
		{Key: in + "attention.value_length", Value: uint32(headSize)},
		{Key: in + "attention.layer_norm_rms_epsilon", Value: float32(1e-6)},
		{Key: in + "rope.freq_base", Value: float32(rotation)},
		{Key: in + "rope.dimension_count", Value: uint32(headSize)},
		{Key: in + "vocab_size", Value: uint32(len(v.tokens))},
		{Key: "tokenizer.ggml.model", Value: "gpt2"},
		{Key: "tokenizer.ggml.pre", Value: "qwen2"},
		{Key: "tokenizer.ggml.tokens", Value: v.tokens},
		{Key: "tokenizer.ggml.token_type", Value: v.kinds},
		{Key: "tokenizer.ggml.merges", Value: v.merges},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(v.ids[endOfText])},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(v.ids[turnEnds])},
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(v.ids[endOfText])},
		{Key: "tokenizer.ggml.add_bos_token", Value: false},
		{Key: "tokenizer.ggml.add_eos_token", Value: false},
	}
}
