package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ollama/ollama/api"

	"wisdom/internal/tokens"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// mostTries is how often a request is sent that fails for a reason which may pass.
	mostTries = 4
	// endless is from how many equal parts in a row on an answer that broke off is taken for one that the server gave up:
	// it does so after thirty equal tokens.
	endless = 25
	// seed makes equal requests draw equally, should a model draw at all.
	seed = 7
	// leastRead is the least share of a prompt's o200k_base tokens that a server counts which has read all of it;
	// mostCharacters is how many characters it takes for a token at most. Some servers only estimate, four characters a
	// token, which for Chinese is a third of what they are.
	leastRead, mostCharacters = 0.6, 5
)

var (
	// errBrokeOff is for an answer without its end.
	errBrokeOff = errors.New("the answer broke off")
	// errOtherForm is for a server that does not take a request in one form; the next one has another.
	errOtherForm = errors.New("the server wants another form of request")
	// errTooMuchWritten is for an answer that reached its bound.
	errTooMuchWritten = &distill.BadAnswerError{Reason: "it was too long and broke off"}
)

// ask gets an answer and reads it into a value: a known one, or one from the server. written bounds the answer, in
// tokens. One that cannot be used is known too, and would come again, as long as the server stays the same; where its
// version is not known, that cannot be told, and such an answer is not kept.
func (m *Model) ask(ctx context.Context, prompt prompts.Prompt, written int, into any) error {
	key := m.cache.key(m.identity(), prompt, written)
	known, found := m.known(key, func(a answer) bool {
		again := a.Server == m.Version && (a.Bad != "" || a.TooLong >= m.context)
		return again || a.Bad == "" && decode(a.Text, into) == nil
	})
	if found {
		return known.err()
	}
	a, err := m.send(ctx, prompt, written)
	if err == nil || is[*distill.BadAnswerError](err) {
		if fault := decode(a.Text, into); err == nil || fault == nil { // of one that broke off, a part may do
			err = fault
		}
	}
	m.count(prompt, &a)
	if bad, isBad := errors.AsType[*distill.BadAnswerError](err); isBad {
		a.Bad, a.Server = bad.Reason, m.Version
	} else if is[*distill.TooLongError](err) && a.Read == 0 { // the server refused it
		a = answer{TooLong: m.context, Server: m.Version}
	} else if err != nil {
		return err
	}
	m.progress.done(a)
	if a.err() != nil && m.Version == "" {
		return a.err()
	}
	return cmp.Or(m.cache.put(key, a), a.err())
}

// known is an answer that was kept, if it can be used; it costs no request.
func (m *Model) known(key string, usable func(answer) bool) (a answer, found bool) {
	if a, found = m.cache.get(key); found && usable(a) {
		m.usage.Cached++
		m.progress.report(true, true)
		return a, true
	}
	return a, false
}

// count adds the tokens of an answer to the usage, in o200k_base where the server does not count them.
func (m *Model) count(prompt prompts.Prompt, a *answer) {
	if !a.counted && a.Text != "" {
		a.Read, a.Written = tokens.Measure(prompt.Text).O200k, tokens.Measure(a.Text).O200k
	}
	m.usage.Read += a.Read
	m.usage.Written += a.Written
}

