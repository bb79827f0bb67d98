package live

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/rules"
)

// CloseIfEmpty closes a table whose game has not begun and at which nobody who sits there
// is connected.
func (t *Table) CloseIfEmpty(ctx context.Context) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: decide.CloseIfEmpty})
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

// RemovePlayer makes a player stand up from all their seats before the game begins. The
// caller has checked that by may do that.
func (t *Table) RemovePlayer(ctx context.Context, by player.Player, whom player.ID, why string) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.RemovePlayer(d, by, whom, why) }})
}

// Assign lets people sit, by seat, and reserves the seats for them; others who sit
// there stand up. The server calls it before the start; repeated, it changes nothing.
func (t *Table) Assign(ctx context.Context, people [rules.SeatCount]player.Player) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Assign(d, people) }})
}

// CloseWaiting closes a table whose game has not begun, even with people at it.
func (t *Table) CloseWaiting(ctx context.Context) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: decide.CloseWaiting})
}

// SetRematch stores the number of the rematch.
func (t *Table) SetRematch(ctx context.Context, next table.ID) error {
	return t.ask(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.SetRematch(d, next) }})
}
