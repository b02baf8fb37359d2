package text

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// SideBySide calls work for 0 to n-1 on all processors. Once ctx ends it begins no
// other and returns when those that were begun have ended; the caller asks ctx
// whether all of them were.
func SideBySide(ctx context.Context, n int, work func(i int)) {
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && ctx.Err() == nil; i++ {
		workers.Go(func() error {
			work(i)
			return nil
		})
	}
	_ = workers.Wait() // work returns no error
}
