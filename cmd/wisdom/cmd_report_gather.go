package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// How much of a long history a report shows.
const (
	mostLessons     = 200 // of one group
	mostGenerations = 50
	mostRuns        = 12
)

// gatherReport asks what the other commands ask, for one page.
func gatherReport(ctx context.Context, a *deps) (*web.Report, error) {
	now := a.clock()
	f, err := finder(ctx, a)
	if err != nil {
		return nil, err
	}
	a.collected = f.Result
	status, err := gatherStatus(ctx, a, now)
	if err != nil {
		return nil, err
	}
	r := &web.Report{
		Workspace: filepath.Base(a.dir), Made: fmt.Sprintf("Made by wisdom %s on %s", version,
			now.Format("2006-01-02 15:04 MST")),
		Caps: fmt.Sprintf("Caps of the host: %s characters of a file, %s of USER.md, %s of all files together.",
			web.Number(host.FileChars), web.Number(host.Cap("USER.md")), web.Number(host.TotalChars)),
	}
	reportFacts(a, r, status)
	err = cmp.Or(reportPending(ctx, a, r, f.Log), reportSessions(a, r, f.Log))
	if err != nil {
		return nil, err
	}
	reportEntries(a, status.Uses, r)
	reportLessons(f, r)
	reportTable(a, f, r)
	reportHistory(a, r, status.generations)
	reportRuns(a, r, status.records)
	found, err := findings(ctx, a)
	if err != nil {
		return nil, err
	}
	r.Found = findingsOf(found)
	return r, nil
}

// reportFacts are the first lines of status.
func reportFacts(a *deps, r *web.Report, s *statusAnswer) {
	add := func(look bool, name, value string) {
		r.Facts = append(r.Facts, web.Fact{Name: name, Value: value, Look: look})
	}
	if s.soulState != "" {
		add(true, string(a.sectionFile()), s.soulState)
	} else {
		add(
			false,
			"Wisdom section",
			entriesText(s.Entries, s.required)+textIf(s.Compressed != "", ", last compressed "+s.Compressed),
		)
	}
	pending := "nothing"
	if s.Waiting != "" {
		pending = fmt.Sprintf("draft %s, %s", s.Waiting, either(s.Stale, "stale", fmt.Sprintf("%d undecided", s.Undecided)))
	}
	add(s.Waiting != "", "Pending review", pending)
	add(false, "New lessons", web.Number(s.NewLessons)+" since the last run")
	if s.NextRun != "" && (s.Due || s.scheduled) {
		add(s.Due, "Next run", either(s.Due, "due now", a.when(s.NextRun)))
	}
	kept := "none yet"
	if s.Backups.Verified {
		kept = plural(s.Backups.Generations, "generation") + ", the newest verified"
	}
	add(s.Backups.Error != "", "Backups", either(s.Backups.Error != "", "damaged: "+s.Backups.Error, kept))
	if state, isBad := triggersIn(a); isBad {
		add(true, "Reminders", state)
	}
	if s.Unfinished {
		add(true, "Promotion", "interrupted; the next command that writes finishes it")
	}
	if s.Settings != "" {
		add(true, "Settings", s.Settings)
	}
	for _, b := range s.Budgets {
		if !b.Absent {
			name := either(b.rule == lint.RuleSectionBudget, "Wisdom section", b.Name)
			r.Budgets = append(r.Budgets, web.Bar{Name: name, Amount: b.Tokens, Limit: b.Limit, Target: b.isTarget()})
		}
	}
}

