package reader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"wisdom/pipeline/llm/fake"
)

// Session lets a reader answer the requests of a run with files. Each request is a file
// NNN.prompt.txt, its answer NNN.answer.json. A run ends at the first request that cannot be
// written without an answer to an earlier one; it is run again once those are there.
type Session struct {
	dir     string
	learner learner
	stop    context.CancelFunc
	names   map[string]string // of files, by key
	missing []string          // prompts without an answer
	step    string            // of the first of them
	err     error
}

// learner takes the answers in: a Learner or a TableLearner.
type learner interface {
	parse(asked fake.Request) request
	learn(asked fake.Request, text string) error
}

// NewSession makes a session in a folder. stop ends the run.
func NewSession(dir string, learner learner, stop context.CancelFunc) (*Session, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s := &Session{dir: dir, learner: learner, stop: stop, names: map[string]string{}}
	keys, err := filepath.Glob(filepath.Join(dir, "*.key"))
	if err != nil {
		return nil, err
	}
	for _, file := range keys {
		key, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s.names[string(key)] = strings.TrimSuffix(filepath.Base(file), ".key")
	}
	return s, nil
}

// Missing are the answers that the run needs to go on, as paths.
func (s *Session) Missing() []string { return s.missing }

// Err is an error that a file with an answer caused.
func (s *Session) Err() error { return s.err }

// Answer answers a request of the run.
func (s *Session) Answer(asked fake.Request) fake.Reply {
	text, err := s.answer(asked)
	if err != nil {
		if !errors.Is(err, errWaiting) {
			s.err = err
		}
		s.stop()
		return fake.Reply{Status: 400, Error: err.Error()}
	}
	return fake.Reply{Text: text}
}

func (s *Session) answer(asked fake.Request) (string, error) {
	r := s.learner.parse(asked)
	if len(s.missing) > 0 && (r.step != s.step || r.again) {
		return "", errWaiting
	}
	name, err := s.write(asked)
	if err != nil {
		return "", err
	}
	path := filepath.Join(s.dir, name+".answer.json")
	b, err := os.ReadFile(path)
	if err == nil {
		if err := s.learner.learn(asked, string(b)); err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		return string(b), nil
	}
	if !os.IsNotExist(err) {
		return "", err
	}
	s.missing, s.step = append(s.missing, path), r.step
	placeholder := placeholderFor(&r)
	if placeholder == "" {
		return "", errWaiting
	}
	return placeholder, nil
}

var errWaiting = errors.New("answers are missing")

// placeholderFor is an answer that lets the requests of the same step go on; empty for a
// step where the next request depends on it.
func placeholderFor(r *request) string {
	answer := map[string]any{}
	switch r.step {
	case "assign":
		notes := []assignedNote{}
		for _, n := range r.notes() {
			notes = append(notes, assignedNote{Note: n.number})
		}
		answer["notes"] = notes
	case "verify":
		lines := []verifiedLine{}
		for _, b := range r.blocks {
			for _, l := range b.lines {
				lines = append(lines, verifiedLine{Line: l.number, Yes: []int{}, Verdict: "ok"})
			}
		}
		answer["lines"] = lines
	default:
		return ""
	}
	b, err := json.Marshal(answer)
	if err != nil {
		panic(err) // only values of this package come here
	}
	return string(b)
}

// write writes a request to a file, once, and returns the name of it.
func (s *Session) write(asked fake.Request) (string, error) {
	sum := sha256.Sum256([]byte(asked.Prompt + string(asked.Format)))
	key := hex.EncodeToString(sum[:])
	if name := s.names[key]; name != "" {
		return name, nil
	}
	name := fmt.Sprintf("%03d", len(s.names)+1)
	s.names[key] = name
	text := asked.Prompt + "\n\n=== JSON schema of the answer ===\n" + string(asked.Format) + "\n"
	if err := os.WriteFile(filepath.Join(s.dir, name+".prompt.txt"), []byte(text), 0o600); err != nil {
		return "", err
	}
	return name, os.WriteFile(filepath.Join(s.dir, name+".key"), []byte(key), 0o600)
}
