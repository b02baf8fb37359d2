package recall

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
)

// Models differ in what cosine means "near": one gives 0.8 to any two sentences, another 0.3 to a question and its
// answer. So the measure is the index itself: how near its own texts are to each other by chance.

// chance is how near texts of a kind are to texts that do not ask for them.
type chance struct {
	// Mean is the mean of those that ask: its product with a text is how near that text is to anything.
	Mean []float32
	// Spread is by how much they lie below that, as a root of mean squares. What lies above it may be no chance: copies,
	// and messages that are expected for the same lesson.
	Spread float64
}

// chanceOf compares some texts that ask with others.
func chanceOf(asking, others [][]float32) (of chance) {
	of.Mean = make([]float32, len(asking[0]))
	for _, vector := range asking {
		for i := range min(len(vector), len(of.Mean)) {
			of.Mean[i] += vector[i] / float32(len(asking))
		}
	}
	sum, n := 0.0, 0
	for _, vector := range asking {
		from := of.from(vector)
		for _, other := range others {
			if d := product(from, other); d < 0 {
				sum, n = sum+d*d, n+1
			}
		}
	}
	of.Spread = math.Sqrt(sum / float64(max(n, 1)))
	return of
}

// from is what a text is compared with to know how near a vector is to it beyond chance.
func (of *chance) from(vector []float32) []float32 {
	vector = slices.Clone(vector)
	for i := range min(len(vector), len(of.Mean)) {
		vector[i] -= of.Mean[i]
	}
	return vector
}

func product(a, b []float32) float64 {
	sum := float32(0)
	for i := range min(len(a), len(b)) {
		sum += a[i] * b[i]
	}
	return float64(sum)
}

// meanings are how near passages are to a message, in spreads beyond chance.
type meanings map[int64]float64

// near compares the message with all passages, and with the messages that are expected for them. Of a passage with
// expected messages, both what it says and the nearest of these count.
func (x *Index) near(ctx context.Context, message string) (meanings, error) {
	asked, err := x.vectorOf(ctx, message)
	if err != nil {
		return nil, err
	}
	near, err := x.compare(ctx, asked, ofPassages)
	if err != nil || near == nil {
		return nil, err
	}
	messages, err := x.compare(ctx, asked, ofMessages)
	if err != nil {
		return nil, err
	}
	expected := meanings{}
	err = eachRow(ctx, x.db, func(scan scanner) error {
		var passage, message int64
		if err := scan(&passage, &message); err != nil {
			return err
		}
		if far, known := messages[message]; known {
			if best, found := expected[passage]; !found || far > best {
				expected[passage] = far
			}
		}
		return nil
	}, "SELECT passage, message FROM messages")
	for passage, far := range expected {
		if own, known := near[passage]; known {
			near[passage] = (own + far) / math.Sqrt2 // the sum of two spreads that know nothing of each other
		}
	}
	return near, err
}

// compare tells how near all texts of a kind are, nil where nothing is known of chance.
func (x *Index) compare(ctx context.Context, message []float32, with kind) (meanings, error) {
	var of chance
	b, err := x.chance(ctx, with)
	if err != nil || b == nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &of); err != nil {
		return nil, errors.Join(errTorn, err)
	}
	if of.Spread == 0 {
		return nil, nil
	}
	found, want := meanings{}, of.from(message)
	err = x.eachVector(ctx, with, func(id int64, vector []byte) {
		sum := float32(0)
		for i := range min(len(want), len(vector)/4) {
			sum += want[i] * number(vector, i)
		}
		found[id] = float64(sum) / of.Spread
	})
	return found, err
}

const (
	// expectedByChance is how far beyond chance the nearest of a workspace lies for a message that needs nothing.
	expectedByChance = 1
	// perSpread is what each further spread adds to a score.
	perSpread = 0.1
)

// worth is what the meaning of a passage adds to its score, or takes from it.
func (m meanings) worth(id int64) float64 {
	far, known := m[id]
	if !known {
		return 0
	}
	return perSpread * (far - expectedByChance)
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
