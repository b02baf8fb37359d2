package pipeline_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/review"
)

// A run without a model that found no order worth proposing says so, what it looks for, and
// how to get a model; one that found some counts the lessons that are in none.
func TestARunWithoutAModelSaysThatItFoundNothing(t *testing.T) {
	t.Parallel()
	unlike := workspacetest.NewMemory(map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nBe calm.\n",
		"LESSONS_LEARNED.md": "# Lessons\n\n- Always weigh the dough before it is divided.\n" +
			"- Never promise a cake by telephone.\n- Clean the oven door while it is warm.\n",
	})
	for _, c := range []struct {
		fsys workspace.FS
		want string
	}{
		{
			unlike,
			"found nothing worth proposing in 3 lessons: without a model, an entry is an order that notes of 3 days repeat",
		},
		{workspacetest.NewMemory(sample(t)), "lessons are in no entry: a model finds what they share"},
	} {
		findings := runWith(t, c.fsys, &review.Log{}, 0).Findings
		at := slices.IndexFunc(findings, func(f lint.Finding) bool { return f.Rule == pipeline.RuleUncovered })
		assert.Truef(t, at >= 0 && strings.Contains(findings[at].Message, c.want) &&
			strings.HasSuffix(findings[at].Message, "wisdom doctor says how to connect one"),
			"want %q, have %+v", c.want, findings)
	}
}
