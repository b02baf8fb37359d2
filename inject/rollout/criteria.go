package rollout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// Result is what became of a criterion.
type Result string

// The results. Blocked is what could not be observed.
const (
	Pass    Result = "PASS"
	Fail    Result = "FAIL"
	Blocked Result = "BLOCKED"
)

// Criterion is a criterion with its result.
type Criterion struct {
	ID       string   `json:"id"`
	About    string   `json:"about"`
	Result   Result   `json:"result"`
	Evidence []string `json:"evidence"`
	// Why is why it did not pass, and what to do; "" where it did.
	Why string `json:"why"`
}

// Sees adds a sentence to the evidence.
func (c *Criterion) Sees(format string, args ...any) {
	c.Evidence = append(c.Evidence, fmt.Sprintf(format, args...))
}

// Fails makes a criterion fail; the first reason stays.
func (c *Criterion) Fails(format string, args ...any) {
	if c.Result == Fail {
		return
	}
	c.Result, c.Why = Fail, fmt.Sprintf(format, args...)
}

// criterion is how a criterion is checked; Probe.Offline has the checks that are missing here.
type criterion struct {
	id, about string
	check     func(context.Context, *Probe, *Criterion) error
}

// criteria are those of the specification, in order.
var criteria = []criterion{
	{
		"AC-1a", "a topic loads SOUL.md and TOOLS_COMPACT.md, and no more tokens than its limit",
		exactly(func(p *Probe) []string { return []string{p.plainTopic()} }),
	},
	{
		"AC-1b", "topics of the settings, else topic 15, load exactly their files, within the limit",
		exactly((*Probe).ownTopics),
	},
	{
		"AC-2", "the main session loads SOUL.md, USER.md and TOOLS_COMPACT.md, without MEMORY.md, within its limit",
		exactly(func(p *Probe) []string { return []string{p.key(mainKey, "")} }),
	},
	{"AC-3", "in the main session the agent looks into MEMORY.md where a question needs it", checkPrompts},
	{
		"AC-4", "a sub-agent loads SOUL.md and nothing else",
		exactly(func(p *Probe) []string { return []string{p.key(subagentKey, "")} }),
	},
	{"AC-5", "every type of session loads its files, and no required file is missing", checkTypes},
	{"AC-6", "TOOLS_COMPACT.md is a table of what is looked up, within its budget", nil},
	{
		"AC-7",
		"the wisdom section is within its budget, without specifics, and each entry is backed by enough lessons",
		nil,
	},
	{"AC-8", "disabling gives the host its own list back, and no file is lost", checkRollback},
	{"AC-9", "in a topic the agent looks into a file that is not loaded where a task needs it", checkPrompts},
}

// IDs are the criteria in order.
func IDs() []string {
	var all []string
	for _, c := range criteria {
		all = append(all, c.id)
	}
	return all
}

// Accept checks the criteria with these IDs, all where there are none, in order. The error is that of ctx; other
// trouble blocks a criterion.
func (p *Probe) Accept(ctx context.Context, ids []string) ([]Criterion, error) {
	p.seen = map[string]*observed{}
	var all []Criterion
	for _, c := range criteria {
		if len(ids) > 0 && !slices.Contains(ids, c.id) {
			continue
		}
		result := Criterion{ID: c.id, About: c.about, Result: Pass, Evidence: []string{}}
		err := errors.New(p.Without)
		if check := p.Offline[c.id]; check != nil {
			err = check(ctx, &result)
		} else if p.Host != nil {
			p.Progress(c.id)
			err = c.check(ctx, p, &result)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			result.Result, result.Why = Blocked, err.Error()
		case result.Result == Pass && len(result.Evidence) == 0: // invariant 1
			result.Result, result.Why = Blocked, "nothing was observed"
		}
		all = append(all, result)
	}
	return all, nil
}

// plainTopic is a topic for which the settings add no file.
func (p *Probe) plainTopic() string {
	topic := "14"
	for p.Table.Topics[topic] != nil {
		topic += "0"
	}
	return p.topic(topic)
}

