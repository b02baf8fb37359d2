package llm

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"wisdom/internal/text"
	"wisdom/pipeline/distill"
	"wisdom/prompts"
)

const (
	// unknownContext is the context that is assumed of a server that tells none: what Ollama and LM Studio give without
	// being asked for more. Both cut what is longer without a word.
	unknownContext = 4096
	// mostAnswered bounds what is read of an answer, in bytes.
	mostAnswered = 4 << 20
	// mostExplained bounds what is read of an error, in bytes.
	mostExplained = 64 << 10
)

// openAI reaches a model by the API of OpenAI, as llama.cpp, LM Studio and vLLM offer it: /models, and
// /chat/completions with a JSON schema, as a stream.
type openAI struct {
	client *http.Client
	base   *url.URL
	place  Place
	name   string
	key    string
	forms  []*form
}

// form is a part of a request that not every server takes.
type form struct {
	// refused are the words for it in the error of a server that does not.
	refused *regexp.Regexp
	// ways write it into a request, the preferred one first; the last one leaves it out.
	ways []way
}

type way func(body map[string]any, r request)

// inputType is the field by which some servers tell queries from passages; others pass it over or refuse it.
const inputType = "input_type"

// newForms are the parts of a request that may have to be given another form.
func newForms() []*form {
	none := func(map[string]any, request) {}
	field := func(name string, value any) []way {
		return []way{func(body map[string]any, _ request) { body[name] = value }, none}
	}
	unless := func(refused string, ways ...way) *form { return &form{regexp.MustCompile(refused), ways} }
	return []*form{
		unless(inputType, none, func(body map[string]any, _ request) { delete(body, inputType) }),
		unless(`response_?format|json_?schema|json_object|guided|grammar`,
			func(body map[string]any, r request) {
				schema := map[string]any{"name": "answer", "strict": true, "schema": r.prompt.Schema}
				body["response_format"] = map[string]any{"type": "json_schema", "json_schema": schema}
			},
			func(body map[string]any, r request) {
				body["response_format"] = map[string]any{"type": "json_object"}
				body["messages"] = messages(withSchema(r.prompt))
			},
			func(body map[string]any, r request) { body["messages"] = messages(withSchema(r.prompt)) }),
		unless(`max_tokens`,
			func(body map[string]any, r request) { body["max_tokens"] = r.written },
			func(body map[string]any, r request) { body["max_completion_tokens"] = r.written }),
		unless(`stream_options`, field("stream_options", map[string]any{"include_usage": true})...),
		// Thinking off, as llama.cpp and vLLM take it, and as Ollama and hosted servers do.
		unless(`chat_template_kwargs`, field("chat_template_kwargs", map[string]any{"enable_thinking": false})...),
		unless(`logprobs`, logprobs(mostTokens), logprobs(fewTokens), none),
		unless(`reasoning`, field("reasoning_effort", "none")...),
		unless(`temperature`, field("temperature", 0)...),
		unless(`seed`, field("seed", seed)...),
	}
}

// logprobs asks for the log probabilities of so many tokens, where a margin is asked for.
func logprobs(most int) way {
	return func(body map[string]any, r request) {
		if r.margin() {
			delete(body, "response_format")
			body["messages"], body["logprobs"], body["top_logprobs"] = messages(r.prompt.Text), true, most
		}
	}
}

func messages(prompt string) []map[string]string {
	return []map[string]string{{"role": "user", "content": prompt}}
}

// withSchema is a prompt that shows its schema, for a model that gets it in no other way.
func withSchema(p prompts.Prompt) string {
	const ask = "\n\nAnswer with one JSON object that fits this JSON schema, and with nothing else:\n\n"
	return strings.TrimRight(p.Text, "\n") + ask + string(p.Schema) + "\n"
}

func newOpenAI(opts Options) (transport, Place, error) {
	base, socket, err := ParseBase(opts.Host)
	if err != nil {
		return nil, Place{}, err
	}
	place := Place{OpenAI, base.String()}
	if socket != "" {
		place.Name = "unix:" + socket
	}
	if !IsHere(base) && !opts.AllowRemote {
		return nil, place, &RemoteError{opts.Name, place.Name}
	}
	client := guarded(base, socket, opts.Transport)
	return &openAI{client, base, place, opts.Name, opts.Key, newForms()}, place, nil
}

