package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
	"wisdom/review"
)

// addLines proposes the missing lines for files that people write: they point from what is loaded to what is read on
// demand. It does not propose rejected ones again. An AGENTS.md that cannot be used is a finding, and does not block the
// others; what is wrong with SOUL.md is returned.
func (j *job) addLines(result *Result) error {
	if j.opts.Review.Lint.SectionOnly() {
		return nil
	}
	p, added, refusals := result.Proposal, 0, j.log.Refusals()
	add := func(file workspace.Path, base []byte, in pointers.Insertion, why string) {
		if slices.ContainsFunc(refusals, func(r review.Refusal) bool { return r.Covers(review.AddLine, "", in.Text, nil) }) {
			return
		}
		added++
		p.Bases[file] = base
		p.Items = append(p.Items, review.Item{
			ID: fmt.Sprintf("l%d", added), Kind: review.AddLine, Target: file, Text: in.Text, Lessons: []string{},
			Tokens: j.opts.Review.Lint.Budgets.Cost(in.Insert), Origin: review.New, Why: why, Insert: in.Insert, At: in.At,
		})
	}
	agents, err := j.readGuide(lint.AgentsFile)
	if err != nil {
		result.tell(warning(linesRule, err.Error(), "once that is mended, wisdom init proposes a line there"))
	} else if agents != nil && j.hasTable(p) {
		if in, lacks := pointers.Line(markdown.Parse(agents)); lacks {
			add(lint.AgentsFile, agents, in, "it reminds the agent to update TOOLS_COMPACT.md after adding a tool")
		}
	}
	soul, err := j.readSoul()
	memory, hasTools, ferr := lint.OnDemandFiles(j.fsys)
	missing, merr := pointers.Sentences(markdown.Parse(soul), memory, hasTools)
	if err := cmp.Or(err, ferr, merr); err != nil {
		return err
	}
	for _, in := range missing {
		add(j.sectionFile(), soul, in, "it tells the agent where to look once a session no longer loads that file")
	}
	sheds := func(text string) bool { return slices.Contains(pointers.Shedding, text) }
	if j.opts.Shedding || slices.ContainsFunc(review.PendingLines(j.fsys, j.log), sheds) {
		missing, _ = pointers.Shed(markdown.Parse(soul)) // what can be wrong with it was wrong above
		for _, in := range missing {
			add(j.sectionFile(), soul, in, "it says what need not be looked at again, once it was used")
		}
	}
	return nil
}

// hasTable reports whether there is a table of tools, or will be with what is proposed or pending.
func (j *job) hasTable(p *review.Proposal) bool {
	there, err := workspace.Exists(j.fsys, lookup.File)
	return there || err != nil || slices.ContainsFunc(p.Items, review.Item.InTable) ||
		slices.Contains(review.PendingLines(j.fsys, j.log), pointers.Checklist)
}

// linesRule names findings on the files that lines are proposed for.
const linesRule = "lines"

// readGuide reads a file that people write; nil if there is none.
func (j *job) readGuide(p workspace.Path) ([]byte, error) {
	if err := workspace.CheckTarget(j.fsys, p); err != nil {
		return nil, err
	}
	b, there, err := workspace.ReadIfThere(j.fsys, p, workspace.MaxTarget)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", p, err)
	case !there:
		return nil, nil
	}
	return b, lint.CheckSecrets(p, b, j.opts.Review.Lint)
}
