package review

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
)

// File is a target as decisions make it.
type File struct {
	Path     workspace.Path
	Content  []byte // nil if there is no file
	approved []Item // that change it
	adds     bool   // text that counts towards a budget
	// lines and section are the section where something of it is approved.
	lines   []Line
	section string
}

// Files are the targets of the draft as the decisions make them. One of which
// nothing is approved stays as it was. They depend on nothing else.
func (d *Draft) Files(decisions map[string]Decision) ([]File, error) {
	approved := d.approved(decisions)
	var files []File
	for _, t := range d.Targets {
		f := d.file(t.Path, approved)
		if len(f.approved) > 0 {
			if err := f.render(d, decisions); err != nil {
				return nil, err
			}
		}
		files = append(files, f)
	}
	return files, nil
}

// file is a file of the base, with those of the approved items that change it.
func (d *Draft) file(p workspace.Path, approved []Item) File {
	theirs := slices.DeleteFunc(slices.Clone(approved), func(i Item) bool { return i.Target != p })
	return File{Path: p, Content: d.Bases[p], approved: theirs}
}

func (f *File) render(d *Draft, decisions map[string]Decision) error {
	for _, part := range partsOf(f.Path) {
		if err := part.render(d, f, decisions); err != nil {
			return err
		}
	}
	return nil
}

// valid makes the files of decisions, and reports rules that they break and that the
// files which the draft was made from keep.
func (d *Draft) valid(decisions map[string]Decision, opts lint.Options) ([]File, error) {
	files, err := d.Files(decisions)
	if err != nil {
		return nil, err
	}
	var broken []lint.Finding
	for _, f := range files {
		if before := d.Bases[f.Path]; !bytes.Equal(before, f.Content) {
			before, after := lint.Text(f.Path, before, opts), lint.Text(f.Path, f.Content, opts)
			broken = append(broken, introduced(before, after, f.adds)...)
		}
	}
	if len(broken) > 0 {
		return nil, &InvalidError{broken}
	}
	return files, nil
}

// allValid reports whether a proposal keeps the rules if every item is approved.
func (p *Proposal) allValid(opts lint.Options) error {
	_, err := p.valid(p.All(), opts)
	return err
}

// is reports whether an error is of a type, or wraps one that is.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

// InvalidError says that a result breaks rules which the file it replaces keeps.
type InvalidError struct {
	Findings []lint.Finding
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
