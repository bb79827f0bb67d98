package postgres

import "log/slog"

// Store is an open database.
type Store struct {
	logger   *slog.Logger
	notifier *notifier
}
