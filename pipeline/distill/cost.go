package distill

import (
	"wisdom/internal/tokens"
	"wisdom/prompts"
)

// Cost is about what a run will ask of a model.
type Cost struct {
	Requests int
	// Read and Written are the tokens (o200k_base) of all prompts and of all answers.
	Read, Written int
}

// rowWritten and lineWritten are how many tokens the answers take about for a lesson, and for a practice.
const rowWritten, lineWritten = 11, 80

// plan is about how many requests each step takes, and what they cost. It tells the model of them.
func (s *study) plan() (cost Cost) {
	shown, lines, sample, verified := s.shown(s.unknown()), 0, 0, 0
	for _, p := range s.practices {
		if p.draft != nil {
			verified += len(p.fresh)
		}
	}
	s.planned = map[prompts.Name]int{
		prompts.Assign: parts(len(shown), assignSize), prompts.Verify: parts(len(shown)+verified, inRequest),
	}
	if !s.found() && len(shown) >= s.opts.Support {
		sample = min(len(shown), sampleSize)
		lines = among(sample)
		s.planned[prompts.Word] = parts(lines, wordSize)
		if s.planned[prompts.Find] = parts(sample, s.batch(shown)); s.planned[prompts.Find] > 1 {
			s.planned[prompts.Find] += 2 // one merges the lists, one looks at what none of them takes
		}
	}
	for _, n := range s.planned {
		cost.Requests += n
	}
	s.model.Expect(cost.Requests)
	text := sizeOf(shown)
	each := text / max(len(shown), 1)
	cost.Read = cost.Requests*overhead*2/3 + 2*text + (sample+verified)*each
	if s.opts.Form.Margins {
		asked := marginRequests(len(shown), max(lines, len(s.practices)), s.opts.Embedder)
		cost.Requests, cost.Read = cost.Requests+asked, cost.Read+asked*perMargin
	}
	cost.Written = rowWritten*len(shown) + lineWritten*lines + perYes*verified
	return cost
}

// sizeOf is how many tokens lessons take in a prompt.
func sizeOf(shown []shownLesson) (size int) {
	for _, l := range shown {
		size += tokens.Measure(l.Text).O200k + around
	}
	return size
}

// parts is how many parts of at most some size n things make.
func parts(n, size int) int { return (n + size - 1) / size }
