package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// interrupts cancels the program's context on Ctrl-C, except while an editor or a pager has the terminal.
type interrupts struct {
	held atomic.Int32

	writes  sync.Mutex
	writing bool // a change of the workspace has begun and is not yet complete
	kept    int  // changes elsewhere that are to be undone before the end
}

const (
	// patience is how long a command has after a signal to end by itself. All loops of ours ask the context; this is for
	// what cannot be asked, such as parsing one large file.
	patience = 600 * time.Millisecond
	// nextLook is how soon after that a change that was under way is looked at again.
	nextLook = 20 * time.Millisecond
)

// context is ended by SIGINT and SIGTERM; from then on, another one ends the process at once. Quit is called when the
// process is still there after a while and no change of the workspace is under way; from then on none can begin.
func (i *interrupts) context(parent context.Context, quit func()) context.Context {
	ctx, end := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Stop(signals) })
	go func() {
		for sent := range signals {
			if sent == syscall.SIGTERM || i.held.Load() == 0 {
				signal.Stop(signals)
				end()
				i.await(patience, quit)
				return
			}
		}
	}()
	return ctx
}

// await calls quit after a while, as soon as no change is under way.
func (i *interrupts) await(patience time.Duration, quit func()) {
	time.Sleep(patience)
	for {
		i.writes.Lock()
		if !i.writing && i.kept == 0 {
			quit()
			return // the lock is kept: nothing is written any more
		}
		i.writes.Unlock()
		time.Sleep(nextLook)
	}
}

// hold lets a Ctrl-C pass until release is called.
func (i *interrupts) hold() (release func()) {
	i.held.Add(1)
	return func() {
		time.Sleep(20 * time.Millisecond) // the signal that ended the other program is ours too, and may come later
		i.held.Add(-1)
	}
}

// begin notes that a change of the workspace is under way, which no Ctrl-C cuts short: the end of the process may come
// before it, or after settle.
func (i *interrupts) begin() { i.note(func() { i.writing = true }) }

func (i *interrupts) note(change func()) {
	i.writes.Lock()
	defer i.writes.Unlock()
	change()
}

// keep lets no signal end the process until release is called, as a server needs it for the requests under way. Nil
// keeps nothing.
func (i *interrupts) keep() (release func()) {
	if i == nil {
		return func() {}
	}
	i.note(func() { i.kept++ })
	return sync.OnceFunc(func() { i.note(func() { i.kept-- }) })
}

// settle notes that what was begun is complete. Nil settles nothing.
func (i *interrupts) settle() {
	if i != nil {
		i.note(func() { i.writing = false })
	}
}

// awaited does work that a signal cannot end by itself, such as reading what has not been
// typed yet: the end of the context is its end, and what it would give is lost.
func awaited[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		value, err := work()
		done <- answer{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case got := <-done:
		return got.value, got.err
	}
}
