package pipeline_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	wisdomsection "wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/review"
)

// An entry keeps the lessons that a person picked for as long as they are collected: also those that only a model may
// make an entry of, and those that back another entry as well.
func TestRunKeepsWhatAPersonPicked(t *testing.T) {
	const first, second, third workspace.Path = "memory/2026-11-18.md", "memory/2026-11-19.md", "memory/2026-11-20.md"
	fsys := locked(t, map[workspace.Path]string{
		"SOUL.md": "# Soul\n\nMe.\n",
		first:     "# Day\n\n- Lesson: the gauge was broken.\n",
		second:    "# Day\n\n- Lesson: the gauge was broken again, and nobody read it.\n",
		third:     "# Day\n\n- Lesson: a gauge was broken and the oven burned.\n",
	})
	log := &review.Log{}
	opts := options()
	opts.Review.By = "mara"
	for _, e := range []wisdomsection.Entry{
		{Name: "Gauges.", Text: "Read the gauge before the oven is lit."},
		{Name: "Repairs.", Text: "Mend what is broken on the day that somebody sees it."},
	} {
		found, err := collect.Collect(context.Background(), fsys, &lesson.Ledger{}, opts.Collect)
		require.NoError(t, err)
		require.Len(t, found.Lessons, 3)
		for _, l := range found.Lessons {
			require.Equal(t, lesson.Told, l.Class)
		}
		own := pipeline.Own{Entry: e, Lessons: found.Lessons}
		p, _, err := pipeline.ProposeOwn(context.Background(), fsys, log, found, own, opts)
		require.NoError(t, err)
		added, err := review.Add(context.Background(), fsys, log, p, e, own.Lessons, opts.Review)
		require.NoError(t, err)
		require.NoError(t, review.Decide(fsys, log, added.Draft, review.Taken, nil, "", opts.Review))
		_, err = review.Promote(context.Background(), fsys, log, added.Draft, opts.Review)
		require.NoError(t, err)
	}

	result := runAt(t, fsys, log, 1)
	require.Empty(t, result.Proposal.Items)
	for _, line := range result.Proposal.Lines[1:] {
		require.Len(t, line.Lessons, 3, line.Name)
		require.Empty(t, line.Gone, line.Name)
	}

	fsys.Put(second, "# Day\n\nQuiet.\n")
	result = runAt(t, fsys, log, 2)
	require.Len(t, result.Proposal.Items, 2)
	require.Equal(t, "it has 2 of its 3 lessons left; an entry needs 3", result.Proposal.Items[0].Why)
}
