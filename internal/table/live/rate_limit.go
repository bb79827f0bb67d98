package live

import (
	"context"
	"fmt"
	"math"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// costOf returns the part of a player's budget that a command of the given kind uses up.
func costOf(do table.CommandKind) int {
	if do == table.Play || do == table.Lift {
		return moveCost
	}
	return commandCost
}

// newLimiter returns the budgets that limit the rate at which each player gives commands. Each command
// uses up a part of the player's budget, which fills up again over time.
func newLimiter() *reserve.Buckets[player.ID] {
	return reserve.NewBuckets[player.ID](refillPerSecond, maxBudget)
}

// tooFast returns the refusal of a command if the player must wait before it.
func tooFast(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return table.RefuseAbout(table.TooFast, fmt.Sprintf("%d s", int(math.Ceil(wait.Seconds()))))
}

// charge returns a function that counts events against the quotas of a player.
func (t *Table) charge(ctx context.Context, by player.ID) func(events int, play bool) error {
	return func(events int, play bool) error {
		if t.cfg.Charge == nil {
			return nil
		}
		return t.cfg.Charge(ctx, by, events, play)
	}
}

// charge counts the events of a request against the quotas of the player who made the
// request. If no person has a seat, it counts the events of bots against the host's quotas.
func (l *loop) charge(r *request, events int, play bool) error {
	people := l.state.SeatsWhere(func(s *fold.Seat) bool { return s.Player.ID != "" && !s.Player.ID.Bot() })
	switch {
	case r.charge == nil:
		return nil
	case l.cfg.Charge == nil || !r.by.Bot() || people != 0:
		return r.charge(events, play)
	}
	ctx := l.ctx
	if l.hostFrom.IsValid() {
		ctx = player.WithAddress(ctx, l.hostFrom.Addr())
	}
	return l.cfg.Charge(ctx, l.state.Host.ID, events, play)
}

// sizeOf returns how many events the quotas count for one event with the given text. A long
// text counts as several events.
func sizeOf(text string) int { return 1 + len(text)/bytesPerEvent }

// totalSize returns the number of events that the quotas count for a list of events. An
// event with a long text counts as several events.
func totalSize(events []table.Event) (n int) {
	for i := range events {
		n += sizeOf(events[i].Text)
	}
	return n
}

// The rate limit of commands protects a table's log. A player may give 60 commands in a burst
// and then one a second. A move or a lifted piece costs a twentieth as much as any other
// command.
const (
	commandCost     = 20
	moveCost        = 1
	refillPerSecond = 20
	maxBudget       = 60 * refillPerSecond
)

// bytesPerEvent is the number of bytes of text that count as one more event in the quotas.
const bytesPerEvent = 200