func is[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// identity names the model that answers: how and where it is reached, and its bytes or its name.
func (m *Model) identity() []string {
	return append([]string{m.place.Engine, m.place.Name, cmp.Or(m.Digest, m.opts.Name)}, m.opts.Command...)
}

// send sends a request, again if need be.
func (m *Model) send(ctx context.Context, prompt prompts.Prompt, written int) (a answer, err error) {
	tries, err := m.patiently(ctx, func() error {
		for again := true; again; again = errors.Is(err, errOtherForm) { // of a few forms, each is refused once
			m.usage.Requests++
			a, err = m.once(ctx, prompt, written)
		}
		return err
	})
	if passing, passes := errors.AsType[*passingError](err); passes {
		return answer{}, &UnreachableError{m.place, fmt.Errorf("%w (tried %d times)", passing.err, tries)}
	} else if err != nil {
		return a, err
	}
	m.confirm(ctx)
	return a, m.whole(prompt.Text, a)
}

// patiently does something, and again where it fails for a reason which may pass. A program that fails does so for
// another one as a rule (no login, no credit): it is run twice at most.
func (m *Model) patiently(ctx context.Context, do func() error) (tries int, err error) {
	most := mostTries
	if m.place.Engine == Command {
		most = 2
	}
	for pause := m.opts.Pause; ; pause *= 2 {
		tries++
		if err = do(); ctx.Err() != nil {
			return tries, ctx.Err()
		}
		if !is[*passingError](err) || tries == most {
			return tries, err
		}
		select {
		case <-ctx.Done():
			return tries, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// once sends a request once.
func (m *Model) once(ctx context.Context, prompt prompts.Prompt, written int) (answer, error) {
	left := m.deadline.Sub(m.opts.Now())
	if left <= 0 {
		return answer{}, m.late()
	}
	within, cancel := context.WithTimeout(ctx, min(m.opts.Timeout, left))
	defer cancel()
	m.progress.start()
	before, equal := "", 0
	a, err := m.transport.generate(within, request{prompt, written, m.context}, func(part string) {
		m.progress.token()
		part = strings.TrimSpace(part)
		if equal++; part != before {
			before, equal = part, 1
		}
	})
	if a.took == 0 {
		a.took = m.progress.writing()
	}
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case err != nil && within.Err() != nil:
		return answer{}, m.late()
	case errors.Is(err, errBrokeOff) && equal >= endless:
		return a, &distill.BadAnswerError{Reason: "it said the same over and over, without an end"}
	case is[*distill.TooLongError](err):
		return answer{}, &distill.TooLongError{Context: m.context}
	}
	return a, err
}

// late is the error for time that ran out.
func (m *Model) late() error {
	if m.opts.Now().Before(m.deadline) {
		return &UnreachableError{m.place, &LateError{"model.timeout", m.opts.Timeout}}
	}
	return &UnreachableError{m.place, &LateError{"", m.opts.RunTimeout}}
}

// whole compares what the server counted with what was sent. A prompt that fills the context was cut, and so was one
// that counts far fewer tokens than o200k_base has: no vocabulary is that much larger.
func (m *Model) whole(prompt string, a answer) error {
	least := min(leastRead*float64(tokens.Measure(prompt).O200k), float64(utf8.RuneCountInString(prompt))/mostCharacters)
	if a.counted && (a.Read >= m.given || float64(a.Read) < least) {
		return &distill.TooLongError{Context: m.given}
	}
	return nil
}

// confirm asks Ollama once which context it really gave the model; others cannot tell. What is asked for stays the
// same: another one would load the model anew. Every answer is checked anyway.
func (m *Model) confirm(ctx context.Context) {
	ollama, tells := m.transport.(*ollamaAPI)
	if m.confirmed || !tells {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	n, err := ollama.running(ctx)
	if n > 0 {
		m.given = min(m.given, n)
	}
	m.confirmed = err == nil
}

// answer is what a model said, and the tokens it took.
type answer struct {
	Text    string        `json:"text"`
	Read    int           `json:"read"`
	Written int           `json:"written"`
	took    time.Duration // to write it
	counted bool          // the server counted the tokens
	// first are the likeliest first tokens, and Margin what they say, where a margin was asked for.
	first  []api.TokenLogprob
	Margin *float64 `json:"margin,omitempty"`
	// Bad says why it cannot be used, TooLong is the context in tokens that did not hold the request; Server is the
	// version that gave it then.
	Bad     string `json:"bad,omitempty"`
	TooLong int    `json:"too_long,omitempty"`
	Server  string `json:"server,omitempty"`
}

// err is the error for a bad answer.
func (a answer) err() error {
	switch {
	case a.TooLong > 0:
		return &distill.TooLongError{Context: a.TooLong}
	case a.Bad != "":
		return &distill.BadAnswerError{Reason: a.Bad}
	}
	return nil
}

// decode reads the JSON of an answer. Thoughts before it, a Markdown fence around it, and talk behind it are left
// aside: servers that know no schema let them through. Of one that broke off, the beginning is read.
func decode(text string, into any) error {
	if _, after, thought := strings.Cut(text, "</think>"); thought {
		text = after
	}
	at := strings.IndexByte(text, '{')
	switch {
	case strings.TrimSpace(text) == "":
		return &distill.BadAnswerError{Reason: "it was empty"}
	case at < 0:
		return &distill.BadAnswerError{Reason: "it was no JSON"}
	}
	var object json.RawMessage
	if json.NewDecoder(strings.NewReader(text[at:])).Decode(&object) != nil {
		object = beginning(text[at:])
	}
	if json.Unmarshal(object, into) != nil {
		return &distill.BadAnswerError{Reason: "it was no JSON of the form that is asked for"}
	}
	return nil
}

// beginning is a JSON object that broke off, up to the last whole object or row in a list of it, with what is open
// closed: the things of a request that the answer tells of. It is nil without any.
func beginning(text string) json.RawMessage {
	var whole json.RawMessage
	var open []byte // what closes it, the innermost first
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			open = append([]byte{c + 2}, open...) // "}" is two behind "{", and "]" two behind "["
		case len(open) > 1 && (c == '}' || c == ']') && open[0] == c && open[1] == ']':
			open = open[1:]
			whole = json.RawMessage(text[:i+1] + string(open))
		case len(open) > 0 && c == open[0]:
			open = open[1:]
		}
	}
	return whole
}
