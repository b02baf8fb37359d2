package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/internal/workspace"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
)

// ExamsFile keeps how models did in their exams. One that cannot be read is like none: models are examined again.
const ExamsFile workspace.Path = ".wisdom/exams.json"

const (
	// examsVersion is the schema version of the file.
	examsVersion = 1
	// mostExams is how many models are examined in a run at most, to find one that passes.
	mostExams = 3
)

// exams is the content of ExamsFile, a report for each model.
type exams struct {
	SchemaVersion int               `json:"schema_version"`
	Reports       []*distill.Report `json:"reports"`
}

// readExams reads the reports of exams with the same questions, and with the same embedding model if it helped.
func readExams(fsys workspace.FS, opts Options) (kept exams) {
	b, err := fsys.ReadFile(ExamsFile, workspace.MaxState)
	if err != nil || json.Unmarshal(b, &kept) != nil || kept.SchemaVersion != examsVersion {
		kept.Reports = nil
	}
	questions, embedder := distill.Questions(opts.Prompts), ""
	if opts.Embedder != nil {
		embedder = opts.Embedder.Name()
	}
	kept.Reports = slices.DeleteFunc(kept.Reports, func(r *distill.Report) bool {
		return r == nil || r.Questions != questions || r.Embedder != "" && r.Embedder != embedder
	})
	return kept
}

// of is the report of a model, nil without one.
func (e exams) of(model string) *distill.Report {
	if at := slices.IndexFunc(e.Reports, func(r *distill.Report) bool { return r.Model == model }); at >= 0 {
		return e.Reports[at]
	}
	return nil
}

// Passed reports whether a model passed the exam in an earlier run.
func Passed(fsys workspace.FS, opts Options, model *llm.Model) bool {
	r := readExams(fsys, opts).of(model.Identity())
	return r != nil && r.Passed
}

// Examine lets a model sit the exam, also where it did before, and keeps the report, unless it gave back not even the
// word at the beginning of a prompt. An exam that an error ended, as the end of a run's time does, goes on there.
func Examine(ctx context.Context, fsys workspace.FS, model *llm.Model, opts Options) (*distill.Report, error) {
	apart, began := model.Apart(), opts.Model.Now()
	r, err := distill.Sit(ctx, apart, opts.Embedder, opts.Prompts)
	if err == nil {
		err = apart.Forget()
	}
	if err != nil {
		return nil, fmt.Errorf("examine the model: %w", err)
	}
	u := apart.Usage()
	r.Requests, r.Read, r.Written, r.Seconds = u.Requests, u.Read, u.Written, opts.Model.Now().Sub(began).Seconds()
	r.Model, r.Name, r.Place = model.Identity(), model.Name(), model.Place().String()
	r.Date = opts.Collect.Now.Format(time.DateOnly)
	if slices.ContainsFunc(r.Skills, func(s distill.Skill) bool {
		return s.Name == string(distill.ReadWhole) && !s.Passed
	}) {
		return r, nil // a program that is not ready may be the next time
	}
	kept := readExams(fsys, opts)
	kept.SchemaVersion = examsVersion
	kept.Reports = append(slices.DeleteFunc(kept.Reports, func(o *distill.Report) bool { return o.Model == r.Model }), r)
	if err := workspace.MkdirAll(fsys, ExamsFile.Dir(), 0o700); err != nil {
		return r, err
	}
	return r, workspace.ReplaceJSON(fsys, ExamsFile, kept)
}

// ExamError says that no model may distill: each failed its exam.
type ExamError struct{ Reports []*distill.Report }

// Error implements error.
func (e *ExamError) Error() string {
	var all []string
	for _, r := range e.Reports {
		name := r.Place
		if r.Name != "" {
			name = "the model " + r.Name
		}
		all = append(all, fmt.Sprintf("%s failed its exam (%s)", name, r.Missed()))
	}
	return strings.Join(all, "; ")
}

// Connect finds the model that the options name. Where they name none, it is one that Ollama has: the best of those
// that passed the exam, else the largest that passes it now; of three at most. The report is nil where examine is false
// and the model is named. The error is an *ExamError where no model passed, unless DespiteExam, and as from llm.Connect.
func Connect(
	ctx context.Context, fsys workspace.FS, opts Options, examine bool,
) (model *llm.Model, report *distill.Report, err error) {
	named := opts.Model.IsNamed()
	if named && !examine {
		model, err = llm.Connect(ctx, fsys, opts.Model)
		return model, nil, err
	}
	kept := readExams(fsys, opts)
	names := []string{opts.Model.Name}
	if !named {
		if names, err = kept.installed(ctx, opts); err != nil {
			return nil, nil, err
		}
	}
	failed, sat := &ExamError{}, 0
	for _, name := range names {
		opts.Model.Name = name
		candidate, err := llm.Connect(ctx, fsys, opts.Model)
		if _, cannot := errors.AsType[*llm.ServerError](err); cannot && !named {
			continue // it makes vectors, say
		}
		if err != nil {
			return nil, nil, err
		}
		r := kept.of(candidate.Identity())
		if r == nil && sat < mostExams {
			sat++
			r, err = Examine(ctx, fsys, candidate, opts)
			if _, refused := errors.AsType[*llm.ServerError](err); refused && !named {
				continue // it is too large for the server, say
			}
			if err != nil {
				return nil, nil, err
			}
		}
		switch {
		case r == nil:
		case r.Passed:
			candidate.Limit(r.Longest)
			return candidate, r, nil
		default:
			if failed.Reports = append(failed.Reports, r); report == nil || r.Score() > report.Score() {
				model, report = candidate, r
			}
		}
	}
	if report == nil { // Ollama has none
		opts.Model.Name = ""
		model, err = llm.Connect(ctx, fsys, opts.Model)
		return model, nil, err
	}
	if !opts.DespiteExam {
		return nil, nil, failed
	}
	model.Limit(report.Longest)
	return model, report, nil
}

// Installed names the models that Ollama has and that this machine has the memory for: first those that passed the
// exam, the best first, then those that were not examined, then those that failed, the largest first.
func Installed(ctx context.Context, fsys workspace.FS, opts Options) (names []string, err error) {
	return readExams(fsys, opts).installed(ctx, opts)
}

func (e exams) installed(ctx context.Context, opts Options) (names []string, err error) {
	list, err := llm.List(ctx, opts.Model)
	if err != nil {
		return nil, err
	}
	score := func(m llm.Candidate) float64 {
		r := e.of(m.Digest)
		switch {
		case r == nil:
			return 0
		case !r.Passed:
			return -1
		}
		return r.Score()
	}
	slices.SortStableFunc(list, func(a, b llm.Candidate) int { return cmp.Compare(score(b), score(a)) })
	for _, m := range list {
		if opts.Memory == 0 || m.Bytes*6/5 <= opts.Memory { // it has a context, too
			names = append(names, m.Name)
		}
	}
	return names, nil
}
