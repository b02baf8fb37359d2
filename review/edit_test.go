package review

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/lesson"
	"wisdom/markdown/section"

	"github.com/stretchr/testify/require"
)

func (g *gate) reword(id, item string, entry section.Entry) (*Draft, error) {
	defer g.reread()
	return Reword(g.t.Context(), g.fsys, g.log, g.load(id), item, entry, g.opts)
}

func (g *gate) apply(id string, w Edit) (*Draft, error) {
	defer g.reread()
	return Apply(g.t.Context(), g.fsys, g.log, g.load(id), w, g.opts)
}

// A text that comes back from the editor as it was shown changes no wording: Read understands what Write wrote.
func TestEditTextReadsWhatItWrites(t *testing.T) {
	g := newGate(t)
	d := g.load(g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft)
	form := EditText{Draft: d, Printable: strings.ToUpper}
	text := form.Write(g.log)
	read, err := form.Read(text)
	require.NoError(t, err)
	same, err := g.apply(d.ID, read)
	g.must(err)
	assert.Truef(t, same.ID == d.ID && len(g.log.Decided(d, Taken)) == 3, "%v from\n%s", g.log.Decisions(d.ID), text)
	read, err = form.Read(strings.ReplaceAll(text, "the log", "each log"))
	require.NoError(t, err)
	other, err := g.apply(d.ID, read)
	g.must(err)
	item, _ := other.Item("e2")
	assert.Equal(t, "Read each log first.", item.Text)
}

// full is a draft whose entries nearly fill the section.
func (g *gate) full() string {
	long := "every single letter that some customer sent us about spoons, bowls and birch boards."
	id := g.stage(
		propose(base, "Answer "+long, "Archive "+long, "Read "+long, "Read the log first.", "Ask before you send."),
	).Draft
	n := g.load(id).Budget.SectionTokens
	require.Truef(g.t, n >= 140, "the section takes %d tokens", n)
	return id
}

// Found in the trial: after some entries were rejected, a longer wording of another one was rejected for the room
// that the rejected ones would take.
func TestRejectedEntriesTakeNoRoomFromWords(t *testing.T) {
	longer := section.Entry{
		Name: "Read the log.",
		Text: "Read the whole log from its first line before you form any theory about it.",
	}
	g := newGate(t)
	id := g.full()
	var invalid *InvalidError
	_, err := g.reword(id, "e5", longer)
	require.ErrorAs(t, err, &invalid, "nothing is rejected, and the section takes more than it may")
	assert.True(t, g.log.Waiting() == id && len(g.log.Decisions(id)) == 0, "what was refused left something behind")
	g.must(g.decide(id, Refused, "e2", "e3"))
	d, err := g.reword(id, "e5", longer)
	g.must(err)
	decisions := g.log.Decisions(d.ID)
	item, _ := d.Item("e5")
	assert.Truef(t, item.Text == longer.Text && decisions["e5"] == Taken && decisions["e4"] == "" &&
		decisions["e6"] == "", "item %+v, decisions %v", item, decisions)
	// As few rejected items as possible are dropped, the weakest first; the others can still be approved.
	_, there := d.Item("e3")
	assert.Truef(t, !there && decisions["e2"] == Refused, "items %v, decisions %v", d.IDs(), decisions)
	assert.Len(t, g.log.Refusals(), 2, "refusals")
}

// subjects gives the lessons of a proposal texts, so that entries differ by what their lessons are about.
func subjects(p *Proposal, texts ...string) *Proposal {
	for i, text := range texts {
		for _, id := range p.Lines[i+1].Lessons {
			p.Lessons = append(p.Lessons, lesson.Lesson{ID: id, Text: text})
		}
	}
	return p
}

