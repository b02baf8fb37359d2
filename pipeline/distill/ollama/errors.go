package ollama

import (
	"fmt"
	"time"
)

// UnreachableError says that no server answers, or does not go on to.
type UnreachableError struct {
	Host string
	Err  error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer from Ollama at %s: %v", e.Host, e.Err)
}

// Unwrap gives the cause.
func (e *UnreachableError) Unwrap() error { return e.Err }

// LateError says that a limit of the settings passed before the answer was whole.
type LateError struct {
	Setting string
	Limit   time.Duration
}

func (e *LateError) Error() string {
	return fmt.Sprintf("no whole answer within %v (%s)", e.Limit, e.Setting)
}

// MissingError says that the server does not have the model.
type MissingError struct {
	Model, Host string
	Others      []string // that it has
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("Ollama at %s does not have the model %s", e.Host, e.Model)
}

// RemoteError says that the server would pass the lessons on to another host.
type RemoteError struct{ Model, Remote string }

func (e *RemoteError) Error() string {
	return fmt.Sprintf("the model %s runs on %s, not here, and lessons are private", e.Model, e.Remote)
}

// ServerError says that the server refuses, in a way that asking again does not
// change.
type ServerError struct {
	Host string
	Err  error
}

func (e *ServerError) Error() string { return fmt.Sprintf("Ollama at %s: %v", e.Host, e.Err) }

// Unwrap gives the cause.
func (e *ServerError) Unwrap() error { return e.Err }