// ownTopics are the topics of AC-1b; topic 15 of the specification has no files of its own by default.
func (p *Probe) ownTopics() (keys []string) {
	for _, topic := range slices.Sorted(maps.Keys(p.Table.Topics)) {
		keys = append(keys, p.topic(topic))
	}
	if keys == nil {
		keys = []string{p.topic("15")}
	}
	return keys
}

// checkTypes is AC-5: the five types of the specification, each with what it is meant to load. A file that the
// workspace does not have is no file that a session lacks.
func checkTypes(ctx context.Context, p *Probe, c *Criterion) error {
	for _, key := range []string{
		p.key(mainKey, ""), p.plainTopic(), p.key(groupKey, ""), p.key(subagentKey, ""), p.key(cronKey, ""),
	} {
		seen, absent, err := p.compare(ctx, c, key)
		if err != nil {
			return err
		}
		c.Sees("%s: %s loads %s; missing from the workspace: %s", seen.decision.Type, key, seen.sizes, pathList(absent))
		if slices.Contains(absent, p.Table.Always) {
			c.Fails("%s is missing from the workspace", p.Table.Always)
		}
	}
	return nil
}

// exactly compares what sessions load with all files of their sets, and their tokens with the limits.
func exactly(keys func(*Probe) []string) func(context.Context, *Probe, *Criterion) error {
	return func(ctx context.Context, p *Probe, c *Criterion) error {
		for _, key := range keys(p) {
			seen, absent, err := p.compare(ctx, c, key)
			if err != nil {
				return err
			}
			limit := p.Table.Set(seen.decision.Type).Limit
			c.Sees("%s: the host reports %s: %d tokens (limit %d)", key, seen.sizes, seen.tokens, limit)
			if slices.Contains(absent, "TOOLS_COMPACT.md") {
				c.Fails("the workspace has no TOOLS_COMPACT.md: wisdom run --only tools proposes it")
			} else if len(absent) > 0 {
				c.Fails("the workspace has no %s", pathList(absent))
			}
			if limit > 0 && seen.tokens > limit {
				c.Fails("the files take %d tokens, %d are the limit: wisdom tokens shows which are too long", seen.tokens, limit)
			}
		}
		return nil
	}
}

// compare compares what a session loads with its set, as far as the workspace has the files; absent are the others.
func (p *Probe) compare(
	ctx context.Context, c *Criterion, key string,
) (seen *observed, absent []workspace.Path, err error) {
	if seen, err = p.session(ctx, key); err != nil {
		return nil, nil, err
	}
	want, absent, err := p.wanted(seen.decision)
	missing, more := differ(want, seen.paths)
	if err == nil && len(missing)+len(more) > 0 {
		c.Fails("%s: not loaded: %s; loaded as well: %s%s", seen.decision.Type, pathList(missing), pathList(more),
			map[bool]string{true: "; neither the plugin nor the hook is enabled: wisdom host install"}[p.Form == ""])
	}
	return seen, absent, err
}

// wanted are the files that a session is meant to load, and those of them that the workspace does not have.
func (p *Probe) wanted(d session.Decision) (want, absent []workspace.Path, err error) {
	for _, file := range p.Table.Files(d) {
		switch there, err := workspace.Exists(p.FS, file); {
		case err != nil:
			return nil, nil, err
		case there:
			want = append(want, file)
		default:
			absent = append(absent, file)
		}
	}
	return want, absent, nil
}

// differ compares two lists as sets.
func differ(want, got []workspace.Path) (missing, more []workspace.Path) {
	without := func(all, others []workspace.Path) []workspace.Path {
		return slices.DeleteFunc(slices.Clone(all), func(f workspace.Path) bool { return slices.Contains(others, f) })
	}
	return without(want, got), without(got, want)
}

// pathList names files.
func pathList(paths []workspace.Path) string {
	if len(paths) == 0 {
		return "nothing"
	}
	return workspace.JoinPaths(paths, ", ")
}