// Whichever way a text is edited, an entry in other words keeps its lessons where it
// is clear which one it was, and an entry that is new has none.
func TestEditTellsRewordedFromNew(t *testing.T) {
	const (
		required = ""
		a        = "**Rule A.** Restore a backup before you trust it."
		b        = "**Rule B.** Ask the owner before you send mail."
		c        = "**Rule C.** Weigh every parcel twice."
		prove    = "**Prove it.** Unpack each archive on an empty disk monthly."
		polite   = "**Manners.** No mail leaves the house before Mara was asked."
		baker    = "**Own.** Be kind to the baker."
		german   = "**Waage.** Jedes Paket kommt zweimal auf die Waage."
	)
	lessons := []string{
		"The archive of March could not be unpacked on an empty disk.",
		"Mara was not asked, and a mail left the house.",
		"The scale in the shop lies by ten grams.",
	}
	type became map[string]string // the text of an item by its id, "own" for new ones; "-" is rejected
	for name, test := range map[string]struct {
		text []string // "=n " in front puts an entry below the mark of line n, "+ " below that for own ones
		want became
	}{
		"nothing":       {[]string{required, a, b, c}, became{"e2": a, "e3": b, "e4": c}},
		"another order": {[]string{c, required, b, a}, became{"e2": a, "e3": b, "e4": c}},
		"a name": {
			[]string{required, strings.Replace(a, "Rule A", "Backups", 1), b, c},
			became{"e2": "**Backups.** Restore a backup before you trust it.", "e3": b, "e4": c},
		},
		"words, slightly": {
			[]string{required, "**X.** Restore every backup before you trust it.", b, c},
			became{"e2": "**X.** Restore every backup before you trust it.", "e3": b, "e4": c},
		},
		"name and words":               {[]string{required, prove, b, c}, became{"e2": "-", "e3": b, "e4": c, "own": prove}},
		"name and words in the middle": {[]string{required, a, polite, c}, became{"e2": a, "e3": "-", "e4": c, "own": polite}},
		"to words that no lesson has": {
			[]string{required, a, "**Oven.** Bake no bread.", c},
			became{"e2": a, "e3": "-", "e4": c, "own": "**Oven.** Bake no bread."},
		},
		"two neighbours": {
			[]string{required, prove, polite, c},
			became{"e2": "-", "e3": "-", "e4": c, "own": prove + polite},
		},
		"two neighbours, swapped": {
			[]string{required, polite, prove, c},
			became{"e2": "-", "e3": "-", "e4": c, "own": polite + prove},
		},
		"the last one": {
			[]string{required, a, b, "**Scale.** The scale in the shop lies, so use two."},
			became{"e2": a, "e3": b, "e4": "-", "own": "**Scale.** The scale in the shop lies, so use two."},
		},
		"one is gone": {[]string{required, a, c}, became{"e2": a, "e3": "-", "e4": c}},
		"the last is gone, one is new": {
			[]string{required, a, b, baker},
			became{"e2": a, "e3": b, "e4": "-", "own": baker},
		},
		"the first is gone, one is new": {
			[]string{required, b, c, baker},
			became{"e2": "-", "e3": b, "e4": c, "own": baker},
		},
		"one is gone, another reworded": {[]string{required, prove, c}, became{"e2": "-", "e3": "-", "e4": c, "own": prove}},
		"one is gone, its neighbour is": {[]string{required, polite, c}, became{"e2": "-", "e3": "-", "e4": c, "own": polite}},
		"one is new above the first": {
			[]string{required, baker, a, b, c},
			became{"e2": a, "e3": b, "e4": c, "own": baker},
		},
		"reworded and moved to the end": {
			[]string{required, b, c, "**Backups.** Restore every backup before you trust it."},
			became{"e2": "**Backups.** Restore every backup before you trust it.", "e3": b, "e4": c},
		},
		"below its mark, the last one": {
			[]string{required, a, b, "=4 " + german},
			became{"e2": a, "e3": b, "e4": german},
		},
		"below its mark, among others": {
			[]string{required, "=2 " + polite, "=3 " + prove, "=4 " + c},
			became{"e2": polite, "e3": prove, "e4": c},
		},
		"below its mark, moved": {
			[]string{required, "=4 " + german, a, b},
			became{"e2": a, "e3": b, "e4": german},
		},
		"below its mark, as another one": {[]string{required, "=2 " + b, "=4 " + c}, became{"e2": "-", "e3": b, "e4": c}},
		"own, below the mark for it": {
			[]string{required, a, c, "+ " + german},
			became{"e2": a, "e3": "-", "e4": c, "own": german},
		},
		"own, where the last one was": {
			[]string{required, a, b, "+ " + german},
			became{"e2": a, "e3": b, "e4": "-", "own": german},
		},
		"own, above another one's mark": {
			[]string{required, "=2 " + a, "=4 " + german, c},
			became{"e2": a, "e3": "-", "e4": c, "own": german},
		},
		"own, and the last one reworded": {
			[]string{required, a, b, "=4 " + german, "+ " + baker},
			became{"e2": a, "e3": b, "e4": german, "own": baker},
		},
		"all in another language": {
			[]string{required, "=2 **A.** Spiel erst alles zurück.", "=3 **B.** Frag erst den Besitzer.", "=4 " + german},
			became{"e2": "**A.** Spiel erst alles zurück.", "e3": "**B.** Frag erst den Besitzer.", "e4": german},
		},
		"the name of another one": {
			[]string{
				required,
				"**Rule B.** Restore a backup before you trust it.",
				"**Rule A.** Ask the owner before you send mail.",
				c,
			},
			became{
				"e2": "**Rule A.** Ask the owner before you send mail.",
				"e3": "**Rule B.** Restore a backup before you trust it.",
				"e4": c,
			},
		},
		"all but the required one is gone": {[]string{required}, became{"e2": "-", "e3": "-", "e4": "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			id := g.stage(
				subjects(
					propose(
						base, "Restore a backup before you trust it.", "Ask the owner before you send mail.",
						"Weigh every parcel twice.",
					),
					lessons...),
			).Draft
			w := Edit{Section: true}
			for _, text := range test.text {
				var below section.Entry
				switch {
				case strings.HasPrefix(text, "="):
					below, text = g.load(id).Lines[text[1]-'1'].Entry(), text[3:]
				case strings.HasPrefix(text, "+ "):
					text = text[2:]
				case text == required:
					text = section.Required
				}
				e, ok := section.ParseEntry(text)
				require.Truef(t, ok, "%q is no entry", text)
				w.Entries = append(w.Entries, Wanted{Entry: e, Below: below})
			}
			d, err := g.apply(id, w)
			g.must(err)
			rejected := map[string]bool{}
			for _, r := range g.log.Refusals() {
				rejected[r.Item.Name+r.Item.Text] = true
			}
			before := g.load(id)
			for _, item := range before.Items[1:] {
				now, _ := d.Item(item.ID)
				switch want := test.want[item.ID]; {
				case want == "-":
					assert.Truef(t, rejected[item.Name+item.Text], "%s is not rejected: %+v", item.ID, now)
				case now.Entry().String() != want || !slices.Equal(
					now.Lessons, item.Lessons,
				) || g.log.Decisions(d.ID)[item.ID] != Taken:
					t.Errorf(
						"%s is %s, %q with %v; want %q with %v", item.ID, g.log.Decisions(d.ID)[item.ID], now.Entry(),
						now.Lessons, want, item.Lessons,
					)
				case rejected[item.Name+item.Text]:
					t.Errorf("%s is logged as rejected", item.ID)
				}
			}
			own := ""
			for _, item := range d.Items {
				if item.Origin == Hand {
					own += item.Entry().String()
				}
			}
			assert.Equal(t, test.want["own"], own, "own")
		})
	}
}

