package review

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
)

// longLog is a workspace with two drafts. Of the first, one entry is rejected and one is promoted; of the second, one
// is rejected and the others are approved.
func longLog(t *testing.T) (g *gate, pending string) {
	g = newGate(t)
	first := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	g.must(g.decide(first, Refused, "e3"))
	g.must(g.decide(first, Taken))
	g.must(g.promote(first))
	pending = g.stage(propose(g.read("SOUL.md"), "Keep changes small.", "Name the file.")).Draft
	g.must(g.decide(pending, Refused, "e3"))
	g.must(g.decide(pending, Taken))
	return g, pending
}

// damages are ways in which line i of a log, counted from 0, can be damaged.
var damages = map[string]func(lines []string, i int){
	"garbage": func(lines []string, i int) { lines[i] = "\x00\x00\x00\n" },
	"changed": func(lines []string, i int) {
		lines[i] = strings.Replace(lines[i], `"version":"test"`, `"version":"tesT"`, 1)
	},
	"wrong previous": func(lines []string, i int) {
		at := strings.LastIndex(lines[i], `"previous":"`) + len(`"previous":"`)
		lines[i] = lines[i][:at] + string(workspace.HashOf([]byte("x"))) + lines[i][strings.LastIndex(lines[i], `"`):]
	},
	"conflict": func(lines []string, i int) { lines[i] = "<<<<<<< HEAD\n" + lines[i] + "=======\n" },
	"two":      func(lines []string, i int) { lines[i], lines[max(i-1, 0)] = "lost 2\n", "lost 1\n" },
}

// Invariant 9: whatever line before the last is damaged, the next writing command sets it aside, and nothing that is
// pending is decided.
func TestDamagedLine(t *testing.T) {
	for name, damage := range damages {
		lines := 6
		for i := range lines {
			g, pending := longLog(t)
			soul, whole := g.read("SOUL.md"), g.read(LogFile)
			split := strings.SplitAfter(whole, "\n")
			require.Len(t, split, lines+2)
			damage(split, i)
			if split[i] == strings.SplitAfter(whole, "\n")[i] {
				continue // this line has nothing to change so
			}
			damaged := strings.Join(split, "")
			g.fsys.Put(LogFile, damaged)
			g.reread()
			require.NotEmptyf(t, g.log.Damage(), "%s, line %d", name, i+1)
			g.isWithdrawn(pending)
			require.Equalf(t, damaged, g.read(LogFile), "%s, line %d: reading changed the log", name, i+1)
			_, err := Recover(g.fsys, g.log, g.opts)
			require.NoError(t, err)
			g.isWithdrawn(pending)
			g.reread()
			require.Emptyf(t, g.log.Damage(), "%s, line %d is still damaged", name, i+1)
			g.isWithdrawn(pending)
			for line := range strings.Lines(damaged) {
				require.Truef(t, strings.Contains(g.read(LogFile), line) != strings.Contains(g.read(DamagedFile), line),
					"%s, line %d: %q is lost, or in both files", name, i+1, line)
			}
			findings, err := Check(context.Background(), g.fsys, g.opts.Lint)
			require.NoError(t, err)
			require.Truef(t, slices.ContainsFunc(findings, func(f lint.Finding) bool {
				return f.Rule == lint.RuleBackup && f.Path == string(DamagedFile)
			}), "lint says %+v", findings)
			g.stage(propose(soul, "Keep changes small.", "Name the file.", "Write it down."))
			g.isWithdrawn(g.log.Waiting())
			require.Equal(t, soul, g.read("SOUL.md"))
		}
	}
}

// isWithdrawn fails unless nothing of the pending draft is decided and nothing can be promoted.
func (g *gate) isWithdrawn(pending string) {
	g.t.Helper()
	if g.log.State(pending) == "" {
		return // the line that staged it is damaged
	}
	require.Equal(g.t, StateWaiting, g.log.State(pending))
	require.Equal(g.t, pending, g.log.Waiting())
	require.Empty(g.t, g.log.Decisions(pending))
	_, err := Promote(context.Background(), g.fsys, g.log, g.load(pending), g.opts)
	var nothing *ItemError
	require.ErrorAs(g.t, err, &nothing)
}

