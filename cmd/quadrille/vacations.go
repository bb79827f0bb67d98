package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/vacation"
	"quadrille/internal/table"
)

// openVacations opens the vacation service of a server. When a vacation ends by itself, the
// player gets a notice.
func openVacations(
	ctx context.Context, c config.Config, db *database, theClub *club.Club, board *notify.Board, clk *clock.Clock, logger *slog.Logger,
) (*vacation.Service, error) {
	s, err := vacation.Open(ctx, vacation.Config{
		Store: db.Vacations(), Days: c.Club.VacationDays, Changed: board.Changed, Clock: clk, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	board.AddSource(func(who player.ID) []notify.Notice {
		v, ok := s.Ended(who)
		if !ok {
			return nil
		}
		text := fmt.Sprintf("Your vacation ended at %s. Your clocks run again.", clock.Minute(v.Until, theClub.Settings.Zone()))
		return []notify.Notice{{Kind: notify.VacationEnded, Number: v.Number, Text: text}}
	})
	return s, nil
}

// vacationTables stores, at the tables of a lobby, when the vacations of their players end.
type vacationTables struct {
	lobby *lobby.Lobby
	clock *clock.Clock
}

// SetVacation stores the end of a player's vacation at each of their correspondence tables;
// see [vacation.Tables].
func (v vacationTables) SetVacation(ctx context.Context, who player.ID, until time.Time) (failed error) {
	now := v.clock.Now()
	until = v.clock.EventAt(until)
	for _, s := range v.lobby.Seated(who) {
		seat := slices.IndexFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == who })
		if s.Phase == table.Finished || seat < 0 || !s.Terms.Vacations() {
			continue
		}
		stored := s.Seats[seat].Vacation
		if s.Phase == table.Playing && (stored.Sub(until).Abs() <= clock.Tolerance || !stored.After(now) && !until.After(now)) {
			continue
		}
		t, err := v.lobby.TableFor(ctx, who, s.ID)
		if err == nil {
			err = t.SetVacation(ctx, who, until)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
