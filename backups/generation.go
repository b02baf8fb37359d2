package backups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/workspace"
)

// Where things lie in the workspace; see the package documentation.
const (
	Home        workspace.Path = ".wisdom"
	objects     workspace.Path = ".wisdom/objects"
	generations workspace.Path = ".wisdom/generations"
	journalFile workspace.Path = ".wisdom/journal"
)

// SchemaVersion is that of generations and of the journal.
const SchemaVersion = 1

// Why says how a generation came about.
type Why string

// The ways in which a generation comes about.
const (
	Found     Why = "found"
	Promotion Why = "promotion"
	Rollback  Why = "rollback"
)

// Generation is the state that a promotion or a rollback left.
type Generation struct {
	SchemaVersion int    `json:"schema_version"`
	Number        int    `json:"number"`
	At            string `json:"at"` // RFC 3339
	Why           Why    `json:"why"`
	By            string `json:"by"`
	// Draft is the ID of the promoted draft.
	Draft string `json:"draft,omitempty"`
	// Restores is the generation whose state a rollback brought back.
	Restores *int `json:"restores,omitempty"`
	Pinned   bool `json:"pinned,omitempty"`
	// Targets are the files that it changed.
	Targets []workspace.Path `json:"targets"`
	// Before and After are the files before and after it: the targets, and the files that are always backed up.
	Before map[workspace.Path]State `json:"before"`
	After  map[workspace.Path]State `json:"after"`
	// Entries are those of the section it left that came from lessons.
	Entries []Entry `json:"entries"`
	// Practices are those of the draft that was promoted, as its manifest holds them.
	Practices json.RawMessage `json:"practices,omitempty"`
	// Only is the one file that a rollback was about, where it was not all.
	Only workspace.Path `json:"only,omitempty"`
	// Pruned describes the pruned generations between the one before and this one.
	Pruned *Gap `json:"pruned,omitempty"`
}

// Summary says in words how a generation came about, the same everywhere.
func (g *Generation) Summary() string {
	switch {
	case g.Restores != nil && g.Only != "":
		return fmt.Sprintf("%s of %s to generation %d", g.Why, g.Only, *g.Restores)
	case g.Restores != nil:
		return fmt.Sprintf("%s to generation %d", g.Why, *g.Restores)
	case g.Draft != "":
		return fmt.Sprintf("%s of draft %s", g.Why, g.Draft)
	case g.Why == Found:
		return "the workspace as it was found"
	}
	return string(g.Why)
}

// Gap is what is remembered of pruned generations.
type Gap struct {
	Numbers []int `json:"numbers"`
	// Changed are the files that they changed.
	Changed []workspace.Path `json:"changed"`
	// Edited are the files that were edited between them.
	Edited []workspace.Path `json:"edited,omitempty"`
	// Entries are the entries of all of them, the newest first, so that an entry that a person restores by hand is
	// recognized.
	Entries []Entry `json:"entries,omitempty"`
}

// State is a file at one moment.
type State struct {
	Hash       workspace.Hash        `json:"hash"` // or absent
	Size       int64                 `json:"size"`
	Attributes *workspace.Attributes `json:"attributes,omitempty"`
}

// Entry holds the lessons that back an entry of the section.
type Entry struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Lessons []string `json:"lessons"` // ids
	Draft   string   `json:"draft"`   // that brought it
}

// DamagedError says that a backup is not what it should be.
type DamagedError struct {
	Generation int // -1 if unknown
	Path       workspace.Path
	Err        error
}

// Error implements error.
func (e *DamagedError) Error() string {
	if e.Generation < 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("generation %d: %s: %v", e.Generation, e.Path, e.Err)
}

// IsManifest reports whether it is a generation itself that cannot be read, so that none can.
func (e *DamagedError) IsManifest() bool { return e.Path.Dir() == generations }

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Generations reads all generations, oldest first. One that a later one says was
// pruned is none, though a crash may have left its file.
func Generations(fsys workspace.FS) ([]Generation, error) {
	numbers, err := Numbers(fsys)
	if err != nil {
		return nil, err
	}
	var all []Generation
	pruned := map[int]bool{}
	for _, number := range slices.Backward(numbers) {
		if pruned[number] {
			continue
		}
		g, err := readGeneration(fsys, number)
		if err != nil {
			return nil, err
		}
		for _, n := range g.gap().Numbers {
			pruned[n] = true
		}
		all = append(all, g)
	}
	slices.Reverse(all)
	return all, nil
}

