package distill

import (
	"fmt"
	"strings"
	"time"

	"wisdom/pipeline/distill/exam"
)

// Report is how a model did in its exam. Its JSON is kept in the workspace, and printed by doctor --exam --json.
type Report struct {
	// Model names the model as llm.Model.Identity does; Name and Place are for people, Date is YYYY-MM-DD.
	Model string `json:"identity"`
	Name  string `json:"model"`
	Place string `json:"place"`
	Date  string `json:"date"`
	// Questions names the prompts and the items.
	Questions string  `json:"questions"`
	Passed    bool    `json:"passed"`
	Skills    []Skill `json:"skills"`
	// Form is how the model is asked from now on; by margins with Embedder, if it is not empty.
	Form     Form   `json:"form"`
	Embedder string `json:"embedder,omitempty"`
	// Longest is how many tokens (o200k_base) the longest prompt has that is read whole; 0 where the server counts them.
	Longest int `json:"longest_prompt,omitempty"`
	// Requests, Read and Written say what was asked, Seconds how long all of it took; of an exam that went on where an
	// earlier one ended, what was left of it.
	Requests int     `json:"requests"`
	Read     int     `json:"tokens_read"`
	Written  int     `json:"tokens_written"`
	Seconds  float64 `json:"seconds"`
}

// Skill is how a model did in one skill. Scores are from 0 to 1.
type Skill struct {
	Name  string  `json:"skill"`
	Right int     `json:"right"`
	Of    int     `json:"of"`
	Score float64 `json:"score"`
	exam.Mark
	Passed bool `json:"passed"`
	// Margins is the score by margins; nil where they were not asked for.
	Margins *float64 `json:"margins,omitempty"`
}

// Score is the sum of the scores.
func (r *Report) Score() (sum float64) {
	for _, s := range r.Skills {
		sum += s.Score
	}
	return sum
}

// Takes is how long it takes to ask so much at the speed of the exam; 0 if that is not known.
func (r *Report) Takes(c Cost) time.Duration {
	if r == nil || r.Read+r.Written == 0 {
		return 0
	}
	return time.Duration(r.Seconds / float64(r.Read+r.Written) * float64(c.Read+c.Written) * float64(time.Second))
}

// Missed says in words which marks were missed, and by how much; empty if none.
func (r *Report) Missed() string {
	missed := only(r.Skills, func(s Skill) bool { return !s.Passed })
	return strings.Join(mapped(missed, func(s Skill) string {
		by := ""
		if s.Margins != nil {
			by = fmt.Sprintf(", by margins %.2f", *s.Margins)
		}
		return fmt.Sprintf("%s: %.2f%s, %.2f below the mark", s.Name, s.Score, by, s.Least-s.Score)
	}), "; ")
}
