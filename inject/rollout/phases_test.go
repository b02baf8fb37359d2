package rollout

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/host"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// complete are facts of a workspace in which every need is met, in phase 2.
func complete() Facts {
	pass := map[string]Observed{}
	for _, id := range IDs() {
		pass[id] = Observed{Criterion{ID: id, Result: Pass}, noon, "acceptance.md"}
	}
	s := &State{SchemaVersion: 1, Events: []Event{{At: noon, From: 0, To: 1}, {At: noon, From: 1, To: 2}}}
	return Facts{
		State: s, Baseline: &host.Baseline{From: host.FromHost, Memory: host.Yes}, BackedUp: noon, Promoted: noon,
		Table: 300, TableLimit: 300, HasFacts: true, HasMemory: true, HasTools: true, ShedSince: noon.Add(49 * time.Hour),
		Host: HostFacts{
			Form: hook.Plugin, Installation: hook.Installation{Installed: true, Current: true}, Enabled: true,
		},
		Receipts: decisions(noon, 230), Accepted: pass, Lacks: map[int]int{},
	}
}

// decisions are one an hour.
func decisions(from time.Time, n int) []hook.Receipt {
	var all []hook.Receipt
	for i := range n {
		all = append(all, hook.Receipt{Time: from.Add(time.Duration(i) * time.Hour), Form: hook.Plugin, Type: "MAIN_SESSION"})
	}
	return all
}

// blocking are the names of the needs that block, by the phase, and their evidence.
func blocking(f Facts, at int, override bool) string {
	var words []string
	for _, n := range Blocking(Phases(f), at, override) {
		words = append(words, n.Name+": "+n.Evidence)
	}
	return strings.Join(words, "; ")
}

