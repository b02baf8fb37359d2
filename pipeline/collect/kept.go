package collect

import (
	"bytes"
	"encoding/gob"
	"time"

	"wisdom/internal/workspace"
)

// Kept is where what files gave is kept, so that they are not read again before they change. It holds what pages hold,
// so no secret. Where it cannot be read or written, as in a workspace without the folder, all files are read.
type Kept struct {
	FS workspace.FS // of the workspace, or nil
	// Program names the program whose rules read the files: what another one kept is not used.
	Program string
	// Began is when the files were looked for, by the clock of the machine.
	Began time.Time
	// Hold lets nothing end the process until release is called; nil where nothing does.
	Hold func() (release func())
}

const (
	keptFile workspace.Path = ".wisdom/notes"
	// keptLock is held by who writes that file. The others keep nothing this time.
	keptLock = keptFile + ".lock"
	// settled is the age from which on a file cannot change again without a new stamp.
	settled = 2 * time.Second
)

// keptPage is what a file gave, and when.
type keptPage struct {
	Size  int64
	Stamp workspace.Stamp
	Page  page
}

func (k keptPage) isOf(e workspace.Entry) bool { return k.Size == e.Size && k.Stamp == e.Stamp }

// load returns the pages of files as they are shown. They follow a line that names them and their program, so that the
// file of another program, or a damaged one, holds none.
func (k Kept) load() (pages map[string]keptPage) {
	if k.FS == nil {
		return nil
	}
	b, _ := k.FS.ReadFile(keptFile, workspace.MaxState)
	name, body, _ := bytes.Cut(b, []byte("\n"))
	if string(name) != k.name(body) || gob.NewDecoder(bytes.NewReader(body)).Decode(&pages) != nil {
		return nil
	}
	return pages
}

func (k Kept) name(body []byte) string {
	return string(workspace.HashOf(append([]byte(k.Program+"\n"), body...)))
}

// save keeps the pages of files, unless they are those that were kept before. What changed just now is not among them.
func (k Kept) save(files []file, pages []page, before map[string]keptPage) {
	if k.FS == nil {
		return
	}
	next, isNew := map[string]keptPage{}, false
	for i, f := range files {
		last := time.Unix(0, max(f.entry.Stamp.Modified, f.entry.Stamp.Changed))
		if f.status == "" && pages[i].err == nil && f.entry.Mode.IsRegular() &&
			f.entry.Stamp != (workspace.Stamp{}) && k.Began.Sub(last) >= settled {
			next[f.shown] = keptPage{f.entry.Size, f.entry.Stamp, pages[i]}
			isNew = isNew || !before[f.shown].isOf(f.entry)
		}
	}
	var body bytes.Buffer
	if !isNew && len(next) == len(before) || gob.NewEncoder(&body).Encode(next) != nil {
		return
	}
	if k.Hold != nil {
		defer k.Hold()()
	}
	if unlock, err := k.FS.Lock(keptLock); err == nil {
		b := append([]byte(k.name(body.Bytes())+"\n"), body.Bytes()...)
		_ = workspace.Replace(k.FS, keptFile, b, 0o600) // what is not kept is read again
		_ = unlock()
	}
}
