package rollout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
)

// looks is how often the host is asked whether it has read its settings again.
const looks = 20

// checkRollback is AC-8: what is enabled is disabled, the host loads its own list, and after that it is enabled again,
// also where something failed in between.
func checkRollback(ctx context.Context, p *Probe, c *Criterion) error {
	if seen, err := p.Backups(ctx); err != nil {
		c.Fails("%v", err)
	} else {
		c.Sees("%s", seen)
	}
	if p.Form == "" || p.Switch == nil {
		return errors.New("neither the plugin nor the hook is enabled, so there is nothing to disable: wisdom host install")
	}
	before, err := p.hashes()
	if err != nil {
		return err
	}
	own := p.Table.Classify(p.key(mainKey, ""), p.Owners)
	want, _, err := p.wanted(own)
	if err != nil {
		return err
	}
	if err := p.Switch(ctx, false); err != nil {
		return err
	}
	off, offErr := p.until(ctx, "-off", func(got []workspace.Path) bool { return p.isHosts(own, got) })
	if err := p.Switch(context.WithoutCancel(ctx), true); err != nil {
		return errors.Join(offErr, fmt.Errorf("the %s is still disabled (wisdom host install): %w", p.Form, err))
	}
	if offErr != nil {
		return offErr
	}
	on, err := p.until(ctx, "-on", func(got []workspace.Path) bool { return same(want, got) })
	if err != nil {
		return err
	}
	after, err := p.hashes()
	if err != nil {
		return err
	}
	c.Sees("with the %s disabled, a new main session loads %s", p.Form, pathList(off))
	c.Sees("enabled again, the next one loads %s", pathList(on))
	if !p.isHosts(own, off) {
		c.Fails("the host's own list did not come back")
	}
	if !same(want, on) {
		c.Fails("the %s was enabled again, and its files did not come back: wisdom host status", p.Form)
	}
	for _, file := range host.Files {
		if before[file] != after[file] {
			c.Fails("%s changed meanwhile", file)
		}
	}
	c.Sees("the %d files that the host knows are as they were", len(host.Files))
	return nil
}

// hashes are those of the files that the host knows.
func (p *Probe) hashes() (map[workspace.Path]workspace.Hash, error) {
	all := map[workspace.Path]workspace.Hash{}
	for _, file := range host.Files {
		_, hash, err := workspace.ReadState(p.FS, file, workspace.MaxState)
		if err != nil {
			return nil, err
		}
		all[file] = hash
	}
	return all, nil
}

// until sends messages into new main sessions until one loads what is looked for, and gives what the last one loaded.
func (p *Probe) until(
	ctx context.Context, name string, found func([]workspace.Path) bool,
) (got []workspace.Path, err error) {
	for n := range looks {
		if n > 0 {
			select {
			case <-ctx.Done():
			case <-time.After(p.Pause):
			}
		}
		seen, err := p.say(ctx, p.key(mainKey, fmt.Sprintf("%s-%d", name, n+1)), hello)
		if err != nil {
			return nil, err
		}
		if got = seen.paths; found(got) {
			break
		}
	}
	return got, nil
}

// isHosts reports whether files are those that the host loads by itself. It may leave out USER.md and MEMORY.md, where
// it does not trust their origin.
func (p *Probe) isHosts(d session.Decision, got []workspace.Path) bool {
	var want []workspace.Path
	for _, in := range session.HostLoads(p.FS, d.Host) {
		want = append(want, in.Path)
	}
	missing, more := differ(want, got)
	return len(more) == 0 &&
		!slices.ContainsFunc(missing, func(f workspace.Path) bool { return !slices.Contains(p.Table.HostOnly, f) })
}

func same(a, b []workspace.Path) bool {
	missing, more := differ(a, b)
	return len(missing)+len(more) == 0
}
