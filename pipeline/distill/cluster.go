package distill

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"wisdom/internal/words"
)

const (
	// neighbours is how many nearest lessons each lesson is compared with.
	neighbours = 16
	// leastAlike is the cosine below which two lessons are not compared.
	leastAlike = 0.03
	// joinAlike is how alike two groups must be on average, over all pairs of
	// their lessons, to become one. It was tried on labelled notes: below it,
	// themes swallow each other; above it, they fall apart.
	joinAlike = 0.06
	// sameSubject is the cosine from which on two lessons speak of the same
	// thing, so that one can contradict the other.
	sameSubject = 0.5
)

// cluster groups n lessons: the two groups that are most alike become one, until
// none are alike enough (average linkage). Lessons that contradict each other
// never come into one group. It returns the lessons of each group by their
// indices, in the order of their first.
func cluster(edges []words.Edge, n int, contradict func(a, b int) bool) [][]int {
	c := clustering{groups: make([]*group, 0, n)}
	for i := range n {
		c.add([]int{i})
	}
	for _, e := range edges {
		c.join(e.A, e.B, quantum(e.Weight))
		if e.Weight >= sameSubject && contradict(e.A, e.B) {
			c.groups[e.A].apart[e.B], c.groups[e.B].apart[e.A] = true, true
		}
	}
	c.run()
	var groups [][]int
	for _, g := range c.groups {
		if g.members != nil {
			slices.Sort(g.members)
			groups = append(groups, g.members)
		}
	}
	slices.SortFunc(groups, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return groups
}

// quantum rounds a weight so that sums of weights are exact, whatever their
// order.
func quantum(weight float64) float64 { return math.Round(weight*(1<<16)) / (1 << 16) }

type group struct {
	id      int
	members []int
	alike   map[int]float64 // sum over pairs, by group
	apart   map[int]bool    // groups that it must not be joined with
}

type clustering struct {
	groups []*group
	queue  merges
}

func (c *clustering) add(members []int) *group {
	g := &group{id: len(c.groups), members: slices.Clone(members), alike: map[int]float64{}, apart: map[int]bool{}}
	c.groups = append(c.groups, g)
	return g
}

func (c *clustering) join(a, b int, weight float64) {
	c.groups[a].alike[b] += weight
	c.groups[b].alike[a] += weight
}

func (c *clustering) run() {
	for _, g := range c.groups {
		c.propose(g)
	}
	for c.queue.Len() > 0 {
		m := heap.Pop(&c.queue).(merge)
		a, b := c.groups[m.a], c.groups[m.b]
		if a.members == nil || b.members == nil {
			continue
		}
		c.propose(c.unite(a, b))
	}
}

// propose queues the ways in which g could grow.
func (c *clustering) propose(g *group) {
	for other, sum := range g.alike {
		h := c.groups[other]
		if h.members == nil || other > g.id || g.apart[other] {
			continue
		}
		if mean := sum / float64(len(g.members)*len(h.members)); mean >= joinAlike {
			heap.Push(&c.queue, merge{mean, other, g.id})
		}
	}
}

func (c *clustering) unite(a, b *group) *group {
	g := c.add(append(slices.Clone(a.members), b.members...))
	for _, part := range []*group{a, b} {
		for other, sum := range part.alike {
			if c.groups[other].members != nil && other != a.id && other != b.id {
				c.join(g.id, other, sum)
			}
		}
		for other := range part.apart {
			if c.groups[other].members != nil {
				g.apart[other], c.groups[other].apart[g.id] = true, true
			}
		}
	}
	*a, *b = group{id: a.id}, group{id: b.id}
	return g
}

// merge is a way to make two groups one; a is the older.
type merge struct {
	mean float64
	a, b int
}

// merges is a heap, the most alike on top.
type merges []merge

func (m merges) Len() int { return len(m) }
func (m merges) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(m[j].mean, m[i].mean), cmp.Compare(m[i].a, m[j].a), cmp.Compare(m[i].b, m[j].b)) < 0
}
func (m merges) Swap(i, j int) { m[i], m[j] = m[j], m[i] }

// Push implements heap.Interface.
func (m *merges) Push(x any) { *m = append(*m, x.(merge)) }

// Pop implements heap.Interface.
func (m *merges) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}