func TestPhases(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Facts)
		at     int
		want   string // a part of what blocks; "" for nothing
	}{
		"everything, 0":           {nil, 0, ""},
		"everything, 4":           {nil, 4, ""},
		"no baseline":             {func(f *Facts) { f.Baseline = nil }, 0, "kept: there is no baseline"},
		"no backup":               {func(f *Facts) { f.BackedUp = time.Time{} }, 0, "there is no backup"},
		"a damaged backup":        {func(f *Facts) { f.Damaged = "generation 1: it differs" }, 0, "generation 1: it differs"},
		"nothing promoted":        {func(f *Facts) { f.Promoted = time.Time{} }, 0, "no section that was promoted"},
		"no table":                {func(f *Facts) { f.Table = -1 }, 0, "there is no TOOLS_COMPACT.md"},
		"no facts for a table":    {func(f *Facts) { f.Table, f.HasFacts = -1, false }, 0, ""},
		"a table that is too big": {func(f *Facts) { f.Table = 301 }, 0, "301 tokens of 300"},
		"no sentence":             {func(f *Facts) { f.Lacks[1] = 1 }, 1, "it does not say so"},
		"phase 1 is not of 0":     {func(f *Facts) { f.Lacks[1] = 1 }, 0, ""},
		"AC-3 is of phase 2": {
			func(f *Facts) { f.Accepted["AC-3"] = Observed{Criterion: Criterion{Result: Fail, Why: "no read"}} }, 1, "",
		},
		"AC-3 is of phase 1 where MEMORY.md is not loaded": {
			func(f *Facts) {
				f.Baseline.Memory = host.No
				f.Accepted["AC-3"] = Observed{Criterion{Result: Fail, Why: "no read"}, noon, "a.md"}
			}, 1, "AC-3 passes: FAIL in a.md: no read",
		},
		"not known counts as loaded": {
			func(f *Facts) { f.Baseline.Memory = host.Unknown; delete(f.Accepted, "AC-3") }, 2, "AC-3 passes: not checked",
		},
		"not installed":  {func(f *Facts) { f.Host.Installed = false }, 2, "installed: it is not"},
		"other settings": {func(f *Facts) { f.Host.Current = false }, 2, "by other settings or another version"},
		"edited": {
			func(f *Facts) { f.Host.Current, f.Host.Edited = false, []workspace.Path{"x.js"} }, 2, "changed by hand: x.js",
		},
		"not enabled": {func(f *Facts) { f.Host.Enabled = false }, 2, "enable it: they do not"},
		"no host": {
			func(f *Facts) { f.Host.Enabled, f.Host.Trouble = false, "OpenClaw is not installed" },
			2, "enable it: OpenClaw is not installed",
		},
		"no decision": {func(f *Facts) { f.Receipts = nil }, 2, "there is no decision since the phase began"},
		"the last one failed": {
			func(f *Facts) { f.Receipts[229].Kept = "SOUL.md is missing" }, 2, "the host's own files stayed: SOUL.md is missing",
		},
		"light context is no trouble": {
			func(f *Facts) { f.Receipts[100].Kept = "the host gives an empty list (light context)" }, 3, "",
		},
		"too few hours": {func(f *Facts) { f.Receipts = f.Receipts[:48] }, 2, "48 decisions, 47 of 48 hours"},
		"just enough":   {func(f *Facts) { f.Receipts = f.Receipts[:49] }, 2, ""},
		"trouble in between": {
			func(f *Facts) { f.Receipts = f.Receipts[:60]; f.Receipts[30].Kept = "rules.json is broken" }, 2,
			"29 decisions, 28 of 48 hours; counted anew after: rules.json is broken",
		},
		"decisions before the phase": {
			func(f *Facts) { f.State.Events[1].At = noon.Add(200 * time.Hour) }, 2, "30 decisions, 29 of 48 hours",
		},
		"older ones are not there":    {func(f *Facts) { f.Receipts, f.Rotated = f.Receipts[60:], true }, 2, ""},
		"older ones never were there": {func(f *Facts) { f.Receipts = f.Receipts[190:] }, 2, "40 decisions, 39 of 48 hours"},
		"no sentences of phase 3":     {func(f *Facts) { f.Lacks[3] = 2 }, 3, "it lacks 2 of them"},
		"a week":                      {func(f *Facts) { f.ShedSince = noon.Add(100 * time.Hour) }, 3, "129 of 168 hours"},
		"phase 2 was left in time": {
			func(f *Facts) {
				f.State.Events[1].At = noon.Add(200 * time.Hour)
				for id, seen := range f.Accepted {
					seen.At = f.State.Events[1].At
					f.Accepted[id] = seen
				}
			}, 3, "",
		},
		"no sentence about TOOLS.md": {func(f *Facts) { f.Lacks[4] = 1 }, 4, "TOOLS.md when needed: it does not say so"},
		"no MEMORY.md":               {func(f *Facts) { f.HasMemory, f.Lacks[1] = false, 1 }, 1, ""},
		"no TOOLS.md":                {func(f *Facts) { f.HasTools, f.Lacks[4] = false, 1 }, 4, ""},
		"TOOLS.md is loaded": {
			func(f *Facts) {
				f.Receipts[10].Files = append(f.Receipts[10].Files, struct {
					Path  string `json:"path"`
					Chars int    `json:"chars"`
				}{"TOOLS.md", 9})
			}, 4, "1 of 230 decisions load it",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := complete()
			for at := 2; at < test.at; at++ {
				f.State.Events = append(f.State.Events, Event{At: noon, From: at, To: at + 1})
			}
			if test.change != nil {
				test.change(&f)
			}
			got := blocking(f, test.at, false)
			assert.Truef(t, (test.want != "" || got == "") && strings.Contains(got, test.want),
				"blocking %q, want %q", got, test.want)
			for _, p := range Phases(f) { // a way on from everything
				for _, n := range p.Needs {
					assert.Truef(t, n.Met || n.Next != "" || n.Do != "", "no way to %+v", n)
				}
			}
		})
	}
}

