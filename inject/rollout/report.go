package rollout

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// Report is what an acceptance came to. Its JSON is a contract.
type Report struct {
	SchemaVersion int         `json:"schema_version"`
	At            time.Time   `json:"at"`
	Version       string      `json:"version"` // of this program
	HostState     HostVersion `json:"host"`
	Form          hook.Form   `json:"form"` // what was enabled, "" for neither
	// Rules is the hash of the table; another table is another thing to accept.
	Rules    workspace.Hash `json:"rules"`
	Criteria []Criterion    `json:"criteria"`
}

// HostVersion is the host that a report is about.
type HostVersion struct {
	Version  string `json:"version"`
	Verified bool   `json:"verified"`
}

// Passed reports whether every criterion passed.
func (r *Report) Passed() bool {
	return !slices.ContainsFunc(r.Criteria, func(c Criterion) bool { return c.Result != Pass })
}

// Markdown is the report for people.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Acceptance, %s\n\n", r.At.UTC().Format("2006-01-02 15:04 MST"))
	host := "no host was found"
	switch v := r.HostState; {
	case v.Verified:
		host = fmt.Sprintf("OpenClaw %s (verified)", v.Version)
	case v.Version != "":
		host = fmt.Sprintf("OpenClaw %s (not verified)", v.Version)
	}
	form := "neither the plugin nor the hook was enabled"
	if r.Form != "" {
		form = fmt.Sprintf("the %s was enabled", r.Form)
	}
	fmt.Fprintf(&b, "wisdom %s; %s; %s.\n\n", r.Version, host, form)
	b.WriteString(
		"PASS and FAIL are given to what was observed, BLOCKED to what could not be.\n" +
			"Whether an answer is right, only a person can tell: the answers are quoted.\n\n" +
			"| criterion | result | what it says |\n|---|---|---|\n",
	)
	for _, c := range r.Criteria {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", c.ID, c.Result, c.About)
	}
	for _, c := range r.Criteria {
		fmt.Fprintf(&b, "\n## %s: %s\n\n", c.ID, c.Result)
		for _, seen := range c.Evidence {
			fmt.Fprintf(&b, "- %s\n", seen)
		}
		if c.Why != "" {
			fmt.Fprintf(&b, "- Why not PASS: %s\n", c.Why)
		}
	}
	return b.String()
}

// reportName is how the names of reports begin; the date follows.
const reportName = "acceptance-"

// Save writes a report into a folder, as Markdown and as JSON, under names that no other report has. The caller holds
// the lock.
func (r *Report) Save(fsys workspace.FS, dir workspace.Path) (text workspace.Path, err error) {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	if err := workspace.MkdirAll(fsys, dir, 0o755); err != nil {
		return "", err
	}
	first := reportName + r.At.UTC().Format(time.DateOnly)
	name := first
	for n := 2; ; n++ {
		hasText, err := workspace.Exists(fsys, dir.Join(name+".md"))
		hasData, derr := workspace.Exists(fsys, dir.Join(name+".json"))
		if err := cmp.Or(err, derr); err != nil {
			return "", err
		}
		if !hasText && !hasData {
			break
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
	if err := workspace.Replace(fsys, dir.Join(name+".json"), append(b, '\n'), 0o644); err != nil {
		return "", err
	}
	text = dir.Join(name + ".md")
	return text, workspace.Replace(fsys, text, []byte(r.Markdown()), 0o644)
}

// Accepted is the newest result of each criterion among the reports in a folder that are about the table with these
// rules, with the time of its report. What is no report is skipped.
func Accepted(fsys workspace.FS, dir workspace.Path, rules workspace.Hash) (map[string]Observed, error) {
	entries, err := workspace.List(fsys, dir)
	if err != nil {
		return nil, err
	}
	type saved struct {
		Report
		path workspace.Path
	}
	var reports []saved
	for _, entry := range entries {
		name, isJSON := strings.CutSuffix(entry.Name, ".json")
		if !isJSON || !strings.HasPrefix(name, reportName) {
			continue
		}
		b, err := fsys.ReadFile(dir.Join(entry.Name), workspace.MaxState)
		r := saved{path: dir.Join(name + ".md")}
		if err == nil && json.Unmarshal(b, &r.Report) == nil && r.SchemaVersion == 1 && r.Rules == rules {
			reports = append(reports, r)
		}
	}
	slices.SortStableFunc(reports, func(a, b saved) int { // of one moment, the number in the name decides
		return cmp.Or(a.At.Compare(b.At), len(a.path)-len(b.path), cmp.Compare(a.path, b.path))
	})
	all := map[string]Observed{}
	for _, r := range reports {
		for _, c := range r.Criteria {
			all[c.ID] = Observed{c, r.At, r.path}
		}
	}
	return all, nil
}

// Observed is a criterion with its report.
type Observed struct {
	Criterion
	At   time.Time
	Path workspace.Path
}
