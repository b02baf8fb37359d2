package workspace

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// DryRun reads from the FS below and keeps what is written to itself: the same
// code runs, reads back what it wrote, and nothing happens. It takes no lock.
type DryRun struct {
	below FS
	// over holds what differs from below; nil marks what was removed.
	over map[Path]*overlaid
}

// overlaid is a file or a folder of the overlay.
type overlaid struct {
	Content
	folder bool
}

// NewDryRun lays a dry run over below.
func NewDryRun(below FS) *DryRun { return &DryRun{below: below, over: map[Path]*overlaid{}} }

// find says what the overlay knows of p; known is false where below decides.
func (d *DryRun) find(op string, p Path) (n *overlaid, known bool, err error) {
	for q := p; ; q = q.Dir() {
		n, known := d.over[q]
		switch {
		case known && n == nil:
			return nil, true, &fs.PathError{Op: op, Path: string(p), Err: fs.ErrNotExist}
		case known && q == p:
			return n, true, nil
		case q == Root:
			return nil, false, nil
		}
	}
}

// ask asks the overlay about p where it knows p, else the FS below.
func ask[T any](d *DryRun, op string, p Path, over func(*overlaid) (T, error), below func() (T, error)) (T, error) {
	switch n, known, err := d.find(op, p); {
	case err != nil:
		return *new(T), err
	case known:
		return over(n)
	}
	return below()
}

// Lstat implements FS.
func (d *DryRun) Lstat(p Path) (Entry, error) {
	over := func(n *overlaid) (Entry, error) { return n.Entry(p.Base(), n.folder), nil }
	return ask(d, "lstat", p, over, func() (Entry, error) { return d.below.Lstat(p) })
}

// ReadFile implements FS.
func (d *DryRun) ReadFile(p Path, limit int64) ([]byte, error) {
	over := func(n *overlaid) ([]byte, error) { return n.Read(p, limit, n.folder) }
	return ask(d, "open", p, over, func() ([]byte, error) { return d.below.ReadFile(p, limit) })
}

// ReadDir implements FS.
func (d *DryRun) ReadDir(p Path) ([]Entry, error) {
	n, known, err := d.find("open", p)
	if err != nil {
		return nil, err
	}
	entries := map[string]Entry{}
	if !known || n.folder {
		below, err := d.below.ReadDir(p)
		if err != nil && (!known || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		for _, e := range below {
			entries[e.Name] = e
		}
	}
	for q, n := range d.over {
		switch {
		case q == Root || q.Dir() != p:
		case n == nil:
			delete(entries, q.Base())
		default:
			entries[q.Base()] = n.Entry(q.Base(), n.folder)
		}
	}
	return byName(slices.Collect(maps.Values(entries))), nil
}

// Attributes implements FS.
func (d *DryRun) Attributes(p Path) (Attributes, error) {
	over := func(n *overlaid) (Attributes, error) { return n.Attributes, nil }
	return ask(d, "open", p, over, func() (Attributes, error) { return d.below.Attributes(p) })
}

// lift copies a file from below, so that it can be changed here.
func (d *DryRun) lift(op string, p Path) (*overlaid, error) {
	n, known, err := d.find(op, p)
	if err != nil || known {
		return n, err
	}
	entry, err := d.below.Lstat(p)
	if err != nil {
		return nil, err
	}
	n = &overlaid{NewContent(entry.Mode, nil), entry.Mode.IsDir()}
	if !n.folder {
		if n.Attributes, err = d.below.Attributes(p); err != nil {
			return nil, err
		}
		if n.Data, err = d.below.ReadFile(p, MaxState); err != nil {
			return nil, err
		}
	}
	d.over[p] = n
	return n, nil
}

// Mkdir implements FS.
func (d *DryRun) Mkdir(p Path, mode fs.FileMode) error {
	return d.add("mkdir", p, &overlaid{NewContent(mode, nil), true})
}

// Create implements FS.
func (d *DryRun) Create(p Path, mode fs.FileMode) (File, error) {
	n := &overlaid{NewContent(mode, nil), false}
	if err := d.add("create", p, n); err != nil {
		return nil, err
	}
	return dryFile{n}, nil
}

func (d *DryRun) add(op string, p Path, n *overlaid) error {
	if _, err := d.Lstat(p); err == nil {
		return &fs.PathError{Op: op, Path: string(p), Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := d.Lstat(p.Dir()); err != nil {
		return err
	}
	d.over[p] = n
	return nil
}

// Append implements FS.
func (d *DryRun) Append(p Path, mode fs.FileMode) (File, error) {
	f, err := d.Create(p, mode)
	if !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	n, err := d.lift("open", p)
	if err != nil {
		return nil, err
	}
	return dryFile{n}, nil
}

// Rename implements FS. A folder can be renamed only if it was made here.
func (d *DryRun) Rename(from, to Path) error {
	n, err := d.lift("rename", from)
	if err != nil {
		return err
	}
	if n.folder {
		for p, child := range d.over {
			if p != from && p.Within(from) && child != nil {
				d.over[to.Join(strings.TrimPrefix(string(p), string(from)+"/"))] = child
				d.over[p] = nil
			}
		}
	}
	d.over[to], d.over[from] = n, nil
	return nil
}

// RenameNew implements FS.
func (d *DryRun) RenameNew(from, to Path) error {
	if _, err := d.Lstat(to); err == nil {
		return &fs.PathError{Op: "rename", Path: string(to), Err: fs.ErrExist}
	}
	return d.Rename(from, to)
}

// Exchange implements FS.
func (d *DryRun) Exchange(a, b Path) error {
	first, err := d.lift("exchange", a)
	if err != nil {
		return err
	}
	second, err := d.lift("exchange", b)
	if err != nil {
		return err
	}
	d.over[a], d.over[b] = second, first
	return nil
}

// Remove implements FS.
func (d *DryRun) Remove(p Path) error {
	entry, err := d.Lstat(p)
	if err != nil {
		return err
	}
	if entry.Mode.IsDir() {
		entries, err := d.ReadDir(p)
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return &fs.PathError{Op: "remove", Path: string(p), Err: errors.New("folder is not empty")}
		}
	}
	d.over[p] = nil
	return nil
}

// SyncDir implements FS.
func (d *DryRun) SyncDir(Path) error { return nil }

// Lock implements FS; it takes none.
func (d *DryRun) Lock(Path) (func() error, error) { return func() error { return nil }, nil }

type dryFile struct{ n *overlaid }

// Write implements File.
func (f dryFile) Write(b []byte) (int, error) {
	f.n.Data = append(f.n.Data, b...)
	return len(b), nil
}

// SetAttributes implements File.
func (f dryFile) SetAttributes(a Attributes) error {
	f.n.Attributes = a
	return nil
}

// Sync implements File.
func (f dryFile) Sync() error { return nil }

// Close implements File.
func (f dryFile) Close() error { return nil }
