package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/section"
)

// headed is a section with so many lessons behind its entries.
func headed(lessons int, entries string) string {
	header := section.Header{Date: "2026-11-21", Lessons: lessons}
	return "## Wisdom\n\n" + header.String() + "\n\n" + entries
}

// Text elsewhere in a file changed: the same draft is approved and promoted, and no byte of the person's is lost.
func TestEditsElsewhereAreKept(t *testing.T) {
	for name, edit := range map[string]func(string) string{
		"below":       func(s string) string { return strings.Replace(s, "Calm.", "Loud, and long:\n\n- one\n- two", 1) },
		"above":       func(s string) string { return strings.Replace(s, "Me.\n", "Me, again.\n\nMore.\n", 1) },
		"at the end":  func(s string) string { return s + "\nmore" },
		"CRLF":        func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"white space": func(s string) string { return strings.Replace(s, "Calm.", "Calm.  ", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
			g.fsys.Put("SOUL.md", edit(base))
			g.must(CheckCurrent(g.fsys, g.log, g.load(id)))
			g.must(g.decide(id, Taken, "e2"))
			again := strings.Replace(edit(base), "# Soul", "# Soul of mine", 1)
			g.fsys.Put("SOUL.md", again)
			g.must(g.promote(id))
			got := g.read("SOUL.md")
			assert.Equal(t, again, withoutSection(got), "outside the section")
			assert.Contains(t, got, "Read the log first.")
			g.fsys.Put("SOUL.md", strings.Replace(got, "Soul", "My soul", 1)) // and the rest goes on after another edit
			g.must(g.decide(id, Taken))
			g.must(g.promote(id))
			got = strings.ReplaceAll(g.read("SOUL.md"), "\r\n", "\n")
			assert.Contains(t, got, section.Required+"\n**Rule A.** Read the log first.\n**Rule B.** Ask before you send.\n")
			assert.Equal(t, StatePromoted, g.log.State(id), "state")
		})
	}
}

// Handwritten text in the section, and what a person removed from it, stay as they are; entries come into their places.
func TestEditsInTheSectionAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		edit    func(string) string // of the section with e2
		want    string              // lines below the header
		confirm bool
	}{
		"an entry of one's own": {func(s string) string {
			return strings.Replace(s, "**Rule A.**", "**Mine.** Be kind.\n**Rule A.**", 1)
		}, section.Required + "\n**Mine.** Be kind.\n**Rule A.** Read the log first.\n**Rule B.** Ask before you send.\n", false},
		"the promoted entry is gone": {func(s string) string {
			return strings.Replace(s, "**Rule A.** Read the log first.\n", "", 1)
		}, section.Required + "\n**Rule B.** Ask before you send.\n", true},
		"the promoted entry is reworded": {func(s string) string {
			return strings.Replace(s, "Read the log first.", "Read all logs first.", 1)
		}, section.Required + "\n**Rule B.** Ask before you send.\n**Rule A.** Read all logs first.\n", true},
		"the required entry is gone": {func(s string) string {
			return strings.Replace(s, section.Required+"\n", "", 1)
		}, section.Required + "\n**Rule A.** Read the log first.\n**Rule B.** Ask before you send.\n", true},
		"another entry does the same": {func(s string) string {
			return strings.Replace(s, section.Required, "**Memory.** Read `MEMORY.md` when you are not sure.", 1)
		}, "**Memory.** Read `MEMORY.md` when you are not sure.\n**Rule A.** Read the log first.\n" +
			"**Rule B.** Ask before you send.\n", false},
		"blank lines between": {func(s string) string {
			return strings.Replace(s, "\n**Rule A.**", "\n\n**Rule A.**", 1)
		}, section.Required + "\n\n**Rule A.** Read the log first.\n**Rule B.** Ask before you send.\n", false},
		"wrapped": {func(s string) string {
			return strings.Replace(s, "needed.\n**Rule A.** Read", "needed.\n**Rule A.**\nRead", 1)
		}, section.Required + "\n**Rule A.**\nRead the log first.\n**Rule B.** Ask before you send.\n", false},
		"a list": {func(s string) string {
			return strings.Replace(s, "**Rule A.**", "\n- **Rule A.**", 1)
		}, section.Required + "\n\n- **Rule A.** Read the log first.\n- **Rule B.** Ask before you send.\n", true},
		"a note below the entry": {func(s string) string {
			return strings.Replace(s, "log first.\n", "log first.\nThe newest one.\n", 1)
		}, section.Required + "\n**Rule A.** Read the log first.\nThe newest one.\n**Rule B.** Ask before you send.\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
			g.must(g.decide(id, Taken, "e2"))
			g.must(g.promote(id))
			g.fsys.Put("SOUL.md", c.edit(g.read("SOUL.md")))
			err := g.decide(id, Taken, "e3")
			stale, isStale := errors.AsType[*StaleError](err)
			require.Equalf(t, c.confirm, isStale, "error %v", err)
			if isStale {
				require.Equal(t, HashOf(stale.Changes), stale.Hash)
				g.opts.Confirm = stale.Hash
				g.must(g.decide(id, Taken, "e3"))
				g.opts.Confirm = ""
			}
			g.must(g.promote(id))
			lessons := 3 // for each entry of the draft that stands
			if strings.Contains(c.want, "Read the log first.") {
				lessons = 6
			}
			want := strings.Replace(base, "## Vibe", headed(lessons, c.want)+"\n## Vibe", 1)
			assert.Equal(t, want, g.read("SOUL.md"))
		})
	}
}

