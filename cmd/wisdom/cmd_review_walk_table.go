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

// fewFacts is how many facts are asked about one by one without asking for all at
// once: a table has forty.
const fewFacts = 3

// table asks about all undecided facts at once, before the first of them; asked
// says that it did. A person who wants to see them one by one says so, once.
func (w *walk) table(ctx context.Context, item review.Item) (asked bool, err error) {
	ids := w.undecidedFacts()
	if w.oneByOne || !item.InTable() || w.seen[item.ID] != "" || len(ids) <= fewFacts {
		return false, nil
	}
	a := w.a
	if err := w.paged(ctx, func() { w.showTable(ctx, ids) }); err != nil {
		return true, err
	}
	for {
		key, err := w.key(ctx, fmt.Sprintf("Make all %d changes to %s? [y,n,i,s,J,K,q,?]", len(ids), lookup.File))
		if err != nil {
			return true, err
		}
		switch key {
		case "y", "yes":
			return true, w.settle(ctx, review.Taken, ids)
		case "n", "no":
			return true, w.settle(ctx, review.Refused, ids)
		case "i":
			w.oneByOne = true
			return true, nil
		case "s":
			w.at = w.behindTable()
			return true, nil
		case "J", "K":
			if w.aroundTable(key) {
				return true, nil
			}
			a.write(0, "there is no item on that side of them")
		case "q":
			return true, errLeft
		case "?":
			for _, line := range []string{
				"y  make them all", "n  reject them all; asks why", "i  go through them one by one",
				"s  skip them: they come back in the end", "J  go to the item after them, K to the one before",
				"q  quit; your decisions are kept", "?  this list",
			} {
				a.write(3, "%s", line)
			}
		default:
			a.write(0, "%s", w.keys.HowTo())
		}
	}
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
	if gone := a.goneFacts(ctx, w.d, ids); len(gone) > 0 {
		a.writeIn(terminal.Yellow, 2, "gone from where they stood since: %s", strings.Join(gone, ", "))
	}
}

// aroundTable goes to the item behind the facts or before them, if there is one.
func (w *walk) aroundTable(key string) bool {
	inTable := func(id string) bool { item, _ := w.d.Item(id); return item.InTable() }
	at := slices.IndexFunc(w.ids, inTable) - 1
	if key == "J" {
		for at = w.at; at < len(w.ids) && inTable(w.ids[at]); {
			at++
		}
	}
	if at < 0 || at == len(w.ids) {
		return false
	}
	w.at = at
	return true
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

func (w *walk) undecidedFacts() []string {
	var ids []string
	for _, id := range w.ids {
		if item, _ := w.d.Item(id); item.InTable() && w.seen[id] == "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// behindTable is the place of the first undecided item behind the facts.
func (w *walk) behindTable() int {
	at := w.at
	for at < len(w.ids) {
		if item, _ := w.d.Item(w.ids[at]); !item.InTable() && w.seen[item.ID] == "" {
			break
		}
		at++
	}
	return at
}
