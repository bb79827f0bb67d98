//go:build unix

package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// measures logs the memory use of the process on each SIGUSR1, until ctx is done. Operators
// can use it to look for leaks.
func measures(ctx context.Context, logger *slog.Logger) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	defer signal.Stop(asked)
	for {
		select {
		case <-asked:
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			logger.Info("size", "goroutines", runtime.NumGoroutine(), "bytes", m.HeapAlloc+m.StackInuse)
		case <-ctx.Done():
			return
		}
	}
}
