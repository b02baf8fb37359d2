package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/section"
	"wisdom/review/lint"
)

// The views of a draft, in the initiative folder.
const (
	WisdomDraft     = "SOUL_WISDOM_DRAFT.md"     // the section, ready to drop in
	CompressedDraft = "SOUL_COMPRESSED_DRAFT.md" // the whole SOUL.md as it would be
)

// Options say where things are and who acts.
type Options struct {
	Initiative workspace.Path
	Queue      workspace.Path
	Now        time.Time
	Version    string // of wisdom
	By         string // the reviewer
	Lint       lint.Options
}

// Proposal is what a run proposes: a manifest without id and views, and the
// bytes of SOUL.md that it was made from.
type Proposal struct {
	Manifest
	Base []byte
}

// Draft is the proposal as a draft that lies nowhere yet.
func (p *Proposal) Draft() *Draft { return &Draft{Manifest: p.Manifest, Base: p.Base} }

// Complete fills in what follows from the rest: the targets' hashes, the budget
// and the lint result of the section as it would be.
func (p *Proposal) Complete(opts Options) (soul []byte, text string, err error) {
	doc := markdown.Parse(p.Base)
	s, err := section.Find(doc)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", lint.SoulFile, err)
	}
	base := Target{Path: lint.SoulFile, Base: workspace.HashOf(p.Base), SectionBase: workspace.Absent}
	if s != nil {
		base.SectionBase = workspace.HashOf(p.Base[s.Start:s.End])
	}
	p.Targets = []Target{base}
	soul, text, err = p.Draft().Result(p.Draft().All())
	if err != nil {
		return nil, "", err
	}
	budgets := opts.Lint.Budgets
	p.Budget = Budget{
		SectionTokens: budgets.Count.Tokens(text), SectionLimit: budgets.Section,
		SoulTokens: budgets.Count.Tokens(string(soul)), SoulLimit: budgets.Soul,
	}
	p.Lint = lint.Soul(soul, opts.Lint)
	return soul, text, nil
}

// InvalidError says that a result breaks rules which the file it replaces keeps.
type InvalidError struct {
	Findings []lint.Finding
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("the result would break a rule: %s", e.Findings[0])
}

// introduced are the errors in after that before does not have: what a person
// wrote by hand may break rules, a promotion may not.
func introduced(before, after []lint.Finding) []lint.Finding {
	has := func(f lint.Finding) bool {
		return slices.ContainsFunc(before, func(b lint.Finding) bool {
			return b.Rule == f.Rule && withoutDigits(b.Message) == withoutDigits(f.Message)
		})
	}
	var found []lint.Finding
	for _, f := range after {
		if f.Severity == lint.Error && !has(f) {
			found = append(found, f)
		}
	}
	return found
}

