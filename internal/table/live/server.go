package live

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/rules"
)

// Abandon closes a table whose game has not begun and at which nobody who sits there
// is connected.
func (t *Table) Abandon(ctx context.Context) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: decide.Abandon})
}

// Admit opens a private table to somebody. The caller has checked that by may do that:
// as the host, or with the password.
func (t *Table) Admit(ctx context.Context, by, whom player.Player) error {
	admit := func(d *decide.Decision) error { return decide.Admit(d, by, whom) }
	return t.ask(ctx, request{received: t.loop.now(), by: by.ID, cost: costs(table.Sit), decide: admit})
}

// Adjudicate ends a running game, or closes a table whose game has not begun. The
// caller has checked that by may do that.
func (t *Table) Adjudicate(ctx context.Context, by player.Player, what table.Adjudication) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Adjudicate(d, by, what) }})
}

// SendAway makes a player stand up from all their seats before the game begins. The
// caller has checked that by may do that.
func (t *Table) SendAway(ctx context.Context, by player.Player, whom player.ID, why string) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.SendAway(d, by, whom, why) }})
}

// Assign lets people sit, by seat, and reserves the seats for them; others who sit
// there stand up. The server calls it before the start; repeated, it changes nothing.
func (t *Table) Assign(ctx context.Context, people [rules.SeatCount]player.Player) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Assign(d, people) }})
}

// Dismiss closes a table whose game has not begun, even with people at it.
func (t *Table) Dismiss(ctx context.Context) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: decide.Dismiss})
}

// Follow stores the number of the rematch.
func (t *Table) Follow(ctx context.Context, next table.ID) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Follow(d, next) }})
}
