package review

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// rejecting is a rule that rejects lines which hold a word.
func rejecting(word string) func(workspace.Path, []byte) []lint.Finding {
	return func(p workspace.Path, source []byte) []lint.Finding {
		for i, line := range strings.Split(string(source), "\n") {
			if strings.Contains(line, word) {
				return []lint.Finding{
					{Rule: "new-rule", Severity: lint.Error, Path: string(p), Line: i + 1, Message: "not this: " + line},
				}
			}
		}
		return nil
	}
}

func names(excluded []Excluded) []string {
	var ids []string
	for _, e := range excluded {
		ids = append(ids, e.Item.ID)
	}
	return ids
}

// Of items that break a rule only together, the first stay.
func TestAdmitTriesItemsInTheirOrder(t *testing.T) {
	for name, tc := range map[string]struct {
		texts []string
		rule  func(text string) bool
		want  []string // that go
	}{
		"none": {[]string{"One.", "Two."}, func(string) bool { return false }, nil},
		"one by itself": {
			[]string{"One.", "Two.", "Three."},
			func(s string) bool { return strings.Contains(s, "Two.") },
			[]string{"e3"},
		},
		"two together": {
			[]string{"One.", "Two.", "Three."},
			func(s string) bool { return strings.Contains(s, "One.") && strings.Contains(s, "Three.") },
			[]string{"e4"},
		},
		"more than two": {
			[]string{"One.", "Two.", "Three.", "Four.", "Five."},
			func(s string) bool { return strings.Count(s, "**Rule") > 2 },
			[]string{"e4", "e5", "e6"},
		},
		"all of them": {
			[]string{"One.", "Two."},
			func(s string) bool { return strings.Contains(s, "**Rule") },
			[]string{"e2", "e3"},
		},
		"the whole section": {
			[]string{"One.", "Two."},
			func(s string) bool { return strings.Contains(s, "## Wisdom") },
			[]string{"e2", "e3", "e1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate(t)
			g.opts.Lint.Extra = append(g.opts.Lint.Extra, func(p workspace.Path, source []byte) []lint.Finding {
				if p == lint.SoulFile && tc.rule(string(source)) {
					return []lint.Finding{{Rule: "new-rule", Severity: lint.Error, Message: "no"}}
				}
				return nil
			})
			p := propose(base, tc.texts...)
			excluded, err := p.Admit(g.fsys, g.opts)
			g.must(err)
			assert.Equal(t, tc.want, names(excluded), "excluded")
			g.must(p.allValid(g.opts.Lint))
			if again, err := p.Admit(g.fsys, g.opts); err != nil || again != nil {
				t.Errorf("a second time: excluded %v, error %v", again, err)
			}
		})
	}
}

// What a run did not look at is carried over only as far as it keeps the rules as
// they are now.
func TestCarriedItemsKeepTheRules(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("AGENTS.md", agents)
	first := g.stage(withLines(propose(base, "Read the log first.", "Ask before you send."))).Draft
	g.must(g.decide(first, Taken, "e2"))
	g.opts.Lint.Extra = append(g.opts.Lint.Extra, rejecting("Read the log"), rejecting("First."))
	tools := onlyFacts(hosts)
	tools.Parts = []Part{PartTable}
	staged := g.stage(tools)
	assert.Equal(t, []string{"e2", "l2"}, names(staged.Excluded), "excluded")
	assert.Equal(t, []string{"e1", "e3", "t1", "t2", "l1", "l3"}, g.load(staged.Draft).IDs(), "items")
	f := staged.Excluded[0].Finding()
	assert.Truef(t, f.Severity == lint.Warning &&
		strings.Contains(f.Message, "not included (new-rule)") &&
		strings.Contains(f.Message, "Read the log first."), "finding %v", f)
}

