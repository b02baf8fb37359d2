package pipeline

import (
	"cmp"

	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// required holds the required entry and its existing forms.
type required struct {
	// translation is how the settings word it; empty if they do not.
	translation string
	// existing is the one in the section, in our words or those of the settings; it has no name if there is none.
	existing section.Entry
	// replaced is set where an entry that a person wrote does the same.
	replaced bool
}

// takes reports whether an entry of the section is the required one, and remembers it.
// What a person wrote to the same end is theirs, and is not taken.
func (r *required) takes(e section.Entry) bool {
	plain := section.Entry{Name: e.Name, Text: e.Text}
	switch {
	case lint.IsRequired(e), e == plain && e.String() == r.translation && r.existing.Name == "":
		r.existing = cmp.Or(r.existing, plain)
		return true
	case lint.StandsIn(e):
		r.replaced = true
	}
	return false
}

// entry returns the required entry for the section; wanted is false if a handwritten entry is equivalent.
func (r *required) entry() (e section.Entry, wanted bool) {
	if r.existing.Name != "" || r.replaced {
		return r.existing, r.existing.Name != ""
	}
	e, _ = section.ParseEntry(cmp.Or(r.translation, section.Required))
	return e, true
}