// However a text is edited, the section holds what the text says, and nothing else.
func TestEditedTextIsWhatStands(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		g := newGate(t)
		id := g.stage(
			propose(base, "Read the log first.", "Ask before you send.", "Keep changes small.", "Weigh every parcel twice."),
		).Draft
		if r.IntN(2) == 0 { // some of it exists already
			g.must(g.decide(id, Taken, "e2", "e4"))
			g.must(g.promote(id))
		}
		d := g.load(id)
		var want []Wanted
		for i, line := range d.Lines {
			e := line.Entry()
			below := []section.Entry{{}, e, d.Lines[r.IntN(5)].Entry()}[r.IntN(3)]
			switch n := r.IntN(7); {
			case i == 0:
			case n == 0:
				continue
			case n == 1:
				e.Name = "Other" + strings.Repeat("r", i) + "."
			case n == 2:
				e.Text = strings.Replace(e.Text, " ", " really ", 1)
			case n == 3:
				e = section.Entry{Name: "New " + e.Name, Text: "Be kind to guest " + string(rune('a'+i)) + "."}
			}
			want = append(want, Wanted{Entry: e, Below: below})
		}
		r.Shuffle(len(want), func(i, j int) { want[i], want[j] = want[j], want[i] })
		next, err := g.apply(id, Edit{Section: true, Entries: want})
		g.must(err)
		var texts, stands []string
		for _, w := range want {
			texts = append(texts, w.String())
		}
		if g.log.State(next.ID) == StateApproved {
			g.must(g.promote(next.ID))
		}
		for _, e := range entriesOf([]byte(g.read("SOUL.md"))) {
			stands = append(stands, e.String())
		}
		if len(stands) == 0 && len(texts) == 1 { // the required entry comes with others
			continue
		}
		slices.Sort(texts)
		slices.Sort(stands)
		require.Equalf(t, stands, texts,
			"seed %d:\n wanted %q\n stands %q\n state %s", seed, texts, stands, g.log.State(next.ID))
	}
}

