package pipeline

import (
	"cmp"

	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// required holds the required entry and its existing forms.
type required struct {
	// wording is how a new one reads; empty where there is no memory to name.
	wording string
	// existing is the one in the section, in one of our forms or that of the settings; it has no name if there is none.
	existing section.Entry
	// replaced is set where an entry or other text of the file that a person wrote does the same.
	replaced bool
}

// takes reports whether an entry of the section is the required one, and remembers it.
// What a person wrote to the same end is theirs, and is not taken.
func (r *required) takes(e section.Entry) bool {
	plain := section.Entry{Name: e.Name, Text: e.Text}
	if lint.IsRequired(e) || e == plain && e.String() == r.wording && r.existing.Name == "" {
		r.existing = cmp.Or(r.existing, plain)
		return true
	}
	r.replaced = r.replaced || lint.StandsIn(e)
	return false
}

// entry returns the required entry for the section; wanted is false if handwritten text is equivalent, or if it would
// name nothing.
func (r *required) entry() (e section.Entry, wanted bool) {
	if r.existing.Name != "" || r.replaced || r.wording == "" {
		return r.existing, r.existing.Name != ""
	}
	e, _ = section.ParseEntry(r.wording)
	return e, true
}
