package brief

// fewestTokens is the least that a budget must leave for a journal. Where it leaves less, the journal is shortened to
// leastTokens and the block exceeds its budget, as the specification's algorithm does: it is never dropped, unless
// HardCap leaves no room.
const fewestTokens, leastTokens = 40, 200

// total is the size of the block with the ID that costs most.
func (a *assembly) total() int { return a.count.Tokens(render(countedID, a.parts)) }

// size is the tokens of a section, 0 if it is not in the block.
func (a *assembly) size(s Section) int {
	if p := a.parts[s]; p != nil {
		return a.tokens(p.lines)
	}
	return 0
}

// drop takes a section out of the block.
func (a *assembly) drop(s Section, size int) {
	a.step(s, "dropped", size, 0)
	delete(a.parts, s)
	a.log.Trimming.SectionsDropped = append(a.log.Trimming.SectionsDropped, s)
}

// trim brings the block within the budget, in the order of the specification: ROADMAP is dropped, then PROFILE, then
// JOURNAL is shortened. SOUL and ANCHORS are never cut: a block that they make larger than the budget has besides them
// the least of a journal, and one above HardCap is a *TooLargeError.
func (a *assembly) trim() error {
	for _, s := range []Section{Roadmap, Profile} {
		if a.parts[s] != nil && a.total() > a.Level.Budget {
			a.drop(s, a.size(s))
		}
	}
	if a.parts[Journal] != nil && a.total() > a.Level.Budget {
		a.trimJournal()
	}
	size := a.count.Tokens(render(a.ID, a.parts))
	e := &TooLargeError{size, a.size(Soul), a.size(Anchors)}
	if size > HardCap {
		return e
	}
	if size > a.Level.Budget {
		a.log.OverBudget = size - a.Level.Budget
		a.warn("%s, and they are never cut: the block takes %d tokens, and the budget is %d; "+
			"[context] soul in wisdom.toml may name a shorter file", e.sizes(), size, a.Level.Budget)
	}
	return nil
}

// trimJournal shortens the journal to what is left for it.
func (a *assembly) trimJournal() {
	p := a.parts[Journal]
	p.lines = nil
	without := a.total()
	for _, most := range []int{a.Level.Budget, min(without+leastTokens, HardCap)} {
		for room := most - without; room >= fewestTokens; room -= max(a.total()-most, 1) {
			lines := a.shorten(a.journal, room)
			if !holdsText(lines[min(len(a.journal.header), len(lines)):]) {
				break
			}
			if p.lines, _ = seal(lines, p.path); a.total() <= most {
				return
			}
		}
	}
	a.warn("%s is not included: next to nothing of the hard cap of %d tokens is left for it", p.path, HardCap)
	a.drop(Journal, a.journal.whole)
	a.log.JournalAgeDays = nil
	a.log.Trimming.JournalTrimmedTokens = a.journal.whole
}
