package backups

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/internal/workspace"
)

// journal is a change past its commit point.
type journal struct {
	SchemaVersion int             `json:"schema_version"`
	Generation    Generation      `json:"generation"`
	Targets       []journalTarget `json:"targets"`
}

// journalTarget is a file to write; the new content is prepared beside it.
type journalTarget struct {
	Path       workspace.Path        `json:"path"`
	Old        workspace.Hash        `json:"old"`
	New        workspace.Hash        `json:"new"`
	Attributes *workspace.Attributes `json:"attributes,omitempty"`
}

const waitingSuffix = ".wisdom-new"

// waiting is the path of the new file before the exchange, and of the old one after it.
func (t journalTarget) waiting() workspace.Path {
	return t.Path.Dir().Join("." + t.Path.Base() + waitingSuffix)
}

// write makes the new files and then the journal: the commit point.
func (j *journal) write(ctx context.Context, fsys workspace.FS, contents map[workspace.Hash][]byte) error {
	dirs := map[workspace.Path]bool{}
	for _, t := range j.Targets {
		err := ctx.Err()
		if err == nil && t.New != workspace.Absent {
			err = t.place(fsys, contents[t.New], j.Generation.Before[t.Path].Attributes)
			dirs[t.Path.Dir()] = true
		}
		if err != nil {
			return err
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if err := fsys.SyncDir(dir); err != nil {
			return fmt.Errorf("sync %s: %w", dir, err)
		}
	}
	b, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return workspace.Replace(fsys, journalFile, append(b, '\n'), 0o600)
}

func (t journalTarget) place(fsys workspace.FS, content []byte, like *workspace.Attributes) error {
	if like = cmp.Or(like, t.Attributes); like == nil {
		return workspace.WriteNew(fsys, t.waiting(), content, 0o644)
	}
	return workspace.WriteLike(fsys, t.waiting(), content, *like)
}

// clear removes what write had begun. Once the journal itself may be there nothing is cleared: Recover decides.
func (j *journal) clear(fsys workspace.FS) error {
	if there, err := workspace.Exists(fsys, journalFile); there || err != nil {
		return err
	}
	for _, t := range j.Targets {
		if err := workspace.RemoveIfThere(fsys, t.waiting()); err != nil {
			return err
		}
	}
	return nil
}

// finish writes all targets, or none of them. It undoes them if another process edited one before its turn, which is
// a *workspace.ChangedError, or if one cannot be replaced. An edit after the turn of its file stays and undoes
// nothing. If the targets can be neither written nor undone, the error is an *UnfinishedError.
func (j *journal) finish(fsys workspace.FS, opts Options) error {
	placed, err := workspace.Exists(fsys, generationFile(j.Generation.Number))
	if err == nil && !placed {
		if err := j.swapAll(fsys); err != nil {
			return err
		}
		err = j.Generation.save(fsys)
	}
	if err == nil {
		err = opts.Finish(j.Generation)
	}
	if err == nil {
		err = remove(fsys)
	}
	if err != nil {
		return &UnfinishedError{err}
	}
	return nil
}

func (j *journal) swapAll(fsys workspace.FS) error {
	for _, t := range j.Targets {
		err := t.swap(fsys)
		if err == nil {
			continue
		}
		if undo := j.undo(fsys); undo != nil {
			return &UnfinishedError{errors.Join(err, undo)}
		}
		return err
	}
	return nil
}

// remove closes the journal. Should the disk forget that, the next Recover finds
// everything done and closes it again, so a failing sync takes nothing back.
func remove(fsys workspace.FS) error {
	if err := fsys.Remove(journalFile); err != nil {
		return fmt.Errorf("remove the journal: %w", err)
	}
	_ = fsys.SyncDir(Home)
	return nil
}

// swap writes one target, from wherever an earlier attempt stopped.
func (t journalTarget) swap(fsys workspace.FS) error {
	_, now, err := workspace.ReadState(fsys, t.Path, workspace.MaxState)
	_, waits, werr := workspace.ReadState(fsys, t.waiting(), workspace.MaxState)
	switch {
	case err != nil || werr != nil:
		return errors.Join(err, werr)
	case now == t.New && waits == workspace.Absent:
		return fsys.SyncDir(t.Path.Dir())
	case now == t.New && (waits == t.Old || waits == t.New):
		return workspace.Discard(fsys, t.Path, t.waiting())
	case now == t.New:
		// Displaced just before a crash, and not what we had read: it goes back.
		if err := workspace.PutBack(fsys, t.Path, t.waiting(), t.New == workspace.Absent); err != nil {
			return err
		}
		return &workspace.ChangedError{Path: t.Path, Want: t.Old, Got: waits}
	case now != t.Old && waits == t.New: // edited before its turn
		return &workspace.ChangedError{Path: t.Path, Want: t.Old, Got: now}
	case now != t.Old:
		// The new content was there, and another process edited it.
		return workspace.SetAside(fsys, t.waiting(), t.Path.Base(), t.Old)
	}
	if waits != t.New {
		if err := t.placeAgain(fsys); err != nil {
			return err
		}
	}
	return workspace.Swap(fsys, t.Path, t.waiting(), t.Old, t.New == workspace.Absent)
}

// placeAgain writes the prepared file again, from its backup. As long as the target is the old file, the prepared one
// holds no other content: it was removed, or a crash left it half-written.
func (t journalTarget) placeAgain(fsys workspace.FS) error {
	if err := workspace.RemoveIfThere(fsys, t.waiting()); err != nil || t.New == workspace.Absent {
		return err
	}
	content, err := Object(fsys, t.New)
	if err != nil {
		return err
	}
	var like *workspace.Attributes
	if t.Old != workspace.Absent {
		attributes, err := fsys.Attributes(t.Path)
		if err != nil {
			return err
		}
		like = &attributes
	}
	return t.place(fsys, content, like)
}

// undo restores the targets that were written already, removes the prepared files, and closes the journal.
func (j *journal) undo(fsys workspace.FS) error {
	for _, t := range slices.Backward(j.Targets) {
		_, now, err := workspace.ReadState(fsys, t.Path, workspace.MaxState)
		if err != nil {
			return err
		}
		if err := workspace.SetAside(fsys, t.waiting(), t.Path.Base(), t.Old, t.New); err != nil {
			return err
		}
		if now != t.New || t.New == t.Old {
			continue // not written, or edited since
		}
		back := journalTarget{Path: t.Path, Old: t.New, New: t.Old, Attributes: j.Generation.Before[t.Path].Attributes}
		if err := back.placeAgain(fsys); err != nil {
			return err
		}
		if err := workspace.Swap(fsys, back.Path, back.waiting(), back.Old, back.New == workspace.Absent); err != nil {
			return err
		}
	}
	return remove(fsys)
}

// Recovered says what Recover found.
type Recovered struct {
	// Finished is a promotion that was finished, if any.
	Finished *Generation
	// Undone is why a promotion was undone, if one was: a *workspace.ChangedError if a file was edited.
	Undone error
}

// Recover finishes what a crash left. It undoes it if a file was edited since or if it cannot be finished. It also
// removes prepared files without a journal. Everyone who holds the lock calls it first. An *UnfinishedError says that
// it failed.
func Recover(fsys workspace.FS, opts Options) (found Recovered, err error) {
	b, there, err := workspace.ReadIfThere(fsys, journalFile, workspace.MaxState)
	switch {
	case err != nil:
		return found, fmt.Errorf("read the journal: %w", err)
	case !there:
		return found, sweep(fsys, opts)
	}
	j, err := parseJournal(b)
	if err != nil {
		return found, &UnfinishedError{fmt.Errorf("%s: %w", journalFile, err)}
	}
	err = j.finish(fsys, opts)
	if _, unfinished := errors.AsType[*UnfinishedError](err); unfinished {
		return found, err
	}
	if found.Undone = err; err == nil {
		found.Finished = &j.Generation
	}
	return found, sweep(fsys, opts)
}

func parseJournal(b []byte) (*journal, error) {
	var j journal
	err := json.Unmarshal(b, &j)
	if err == nil {
		err = checkVersion(j.SchemaVersion)
	}
	if err != nil {
		return nil, err
	}
	for i, t := range j.Targets {
		if t.Path == workspace.Root || t.Path == "" || t.Old == "" || t.New == "" {
			return nil, fmt.Errorf("target %d does not say which file is to be what", i+1)
		}
	}
	return &j, nil
}

// Pending reports whether a promotion is unfinished.
func Pending(fsys workspace.FS) (bool, error) { return workspace.Exists(fsys, journalFile) }

// sweep removes the files that a promotion prepared before it was cut off short of its commit point, and what a crash
// left half-written: nothing but names that the program itself makes, in its own folder those beside the finished file
// and those of a file of JSON, which may have been the first of its kind.
func sweep(fsys workspace.FS, opts Options) error {
	ours := []workspace.Path{workspace.Temporary(journalFile), workspace.Temporary(opts.Plain.Join(".gitignore"))}
	prepared := []workspace.Path{opts.Plain.Join(plainNote)}
	for _, p := range slices.Concat(opts.Always, opts.Others) {
		prepared = append(prepared, p)
		for _, name := range copiesOf(p) {
			prepared = append(prepared, opts.Plain.Join(name))
		}
	}
	for _, p := range prepared {
		ours = append(ours, journalTarget{Path: p}.waiting())
	}
	for _, dir := range []workspace.Path{objects, generations} {
		entries, err := workspace.List(fsys, dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := strings.TrimSuffix(strings.TrimPrefix(e.Name, "."), workspace.TemporarySuffix)
			if _, generation := numberOf(name); generation || isHex(name) {
				ours = append(ours, workspace.Temporary(dir.Join(name)))
			}
		}
	}
	home, err := workspace.List(fsys, Home)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, e := range home {
		there[e.Name] = true
	}
	for _, e := range home {
		name, isBegun := strings.CutSuffix(strings.TrimPrefix(e.Name, "."), workspace.TemporarySuffix)
		plain := strings.TrimRight(name, ".0123456789") // what several processes may write at once has the number of one
		if isBegun && e.Name[0] == '.' && (there[plain] || strings.HasSuffix(name, ".json")) {
			ours = append(ours, Home.Join(e.Name))
		}
	}
	for _, p := range ours {
		if err := workspace.Sweep(fsys, p); err != nil {
			return err
		}
	}
	return nil
}

// copiesOf are the names of the plain copies of a file, content or note: before the newest generation, and as found.
func copiesOf(p workspace.Path) []string {
	name := p.Base()
	return []string{name + ".bak", name + ".absent", "original/" + name, "original/" + name + ".absent"}
}