// What is promoted is the change that was confirmed: another one is shown, and nothing is written.
func TestAnotherChangeIsConfirmed(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	own := strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1)
	g.fsys.Put("SOUL.md", own)
	var stale *StaleError
	require.ErrorAs(t, g.promote(id), &stale)
	assert.Truef(t, g.read("SOUL.md") == own && g.log.State(id) == StateApproved && len(stale.Changes) == 1 &&
		string(stale.Before) == base && string(stale.Now) == own, "SOUL.md %q, %+v", g.read("SOUL.md"), stale)
	for _, wrong := range []workspace.Hash{"", "1234567", stale.Hash[:14], HashOf(nil)} {
		g.opts.Confirm = wrong
		require.ErrorAsf(t, g.promote(id), &stale, "confirmed by %q", wrong)
	}
	g.opts.Confirm = workspace.Hash(stale.Hash.Hex()[:8])
	g.must(g.promote(id))
	assert.Equal(t, strings.Replace(
		base,
		"## Vibe",
		headed(
			3,
			section.Required+"\n**Rule A.** Read the log first.\n**Mine.** Be kind.\n",
		)+"\n## Vibe",
		1,
	), g.read("SOUL.md"))
}

// An approval that confirmed another change holds for the promotion, until the change is another again.
func TestAConfirmedApprovalHolds(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	own := strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1)
	g.fsys.Put("SOUL.md", own)
	var stale *StaleError
	require.ErrorAs(t, g.decide(id, Taken), &stale)
	g.opts.Confirm = stale.Hash
	g.must(g.decide(id, Taken))
	g.opts.Confirm = ""
	g.fsys.Put("SOUL.md", own+"\nMore.\n")
	g.must(g.promote(id))
	assert.True(t, strings.HasSuffix(g.read("SOUL.md"), "\nMore.\n"), "the edit is lost")
}

// An entry to drop that is not there any more is left, and stops no other.
func TestUnappliedItemsAreLeft(t *testing.T) {
	g := newGate(t)
	soul := strings.Replace(base, "## Vibe",
		headed(0, section.Required+"\n**Old.** Go there.\n**Older.** Go away.\n")+"\n## Vibe", 1)
	g.fsys.Put("SOUL.md", soul)
	p := propose(soul, "Read the log first.")
	p.Items = append(p.Items[1:], p.dropItem("e3", section.Entry{Name: "Old.", Text: "Go there."}, nil, Kept, "gone"),
		p.dropItem("e4", section.Entry{Name: "Older.", Text: "Go away."}, nil, Kept, "gone"))
	p.Lines[0].Item = ""
	p.Lines = append(p.Lines, p.Items[1].line(), p.Items[2].line())
	id := g.stage(p).Draft
	g.fsys.Put("SOUL.md", strings.Replace(soul, "Go there.", "Go here.", 1))
	unapplied, err := g.log.Unapplied(g.fsys, g.load(id))
	g.must(err)
	assert.Equal(t, map[string]string{"e3": `the section does not hold "**Old.** Go there."`}, unapplied)
	var left *PartialError
	err = g.decide(id, Taken)
	require.Truef(t, errors.As(err, &left) && slices.Equal(left.Items, []string{"e3"}), "error %v", err)
	var stale *StaleError
	require.ErrorAs(t, g.decide(id, Taken, "e3"), &stale)
	g.must(g.promote(id))
	assert.Contains(
		t,
		g.read("SOUL.md"),
		section.Required+"\n**Rule A.** Read the log first.\n**Old.** Go here.\n\n## Vibe",
	)
	assert.Equal(t, StateWaiting, g.log.State(id), "state")
}

