package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/inject/hook"
	"wisdom/markdown/host"
)

// Facts are what is known of a workspace and its host.
type Facts struct {
	State *State

	Baseline *host.Baseline // nil for none
	// BackedUp is when the workspace was backed up as it was found, Damaged what is wrong with a backup.
	BackedUp time.Time
	Damaged  string
	// Promoted is when the section in SOUL.md was promoted, zero where there is none.
	Promoted time.Time
	Pending  string // the draft that waits for a review
	// Proposed reports whether that draft proposes a sentence of phase 1 or 4, as the first draft of a workspace does.
	Proposed bool
	// Table is how many tokens TOOLS_COMPACT.md takes, -1 where there is none. HasFacts reports whether there are facts
	// for one.
	Table, TableLimit int
	HasFacts          bool
	HasTools          bool // TOOLS.md is there and can be read
	// Lacks are the sentences that SOUL.md does not have: see markdown/pointers.
	LacksMemory, LacksTools bool
	LacksShedding           int
	// Reopen is the command that lets the sentences of a phase be proposed again, where they were rejected.
	Reopen map[int]string
	// Brought are the phases for which sentences were promoted since they began that going back takes out. Changed reports
	// whether anything was promoted at all.
	Brought map[int]bool
	Changed bool
	// Stops is why going back would stop in the phase that it is now; "" where it would not.
	Stops string
	// ShedSince is since when SOUL.md has all sentences of phase 3.
	ShedSince time.Time

	Host HostFacts
	// Receipts are those of the form that is enabled. Rotated says that older ones are not there any more.
	Receipts []hook.Receipt
	Rotated  bool
	Accepted map[string]Observed
}

// HostFacts are what is known of the host and of what is installed in it.
type HostFacts struct {
	// Trouble is why the host's settings cannot be read; "" where they can.
	Trouble string
	// Install is what a person does where there is no host; "" where there is one.
	Install string
	Form    hook.Form // that is enabled, else that is installed, else the plugin
	Enabled bool
	hook.Installation
}

// Need is something that must be so before the next phase begins.
type Need struct {
	Name string `json:"name"`
	Met  bool   `json:"met"`
	// Waits says that only time is missing; an override is for these.
	Waits    bool   `json:"waits,omitempty"`
	Evidence string `json:"evidence"`
	// Since is since when it is met, zero where that is not known.
	Since time.Time `json:"since,omitzero"`
	// Next is a command of this program that brings it about, without the program; Do is what a person does, after it
	// where there are both.
	Next string `json:"next,omitempty"`
	Do   string `json:"do,omitempty"`
}

// Phase is a step of the rollout.
type Phase struct {
	Number int       `json:"number"`
	Title  string    `json:"title"`
	Since  time.Time `json:"since,omitzero"`
	Needs  []Need    `json:"needs"`
	// Undo is what wisdom rollout back does in this phase; "" where there is nothing to undo.
	Undo string `json:"undo"`
}

// Met reports whether everything but waiting times is so; with waiting, these too.
func (p Phase) Met(waiting bool) bool {
	return !slices.ContainsFunc(p.Needs, func(n Need) bool { return !n.Met && (waiting || !n.Waits) })
}

// Phases are the five phases, each with its needs.
func Phases(f Facts) []Phase {
	all := []Phase{
		{Title: "prepare: a baseline, backups, an approved section", Needs: f.prepare()},
		{Title: "MEMORY.md is read when it is needed", Needs: f.memory()},
		{Title: "each session loads the files of its type", Needs: f.sessions()},
		{Title: "SOUL.md says what need not be looked at again", Needs: f.shedding()},
		{Title: "TOOLS.md is read when it is needed", Needs: f.tools()},
	}
	for i := range all {
		all[i].Number, all[i].Since, all[i].Undo = i, f.State.Entered(i), f.undo(i)
	}
	return all
}

