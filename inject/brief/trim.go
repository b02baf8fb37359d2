package brief

import (
	"fmt"
	"math"
	"slices"
)

// fewestTokens is the least that a budget must leave for a journal. Where it leaves less, the journal is shortened to
// leastTokens and the block exceeds its budget, as the specification's algorithm does: it is never dropped, unless
// HardCap leaves no room.
const fewestTokens, leastTokens = 40, 200

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
// JOURNAL is shortened. SOUL and ANCHORS are never cut: a block that they make larger than the budget has besides them
// the least of a journal, and one above HardCap is a *TooLargeError.
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
	journal := ""
	if i := a.index(Journal); i >= 0 {
		journal = fmt.Sprintf("; the journal has %d, and is never dropped", a.tokens(a.parts[i].lines))
	}
	a.warn("%s, and they are never cut%s: the block takes %d tokens, and the budget is %d; "+
		"[context] soul in wisdom.toml may name a shorter file", e.sizes(), journal, size,
		a.Level.Budget)
	return nil
}

// trimJournal shortens the journal to what is left for it.
func (a *assembly) trimJournal() {
	i := a.index(Journal)
	before, whole := a.journalTokens(), a.parts[i]
	if !a.fitJournal(a.Level.Budget, littleRoom) {
		a.parts[i].lines = nil
		most := min(a.total()+leastTokens, HardCap)
		a.parts[i] = whole
		if !a.fitJournal(most, HardCap) {
			a.warn("%s is not included: next to nothing of the hard cap of %d tokens is left for it",
				a.files[Journal].shown(), HardCap)
			a.drop(Journal, before)
			a.log.JournalAgeDays = nil
			a.log.Trimming.JournalTrimmedTokens = a.tokens(a.journal.all) + a.journal.lost
			return
		}
	}
	after := a.journalTokens()
	a.step(after < before, Journal, "summarized", before, after)
}

// fitJournal shortens the journal so that the block has at most so many tokens, to its key sections where the journal
// has less than little, and reports whether it still says anything then.
func (a *assembly) fitJournal(most, little int) bool {
	i := a.index(Journal)
	j := *a.journal
	for target, total := a.tokens(a.parts[i].lines), a.total(); total > most; total = a.total() {
		target -= total - most
		if key, _ := keySections(j.all); target < little && key != nil && a.tokens(key) < a.tokens(j.body) {
			j.body, j.key, j.old = key, true, false
		}
		lines, _ := a.shorten(j, target)
		if target < fewestTokens || !holdsText(withoutMark(lines[min(len(j.header), len(lines)):])) {
			return false
		}
		a.parts[i] = sealed(Journal, lines, a.files[Journal])
	}
	a.journal = &j
	return true
}

// fill gives the constraints of a README what is left of the budget beyond their share, and says how many do not fit.
func (a *assembly) fill() {
	if a.readme == nil {
		return
	}
	i, share := a.index(Soul), a.Level.Shares[Soul]
	var omitted int
	for most := share + max(a.Level.Budget-a.total(), 0); ; most-- {
		var lines []line
		lines, omitted = a.within(a.readme, most)
		a.parts[i] = sealed(Soul, lines, a.files[Soul])
		if a.total() <= a.Level.Budget || most <= share {
			break
		}
	}
	if omitted > 0 {
		all, _ := a.within(a.readme, math.MaxInt)
		a.step(true, Soul, "cut", a.tokens(all), a.tokens(a.parts[i].lines))
		a.warn("%s: %d of its %d constraints are not included, there is no room for them; write those that hold into SOUL.md",
			a.files[Soul].shown(), omitted, len(a.readme.constraints))
	}
}

// withoutMark returns lines without those that say that something is not included.
func withoutMark(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.text == cutMark })
}