// An entry that would go is a comment; without its mark it stays. What was rejected is not in the text.
func TestEditTextOfDropsAndRejections(t *testing.T) {
	g := newGate(t)
	first := g.stage(propose(base, "Weigh every parcel twice.")).Draft
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
	p := propose(g.read("SOUL.md"), "Read the log first.", "Ask before you send.")
	p.Items, p.Lines[0].Item = p.Items[1:], ""
	old := section.Entry{Name: "Rule A.", Text: "Weigh every parcel twice."}
	p.Items = append(p.Items, p.dropItem("e4", old, []string{"l01"}, Kept, "it is outdated"))
	p.Lines = append(p.Lines, Line{Item: "e4", Name: old.Name, Text: old.Text, Lessons: []string{"l01"}, Origin: Kept})
	id := g.stage(p).Draft
	g.must(g.decide(id, Refused, "e3"))
	form := EditText{Draft: g.load(id), Printable: func(text string) string { return text }}
	text := form.Write(g.log)
	if strings.Contains(text, "Ask before") || !strings.Contains(text, "\n;; **Rule A.** Weigh every parcel twice.\n") {
		t.Fatalf("text %s", text)
	}
	read, err := form.Read(strings.Replace(text, ";; **Rule A.** Weigh", "**Rule A.** Weigh", 1))
	g.must(err)
	d, err := g.apply(id, read)
	g.must(err)
	decisions := g.log.Decisions(d.ID)
	assert.Truef(t, decisions["e2"] == Taken && decisions["e4"] == Refused, "decisions %v", decisions)
}

// An edited SOUL.md is read with the line endings that it had, and what cannot be read is said.
func TestReadSoul(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("SOUL.md", strings.ReplaceAll(base, "\n", "\r\n"))
	d := g.load(g.stage(propose(g.read("SOUL.md"), "Read the log first.")).Draft)
	soul, _, err := d.Result(d.All())
	g.must(err)
	read, says, err := d.ReadSoul([]byte(strings.ReplaceAll(string(soul), "\r\n", "\n")), true)
	assert.Truef(t, err == nil && !says && read.Soul == nil && len(read.Entries) == 2, "%+v, says %v, %v", read, says, err)
	var wrong *WordsError
	for name, text := range map[string]string{
		"no section": "# Soul\r\n\r\nMe.\r\n",
		"no entry":   strings.Replace(string(soul), "**Rule A.** ", "Rule A: ", 1),
	} {
		if _, _, err := d.ReadSoul([]byte(text), true); !errors.As(err, &wrong) || wrong.Item != "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
