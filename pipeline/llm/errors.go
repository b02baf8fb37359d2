package llm

import (
	"cmp"
	"fmt"
	"time"

	"wisdom/pipeline/distill"
)

// Place is where a model is asked.
type Place struct {
	Engine string // Ollama, OpenAI or Command
	Name   string // the address of a server, or the name of a program
}

// String implements fmt.Stringer.
func (p Place) String() string {
	what := map[string]string{OpenAI: "the server at ", Command: "the command "}
	return cmp.Or(what[p.Engine], "Ollama at ") + p.Name
}

// UnreachableError says that the model does not answer, or does not go on to.
type UnreachableError struct {
	Place Place
	Err   error
}

// Error implements error.
func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer from %s: %v", e.Place, e.Err)
}

// Unwrap gives the cause.
func (e *UnreachableError) Unwrap() error { return e.Err }

// LateError says that a time limit passed before the answer was whole.
type LateError struct {
	Setting string // empty for the time of a whole run
	Limit   time.Duration
}

// Error implements error.
func (e *LateError) Error() string {
	if e.Setting == "" {
		return fmt.Sprintf("no whole answer within %v, the time of a run", e.Limit)
	}
	return fmt.Sprintf("no whole answer within %v (%s)", e.Limit, e.Setting)
}

// Is reports whether the limit was that of the whole run, or of a request.
func (e *LateError) Is(target error) bool {
	return target == distill.ErrOutOfTime && e.Setting == "" || target == distill.ErrSlow && e.Setting != ""
}

// MissingError says that the server does not have the model, or none that can answer.
type MissingError struct {
	Model  string // empty where any would do
	Place  Place
	Others []string // that it has
}

// Error implements error.
func (e *MissingError) Error() string {
	if e.Model == "" {
		return fmt.Sprintf("%s has no model that can answer here", e.Place)
	}
	return fmt.Sprintf("%s does not have the model %s", e.Place, e.Model)
}

// RemoteError says that lessons would go to another machine, which the settings do not allow.
type RemoteError struct{ Model, Remote string }

// Error implements error.
func (e *RemoteError) Error() string {
	if e.Model == "" {
		return fmt.Sprintf("a model of %s runs there, not here, and lessons are private", e.Remote)
	}
	return fmt.Sprintf("the model %s runs on %s, not here, and lessons are private", e.Model, e.Remote)
}

// ServerError says that the model refuses, in a way that asking again does not change.
type ServerError struct {
	Place Place
	Err   error
	Login bool // it wants a key, or another one
}

// Error implements error.
func (e *ServerError) Error() string { return fmt.Sprintf("%s: %v", e.Place, e.Err) }

// Unwrap gives the cause.
func (e *ServerError) Unwrap() error { return e.Err }

// passingError is trouble that may be over the next time.
type passingError struct{ err error }

// Error implements error.
func (e *passingError) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *passingError) Unwrap() error { return e.err }
