package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/pipeline/schedule"
)

func newSchedule(a *deps) *cobra.Command {
	opts := runOptions{due: true}
	cmd := &cobra.Command{
		Use:   "schedule",
		Short: "Run in the foreground on schedule, or print unit files",
		Long: `Run in the foreground as a daemon, and do what "wisdom run --due" does whenever a
run is due: at the times of [schedule] cron in wisdom.toml, in its time zone, or
when enough new lessons have been written (checked every hour, with the settings as
they are then). SIGTERM and Ctrl-C end the daemon; a run in progress is cancelled and
leaves nothing half-written. The log goes to stderr, with --json as JSON.`,
		Example:     "  wisdom schedule --json\n  wisdom schedule next\n  wisdom schedule print systemd",
		Annotations: inWorkspaces(),
		RunE:        func(cmd *cobra.Command, _ []string) error { return runSchedule(cmd.Context(), a, opts) },
	}
	opts.addEngine(cmd)
	cmd.AddCommand(newScheduleNext(a), newSchedulePrint(a))
	return cmd
}

func runSchedule(ctx context.Context, a *deps, opts runOptions) error {
	if !a.flags.now.IsZero() {
		return errors.New("--now is a fixed date, and a schedule needs a running clock")
	}
	dirs, err := scheduled(a)
	if err != nil {
		return err
	}
	defer a.ctrlC.keep()() // a run that is cancelled leaves its record
	log := logger(a)
	daemon := &schedule.Daemon{Log: log, Now: a.now}
	for _, dir := range dirs {
		daemon.Jobs = append(daemon.Jobs, job(a, dir, opts, log))
	}
	ticker := time.NewTicker(schedule.Tick)
	defer ticker.Stop()
	log.Info("started", "version", version, "workspaces", len(dirs))
	daemon.Watch(ctx, ticker.C)
	log.Info("ended")
	return nil
}

// logger writes the log of a daemon.
func logger(a *deps) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if a.flags.quiet {
		options.Level = slog.LevelWarn
	} else if a.flags.verbose {
		options.Level = slog.LevelDebug
	}
	if a.flags.json {
		return slog.New(slog.NewJSONHandler(a.err, options))
	}
	return slog.New(slog.NewTextHandler(a.err, options))
}

// scheduled are the full paths of the workspaces that are named, or of the one that is open.
func scheduled(a *deps) ([]string, error) {
	dirs, err := a.named()
	if err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		dirs = []string{a.dir}
	}
	for i, dir := range dirs {
		if dirs[i], err = filepath.Abs(dir); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

// job looks after one workspace.
func job(a *deps, dir string, opts runOptions, log *slog.Logger) *schedule.Job {
	log = log.With("workspace", dir)
	failed := false
	// in opens the workspace for one piece of work, so that a folder that is moved away and back does no harm, and
	// settings that change hold at once.
	in := func(work func(*deps) error) error {
		child := a.at(dir)
		child.mute(lineLog{log})
		defer child.close()
		if err := child.open(); err != nil {
			return err
		}
		return work(child)
	}
	return &schedule.Job{
		Name: dir,
		Look: func(ctx context.Context, now time.Time) (d schedule.Decision, err error) {
			err = in(func(a *deps) error {
				found, err := isDue(ctx, a, now)
				d = found.Decision
				return err
			})
			return d, err
		},
		Run: func(ctx context.Context) error {
			return in(func(a *deps) error {
				record, err := runOnce(ctx, a, opts)
				if err == nil || !failed { // a failure is told once
					notify(ctx, a, opts, record, err)
				}
				if err == nil {
					expectMore(ctx, a, opts, record)
				}
				if codeOf(err) == exitNothing {
					log.Warn("nothing to read", "error", err)
					err = nil
				}
				failed = err != nil
				if record != nil && !failed {
					log.Info("run ended", "outcome", record.Outcome, "draft", record.Draft, "items", record.Items,
						"lessons", record.Found.Lessons, "new_lessons", record.Found.New, "engine", record.Engine,
						"seconds", record.Seconds)
				}
				return err
			})
		},
	}
}

// lineLog writes what a command says to people into the log, line by line. It is given whole lines.
type lineLog struct{ log *slog.Logger }

// Write implements io.Writer.
func (l lineLog) Write(b []byte) (int, error) {
	for line := range strings.Lines(string(b)) {
		line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "wisdom: ")
		if warning, ok := strings.CutPrefix(line, "warning: "); ok {
			l.log.Warn(warning)
		} else {
			l.log.Info(line)
		}
	}
	return len(b), nil
}

func newScheduleNext(a *deps) *cobra.Command {
	return &cobra.Command{
		Use:   "next [N]",
		Short: "List the next times of the schedule",
		Long: `List the next N times (default 5) of [schedule] cron in wisdom.toml. A time that
daylight saving skips comes at the first moment after it; one that it repeats comes once.`,
		Example:     "  wisdom schedule next\n  wisdom schedule next 12 --json",
		Annotations: inWorkspaces(),
		RunE: func(cmd *cobra.Command, args []string) error {
			given := append(args, "5")[0]
			n, err := strconv.Atoi(given)
			if err != nil || n < 1 || n > 1000 {
				return fmt.Errorf("%q is no number from 1 to 1000", given)
			}
			return a.each(cmd.Context(), func(a *deps) error { return listNext(a, n) })
		},
	}
}

func listNext(a *deps, n int) error {
	now := a.clock()
	rules := rules(a)
	times, lines := []string{}, []string{}
	for at := rules.Schedule.Next(now); len(times) < n && !at.IsZero(); at = rules.Schedule.Next(at) {
		times, lines = append(times, at.Format(time.RFC3339)), append(lines, nextRun(at, now))
	}
	return a.reply(object{
		"cron": a.settings.Schedule.Cron, "timezone": rules.Schedule.Zone().String(), "next": times,
	}, "%s", strings.Join(lines, "\n"))
}
