package live

import (
	"context"
	"fmt"
	"math"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// costs returns what a command costs its player.
func costs(do table.CommandKind) int {
	if do == table.Play || do == table.Lift {
		return playCosts
	}
	return commandCosts
}

// CommandLimiter limits the commands of each player. Players who have spent nothing lately are
// not in it.
type CommandLimiter map[player.ID]*rate.Limiter

// Check refuses a command that costs more than the player has left.
func (p CommandLimiter) Check(by player.ID, cost int, now time.Time) error {
	left := float64(maxSpent)
	if l, ok := p[by]; ok {
		left = l.TokensAt(now)
	}
	missing := float64(cost) - left
	if missing <= 0 {
		return nil
	}
	r := table.Refuse(table.TooFast)
	r.Subject = fmt.Sprintf("%d s", int(math.Ceil(missing/perSecond)))
	return r
}

// Spend charges a player for a command, and forgets players who have everything left.
func (p CommandLimiter) Spend(by player.ID, cost int, now time.Time) {
	for id, l := range p {
		if l.TokensAt(now) >= maxSpent {
			delete(p, id)
		}
	}
	if p[by] == nil {
		p[by] = rate.NewLimiter(perSecond, maxSpent)
	}
	p[by].ReserveN(now, cost)
}

// charge returns what counts events against the quotas of somebody who asks with ctx.
func (t *Table) charge(ctx context.Context, by player.ID) func(events int, play bool) error {
	return func(events int, play bool) error {
		if t.cfg.Charge == nil {
			return nil
		}
		return t.cfg.Charge(ctx, by, events, play)
	}
}

// charge counts the events of a request against the quotas of who asked. Where no person sits,
// bots play for the host.
func (l *loop) charge(r request, events int, play bool) error {
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

func weightOf(text string) int { return 1 + len(text)/textOfOne }

// weight is as how many events they count.
func weight(events []table.Event) (n int) {
	for i := range events {
		n += weightOf(events[i].Text)
	}
	return n
}

// What commands cost their player, so that nobody can flood a table's log: a player
// may give 60 commands at once and one a second from then on, and 20 times as many of
// those that a game needs.
const (
	commandCosts = 20
	playCosts    = 1
	perSecond    = 20
	maxSpent     = 60 * perSecond
)

// textOfOne is how many bytes of text fit into what counts as one event.
const textOfOne = 200
