package brief

import (
	"slices"
)

// fewestTokens is the least that is kept of a journal. The specification shortens it to
// 200 tokens and gives up; here it gets what is left, more or less than that.
const fewestTokens = 40

// total is the size of the block with the ID that costs most.
func (a *assembly) total() int { return a.count.Tokens(render(countedID, a.parts)) }

// tooLarge returns an error if the block itself does not fit either, and what was possible was done.
func (a *assembly) tooLarge() error {
	total := a.count.Tokens(render(a.ID, a.parts))
	if total <= a.Level.Budget {
		return nil
	}
	e := &TooLargeError{Budget: a.Level.Budget, Total: total, Journal: a.index(Journal) >= 0}
	e.Soul = a.tokens(a.parts[a.index(Soul)].lines)
	if i := a.index(Anchors); i >= 0 {
		e.Anchors = a.tokens(a.parts[i].lines)
	}
	return e
}

func (a *assembly) index(s Section) int {
	return slices.IndexFunc(a.parts, func(p part) bool { return p.section == s })
}

// trim brings the block within the budget, in the order of the specification: ROADMAP
// is dropped, then PROFILE, then JOURNAL is shortened. SOUL and ANCHORS are never cut.
func (a *assembly) trim() error {
	for _, s := range []Section{Roadmap, Profile} {
		if i := a.index(s); i >= 0 && a.total() > a.Level.Budget {
			a.step(true, s, "dropped", a.tokens(a.parts[i].lines), 0)
			a.parts = slices.Delete(a.parts, i, i+1)
			delete(a.files, s)
			a.log.Trimming.SectionsDropped = append(a.log.Trimming.SectionsDropped, s)
		}
	}
	if total := a.total(); total > a.Level.Budget {
		return a.trimJournal(total)
	}
	return nil
}

// trimJournal shortens the journal to what is left for it.
func (a *assembly) trimJournal(total int) error {
	i := a.index(Journal)
	if i < 0 {
		return a.tooLarge()
	}
	before := a.tokens(a.parts[i].lines)
	for target := before; total > a.Level.Budget; total = a.total() {
		if target <= fewestTokens {
			if err := a.tooLarge(); err != nil {
				return err
			}
			break
		}
		target = max(target-(total-a.Level.Budget), fewestTokens)
		a.parts[i].lines, _ = a.shorten(*a.journal, target)
	}
	after := a.tokens(a.parts[i].lines)
	a.step(after < before, Journal, "summarized", before, after)
	return nil
}
