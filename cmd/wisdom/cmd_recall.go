package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/inject/recall"
	"wisdom/internal/workspace"
)

type recallOptions struct {
	explain     bool
	receipt     bool
	stdio       bool
	expect      bool
	contextFile string
	session     string
	exclude     []string

	enrich   bool // what follows is about it
	strip    bool
	chat     bool
	noMemory bool
	serve    string
	upstream string
}

func newRecall(a *deps) *cobra.Command {
	var opts recallOptions
	cmd := &cobra.Command{
		Use:   "recall [MESSAGE]",
		Short: "Print the snippets of your notes that a message needs",
		Long: `Print at most 6 snippets of the notes (1,200 tokens) that a message needs, each with its
source. MESSAGE may be - for standard input. Often the answer is none. Secrets and text
that gives orders to a model are never printed. The index .wisdom/recall.db is kept up to
date by each call; you may delete it at any time.

--enrich reads the message from standard input and writes it with two lines below an
empty one: [facts: key=value, ...] from [recall.facts] and what USER.md says about the
message, and [context: a | b] with up to three snippets. In any trouble the message is
written as it is. --strip removes both lines. --serve is a proxy in front of a model
server that does this to every request. It listens on this machine only, logs no text,
and adds nothing to requests of pages from elsewhere.

--expect asks the model of wisdom.toml in which messages each passage of the notes would
matter, and keeps the answers in .wisdom/expected.json. recall searches them from then on.`,
		Example: `  wisdom recall "Which port does the printer use?"
  wisdom recall --explain --json "Which port does the printer use?"
  wisdom recall --enrich < message.txt
  wisdom recall --serve 127.0.0.1:11435 --upstream http://127.0.0.1:11434`,
		Annotations: map[string]string{exitCodes: "11 13 130"},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			opts.enrich = opts.enrich && opts.serve == ""
			if err := opts.check(a, cmd.CommandPath()+" --help", args); err != nil {
				return err
			}
			open := func() error { return a.openNamed(cmd) }
			if opts.enrich {
				return runEnrich(ctx, a, open, opts)
			}
			if err := open(); err != nil {
				return err
			}
			switch {
			case opts.serve != "":
				return serveEnrich(ctx, a, opts)
			case opts.expect:
				return runExpect(ctx, a)
			case opts.stdio:
				return serveRecall(ctx, a, opts)
			}
			return runRecall(ctx, a, opts, args[0])
		},
	}
	opts.addFlags(cmd)
	return cmd
}

func (o *recallOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.explain, "explain", false, "show how each score came about, and what was not included")
	flags.BoolVar(&o.expect, "expect", false, "ask the model which messages each passage matters for")
	flags.BoolVar(&o.enrich, "enrich", false, "append facts and snippets to the message on standard input")
	flags.BoolVar(&o.strip, "strip", false, "remove the lines that were appended")
	flags.BoolVar(&o.chat, "chat", false, "the input is a request to a model server, in JSON")
	flags.BoolVar(&o.noMemory, "no-memory", false, "append nothing")
	flags.StringVar(&o.serve, "serve", "", "enrich requests on their way to a model server: listen on `ADDRESS`")
	flags.StringVar(&o.upstream, "upstream", "",
		"the `URL` of the model server (else that of wisdom.toml, else $OLLAMA_HOST)")
	addExclude(cmd, &o.exclude)
	flags.BoolVar(&o.receipt, "receipt", false, "append a receipt to .wisdom/injections.jsonl")
	flags.BoolVar(&o.stdio, "stdio", false, "answer one JSON line for each that is read")
	flags.StringVar(&o.contextFile, "context-file", "", "write the snippets to `FILE` in the workspace, or empty it")
	flags.StringVar(&o.session, "session", "", "the `KEY` of the session that asks; only its hash is written")
	for _, name := range []string{"chat", "no-memory", "receipt", "stdio", "context-file", "session"} { // for programs
		flags.Lookup(name).Hidden = true
	}
	cmd.MarkFlagsMutuallyExclusive("expect", "stdio", "enrich")
	cmd.MarkFlagsMutuallyExclusive("expect", "stdio", "serve")
	cmd.MarkFlagsMutuallyExclusive("stdio", "context-file")
	cmd.MarkFlagsMutuallyExclusive("strip", "chat")
}

// check finds flags and arguments that cannot be used together.
func (o *recallOptions) check(a *deps, hint string, args []string) error {
	isGiven := !o.stdio && !o.enrich && !o.expect && o.serve == ""
	var wrong string
	switch {
	case o.upstream != "" && o.serve == "":
		wrong = "--upstream needs --serve"
	case (o.strip || o.chat) && !o.enrich:
		wrong = "--strip and --chat need --enrich"
	case o.enrich && a.flags.json:
		wrong = "--enrich prints no JSON"
	case !isGiven && len(args) > 0:
		wrong = "the messages come from elsewhere, and one is given too"
	case isGiven && len(args) == 0:
		wrong = "recall needs a message, or - to read it from standard input"
	default:
		return nil
	}
	return hinted(hint, "%s", wrong)
}

// recallMemory is from how many bytes on the garbage of the first index is collected more
// eagerly: a gateway that starts the program has little to spare.
const recallMemory = 60 << 20

// openRecall opens the index of the workspace; a message waits for the embedding model for so long, or with 0 until it
// answers. Trouble with its file is a warning.
func openRecall(ctx context.Context, a *deps, patience time.Duration) (*recall.Index, error) {
	opts, err := recallIndex(ctx, a)
	if err != nil {
		return nil, err
	}
	opts.Patience = patience
	index, err := recall.Open(ctx, a.fsys, opts)
	a.ctrlC.settle() // SQLite undoes what it has begun
	return index, err
}

