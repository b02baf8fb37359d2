package lint

import (
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/secrets"
)

// Severity says how bad a finding is.
type Severity string

// The severities. Only an Error fails a check.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "info"
)

// Finding is something that a rule has to say about a place. Its JSON is part of the contract of lint --json.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Path is relative to the workspace, or empty; Line counts from 1, 0 for the file.
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	// Hint is the way on, or empty.
	Hint string `json:"hint"`
}

// Place is the file of a finding, with the line where one is known; empty where it is about no file.
func (f Finding) Place() string {
	if f.Line > 0 {
		return fmt.Sprintf("%s:%d", f.Path, f.Line)
	}
	return f.Path
}

// String is the finding as compilers write theirs; one about no file is its message.
func (f Finding) String() string {
	if f.Path == "" {
		return f.Message
	}
	return fmt.Sprintf("%s: %s: %s [%s]", f.Place(), f.Severity, f.Message, f.Rule)
}

// Text is String without the severity, for a line that says it already.
func (f Finding) Text() string {
	if f.Path == "" {
		return f.Message
	}
	return fmt.Sprintf("%s: %s [%s]", f.Place(), f.Message, f.Rule)
}

const redacted = "redacted "

// AsHeld is a finding of RedactedSecret for a reader whose file is only looked at: nothing was redacted.
func (f Finding) AsHeld() Finding {
	if text, is := strings.CutPrefix(f.Message, redacted); is && f.Rule == RuleSecret {
		f.Message = "holds " + text
	}
	return f
}

// RedactedSecret reports a secret that was taken out of the text of a file as it was read.
func RedactedSecret(path string, found secrets.Finding) Finding {
	return Finding{
		Rule: RuleSecret, Severity: Warning, Path: path, Line: found.Line,
		Message: redacted + "a secret (" + found.Rule + ")",
		Hint:    "take the secret out of the file, and change it where it is used",
	}
}

// Join adds findings to others. A secret is reported once per line: several readers
// of one file may have found it, each by a rule of its own.
func Join(findings []Finding, more ...Finding) []Finding {
	joined := slices.Clone(findings)
	for _, f := range more {
		if f.Rule != RuleSecret || !slices.ContainsFunc(joined, func(known Finding) bool {
			return known.Rule == RuleSecret && known.Path == f.Path && known.Line == f.Line
		}) {
			joined = append(joined, f)
		}
	}
	return joined
}
