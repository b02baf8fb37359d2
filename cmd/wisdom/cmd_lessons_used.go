package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"wisdom/markdown/section"
	"wisdom/pipeline/trace"
)

func newUsed(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "used",
		Short: "Show which entries newer notes repeat or contradict",
		Long: `Show for each entry of the section what lessons that are newer than its approval say.
A newer note that repeats an entry is evidence that the entry does not work: what is
followed need not be learned again. Where a newer note says the opposite, decide which
of the two holds. An entry that no newer note repeats may be followed, or its case may
not have come up: the notes cannot tell.`,
		Example:     "  wisdom lessons used\n  wisdom lessons used --json",
		Annotations: inWorkspace(),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runUsed(cmd.Context(), a) },
	}
}

func runUsed(ctx context.Context, a *deps) error {
	f, err := finder(ctx, a)
	if err != nil {
		return err
	}
	answers, err := f.Used(ctx)
	if err != nil {
		return err
	}
	return a.respond(object{"entries": answers}, func() { printUsed(a, answers) })
}

func printUsed(a *deps, answers []trace.Used) {
	if len(answers) == 0 {
		a.say("%s has no entries that lessons can repeat", a.sectionFile())
	}
	for i, u := range answers {
		a.say("%s%s", textIf(i > 0, "\n"), section.Entry{Name: u.Name, Text: u.Text})
		a.say("  %s", followedText(a, u))
		for _, l := range u.Again {
			a.say("    %s  %s", l.Place, l.Sentence())
		}
		if u.Against != nil {
			a.say("    %s  %s (the opposite)", u.Against.Place, u.Against.Sentence())
		}
		if u.Limited != nil {
			a.say("    %s  %s (where it does not hold)", u.Limited.Place, u.Limited.Sentence())
		}
	}
}

// followedText says in a line what the newer lessons tell.
func followedText(a *deps, u trace.Used) string {
	since, err := time.Parse(time.RFC3339, u.Since)
	if u.Since == "" {
		return "nothing tells when it was approved"
	}
	says := "approved " + a.when(u.Since)
	switch {
	case len(u.Again) > 0:
		says += fmt.Sprintf("; repeated by %s since, so it may not work", plural(len(u.Again), "newer note"))
	case u.Against != nil, u.Limited != nil:
	case err == nil && a.clock().Before(since.AddDate(0, 0, 1)): // no note can be newer
		says += "; it is too early to tell: no note is newer than that day"
	default:
		says += "; no newer note repeats it"
	}
	return says + textIf(u.Against != nil, "; a newer note says the opposite, so review the entry") +
		textIf(u.Limited != nil, "; a newer note says where it does not hold, so word it anew")
}
