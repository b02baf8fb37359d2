package pipeline

import (
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lint"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
	"wisdom/review"
)

// sectionFile is the file that holds the section.
func (j *job) sectionFile() workspace.Path { return j.opts.Review.Lint.SectionFile() }

// readSoul reads the file that holds the section as far as a draft may rest on it.
func (j *job) readSoul() ([]byte, error) {
	file := j.sectionFile()
	soul, err := lint.ReadSoul(j.fsys, file)
	if err != nil {
		return nil, err
	}
	if err := lint.CheckSoul(file, soul); err != nil {
		return nil, err
	}
	return soul, lint.CheckSecrets(file, soul, j.opts.Review.Lint)
}

// existing is the content of the section, and what a reviewer rejected for it.
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
		wording:  j.opts.Review.Lint.RequiredFor(j.fsys, soul),
		replaced: pointers.Reminder(markdown.Parse(soul)) >= 0,
	}}
	records, err := review.ReadRecords(j.fsys)
	if err != nil {
		return found, err
	}
	if found.section, err = section.In(soul); err != nil {
		const hint = "mend it by hand: wisdom lint"
		return found, &lint.SoulError{Path: j.sectionFile(), Message: err.Error(), Hint: hint, Err: err}
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
