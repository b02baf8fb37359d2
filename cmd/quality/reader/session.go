package reader

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wisdom/pipeline/llm/fake"
)

// Session lets a reader answer the requests of a run with files. Each request is a file
// HASH.prompt.txt, its answer HASH.answer.json. A run ends at the first request that cannot be
// written without an answer to an earlier one; it is run again once those are there.
type Session struct {
	dir     string
	learner Learner
	stop    context.CancelFunc
	missing []string // prompts without an answer
	step    string   // of the first of them
	err     error
}

// NewSession makes a session in a folder. stop ends the run.
func NewSession(dir string, learner Learner, stop context.CancelFunc) (*Session, error) {
	return &Session{dir: dir, learner: learner, stop: stop}, os.MkdirAll(dir, 0o755)
}

// Missing are the answers that the run needs to go on, as paths.
func (s *Session) Missing() []string { return s.missing }

// Err is an error that a file with an answer caused.
func (s *Session) Err() error { return s.err }

// Answer answers a request of the run.
func (s *Session) Answer(r fake.Request) fake.Reply {
	reply, err := s.answer(r)
	if err != nil {
		if !errors.Is(err, errWaiting) {
			s.err = err
		}
		s.stop()
		return fake.Reply{Status: 400, Error: err.Error()}
	}
	return reply
}

var errWaiting = errors.New("answers are missing")

func (s *Session) answer(r fake.Request) (fake.Reply, error) {
	asked := r.Read()
	if len(s.missing) > 0 && (asked.Step != s.step || asked.Again) {
		return fake.Reply{}, errWaiting
	}
	text := r.Prompt + "\n\n=== JSON schema of the answer ===\n" + string(r.Format) + "\n"
	name := filepath.Join(s.dir, fmt.Sprintf("%.6x", sha256.Sum256([]byte(text))))
	if err := os.WriteFile(name+".prompt.txt", []byte(text), 0o600); err != nil {
		return fake.Reply{}, err
	}
	path := name + ".answer.json"
	b, err := os.ReadFile(path)
	if err == nil {
		if err := s.learner.learn(r, string(b)); err != nil {
			return fake.Reply{}, fmt.Errorf("%s: %w", path, err)
		}
		return fake.Reply{Text: string(b)}, nil
	}
	if !os.IsNotExist(err) {
		return fake.Reply{}, err
	}
	s.missing, s.step = append(s.missing, path), asked.Step
	return placeholderFor(asked)
}

// placeholderFor is an answer that lets the requests of the same step go on; in other steps the next request depends on
// the answer.
func placeholderFor(asked fake.Asked) (fake.Reply, error) {
	switch asked.Step {
	case "assign":
		notes := []fake.AssignedNote{}
		for _, n := range asked.Notes() {
			notes = append(notes, fake.AssignedNote{Note: n.Number})
		}
		return fake.Answer{Notes: notes}.Reply(), nil
	case "verify":
		lines := []fake.VerifiedLine{}
		for _, b := range asked.Blocks {
			for _, l := range b.Lines {
				lines = append(lines, fake.VerifiedLine{Line: l.Number, Yes: []int{}, Verdict: "ok"})
			}
		}
		return fake.Answer{Lines: lines}.Reply(), nil
	}
	return fake.Reply{}, errWaiting
}