// find asks for the list of models.
func (o *openAI) find(ctx context.Context) (about, error) {
	response, err := o.send(ctx, http.MethodGet, "models", nil)
	if is[*passingError](err) {
		err = &UnreachableError{o.place, err}
	}
	if err != nil {
		return about{}, err
	}
	defer func() { _ = response.Body.Close() }() // was only read
	var list struct {
		Data []struct {
			ID string `json:"id"`
			// The context, as vLLM, other servers and llama.cpp tell it.
			MaxModelLen   int `json:"max_model_len"`
			ContextLength int `json:"context_length"`
			Meta          struct {
				Context int `json:"n_ctx"`
			} `json:"meta"`
		} `json:"data"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, mostAnswered)).Decode(&list); err != nil || list.Data == nil {
		no := errors.New("what answers is no OpenAI-compatible server, it lists no models")
		return about{}, &UnreachableError{o.place, cmp.Or(ctx.Err(), no)}
	}
	missing := &MissingError{Model: o.name, Place: o.place}
	for _, m := range list.Data {
		if m.ID == o.name {
			told := min(cmp.Or(m.Meta.Context, m.MaxModelLen, m.ContextLength, unknownContext), longestContext)
			return about{context: told}, nil
		}
		missing.Others = append(missing.Others, m.ID)
	}
	return about{}, missing
}

// send makes a request below the base address, and returns the answer to it, which is to be closed. Without one, it is
// an *UnreachableError.
func (o *openAI) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, o.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if o.key != "" {
		r.Header.Set("Authorization", "Bearer "+o.key)
	}
	response, err := o.client.Do(r)
	if err != nil {
		return nil, &UnreachableError{o.place, o.withoutKey(withoutAddress(err))}
	}
	if response.StatusCode != http.StatusOK {
		defer func() { _ = response.Body.Close() }() // was only read
		return nil, o.explain(response, method == http.MethodGet)
	}
	return response, nil
}

// post sends a question and returns the answer to it, which is to be closed.
func (o *openAI) post(ctx context.Context, path string, body map[string]any) (*http.Response, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	response, err := o.send(ctx, http.MethodPost, path, b)
	if gone, is := errors.AsType[*UnreachableError](err); is {
		err = &passingError{gone.Err}
	}
	return response, err
}

// generate implements transport.
func (o *openAI) generate(ctx context.Context, r request, part func(string)) (answer, error) {
	body := map[string]any{"model": o.name, "messages": messages(r.prompt.Text), "stream": true}
	for _, f := range o.forms {
		f.ways[0](body, r)
	}
	response, err := o.post(ctx, "chat/completions", body)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }() // was only read
	return o.read(response.Body, r, part)
}

// chunk is a part of an answer, or, from a server that does not stream, all of it.
type chunk struct {
	Choices []struct {
		Delta    struct{ Content string } `json:"delta"`
		Message  struct{ Content string } `json:"message"`
		Reason   string                   `json:"finish_reason"`
		Logprobs struct{ Content []api.Logprob }
	} `json:"choices"`
	Usage *struct {
		Read    int `json:"prompt_tokens"`
		Written int `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// read reads an answer: a stream of events, each with a part, or, from a server that does not stream, one JSON object.
// Its end is a part that tells why it ends, or the mark of the stream.
func (o *openAI) read(body io.Reader, r request, part func(string)) (answer, error) {
	in := bufio.NewReader(io.LimitReader(body, mostAnswered))
	reading := reading{part: part}
	if first, _ := in.Peek(1); string(first) == "{" {
		if b, err := io.ReadAll(in); err == nil {
			reading.take(b)
		}
	} else {
		reading.events(in)
	}
	a := reading.answer
	a.Text = reading.text.String()
	switch {
	case reading.wrong != "":
		return answer{}, &passingError{o.withoutKey(errors.New(reading.wrong))}
	case reading.reason == "":
		return a, &passingError{errBrokeOff}
	case reading.reason == "length" && !r.margin():
		return a, errTooMuchWritten
	case reading.reason == "content_filter":
		return a, &distill.BadAnswerError{Reason: "the server's filter let nothing through"}
	}
	return a, nil
}

// reading is an answer as far as it was read.
type reading struct {
	part   func(string)
	answer answer
	text   strings.Builder
	reason string // why it ended; empty while it has not
	wrong  string // what the server reports instead of an end
}

// events reads a stream of events. Other fields of an event, and comments, are passed over.
func (r *reading) events(in io.Reader) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostAnswered)
	for lines.Scan() && r.wrong == "" {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case string(field) == "error": // so llama.cpp did for long
			r.wrong = cmp.Or(messageOf(value), string(value))
		case string(field) != "data":
		case string(value) == "[DONE]":
			r.reason = cmp.Or(r.reason, "stop")
		case !r.take(value):
			return
		}
	}
}