// The draft of init is decided in phase 0, and no draft in a later one; one with changes requested does not wait.
func TestTheDraftOfInitIsDecidedInPhase0(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Facts)
		want   string
	}{
		"pending": {
			func(f *Facts) { f.Pending = "d1" }, "a reviewer decided on the lines that init proposed: draft d1 is pending",
		},
		"changes requested": {nil, ""},
		"a draft of a run":  {func(f *Facts) { f.Pending, f.Proposed = "d1", false }, ""},
		"in a later phase":  {func(f *Facts) { f.Pending, f.State = "d1", complete().State }, ""},
		"nothing is promoted": {
			func(f *Facts) { f.Pending, f.Promoted = "d1", time.Time{} },
			"a reviewer approved the wisdom section, and it is in SOUL.md: SOUL.md has no section that was promoted",
		},
	} {
		f := complete()
		f.State, f.Proposed = &State{SchemaVersion: 1}, true
		if test.change != nil {
			test.change(&f)
		}
		assert.Equal(t, test.want, blocking(f, 0, false), name)
	}
}

// Invariant 4.
func TestOnlyWaitingIsOverridden(t *testing.T) {
	f := complete()
	f.Receipts = f.Receipts[:3]
	assert.Contains(t, blocking(f, 2, false), "of 48 hours", "without an override")
	assert.Empty(t, blocking(f, 2, true), "with an override")
	f.Lacks[1] = 1
	assert.Contains(t, blocking(f, 2, true), "MEMORY.md", "something else is missing")
	assert.NotContains(t, blocking(f, 2, true), "hours")
	f.State.Events = append(f.State.Events, Event{At: noon.Add(time.Hour), From: 2, To: 3, Override: "a test"})
	n := Phases(f)[2].Needs
	assert.True(t, n[len(n)-1].Met && n[len(n)-1].Evidence == "cut short: a test", n[len(n)-1])
}

// The bug that what was observed and overridden before the rollout went back below a phase stayed in force when the
// phase began again.
func TestGoingBackBelowAPhaseStartsItsEvidenceAnew(t *testing.T) {
	f := complete()
	back := noon.Add(300 * time.Hour)
	f.State.Events = append(f.State.Events,
		Event{At: noon.Add(time.Hour), From: 2, To: 3, Override: "a test"}, Event{At: back, From: 3, To: 2})
	assert.Empty(t, blocking(f, 2, false), "going back to a phase, not below it")
	f.State.Events = append(f.State.Events, Event{At: back, From: 2, To: 1})
	since := Phases(f)[2].Since
	assert.Truef(t, since.IsZero(), "phase 2 is not yet, and began at %s", since)
	for _, id := range []string{
		"AC-3", "AC-5 passes: not checked since the phase began", "AC-9", "the host: there is no decision since",
		"0 of 48 hours",
	} {
		assert.Contains(t, blocking(f, 2, false), id, "phase 2 has not begun again, and it counts")
	}
	f.State.Events = append(f.State.Events, Event{At: back, From: 1, To: 2})
	for _, part := range []string{
		"AC-5 passes: not checked since the phase began", "0 of 48 hours", "no decision since the phase began",
	} {
		assert.Contains(t, blocking(f, 2, false), part, "phase 2 began again")
	}
	f.Receipts = append(f.Receipts, decisions(back, 49)...)
	for _, id := range IDs() {
		f.Accepted[id] = Observed{Criterion{ID: id, Result: Pass}, back, "acceptance.md"}
	}
	assert.Empty(t, blocking(f, 2, false), "new evidence")
}