func (f Facts) prepare() []Need {
	baseline := Need{Name: "what a session loads today is kept", Next: "init"}
	if b := f.Baseline; b != nil {
		baseline.Met, baseline.Since = true, f.BackedUp
		baseline.Evidence = fmt.Sprintf(
			"%d characters in %d files, by %s", b.Total(), len(b.Files),
			map[string]string{host.FromHost: "the host's own figures", host.Estimate: "an estimate"}[b.From],
		)
		if b.From == host.Unknown {
			baseline.Evidence = "in words of a person"
		}
	} else {
		baseline.Evidence = "there is no baseline"
	}
	backup := Need{
		Name:     "SOUL.md, AGENTS.md and TOOLS.md are backed up",
		Next:     "init",
		Since:    f.BackedUp,
		Evidence: "there is no backup",
	}
	switch {
	case f.Damaged != "":
		backup.Evidence, backup.Next = f.Damaged, "backups verify"
	case !f.BackedUp.IsZero():
		backup.Met, backup.Evidence = true, "every backup was read back and compared"
	}
	section := Need{
		Name:     "a reviewer approved the wisdom section, and it is in SOUL.md",
		Since:    f.Promoted,
		Met:      !f.Promoted.IsZero(),
		Evidence: "SOUL.md has no section that was promoted",
	}
	if section.Met {
		section.Evidence = "it was promoted"
	}
	section.Next = f.proposal()
	all := []Need{baseline, backup, section, f.table()}
	if section.Met && f.Pending != "" && f.Proposed && f.State.Phase() == 0 { // back in phase 0 undoes init
		all = append(all, Need{
			Name:     "a reviewer decided on the lines that init proposed",
			Next:     "review",
			Evidence: fmt.Sprintf("draft %s is pending", f.Pending),
		})
	}
	return all
}

// proposal is the next command where something has to be approved. It is init also where the workspace was backed up
// before: that proposes the sentences of later phases, too, which a run does not.
func (f Facts) proposal() string {
	if f.Pending != "" {
		return "review"
	}
	return "init"
}

func (f Facts) table() Need {
	n := Need{Name: "TOOLS_COMPACT.md is within its budget", Next: "run --only tools"}
	switch {
	case f.Table < 0 && !f.HasFacts:
		n.Met, n.Evidence = true, "not needed: no tool document has a fact to look up"
	case f.Table < 0:
		n.Evidence = "there is no TOOLS_COMPACT.md"
		if f.Pending != "" || f.BackedUp.IsZero() {
			n.Next = f.proposal()
		}
	default:
		n.Met, n.Evidence = f.Table <= f.TableLimit, fmt.Sprintf("%d tokens of %d", f.Table, f.TableLimit)
	}
	return n
}

// isBulk reports whether MEMORY.md counts as loaded by the host: also where that is not known.
func (f Facts) isBulk() bool { return f.Baseline == nil || f.Baseline.Memory != host.No }

func (f Facts) memory() []Need {
	known := Need{
		Name:     "it is known whether the host loads MEMORY.md into every private session",
		Next:     "init",
		Evidence: "there is no baseline",
	}
	if f.Baseline != nil {
		known.Met = true
		known.Evidence = map[string]string{
			host.Yes:     "it does; the plugin or hook of phase 2 takes it out",
			host.No:      "it does not",
			host.Unknown: "the baseline does not tell, so it counts as loaded; the plugin or hook of phase 2 takes it out",
		}[f.Baseline.Memory]
	}
	all := []Need{known, f.sentence(1, "SOUL.md says to read MEMORY.md on demand", f.LacksMemory)}
	if !f.isBulk() {
		all = append(all, f.accepted(1, "AC-3"))
	}
	return all
}

// sentence is the need for a sentence in SOUL.md.
func (f Facts) sentence(phase int, name string, lacks bool) Need {
	n := Need{Name: name, Met: !lacks, Evidence: "it says so"}
	if lacks {
		n.Evidence, n.Next = "it does not say so", f.missing(phase, "init")
	}
	return n
}

// missing is the next command where SOUL.md lacks sentences of a phase, which a command proposes.
func (f Facts) missing(phase int, propose string) string {
	switch {
	case f.Pending != "":
		return "review"
	case f.Reopen[phase] != "":
		return f.Reopen[phase]
	}
	return propose
}

// Unproposed reports whether this is phase 3 and advancing proposes its sentences once more: SOUL.md lacks some, no
// draft waits, and they were not rejected.
func (f Facts) Unproposed() bool {
	return f.State.Phase() == 3 && f.LacksShedding > 0 && f.Pending == "" && f.Reopen[3] == ""
}

// accepted is the need of a phase for a criterion. Reports from before the phase began do not count.
func (f Facts) accepted(phase int, id string) Need {
	seen, there := f.Accepted[id]
	began := f.State.Entered(phase)
	counts := there && !began.IsZero() && !seen.At.Before(began)
	n := Need{
		Name:     id + " passes",
		Met:      counts && seen.Result == Pass,
		Next:     "accept " + id,
		Evidence: "not checked with these rules yet",
	}
	switch {
	case there && began.IsZero():
		n.Evidence = fmt.Sprintf("%s; %s before, in %s", notBegun, seen.Result, seen.Path)
	case there && !counts:
		n.Evidence = fmt.Sprintf("not checked since the phase began; %s before, in %s", seen.Result, seen.Path)
	case there && seen.Result == Blocked:
		n.Evidence = fmt.Sprintf("not checked yet: the last try, in %s, was BLOCKED: %s", seen.Path, seen.Why)
	case there:
		n.Evidence = fmt.Sprintf("%s in %s", seen.Result, seen.Path)
		if seen.Why != "" {
			n.Evidence += ": " + seen.Why
		}
	}
	if n.Met {
		n.Since = seen.At
	}
	return n
}