// take takes a part of an answer, and reports whether it is one.
func (r *reading) take(b []byte) bool {
	var c chunk
	if json.Unmarshal(b, &c) != nil {
		return false
	}
	if string(c.Error) != "null" {
		r.wrong = cmp.Or(messageOf(c.Error), string(c.Error))
	}
	if c.Usage != nil && c.Usage.Read > 0 {
		r.answer.Read, r.answer.Written, r.answer.counted = c.Usage.Read, c.Usage.Written, true
	}
	for _, choice := range c.Choices {
		if said := choice.Delta.Content + choice.Message.Content; said != "" {
			r.part(said)
			r.text.WriteString(said)
		}
		if tokens := choice.Logprobs.Content; len(tokens) > 0 && r.answer.first == nil {
			r.answer.first = tokens[0].TopLogprobs
		}
		r.reason = cmp.Or(choice.Reason, r.reason)
	}
	return true
}

// reTooLong tells the errors for a prompt that the context does not hold.
var reTooLong = text.Lazily(
	`(?i)context[ _](?:length|size|window)|exceed_context|when context the overflows|maximum context|prompt is too long`,
)

// explain says what an error of the server means; listing is for the request that asks for its models.
func (o *openAI) explain(response *http.Response, listing bool) error {
	b, _ := io.ReadAll(io.LimitReader(response.Body, mostExplained)) // as much as there is
	status := response.StatusCode
	message := cmp.Or(messageOf(b), response.Status)
	err := o.withoutKey(errors.New(message))
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return &ServerError{o.place, fmt.Errorf("it wants a login: %w", err), true}
	case passes(status, message):
		return &passingError{err}
	case listing && status == http.StatusNotFound:
		return &ServerError{Place: o.place, Err: fmt.Errorf("it has no list of models: %w", err)}
	case status == http.StatusNotFound:
		return &MissingError{Model: o.name, Place: o.place}
	case reTooLong().MatchString(message):
		return &distill.TooLongError{}
	case (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity) && o.concede(message):
		return errOtherForm
	}
	return &ServerError{Place: o.place, Err: err}
}

// concede gives the part of a request that an error names another form, if there is one.
func (o *openAI) concede(message string) bool {
	message = strings.ToLower(message)
	i := slices.IndexFunc(o.forms, func(f *form) bool { return len(f.ways) > 1 && f.refused.MatchString(message) })
	if i >= 0 {
		o.forms[i].ways = o.forms[i].ways[1:]
	}
	return i >= 0
}

// messageOf finds the message in the error of a server, whose shape differs.
func messageOf(b []byte) string {
	var text string
	if json.Unmarshal(b, &text) == nil {
		return text
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(b, &object) == nil {
		for _, name := range []string{"error", "message", "detail", "result"} {
			if value, there := object[name]; there && string(value) != "null" {
				return cmp.Or(messageOf(value), string(value))
			}
		}
	}
	return ""
}

// withoutKey is an error that does not tell the key.
func (o *openAI) withoutKey(err error) error {
	if o.key == "" || !strings.Contains(err.Error(), o.key) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), o.key, "[key]"))
}

// parameters implements transport.
func (*openAI) parameters(int) map[string]any { return map[string]any{"temperature": 0, "seed": seed} }
