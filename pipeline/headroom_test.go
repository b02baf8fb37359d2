package pipeline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

func runWith(t *testing.T, fsys workspace.FS, log *review.Log, headroom int) *pipeline.Result {
	t.Helper()
	opts := options()
	opts.Headroom = headroom
	return ran(t, fsys, log, opts)
}

// New entries leave the headroom free, and what was not included for want of room
// says so. The limit that a reviewer has stays.
func TestHeadroomIsLeftFree(t *testing.T) {
	whole := runWith(t, workspacetest.NewMemory(sample(t)), &review.Log{}, 0)
	require.Truef(t, whole.Budget.SectionTokens > 120,
		"the sample fills only %d tokens, so this shows nothing", whole.Budget.SectionTokens)
	for _, headroom := range []int{30, 60} {
		result := runWith(t, workspacetest.NewMemory(sample(t)), &review.Log{}, headroom)
		if result.Budget.SectionTokens > 150-headroom || result.Budget.SectionLimit != 150 || len(result.Entries) < 2 {
			t.Errorf("headroom %d: %d entries, %+v", headroom, len(result.Entries), result.Budget)
		}
		said := false
		for _, d := range result.Dropped {
			said = said || d.Reason == "budget" && strings.HasSuffix(d.Detail, "more are kept free")
		}
		assert.Truef(t, said, "headroom %d: nothing says that it keeps entries out", headroom)
	}
}

// Headroom limits what a run selects: approved entries within it stay, and nothing is proposed.
func TestHeadroomDropsNothingApproved(t *testing.T) {
	fsys, log := promoted(t, sample(t))
	for _, headroom := range []int{30, 100, 149} {
		result := runWith(t, fsys, log, headroom)
		assert.Truef(t, len(result.Proposal.Items) == 0 && result.Budget.SectionTokens > 120,
			"headroom %d: items %+v, %d tokens", headroom, result.Proposal.Items, result.Budget.SectionTokens)
	}
}

// If the settings make it an error that SOUL.md is too large, the section takes what its other text leaves.
func TestSectionFitsIntoSoul(t *testing.T) {
	whole := runWith(t, workspacetest.NewMemory(sample(t)), &review.Log{}, 0)
	opts := options()
	opts.Review.Lint.Severity = map[string]lint.Severity{lint.RuleSoulBudget: lint.Error}
	opts.Review.Lint.Budgets.Soul = whole.Budget.SoulTokens - 30
	result := ran(t, workspacetest.NewMemory(sample(t)), &review.Log{}, opts)
	assert.Truef(t, result.Budget.SoulTokens <= opts.Review.Lint.Budgets.Soul && len(result.Entries) >= 2 &&
		len(result.Entries) < len(whole.Entries),
		"%d of %d entries, %+v", len(result.Entries), len(whole.Entries), result.Budget)
}
