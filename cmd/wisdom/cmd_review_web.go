package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"wisdom/backups"
	"wisdom/cmd/wisdom/web"
)

type webOptions struct {
	web      bool
	readOnly bool
	open     bool
	port     int
	idle     time.Duration
}

func (o *webOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.web, "web", false, "decide in a browser on this machine")
	cmd.Flags().BoolVar(&o.readOnly, "read-only", false, "with --web: only look")
	cmd.Flags().BoolVar(&o.open, "open", false, "with --web: open the browser")
	cmd.Flags().IntVar(&o.port, "port", 0, "with --web: listen on port `N`; 0 takes a free one")
	cmd.Flags().DurationVar(&o.idle, "idle", 30*time.Minute, "with --web: end when nothing was asked for this long")
}

func (o *webOptions) validate(cmd *cobra.Command) error {
	for _, name := range []string{"read-only", "open", "port", "idle"} {
		if cmd.Flags().Changed(name) && !o.web {
			return hinted("add --web", "--%s is about the review in a browser", name)
		}
	}
	switch {
	case o.port < 0 || o.port > 65535:
		return fmt.Errorf("--port %d is no port: 0 to 65535", o.port)
	case o.idle <= 0:
		return fmt.Errorf("--idle %s leaves no time", o.idle)
	}
	return nil
}

type webAnswer struct {
	Address  string `json:"address"`
	ReadOnly bool   `json:"read_only"`
}

// reviewWeb serves the review to one browser on this machine, until the person ends it or asks nothing for a while.
func reviewWeb(ctx context.Context, a *deps, flags webOptions) error {
	d, err := newDesk(a, flags.readOnly)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(flags.port)))
	if err != nil {
		return hinted("name another port: --port N; or leave it out", "listen for the browser: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d.stop = func() { cancel(errEnded) }
	idle := time.AfterFunc(flags.idle, func() { cancel(errIdle) })
	defer idle.Stop()
	var random [64]byte
	_, _ = rand.Read(random[:]) // it never fails
	gate := web.NewGate(listener.Addr().String(), random, func() { idle.Reset(flags.idle) })
	if err := a.reply(webAnswer{gate.Address(), flags.readOnly}, "review   %s", gate.Address()); err != nil {
		return err
	}
	a.note("the address works once, on this machine; Ctrl-C ends the review, and %s without a request", flags.idle)
	if flags.open {
		openInBrowser(a, gate.Address())
	}
	return serveReview(ctx, a, listener, gate.Guard(web.Handler(d, flags.readOnly, forPage)), flags.idle)
}

// The reasons why a review in a browser ends by itself.
var (
	errEnded = errors.New("the person ended it")
	errIdle  = errors.New("nothing was asked for a while")
)

// serve answers requests until ctx ends, and says why it did.
func serveReview(ctx context.Context, a *deps, listener net.Listener, handler http.Handler, idle time.Duration) error {
	const patience, slow = 5 * time.Second, 30 * time.Second
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: slow, ReadTimeout: slow, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	if err := serveUntil(ctx, server, listener, patience); err != nil {
		return err
	}
	switch why := context.Cause(ctx); {
	case errors.Is(why, errEnded):
		a.note("the review was ended in the browser, and what was decided is kept")
		return nil
	case errors.Is(why, errIdle):
		a.note("nothing was asked for %s: the review in the browser ended, and what was decided is kept", idle)
		return nil
	}
	return ctx.Err()
}

// newDesk makes what the page shows and acts on. Where no draft is pending and nothing
// can be undone there is nothing to look at.
func newDesk(a *deps, readOnly bool) (*desk, error) {
	opts := a.reviewOptions("")
	if !readOnly {
		var err error
		if opts, err = a.reviewerOptions(); err != nil {
			return nil, err
		}
	}
	log, err := a.readLog()
	if err != nil {
		return nil, err
	}
	all, err := backups.Numbers(a.fsys)
	if err != nil {
		return nil, err
	}
	if log.Waiting() == "" && len(all) < 2 {
		_, err := openSession(context.Background(), a, "", opts)
		return nil, err
	}
	return &desk{a: a, opts: opts, readOnly: readOnly}, nil
}
