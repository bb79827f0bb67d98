package analysis

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Study is a table of one person's, to try moves on: every seat is his, nothing
// of it is stored, and nobody else can find it. It begins as if those actions had
// been played already, as far as they are done on the board or are resignations.
// A resignation that would end the game is left out: there is something to try
// yet. Whoever asked for it stops it.
func Study(ctx context.Context, me player.Player, game string, options map[string]string, actions []rules.Action) (*live.Table, error) {
	return study(ctx, me, table.Terms{Game: game, Options: options}, actions, false)
}

// Recital is a study of a whole game, for who reads it: its end is there, whatever
// it was.
func Recital(ctx context.Context, me player.Player, game string, options map[string]string, actions []rules.Action) (*live.Table, error) {
	return study(ctx, me, table.Terms{Game: game, Options: options}, actions, true)
}

func study(ctx context.Context, me player.Player, terms table.Terms, actions []rules.Action, whole bool) (*live.Table, error) {
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		return nil, err
	}
	events, err := studied(me, terms, rules.NewGame(v), actions, whole)
	if err != nil {
		return nil, err
	}
	return live.Open(live.Config{Log: unwritten{}, Variant: variants.New, Logger: slog.New(slog.DiscardHandler)}, events)
}

// studied is the log of such a table so far; whole says that the end belongs to it.
func studied(me player.Player, terms table.Terms, g *rules.Game, actions []rules.Action, whole bool) ([]table.Event, error) {
	now := time.Now().UTC()
	events := []table.Event{{Kind: table.Opened, At: now, Player: &me, Terms: &terms}}
	for seat := range rules.Seat(rules.SeatCount) {
		if g.Position.State[seat] != rules.Eliminated {
			events = append(events,
				table.Event{Kind: table.Seated, At: now, Seat: &seat, Player: &me},
				table.Event{Kind: table.Readied, At: now, Seat: &seat})
		}
	}
	events = append(events, table.Event{Kind: table.Started, At: now})
	for i, a := range actions {
		if a.Type == rules.Flag { // a study has no clock: the same as resigning
			a.Type = rules.Resign
		}
		if !a.IsBoardAction() && a.Type != rules.Resign {
			continue
		}
		by := g.Variant.Actor(&g.Position)
		plain := rules.Plain(g.Variant.Facts(), by, a)
		if a.Type == rules.Resign {
			by = a.Seat
		}
		if _, err := g.Play(a); err != nil {
			return nil, fmt.Errorf("action %d, %s: %w", i+1, plain, err)
		}
		over := g.Position.Over()
		if over && a.Type == rules.Resign && !whole {
			break
		}
		events = append(events, table.Event{Kind: table.Acted, At: now, Seat: &by, Action: plain})
		if over {
			why := g.Position.Outcome.Termination.String()
			return append(events, table.Event{Kind: table.Closed, At: now, Action: why}), nil
		}
	}
	return events, nil
}

// unwritten is the log of what nobody needs tomorrow.
type unwritten struct{}

func (unwritten) Append(context.Context, table.ID, int, []table.Event, *table.Summary) error {
	return nil
}
