package distill

import (
	"math/rand/v2"
	"testing"
)

// The most alike come out of the heap first, the older of those that are as alike.
func TestMergesComeOutInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var queue merges
	for range 500 {
		queue.push(merge{float64(random.IntN(20)), random.IntN(9), random.IntN(9)})
	}
	last := queue.pop()
	for len(queue) > 0 {
		next := queue.pop()
		if (merges{next, last}).less(0, 1) {
			t.Fatalf("%v comes after %v", next, last)
		}
		last = next
	}
}
