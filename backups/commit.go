package backups

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"wisdom/internal/workspace"
)

// Options say where backups go and what is backed up whatever changes.
type Options struct {
	// Plain is the folder of the plain copies.
	Plain workspace.Path
	// Always are the files that every generation holds, Others those that a change may be about besides.
	Always, Others []workspace.Path
	// Now is the clock that dates the generation, when it is made.
	Now func() time.Time
	// Newest is the highest number that the caller knows. No number is used twice, even if a generation was lost.
	Newest int
	// Finish writes the caller's log line for a generation. It may be called
	// twice for the same one and must then write it once.
	Finish func(Generation) error
}

// Change is a set of files to write in one commit.
type Change struct {
	Why      Why
	By       string
	Draft    string
	Restores *int
	Only     workspace.Path // see Generation
	// Targets in the order in which they are written.
	Targets []Target
	Entries []Entry
	// Practices are those of the draft, as JSON; nil where it has none.
	Practices json.RawMessage
	// Merged are the targets of a rollback that keep what was written into them since.
	Merged []workspace.Path
	// ReadOnly replaces read-only targets too.
	ReadOnly bool
}

// Target is a file to replace.
type Target struct {
	Path workspace.Path
	// Old is the expected content.
	Old workspace.Hash
	// New is the new content; with Remove there is none.
	New    []byte
	Remove bool
	// Attributes are for a file that is not there now; otherwise the new file has those of the old one.
	Attributes *workspace.Attributes
}

func (t Target) newHash() workspace.Hash {
	if t.Remove {
		return workspace.Absent
	}
	return workspace.HashOf(t.New)
}

// UnfinishedError says that a promotion is past its commit point and could not
// be finished; the journal is kept, and the next Recover goes on.
type UnfinishedError struct {
	Err error
}

// Error implements error.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("a promotion could not be finished: %v", e.Err)
}

// Unwrap gives the cause.
func (e *UnfinishedError) Unwrap() error { return e.Err }

// Commit makes a change and returns its generation. The caller holds the lock and has called Recover. A file with
// unexpected content is a *workspace.ChangedError; a read-only file is a *workspace.ReadOnlyError unless the change
// replaces those too. Both leave every file as it was. A cancelled context stops the commit before the commit point,
// and not after it.
func Commit(ctx context.Context, fsys workspace.FS, change Change, opts Options) (*Generation, error) {
	all, err := Generations(fsys)
	if err != nil {
		return nil, err
	}
	before, contents, err := read(fsys, change, append(slices.Clone(opts.Always), everChanged(all)...))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		found := foundGeneration(before, opts)
		if err := prepare(fsys, opts, contents); err != nil {
			return nil, err
		}
		if err := found.save(fsys); err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	g := next(all, change, before, opts)
	for _, t := range change.Targets {
		if !t.Remove {
			contents[t.newHash()] = t.New
		}
	}
	targets, err := withPlainCopies(fsys, append(all, g), change.Targets, contents, opts)
	if err != nil {
		return nil, err
	}
	if err := prepare(fsys, opts, contents); err != nil {
		return nil, err
	}
	if err := put(ctx, fsys, g, targets, contents, opts); err != nil {
		return nil, err
	}
	return &g, nil
}

// LostGroups is a *workspace.GroupError for each file of the generation whose group could not be kept.
func (g *Generation) LostGroups(fsys workspace.FS) []error {
	var lost []error
	for _, p := range g.Targets {
		if want := g.After[p].Attributes; want != nil {
			if err := workspace.CheckGroup(fsys, p, *want); err != nil {
				lost = append(lost, err)
			}
		}
	}
	return lost
}

// put takes a generation and its targets from the writing of their journal to its end.
func put(
	ctx context.Context, fsys workspace.FS, g Generation, targets []journalTarget,
	contents map[workspace.Hash][]byte, opts Options,
) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &journal{SchemaVersion, g, targets}
	if err := j.write(ctx, fsys, contents); err != nil {
		if there, _ := Pending(fsys); there { // it may survive: it is for Recover to decide
			return &UnfinishedError{err}
		}
		return errors.Join(err, j.clear(fsys))
	}
	return j.finish(fsys, opts)
}

