// Package schedule says when a run is due, keeps a record of every run, and
// watches the clock. What comes in are a cron expression, a time zone, the
// records of earlier runs and the time; what goes out is a Decision. It runs
// nothing and stages nothing itself: what to do when a run is due comes in as a
// function.
//
// On disk, below .wisdom:
//
//	runs/<number>.json   one run (see Record); the newest Kept of them
//
// Invariants:
//
//  1. A time of the schedule is due once: an hour that summer time drops comes at
//     the first moment after it, one that it repeats comes the first time only.
//  2. Whether a run is due follows from the records, the clock and the lessons,
//     so that it does not matter who asks, how often, or whether the program ran
//     in between.
//  3. A draft that waits or was refused does not make a run due.
//  4. No expression makes it panic.
package schedule
