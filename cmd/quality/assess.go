package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"wisdom/backups"
	"wisdom/cmd/quality/rival"
	"wisdom/cmd/quality/score"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline"
	"wisdom/pipeline/collect"
	"wisdom/pipeline/knapsack"
	"wisdom/pipeline/llm/fake"
	"wisdom/review"
)

// bench holds the figures of one workspace.
type bench struct {
	Name string `json:"name"`
	// Lessons, Themes and Negatives are how many are labelled; Themes are those
	// that could become an entry.
	Lessons   int   `json:"lessons"`
	Themes    int   `json:"themes"`
	Negatives int   `json:"negatives"`
	Rows      []row `json:"rows"`
	// Read holds the figures of a recorded reader, beside the first of Rows and the best possible; empty if none is
	// recorded.
	Read []row `json:"reader,omitempty"`
	// Unseen counts the lessons and lines that the reader was never asked about.
	Unseen int `json:"unseen,omitempty"`
}

// row holds the figures of one method.
type row struct {
	Way     string         `json:"way"`
	Figures []score.Figure `json:"figures"`
	// Entries are those added, Tokens those of the whole section; both are 0
	// for a way that makes none.
	Entries int `json:"entries,omitempty"`
	Tokens  int `json:"tokens,omitempty"`
}

// assess runs the pipeline and its rivals over a labelled workspace.
func assess(ctx context.Context, dir string, now time.Time) (bench, error) {
	labels, err := score.Load(os.DirFS(dir))
	if err != nil {
		return bench{}, err
	}
	root := filepath.Join(dir, "workspace")
	result, err := dryRun(ctx, root, now, nil)
	if err != nil {
		return bench{}, err
	}
	bullets, err := rival.Bullets(os.DirFS(root))
	if err != nil {
		return bench{}, fmt.Errorf("collect bullets: %w", err)
	}
	entries, section := entriesOf(result)
	match := score.Match(labels, result.Lessons)
	ours := answered("wisdom", match, section, rival.Answer{Themes: themesOf(result), Entries: entries})
	ours.Figures = append(match.Collection(), ours.Figures...)
	task := rival.Task{Lessons: result.Lessons, Section: section, Groups: match.Groups()}
	best, inFull := bestOf(labels, section)
	b := bench{
		Name: filepath.Base(dir), Lessons: len(labels.Lessons), Themes: len(labels.Sizes()), Negatives: len(labels.Not),
		Rows: []row{
			ours,
			{Way: "every bullet", Figures: score.Match(labels, bullets).Collection()},
			answered("tf-idf clusters", match, section, rival.Clusters(task)),
			inFull,
			best,
		},
	}
	return b, b.assessReader(ctx, dir, now, match, result)
}

func answered(way string, match *score.Matching, section score.Section, a rival.Answer) row {
	return row{
		Way: way, Figures: append(match.Themes(a.Themes), match.Entries(a.Entries, section)...),
		Entries: len(a.Entries), Tokens: section.Tokens(a.Entries),
	}
}

// bestOf bounds what a choice can reach. The most lessons and the most themes may take two
// different choices: each bound comes from its own. inFull is the most themes with the
// fullest clause of each: readers judged full lines better, and fewer of them fit.
func bestOf(labels *score.Labels, section score.Section) (best, inFull row) {
	lessons, byLessons, byThemes, full := rival.Oracle(labels, section)
	match := score.Match(labels, lessons)
	best = row{Way: "oracle", Entries: len(byLessons), Tokens: section.Tokens(byLessons)}
	for _, f := range match.Entries(byLessons, section) {
		if f.Name == score.Covered {
			f = find(match.Entries(byThemes, section), score.Covered)
		}
		best.Figures = append(best.Figures, f)
	}
	inFull = row{
		Way: "oracle, full clauses", Figures: match.Entries(full, section), Entries: len(full), Tokens: section.Tokens(full),
	}
	return best, inFull
}

// dryRun does what a first `wisdom run --dry-run` does with the default settings, except that it plans for the whole
// budget, without headroom. A server that is not nil is the model.
func dryRun(ctx context.Context, root string, now time.Time, server *fake.Server) (*pipeline.Result, error) {
	folder, err := workspace.Open(root)
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
	if server != nil {
		opts.Engine, opts.Model = pipeline.Model, modelAt(server)
	}
	result, err := pipeline.Run(ctx, fsys, log, opts)
	if err == nil && result.NoSource != nil {
		return nil, result.NoSource
	}
	return result, err
}

// maxEntries is how many entries a section may have, the required one included.
const maxEntries = 15

// entriesOf returns the entries that the engine proposed or approved before, and the part of the section that is
// always there.
func entriesOf(result *pipeline.Result) ([]score.Entry, score.Section) {
	quotes := map[string]string{}
	if result.Proposal != nil {
		for _, item := range result.Proposal.Items {
			quotes[item.Name+" "+item.Text] = item.Quotes
		}
	}
	var entries []score.Entry
	s := score.Section{Newline: "\n"}
	for _, e := range result.Entries {
		if e.Origin == review.Required || e.Origin == review.Hand {
			s.Standing = append(s.Standing, e.Text)
			continue
		}
		entries = append(
			entries, score.Entry{Name: e.Name, Text: e.Text, Lessons: e.LessonIDs, Quotes: quotes[e.Name+" "+e.Text]},
		)
	}
	if strings.Contains(result.Section, "\r\n") {
		s.Newline = "\r\n"
	}
	s.Used = score.Without(result.Section, entries)
	s.Limits = knapsack.Limits{
		Tokens: result.Budget.SectionLimit, Count: tokens.Larger,
		Entries: maxEntries - len(s.Standing),
	}
	return entries, s
}

func themesOf(result *pipeline.Result) [][]string {
	themes := make([][]string, len(result.Themes))
	for i, t := range result.Themes {
		themes[i] = t.LessonIDs
	}
	return themes
}
