package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// interrupts ends the program's context at Ctrl-C, but for the time in which
// another program has the terminal: a Ctrl-C is meant for that.
type interrupts struct{ held atomic.Int32 }

// context is ended by SIGINT and SIGTERM; from then on, another one ends the
// process at once.
func (i *interrupts) context(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s == os.Interrupt && i.held.Load() > 0 {
				continue
			}
			signal.Stop(signals)
			cancel()
			return
		}
	}()
	return ctx
}

// hold lets a Ctrl-C pass until release is called.
func (i *interrupts) hold() (release func()) {
	i.held.Add(1)
	return func() {
		time.Sleep(20 * time.Millisecond) // the signal that ended the other program is ours too, and may come later
		i.held.Add(-1)
	}
}
