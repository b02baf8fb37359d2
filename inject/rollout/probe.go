package rollout

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// Host is what is asked of the running gateway.
type Host interface {
	// Say sends a message into a session and waits for the answer.
	Say(ctx context.Context, key, message string) (*hook.Turn, error)
	// Calls are the tools that the agent called in a session.
	Calls(ctx context.Context, key string) ([]hook.Call, error)
}

// Probe sends messages into sessions of its own and compares what they load with the table.
type Probe struct {
	// Host is nil where no gateway answers; Without then says why.
	Host    Host
	Without string
	// Switch turns the plugin or the hook off and on again in the host's settings.
	Switch func(ctx context.Context, on bool) error
	// Form is what is enabled in the host, "" for neither.
	Form hook.Form
	// Dir is the workspace, FS its files.
	Dir    string
	FS     workspace.FS
	Table  *session.Table
	Owners []string
	// Agent is the ID of the host's agent, Run a word that no other run has.
	Agent, Run string
	Prompts    []Prompt
	// Tokens counts a text as budgets do.
	Tokens func(text string) int
	// Offline are the checks of the caller, which need no gateway, by the ID of the criterion. Backups says what was read
	// of the backups, for AC-8.
	Offline map[string]func(context.Context, *Criterion) error
	Backups func(context.Context) (string, error)
	// Pause is the time between two looks at the host; Progress is told what is checked.
	Pause    time.Duration
	Progress func(id string)

	seen map[string]*observed
	keys []string
}

// observed is what the host reports of a session.
type observed struct {
	decision session.Decision
	answer   string
	paths    []workspace.Path // a whole path, where a file is outside the workspace
	sizes    string           // the paths, each with its characters
	tokens   int
}

// Keys are the sessions that the probe made.
func (p *Probe) Keys() []string { return p.keys }

// mark is a part of every key that a probe uses.
const mark = "wisdom-accept-"

// The forms of the keys of sessions.
const (
	mainKey     = "explicit:"
	groupKey    = "telegram:group:"
	subagentKey = "subagent:"
	cronKey     = "cron:" // the host deletes none that ends in a run
)

// key is the key of a session. A name tells sessions of one form apart.
func (p *Probe) key(form, name string) string {
	return "agent:" + p.Agent + ":" + form + mark + p.Run + name
}

// topic is the key of a session in a topic of the group.
func (p *Probe) topic(id string) string { return p.key(groupKey, ":topic:"+id) }

// hello is the message that needs no answer of weight.
const hello = "Reply with the word OK. (wisdom host accept looks at which files this session loads.)"

// session is what a session loads. Each session gets one message.
func (p *Probe) session(ctx context.Context, key string) (*observed, error) {
	if o := p.seen[key]; o != nil {
		return o, nil
	}
	o, err := p.say(ctx, key, hello)
	if err == nil {
		p.seen[key] = o
	}
	return o, err
}

// say sends a message into a new session.
func (p *Probe) say(ctx context.Context, key, message string) (*observed, error) {
	p.keys = append(p.keys, key)
	turn, err := p.Host.Say(ctx, key, message)
	if err != nil {
		return nil, err
	}
	o := &observed{decision: p.Table.Classify(key, p.Owners), answer: turn.Answer}
	var sizes []string
	for _, f := range turn.Files {
		path := p.inWorkspace(f.Path)
		o.paths = append(o.paths, path)
		sizes = append(sizes, fmt.Sprintf("%s (%d characters)", path, f.Chars))
		const host = 4 // characters of a token, as the host counts
		n := (f.Chars + host - 1) / host
		if text, err := p.FS.ReadFile(path, workspace.MaxTarget); err == nil && !f.Truncated {
			n = max(n, p.Tokens(string(text)))
		}
		o.tokens += n
	}
	o.sizes = cmp.Or(strings.Join(sizes, ", "), "no file")
	return o, nil
}

// inWorkspace is a path of the host as the workspace names it.
func (p *Probe) inWorkspace(path string) workspace.Path {
	real, err := filepath.EvalSymlinks(p.Dir)
	if err != nil {
		real = p.Dir
	}
	for _, dir := range []string{p.Dir, real} {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return workspace.Path(filepath.ToSlash(rel))
		}
	}
	return workspace.Path(filepath.ToSlash(path))
}
