// Package workspacetest has file systems for tests.
//
//   - Memory: forgets on Crash whatever was not synced, file by file and
//     folder by folder, as a power cut does.
//   - Faulty: wraps another FS and fails, or "cuts the power", at the n-th call.
package workspacetest

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/workspace"
)

// Memory is a folder in memory that keeps apart what a program sees and what would survive a power cut: the content of
// a file lasts from its Sync on, its name from the SyncDir of its folder on. It has no links. It is safe for concurrent
// use.
type Memory struct {
	mu   sync.Mutex
	root *node
	held map[workspace.Path]bool
}

// node is a file or, with names, a folder. The lasting fields are the state after a power cut.
type node struct {
	workspace.Content
	lasting             workspace.Content
	names, lastingNames map[string]*node
}

func newFolder() *node {
	return &node{Content: workspace.NewContent(0o755, nil), names: map[string]*node{}, lastingNames: map[string]*node{}}
}

func (n *node) isFolder() bool { return n.names != nil }

// NewMemory makes a folder that holds files, all of them durable.
func NewMemory(files map[workspace.Path]string) *Memory {
	m := &Memory{root: newFolder(), held: map[workspace.Path]bool{}}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		m.Put(p, files[p])
	}
	return m
}

// Put makes a file, and the folders above it, durable at once; it is how a test plays a person with an editor.
func (m *Memory) Put(p workspace.Path, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	folder := m.root
	elems := strings.Split(string(p), "/")
	for _, name := range elems[:len(elems)-1] {
		next := folder.names[name]
		if next == nil {
			next = newFolder()
			folder.names[name], folder.lastingNames[name] = next, next
		}
		folder = next
	}
	file := &node{Content: workspace.NewContent(0o644, []byte(text))}
	file.settle()
	name := elems[len(elems)-1]
	folder.names[name], folder.lastingNames[name] = file, file
}

// settle makes the state that a program sees the lasting one.
func (n *node) settle() {
	n.sync()
	n.lastingNames = maps.Clone(n.names)
}

// sync makes the content and the attributes last.
func (n *node) sync() {
	n.lasting = workspace.Content{Attributes: n.Attributes, Data: bytes.Clone(n.Data)}
}

// Crash cuts the power and returns what is there afterwards; locks are gone. For everything that was not synced choose
// decides whether the disk had it already; half of an unsynced content may have been written as well.
func (m *Memory) Crash(choose func() bool) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	after := &Memory{root: m.root.crashed(choose, map[*node]*node{}), held: map[workspace.Path]bool{}}
	return after
}

func (n *node) crashed(choose func() bool, seen map[*node]*node) *node {
	if after, ok := seen[n]; ok {
		return after
	}
	after := &node{}
	seen[n] = after
	after.Attributes = n.lasting.Attributes
	if !n.isFolder() {
		after.Data = n.lasting.Data
		if !bytes.Equal(n.Data, n.lasting.Data) && choose() {
			after.Data = n.Data[:len(n.Data)/2]
			if choose() {
				after.Data = n.Data
			}
		}
		after.settle()
		return after
	}
	after.Attributes = n.Attributes
	after.names = map[string]*node{}
	every := maps.Clone(n.lastingNames)
	maps.Copy(every, n.names)
	for _, name := range slices.Sorted(maps.Keys(every)) {
		child := n.lastingNames[name]
		if n.names[name] != child && choose() {
			child = n.names[name]
		}
		if child != nil {
			after.names[name] = child.crashed(choose, seen)
		}
	}
	after.settle()
	return after
}

// find looks p up; op names the caller in errors.
func (m *Memory) find(op string, p workspace.Path) (*node, error) {
	n := m.root
	if p == workspace.Root {
		return n, nil
	}
	for name := range strings.SplitSeq(string(p), "/") {
		child := n.names[name]
		if child == nil {
			return nil, &fs.PathError{Op: op, Path: string(p), Err: fs.ErrNotExist}
		}
		n = child
	}
	return n, nil
}

// folderOf returns the folder that holds p, or will hold it.
func (m *Memory) folderOf(op string, p workspace.Path) (*node, error) {
	folder, err := m.find(op, p.Dir())
	if err == nil && !folder.isFolder() {
		err = &fs.PathError{Op: op, Path: string(p.Dir()), Err: errors.New("not a folder")}
	}
	return folder, err
}

// at calls do for what is at p, under the lock.
func at[T any](m *Memory, op string, p workspace.Path, do func(*node) (T, error)) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find(op, p)
	if err != nil {
		return *new(T), err
	}
	return do(n)
}

// Lstat implements FS.
func (m *Memory) Lstat(p workspace.Path) (workspace.Entry, error) {
	return at(m, "lstat", p, func(n *node) (workspace.Entry, error) { return n.Entry(p.Base(), n.isFolder()), nil })
}

