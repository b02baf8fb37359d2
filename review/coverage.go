package review

import "slices"

// Loss is an entry that leaves the section, and what goes with it.
type Loss struct {
	Item string `json:"item"`
	Name string `json:"name"`
	Text string `json:"text"`
	Why  string `json:"why"`
	// Lessons still exist, and no entry that remains or is added is backed by them.
	Lessons []string `json:"lessons"`
}

// Losses returns the entries that the decisions remove from the section. Undecided items count as rejected.
func (d *Draft) Losses(decisions map[string]Decision) []Loss {
	kept := map[string]bool{} // or gone: nothing is lost with those
	for _, line := range d.Lines {
		for _, id := range line.Gone {
			kept[id] = true
		}
	}
	for _, line := range d.final(decisions).Lines {
		for _, id := range line.Lessons {
			kept[id] = true
		}
	}
	losses := []Loss{}
	for _, item := range d.Items {
		if decisions[item.ID] != Taken {
			continue
		}
		if line, is := find(d.Lines, item.replaces); is {
			item.Name, item.Text, item.Why, item.Lessons = line.Name, line.Text, item.Name+" takes its place", line.Lessons
		} else if item.Kind != DropEntry {
			continue
		}
		loss := Loss{item.ID, item.Name, item.Text, item.Why, []string{}}
		for _, l := range d.Lessons {
			// No lesson backs a handwritten entry; the lesson of its item contradicts it.
			if item.Origin != Hand && slices.Contains(item.Lessons, l.ID) && !kept[l.ID] {
				loss.Lessons = append(loss.Lessons, l.ID)
			}
		}
		losses = append(losses, loss)
	}
	return losses
}
