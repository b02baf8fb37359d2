package tiny

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/ollama/ollama/fs/ggml"
)

const (
	headSize    = 32 // of the only attention head
	forward     = 64 // of the feed-forward layer
	randomWidth = 128

	// rotation is the base of the rotary position embedding, and slowest the
	// number of its slowest pair in a head: one that hardly turns over any
	// context, so that a text is found wherever it stands.
	rotation = 1e9
	slowest  = headSize/2 - 1

	// sharpness multiplies the query, so that the head looks at one token only.
	sharpness = 40
)

// matrix is a matrix by rows.
type matrix struct {
	width int // of a row
	cells []float32
}

func newMatrix(rows, width int) matrix {
	return matrix{width: width, cells: make([]float32, rows*width)}
}

func (m matrix) set(row, column int, value float64) {
	m.cells[row*m.width+column] = float32(value)
}

// weights are those of a transformer with one block.
type weights struct {
	width             int // of the residual stream
	embedding, output matrix
	query, key, value matrix
	attention         matrix // from the head back to the stream
	queryNorm         []float32
	gate, up, down    matrix // the feed-forward layer
}

func newWeights(tokens, width int) *weights {
	w := &weights{
		width:     width,
		embedding: newMatrix(tokens, width),
		output:    newMatrix(tokens, width),
		query:     newMatrix(headSize, width),
		key:       newMatrix(headSize, width),
		value:     newMatrix(headSize, width),
		attention: newMatrix(width, headSize),
		queryNorm: fill(headSize, 1),
		gate:      newMatrix(forward, width),
		up:        newMatrix(forward, width),
		down:      newMatrix(width, forward),
	}
	return w
}

// blank returns weights for a script: the tokens from the number first on have a
// direction each in the stream, the tokens before them share the direction 0. The
// feed-forward layer adds nothing, and nothing has a key yet.
func blank(tokens, first int) *weights {
	const step = 32 // engines like a width that this divides
	w := newWeights(tokens, (1+tokens-first+step-1)/step*step)
	for token := range tokens {
		w.embedding.set(token, max(0, token-first+1), 1)
	}
	w.queryNorm = fill(headSize, sharpness)
	return w
}

// noise returns random weights.
func noise(tokens int, seed uint64) *weights {
	w := newWeights(tokens, randomWidth)
	random := rand.New(rand.NewPCG(seed, 1))
	normal := func(m matrix, deviation float64) {
		for i := range m.cells {
			m.cells[i] = float32(random.NormFloat64() * deviation)
		}
	}
	normal(w.embedding, 1)
	normal(w.output, 3/w.scale())
	for _, m := range []matrix{w.query, w.key, w.value, w.attention, w.gate, w.up, w.down} {
		normal(m, 1/w.scale())
	}
	return w
}

// scale is what the norm before a layer makes of a token's one and only number.
func (w *weights) scale() float64 { return math.Sqrt(float64(w.width)) }

// quieten says what comes where no rule says anything: the end of the turn, or,
// where a format does not let it end, whatever brings the end nearer.
func (w *weights) quieten(v *vocabulary) {
	for direction := range w.width {
		w.follow(direction, v.ids[turnEnds], 16)
		for _, closing := range []string{`"`, "}", "]"} {
			w.follow(direction, v.ids[closing], 8)
		}
	}
}

// follow makes a token come after what has the direction. The strength is what it
// adds to the logarithm of the probability.
func (w *weights) follow(direction, token int, strength float64) {
	w.output.set(token, direction, strength/w.scale())
}

// attend makes the attention head find the direction of a rule's When. The key
// turns a little further away from the query with every rule, by so much that an
// earlier rule outweighs any number of later ones.
func (w *weights) attend(direction, rule int) {
	full := sharpness * math.Sqrt(headSize)
	along := 1 - 6*float64(rule)/full
	w.key.set(slowest, direction, along)
	w.key.set(slowest-1, direction, math.Sqrt(1-along*along))
	w.value.set(rule, direction, 1/w.scale())
	w.attention.set(direction, rule, 1)
}

// tensors returns the weights under the names that llama.cpp gave them.
func (w *weights) tensors() []*ggml.Tensor {
	const block = "blk.0."
	return []*ggml.Tensor{
		w.embedding.tensor("token_embd.weight"),
		vector(block+"attn_norm.weight", fill(w.width, 1)),
		w.query.tensor(block + "attn_q.weight"),
		w.key.tensor(block + "attn_k.weight"),
		w.value.tensor(block + "attn_v.weight"),
		w.attention.tensor(block + "attn_output.weight"),
		vector(block+"attn_q_norm.weight", w.queryNorm),
		vector(block+"attn_k_norm.weight", fill(headSize, 1)),
		vector(block+"ffn_norm.weight", fill(w.width, 1)),
		w.gate.tensor(block + "ffn_gate.weight"),
		w.up.tensor(block + "ffn_up.weight"),
		w.down.tensor(block + "ffn_down.weight"),
		vector("output_norm.weight", fill(w.width, 1)),
		w.output.tensor("output.weight"),
	}
}

func (m matrix) tensor(name string) *ggml.Tensor {
	return tensor(name, m.cells, uint64(m.width), uint64(len(m.cells)/m.width))
}

func vector(name string, numbers []float32) *ggml.Tensor {
	return tensor(name, numbers, uint64(len(numbers)))
}

// tensor is a tensor of 32 bits a number, by which Kind 0 is known. Its shape begins with the length of a row.
func tensor(name string, numbers []float32, shape ...uint64) *ggml.Tensor {
	data, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // numbers have a size
	}
	return &ggml.Tensor{Name: name, Shape: shape, WriterTo: bytes.NewReader(data)}
}

func fill(length int, number float32) []float32 {
	numbers := make([]float32, length)
	for i := range numbers {
		numbers[i] = number
	}
	return numbers
}