// Invariant 3, and the bug that going back to a phase passed for its beginning: then
// what had been promoted for it passed for older, and stayed.
func TestState(t *testing.T) {
	fsys := workspacetest.NewMemory(nil)
	s, err := ReadState(fsys)
	require.Truef(t, err == nil && s.Phase() == 0, "%+v, %v", s, err)
	for i, step := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 2}, {2, 3}} {
		e := Event{At: noon.Add(time.Duration(i) * time.Hour), From: step[0], To: step[1], By: "mara"}
		require.NoError(t, Record(fsys, e))
		s, err = ReadState(fsys)
		require.Truef(t, err == nil && len(s.Events) == i+1 && s.Phase() == step[1], "%+v, %v", s, err)
		if want := noon.Add(2 * time.Hour); i >= 2 && i < 5 && s.Entered(3) != want {
			t.Errorf("after step %d, phase 3 began at %s, want %s", i, s.Entered(3), want)
		}
		assert.Truef(t, i != 5 || s.Entered(3).IsZero(),
			"the rollout went back below phase 3, which began at %s", s.Entered(3))
	}
	assert.Equal(t, noon.Add(6*time.Hour), s.Entered(3), "phase 3 began")
	before, err := fsys.ReadFile(StateFile, workspace.MaxState)
	require.NoError(t, err)
	var moved *MovedError // the bug that two steps at once were both recorded
	err = Record(fsys, Event{At: noon, From: 2, To: 3})
	assert.Truef(t, errors.As(err, &moved) && moved.Got == 3, "a step from a phase that was left: %v", err)
	after, err := fsys.ReadFile(StateFile, workspace.MaxState)
	assert.Truef(t, err == nil && string(after) == string(before), "%s, %v", after, err)
	const noPhase = `{"schema_version": 1, "events": [{"to": 7}]}`
	for _, text := range []string{`{`, `{}`, `{"schema_version": 2}`, noPhase, `[]`} {
		_, err := ReadState(workspacetest.NewMemory(map[workspace.Path]string{StateFile: text}))
		assert.ErrorContains(t, err, ".wisdom/rollout.json", text)
	}
}

func TestReports(t *testing.T) {
	fsys := workspacetest.NewMemory(
		map[workspace.Path]string{"i/acceptance-2026-11-20.md": "mine", "i/acceptance-broken.json": "{"},
	)
	rules := workspace.HashOf([]byte("rules"))
	save := func(at time.Time, rules workspace.Hash, result Result, ids ...string) workspace.Path {
		t.Helper()
		r := &Report{SchemaVersion: 1, At: at, Version: "0.1", HostState: HostVersion{"2026.9.6", true}, Rules: rules}
		for _, id := range ids {
			why := map[Result]string{Fail: "a reason"}[result]
			r.Criteria = append(r.Criteria, Criterion{id, "about", result, []string{"seen"}, why})
		}
		path, err := r.Save(fsys, "i")
		require.NoError(t, err)
		return path
	}
	p := save(noon.Add(-24*time.Hour), rules, Pass, "AC-1a", "AC-2")
	assert.EqualValues(t, "i/acceptance-2026-11-20-2.md", p, "a person's file is at stake")
	save(noon, rules, Pass, "AC-5")
	save(noon, rules, Fail, "AC-2", "AC-4")
	// Of the same moment, the report with the higher number is newer; the first of a day
	// has none, and came last by its name.
	save(noon, rules, Pass, "AC-5")
	save(noon, rules, Fail, "AC-5")
	second := save(noon.Add(time.Hour), workspace.HashOf([]byte("other")), Pass, "AC-4")
	b, err := fsys.ReadFile("i/acceptance-2026-11-20.md", 100)
	assert.Truef(t, err == nil && string(b) == "mine", "%q, %v", b, err)
	accepted, err := Accepted(fsys, "i", rules)
	require.NoError(t, err)
	got := fmt.Sprint(len(accepted))
	for _, id := range []string{"AC-1a", "AC-2", "AC-4", "AC-5"} {
		got += " " + string(accepted[id].Result)
	}
	assert.Equalf(t, "4 PASS FAIL FAIL FAIL", got, "%s: %+v", got, accepted)
	text, err := fsys.ReadFile(second, workspace.MaxState)
	assert.Truef(t, err == nil &&
		strings.Contains(string(text), "OpenClaw 2026.9.6 (verified); neither the plugin nor the hook was enabled."),
		"%s, %v", text, err)
	all, err := Accepted(fsys, "none", rules)
	assert.Truef(t, err == nil && len(all) == 0, "no folder: %v, %v", all, err)
}
