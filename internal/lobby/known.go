package lobby

import (
	"context"
	"fmt"
	"log/slog"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// known is somebody as the house knows him now; see [table.Known].
func (l *Lobby) known(p player.Player) player.Player { return table.Known(l.cfg.Rights, p) }

// knownAll is known for the people of an evening's table, some of whom came when the
// house knew otherwise.
func (l *Lobby) knownAll(people [rules.SeatCount]player.Player) [rules.SeatCount]player.Player {
	for i := range people {
		people[i] = l.known(people[i])
	}
	return people
}

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

// mayPlay refuses a rated evening to machines, unless the house rates them.
func (e *Evenings) mayPlay(rated bool, people ...player.Player) error {
	if !rated || e.lobby.cfg.Rights == nil || e.lobby.cfg.Rights.RatesMachines() {
		return nil
	}
	for _, p := range people {
		if p = e.lobby.known(p); p.Machine {
			return fmt.Errorf("%s is a machine, and this evening is rated, for people; leave it out, or begin an evening with rated=off", p.Shown(player.MaxNameCells))
		}
	}
	return nil
}
