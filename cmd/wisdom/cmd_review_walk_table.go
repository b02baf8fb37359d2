package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/secrets"
	"wisdom/markdown/lookup"
	"wisdom/review"
)

// fewFacts is how many facts are asked about one by one without asking for all at once: a table has forty.
const fewFacts = 3

// asksAtOnce reports whether the undecided facts are asked about at once: before the first of them, if they are many. A
// person who wants to see them one by one says so, once.
func (w *walk) asksAtOnce(item review.Item, facts []string) bool {
	return item.InTable() && w.seen[item.ID] == "" && len(facts) > fewFacts && !w.oneByOne
}

// askTable asks about all undecided facts at once.
func (w *walk) askTable(ctx context.Context, facts []string) error {
	if err := w.paged(ctx, func() { w.showTable(ctx, facts) }); err != nil {
		return err
	}
	before, after := slices.IndexFunc(w.ids, w.inTable)-1, w.at
	for after < len(w.ids) && w.inTable(w.ids[after]) {
		after++
	}
	const none = "there is no item on that side of them"
	return w.press(ctx, fmt.Sprintf("Make all %d changes to %s?", len(facts), lookup.File), []answerKey{
		{"y", "make them all", func() error { return w.settle(ctx, review.Taken, facts) }},
		{"n", "reject them all; asks why", func() error { return w.settle(ctx, review.Refused, facts) }},
		{"i", "go through them one by one", func() error {
			w.oneByOne = true
			return nil
		}},
		{"s", "skip them: they come back in the end", func() error {
			w.at = w.undecidedFrom(after)
			return nil
		}},
		{"J", "go to the item after them, K to the one before", func() error { return w.moveTo(after, none) }},
		{"K", "", func() error { return w.moveTo(before, none) }},
	})
}

// showTable prints the table as it would be with the undecided facts.
func (w *walk) showTable(ctx context.Context, ids []string) {
	a, decisions := w.a, w.log.Decisions(w.d.ID)
	for _, id := range ids {
		decisions[id] = review.Taken
	}
	a.say("")
	a.write(2, "%s to %s for %s, which would then be:", plural(len(ids), "change"), lookup.File, factsOf(w.d))
	table, _ := secrets.Redact(string(w.d.Table(decisions)))
	for line := range strings.SplitSeq(strings.TrimRight(table, "\r\n"), "\n") {
		a.write(6, "    %s", line)
	}
	amount, limit, _ := w.measure(lookup.File, decisions)
	a.sayBudget(fmt.Sprintf("budget: %d of %d tokens; %s not included (%s)", amount, limit,
		plural(len(w.d.Tools.LeftOut), "fact"), a.command("review show")), amount, limit)
	for _, id := range ids {
		if item, _ := w.d.Item(id); item.Contradiction() != "" {
			a.writeIn(terminal.Yellow, 2, "%s, %s %s, but %s", id, item.Name, item.Text, item.Contradiction())
		}
	}
	if gone := goneFacts(ctx, a, w.d, ids); len(gone) > 0 {
		a.writeIn(terminal.Yellow, 2, "gone from where they stood since: %s", strings.Join(gone, ", "))
	}
}

// factsOf names where the facts of a draft come from.
func factsOf(d *review.Draft) string {
	var files []string
	for _, row := range d.Tools.Rows {
		if len(files) == 0 || files[len(files)-1] != row.Path {
			files = append(files, row.Path)
		}
	}
	return "the facts of " + strings.Join(files, " and ")
}

func (w *walk) inTable(id string) bool {
	item, _ := w.d.Item(id)
	return item.InTable()
}

func (w *walk) undecidedFacts() []string {
	return slices.DeleteFunc(w.undecided(w.ids), func(id string) bool { return !w.inTable(id) })
}