// A file that is gone, or that is another one now, is not written, and holds up no other file.
func TestAChangedFileHoldsUpNothing(t *testing.T) {
	own := strings.Replace(base, "## Vibe", "## Wisdom\n\n**Mine.** Be kind.\n\n## Vibe", 1)
	for _, c := range []struct {
		file       workspace.Path
		content    string
		done, left []string
	}{
		{lint.SoulFile, own, []string{"t1", "t2"}, []string{"e1", "e2"}},
		{lint.SoulFile, "", []string{"t1", "t2"}, []string{"e1", "e2"}},
		{lookup.File, "", []string{"e1", "e2"}, []string{"t1", "t2"}},
		{lookup.File, "## Hosts\nbarn 1\n", []string{"e1", "e2"}, []string{"t1", "t2"}},
	} {
		for _, approved := range []bool{false, true} {
			g := newGate(t)
			g.fsys.Put("TOOLS.md", hosts)
			g.fsys.Put(lookup.File, "Ask Jo.\n")
			p := withFacts(propose(base, "Read the log first."), hosts)
			p.Bases[lookup.File] = []byte("Ask Jo.\n")
			p.Tools.Hand, _ = lookup.Read("Ask Jo.\n", nil)
			id := g.stage(p).Draft
			if approved {
				g.must(g.decide(id, Taken))
			}
			if c.content == "" {
				g.must(g.fsys.Remove(c.file))
			} else {
				g.fsys.Put(c.file, c.content)
			}
			var err error
			if approved {
				err = g.promote(id)
			} else {
				err = g.decide(id, Taken)
				g.must(g.promote(id))
			}
			var left *PartialError
			require.Truef(t, errors.As(err, &left) && slices.Equal(left.Items, c.left), "%s: %v", c.file, err)
			for _, item := range c.done {
				assert.Truef(t, g.log.InPlace(id, item), "%s: %s is not in place", c.file, item)
			}
			want := c.content
			if want == "" {
				want = "absent"
			}
			assert.Truef(t, g.read(c.file) == want && g.log.State(id) == StateWaiting && g.log.Undecided(id) == 2,
				"%s: %q, draft %s", c.file, g.read(c.file), g.log.State(id))
		}
	}
}

// A table that a person edited: their lines stay, facts that it still has change, others are left.
func TestEditedTable(t *testing.T) {
	const before = "## Hosts\ngate 10.0.0.1 · nas 10.0.0.2\n"
	for name, c := range map[string]struct {
		now, want string
		left      []string
		confirm   bool
	}{
		"a line below":     {before + "Ask Jo.\n", "## Hosts\ngate 10.0.0.9 · barn 10.0.0.4\nAsk Jo.\n", nil, false},
		"CRLF":             {"## Hosts\r\ngate 10.0.0.1 · nas 10.0.0.2\r\n", "## Hosts\r\ngate 10.0.0.9 · barn 10.0.0.4\r\n", nil, false},
		"mixed endings":    {"Jo.\n\n## Hosts\r\ngate 10.0.0.1 · nas 10.0.0.2\r\n", "Jo.\n\n## Hosts\r\ngate 10.0.0.9 · barn 10.0.0.4\r\n", nil, false},
		"another heading":  {"## Mine\nx\n\n" + before, "## Mine\nx\n\n## Hosts\ngate 10.0.0.9 · barn 10.0.0.4\n", nil, false},
		"a value is gone":  {"## Hosts\ngate 10.0.0.1\n", "## Hosts\ngate 10.0.0.9 · barn 10.0.0.4\n", []string{"t2"}, true},
		"a value by hand":  {"## Hosts\ngate 10.0.0.7 · nas 10.0.0.2\n", "## Hosts\ngate 10.0.0.7 · nas 10.0.0.2\nbarn 10.0.0.4\n", []string{"t1", "t2"}, true},
		"the new fact too": {before + "barn is 10.0.0.4\n", "## Hosts\ngate 10.0.0.9\nbarn is 10.0.0.4\n", []string{"t3"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			first := g.stage(onlyFacts(hosts)).Draft
			g.must(g.decide(first, Taken))
			g.must(g.promote(first))
			require.Equal(t, before, g.read(lookup.File))
			p := onlyFacts("## Hosts\n\n- gate: 10.0.0.9\n- nas: 10.0.0.2\n- barn: 10.0.0.4\n")
			p.Bases[lookup.File] = []byte(before)
			p.Items[0].Old, p.Tools.Rows[0].Old = "10.0.0.1", "10.0.0.1"
			p.Items[1].Kind = DropFact
			id := g.stage(p).Draft
			g.fsys.Put(lookup.File, c.now)
			err := g.decide(id, Taken)
			if stale, ok := errors.AsType[*StaleError](err); ok && stale.Hash != "" {
				require.True(t, c.confirm, err)
				g.opts.Confirm = stale.Hash
				err = g.decide(id, Taken)
			}
			var left *PartialError
			require.Truef(
				t,
				len(c.left) == 0 && err == nil || errors.As(err, &left) && slices.Equal(left.Items, c.left),
				"%v",
				err,
			)
			g.opts.Confirm = ""
			g.must(g.promote(id))
			assert.Equal(t, c.want, g.read(lookup.File))
		})
	}
}