// recallIndex says where the index is, and which model compares meanings.
func recallIndex(ctx context.Context, a *deps) (recall.Options, error) {
	s := a.settings
	opts := recall.Options{
		Database:  filepath.Join(a.dir, filepath.FromSlash(string(recall.IndexFile))),
		StateKeys: s.Recall.StateKeys,
		Include:   s.Sources.Include,
		Exclude:   s.Sources.Exclude,
		Own:       []workspace.Path{a.paths.Queue, backups.Home},
		Home:      a.getenv("HOME"),
		Now:       a.clock(),
		Clock:     a.now,
		Progress:  a.counting("reading notes"),
		Warn:      func(err error) { a.warn("%v", err) },
	}
	debug.SetMemoryLimit(recallMemory)
	if err := recall.Prepare(a.fsys); err != nil { // a workspace that cannot be written to has an index in memory
		opts.Database = ""
	}
	model, err := embedder(ctx, a)
	if err != nil {
		return opts, err
	}
	if model != nil {
		opts.Embedder = model
	}
	if s.Recall.Embed == "" && opts.Progress == nil { // no one waits for what no one asked for
		opts.Patience = modelPatience
	}
	return opts, nil
}

func runRecall(ctx context.Context, a *deps, opts recallOptions, message string) error {
	if message == "-" {
		b, err := awaited(ctx, func() ([]byte, error) { return io.ReadAll(io.LimitReader(a.in, 1<<20)) })
		if err != nil {
			return fmt.Errorf("read the message: %w", err)
		}
		message = string(b)
	}
	index, err := openRecall(ctx, a, 0)
	var result *recall.Result
	if err == nil {
		defer index.Close() //nolint:errcheck // what was written is committed
		question := recall.Question{Message: message, Typed: opts.contextFile == "", Exclude: opts.exclude}
		result, err = recallMessage(ctx, a, index, opts, question, opts.session)
	}
	switch {
	case opts.contextFile != "":
		return writeContextFile(a, opts, result, err)
	case err != nil:
		return err
	}
	return a.respond(result, func() { listSnippets(a, result, opts.explain) })
}

// recallMessage answers a message and keeps the receipt, if one is wanted. How the scores came about is only in an answer that
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
		a.say("%s%s\nSource: %s", textIf(i > 0, "\n"), s.Noted(), s.Source)
		if !explain { // how the score came about
			continue
		}
		a.say("  score %.2f = coverage %.2f x recency %.2f%s; %s, %s", s.Score, s.Sum.Coverage, s.Sum.Recency,
			textIf(s.Sum.Meaning != 0, fmt.Sprintf(" + meaning %.2f", s.Sum.Meaning)), s.Tier, plural(s.Tokens, "token"))
		for _, m := range s.Sum.Met {
			a.say("  %5.2f of %.2f  %s%s", m.Weight*m.Met, m.Weight, m.Word, textIf(m.Expected, " (in an expected message)"))
		}
	}
	found := len(result.Snippets)
	if !explain {
		if found == 0 {
			a.note("found nothing in the notes for this message")
		}
		return
	}
	a.say("%slooked for %s in %s of %s; %s, %s%s", textIf(found > 0, "\n"), strings.Join(result.Keywords, ", "),
		plural(result.Searched.Passages, "passage"), plural(result.Searched.Files, "file"), plural(found, "snippet"),
		plural(result.Tokens, "token"), textIf(result.Stopped != "", "; stopped: "+result.Stopped))
	for _, l := range result.LeftOut {
		a.say("%.2f  %s#L%d-L%d  not included (%s)", l.Score, l.Path, l.StartLine, l.EndLine, l.Why)
	}
}

// writeContextFile writes the context file. Trouble on the way empties it and is a warning: a host that waits for it
// goes on without.
func writeContextFile(a *deps, opts recallOptions, result *recall.Result, trouble error) error {
	path, err := workspace.ParsePath(filepath.ToSlash(opts.contextFile))
	if err != nil {
		return hinted("name a file in the workspace, for instance "+string(recall.ContextFile), "--context-file: %w", err)
	}
	block := ""
	if trouble != nil {
		a.warn("the context file is empty: %v", trouble)
	} else {
		block = recall.Block(result, a.clock(), opts.session)
	}
	if err = recall.WriteBlock(a.fsys, path, block); err == nil {
		err = recall.Ignore(a.fsys, path)
	}
	a.ctrlC.settle()
	if is[*workspace.NotOursError](err) {
		return &hintedError{err, "name a file that is not there yet, for instance " + string(recall.ContextFile)}
	}
	if err != nil {
		a.warn("%v", err)
	}
	return nil
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
// answered with an error, and the next one is read. What Claude Code gives its hook is answered alone.
func serveRecall(ctx context.Context, a *deps, opts recallOptions) error {
	var index *recall.Index
	lines := bufio.NewScanner(a.in)
	lines.Buffer(nil, longestRequest)
	next := func() (bool, error) { return lines.Scan(), lines.Err() }
	for {
		more, err := awaited(ctx, next)
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		if !more {
			return nil
		}
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if turn, is := claudeTurnOf(lines.Bytes()); is {
			return turn.answer(ctx, a)
		}
		if index == nil {
			if index, err = serveIndex(ctx, a); err != nil {
				return err
			}
			defer index.Close() //nolint:errcheck // what was written is committed
		}
		if err := a.encode(answerLine(ctx, a, index, opts, lines.Bytes()), ""); err != nil {
			return err
		}
	}
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
