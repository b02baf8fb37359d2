package words

import (
	"context"
	"runtime"
	"sync"
)

// SideBySide calls work for 0 to n-1 on all processors. Once ctx ends it begins no
// other and returns when those that were begun have ended; the caller asks ctx
// whether all of them were.
func SideBySide(ctx context.Context, n int, work func(i int)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := range next {
				work(i)
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	workers.Wait()
}
