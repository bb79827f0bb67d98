package live

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Study opens a table on which one person tries moves. The person has all seats, nothing is
// stored, and no list shows the table. Study first plays the given actions. It skips actions
// that are not board actions, such as an agreed draw, and stops at a resignation that ends
// the game. The caller must stop the table.
func Study(ctx context.Context, me player.Player, game string, options map[string]string, actions []rules.Action) (*Table, error) {
	return study(ctx, me, table.Terms{Game: game, Options: options}, actions, false)
}

// StudyToEnd opens a table as [Study] does, and also plays a resignation that ends the game.
func StudyToEnd(
	ctx context.Context,
	me player.Player,
	game string,
	options map[string]string,
	actions []rules.Action,
) (*Table, error) {
	return study(ctx, me, table.Terms{Game: game, Options: options}, actions, true)
}

func study(ctx context.Context, me player.Player, terms table.Terms, actions []rules.Action, toEnd bool) (*Table, error) {
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		return nil, err
	}
	events, err := studyEvents(me, terms, rules.NewGame(v), actions, toEnd)
	if err != nil {
		return nil, err
	}
	return Open(Config{Log: discardLog{}, Variant: variants.New, Logger: slog.New(slog.DiscardHandler)}, events)
}

// studyEvents returns the events of a table at which `me` has played the actions. If
// `toEnd` is false, it omits a resignation that would end the game.
func studyEvents(me player.Player, terms table.Terms, g *rules.Game, actions []rules.Action, toEnd bool) ([]table.Event, error) {
	now := clock.Wall()
	events := []table.Event{{Kind: table.Opened, At: now, Player: &me, Terms: &terms}}
	for seat := range rules.Seat(rules.SeatCount) {
		if g.Position.State[seat].MayAct() {
			events = append(events,
				table.Event{Kind: table.Seated, At: now, Seat: &seat, Player: &me},
				table.Event{Kind: table.Readied, At: now, Seat: &seat})
		}
	}
	events = append(events, table.Event{Kind: table.Started, At: now})
	text := map[bool]string{true: table.LotText}
	for i, a := range actions {
		if a.Type == rules.Flag { // a study has no clock, so a loss on time becomes a resignation
			a.Type = rules.Resign
		}
		if !a.IsBoardAction() && a.Type != rules.Resign {
			continue
		}
		by := g.Variant.Actor(&g.Position)
		plain, lot := rules.Plain(g.Variant.Facts(), by, a), a.IsBoardAction() && rules.ByLot(g.Variant, &g.Position)
		if a.Type == rules.Resign {
			by = a.Seat
		}
		if _, err := g.Play(a); err != nil {
			return nil, fmt.Errorf("action %d, %s: %w", i+1, plain, err)
		}
		over := g.Position.Over()
		if over && a.Type == rules.Resign && !toEnd {
			break
		}
		events = append(events, table.Event{Kind: table.Acted, At: now, Seat: &by, Action: plain, Text: text[lot]})
		if over {
			why := g.Position.Outcome.Termination.String()
			return append(events, table.Event{Kind: table.Closed, At: now, Action: why}), nil
		}
	}
	for rules.ByLot(g.Variant, &g.Position) { // the study must not begin at a turn that is nobody's
		by, a := g.Variant.Actor(&g.Position), rules.DrawLot(g.Variant, &g.Position, rand.IntN)
		if _, err := g.Play(a); err != nil {
			return nil, err
		}
		plain := rules.Plain(g.Variant.Facts(), by, a)
		events = append(events, table.Event{Kind: table.Acted, At: now, Seat: &by, Action: plain, Text: table.LotText})
	}
	return events, nil
}

// discardLog stores no events.
type discardLog struct{}

func (discardLog) Append(context.Context, table.ID, int, []table.Event, *table.Summary) error {
	return nil
}

func (discardLog) Settle(context.Context, table.ID) ([]table.Event, error) {
	return nil, table.ErrNoTable
}
