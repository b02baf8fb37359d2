package backups

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/workspace"
)

// Retention says which generations stay besides those that always do.
type Retention struct {
	// Last is how many of the newest stay, Monthly for how many months the newest
	// of that month does; months without one do not count.
	Last, Monthly int
	// Needs are the states that pending drafts were made from.
	Needs []Need
}

// Need is a state that must be kept, and for whom in words.
type Need struct {
	Who    string
	States map[workspace.Path]workspace.Hash
}

// Kept is a generation with what keeps it; nothing keeps one that goes.
type Kept struct {
	Generation
	Because []string
}

// PlanRetention returns every generation with the reasons to keep it, oldest first.
func PlanRetention(ctx context.Context, fsys workspace.FS, all []Generation, r Retention) []Kept {
	plan := make([]Kept, len(all))
	for i, g := range all {
		plan[i].Generation = g
		if i == 0 {
			plan[i].keep("it is the first")
		} else if g.Pinned {
			plan[i].keep("it is pinned")
		}
		if i >= len(all)-r.Last {
			plan[i].keep(newestOf(r.Last))
		}
	}
	if len(all) > 1 {
		plan[len(all)-2].keep(fmt.Sprintf("undoing generation %d leads to it", all[len(all)-1].Number))
	}
	keepMonthly(plan, r.Monthly)
	keepVerified(ctx, fsys, plan)
	keepFirstKnown(plan)
	for _, need := range r.Needs {
		keepNeeded(plan, need)
	}
	return plan
}

func newestOf(n int) string {
	if n == 1 {
		return "it is the newest"
	}
	return fmt.Sprintf("it is among the newest %d", n)
}

func (k *Kept) keep(because string) { k.Because = append(k.Because, because) }

// keepMonthly keeps the newest generation of each of the newest months that have one. The order is that of the numbers:
// a clock that was set back does not make an old generation a new one.
func keepMonthly(plan []Kept, months int) {
	seen := map[string]bool{}
	for i := range slices.Backward(plan) {
		month := plan[i].At[:min(len("2006-01"), len(plan[i].At))]
		if seen[month] {
			continue
		}
		if len(seen) == months {
			return
		}
		seen[month] = true
		plan[i].keep("it is the newest of " + month)
	}
}

// keepVerified keeps the newest generation whose contents are all as they were written.
func keepVerified(ctx context.Context, fsys workspace.FS, plan []Kept) {
	for i := range slices.Backward(plan) {
		if len(Verify(ctx, fsys, []Generation{plan[i].Generation}, nil)) == 0 {
			plan[i].keep("it is the newest that verifies")
			return
		}
	}
}

// keepFirstKnown keeps the generations that say how a file was found: those that are the first to know it. An older
// program wrote generations that knew only some of the files; they stay where the next one does not know as much.
func keepFirstKnown(plan []Kept) {
	known := map[workspace.Path]bool{}
	for i, k := range plan {
		for _, p := range slices.Sorted(maps.Keys(k.Before)) {
			if !known[p] && i > 0 {
				plan[i].keep(fmt.Sprintf("it is the first that holds %s", p))
			}
			known[p] = true
			if i+1 < len(plan) {
				if _, next := plan[i+1].Before[p]; !next {
					plan[i].keep(fmt.Sprintf("generation %d does not hold %s", plan[i+1].Number, p))
				}
			}
		}
	}
}

// keepNeeded keeps the newest generation that left the files in the states that are needed.
func keepNeeded(plan []Kept, need Need) {
	for i, k := range slices.Backward(plan) {
		left := func(p workspace.Path) bool { return k.After[p].Hash == need.States[p] }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(need.States)), func(p workspace.Path) bool { return !left(p) }) {
			plan[i].keep(need.Who)
			return
		}
	}
}

// Pruned says what Prune removed.
type Pruned struct {
	Generations []int // numbers
	Objects     int   // contents without a reference
	Bytes       int64 // that they took
}

// Prune removes the generations that nothing keeps, and every content that none
// of the others needs. The caller holds the lock and has called Recover.
//
// The generation after those that go says first that they are gone, and from then on they are; their files are removed
// after that, and the contents last. A crash in between leaves files that the next Prune removes. Progress hears how
// many contents were looked at; it may be nil.
func Prune(ctx context.Context, fsys workspace.FS, plan []Kept, progress func(done, total int)) (Pruned, error) {
	if there, err := Pending(fsys); there || err != nil {
		return Pruned{}, errors.Join(err, &UnfinishedError{errors.New("the contents it needs are not known")})
	}
	kept, gone, err := closeGaps(ctx, fsys, plan)
	if err == nil {
		err = removeGone(fsys, kept)
	}
	if err != nil {
		return Pruned{}, err
	}
	pruned := Pruned{Generations: gone}
	return pruned, pruned.collect(ctx, fsys, kept, progress)
}