// ReadFile implements FS.
func (m *Memory) ReadFile(p workspace.Path, limit int64) ([]byte, error) {
	return at(m, "open", p, func(n *node) ([]byte, error) { return n.Read(p, limit, n.isFolder()) })
}

// ReadDir implements FS.
func (m *Memory) ReadDir(p workspace.Path) ([]workspace.Entry, error) {
	return at(m, "open", p, func(n *node) (entries []workspace.Entry, err error) {
		for _, name := range slices.Sorted(maps.Keys(n.names)) {
			entries = append(entries, n.names[name].Entry(name, n.names[name].isFolder()))
		}
		return entries, nil
	})
}

// Attributes implements FS.
func (m *Memory) Attributes(p workspace.Path) (workspace.Attributes, error) {
	return at(m, "open", p, func(n *node) (workspace.Attributes, error) { return n.Attributes, nil })
}

// Mkdir implements FS.
func (m *Memory) Mkdir(p workspace.Path, mode fs.FileMode) error {
	folder := newFolder()
	folder.Attributes.Mode = mode.Perm()
	return m.add("mkdir", p, folder)
}

func (m *Memory) add(op string, p workspace.Path, n *node) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	folder, err := m.folderOf(op, p)
	if err != nil {
		return err
	}
	if folder.names[p.Base()] != nil {
		return &fs.PathError{Op: op, Path: string(p), Err: fs.ErrExist}
	}
	folder.names[p.Base()] = n
	return nil
}

// Create implements FS.
func (m *Memory) Create(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	n := &node{Content: workspace.NewContent(mode, nil)}
	if err := m.add("create", p, n); err != nil {
		return nil, err
	}
	return &memoryFile{m, n}, nil
}

// Append implements FS.
func (m *Memory) Append(p workspace.Path, mode fs.FileMode) (workspace.File, error) {
	f, err := m.Create(p, mode)
	if !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	return at(m, "open", p, func(n *node) (workspace.File, error) { return &memoryFile{m, n}, nil })
}

// Rename implements FS.
func (m *Memory) Rename(from, to workspace.Path) error { return m.move(from, to, true) }

// RenameNew implements FS.
func (m *Memory) RenameNew(from, to workspace.Path) error { return m.move(from, to, false) }

func (m *Memory) move(from, to workspace.Path, replace bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	source, err := m.folderOf("rename", from)
	if err != nil {
		return err
	}
	target, err := m.folderOf("rename", to)
	if err != nil {
		return err
	}
	moved := source.names[from.Base()]
	if moved == nil {
		return &fs.PathError{Op: "rename", Path: string(from), Err: fs.ErrNotExist}
	}
	if there := target.names[to.Base()]; there != nil && (!replace || there.isFolder()) {
		return &fs.PathError{Op: "rename", Path: string(to), Err: fs.ErrExist}
	}
	delete(source.names, from.Base())
	target.names[to.Base()] = moved
	return nil
}

// Exchange implements FS.
func (m *Memory) Exchange(a, b workspace.Path) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	first, errA := m.find("exchange", a)
	second, errB := m.find("exchange", b)
	if err := cmp.Or(errA, errB); err != nil {
		return err
	}
	folderA, _ := m.find("exchange", a.Dir()) // there, as what it holds is
	folderB, _ := m.find("exchange", b.Dir())
	folderA.names[a.Base()], folderB.names[b.Base()] = second, first
	return nil
}

// Remove implements FS.
func (m *Memory) Remove(p workspace.Path) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("remove", p)
	if err != nil {
		return err
	}
	if len(n.names) > 0 {
		return &fs.PathError{Op: "remove", Path: string(p), Err: errors.New("folder is not empty")}
	}
	folder, _ := m.find("remove", p.Dir()) // there, as what it holds is
	delete(folder.names, p.Base())
	return nil
}

// SyncDir implements FS.
func (m *Memory) SyncDir(p workspace.Path) error {
	_, err := at(m, "sync", p, func(n *node) (any, error) {
		n.lastingNames = maps.Clone(n.names)
		return nil, nil
	})
	return err
}

// Lock implements FS.
func (m *Memory) Lock(p workspace.Path) (func() error, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held[p] {
		return nil, &workspace.LockedError{}
	}
	m.held[p] = true
	return func() error {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.held, p)
		return nil
	}, nil
}

// memoryFile writes at the end of a node: files are only ever created or appended to.
type memoryFile struct {
	m *Memory
	n *node
}

// Write implements File.
func (f *memoryFile) Write(b []byte) (int, error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.Data = append(f.n.Data, b...)
	return len(b), nil
}

// SetAttributes implements File.
func (f *memoryFile) SetAttributes(a workspace.Attributes) error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.Attributes = a
	return nil
}

// Sync implements File.
func (f *memoryFile) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.n.sync()
	return nil
}

// Close implements File.
func (f *memoryFile) Close() error { return nil }
