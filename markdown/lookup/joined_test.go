package lookup

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wisdom/markdown/facts"
)

// owners makes tool documents whose values tell what they belong to: 10.0.N.n is an address of Name N, and has is what
// each is a part of.
type owners struct {
	rng   *rand.Rand
	lines []string
	n     int
	has   map[string][]string // the names that may stand beside a value
}

var (
	reOwner = regexp.MustCompile(`\b(?:Kite|Head)\d+\b`)
	reOwned = regexp.MustCompile(`\b10\.0\.\d+\.\d+\b`)
)

func (o *owners) add(format string, args ...any) {
	o.lines = append(o.lines, fmt.Sprintf(format, args...))
}

func (o *owners) name(word string) string {
	o.n++
	return fmt.Sprintf("%s%d", word, o.n)
}

func (o *owners) value(of ...string) string {
	o.n++
	value := fmt.Sprintf("10.0.%d.%d", o.n/200, o.n%200)
	o.has[value] = slices.Clone(of)
	return value
}

func (o *owners) list(depth int, indent string, above ...string) {
	for range 1 + o.rng.IntN(3) {
		name := o.name("Kite")
		of := append(slices.Clone(above), name)
		form := []string{"%s- %s: %s", "%s- **%s**: %s", "%s- **%s** - %s", "%s- `%s` %s"}[o.rng.IntN(4)]
		if depth > 0 && o.rng.IntN(4) == 0 {
			o.add("%s- **%s**", indent, name)
			o.list(depth-1, indent+"  ", of...)
			continue
		}
		o.add(form, indent, name, o.value(of...))
		if depth > 0 && o.rng.IntN(3) == 0 {
			o.list(depth-1, indent+"  ", of...)
		}
	}
}

func (o *owners) table(above ...string) {
	heads := []string{"Name", o.name("Head"), o.name("Head")}
	o.add("| %s |\n|---|---|---|", strings.Join(heads, " | "))
	for range 1 + o.rng.IntN(4) {
		name := o.name("Kite")
		of := append(slices.Clone(above), name)
		second := ""
		if o.rng.IntN(3) > 0 {
			second = o.value(append(of, heads[2])...)
		}
		o.add("| %s | %s | %s |", name, o.value(append(of, heads[1])...), second)
	}
	o.add("")
}

func (o *owners) document() string {
	for range 1 + o.rng.IntN(3) {
		section := o.name("Kite")
		o.add("## %s hall\n", section)
		for range 1 + o.rng.IntN(4) {
			led := o.name("Kite")
			switch o.rng.IntN(7) {
			case 0:
				o.add("What there is.\n") // two lists in a row are one
				o.list(2, "", section)
				o.add("")
			case 1:
				o.add("**%s**\n", led)
				o.list(1, "", section, led)
				o.add("")
			case 2:
				o.add("**%s:** %s\n", led, o.value(section, led))
				o.list(1, "", section, led)
				o.add("")
			case 3:
				o.add("%s:\n", led)
				o.list(1, "", section, led)
				o.add("")
			case 4:
				o.add("**%s**\n", led)
				o.table(section, led)
			case 5:
				o.table(section)
				o.list(1, "", section)
				o.add("")
			case 6:
				o.add("%s: %s\n%s: %s\n", led, o.value(section, led), section+"b", o.value(section, section+"b"))
			}
		}
	}
	return strings.Join(o.lines, "\n") + "\n"
}

// Rows were named by other rows, and what is below an item by another item: beside a value is only what it is a part of,
// and its own name is there.
func TestValuesStandBesideTheirOwnNames(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		o := owners{rng: rand.New(rand.NewPCG(seed, 7)), has: map[string][]string{}}
		source := o.document()
		found := facts.Find(t.Context(), "TOOLS.md", []byte(source)).Facts
		for _, f := range found {
			o.check(t, source, f.Heading+" "+f.Label()+" "+f.Qualifier, f.Value)
		}
		for _, g := range groups(found) {
			for _, r := range g.rows() {
				for _, e := range r.entries {
					heads := strings.Split(strings.TrimSuffix(r.family, ": "), within)
					for i, part := range e.parts {
						attr := r.family
						switch {
						case e.attrs != nil:
							attr += e.attrs[i]
						case len(heads) > 1:
							attr = heads[min(i, len(heads)-1)]
						}
						o.check(t, source, g.heading+" "+attr+" "+e.key, part)
					}
				}
			}
		}
	}
}

// check checks what names a value. Of several in one, all have the names.
func (o *owners) check(t *testing.T, source, names, value string) {
	t.Helper()
	for _, v := range reOwned.FindAllString(value, -1) {
		of := o.has[v]
		for _, name := range reOwner.FindAllString(names, -1) {
			require.Containsf(t, of, name, "%s is named by %s\n%s", v, names, source)
		}
		own := slices.ContainsFunc(of, func(name string) bool {
			return strings.HasPrefix(name, "Kite") && name == lastOwner(of) && strings.Contains(names, name)
		})
		require.Truef(t, own || strings.Contains(names, of[len(of)-1]), "%s has lost its name: %s\n%s", v, names, source)
	}
}

// lastOwner is what has a value, without the head of its column.
func lastOwner(of []string) string {
	last := ""
	for _, name := range of {
		if strings.HasPrefix(name, "Kite") {
			last = name
		}
	}
	return last
}
