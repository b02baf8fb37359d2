package pipeline

import (
	"cmp"

	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
	"wisdom/review"
)

// readSoul reads SOUL.md as far as a draft may rest on it.
func (j *job) readSoul() ([]byte, error) {
	soul, err := lint.ReadSoul(j.fsys)
	if err != nil {
		return nil, err
	}
	if err := lint.CheckSoul(soul); err != nil {
		return nil, err
	}
	return soul, lint.CheckSecrets(lint.SoulFile, soul, j.opts.Review.Lint)
}

// existing is the content of the section of SOUL.md, and what a reviewer rejected for it.
type existing struct {
	section  *section.Section // nil if there is none
	standing []standing
	hand     []section.Entry
	required required
	refusals []review.Refusal
}

// standing is an entry in the section that came from a draft.
type standing struct {
	entry  section.Entry
	record review.Record
}

// readExisting separates the content of the section into the required entry, entries from drafts, and handwritten text.
func (j *job) readExisting(soul []byte) (existing, error) {
	found := existing{refusals: j.log.Refusals(), required: required{
		wording:  cmp.Or(j.opts.Review.Lint.Required, lint.RequiredFor(j.fsys, soul)),
		replaced: pointers.Reminder(markdown.Parse(soul)) >= 0,
	}}
	records, err := review.ReadRecords(j.fsys)
	if err != nil {
		return found, err
	}
	if found.section, err = section.In(soul); err != nil {
		return found, &lint.SoulError{Message: err.Error(), Hint: "mend it by hand: wisdom lint", Err: err}
	}
	for _, e := range found.section.Entries() {
		record, ours := records.Of(e.Name, e.Text)
		switch {
		case found.required.takes(e):
		case ours && e.Marker == "":
			found.standing = append(found.standing, standing{e, record})
		default:
			found.hand = append(found.hand, e)
		}
	}
	return found, nil
}