// read reads all files that matter, and compares the targets: those, and the ones that every generation holds.
func read(
	fsys workspace.FS, change Change, always []workspace.Path,
) (map[workspace.Path]State, map[workspace.Hash][]byte, error) {
	states := map[workspace.Path]State{}
	contents := map[workspace.Hash][]byte{}
	add := func(p workspace.Path) error {
		b, h, err := workspace.ReadState(fsys, p, workspace.MaxState)
		state := State{Hash: h, Size: int64(len(b))}
		if err == nil && h != workspace.Absent {
			state.Attributes, contents[h] = &workspace.Attributes{}, b
			*state.Attributes, err = fsys.Attributes(p)
		}
		if err != nil {
			return fmt.Errorf("back up %s: %w", p, err)
		}
		states[p] = state
		return nil
	}
	for _, t := range change.Targets {
		err := workspace.CheckTarget(fsys, t.Path)
		if err == nil && !change.ReadOnly {
			err = workspace.CheckWritable(fsys, t.Path)
		}
		if err == nil {
			err = add(t.Path)
		}
		if got := states[t.Path].Hash; err == nil && got != t.Old {
			err = &workspace.ChangedError{Path: t.Path, Want: t.Old, Got: got}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	for _, p := range always {
		entry, err := fsys.Lstat(p)
		if _, done := states[p]; done || err == nil && entry.Mode&fs.ModeSymlink != 0 {
			continue // a link is not the agent's file; lint says so
		}
		if err := add(p); err != nil {
			return nil, nil, err
		}
	}
	return states, contents, nil
}

// prepare makes the folders and stores the contents.
func prepare(fsys workspace.FS, opts Options, contents map[workspace.Hash][]byte) error {
	dirs := map[workspace.Path]fs.FileMode{objects: 0o700, generations: 0o700, opts.Plain.Join("original"): 0o755}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if err := workspace.MkdirAll(fsys, dir, dirs[dir]); err != nil {
			return fmt.Errorf("make %s: %w", dir, err)
		}
	}
	// A copy of a file that git ignores must not be committed either.
	if err := workspace.Ignore(fsys, opts.Plain); err != nil {
		return err
	}
	return store(fsys, contents)
}

func foundGeneration(before map[workspace.Path]State, opts Options) Generation {
	return Generation{
		SchemaVersion: SchemaVersion, Number: 0, At: opts.Now().Format(time.RFC3339), Why: Found, Pinned: true,
		Targets: []workspace.Path{}, Before: before, After: before, Entries: []Entry{},
	}
}

// next describes the generation that the change will leave.
func next(all []Generation, change Change, before map[workspace.Path]State, opts Options) Generation {
	g := Generation{
		SchemaVersion: SchemaVersion, Number: max(all[len(all)-1].Number, opts.Newest) + 1,
		At: opts.Now().Format(time.RFC3339), Why: change.Why, By: change.By, Draft: change.Draft,
		Restores: change.Restores, Only: change.Only, Before: before, After: maps.Clone(before),
		Entries: change.Entries, Practices: change.Practices,
	}
	for _, t := range change.Targets {
		g.Targets = append(g.Targets, t.Path)
		g.After[t.Path] = State{Hash: workspace.Absent}
		if !t.Remove {
			attributes := cmp.Or(before[t.Path].Attributes, t.Attributes)
			g.After[t.Path] = State{t.newHash(), int64(len(t.New)), attributes}
		}
	}
	return g
}

// withPlainCopies puts the plain copies in front of the targets of a change, so
// that they are part of the same commit. Their contents are added to contents.
func withPlainCopies(
	fsys workspace.FS, generations []Generation, targets []Target, contents map[workspace.Hash][]byte, opts Options,
) ([]journalTarget, error) {
	var all []journalTarget
	g := generations[len(generations)-1]
	before := g.Before
	add := func(p workspace.Path, content []byte, like *workspace.Attributes, keep bool) error {
		old, h, err := workspace.ReadState(fsys, p, workspace.MaxState)
		if err != nil {
			return fmt.Errorf("back up: %w", err)
		}
		t := journalTarget{p, h, workspace.Absent, like}
		if content != nil {
			t.New = workspace.HashOf(content)
			contents[t.New] = content
		}
		if t.Old == t.New || keep && h != workspace.Absent {
			return nil
		}
		if h != workspace.Absent {
			contents[h] = old
		}
		all = append(all, t)
		return workspace.CheckTarget(fsys, p)
	}
	for _, p := range slices.Sorted(maps.Keys(before)) {
		for i, state := range []State{before[p], stateLeft(generations, 0, p)} {
			// Each file has a copy or a note that there was none, never both. Originals stay, and so does a note.
			content, absence, err := copyOrNote(fsys, p, state, contents, opts.Now())
			if err != nil {
				return nil, err
			}
			names := copiesOf(p)[2*i:]
			if err := errors.Join(
				add(opts.Plain.Join(names[0]), content, modeOf(state), i == 1),
				add(opts.Plain.Join(names[1]), absence, nil, i == 1 || absence != nil),
			); err != nil {
				return nil, err
			}
		}
	}
	text := g.describe(opts.Plain, slices.Concat(opts.Always, g.Targets)[0])
	if err := add(opts.Plain.Join(plainNote), text, nil, false); err != nil {
		return nil, err
	}
	for _, t := range targets {
		if t.Old != t.newHash() {
			all = append(all, journalTarget{t.Path, t.Old, t.newHash(), t.Attributes})
		}
	}
	return all, nil
}

// copyOrNote is the content of a file, or what to write where it was absent; the other is nil.
func copyOrNote(
	fsys workspace.FS, p workspace.Path, state State, contents map[workspace.Hash][]byte, now time.Time,
) (content, absence []byte, err error) {
	if state.Hash == workspace.Absent {
		return nil, note(p, now), nil
	}
	content, known := contents[state.Hash]
	if !known {
		content, err = Object(fsys, state.Hash)
	}
	if content == nil {
		content = []byte{} // an empty file is a file
	}
	return content, nil, err
}

// modeOf are the attributes of a copy: as private as the original, but ours.
func modeOf(state State) *workspace.Attributes {
	if state.Attributes == nil {
		return nil
	}
	return &workspace.Attributes{Mode: state.Attributes.Mode, UID: -1, GID: -1}
}

// plainNote says what the plain copies are.
const plainNote = "README.txt"

// describe says beside the plain copies what they are, for a person who has to restore one without this program.
func (g *Generation) describe(plain, first workspace.Path) []byte {
	what := g.Summary()
	if g.Why == Rollback {
		what += "; the copies are what it replaced"
	}
	return fmt.Appendf(nil, `Plain copies, to restore a file without wisdom:

    cp %s/%[2]s.bak %[2]s

NAME.bak       NAME as it was before generation %[3]d
NAME.absent    there was no NAME then
original/      the files as they were found, never replaced

Generation %[3]d (%s): %s.
`, plain, first, g.Number, g.At, what)
}

// note returns the text of NAME.absent, which replaces the copy of a file that did not exist.
func note(p workspace.Path, now time.Time) []byte {
	return fmt.Appendf(
		nil, "There was no %s on %s. To restore that state, remove the file.\n", p, now.Format(time.DateOnly),
	)
}
