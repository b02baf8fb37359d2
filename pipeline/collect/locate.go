package collect

import (
	"fmt"
	"strings"
	"time"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

// NoFileError says that a workspace has no file of a name.
type NoFileError struct {
	Name string
	Like []string // sources that may be meant
}

// Error names the file.
func (e *NoFileError) Error() string { return fmt.Sprintf("the workspace has no file %s", e.Name) }

// locate finds the file that is shown with a name, and says why Collect does not read it, if it does not.
func locate(fsys workspace.FS, known *lesson.Ledger, opts Options, name string) (file, *Explanation, error) {
	opts = opts.after(known)
	e := &Explanation{Path: name}
	for _, f := range find(fsys, known, opts, true) {
		day, _ := time.Parse(time.DateOnly, f.date)
		switch {
		case f.shown != name || f.fsys == nil:
		case !f.known:
			if f.status != "" {
				e.Note = "it is no source: " + f.note
			}
			return f, e, nil
		case day.Before(opts.windowStart()) && !day.IsZero():
			e.Note = fmt.Sprintf("no new lesson is taken from it: it is older than %d days", opts.LookbackDays)
			e.Hint = "raise lookback_days below [sources] in wisdom.toml"
			return f, e, nil
		}
	}
	for _, extra := range opts.Extra {
		if rest, ok := strings.CutPrefix(name, extra.Name+":"); ok && extra.FS != nil {
			e.Note, e.Hint = opts.whyNoSource(workspace.Path(rest), "include of that folder below [[sources.extra]]")
			if len(extra.Include) == 0 { // which would end what is read of it now
				e.Hint = "write lessons into a usual place there, such as LESSONS_LEARNED.md"
			}
			return fileAt(extra.FS, extra.Name+":", workspace.Path(rest)), e, nil
		}
	}
	p, err := workspace.ParsePath(name)
	if err != nil {
		return file{}, nil, &NoFileError{Name: name}
	}
	e.Note, e.Hint = opts.whyNoSource(p, "include below [sources]")
	return fileAt(fsys, "", p), e, nil
}

// whyNoSource says why a file is none, and what would make it one; list names where wisdom.toml lists more files.
func (o Options) whyNoSource(p workspace.Path, list string) (why, hint string) {
	if why, hint = o.whyExcluded(p); why != "" {
		return "it is no source: " + why, hint
	}
	pattern := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*?[]{}\`, r) {
			return '?'
		}
		return r
	}, string(p))
	hint = fmt.Sprintf("add %q to %s in wisdom.toml, which is beside SOUL.md: include = [%[1]q]", pattern, list)
	if name := p.Base(); p.Dir() == "memory" && strings.HasSuffix(name, ".md") && reYear().MatchString(name) &&
		!reDated().MatchString(name) {
		const report = "it is no source: a year in its name, and no date in front of it, makes it a report, which is not read"
		return report, "begin its name with the date, or " + hint
	}
	return "it is no source: it is in none of the usual places, and wisdom.toml does not name it", hint
}

// alike are the sources in a folder, or with the name of a file in another folder or in other letters.
func alike(files []file, p workspace.Path) []string {
	stem := func(p workspace.Path) string { return strings.TrimSuffix(lesson.FileName(p.Base()), ".md") }
	var like []string
	for _, f := range files {
		if f.fsys != nil && (f.path.Within(p) || stem(f.path) == stem(p)) {
			like = append(like, f.shown)
		}
	}
	return like
}
