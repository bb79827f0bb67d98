package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// known is somebody as the house knows him now; see [table.Known].
func (l *Lobby) known(p player.Player) player.Player { return table.Known(l.cfg.Rights, p) }

// mark has an account marked for which a program is about to open a table.
func (l *Lobby) mark(ctx context.Context, by player.Player) error {
	if !by.Machine || l.cfg.Rights == nil {
		return nil
	}
	if err := l.cfg.Rights.MarkMachine(ctx, by.ID); err != nil {
		l.cfg.Logger.Error("an account could not be marked as a machine", slog.Any("error", err))
		return table.NotStored(err)
	}
	return nil
}
