//go:build !unix

package main

import (
	"context"
	"log/slog"
)

// measures does nothing on this system, which has no SIGUSR1. On Unix, it logs the memory
// use of the process on each SIGUSR1.
func measures(context.Context, *slog.Logger) {}
