package live

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/rules"
)

// CloseIfEmpty closes a waiting table if none of its players is connected.
func (t *Table) CloseIfEmpty(ctx context.Context) error {
	return t.send(ctx, request{received: t.loop.now(), decide: decide.CloseIfEmpty})
}

// Admit gives a person access to a private table. The caller must have checked that the
// person who gives access is the host or a moderator, or knows the password.
func (t *Table) Admit(ctx context.Context, by, target player.Player) error {
	admit := func(d *decide.Decision) error { return decide.Admit(d, by, target) }
	return t.send(ctx, request{received: t.loop.now(), by: by.ID, cost: costOf(table.Sit), decide: admit})
}

// Adjudicate ends a running game, or closes a waiting table. The caller must have checked
// that the moderator `by` may do so.
func (t *Table) Adjudicate(ctx context.Context, by player.Player, what table.Adjudication) error {
	return t.send(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Adjudicate(d, by, what) }})
}

// RemovePlayer frees all seats of the player `target` before the game starts. The caller
// must have checked that the moderator `by` may do so.
func (t *Table) RemovePlayer(ctx context.Context, by player.Player, target player.ID, why string) error {
	return t.send(
		ctx,
		request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.RemovePlayer(d, by, target, why) }},
	)
}

// Assign gives seat i to people[i], for each seat of the game. It reserves each seat for its
// person and removes any other player from the seat. A second call with the same people
// changes nothing.
func (t *Table) Assign(ctx context.Context, people [rules.SeatCount]player.Player) error {
	return t.send(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.Assign(d, people) }})
}

// CloseWaiting closes a waiting table even if players are connected.
func (t *Table) CloseWaiting(ctx context.Context) error {
	return t.send(ctx, request{received: t.loop.now(), decide: decide.CloseWaiting})
}

// FillWithBots seats bots of the given level on the open seats before the game starts, if
// all seated players are ready. It leaves a seat open for each invited person who is
// connected to the table and has no seat yet.
func (t *Table) FillWithBots(ctx context.Context, level int) error {
	return t.send(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.FillWithBots(d, level) }})
}

// CloseUnlessSeated closes a waiting table if no person has a seat. Bots are not people.
func (t *Table) CloseUnlessSeated(ctx context.Context) error {
	return t.send(ctx, request{received: t.loop.now(), decide: decide.CloseUnlessSeated})
}

// SetVacation records the end of a player's vacation, if vacations stop the clocks of this
// game. A time in the past ends the vacation.
func (t *Table) SetVacation(ctx context.Context, who player.ID, until time.Time) error {
	return t.send(
		ctx,
		request{received: t.loop.now(), by: who, decide: func(d *decide.Decision) error { return decide.SetVacation(d, who, until) }},
	)
}

// SetRematch records the table number of the rematch.
func (t *Table) SetRematch(ctx context.Context, next table.ID) error {
	return t.send(ctx, request{received: t.loop.now(), decide: func(d *decide.Decision) error { return decide.SetRematch(d, next) }})
}