func (f Facts) sessions() []Need {
	as := ""
	if f.Host.Form == hook.Hook {
		as = " --as hook"
	}
	installed := Need{
		Name:     "the plugin or the hook is installed",
		Met:      f.Host.Installed && f.Host.Current,
		Next:     "hook install" + as,
		Evidence: "it is not",
	}
	switch {
	case len(f.Host.Edited) > 0:
		installed.Evidence = "changed by hand: " + pathList(f.Host.Edited)
		installed.Next, installed.Do = "", "move what you changed away, and wisdom hook install"+as
		if f.Host.Installed || f.Host.Enabled {
			installed.Next = "hook remove" + as // keeps what was changed; install refuses
		}
	case installed.Met:
		installed.Evidence = fmt.Sprintf("the %s, with the files of this program", f.Host.Form)
	case len(f.Host.Missing) > 0:
		installed.Evidence = fmt.Sprintf("the %s, and it lacks %s", f.Host.Form, pathList(f.Host.Missing))
	case f.Host.Installed:
		installed.Evidence = fmt.Sprintf("the %s, by other settings or another version", f.Host.Form)
	}
	enabled := Need{
		Name:     "the host's settings enable it",
		Met:      f.Host.Enabled,
		Next:     "hook enable" + as,
		Evidence: map[bool]string{true: "they do", false: "they do not"}[f.Host.Enabled],
	}
	if f.Host.Trouble != "" {
		enabled.Evidence, enabled.Next = f.Host.Trouble, "hook status"+as
		if f.Host.Install != "" {
			enabled.Next, enabled.Do = "", "the host: "+f.Host.Install
		}
	}
	all := []Need{installed, enabled, f.decides()}
	criteria := []string{"AC-5", "AC-9"}
	if f.isBulk() {
		criteria = append([]string{"AC-3"}, criteria...)
	}
	first := len(all)
	var missing []string
	for _, id := range criteria {
		n := f.accepted(2, id)
		if all = append(all, n); !n.Met {
			missing = append(missing, id)
		}
	}
	for i := range all[first:] { // one run checks all
		all[first+i].Next = "accept " + strings.Join(missing, " ")
	}
	return append(all, f.watched(2, "48 hours of decisions without trouble", f.State.Entered(2), watchHook))
}

func (f Facts) shedding() []Need {
	said := Need{
		Name:     "SOUL.md has the three sentences",
		Met:      f.LacksShedding == 0,
		Since:    f.ShedSince,
		Evidence: "it has them",
		Next:     f.missing(3, "rollout advance"),
	}
	if !said.Met {
		said.Evidence = fmt.Sprintf("it lacks %d of them", f.LacksShedding)
	}
	after := f.State.Entered(3)
	if f.ShedSince.IsZero() || !after.IsZero() && f.ShedSince.After(after) {
		after = f.ShedSince
	}
	return []Need{said, f.watched(3, "a week of decisions without trouble", after, watchShedding)}
}

func (f Facts) tools() []Need {
	var all []Need
	if f.HasTools {
		all = append(all, f.sentence(4, "SOUL.md says to read TOOLS.md when needed", f.LacksTools),
			Need{Name: "TOOLS.md can be read", Met: true, Evidence: "it is in the workspace"})
	} else {
		const retired = "not needed: there is no TOOLS.md, the host retired it"
		all = append(all, Need{Name: "TOOLS.md can be read", Met: true, Evidence: retired})
	}
	unloaded := Need{
		Name: "no session loads TOOLS.md",
		Do:   "take TOOLS.md out of [sessions] in wisdom.toml, then wisdom hook install",
	}
	loads, since := 0, f.since(2)
	for _, r := range since {
		for _, file := range r.Files {
			if file.Path == "TOOLS.md" {
				loads++
			}
		}
	}
	if len(since) == 0 {
		unloaded.Do = send
	}
	unloaded.Met = loads == 0 && len(since) > 0
	unloaded.Evidence = fmt.Sprintf("%d of %d decisions load it", loads, len(since))
	return append(all, unloaded)
}

// Blocking are the needs that keep a phase from being left, by phase. Waiting times count in that phase alone, and not
// with an override.
func Blocking(phases []Phase, at int, override bool) []Need {
	var all []Need
	for _, p := range phases[:min(at+1, len(phases))] {
		for _, n := range p.Needs {
			if !n.Met && (!n.Waits || p.Number == at && !override) {
				all = append(all, n)
			}
		}
	}
	return all
}
