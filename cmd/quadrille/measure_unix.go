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

// measures writes into the log how large the process is whenever it gets SIGUSR1,
// until ctx is done: what a host looks at who thinks that something leaks.
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