func withoutDigits(s string) string {
	kept := make([]rune, 0, len(s))
	for _, r := range s {
		if r < '0' || r > '9' {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// EditedError says that a person edited a view, so that it cannot be replaced or
// ignored.
type EditedError struct {
	Path workspace.Path
	// Draft is the one that it showed; empty if no draft wrote it.
	Draft string
}

func (e *EditedError) Error() string {
	if e.Draft == "" {
		return fmt.Sprintf("%s: was not written by wisdom", e.Path)
	}
	return fmt.Sprintf("%s: was edited since draft %s was staged", e.Path, e.Draft)
}

// Staging is what became of a proposal.
type Staging struct {
	// Draft is the one that waits now; empty if nothing was proposed.
	Draft string
	// Already: it waited before, and nothing was written.
	Already bool
	// Superseded is a draft that waited and does no more.
	Superseded string
}

// Stage writes a proposal down as a draft that waits, with its views and the
// line in the queue. The caller holds the lock and has called Recover.
func Stage(ctx context.Context, fsys workspace.FS, l *Log, p *Proposal, opts Options) (Staging, error) {
	if len(p.Items) == 0 {
		return Staging{}, nil
	}
	soul, text, err := p.Complete(opts)
	if err != nil {
		return Staging{}, err
	}
	waiting := l.Waiting()
	if waiting != "" {
		old, err := l.Load(fsys, waiting)
		if err != nil {
			return Staging{}, err
		}
		if sameProposal(&old.Manifest, &p.Manifest) {
			return Staging{Draft: waiting, Already: true}, nil
		}
	}
	if broken := introduced(lint.Soul(p.Base, opts.Lint), p.Lint); len(broken) > 0 {
		return Staging{}, &InvalidError{broken}
	}
	views := map[workspace.Path][]byte{
		opts.Initiative.Join(WisdomDraft):     []byte(text),
		opts.Initiative.Join(CompressedDraft): soul,
	}
	for _, path := range sortedKeys(views) {
		p.Views = append(p.Views, View{path, workspace.HashOf(views[path])})
		if err := checkView(fsys, l, path); err != nil {
			return Staging{}, err
		}
	}
	if err := p.name(opts.Now.Format(time.DateOnly)); err != nil {
		return Staging{}, err
	}
	if err := ctx.Err(); err != nil {
		return Staging{}, err
	}
	hash, err := p.write(fsys)
	if err != nil {
		return Staging{}, err
	}
	at := opts.Now.Format(time.RFC3339)
	if waiting != "" {
		if err := l.append(fsys, Event{At: at, Action: Superseded, Draft: waiting, Reason: "by " + p.ID, Version: opts.Version}); err != nil {
			return Staging{}, err
		}
	}
	if err := l.append(fsys, Event{At: at, Action: Staged, Draft: p.ID, Hash: hash, Items: p.ids(), Bases: p.bases(), Version: opts.Version}); err != nil {
		return Staging{}, err
	}
	if err := workspace.MkdirAll(fsys, opts.Initiative, 0o755); err != nil {
		return Staging{}, err
	}
	for _, path := range sortedKeys(views) {
		if err := workspace.Replace(fsys, path, views[path], 0o644); err != nil {
			return Staging{}, err
		}
	}
	staged := Staging{Draft: p.ID, Superseded: waiting}
	return staged, SetQueue(fsys, opts.Queue, queueLine(&p.Manifest))
}

// sameProposal compares what is to be decided, and on what.
func sameProposal(a, b *Manifest) bool {
	if len(a.Items) != len(b.Items) || len(a.Targets) != len(b.Targets) {
		return false
	}
	for i, x := range a.Items {
		y := b.Items[i]
		if x.Kind != y.Kind || x.Target != y.Target || x.Name != y.Name || x.Text != y.Text || !slices.Equal(x.Lessons, y.Lessons) {
			return false
		}
	}
	return slices.Equal(a.Targets, b.Targets)
}

func (m *Manifest) bases() map[workspace.Path]workspace.Hash {
	bases := map[workspace.Path]workspace.Hash{}
	for _, t := range m.Targets {
		bases[t.Path] = t.Base
	}
	return bases
}

// checkView says whether a view may be replaced: it is not there, or it is what
// some draft wrote.
func checkView(fsys workspace.FS, l *Log, path workspace.Path) error {
	if err := workspace.CheckTarget(fsys, path); err != nil {
		return err
	}
	_, now, err := workspace.ReadState(fsys, path, workspace.MaxState)
	if err != nil || now == workspace.Absent {
		return err
	}
	last := ""
	for _, id := range l.Drafts() {
		d, err := l.Load(fsys, id)
		if err != nil {
			continue // a damaged old draft proves nothing about the view
		}
		if slices.Contains(d.Views, View{path, now}) {
			return nil
		}
		if last == "" {
			last = id
		}
	}
	return &EditedError{path, last}
}

// write puts the draft on disk, whole or not at all.
func (p *Proposal) write(fsys workspace.FS) (workspace.Hash, error) {
	b, err := json.MarshalIndent(p.Manifest, "", "  ")
	if err != nil {
		return "", fmt.Errorf("write draft %s: %w", p.ID, err)
	}
	b = append(b, '\n')
	final := draftsDir.Join(p.ID)
	if there, err := workspace.Exists(fsys, final); there || err != nil {
		return workspace.HashOf(b), err // staged before; its name tells its content
	}
	next := draftsDir.Join("." + p.ID + ".tmp")
	if err := workspace.RemoveAll(fsys, next); err != nil {
		return "", err
	}
	if err := workspace.MkdirAll(fsys, next.Join("base"), 0o700); err != nil {
		return "", err
	}
	if err := workspace.WriteNew(fsys, next.Join("base", string(lint.SoulFile)), p.Base, 0o600); err != nil {
		return "", err
	}
	if err := workspace.WriteNew(fsys, next.Join("manifest.json"), b, 0o600); err != nil {
		return "", err
	}
	for _, dir := range []workspace.Path{next.Join("base"), next} {
		if err := fsys.SyncDir(dir); err != nil {
			return "", err
		}
	}
	if err := fsys.Rename(next, final); err != nil {
		return "", err
	}
	return workspace.HashOf(b), fsys.SyncDir(draftsDir)
}

func sortedKeys[V any](m map[workspace.Path]V) []workspace.Path {
	keys := make([]workspace.Path, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Enter makes the folder for the program's own files and takes the lock. The
// lock file stays when the lock is given back.
func Enter(fsys workspace.FS) (leave func() error, err error) {
	if err := workspace.MkdirAll(fsys, backups.Home, 0o700); err != nil {
		return nil, fmt.Errorf("make %s: %w", backups.Home, err)
	}
	unlock, err := fsys.Lock(backups.Home.Join("lock"))
	if err != nil {
		return nil, err
	}
	ignore := backups.Home.Join(".gitignore")
	if there, err := workspace.Exists(fsys, ignore); err == nil && !there {
		if err := workspace.Replace(fsys, ignore, []byte("*\n"), 0o600); err != nil {
			_ = unlock()
			return nil, err
		}
	}
	return unlock, nil
}
