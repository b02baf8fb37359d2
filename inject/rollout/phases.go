package rollout

import (
	"cmp"
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
	// HasMemory and HasTools report whether MEMORY.md and TOOLS.md are there.
	HasMemory, HasTools bool
	// Lacks is how many sentences of a phase SOUL.md does not have: see markdown/pointers.
	Lacks map[int]int
	// Reopen is the command that lets the sentences of a phase be proposed again, where they were rejected.
	Reopen map[int]string
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

// Met reports whether everything is so, waiting times among it.
func (p Phase) Met() bool {
	return !slices.ContainsFunc(p.Needs, func(n Need) bool { return !n.Met })
}

// Phases are the five phases, each with its needs.
func Phases(f Facts) []Phase {
	const takesOut = "takes what was promoted for this phase out of SOUL.md"
	all := []Phase{
		{
			Title: "prepare: a baseline, backups, an approved section", Needs: f.prepare(),
			Undo: "once every file is as it was found: wisdom rollback 0",
		},
		{Title: "MEMORY.md is read when it is needed", Needs: f.memory(), Undo: takesOut},
		{
			Title: "each session loads the files of its type", Needs: f.sessions(),
			Undo: "disables the plugin or the hook: the next message has the host's own files",
		},
		{Title: "SOUL.md says what need not be looked at again", Needs: f.shedding(), Undo: takesOut},
		{Title: "TOOLS.md is read when it is needed", Needs: f.tools(), Undo: takesOut},
	}
	if f.BackedUp.IsZero() {
		all[0].Undo = ""
	}
	for i := range all {
		all[i].Number, all[i].Since = i, f.State.Entered(i)
	}
	return all
}

// need is a need with its evidence: the first if it is met, else the second.
func need(met bool, name, yes, no, next string) Need {
	n := Need{Name: name, Met: met, Evidence: no, Next: next}
	if met {
		n.Evidence = yes
	}
	return n
}

func (f Facts) prepare() []Need {
	kept := ""
	if b := f.Baseline; b != nil {
		kept = fmt.Sprintf("%d characters in %d files, by %s", b.Total(), len(b.Files), map[string]string{
			host.FromHost: "the host's own figures", host.Estimate: "an estimate", host.Unknown: "the words of a person",
		}[b.From])
	}
	baseline := need(f.Baseline != nil, "what a session loads today is kept", kept, "there is no baseline", "init")
	backup := need(!f.BackedUp.IsZero() && f.Damaged == "", "SOUL.md, AGENTS.md and TOOLS.md are backed up",
		"every backup was read back and compared", "there is no backup", "init")
	if f.Damaged != "" {
		backup.Evidence, backup.Next = f.Damaged, "backups verify"
	}
	section := need(!f.Promoted.IsZero(), "a reviewer approved the wisdom section, and it is in SOUL.md",
		"it was promoted", "SOUL.md has no section that was promoted", f.missing(0, "init"))
	baseline.Since, backup.Since, section.Since = f.BackedUp, f.BackedUp, f.Promoted
	all := []Need{baseline, backup, section, f.table()}
	if section.Met && f.Pending != "" && f.Proposed && f.State.Phase() == 0 { // back in phase 0 undoes init
		all = append(all, need(false, "a reviewer decided on the lines that init proposed", "",
			fmt.Sprintf("draft %s is pending", f.Pending), "review"))
	}
	return all
}

func (f Facts) table() Need {
	const name, none = "TOOLS_COMPACT.md is within its budget", "there is no TOOLS_COMPACT.md"
	if f.Table >= 0 {
		size := fmt.Sprintf("%d tokens of %d", f.Table, f.TableLimit)
		return need(f.Table <= f.TableLimit, name, size, size, "run --only tools")
	}
	propose := "run --only tools"
	if f.Pending != "" || f.BackedUp.IsZero() {
		propose = f.missing(0, "init")
	}
	return need(!f.HasFacts, name, "not needed: no tool document has a fact to look up", none, propose)
}

// isBulk reports whether MEMORY.md counts as loaded by the host: also where that is not known.
func (f Facts) isBulk() bool { return f.Baseline == nil || f.Baseline.Memory != host.No }

func (f Facts) memory() []Need {
	told := ""
	if f.Baseline != nil {
		told = map[string]string{
			host.Yes:     "it does; the plugin or hook of phase 2 takes it out",
			host.No:      "it does not",
			host.Unknown: "the baseline does not tell, so it counts as loaded; the plugin or hook of phase 2 takes it out",
		}[f.Baseline.Memory]
	}
	all := []Need{
		need(f.Baseline != nil, "it is known whether the host loads MEMORY.md into every private session", told,
			"there is no baseline", "init"),
	}
	if f.HasMemory {
		all = append(all, f.sentence(1, "SOUL.md says to read MEMORY.md on demand"))
	}
	if !f.isBulk() {
		all = append(all, f.accepted(1, "AC-3"))
	}
	return all
}

// sentence is the need for a sentence in SOUL.md.
func (f Facts) sentence(phase int, name string) Need {
	return need(f.Lacks[phase] == 0, name, "it says so", "it does not say so", f.missing(phase, "init"))
}

// missing is the next command where something of a phase has to be approved that a command proposes. In phase 0 that is
// init also where the workspace was backed up before: it proposes the sentences of later phases, too.
func (f Facts) missing(phase int, propose string) string {
	if f.Pending != "" {
		return "review"
	}
	return cmp.Or(f.Reopen[phase], propose)
}

// Unproposed reports whether this is phase 3 and advancing proposes its sentences once more: SOUL.md lacks some, no
// draft is pending, and they were not rejected.
func (f Facts) Unproposed() bool {
	return f.State.Phase() == 3 && f.Lacks[3] > 0 && f.Pending == "" && f.Reopen[3] == ""
}

// accepted is the need of a phase for a criterion. Reports from before the phase began do not count.
func (f Facts) accepted(phase int, id string) Need {
	seen, began := f.Accepted[id], f.State.Entered(phase)
	n := need(false, id+" passes", "", "not checked since the phase began", "host accept "+id)
	if seen.Result == "" || began.IsZero() || seen.At.Before(began) {
		return n
	}
	n.Evidence = fmt.Sprintf("%s in %s", seen.Result, seen.Path)
	if seen.Why != "" {
		n.Evidence += ": " + seen.Why
	}
	if n.Met = seen.Result == Pass; n.Met {
		n.Since = seen.At
	}
	return n
}

func (f Facts) sessions() []Need {
	as := ""
	if f.Host.Form == hook.Hook {
		as = " --as hook"
	}
	install := "host install" + as
	installed := need(f.Host.Installed && f.Host.Current, "the plugin or the hook is installed",
		fmt.Sprintf("the %s, with the files of this program", f.Host.Form), "it is not", install)
	switch {
	case len(f.Host.Edited) > 0:
		installed.Evidence = "changed by hand: " + pathList(f.Host.Edited)
		installed.Next, installed.Do = "", "move what you changed away, and wisdom "+install
		if f.Host.Installed || f.Host.Enabled {
			installed.Next = "host remove" + as // keeps what was changed; install refuses
		}
	case len(f.Host.Missing) > 0:
		installed.Evidence = fmt.Sprintf("the %s, and it lacks %s", f.Host.Form, pathList(f.Host.Missing))
	case f.Host.Installed && !installed.Met:
		installed.Evidence = fmt.Sprintf("the %s, by other settings or another version", f.Host.Form)
	}
	enabled := need(f.Host.Enabled, "the host's settings enable it", "they do", "they do not", install)
	if f.Host.Trouble != "" {
		enabled.Evidence, enabled.Next = f.Host.Trouble, "host status"+as
		if f.Host.Install != "" {
			enabled.Next, enabled.Do = "", "the host: "+f.Host.Install
		}
	}
	criteria := []string{"AC-5", "AC-9"}
	if f.isBulk() {
		criteria = slices.Insert(criteria, 0, "AC-3")
	}
	var all []Need
	for _, id := range criteria {
		n := f.accepted(2, id)
		n.Next = "host accept " + strings.Join(criteria, " ") // one run checks all
		all = append(all, n)
	}
	return append(append([]Need{installed, enabled, f.decides()}, all...),
		f.watched(2, "48 hours of decisions without trouble", f.State.Entered(2), watchHook))
}

func (f Facts) shedding() []Need {
	said := need(f.Lacks[3] == 0, "SOUL.md has the three sentences", "it has them",
		fmt.Sprintf("it lacks %d of them", f.Lacks[3]), f.missing(3, "host rollout advance"))
	said.Since = f.ShedSince
	after := f.State.Entered(3)
	if f.ShedSince.IsZero() || !after.IsZero() && f.ShedSince.After(after) {
		after = f.ShedSince
	}
	return []Need{said, f.watched(3, "a week of decisions without trouble", after, watchShedding)}
}

func (f Facts) tools() []Need {
	var all []Need
	if f.HasTools {
		all = append(all, f.sentence(4, "SOUL.md says to read TOOLS.md when needed"))
	}
	since := f.since(2)
	loads := 0
	for _, r := range since {
		for _, file := range r.Files {
			if file.Path == "TOOLS.md" {
				loads++
			}
		}
	}
	unloaded := Need{
		Name: "no session loads TOOLS.md", Met: loads == 0 && len(since) > 0,
		Evidence: fmt.Sprintf("%d of %d decisions load it", loads, len(since)),
		Do:       "take TOOLS.md out of [sessions] in wisdom.toml, then wisdom host install",
	}
	if len(since) == 0 {
		unloaded.Do = send
	}
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
