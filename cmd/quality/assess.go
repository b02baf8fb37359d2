package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/rival"
	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/knapsack"
	"wisdom/review"
)

// assess runs the pipeline and its rivals over a labelled workspace, and once more with the answers of a recorded
// reader; read has no rows if none is recorded.
func assess(ctx context.Context, dir string, now time.Time) (b, read bench, err error) {
	labels, err := score.Load(os.DirFS(dir))
	if err != nil {
		return b, read, err
	}
	result, err := dryRun(ctx, dir, now, nil)
	if err != nil {
		return b, read, err
	}
	bullets, err := rival.Bullets(os.DirFS(filepath.Join(dir, "workspace")))
	if err != nil {
		return b, read, fmt.Errorf("collect bullets: %w", err)
	}
	match := score.Match(labels, result.Lessons)
	ours := resultRow("wisdom", match, result)
	ours.figures = append(match.Collection(), ours.figures...)
	b = bench{
		about: fmt.Sprintf("%s: %d lessons labelled, %d themes of three and more, %d lines that are no lessons",
			filepath.Base(dir), len(labels.Lessons), len(labels.Sizes()), len(labels.Not)),
		rows: []row{
			ours,
			{"every bullet", score.Match(labels, bullets).Collection()},
			{"tf-idf clusters", match.Themes(rival.Clusters(result.Lessons, match.Groups()))},
			oracle("oracle, full clauses", labels, sectionOf(result), true),
			oracle("oracle", labels, sectionOf(result), false),
		},
	}
	record, err := reader.Read[reader.Record](filepath.Join(dir, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return b, read, nil
	}
	if err != nil {
		return b, read, err
	}
	read = bench{filepath.Base(dir) + ", with a reader", []row{{"built-in", ours.figures}}}
	for _, w := range readerWays(record) {
		r, err := w.run(ctx, dir, now, match, result.Lessons)
		if err != nil {
			return b, read, fmt.Errorf("%s: %w", w.name, err)
		}
		read.rows = append(read.rows, r)
	}
	read.compare(b.rows[3], b.rows[4])
	return b, read, nil
}

// compare puts the best choices beside the rows of a reader, and what share of those each row covers.
func (b *bench) compare(inFull, best row) {
	for _, r := range []row{{"best in full", inFull.figures}, {"best possible", best.figures}} {
		grouped := []score.Figure{{Name: score.BCubed, Value: 1, Of: 1}, {Name: score.Rand, Value: 1, Of: 1}} // as labelled
		b.rows = append(b.rows, row{r.way, append(grouped, r.figures...)})
	}
	for i, r := range b.rows {
		b.rows[i].figures = append(slices.Clone(r.figures), reached(score.OfBest, r, best), reached(score.OfFull, r, inFull))
	}
}

// resultRow holds the figures of what a run groups and proposes.
func resultRow(way string, match *score.Matching, result *pipeline.Result) row {
	themes := make([][]string, len(result.Themes))
	for i, t := range result.Themes {
		themes[i] = t.LessonIDs
	}
	return row{way, append(match.Themes(themes), entryFigures(match, entriesOf(result), result.Budget.SectionTokens)...)}
}

// oracle bounds what a choice can reach. Readers judged the fullest clause of a theme better; fewer of them fit.
func oracle(way string, labels *score.Labels, section rival.Section, inFull bool) row {
	var lessons []lesson.Lesson
	for _, l := range labels.Lessons {
		lessons = append(lessons, lesson.Lesson{ID: l.ID, Kind: l.Kind, Text: l.Text, Places: l.Places})
	}
	entries := rival.Oracle(labels, section, inFull)
	return row{way, entryFigures(score.Match(labels, lessons), entries, section.Tokens(entries))}
}

func entryFigures(match *score.Matching, entries []score.Entry, tokens int) []score.Figure {
	return append(match.Entries(entries), score.Count(score.Entries, len(entries)), score.Size(score.Tokens, tokens))
}

// reached is how many labelled themes a way covers, of those that the best one does.
func reached(name string, r, best row) score.Figure {
	covered := func(r row) int {
		f := score.Find(r.figures, score.Covered)
		return f.Of - f.Bad
	}
	of := covered(best)
	return score.Figure{Name: name, Value: float64(covered(r)) / float64(max(of, 1)), Of: of, Bad: of - covered(r)}
}

// dryRun does what a first `wisdom run --dry-run` does with the default settings, except that it plans for the whole
// budget, without headroom. If answer is not nil, it answers as the model.
func dryRun(ctx context.Context, dir string, now time.Time, answer answerer) (*pipeline.Result, error) {
	folder, err := workspace.Open(filepath.Join(dir, "workspace"))
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // was only read
	fsys := workspace.NewDryRun(folder)
	log, err := review.ReadLog(fsys)
	if err != nil {
		return nil, err
	}
	const initiative, queue = "initiatives/adaptive-context-injection", "DAILY_EXECUTION_QUEUE.md"
	opts := pipeline.Options{
		Support: score.Support, Only: pipeline.OnlyWisdom,
		Collect: collect.Options{
			Now: now, Own: []workspace.Path{lint.SoulFile, "TOOLS_COMPACT.md", initiative, queue, backups.Home},
		},
		Review: review.Options{
			Initiative: initiative,
			Queue:      queue,
			Now:        func() time.Time { return now },
			Version:    "quality",
			Lint: lint.Options{
				Budgets: tokens.Budget{Section: 150, Soul: 200, Tools: 300, Words: 15, Entries: maxEntries, Count: tokens.Larger},
			},
		},
	}
	if answer != nil {
		server, model := startReader(answer)
		defer server.Close()
		opts.Engine, opts.Model = pipeline.Model, model
	}
	result, err := pipeline.Run(ctx, fsys, log, opts)
	if err == nil && result.NoSource != nil {
		return nil, result.NoSource
	}
	return result, err
}

// maxEntries is how many entries a section may have, the required one included.
const maxEntries = 15

// isStanding reports whether an entry is there whoever proposes.
func isStanding(e pipeline.Entry) bool { return e.Origin == review.Required || e.Origin == review.Hand }

// entriesOf returns the entries that the engine proposed or approved before.
func entriesOf(result *pipeline.Result) (entries []score.Entry) {
	for _, e := range result.Entries {
		if !isStanding(e) {
			entries = append(entries, score.Entry{Name: e.Name, Text: e.Text, Lessons: e.LessonIDs})
		}
	}
	return entries
}

// sectionOf is the section without what the engine proposed.
func sectionOf(result *pipeline.Result) rival.Section {
	s := rival.Section{
		Newline: "\n",
		Limits:  knapsack.Limits{Tokens: result.Budget.SectionLimit, Count: tokens.Larger, Entries: maxEntries},
	}
	if strings.Contains(result.Section, "\r\n") {
		s.Newline = "\r\n"
	}
	text := result.Section
	for _, e := range result.Entries {
		if isStanding(e) {
			s.Limits.Entries--
		} else {
			text = strings.Replace(text, section.Entry{Name: e.Name, Text: e.Text}.String()+s.Newline, "", 1)
		}
	}
	s.Used = tokens.Measure(strings.TrimRight(text, "\r\n"))
	return s
}
