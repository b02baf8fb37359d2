package recall

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// Models differ in what cosine means "near": one gives 0.8 to any two sentences, another 0.3
// to a question and its answer. So a passage is compared with the others of its workspace: it
// is near where it stands out from them.

// meanings are how near the passages are to a message in meaning: by what they say, and by the nearest of the
// messages that are expected for them.
type meanings struct{ own, expected distances }

// distances are how near some texts are to a message.
type distances struct {
	ids []int64 // in ascending order
	// far is how far each cosine with the message lies above the mean of all, in standard
	// deviations.
	far []float64
}

// of is how far a text lies above the mean, 0 where it is none of them.
func (d *distances) of(id int64) float64 {
	if i, found := slices.BinarySearch(d.ids, id); found {
		return d.far[i]
	}
	return 0
}

// worth is what such a distance says for a text.
func (d *distances) worth(id int64) float64 { return beyondChance(d.of(id), len(d.ids)) }

// of is how far a lesson lies above the mean of its kind: that of the messages which are expected for it, or else its
// own. Without a model it is 0.
func (m *meanings) of(id int64) float64 {
	if m == nil {
		return 0
	}
	if m.expects(id) {
		return m.expected.of(id)
	}
	return m.own.of(id)
}

// expects reports whether messages are compared that are expected for a passage.
func (m *meanings) expects(id int64) bool {
	if m == nil {
		return false
	}
	_, found := slices.BinarySearch(m.expected.ids, id)
	return found
}

// worth is what the meaning of a passage adds to its score. Expected messages only say which lesson comes first: the
// nearest of several stands out by chance more often than a single text.
func (m *meanings) worth(id int64) float64 {
	if m == nil {
		return 0
	}
	return m.own.worth(id)
}

// leastNear is how far above the mean expected messages lie at least whose words count.
const leastNear = 0.5

// judge takes back what needs have of expected messages that are not nearer than most: a word in common may be chance.
// Where none is nearer than most, as with one lesson or in a language that the model does not know, words alone decide.
func (m *meanings) judge(needs []need) {
	if m == nil || !slices.ContainsFunc(m.expected.far, func(far float64) bool { return far >= leastNear }) {
		return
	}
	for _, n := range needs {
		maps.DeleteFunc(n.expected, func(id int64, _ float64) bool { return m.expected.of(id) < leastNear })
	}
}

// nearest are the n passages that are nearest; if within is not empty, only its passages.
func (m *meanings) nearest(n int, within spans) []int64 {
	if m == nil {
		return nil
	}
	var values []valued
	for _, id := range m.own.ids {
		if far := max(m.own.of(id), m.expected.of(id)); far > 0 && (len(within) == 0 || within.has(id)) {
			values = append(values, valued{id, far})
		}
	}
	return highest(values, n)
}

// decades: a value that one of so many powers of ten of workspaces holds by chance is worth 1.
// With four, one that a workspace of sixteen holds reaches the threshold, and one of 250 is sure.
const decades = 6

// beyondChance is 0 for a value that one of n values is likely to reach by chance, and up to 1 the
// less likely that is. The value is in standard deviations from the mean of the n, itself
// included; so its distribution is Student's, which Wallace's formula turns into the normal one.
func beyondChance(far float64, n int) float64 {
	if far <= 0 || n < 3 {
		return 0
	}
	v := float64(n - 2)
	normal := (8*v + 1) / (8*v + 3) * math.Sqrt(v*math.Log((v+1)/max(v+1-far*far, 1e-9)))
	chance := float64(n) * math.Erfc(normal/math.Sqrt2) / 2
	return min(max(-math.Log10(chance)/decades, 0), 1)
}

// standardize turns values into standard deviations from their mean.
func standardize(values []float64) {
	mean, variance := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		variance += (v - mean) * (v - mean) / float64(len(values))
	}
	for i := range values {
		values[i] -= mean
		if variance > 0 {
			values[i] /= math.Sqrt(variance)
		}
	}
}

// comparison compares the vector of a message with those of passages, all less the mean of
// the passages.
type comparison struct {
	want, mean []float32
	// offset is the product of want and mean, length the square of the mean's length.
	offset, length float64
}

func newComparison(message []float32, mean []byte) comparison {
	of := comparison{want: slices.Clone(message), mean: make([]float32, len(mean)/4)}
	for i := range of.mean {
		of.mean[i] = number(mean, i)
		of.length += float64(of.mean[i]) * float64(of.mean[i])
		if i < len(of.want) {
			of.want[i] -= of.mean[i]
		}
	}
	scale(of.want)
	for i := range min(len(of.want), len(of.mean)) {
		of.offset += float64(of.want[i]) * float64(of.mean[i])
	}
	return of
}

// leastLength is the square of the length below which a vector says nothing.
const leastLength = 1e-6

// cosine is that of the message with a vector as it is stored, 0 where they do not fit.
func (c *comparison) cosine(vector []byte) float64 {
	if len(vector) != 4*len(c.want) || len(c.want) != len(c.mean) {
		return 0
	}
	product, common := float32(0), float32(0)
	for i := range c.want {
		v := number(vector, i)
		product += v * c.want[i]
		common += v * c.mean[i]
	}
	length := 1 - 2*float64(common) + c.length
	if length < leastLength {
		return 0
	}
	return (float64(product) - c.offset) / math.Sqrt(length)
}

// scale makes the length of a vector 1, or 0 if it says nothing.
func scale(vector []float32) {
	sum := 0.0
	for _, v := range vector {
		sum += float64(v) * float64(v)
	}
	if sum < leastLength {
		clear(vector)
	}
	for i, v := range vector {
		vector[i] = float32(float64(v) / math.Sqrt(max(sum, leastLength)))
	}
}

// bytesOf is a vector as it is stored, number the i-th number of one.
func bytesOf(vector []float32) []byte {
	b := make([]byte, 0, 4*len(vector))
	for _, v := range vector {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func number(vector []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(vector[4*i:]))
}