// A person's new approval is promoted after damage.
func TestApprovedAfterDamage(t *testing.T) {
	g, pending := longLog(t)
	lines := strings.SplitAfter(g.read(LogFile), "\n")
	lines[len(lines)-3] = "lost\n" // the rejection
	g.fsys.Put(LogFile, strings.Join(lines, ""))
	g.reread()
	_, err := Recover(g.fsys, g.log, g.opts)
	g.must(err)
	g.must(g.decide(pending, Taken, "e2"))
	g.must(g.promote(pending))
	assert.Contains(t, g.read("SOUL.md"), "Keep changes small.")
	assert.NotContains(t, g.read("SOUL.md"), "Name the file.")
}

// Damage that no later line shows, and lines of a newer program, are refused.
func TestDamageAtAnEnd(t *testing.T) {
	g, _ := longLog(t)
	whole := g.read(LogFile)
	lines := strings.SplitAfter(whole, "\n")
	last := len(lines) - 2
	newer := strings.Replace(
		lines[last],
		fmt.Sprintf(`"schema_version":%d`, SchemaVersion),
		`"schema_version":99,"generation":"three"`,
		1,
	)
	for name, text := range map[string]string{
		"a last line that cannot be read": whole + "}\n",
		"a first line that is lost":       strings.Join(lines[1:], ""),
		"a newer last line":               strings.Join(lines[:last], "") + newer,
		"a newer line":                    strings.Join(lines[:last-1], "") + newer + lines[last],
	} {
		g.fsys.Put(LogFile, text)
		_, err := ReadLog(g.fsys)
		var broken *LogError
		if name == "a newer line" { // the one behind it says that it is another
			require.NoError(t, err)
			continue
		}
		assert.ErrorAsf(t, err, &broken, name)
	}
}

// A crash at any call while damaged lines are set aside loses none of them, and the next command goes on.
func TestSettingAsideSurvives(t *testing.T) {
	for at := 1; ; at++ {
		g, pending := longLog(t)
		lines := strings.SplitAfter(g.read(LogFile), "\n")
		lines[2] = "lost\n"
		g.fsys.Put(LogFile, strings.Join(lines, ""))
		faulty := &workspacetest.Faulty{FS: g.fsys, At: at, Err: workspacetest.ErrPower}
		log, err := ReadLog(faulty)
		if err == nil {
			_, err = Recover(faulty, log, g.opts)
		}
		after := g.fsys.Crash(func() bool { return at%2 == 0 })
		g.fsys = after
		g.reread()
		g.isWithdrawn(pending)
		_, rerr := Recover(g.fsys, g.log, g.opts)
		require.NoErrorf(t, rerr, "call %d", at)
		g.reread()
		require.Emptyf(t, g.log.Damage(), "call %d", at)
		require.Equalf(t, "lost\n", g.read(DamagedFile), "call %d", at)
		g.isWithdrawn(pending)
		if err == nil {
			return
		}
	}
}

// forgetful is a disk that does not keep what is appended.
type forgetful struct{ workspace.FS }

func (f forgetful) Append(p workspace.Path, _ fs.FileMode) (workspace.File, error) {
	return f.Create(p+".lost", 0o600)
}

// A line that is not there when the log is read back was not written.
func TestLogIsReadBack(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	err := Decide(forgetful{g.fsys}, g.log, g.load(id), Taken, nil, "because", g.opts)
	var broken *LogError
	require.ErrorAs(t, err, &broken)
	assert.Empty(t, g.log.Decisions(id), "it is decided, and not in the log")
	g.must(g.decide(id, Taken))
	assert.Equal(t, StateApproved, g.log.State(id))
}
