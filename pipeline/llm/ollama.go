package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"wisdom/pipeline/distill"
)

// ollamaAPI reaches a model by Ollama's own API.
//
// One kind of request is used, /api/generate with a JSON schema, thinking off, truncation and context shift off.
// Through /api/chat some versions ignore the schema of a model that can think when it is told not to. The client
// returns no error for an answer that broke off, so the answer's own end mark decides.
type ollamaAPI struct {
	client      *api.Client
	place       Place
	name        string
	allowRemote bool
}

func newOllama(opts Options) (*ollamaAPI, Place, error) {
	base, err := ParseHost(opts.Host)
	if err != nil {
		return nil, Place{}, err
	}
	place := Place{Ollama, base.String()}
	if !IsHere(base) && !opts.AllowRemote {
		return nil, place, &RemoteError{opts.Name, place.Name}
	}
	client := api.NewClient(base, guarded(base, "", opts.Transport))
	return &ollamaAPI{client, place, opts.Name, opts.AllowRemote}, place, nil
}

// find asks the server for its version and for the model.
func (o *ollamaAPI) find(ctx context.Context) (about, error) {
	var found about
	var err error
	if found.version, err = o.client.Version(ctx); err == nil && found.version == "" {
		err = errors.New("the server is not Ollama: it reports no version")
	}
	if err != nil {
		return found, o.unreachable(err)
	}
	list, err := o.client.List(ctx)
	if err != nil {
		return found, o.unreachable(err)
	}
	i := slices.IndexFunc(list.Models, func(l api.ListModelResponse) bool { return sameModel(l.Name, o.name) })
	if i < 0 {
		missing := &MissingError{Model: o.name, Place: o.place}
		for _, l := range list.Models {
			missing.Others = append(missing.Others, l.Name)
		}
		return found, missing
	}
	found.digest = strings.TrimPrefix(list.Models[i].Digest, "sha256:")
	show, err := o.client.Show(ctx, &api.ShowRequest{Model: o.name})
	if err != nil {
		return found, o.unreachable(err)
	}
	if remote := cmp.Or(list.Models[i].RemoteHost, show.RemoteHost); remote != "" && !o.allowRemote {
		return found, &RemoteError{o.name, remote}
	}
	if len(show.Capabilities) > 0 && !slices.Contains(show.Capabilities, "completion") {
		err := fmt.Errorf("the model %s cannot answer, it has only %v", o.name, show.Capabilities)
		return found, &ServerError{Place: o.place, Err: err}
	}
	found.trained = trained(show.ModelInfo)
	return found, nil
}

// List lists the models that Ollama has, the largest first. Some may be unable to answer. It is an *UnreachableError
// where no server answers.
func List(ctx context.Context, opts Options) (list []Candidate, err error) {
	o, _, err := newOllama(opts)
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if list, err = o.list(within); err != nil {
		return nil, o.unreachable(err)
	}
	list = slices.DeleteFunc(list, func(c Candidate) bool { return !c.Answers })
	slices.SortStableFunc(list, func(a, b Candidate) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return list, nil
}

// list are the models that the server has, in its order. Those of another machine do not answer.
func (o *ollamaAPI) list(ctx context.Context) ([]Candidate, error) {
	list, err := o.client.List(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]Candidate, len(list.Models))
	for i, l := range list.Models {
		found[i] = Candidate{
			Name: l.Name, Digest: strings.TrimPrefix(l.Digest, "sha256:"), Bytes: l.Size, Answers: l.RemoteHost == "",
			Parameters: l.Details.ParameterSize, Quantization: l.Details.QuantizationLevel,
		}
	}
	return found, nil
}

// sameModel compares names of models; one without a tag is the latest.
func sameModel(a, b string) bool {
	full := func(name string) string {
		if !strings.Contains(name[strings.LastIndex(name, "/")+1:], ":") {
			name += ":latest"
		}
		return strings.ToLower(name)
	}
	return full(a) == full(b)
}

