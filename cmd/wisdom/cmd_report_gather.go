package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
	"wisdom/inject/hook"
	"wisdom/inject/session"
	"wisdom/internal/lesson"
	"wisdom/markdown/host"
	"wisdom/markdown/lint"
	"wisdom/pipeline/schedule"
	"wisdom/review"
)

// How much of a long history a report shows.
const (
	mostMonths      = 24
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
			web.Number(host.FileChars), web.Number(host.UserChars), web.Number(host.TotalChars)),
	}
	reportFacts(a, r, status)
	if err := reportPending(ctx, a, r, f.Log); err != nil {
		return nil, err
	}
	if err := reportSessions(ctx, a, r, f.Log); err != nil {
		return nil, err
	}
	if err := reportEntries(ctx, a, f, r); err != nil {
		return nil, err
	}
	reportLessons(f, r)
	reportTable(a, f, r)
	if err := reportHistory(a, r); err != nil {
		return nil, err
	}
	found, err := findings(ctx, a)
	if err != nil {
		return nil, err
	}
	r.Found = findingsOf(found)
	return r, reportRuns(a, r)
}

// reportFacts are the first lines of status.
func reportFacts(a *deps, r *web.Report, s *statusAnswer) {
	add := func(look bool, name, format string, args ...any) {
		r.Facts = append(r.Facts, web.Fact{Name: name, Value: fmt.Sprintf(format, args...), Look: look})
	}
	switch {
	case s.soulState != "":
		add(true, "SOUL.md", "%s", s.soulState)
	case s.Compressed != "":
		add(false, "Wisdom section", "%s, last compressed %s", plural(s.Entries, "entry"), s.Compressed)
	default:
		add(false, "Wisdom section", "%s", plural(s.Entries, "entry"))
	}
	switch {
	case s.Waiting == "":
		add(false, "Pending review", "nothing")
	case s.Stale:
		add(true, "Pending review", "draft %s, stale", s.Waiting)
	default:
		add(true, "Pending review", "draft %s, %s undecided", s.Waiting, plural(s.Undecided, "item"))
	}
	add(false, "New lessons", "%s since the last run", web.Number(s.NewLessons))
	if s.NextRun != "" {
		next := a.when(s.NextRun)
		if s.Due {
			next = "due now"
		}
		add(s.Due, "Next run", "%s", next)
	}
	switch {
	case s.Backups.Error != "":
		add(true, "Backups", "damaged: %s", s.Backups.Error)
	case s.Backups.Verified:
		add(false, "Backups", "%s, the newest verified", plural(s.Backups.Generations, "generation"))
	default:
		add(false, "Backups", "none yet")
	}
	if s.Unfinished {
		add(true, "Promotion", "interrupted; the next command that writes finishes it")
	}
	if s.Settings != "" {
		add(true, "Settings", "%s", s.Settings)
	}
	for _, b := range s.Budgets {
		if b.Absent {
			continue
		}
		bar := web.Bar{Name: b.Name, Amount: b.Tokens, Limit: b.Limit, Target: b.isTarget()}
		if b.rule == lint.RuleSectionBudget {
			bar.Name = "Wisdom section"
		}
		r.Budgets = append(r.Budgets, bar)
	}
}

// reportSessions are what sessions load: before by the host alone, after with its plugin and the pending draft.
func reportSessions(ctx context.Context, a *deps, r *web.Report, log *review.Log) error {
	table := a.settings.SessionTable()
	before := table.Costs(a.fsys, nil, a.countOf)
	after := before
	promoted, err := review.Previewed(ctx, a.fsys, log, a.reviewOptions(""))
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
			value, err := mainLoads(a, before[i], s)
			if err != nil {
				return err
			}
			r.Facts = append(r.Facts, web.Fact{Name: "A main session loads", Value: value})
		}
		one := web.Session{
			Types:  []web.SessionType{{Name: string(s.Type), Plain: plainType(s.Type), About: table.Set(s.Type).About}},
			Before: web.Bar{Name: "host alone", Amount: before[i].Before.Tokens(), Scale: most, Quiet: true},
			After:  web.Bar{Name: "with wisdom", Amount: s.After.Tokens(), Limit: s.Limit, Scale: most},
		}
		one.After.More = max(0, one.After.Amount-one.Before.Amount)
		for _, p := range s.After.Files {
			one.Files = append(one.Files, string(p))
		}
		if s.Kept != "" {
			one.Note = "the host's own files: " + s.Kept
		}
		at := slices.IndexFunc(r.Sessions, func(other web.Session) bool { return other.LoadsSame(one) })
		if at >= 0 {
			r.Sessions[at].Types = append(r.Sessions[at].Types, one.Types...)
			continue
		}
		r.Sessions = append(r.Sessions, one)
	}
	reportFiles(a, r, table)
	return nil
}