// An edit of the text outside the section is merged with what was written there since, or left.
func TestRewriteIsMerged(t *testing.T) {
	for now, want := range map[string]string{
		base: "# Soul\n\n## Identity\n\nMe.\n\n## Vibe\n\nLoud.\n",
		strings.Replace(base, "Me.", "Me, too.", 1): "# Soul\n\n## Identity\n\nMe, too.\n\n## Vibe\n\nLoud.\n",
		strings.Replace(base, "Calm.", "Quiet.", 1): "",
		strings.ReplaceAll(base, "\n", "\r\n"):      "# Soul\r\n\r\n## Identity\r\n\r\nMe.\r\n\r\n## Vibe\r\n\r\nLoud.\r\n",
	} {
		g := newGate(t)
		p := propose(base)
		p.Lines = nil
		loud := strings.Replace(base, "Calm.", "Loud.", 1)
		p.Items = []Item{{ID: "i1", Kind: Rewrite, Target: lint.SoulFile, Text: "loud", Insert: loud, Origin: Hand}}
		id := g.stage(p).Draft
		g.fsys.Put("SOUL.md", now)
		err := g.decide(id, Taken)
		require.Equalf(t, want == "", err != nil, "%q: %v", now, err)
		if want == "" {
			continue
		}
		g.must(g.promote(id))
		assert.Equal(t, want, g.read("SOUL.md"))
	}
}

// An item that breaks a rule, because the rule was made stricter, blocks no other.
func TestInvalidHoldsUpNothing(t *testing.T) {
	g := newGate(t)
	id := g.stage(
		propose(base, "Read the log first.", "Ask everybody who is there before you send anything at all to anyone."),
	).Draft
	g.must(g.decide(id, Taken, "e3"))
	g.opts.Lint.Budgets.Words = 8
	g.must(g.decide(id, Taken, "e2"))
	var left *PartialError
	err := g.promote(id)
	assert.Truef(t, errors.As(err, &left) && slices.Equal(left.Items, []string{"e3"}), "error %v", err)
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log first.") || strings.Contains(got, "Ask everybody") {
		t.Errorf("SOUL.md %q", got)
	}
}

// A promotion makes no file half as long and removes no heading, unless the reviewer allows it.
func TestShrinking(t *testing.T) {
	var opts Options
	before := []byte("# A\n\n## One\n\ntext\n\n## Two\n\ntext\n")
	for after, want := range map[string]string{
		"# A\n\n## One\n\ntext\n\n## Two\n\nte\n": "",
		"# A\n":                                  "A.md: would shrink from 32 bytes to 4",
		"# A\n\n## One\n\ntext text text text\n": `A.md: would lose the heading "Two"`,
	} {
		files := []File{{Path: "A.md", Before: before, Content: []byte(after)}}
		err := opts.mayShrink(files)
		got := ""
		if err != nil {
			got = fmt.Sprint(err)
		}
		assert.Equalf(t, want, got, "%q", after)
		opts := Options{MayShrink: []workspace.Path{"A.md"}}
		assert.NoErrorf(t, opts.mayShrink(files), "%q, allowed", after)
	}
}
