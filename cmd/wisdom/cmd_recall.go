package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/inject/recall"
	"wisdom/internal/workspace"
	"wisdom/pipeline/llm"
)

type recallOptions struct {
	explain     bool
	receipt     bool
	stdio       bool
	expect      bool
	contextFile string
	session     string
	exclude     []string
}

func newRecall(a *deps) *cobra.Command {
	var opts recallOptions
	cmd := &cobra.Command{
		Use:   "recall [MESSAGE]",
		Short: "Print the few snippets of the notes that a message needs",
		Long: `Find the snippets of the workspace's notes that a message needs: at most 6, with
1,200 tokens together and 350 each, and each with its citation. No snippet is a
valid answer. Secrets and text that gives orders to a model are never printed.
The message "-" is read from standard input.

The index .wisdom/recall.db is made by the first call and brought up to date by
every other; you may delete it at any time. --context-file writes the snippets to
a file in the workspace, for hosts that cannot append them to a message; it adds
that file to .gitignore. --stdio answers one JSON line for each JSON line it reads,
{"message": "TEXT"}, until the input ends.

People seldom use the words of the lesson that matters. --expect asks the model of
wisdom.toml, once for each lesson, with which messages people would come when it
matters, and keeps them in .wisdom/expected.json. recall searches them from then on,
and each wisdom run with a model adds those of new lessons.`,
		Example: `  wisdom recall "Which port does the printer use?"
  wisdom recall --explain --json "Which port does the printer use?"
  wisdom recall --context-file ETHOS_CONTEXT.md "Which port does the printer use?"`,
		Annotations: inWorkspace(exitLocked, exitModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			message, err := opts.message(cmd, args)
			if err != nil {
				return err
			}
			if opts.expect {
				return runExpect(cmd.Context(), a)
			}
			return runRecall(cmd.Context(), a, opts, message)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.explain, "explain", false, "print how each score came about, and what was not included")
	flags.BoolVar(&opts.receipt, "receipt", false, "append a receipt to .wisdom/injections.jsonl")
	flags.BoolVar(&opts.stdio, "stdio", false, "answer one JSON line for each that is read")
	flags.BoolVar(&opts.expect, "expect", false,
		"ask the model which messages each lesson matters for, to find it by them")
	flags.StringVar(&opts.contextFile, "context-file", "", "write the snippets to `FILE` in the workspace, or empty it")
	flags.StringVar(&opts.session, "session", "", "the `KEY` of the session that asks; only its hash is written")
	addExclude(cmd, &opts.exclude)
	return cmd
}

// message is the message of the command line, or of standard input.
func (o *recallOptions) message(cmd *cobra.Command, args []string) (string, error) {
	hint := cmd.CommandPath() + " --help"
	switch {
	case o.expect && (o.stdio || o.explain || o.receipt || o.contextFile+o.session != "" || len(o.exclude)+len(args) > 0):
		return "", hinted(hint, "--expect answers no message, and takes no flag for that")
	case o.stdio && len(args) > 0:
		return "", hinted(hint, "--stdio reads the messages from standard input, and a message is given too")
	case o.stdio && o.contextFile != "":
		return "", hinted(hint, "--stdio and --context-file cannot be used together")
	case o.stdio, o.expect:
		return "", nil
	case len(args) == 0:
		return "", hinted(hint, "wisdom recall needs a message, or - to read it from standard input")
	case args[0] == "-":
		b, err := awaited(cmd.Context(), func() ([]byte, error) { return io.ReadAll(io.LimitReader(cmd.InOrStdin(), 1<<20)) })
		if err != nil {
			return "", fmt.Errorf("read the message: %w", err)
		}
		return string(b), nil
	}
	return args[0], nil
}

// recallMemory is from how many bytes on the garbage of the first index is collected more
// eagerly: a gateway that starts the program has little to spare.
const recallMemory = 60 << 20

// lazyGarbage is by how many per cent memory may grow before garbage is collected: a call
// that finds the index current ends before.
const lazyGarbage = 400

// openRecall opens the index of the workspace. Trouble with its file is a warning.
func openRecall(ctx context.Context, a *deps) (*recall.Index, error) {
	s := a.settings
	opts := recall.Options{
		Database: filepath.Join(a.dir, filepath.FromSlash(string(recall.IndexFile))), StateKeys: s.Recall.StateKeys,
		Include: s.Sources.Include, Exclude: s.Sources.Exclude, Own: []workspace.Path{a.paths.Queue, backups.Home},
		Now: a.clock(), Clock: a.now, Progress: a.recallProgress(), Warn: func(err error) { a.warn("%v", err) },
	}
	debug.SetMemoryLimit(recallMemory)
	debug.SetGCPercent(lazyGarbage)                // below that limit
	if err := recall.Prepare(a.fsys); err != nil { // a workspace that cannot be written to has an index in memory
		opts.Database = ""
	}
	a.ctrlC.settle()
	if s.Recall.Embed != "" {
		model, err := embedder(a)
		if err != nil {
			return nil, err
		}
		opts.Embedder = model
	}
	return recall.Open(ctx, a.fsys, opts)
}

// embedder is the model that compares meanings: on the server of recall.embed_host, else on the Ollama server of the
// settings, also where another one, or a command, distills.
func embedder(a *deps) (*llm.Embedder, error) {
	s := a.settings
	opts := llm.Options{
		Name: s.Recall.Embed, Timeout: s.RequestTimeout(), AllowRemote: s.Model.AllowRemote, Now: a.now,
	}
	if s.Model.API == llm.Ollama {
		opts.Host = s.Model.Host
	}
	opts.Host = cmp.Or(opts.Host, a.getenv("OLLAMA_HOST"))
	if host := s.Recall.EmbedHost; host != "" {
		opts.API, opts.Host = llm.OpenAI, host
		if host == s.Model.Host {
			opts.Key = a.getenv(s.Model.KeyEnv)
		}
	}
	return llm.NewEmbedder(opts)
}

func runRecall(ctx context.Context, a *deps, opts recallOptions, message string) error {
	if opts.contextFile != "" {
		return writeContextFile(ctx, a, opts, message)
	}
	index, err := openRecall(ctx, a)
	if err != nil {
		return err
	}
	defer index.Close() //nolint:errcheck // what was written is committed
	if opts.stdio {
		return serveRecall(ctx, a, index, opts)
	}
	result, err := recallMessage(
		ctx,
		a,
		index,
		opts,
		recall.Question{Message: message, Exclude: opts.exclude},
		opts.session,
	)
	if err != nil {
		return err
	}
	return a.respond(result, func() { listSnippets(a, result, opts.explain) })
}

// recall answers a message and keeps the receipt, if one is wanted. How the scores came about is only in an answer that
// explains them.
func recallMessage(
	ctx context.Context, a *deps, index *recall.Index, opts recallOptions, q recall.Question, session string,
) (*recall.Result, error) {
	result, err := index.Recall(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("recall: %w", err)
	}
	if opts.receipt {
		err := recall.Keep(a.fsys, result, a.clock(), session)
		a.ctrlC.settle()
		if err != nil {
			a.warn("no receipt: %v", err)
		}
	}
	for i := range result.Snippets {
		if !opts.explain {
			result.Snippets[i].Sum = nil
		}
	}
	return result, nil
}

func listSnippets(a *deps, result *recall.Result, explain bool) {
	for i, s := range result.Snippets {
		if i > 0 {
			a.say("")
		}
		a.say("%s", recall.WithClosedFence(s.Text))
		a.say("Source: %s", s.Source)
		if explain {
			explainSum(a, s)
		}
	}
	if !explain {
		if len(result.Snippets) == 0 {
			a.note("found nothing in the notes for this message")
		}
		return
	}
	if len(result.Snippets) > 0 {
		a.say("")
	}
	a.say("looked for: %s", strings.Join(result.Keywords, ", "))
	a.say("searched %s in %s; %s, %s", plural(result.Searched.Passages, "passage"), plural(result.Searched.Files, "file"),
		plural(len(result.Snippets), "snippet"), plural(result.Tokens, "token"))
	if result.Stopped != "" {
		a.say("stopped: %s", result.Stopped)
	}
	for _, l := range result.LeftOut {
		a.say("%.2f  %s#L%d-L%d  not included (%s)", l.Score, l.Path, l.StartLine, l.EndLine, l.Why)
	}
}

// explainSum prints how a score came about.
func explainSum(a *deps, s recall.Snippet) {
	a.say("  %.2f = %.2f of the message's information x %.2f (closeness) x %.2f (recency); %s, %s", s.Score,
		s.Sum.Coverage, s.Sum.Close, s.Sum.Recency, s.Tier, plural(s.Tokens, "token"))
	for _, m := range s.Sum.Met {
		by := textIf(m.Expected, " (in a message that was expected for it)")
		a.say("  %5.2f of %.2f  %s%s", m.Weight*m.Met, m.Weight, m.Word, by)
	}
}

// writeContext writes the context file. What goes wrong on the way empties it, and is
// a warning: a host that waits for it goes on without.
func writeContextFile(ctx context.Context, a *deps, opts recallOptions, message string) error {
	path, err := workspace.ParsePath(filepath.ToSlash(opts.contextFile))
	if err != nil {
		return hinted("name a file in the workspace, for instance "+string(recall.ContextFile), "--context-file: %w", err)
	}
	block, err := contextBlock(ctx, a, opts, message)
	if err != nil {
		a.warn("the context file is empty: %v", err)
	}
	err = recall.WriteBlock(a.fsys, path, block)
	if err == nil {
		err = recall.Ignore(a.fsys, path)
	}
	a.ctrlC.settle()
	if is[*recall.NotOursError](err) {
		return &hintedError{err, "name a file that is not there yet, for instance " + string(recall.ContextFile)}
	}
	if err != nil {
		a.warn("%v", err)
	}
	return nil
}

func contextBlock(ctx context.Context, a *deps, opts recallOptions, message string) (string, error) {
	index, err := openRecall(ctx, a)
	if err != nil {
		return "", err
	}
	defer index.Close() //nolint:errcheck // what was written is committed
	result, err := recallMessage(
		ctx,
		a,
		index,
		opts,
		recall.Question{Message: message, Exclude: opts.exclude},
		opts.session,
	)
	if err != nil {
		return "", err
	}
	return recall.Block(result, a.clock(), opts.session), nil
}

// recallRequest is a line that --stdio reads.
type recallRequest struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Message string          `json:"message"`
	Session string          `json:"session,omitempty"`
	Exclude []string        `json:"exclude,omitempty"`
}