// trained is the longest context that a model was trained for. A model with parts (one that sees, say) names that of
// each; that of its architecture counts.
func trained(about map[string]any) int {
	n, _ := about[fmt.Sprint(about["general.architecture"])+".context_length"].(float64)
	return int(n)
}

// unreachable is the error for a server that does not answer when it is asked about its models.
func (o *ollamaAPI) unreachable(err error) error {
	if !is[api.AuthorizationError](err) && !is[api.StatusError](err) {
		return &UnreachableError{o.place, withoutAddress(err)}
	}
	if err = o.explain(err); is[*passingError](err) {
		return &UnreachableError{o.place, err}
	}
	return err
}

// withoutAddress is the error of a connection without the address, which is said already.
func withoutAddress(err error) error {
	if request, is := errors.AsType[*url.Error](err); is {
		return request.Err
	}
	return err
}

// generate implements transport.
func (o *ollamaAPI) generate(ctx context.Context, r request, part func(string)) (answer, error) {
	never := false
	options := o.parameters(r.context)
	options["num_predict"] = r.written
	request := &api.GenerateRequest{
		Model: o.name, Prompt: r.prompt.Text, Format: r.prompt.Schema, Options: options,
		Think: &api.ThinkValue{Value: false}, Truncate: &never, Shift: &never,
	}
	if r.margin() {
		request.Logprobs, request.TopLogprobs = true, mostTokens
	}
	var text strings.Builder
	var last api.GenerateResponse
	var first []api.Logprob
	err := o.client.Generate(ctx, request, func(p api.GenerateResponse) error {
		text.WriteString(p.Response)
		part(p.Response)
		last, first = p, append(first, p.Logprobs...)
		return nil
	})
	a := answer{
		Text: text.String(), Read: last.PromptEvalCount, Written: last.EvalCount, took: last.EvalDuration, counted: true,
	}
	if len(first) > 0 {
		a.first = first[0].TopLogprobs
	}
	switch {
	case err != nil:
		return answer{}, o.explain(err)
	case !last.Done:
		return a, &passingError{errBrokeOff}
	case last.DoneReason == "length" && !r.margin():
		return a, errTooMuchWritten
	}
	return a, nil
}

// running is the context that the model has now, in tokens; 0 if it is not loaded. Some proxies do not pass the question
// on.
func (o *ollamaAPI) running(ctx context.Context) (int, error) {
	running, err := o.client.ListRunning(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range running.Models {
		if sameModel(r.Name, o.name) {
			return r.ContextLength, nil
		}
	}
	return 0, nil
}

// parameters implements transport.
func (*ollamaAPI) parameters(context int) map[string]any {
	return map[string]any{"temperature": 0, "seed": seed, "num_ctx": context}
}

// explain sorts the errors of a request: those that may pass, those that a shorter request avoids, and those that stay.
func (o *ollamaAPI) explain(err error) error {
	if refused, is := errors.AsType[api.AuthorizationError](err); is {
		return &ServerError{o.place, errors.New("it wants a login: " + refused.Status), true}
	}
	status, isStatus := errors.AsType[api.StatusError](err)
	if !isStatus {
		return &passingError{withoutAddress(err)}
	}
	message := cmp.Or(status.ErrorMessage, status.Status, http.StatusText(status.StatusCode))
	switch {
	case status.StatusCode == http.StatusNotFound:
		return &MissingError{Model: o.name, Place: o.place}
	case strings.Contains(message, "context length"), strings.Contains(message, "input length"):
		return &distill.TooLongError{}
	case passes(status.StatusCode, message):
		return &passingError{errors.New(message)}
	}
	return &ServerError{Place: o.place, Err: errors.New(message)}
}

// passing are the words of errors that go with a model that is being loaded, or whose process ended.
var passing = []string{
	"busy", "loading", "runner", "EOF", "terminated", "stopped", "timed out", "connection", "try again",
}

// passes reports whether an error of a server may be over the next time.
func passes(status int, message string) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusInternalServerError:
		return slices.ContainsFunc(passing, func(word string) bool { return strings.Contains(message, word) })
	}
	return false
}