// mainLoads says what a main session loads without the plugin and with it, and which of the
// two is the case now. Whether an installed plugin is enabled only the host knows.
func mainLoads(a *deps, before, after session.Cost) (string, error) {
	alone, with := web.Number(before.Before.Tokens()), web.Number(after.After.Tokens())
	for _, form := range []hook.Form{hook.Plugin, hook.Hook} {
		installed, err := hook.IsInstalled(a.fsys, form)
		if err != nil {
			return "", err
		}
		if installed {
			return fmt.Sprintf("%s tokens while the %s is enabled, else %s; wisdom hook status says which",
				with, form, alone), nil
		}
	}
	return fmt.Sprintf("%s tokens now; %s with the plugin, which is not installed", alone, with), nil
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
	costs, required := table.FileCosts(filesOfHost(a), a.settings.Budget())
	most := 0
	for _, c := range costs {
		most = max(most, c.Tokens())
	}
	for _, c := range costs {
		one := web.FileCost{
			Path: c.Path,
			Tokens: web.Bar{
				Name: "size", Amount: c.Tokens(), Limit: c.Budget, Scale: most,
				Target: c.Path == string(lint.SoulFile),
			},
			Chars: web.Bar{Name: "cap of the host", Amount: c.Chars, Limit: c.Cap, Unit: "characters"},
		}
		c.Budget = 0 // the bar reports whether it is kept
		one.Note = strings.TrimSpace(noteOn(c))
		if c.Path == string(lint.SoulFile) && required != session.Survives {
			one.Note = strings.TrimPrefix(one.Note+"; the entry that every section holds "+required, "; ")
		}
		r.Files = append(r.Files, one)
	}
}

// reportHistory are the generations, the newest first, with what each changed.
func reportHistory(a *deps, r *web.Report) error {
	all, err := backups.Generations(a.fsys)
	if err != nil {
		return err
	}
	for i, g := range slices.Backward(all) {
		one := web.Generation{Number: g.Number, Summary: g.Summary(), By: g.By, When: a.when(g.At), Newest: i == len(all)-1}
		if g.Pruned != nil {
			one.Note = plural(len(g.Pruned.Numbers), "generation") + " before it pruned"
		}
		if len(all)-i <= mostGenerations {
			for _, p := range g.Targets {
				change, err := review.ChangeBy(a.fsys, g, p)
				if err != nil {
					one.Note = err.Error() // a damaged backup; the rest can be read
					continue
				}
				one.Blocks = append(one.Blocks, blockOf(change))
			}
		}
		r.History = append(r.History, one)
	}
	return nil
}

func blocksOf(changes []review.Change) []web.Block {
	var blocks []web.Block
	for _, c := range changes {
		blocks = append(blocks, blockOf(c))
	}
	return blocks
}

func blockOf(c review.Change) web.Block {
	return web.ReadPatch(string(c.Path), c.Patch(review.Context))
}

func findingsOf(found []lint.Finding) []web.Finding {
	var all []web.Finding
	for _, f := range found {
		one := web.Finding{Severity: string(f.Severity), Message: f.Message, Hint: f.Hint, Rule: f.Rule}
		if f.Path != "" {
			one.Place = f.Place()
		}
		all = append(all, one)
	}
	return all
}

func reportRuns(a *deps, r *web.Report) error {
	records, err := schedule.Records(a.fsys)
	if err != nil {
		return err
	}
	for i, record := range slices.Backward(records) {
		if len(records)-i > mostRuns {
			break
		}
		detail := fmt.Sprintf("%s in %s, %d new; %s", plural(record.Found.Lessons, "lesson"),
			plural(record.Found.Sources, "source"), record.Found.New, plural(record.Found.Entries, "entry"))
		detail += textIf(record.Draft != "", "; draft "+record.Draft)
		detail += textIf(record.Engine != "", "; engine "+strings.TrimSpace(record.Engine+" "+record.Model))
		detail += textIf(record.Error != "", "; "+record.Error)
		r.Runs = append(r.Runs, web.Run{When: a.when(record.Started), Outcome: string(record.Outcome), Detail: detail})
	}
	return nil
}

// months counts lessons by the month of their date, the newest months last, with those in which there is no lesson. The
// oldest are counted together.
func months(lessons []lesson.Lesson) (all []web.Month, undated int) {
	const layout = "2006-01"
	counts, newest := map[string]int{}, time.Time{}
	for _, l := range lessons {
		month, err := time.Parse(layout, l.Date[:min(len(l.Date), len(layout))])
		if err != nil {
			undated++
			continue
		}
		counts[month.Format(layout)]++
		if month.After(newest) {
			newest = month
		}
	}
	dated := len(lessons) - undated
	for month := newest; dated > 0 && len(all) < mostMonths; month = month.AddDate(0, -1, 0) {
		name := month.Format(layout)
		all, dated = append(all, web.Month{Name: name, N: counts[name]}), dated-counts[name]
	}
	if dated > 0 {
		all = append(all, web.Month{Name: "before " + all[len(all)-1].Name, N: dated})
	}
	slices.Reverse(all)
	return all, undated
}
