package brief

import (
	"slices"
)

// fewestTokens is the least that is kept of a journal. The specification shortens it to
// 200 tokens and gives up; here it gets what is left, more or less than that.
const fewestTokens = 40

// total is the size of the block.
func (a *assembly) total() int { return a.count.Tokens(render(a.ID, a.parts)) }

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
		return a.tooLarge(total)
	}
	before := a.tokens(a.parts[i].lines)
	for target := before - (total - a.Level.Budget); ; {
		if target < fewestTokens {
			a.parts[i].lines, _ = a.shorten(*a.journal, min(before, fewestTokens))
			return a.tooLarge(a.total())
		}
		a.parts[i].lines, _ = a.shorten(*a.journal, target)
		if total = a.total(); total <= a.Level.Budget {
			break
		}
		target -= total - a.Level.Budget
	}
	a.step(true, Journal, "summarized", before, a.tokens(a.parts[i].lines))
	return nil
}

// tooLarge says what does not fit.
func (a *assembly) tooLarge(total int) error {
	e := &TooLargeError{Budget: a.Level.Budget, Total: total, Journal: a.index(Journal) >= 0}
	e.Soul = a.tokens(a.parts[a.index(Soul)].lines)
	if i := a.index(Anchors); i >= 0 {
		e.Anchors = a.tokens(a.parts[i].lines)
	}
	return e
}