// Numbers lists the generations for which there is a file, in order, without reading them.
func Numbers(fsys workspace.FS) ([]int, error) {
	entries, err := workspace.List(fsys, generations)
	if err != nil {
		return nil, fmt.Errorf("list generations: %w", err)
	}
	var numbers []int
	for _, e := range entries {
		if number, ok := numberOf(e.Name); ok {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

func readGeneration(fsys workspace.FS, number int) (Generation, error) {
	p := generationFile(number)
	var g Generation
	b, err := fsys.ReadFile(p, workspace.MaxState)
	if err == nil {
		err = json.Unmarshal(b, &g)
	}
	if err == nil {
		err = checkVersion(g.SchemaVersion)
	}
	if err == nil && g.Number != number {
		err = fmt.Errorf("it says that it is generation %d", g.Number)
	}
	if err != nil {
		return g, &DamagedError{number, p, err}
	}
	return g, nil
}

func checkVersion(version int) error {
	if version != SchemaVersion {
		return fmt.Errorf("schema version %d is not known to this version of wisdom", version)
	}
	return nil
}

// gap is what is remembered of the generations that were pruned right before this one.
func (g *Generation) gap() Gap {
	if g.Pruned == nil {
		return Gap{}
	}
	return *g.Pruned
}

// Known are the generations that are kept, true, and those that were pruned, false. One that it does not hold was lost.
func Known(all []Generation) map[int]bool {
	known := map[int]bool{}
	for _, g := range all {
		known[g.Number] = true
		for _, n := range g.gap().Numbers {
			known[n] = false
		}
	}
	return known
}

func generationFile(number int) workspace.Path {
	return generations.Join(strconv.Itoa(number) + ".json")
}

// numberOf is that of the generation with a file of this name; ok is false where that is none.
func numberOf(name string) (number int, ok bool) {
	number, err := strconv.Atoi(strings.TrimSuffix(name, ".json"))
	return number, err == nil && name == generationFile(number).Base()
}

func (g *Generation) save(fsys workspace.FS) error {
	return workspace.ReplaceJSON(fsys, generationFile(g.Number), g)
}

func objectFile(h workspace.Hash) workspace.Path { return objects.Join(h.Hex()) }

// Object reads a content that was backed up, and compares it with its name.
func Object(fsys workspace.FS, h workspace.Hash) ([]byte, error) {
	b, err := fsys.ReadFile(objectFile(h), workspace.MaxState)
	if err != nil {
		return nil, &DamagedError{-1, objectFile(h), err}
	}
	if got := workspace.HashOf(b); got != h {
		return nil, &DamagedError{-1, objectFile(h), fmt.Errorf("holds another content, %s", got)}
	}
	return b, nil
}

// store writes contents as objects and reads them back.
func store(fsys workspace.FS, contents map[workspace.Hash][]byte) error {
	hashes := slices.Sorted(maps.Keys(contents))
	for _, h := range hashes {
		if _, err := Object(fsys, h); err == nil {
			continue
		}
		if err := workspace.Replace(fsys, objectFile(h), contents[h], 0o600); err != nil {
			return fmt.Errorf("back up: %w", err)
		}
	}
	for _, h := range hashes {
		if _, err := Object(fsys, h); err != nil {
			return err
		}
	}
	return fsys.SyncDir(objects) // also for those that were there
}

// VerifyPlain compares the plain copies with the generations: the .bak copies with what the newest generation found,
// the originals with what was found first. Each problem is a *DamagedError; so is a missing copy.
func VerifyPlain(fsys workspace.FS, all []Generation, plain workspace.Path) []error {
	if len(all) < 2 {
		return nil // the plain copies come with the first change
	}
	found := Generation{Number: all[0].Number, Before: map[workspace.Path]State{}}
	newest := all[len(all)-1]
	for p := range newest.Before {
		found.Before[p] = stateLeft(all, 0, p)
	}
	return append(verifyCopies(fsys, newest, plain, ".bak"), verifyCopies(fsys, found, plain.Join("original"), "")...)
}

// verifyCopies compares plain copies, whose names end so, with what a generation found.
func verifyCopies(fsys workspace.FS, g Generation, dir workspace.Path, suffix string) (problems []error) {
	for _, p := range slices.Sorted(maps.Keys(g.Before)) {
		copied := dir.Join(p.Base() + suffix)
		_, got, err := workspace.ReadState(fsys, copied, workspace.MaxState)
		if err == nil && got != g.Before[p].Hash {
			err = errors.New("is not the copy that was made")
		}
		if err != nil {
			problems = append(problems, &DamagedError{g.Number, copied, err})
		}
	}
	return problems
}

// Verify reads every content that generations refer to, and compares it. Each problem is a *DamagedError. Once ctx
// ends, its error is among the problems. progress hears how many generations were read; nil for no one.
func Verify(ctx context.Context, fsys workspace.FS, all []Generation, progress func(done, total int)) []error {
	var problems []error
	checked := map[workspace.Hash]error{workspace.Absent: nil}
	for i, g := range all {
		for _, states := range []map[workspace.Path]State{g.Before, g.After} {
			for _, p := range slices.Sorted(maps.Keys(states)) {
				if ctx.Err() != nil {
					return append(problems, ctx.Err())
				}
				h := states[p].Hash
				if _, seen := checked[h]; !seen {
					_, checked[h] = Object(fsys, h)
				}
				if err := checked[h]; err != nil {
					problems = append(problems, &DamagedError{g.Number, p, err})
				}
			}
		}
		if progress != nil {
			progress(i+1, len(all))
		}
	}
	return problems
}