// closeGaps has each generation that stays remember those that go right before it, and returns those that stay and the
// numbers of the others.
func closeGaps(ctx context.Context, fsys workspace.FS, plan []Kept) (kept []Generation, gone []int, err error) {
	all := make([]Generation, len(plan))
	for i := range plan {
		all[i] = plan[i].Generation
	}
	first := 0 // of those that go, if any
	for i, k := range plan {
		if len(k.Because) == 0 {
			gone = append(gone, k.Number)
			continue
		}
		g := k.Generation
		if first < i {
			g.Pruned = gapOf(fsys, all, first, i)
			if err = ctx.Err(); err == nil {
				err = g.save(fsys)
			}
			if err != nil {
				return nil, nil, err
			}
		}
		kept, first = append(kept, g), i+1
	}
	return kept, gone, ctx.Err()
}

// gapOf returns what all[end] has to remember of all[first:end].
func gapOf(fsys workspace.FS, all []Generation, first, end int) *Gap {
	gap := &Gap{Changed: everChanged(all[first:end])}
	if all[end].Pruned != nil {
		gap.Changed = slices.Compact(slices.Sorted(slices.Values(slices.Concat(gap.Changed, all[end].Pruned.Changed))))
	}
	for i := end; i >= first; i-- {
		for _, p := range everChanged(all) {
			if editedBefore(fsys, all, i, p) && !slices.Contains(gap.Edited, p) {
				gap.Edited = append(gap.Edited, p)
			}
		}
		if i < end {
			gap.remember(all[end], all[i].Entries)
			gap.Numbers = append(gap.Numbers, all[i].Number)
		}
		gap.remember(all[end], all[i].gap().Entries)
		gap.Numbers = append(gap.Numbers, all[i].gap().Numbers...)
	}
	slices.Sort(gap.Numbers)
	slices.Sort(gap.Edited)
	return gap
}

// remember adds the entries that neither the gap nor the generation after it has.
func (gap *Gap) remember(after Generation, entries []Entry) {
	for _, e := range entries {
		same := func(other Entry) bool { return other.Name == e.Name && other.Text == e.Text }
		if !slices.ContainsFunc(after.Entries, same) && !slices.ContainsFunc(gap.Entries, same) {
			gap.Entries = append(gap.Entries, e)
		}
	}
}

func removeGone(fsys workspace.FS, kept []Generation) error {
	numbers, err := Numbers(fsys)
	if err != nil || len(numbers) == 0 {
		return err
	}
	for _, number := range numbers {
		if indexOf(kept, number) < 0 {
			err = errors.Join(err, workspace.RemoveIfThere(fsys, generationFile(number)))
		}
	}
	if err != nil {
		return fmt.Errorf("remove generations: %w", err)
	}
	return fsys.SyncDir(generations)
}

// collect removes the contents that no generation refers to. What is no content is left alone.
func (pruned *Pruned) collect(
	ctx context.Context, fsys workspace.FS, kept []Generation, progress func(done, total int),
) error {
	needed := map[string]bool{}
	for _, g := range kept {
		for _, states := range []map[workspace.Path]State{g.Before, g.After} {
			for _, state := range states {
				needed[state.Hash.Hex()] = true
			}
		}
	}
	entries, err := workspace.List(fsys, objects)
	if err != nil {
		return fmt.Errorf("list the contents: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	for i, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if progress != nil {
			progress(i+1, len(entries))
		}
		if needed[e.Name] || !isHex(e.Name) {
			continue
		}
		if err := workspace.RemoveIfThere(fsys, objects.Join(e.Name)); err != nil {
			return fmt.Errorf("remove a content: %w", err)
		}
		pruned.Objects++
		pruned.Bytes += e.Size
	}
	return fsys.SyncDir(objects)
}

// isHex reports whether a name is that of a content.
func isHex(name string) bool {
	return len(name) == 64 && strings.Trim(name, "0123456789abcdef") == ""
}

// Pin keeps a generation from being pruned, or lets it go again. The first one stays pinned.
func Pin(fsys workspace.FS, all []Generation, number int, pinned bool) error {
	i := indexOf(all, number)
	switch {
	case i < 0:
		return missing(all, number)
	case all[i].Pinned == pinned:
		return nil
	case i == 0 && !pinned:
		return fmt.Errorf("generation %d is the workspace as it was found, and is always kept", number)
	}
	g := all[i]
	g.Pinned = pinned
	return g.save(fsys)
}
