package review

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// Files are the targets of the draft as the decisions make them of the files that it was made from. One of which
// nothing is approved stays as it was. They depend on nothing else.
func (d *Draft) Files(decisions map[string]Decision) ([]File, error) {
	var files []File
	for _, t := range d.Targets {
		f, err := d.apply(t.Path, d.Bases[t.Path], d.approved(decisions), ground{})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// Result returns the section's file and the section as the decisions make them of the file that the draft was made from. Undecided
// items count as rejected.
func (d *Draft) Result(decisions map[string]Decision) (soul []byte, text string, err error) {
	f, err := d.apply(d.SectionFile(), d.Bases[d.SectionFile()], d.approved(decisions), ground{})
	return f.Content, f.sectionText(), err
}

// sectionText is the section as the items make it; "" if there is none.
func (f *File) sectionText() string { return cmp.Or(f.section, section.TextIn(f.Content)) }

// valid reports rules that the files of decisions break, and that the files which the draft was made from keep.
func (d *Draft) valid(decisions map[string]Decision, opts lint.Options) error {
	files, err := d.Files(decisions)
	if err != nil {
		return err
	}
	return checkRules(files, opts)
}

// checkRules reports rules that files break and kept before.
func checkRules(files []File, opts lint.Options) error {
	var broken []lint.Finding
	for _, f := range files {
		if !bytes.Equal(f.Before, f.Content) {
			before, after := lint.Text(f.Path, f.Before, opts), lint.Text(f.Path, f.Content, opts)
			broken = append(broken, introduced(before, after, f.adds)...)
		}
	}
	if len(broken) > 0 {
		return &InvalidError{broken}
	}
	return nil
}

// allValid reports whether a proposal keeps the rules if every item is approved.
func (p *Proposal) allValid(opts lint.Options) error { return p.valid(p.All(), opts) }

// is reports whether an error is of a type, or wraps one that is.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// InvalidError says that a result breaks rules which the file it replaces keeps.
type InvalidError struct {
	Findings []lint.Finding
}

// isAboutRoom reports whether a budget is among the rules.
func (e *InvalidError) isAboutRoom() bool {
	return slices.ContainsFunc(e.Findings, func(f lint.Finding) bool { return lint.IsBudget(f.Rule) })
}

// Error implements error.
func (e *InvalidError) Error() string {
	return fmt.Sprintf("the result would break a rule: %s", e.Findings[0])
}

// introduced returns the errors in after that before does not have: handwritten text may break rules, a promotion may
// not. If it adds nothing of its own, it may exceed the budgets: the header and the required entry must be there
// whatever their size.
func introduced(before, after []lint.Finding, adds bool) []lint.Finding {
	var found []lint.Finding
	for _, f := range after {
		isOld := slices.ContainsFunc(before, func(b lint.Finding) bool { return sameProblem(b, f) })
		if f.Severity == lint.Error && !isOld && (adds || !lint.IsBudget(f.Rule)) {
			found = append(found, f)
		}
	}
	return found
}

// sameProblem reports whether two findings on a file differ at most in numbers, such as those of lines and tokens.
func sameProblem(a, b lint.Finding) bool {
	withoutDigits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return -1
			}
			return r
		}, s)
	}
	return a.Rule == b.Rule && withoutDigits(a.Message) == withoutDigits(b.Message)
}
