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

	"wisdom/cmd/wisdom/web"
	"wisdom/review"
)

type webOptions struct {
	web      bool
	readOnly bool
	port     int
}

// reviewIdle is how long a review in a browser waits for a request before it ends.
var reviewIdle = 30 * time.Minute

func (o *webOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.web, "web", false, "decide in a browser on this machine")
	cmd.Flags().BoolVar(&o.readOnly, "read-only", false, "with --web: only look")
	cmd.Flags().IntVar(&o.port, "port", 0, "with --web: listen on port `N`; 0 takes a free one")
}

func (o *webOptions) validate(cmd *cobra.Command) error {
	for _, name := range []string{"read-only", "port"} {
		if cmd.Flags().Changed(name) && !o.web {
			return hinted("add --web", "--%s is about the review in a browser", name)
		}
	}
	if o.port < 0 || o.port > 65535 {
		return fmt.Errorf("--port %d is no port: 0 to 65535", o.port)
	}
	return nil
}

// reviewWeb serves the review to one browser on this machine, until the person ends it or asks nothing for a while.
func reviewWeb(ctx context.Context, a *deps, flags webOptions) error {
	d, err := newDesk(ctx, a, flags.readOnly)
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
	idle := time.AfterFunc(reviewIdle, func() { cancel(errIdle) })
	defer idle.Stop()
	var random [64]byte
	_, _ = rand.Read(random[:]) // it never fails
	gate := web.NewGate(listener.Addr().String(), random, func() { idle.Reset(reviewIdle) })
	if err := a.reply(
		object{"address": gate.Address(), "read_only": flags.readOnly},
		"review   %s",
		gate.Address(),
	); err != nil {
		return err
	}
	a.note("the address works once, on this machine; Ctrl-C ends the review, and %s without a request", reviewIdle)
	const patience, slow = 5 * time.Second, 30 * time.Second
	server := &http.Server{
		Handler:           gate.Guard(web.Handler(d, flags.readOnly, forPage)),
		ReadHeaderTimeout: slow, ReadTimeout: slow, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	defer a.ctrlC.keep()()
	if err := serveUntil(ctx, server, listener, patience); err != nil {
		return err
	}
	if why := context.Cause(ctx); errors.Is(why, errEnded) || errors.Is(why, errIdle) {
		a.note("the review in the browser ended: %v; what was decided is kept", why)
		return nil
	}
	return ctx.Err()
}

// The reasons why a review in a browser ends by itself.
var (
	errEnded = errors.New("you ended it there")
	errIdle  = errors.New("nothing was asked for a while")
)

// newDesk makes what the page shows and acts on. Where no draft is pending and nothing
// can be undone there is nothing to look at.
func newDesk(ctx context.Context, a *deps, readOnly bool) (*desk, error) {
	opts := a.reviewOptions("")
	if !readOnly {
		var err error
		if opts, err = a.reviewerOptions(); err != nil {
			return nil, err
		}
	}
	d := &desk{a: a, opts: opts, readOnly: readOnly}
	_, err := openSession(ctx, a, "", opts)
	if is[*review.NoDraftError](err) {
		if newest, _, _, undoErr := d.newest(); newest != nil || undoErr != nil {
			err = undoErr
		}
	}
	return d, err
}
