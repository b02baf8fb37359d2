package pipeline

import (
	"errors"
	"fmt"
	"io/fs"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/pointers"
	"wisdom/review"
	"wisdom/review/lint"
)

// pointing is what is proposed to put into files that people write: the lines that
// point from what is loaded to what is read on demand.
type pointing struct {
	items    []review.Item
	findings []lint.Finding
	bases    map[workspace.Path][]byte
}

// pointAt looks for the lines that are missing. Those that somebody refused are
// not proposed again.
func pointAt(fsys workspace.FS, log *review.Log, opts Options) (*pointing, error) {
	p := &pointing{bases: map[workspace.Path][]byte{}}
	refusals := log.Refusals()
	add := func(file workspace.Path, base []byte, in pointers.Insertion, why string) {
		for _, r := range refusals {
			if r.Covers(review.AddLine, "", in.Text, nil) {
				return
			}
		}
		p.bases[file] = base
		p.items = append(p.items, review.Item{
			ID: fmt.Sprintf("l%d", len(p.items)+1), Kind: review.AddLine, Target: file, Text: in.Text, Lessons: []string{},
			Tokens: opts.Review.Lint.Budgets.Count.Of(tokens.Measure(in.Insert)), Origin: review.New, Why: why, Insert: in.Insert, At: in.At,
		})
	}
	agents, err := readGuide(fsys, lint.AgentsFile)
	if err != nil {
		return nil, err
	}
	if err := lint.CheckSecrets(lint.AgentsFile, agents, opts.Review.Lint); err != nil {
		p.findings = append(p.findings, lint.Finding{
			Rule: lint.RuleSecret, Severity: lint.Warning, Message: err.Error(), Hint: "take it out, and change it where it is used; then nothing is in the way of a line there",
		})
	} else if agents != nil {
		if in, lacks := pointers.Line(markdown.Parse(agents)); lacks {
			add(lint.AgentsFile, agents, in, "the table of tools is to keep up with new tools")
		}
	}
	soul, err := lint.ReadSoul(fsys)
	if err != nil {
		return nil, err
	}
	hasTools, err := workspace.Exists(fsys, "TOOLS.md")
	if err != nil {
		return nil, err
	}
	missing, err := pointers.Sentences(markdown.Parse(soul), hasTools)
	if err != nil {
		return nil, &lint.SoulError{Message: err.Error(), Hint: "mend it by hand: wisdom lint", Err: err}
	}
	for _, in := range missing {
		add(lint.SoulFile, soul, in, "it says where the rest is, once it is not loaded any more")
	}
	return p, nil
}

// readGuide reads a file that people write; nil where there is none.
func readGuide(fsys workspace.FS, p workspace.Path) ([]byte, error) {
	if err := workspace.CheckTarget(fsys, p); err != nil {
		return nil, err
	}
	b, err := fsys.ReadFile(p, workspace.MaxTarget)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	return b, nil
}

// join puts the lines into a result.
func (p *pointing) join(result *Result) {
	proposal := result.Proposal
	proposal.Items = append(proposal.Items, p.items...)
	result.Findings, proposal.Findings = append(result.Findings, p.findings...), append(proposal.Findings, p.findings...)
	for file, base := range p.bases {
		proposal.Bases[file] = base
	}
}
