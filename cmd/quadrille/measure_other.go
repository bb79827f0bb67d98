//go:build !unix

package main

import (
	"context"
	"log/slog"
)

// measures does nothing, because this system has no SIGUSR1.
func measures(context.Context, *slog.Logger) {}
