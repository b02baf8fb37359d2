package backups

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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
	// Draft is what was promoted.
	Draft string `json:"draft,omitempty"`
	// Restores is the generation whose state a rollback brought back.
	Restores *int `json:"restores,omitempty"`
	Pinned   bool `json:"pinned,omitempty"`
	// Targets are the files that it changed.
	Targets []workspace.Path `json:"targets"`
	// Before and After are the files before and after it: the targets, and the
	// files that are always backed up.
	Before map[workspace.Path]State `json:"before"`
	After  map[workspace.Path]State `json:"after"`
	// Entries are those of the section it left that came from lessons.
	Entries []Entry `json:"entries"`
}

// State is a file at one moment.
type State struct {
	Hash       workspace.Hash        `json:"hash"` // or absent
	Size       int64                 `json:"size"`
	Attributes *workspace.Attributes `json:"attributes,omitempty"`
}

// Entry tells which lessons an entry of the section stands on.
type Entry struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Lessons []string `json:"lessons"` // ids
	Draft   string   `json:"draft"`   // that brought it
}

// DamagedError says that a backup is not what it should be.
type DamagedError struct {
	Generation int // -1 where it cannot be told
	Path       workspace.Path
	Err        error
}

func (e *DamagedError) Error() string {
	if e.Generation < 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("generation %d: %s: %v", e.Generation, e.Path, e.Err)
}

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Generations reads all generations, oldest first.
func Generations(fsys workspace.FS) ([]Generation, error) {
	entries, err := fsys.ReadDir(generations)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list generations: %w", err)
	}
	var all []Generation
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name, ".json")
		number, err := strconv.Atoi(digits)
		if !ok || err != nil {
			continue
		}
		p := generationFile(number)
		b, err := fsys.ReadFile(p, workspace.MaxState)
		if err != nil {
			return nil, fmt.Errorf("read generation %d: %w", number, err)
		}
		var g Generation
		if err := json.Unmarshal(b, &g); err != nil {
			return nil, &DamagedError{-1, p, err}
		}
		if g.SchemaVersion != SchemaVersion || g.Number != number {
			return nil, &DamagedError{-1, p, fmt.Errorf("schema version %d, number %d: not written by this version of wisdom", g.SchemaVersion, g.Number)}
		}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Generation) int { return a.Number - b.Number })
	return all, nil
}

func generationFile(number int) workspace.Path {
	return generations.Join(strconv.Itoa(number) + ".json")
}

func (g *Generation) save(fsys workspace.FS) error {
	b, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return fmt.Errorf("write generation %d: %w", g.Number, err)
	}
	return workspace.Replace(fsys, generationFile(g.Number), append(b, '\n'), 0o600)
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

// Verify reads every content that generations refer to, and compares it. Each
// problem is a *DamagedError.
func Verify(fsys workspace.FS, all []Generation) []error {
	var problems []error
	checked := map[workspace.Hash]error{}
	for _, g := range all {
		for _, states := range []map[workspace.Path]State{g.Before, g.After} {
			for _, p := range slices.Sorted(maps.Keys(states)) {
				h := states[p].Hash
				if h == workspace.Absent {
					continue
				}
				err, seen := checked[h]
				if !seen {
					_, err = Object(fsys, h)
					checked[h] = err
				}
				if err != nil {
					problems = append(problems, &DamagedError{g.Number, p, err})
				}
			}
		}
	}
	return problems
}
