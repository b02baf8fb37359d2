package brief

import (
	"slices"
)

// fewestTokens is the least that is kept of a journal; where less is left, it is dropped. The specification shortens it
// to 200 tokens and gives up; here it gets what is left, more or less than that.
const fewestTokens = 40

// littleRoom is the room in tokens below which what was accomplished and what is next tell more of a journal than its
// beginning and its end: the specification shortens those to 100 and 50.
const littleRoom = 150

// total is the size of the block with the ID that costs most.
func (a *assembly) total() int { return a.count.Tokens(render(countedID, a.parts)) }

func (a *assembly) index(s Section) int {
	return slices.IndexFunc(a.parts, func(p part) bool { return p.section == s })
}

// drop takes a section out of the block.
func (a *assembly) drop(s Section, size int) {
	i := a.index(s)
	a.step(true, s, "dropped", size, 0)
	a.parts = slices.Delete(a.parts, i, i+1)
	delete(a.files, s)
	a.log.Trimming.SectionsDropped = append(a.log.Trimming.SectionsDropped, s)
}

// trim brings the block within the budget, in the order of the specification: ROADMAP is dropped, then PROFILE, then
// JOURNAL is shortened, or dropped where next to nothing is left for it. SOUL and ANCHORS are never cut: a block that
// they make larger than the budget has nothing else, and one above HardCap is a *TooLargeError.
func (a *assembly) trim() error {
	for _, s := range []Section{Roadmap, Profile} {
		if i := a.index(s); i >= 0 && a.total() > a.Level.Budget {
			a.drop(s, a.tokens(a.parts[i].lines))
		}
	}
	if a.index(Journal) >= 0 && a.total() > a.Level.Budget {
		a.trimJournal()
	}
	size := a.count.Tokens(render(a.ID, a.parts))
	if size <= a.Level.Budget {
		return nil
	}
	e := &TooLargeError{Total: size, Soul: a.tokens(a.parts[a.index(Soul)].lines)}
	if i := a.index(Anchors); i >= 0 {
		e.Anchors = a.tokens(a.parts[i].lines)
	}
	if size > HardCap {
		return e
	}
	a.log.OverBudget = size - a.Level.Budget
	a.warn("%s, and they are never cut: the block takes %d tokens, and the budget is %d", e.sizes(), size, a.Level.Budget)
	return nil
}

// trimJournal shortens the journal to what is left for it, or drops it.
func (a *assembly) trimJournal() {
	i := a.index(Journal)
	before := a.tokens(a.parts[i].lines)
	j := *a.journal
	for target, total := before, a.total(); total > a.Level.Budget; total = a.total() {
		target -= total - a.Level.Budget
		if key := keySections(j.all); target < littleRoom && key != nil && a.tokens(key) < a.tokens(j.body) {
			j.body, j.key, j.old = key, true, false
		}
		lines, _ := a.shorten(j, target)
		if target < fewestTokens || !holdsText(withoutMark(lines[min(len(j.header), len(lines)):])) {
			a.warn("%s is not included: next to nothing of the budget of %d tokens is left for it",
				a.files[Journal].shown(), a.Level.Budget)
			a.drop(Journal, before)
			a.log.JournalAgeDays = nil
			a.log.Trimming.JournalTrimmedTokens = a.tokens(j.all) + j.lost
			return
		}
		a.parts[i] = sealed(Journal, lines, a.files[Journal])
	}
	a.journal = &j
	a.step(true, Journal, "summarized", before, a.tokens(a.parts[i].lines))
}

// withoutMark returns lines without those that say that something is not included.
func withoutMark(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.text == cutMark })
}
