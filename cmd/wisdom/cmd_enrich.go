package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/inject/enrich"
	"wisdom/inject/recall"
	"wisdom/internal/text"
	"wisdom/pipeline/llm"
)

// newEnrich is recall --enrich under its own name, with what only scripts need.
func newEnrich(a *deps) *cobra.Command {
	cmd := newRecall(a)
	cmd.Use, cmd.Short = "enrich", "Append facts and snippets of the notes to a message"
	cmd.Long = `The same as wisdom recall --enrich and wisdom recall --serve. --chat reads a request of
OpenAI's or Ollama's API: the last message of the user gets the lines, earlier ones lose
theirs. A request with "memory": false is not changed.`
	cmd.Example = "  wisdom enrich < message.txt\n  wisdom enrich --chat < request.json"
	cmd.Annotations[plainOnly] = "yes"
	_ = cmd.Flags().Set("enrich", "true") // it fails for a flag that is not there
	return cmd
}

// longestInput is the most that is enriched, in bytes; what is longer passes through.
const longestInput = 32 << 20

func runEnrich(ctx context.Context, a *deps, open func() error, opts recallOptions) error {
	input, err := awaited(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(a.in, longestInput+1)) })
	if err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	output := input
	switch {
	case len(input) > longestInput:
		a.warn("nothing is appended: the input has more than %d MB", longestInput>>20)
	case opts.strip:
		output = []byte(enrich.Strip(string(input)))
	case !opts.noMemory:
		enriched, err := enriched(ctx, a, open, opts, input)
		if output = enriched; err != nil {
			a.warn("nothing is appended: %v", err)
			output = input
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, err := a.out.Write(output); err != nil {
		return err
	}
	if len(input) > longestInput {
		_, err = io.Copy(a.out, a.in)
	}
	return err
}

// enriched is a message, or a request, with what it needs.
func enriched(
	ctx context.Context, a *deps, open func() error, opts recallOptions, input []byte,
) (output []byte, err error) {
	defer func() { // whatever happens, the message goes on its way
		if v := recover(); v != nil {
			err = fmt.Errorf("a fault in wisdom: %v", v)
		}
	}()
	if err := open(); err != nil {
		return nil, err
	}
	index, err := openRecall(ctx, a, 0)
	if err != nil {
		return nil, err
	}
	defer index.Close() //nolint:errcheck // what was written is committed
	add := func(message string) (string, error) { return block(ctx, a, index, opts, message) }
	if opts.chat {
		output, _, err = enrich.Chat(input, add)
		return output, err
	}
	message := enrich.Strip(string(input))
	block, err := add(message)
	return []byte(enrich.Message(message, block)), err
}

// block is what a message gets.
func block(ctx context.Context, a *deps, index *recall.Index, opts recallOptions, message string) (string, error) {
	if recall.IsTooShort(message) {
		return "", nil
	}
	result, err := index.Recall(ctx, recall.Question{Message: message, Exclude: opts.exclude, Now: a.clock()})
	if err != nil {
		return "", fmt.Errorf("recall: %w", err)
	}
	informative := result.Keywords
	if result.Searched.Passages == 0 { // there are no notes that tell which words do
		informative = text.Terms(message)
	}
	user, _ := a.fsys.ReadFile(enrich.UserFile, 1<<20) // one that cannot be read has no facts
	return enrich.Block(enrich.Facts(a.settings.Recall.Facts, string(user), informative), result.Snippets), nil
}

// serveEnrich is the proxy. It ends with the context.
func serveEnrich(ctx context.Context, a *deps, opts recallOptions) error {
	defer a.ctrlC.keep()()
	proxy, err := proxy(a, opts)
	if err != nil {
		return err
	}
	if !opts.noMemory {
		index, err := serveIndex(ctx, a)
		if err != nil {
			return err
		}
		defer index.Close() //nolint:errcheck // what was written is committed
		proxy.Add = func(ctx context.Context, message string) (string, error) { return block(ctx, a, index, opts, message) }
	}
	listener, err := listenHere(ctx, opts.serve)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: proxy.Handler(), ReadHeaderTimeout: 10 * time.Second}
	a.talk("listening on http://%s, in front of %s", listener.Addr(), proxy.Upstream.Redacted())
	return serveUntil(ctx, server, listener, patience) // to be told to end is how a server ends
}

// serveUntil answers requests until ctx ends. A request that is under way then has a while to be answered.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener, patience time.Duration) error {
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		_ = server.Close()
	}
	return nil
}

// proxy is the proxy in front of the server that a flag or the settings name.
func proxy(a *deps, opts recallOptions) (*enrich.Proxy, error) {
	upstream, err := llm.ParseHost(cmp.Or(opts.upstream, a.settings.Model.Host, a.getenv("OLLAMA_HOST")))
	if err != nil {
		return nil, hinted("name it like http://127.0.0.1:11434", "--upstream: %w", err)
	}
	if !llm.IsHere(upstream) && !a.settings.Model.AllowRemote {
		return nil, hinted("take a server that runs here, or allow it in wisdom.toml: [model] allow_remote = true",
			"--upstream %s is another machine, and would receive facts and notes", upstream.Host)
	}
	return &enrich.Proxy{Upstream: upstream, Told: func(p enrich.Passed) {
		switch {
		case p.Trouble != nil:
			a.talk("warning: %s: nothing is appended: %v", p.Path, p.Trouble)
		case a.flags.verbose:
			a.talk("%s: %d, %s appended, %s by the server's count",
				p.Path, p.Status, plural(p.Added, "character"), plural(p.Tokens, "token"))
		}
	}}, nil
}

// listenHere listens on an address of this machine.
func listenHere(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	if err == nil && !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback()) {
		err = fmt.Errorf("%q is not an address of this machine alone", host)
	}
	if err != nil {
		return nil, hinted("listen on loopback: --serve 127.0.0.1:11435", "--serve: %w", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, hinted("take another port, for instance --serve 127.0.0.1:11436", "--serve: %w", err)
	}
	return listener, nil
}
