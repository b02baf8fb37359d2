package pipeline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/facts/factstest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/review"
)

// Every fact of a tool document and every line without one end in exactly one list, whatever the budget, and the counts
// add up. Secrets are in none.
func TestAccountAddsUp(t *testing.T) {
	t.Parallel()
	for seed := range uint64(80) {
		file := factstest.Make(seed)
		for _, limit := range []int{1, 40, 300, 5000} {
			account := accountOf(t, file.Source, limit)
			for _, l := range append(account.Facts, account.Lines...) {
				for _, secret := range file.Secrets {
					assert.NotContainsf(t, l.Text, secret, "seed %d\n%s", seed, file.Source)
				}
			}
			require.Falsef(t, t.Failed(), "seed %d with %d tokens\n%s", seed, limit, file.Source)
		}
	}
}

// Nor does anything vanish where a table is in place: values change, lines come and go, a reviewer rejects changes.
func TestAccountAddsUpBesideATable(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		file := factstest.Make(seed)
		fsys, log := locked(t, map[workspace.Path]string{"TOOLS.md": file.Source}), &review.Log{}
		opts := options()
		opts.Engine, opts.Only = pipeline.BuiltIn, pipeline.OnlyTools
		source := file.Source
		for _, decision := range []review.Decision{review.Taken, review.Refused, ""} {
			result := ran(t, fsys, log, opts)
			checkAccount(t, result, source)
			require.Falsef(t, t.Failed(), "seed %d\n%s", seed, source)
			if len(result.Proposal.Items) > 0 && decision != "" {
				log = decidedOn(t, fsys, log, result, decision)
			}
			lines := strings.SplitAfter(strings.NewReplacer("10.4.", "10.5.", "barn/", "mill/").Replace(source), "\n")
			source = strings.Join(lines[len(lines)/5:], "") + factstest.Make(seed+1000).Source
			fsys.Put("TOOLS.md", source)
		}
	}
}

// accountOf runs on a tool document and checks its account.
func accountOf(t *testing.T, source string, limit int) *review.Account {
	t.Helper()
	opts := options()
	opts.Engine, opts.Only, opts.Review.Lint.Budgets.Tools = pipeline.BuiltIn, pipeline.OnlyTools, limit
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"TOOLS.md": source})
	result := ran(t, fsys, &review.Log{}, opts)
	checkAccount(t, result, source)
	return result.Tools.Account
}

// checkAccount checks the account of a run against what is found in TOOLS.md.
func checkAccount(t *testing.T, result *pipeline.Result, source string) {
	t.Helper()
	account, found := result.Tools.Account, facts.Find(t.Context(), "TOOLS.md", []byte(source))
	wanted, got, inTable, sum := map[int]int{}, map[int]int{}, 0, 0
	for _, f := range append(found.Facts, found.Unclear...) {
		wanted[f.Line]++
	}
	for _, f := range account.Facts {
		got[f.Line]++
		if f.List == review.InTable {
			inTable++
		}
	}
	assert.Equal(t, wanted, got, "facts by line")
	lines := append([]facts.Line{}, account.Lines...)
	for i, l := range found.Lines() {
		if l.List == facts.WithFacts && i < len(lines) {
			assert.Contains(t, []string{review.InTable, facts.LeftOut("no room")}, lines[i].List)
			lines[i].List = facts.WithFacts
		}
	}
	assert.Equal(t, append([]facts.Line{}, found.Lines()...), lines)
	assert.GreaterOrEqual(t, len(result.Tools.Facts), inTable) // some are gone from their source
	for _, c := range account.Counts {
		sum += c.Count
	}
	assert.Equal(t, account.Total, sum)
	assert.Len(t, append(account.Facts, account.Lines...), sum)
}

// FuzzAccount checks the account of any text that a run does not refuse for its encoding or an unfinished merge.
func FuzzAccount(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(factstest.Make(seed).Source, uint16(300*seed))
	}
	f.Fuzz(func(t *testing.T, source string, limit uint16) {
		if lint.CheckEncoding("TOOLS.md", []byte(source)) == nil && markdown.CheckMerged([]byte(source)) == nil {
			accountOf(t, source, int(limit))
		}
	})
}

// Of two bans with the same words, one is in the table and the other is not.
func TestBansAreAccountedForByPlace(t *testing.T) {
	t.Parallel()
	const source = "# TOOLS.md\n\n## Kiln\n\nNever restart it.\n\n- port: 8091\n\n## Barn\n\nNever restart it.\n\n" +
		"- Where more is written about it: docs/a/very/long/path/of/a/document/that/is/seldom/read.md\n"
	account := accountOf(t, source, 20)
	lists := map[int]string{}
	for _, l := range account.Lines {
		lists[l.Line] = l.List
	}
	assert.Equal(t, review.InTable, lists[5])
	assert.Equal(t, facts.LeftOut("no room"), lists[11])
}