// recallAnswer is the line that answers it.
type recallAnswer struct {
	ID json.RawMessage `json:"id,omitempty"`
	*recall.Result
	Block string `json:"block,omitempty"` // to append to the message
	Error string `json:"error,omitempty"`
}

// longestRequest is the longest line that --stdio reads, in bytes.
const longestRequest = 4 << 20

// serveRecall answers messages until the input ends. A line that cannot be answered is
// answered with an error, and the next one is read.
func serveRecall(ctx context.Context, a *deps, index *recall.Index, opts recallOptions) error {
	lines := bufio.NewScanner(a.in)
	lines.Buffer(nil, longestRequest)
	for lines.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := a.encode(answerLine(ctx, a, index, opts, lines.Bytes()), ""); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	return nil
}

func answerLine(ctx context.Context, a *deps, index *recall.Index, opts recallOptions, line []byte) recallAnswer {
	var request recallRequest
	if err := json.Unmarshal(line, &request); err != nil {
		return recallAnswer{Error: fmt.Sprintf("the line is no request: %v", err)}
	}
	q := recall.Question{Message: request.Message, Exclude: append(request.Exclude, opts.exclude...), Now: a.clock()}
	result, err := recallMessage(ctx, a, index, opts, q, request.Session)
	if err != nil {
		return recallAnswer{ID: request.ID, Error: err.Error()}
	}
	return recallAnswer{ID: request.ID, Result: result, Block: recall.Appendix(result)}
}
