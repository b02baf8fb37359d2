package rollout

import (
	"encoding/json"
	"fmt"
	"time"

	"wisdom/internal/workspace"
)

// StateFile is where the events of a rollout are kept.
const StateFile workspace.Path = ".wisdom/rollout.json"

// Complete is the phase after the last one: there is nothing more to do.
const Complete = 5

// Event is a step from one phase to another.
type Event struct {
	At   time.Time `json:"at"`
	From int       `json:"from"`
	To   int       `json:"to"`
	By   string    `json:"by"`
	// Generation is the newest one at that time, -1 for none.
	Generation int `json:"generation"`
	// Override is why a waiting time was cut short; "" where it was not.
	Override string `json:"override,omitempty"`
}

// State is what happened so far, the oldest first.
type State struct {
	SchemaVersion int     `json:"schema_version"`
	Events        []Event `json:"events"`
}

// StateError says that the state cannot be used.
type StateError struct{ message string }

// Error implements error.
func (e *StateError) Error() string { return fmt.Sprintf("%s: %s", StateFile, e.message) }

// ReadState reads the state; one that is not there has no events.
func ReadState(fsys workspace.FS) (*State, error) {
	b, there, err := workspace.ReadIfThere(fsys, StateFile, workspace.MaxState)
	if err != nil || !there {
		return &State{SchemaVersion: 1}, err
	}
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, &StateError{err.Error()}
	}
	if s.SchemaVersion != 1 {
		return nil, &StateError{fmt.Sprintf("its schema version is %d and must be 1", s.SchemaVersion)}
	}
	for _, e := range s.Events {
		if e.To < 0 || e.To > Complete {
			return nil, &StateError{fmt.Sprintf("there is no phase %d", e.To)}
		}
	}
	return s, nil
}

// Phase is the phase that it is, 0 at first.
func (s *State) Phase() int {
	if len(s.Events) == 0 {
		return 0
	}
	return s.Events[len(s.Events)-1].To
}

// Entered is when a phase began last; zero where it did not, or the rollout went back below it since.
func (s *State) Entered(phase int) time.Time { return s.Entry(phase).At }

// Entry is how a phase began last; zero where it did not, or the rollout went back below it since. Going back to a
// phase does not begin it.
func (s *State) Entry(phase int) (last Event) {
	for _, e := range s.Events {
		switch {
		case e.To < phase:
			last = Event{}
		case e.To == phase && e.From < phase:
			last = e
		}
	}
	return last
}

// overridden is why the waiting time of a phase was cut short the last time that it was left for the next one, since
// it began.
func (s *State) overridden(phase int) (why string) {
	for _, e := range s.Events {
		switch {
		case e.To < phase:
			why = ""
		case e.From == phase && e.To > phase:
			why = e.Override
		}
	}
	return why
}

// MovedError says that another process went to another phase meanwhile.
type MovedError struct{ Want, Got int }

// Error implements error.
func (e *MovedError) Error() string {
	return fmt.Sprintf("another process moved the rollout from phase %d to %d meanwhile", e.Want, e.Got)
}

// Record adds an event to the state. The caller holds the lock; a phase that is no
// longer the one that the event leaves is a *MovedError, and nothing is written then.
func Record(fsys workspace.FS, e Event) error {
	s, err := ReadState(fsys)
	if err != nil {
		return err
	}
	if at := s.Phase(); at != e.From {
		return &MovedError{e.From, at}
	}
	s.Events = append(s.Events, e)
	if err := workspace.MkdirAll(fsys, StateFile.Dir(), 0o700); err != nil {
		return err
	}
	return workspace.ReplaceJSON(fsys, StateFile, s)
}
