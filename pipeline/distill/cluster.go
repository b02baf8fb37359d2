package distill

import (
	"cmp"
	"context"
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

// cluster groups n lessons, joined by edges in the order of A, then B: the two groups
// that are most alike become one, until none are alike enough (average linkage).
// Lessons that contradict each other never come into one group. It returns the lessons
// of each group by their indices, in the order of their first; once ctx ends, it stops
// where it is.
func cluster(ctx context.Context, edges []words.Edge, n int, contradict func(a, b int) bool) [][]int {
	c := clustering{groups: make([]*group, 0, 2*n)}
	for i := range n {
		c.add([]int{i})
	}
	c.makeRoom(edges)
	for _, e := range edges {
		c.join(e.A, e.B, quantum(e.Weight))
		if e.Weight >= sameSubject && contradict(e.A, e.B) {
			c.part(e.A, e.B)
		}
	}
	c.run(ctx)
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
	alike   []likeness   // in the order of the groups, those that are no more among them
	apart   map[int]bool // groups that it must not be joined with; nil for most
}

// likeness is how alike a group is to another one: the sum over the pairs of their
// lessons.
type likeness struct {
	group int
	sum   float64
}

type clustering struct {
	groups []*group
	queue  merges
}

func (c *clustering) add(members []int) *group {
	g := &group{id: len(c.groups), members: members}
	c.groups = append(c.groups, g)
	return g
}

// makeRoom gives every group room for the groups that it is joined with, and for some
// more.
func (c *clustering) makeRoom(edges []words.Edge) {
	joined := make([]int, len(c.groups))
	for _, e := range edges {
		joined[e.A]++
		joined[e.B]++
	}
	for i, n := range joined {
		c.groups[i].alike = make([]likeness, 0, n+n/4)
	}
}

// join notes how alike two groups are; of the groups that are joined with one, the
// newest comes last.
func (c *clustering) join(a, b int, sum float64) {
	c.note(a, likeness{b, sum})
	c.note(b, likeness{a, sum})
}

// note takes the groups that are no more out of a list before it needs more room:
// most lists then need none. A list that stays nearly full grows, so that one with many
// neighbours is not gone through for every one of them.
func (c *clustering) note(of int, like likeness) {
	g := c.groups[of]
	if len(g.alike) == cap(g.alike) {
		g.alike = slices.DeleteFunc(g.alike, func(l likeness) bool { return c.groups[l.group].members == nil })
		if room := cap(g.alike) - len(g.alike); room < len(g.alike)/4 {
			g.alike = slices.Grow(g.alike, len(g.alike)/2+1)
		}
	}
	g.alike = append(g.alike, like)
}

func (c *clustering) part(a, b int) {
	for _, pair := range [][2]int{{a, b}, {b, a}} {
		g := c.groups[pair[0]]
		if g.apart == nil {
			g.apart = map[int]bool{}
		}
		g.apart[pair[1]] = true
	}
}

func (c *clustering) run(ctx context.Context) {
	for _, g := range c.groups {
		c.ways(g)
	}
	for len(c.queue) > 0 && ctx.Err() == nil {
		m := c.queue.pop()
		a, b := c.groups[m.a], c.groups[m.b]
		if a.members == nil || b.members == nil {
			continue
		}
		c.ways(c.unite(a, b))
	}
}

// ways puts those in which g could grow into the queue.
func (c *clustering) ways(g *group) {
	for _, like := range g.alike {
		h := c.groups[like.group]
		if h.members == nil || h.id > g.id || g.apart[h.id] {
			continue
		}
		if mean := like.sum / float64(len(g.members)*len(h.members)); mean >= joinAlike {
			c.queue.push(merge{mean, h.id, g.id})
		}
	}
}

func (c *clustering) unite(a, b *group) *group {
	g := c.add(slices.Concat(a.members, b.members))
	alike := together(a.alike, b.alike)
	apart := []map[int]bool{a.apart, b.apart}
	*a, *b = group{id: a.id}, group{id: b.id}
	for _, like := range alike {
		if c.groups[like.group].members != nil {
			c.join(g.id, like.group, like.sum)
		}
	}
	for _, others := range apart {
		for other := range others {
			if c.groups[other].members != nil {
				c.part(g.id, other)
			}
		}
	}
	return g
}

// together adds up two lists, both in the order of the groups.
func together(a, b []likeness) []likeness {
	all := make([]likeness, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].group < b[0].group:
			all, a = append(all, a[0]), a[1:]
		case a[0].group > b[0].group:
			all, b = append(all, b[0]), b[1:]
		default:
			all = append(all, likeness{a[0].group, a[0].sum + b[0].sum})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// merge is a way to make two groups one; a is the older.
type merge struct {
	mean float64
	a, b int
}

// merges is a heap, the most alike on top. container/heap would put every merge into
// memory of its own.
type merges []merge

func (m merges) less(i, j int) bool {
	if m[i].mean != m[j].mean {
		return m[i].mean > m[j].mean
	}
	return m[i].a < m[j].a || m[i].a == m[j].a && m[i].b < m[j].b
}

func (m *merges) push(one merge) {
	*m = append(*m, one)
	for i := len(*m) - 1; i > 0; {
		parent := (i - 1) / 2
		if !m.less(i, parent) {
			return
		}
		(*m)[i], (*m)[parent] = (*m)[parent], (*m)[i]
		i = parent
	}
}

func (m *merges) pop() merge {
	top, last := (*m)[0], len(*m)-1
	(*m)[0] = (*m)[last]
	*m = (*m)[:last]
	for i, child := 0, 1; child < last; child = 2*i + 1 {
		if child+1 < last && m.less(child+1, child) {
			child++
		}
		if !m.less(child, i) {
			break
		}
		(*m)[i], (*m)[child] = (*m)[child], (*m)[i]
		i = child
	}
	return top
}
