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
func locate(fsys workspace.FS, known *lesson.Ledger, opts Options, name string) (f file, note string, err error) {
	opts = opts.after(known)
	for _, f := range find(fsys, known, opts) {
		day, _ := time.Parse(time.DateOnly, f.date)
		switch {
		case f.shown != name || f.fsys == nil:
		case !f.known && f.status != "":
			return f, "it is no source: " + f.note, nil
		case !f.known:
			return f, "", nil
		case day.Before(opts.windowStart()) && !day.IsZero():
			const old = "no new lesson is taken from it: it is older than %d days (lookback_days below [sources] in wisdom.toml)"
			return f, fmt.Sprintf(old, opts.LookbackDays), nil
		}
	}
	for _, extra := range opts.Extra {
		if rest, ok := strings.CutPrefix(name, extra.Name+":"); ok && extra.FS != nil {
			p := workspace.Path(rest)
			return fileAt(extra.FS, extra.Name+":", p), opts.whyNoSource(p), nil
		}
	}
	p, err := workspace.ParsePath(name)
	if err != nil {
		return file{}, "", &NoFileError{Name: name}
	}
	return fileAt(fsys, "", p), opts.whyNoSource(p), nil
}

// whyNoSource says why a file is no source.
func (o Options) whyNoSource(p workspace.Path) string {
	switch why := o.whyExcluded(p); {
	case why != "":
		return "it is no source: " + why
	case p.Dir() == "memory" && strings.HasSuffix(p.Base(), ".md") && reYear().MatchString(p.Base()):
		return "it is no source: a year in its name, and no date in front of it, makes it a report, which is not read"
	}
	return "it is no source: it is in none of the usual places, and no include in wisdom.toml names it"
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