// An approved entry that a new rule rejects ends no run that does not propose it, and is told of.
func TestHandedOnItemsKeepTheRules(t *testing.T) {
	g := newGate(t)
	first := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	g.must(g.decide(first, Taken, "e2"))
	g.opts.Lint.Extra = append(g.opts.Lint.Extra, rejecting("Read the log"))
	p := propose(base, "Ask before you send twice.")
	p.Items[1].Lessons, p.Lines[1].Lessons = []string{"z1"}, []string{"z1"}
	staged := g.stage(p)
	if staged.Draft == "" || staged.Carried != 1 { // the required entry
		t.Errorf("staged %+v", staged)
	}
	require.Len(t, staged.Excluded, 1, "the approved entry is not told of")
	assert.Equal(t, "Read the log first.", staged.Excluded[0].Item.Text)
	soul, _, _ := g.load(staged.Draft).
		Result(g.load(staged.Draft).All())
	assert.NotContainsf(t, string(soul), "Read the log", "SOUL.md would be %q", soul)
}

// SOUL.md that can hold no section is named as what is in the way; an entry that
// would break it is not included.
func TestWhoIsInTheWay(t *testing.T) {
	g := newGate(t)
	var soul *lint.SoulError
	_, err := propose("# S\n\n```\nopen\n", "Read the log first.").Admit(g.fsys, g.opts)
	assert.Truef(t, errors.As(err, &soul) &&
		strings.Contains(err.Error(), "never closed"), "error %v", err)
	p := propose(base, "Close the <div> first.", "Read the log first.")
	excluded, err := p.Admit(g.fsys, g.opts)
	assert.Truef(t, err == nil && slices.Equal(names(excluded), []string{"e2"}) && excluded[0].Rule == lint.RuleSection,
		"excluded %+v, error %v", excluded, err)
}

// Found by a reviewer who sent back the draft of the first day: the next run, which
// looks for no lines by itself, proposed the rest of it again.
func TestReturnedWithLinesIsNotStagedAgain(t *testing.T) {
	for _, parts := range [][]Part{partsInOrder, {PartSection, PartTable}, {PartSection}, {PartTable}} {
		g := newGate(t)
		g.fsys.Put("AGENTS.md", agents)
		first := g.stage(withFacts(withLines(propose(base, "Read the log first.")), hosts)).Draft
		g.must(g.sendBack(first, "shorter"))
		assert.NotEmpty(t, PendingLines(g.fsys, g.log), "the lines are undecided, and no run looks for them any more")
		p := propose(base, "Read the log first.")
		p.Parts = parts
		switch {
		case !slices.Contains(parts, PartSection):
			p = onlyFacts(hosts)
			p.Parts = parts
		case slices.Contains(parts, PartLines):
			p = withFacts(withLines(p), hosts)
		case slices.Contains(parts, PartTable):
			p = withFacts(p, hosts)
		}
		staged := g.stage(p)
		assert.Truef(t, staged.Draft == "" && staged.Returned == first, "%v: staged %+v", parts, staged)
	}
}

// Lines that a reviewer rejected by name while requesting changes are decided.
func TestReturnedLinesByName(t *testing.T) {
	g := newGate(t)
	g.fsys.Put("AGENTS.md", agents)
	first := g.stage(withLines(propose(base, "Read the log first."))).Draft
	g.must(g.sendBack(first, "none of these", "l1", "l2", "l3"))
	assert.True(t, len(PendingLines(g.fsys, g.log)) == 0, "they wait all the same")
}

// A secret that only the gate sees is named neither in the draft nor in a finding.
func TestExcludedSecretsAreNotTold(t *testing.T) {
	const secret = "ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo"
	g := newGate(t)
	p := withFacts(propose(base, "Keep "+secret+" safe."), hosts)
	p.Tools.Rows[0].Value, p.Items[2].Text = secret, secret
	staged := g.stage(p)
	require.Lenf(t, staged.Excluded, 2, "excluded %v", names(staged.Excluded))
	for _, e := range staged.Excluded {
		assert.Truef(t, !strings.Contains(e.Finding().String(), secret) && e.Reason() == "secret", "finding %v", e.Finding())
	}
	assert.NotContains(t, g.read(draftsDir.Join(staged.Draft, "manifest.json")), secret, "the draft")
}
