// Package schedule decides when a run is due, keeps a record of every run, and watches the clock. A cron expression,
// a time zone, the records of earlier runs and the time come in. A Decision goes out. The package itself runs nothing
// and stages nothing: it calls a function when a run is due.
//
// On disk, below .wisdom:
//
//	runs/<number>.json   one run (see Record); the newest Kept of them
//
// Invariants:
//
//  1. A time of the schedule is due once: if summer time skips an hour, at the first moment after it; if summer
//     time repeats it, the first time only.
//  2. Whether a run is due follows from the records, the clock and the lessons. It does not matter who asks, how
//     often, or whether the program ran in between.
//  3. A pending or rejected draft does not make a run due.
//  4. No expression makes it panic.
package schedule