// reportSessions are what sessions load: before by the host alone, after with its plugin and the pending draft.
func reportSessions(a *deps, r *web.Report, log *review.Log) error {
	table := a.settings.SessionTable()
	before := table.Costs(a.fsys, nil, a.countOf)
	after := before
	promoted, err := review.Previewed(a.fsys, log)
	if err != nil {
		return err
	}
	if r.Promoted = promoted != nil; r.Promoted {
		after = table.Costs(promoted, nil, a.countOf)
	}
	most := 0
	for i := range before {
		most = max(most, before[i].Before.Tokens(), after[i].After.Tokens(), before[i].Limit)
	}
	for i, s := range after {
		if s.Type == session.Main {
			r.Facts = append(r.Facts, web.Fact{Name: "A main session loads", Value: fmt.Sprintf(
				"%s tokens with the plugin, %s without", web.Number(s.After.Tokens()), web.Number(before[i].Before.Tokens()),
			)})
		}
		host, now := before[i].Before.Tokens(), s.After.Tokens()
		one := web.Session{
			Types:  []web.SessionType{{Name: string(s.Type), Plain: plainType(s.Type), About: table.Set(s.Type).About}},
			Before: web.Bar{Name: "host alone", Amount: host, Scale: most, Quiet: true},
			After:  web.Bar{Name: "with wisdom", Amount: now, Limit: s.Limit, Scale: most, More: max(0, now-host)},
			Files:  workspace.JoinPaths(s.After.Files, " · "),
			Note:   textIf(s.Kept != "", "the host's own files: "+s.Kept),
		}
		if at := slices.IndexFunc(r.Sessions, one.LoadsSame); at >= 0 {
			r.Sessions[at].Types = append(r.Sessions[at].Types, one.Types...)
			continue
		}
		r.Sessions = append(r.Sessions, one)
	}
	reportFiles(a, r, table)
	return nil
}

// plainType is the name of a type of session in plain words.
func plainType(t session.Type) string {
	if t == session.Fallback {
		return "Any other session"
	}
	name := strings.ToLower(strings.ReplaceAll(string(t), "_", " "))
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], " dm", " direct message")
}

func reportFiles(a *deps, r *web.Report, table *session.Table) {
	costs, required := table.FileCosts(filesOfHost(a), a.sectionFile(), a.settings.Budget())
	most := 0
	for _, c := range costs {
		most = max(most, c.Tokens())
	}
	for _, c := range costs {
		isSoul := c.Path == string(a.sectionFile())
		one := web.FileCost{
			Path:   c.Path,
			Tokens: web.Bar{Name: "size", Amount: c.Tokens(), Limit: c.Budget, Scale: most, Target: isSoul},
			Chars:  web.Bar{Name: "cap of the host", Amount: c.Chars, Limit: c.Cap, Unit: "characters"},
		}
		c.Budget = 0 // the bar reports whether it is kept
		notes := sizeNotes(c)
		if isSoul && required != session.Survives {
			notes = append(notes, "the entry that every section holds "+required)
		}
		one.Note = strings.Join(notes, "; ")
		r.Files = append(r.Files, one)
	}
}

// reportHistory are the generations, the newest first, with what each changed.
func reportHistory(a *deps, r *web.Report, all []backups.Generation) {
	for i, g := range slices.Backward(all) {
		one := web.Generation{Number: g.Number, Summary: g.Summary(), By: g.By, When: a.when(g.At), Newest: i == len(all)-1}
		if g.Pruned != nil {
			one.Note = plural(len(g.Pruned.Numbers), "generation") + " before it pruned"
		}
		if len(all)-i > mostGenerations {
			g.Targets = nil
		}
		for _, p := range g.Targets {
			change, err := review.ChangeBy(a.fsys, g, p)
			if err != nil {
				one.Note = err.Error() // a damaged backup; the rest can be read
				continue
			}
			one.Blocks = append(one.Blocks, blocksOf([]review.Change{change})...)
		}
		r.History = append(r.History, one)
	}
}

func blocksOf(changes []review.Change) []web.Block {
	var blocks []web.Block
	for _, c := range changes {
		blocks = append(blocks, web.ReadPatch(string(c.Path), c.Patch(review.Context)))
	}
	return blocks
}

func findingsOf(found []lint.Finding) []web.Finding {
	var all []web.Finding
	for _, f := range found {
		all = append(all, web.Finding{
			Severity: string(f.Severity), Place: textIf(f.Path != "", f.Place()), Message: f.Message, Hint: f.Hint, Rule: f.Rule,
		})
	}
	return all
}

func reportRuns(a *deps, r *web.Report, records []schedule.Record) {
	for _, record := range slices.Backward(records[max(0, len(records)-mostRuns):]) {
		detail := fmt.Sprintf("%s in %s, %d new; %s", plural(record.Found.Lessons, "lesson"),
			plural(record.Found.Sources, "source"), record.Found.New, plural(record.Found.Entries, "entry"))
		detail += textIf(record.Draft != "", "; draft "+record.Draft)
		detail += textIf(record.Engine != "", "; engine "+strings.TrimSpace(record.Engine+" "+record.Model))
		detail += textIf(record.Error != "", "; "+record.Error)
		r.Runs = append(r.Runs, web.Run{When: a.when(record.Started), Outcome: string(record.Outcome), Detail: detail})
	}
}
