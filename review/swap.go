package review

import "wisdom/internal/workspace"

// Swap includes the fact In, which was not included, instead of the proposed fact Out. If Out is empty, there is room
// for both.
type Swap struct{ Out, In string }

// Exchange decides swaps: it rejects what goes out and approves what comes in. It decides nothing if the table would
// break a rule with everything else of the draft approved. With a *QueueError everything is decided. The caller holds
// the lock.
func Exchange(fsys workspace.FS, l *Log, d *Draft, swaps []Swap, reason string, opts Options) error {
	after := l.WouldBe(d)
	var in []string
	for _, s := range swaps {
		if err := d.maySwap(s); err != nil {
			return err
		}
		after[s.In] = Taken
		in = append(in, s.In)
		if s.Out != "" {
			after[s.Out] = Refused
		}
	}
	if err := l.decidable(d); err != nil {
		return err
	}
	if _, err := l.unfit(fsys, d, d.described(in), true); err != nil {
		return err
	}
	if _, err := d.valid(after, opts.Lint); err != nil {
		return err
	}
	// Approve first: a draft of which everything is rejected is closed.
	e := l.event(Approved, d, opts)
	e.Reason, e.Items = reason, in
	if err := l.append(fsys, e); err != nil {
		return err
	}
	for _, s := range swaps {
		if s.Out == "" {
			continue
		}
		why := s.In + " takes its place"
		if reason != "" {
			why = reason + "; " + why
		}
		if _, err := l.decide(fsys, d, Refused, []string{s.Out}, why, opts); err != nil {
			return err
		}
	}
	return ShowWaiting(fsys, l, opts)
}

func (d *Draft) maySwap(s Swap) error {
	if _, ok := d.leftOut(s.In); !ok {
		return &ItemError{
			d.ID, s.In, "it is not one of the excluded facts that can be added; review show lists them as x1, x2, …",
		}
	}
	if item, ok := d.Item(s.Out); s.Out != "" && (!ok || item.Kind != AddFact) {
		return &ItemError{d.ID, s.Out, "it proposes no fact, so none can take its place"}
	}
	return nil
}
