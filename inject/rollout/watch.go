package rollout

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/inject/hook"
	"wisdom/internal/text"
)

// How long a phase is watched, from decision to decision.
const (
	watchHook     = 48 * time.Hour
	watchShedding = 7 * 24 * time.Hour
)

// send is how a person brings a decision about.
const send = "send a message to the agent, in a channel or by: openclaw agent --session-key agent:main:main -m hello"

// since are the decisions since a phase began; none where it did not.
func (f Facts) since(phase int) []hook.Receipt {
	began := f.State.Entered(phase)
	if began.IsZero() {
		return nil
	}
	isEarlier := func(r hook.Receipt) bool { return r.Time.Before(began) }
	return slices.DeleteFunc(slices.Clone(f.Receipts), isEarlier)
}

// decides is the need for a decision in the host since phase 2 began.
func (f Facts) decides() Need {
	n := Need{Name: "it decides in the host", Do: send, Evidence: "there is no decision since the phase began"}
	since := f.since(2)
	if len(since) == 0 {
		return n
	}
	last := since[len(since)-1]
	n.Met, n.Since, n.Evidence = f.Host.Enabled, last.Time, fmt.Sprintf("the last decision was for %s", last.Type)
	if isTrouble(last) {
		n.Met, n.Do = false, "mend that, then "+send
		n.Evidence = "the host's own files stayed: " + last.Kept
	}
	return n
}

// isTrouble reports whether the host's list stayed for want of something. A session
// with light context loads no file by design.
func isTrouble(r hook.Receipt) bool {
	return r.Kept != "" && !strings.Contains(r.Kept, "light context")
}

// watched is the need of a phase for a span of decisions without trouble, that begins
// after a moment; none does where that is zero.
func (f Facts) watched(phase int, name string, after time.Time, least time.Duration) Need {
	n := Need{Name: name, Waits: true, Do: "use the agent as usual"}
	if why := f.State.overridden(phase); why != "" {
		n.Met, n.Evidence = true, "cut short: "+why
		return n
	}
	var first, last time.Time
	count, trouble := 0, ""
	for i, r := range f.Receipts {
		switch {
		case after.IsZero() || r.Time.Before(after):
			continue
		case isTrouble(r):
			first, last, count, trouble = time.Time{}, time.Time{}, 0, r.Kept
			continue
		case first.IsZero():
			first = r.Time
			if i == 0 && f.Rotated { // what is older had no trouble that can still be seen
				first = after
			}
		}
		last, count = r.Time, count+1
	}
	span := last.Sub(first)
	n.Met, n.Since = span >= least, first
	n.Evidence = fmt.Sprintf("%s, %d of %d hours", text.Plural(count, "decision"), int(span.Hours()), int(least.Hours()))
	if trouble != "" {
		n.Evidence += "; counted anew after: " + trouble
	}
	return n
}
