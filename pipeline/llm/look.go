package llm

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ollama/ollama/api"
)

// Reader is a server or a program that can read lessons and answer.
type Reader struct {
	// API is what [model] api names it by: Ollama, OpenAI, or the name of a program.
	API string `json:"api"`
	// Title is whose usual place this is; another server may have taken the port.
	Title string `json:"title"`
	// Host is the address of a server; empty for a program.
	Host string `json:"host,omitempty"`
	// Goes says in a sentence where lessons would go.
	Goes string `json:"lessons_go"`
	// Models are those of a server.
	Models []Candidate `json:"models,omitempty"`
}

// Candidate is a model of a server. A server that is not Ollama tells the name alone, and is taken to answer.
type Candidate struct {
	Name         string `json:"name"`
	Bytes        int64  `json:"bytes,omitempty"` // of its file
	Parameters   string `json:"parameters,omitempty"`
	Quantization string `json:"quantization,omitempty"`
	// Answers reports whether it can write an answer, and runs on this machine.
	Answers bool `json:"answers"`
	// IsBare reports whether it has no chat template: text reaches it without marks of who speaks.
	IsBare bool `json:"no_chat_template,omitempty"`
	// Digest names its bytes, where List gives it.
	Digest string `json:"-"`
}

// Usual are the readers that may be on this machine, at their usual places. 19432 is the port that the host's llama.cpp
// plugin takes for the server that it manages, if it is free.
func Usual() []Reader {
	const stays = "your lessons stay on this machine"
	all := []Reader{
		{Ollama, "Ollama", "127.0.0.1", stays, nil},
		{OpenAI, "llama.cpp", "127.0.0.1:8080", stays, nil},
		{OpenAI, "OpenClaw's llama.cpp", "127.0.0.1:19432", stays, nil},
		{OpenAI, "LM Studio", "127.0.0.1:1234", stays, nil},
		{OpenAI, "vLLM", "127.0.0.1:8000", stays, nil},
	}
	for _, p := range Presets() {
		all = append(all, Reader{API: p.Name, Title: p.Name, Goes: p.Where})
	}
	return all
}

const (
	// lookTime is how long each server has to answer Look.
	lookTime = 2 * time.Second
	// showTime is how long Ollama has to tell about its models: it reads the words of each from its file.
	showTime = 10 * time.Second
)

// Look finds those of readers that are there, and keeps their order. It asks servers for their models and for nothing
// else, all side by side, and none on another machine. It runs no program: onPath finds one, or returns "".
func Look(ctx context.Context, readers []Reader, onPath func(name string) string) []Reader {
	found := slices.Clone(readers)
	var all sync.WaitGroup
	for i := range found {
		if found[i].Host != "" {
			all.Go(func() { found[i].ask(ctx) })
		}
	}
	all.Wait()
	return slices.DeleteFunc(found, func(r Reader) bool {
		return r.Models == nil && (r.Host != "" || onPath(r.API) == "")
	})
}

// ask asks a server for its models; they stay nil where none answers.
func (r *Reader) ask(ctx context.Context) {
	way, place, err := newTransport(Options{API: r.API, Host: r.Host})
	if err != nil { // not here
		return
	}
	r.Host = place.Name
	if server, is := way.(*ollamaAPI); is {
		r.Models = server.candidates(ctx)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	_, err = way.find(ctx)
	if all, is := errors.AsType[*MissingError](err); is { // none has an empty name
		for _, name := range all.Others {
			if strings.ContainsFunc(name, unicode.IsControl) { // it would be shown, and written into settings
				continue
			}
			r.Models = append(r.Models, Candidate{Name: name, Answers: true})
		}
	}
}

// candidates are the models that Ollama has; nil where it does not answer. A model that it tells nothing about is taken
// to answer.
func (o *ollamaAPI) candidates(ctx context.Context) []Candidate {
	within, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	found, err := o.list(within)
	if err != nil {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, showTime)
	defer stop()
	var all sync.WaitGroup
	for i := range found {
		all.Go(func() {
			c := &found[i]
			if show, err := o.client.Show(ctx, &api.ShowRequest{Model: c.Name}); err == nil {
				cannot := len(show.Capabilities) > 0 && !slices.Contains(show.Capabilities, "completion")
				c.Answers = c.Answers && show.RemoteHost == "" && !cannot
				c.IsBare = c.Answers && isBare(show)
			}
		})
	}
	all.Wait()
	return found
}

// isBare reports whether a model has no chat template. One with a renderer has the bare template too; which renderer it
// is only the Modelfile says in some versions.
func isBare(show *api.ShowResponse) bool {
	template := strings.ReplaceAll(show.Template, " ", "")
	return (template == "" || template == "{{.Prompt}}") && show.Renderer == "" &&
		!strings.Contains("\n"+show.Modelfile, "\nRENDERER ")
}
