package main

import (
	"errors"
	"fmt"
)

// The exit codes. They are part of the contract; an unknown code is a failure.
const (
	exitDone        = 0
	exitFindings    = 1
	exitTrouble     = 2
	exitNothing     = 10
	exitLocked      = 11
	exitStale       = 12
	exitModel       = 13
	exitUnfinished  = 14
	exitDamaged     = 15
	exitExam        = 16
	exitInterrupted = 130
)

// meanings are the lines of EXIT STATUS in every help text.
var meanings = map[int]string{
	exitDone:        "success",
	exitFindings:    "findings, differences, or a pending draft",
	exitTrouble:     "wrong usage or an error",
	exitNothing:     "nothing to act on: no source, no draft, no generation",
	exitLocked:      "another run is at work in the workspace",
	exitStale:       "a file changed after the draft or generation was created",
	exitModel:       "the model cannot be reached, is not there or gives no usable answer",
	exitUnfinished:  "an unfinished promotion could not be finished",
	exitDamaged:     "a backup is damaged",
	exitExam:        "the model failed its exam",
	exitInterrupted: "interrupted",
}

// statusError ends a command with a code and without a message: what there is to say was printed.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// findingsIf ends a command with the code for findings, if there are some.
func findingsIf(found bool) error {
	if found {
		return statusError(exitFindings)
	}
	return nil
}

// is reports whether an error is one of a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// hintedError adds the way on to an error.
type hintedError struct {
	err  error
	hint string
}

// hinted is an error with the way on after it.
func hinted(hint, format string, args ...any) error {
	return &hintedError{fmt.Errorf(format, args...), hint}
}

func (e *hintedError) Error() string { return e.err.Error() }

func (e *hintedError) Unwrap() error { return e.err }

// nothingError is about something to act on that is not there.
type nothingError struct{ message string }

func (e *nothingError) Error() string { return e.message }

func codeOf(err error) int {
	if err == nil {
		return exitDone
	}
	if status, ok := errors.AsType[statusError](err); ok {
		return int(status)
	}
	for _, k := range errorKinds {
		if k.code != 0 && k.matches(err) {
			return k.code
		}
	}
	return exitTrouble
}

// hintFor is the way on after an error, or "". Of several kinds that match, the first that has one decides.
func (a *deps) hintFor(err error) string {
	for _, k := range errorKinds {
		if k.matches(err) {
			if hint := k.hint(a, err); hint != "" {
				return hint
			}
		}
	}
	return ""
}

// report prints an error as people see it and returns the exit code.
func (a *deps) report(err error) int {
	code := codeOf(err)
	switch {
	case err == nil || is[statusError](err):
	case code == exitInterrupted:
		a.talk("interrupted")
	default:
		a.talk("%s", err)
		if hint := a.hintFor(err); hint != "" {
			a.talk("hint: %s", hint)
		}
	}
	return code
}
