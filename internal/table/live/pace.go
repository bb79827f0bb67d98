package live

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// costs is what an act takes of its player's time.
func costs(do table.CommandKind) time.Duration {
	if do == table.Play || do == table.Lift {
		return playCosts
	}
	return commandCosts
}

// Pace is how far ahead of the time each player is with what costs time.
type Pace map[player.ID]time.Time

// Check refuses what would put somebody further ahead than that.
func (p Pace) Check(by player.ID, cost, ahead time.Duration, now time.Time) error {
	wait := p.after(by, cost, now).Sub(now) - ahead
	if wait <= 0 {
		return nil
	}
	r := table.Refuse(table.TooFast)
	r.Subject = fmt.Sprintf("%d s", (wait+time.Second-1)/time.Second)
	return r
}

// Spend counts what was done, and forgets who is ahead no more.
func (p Pace) Spend(by player.ID, cost time.Duration, now time.Time) {
	for id, until := range p {
		if !until.After(now) {
			delete(p, id)
		}
	}
	p[by] = p.after(by, cost, now)
}

// after is where a player's time stands after one more.
func (p Pace) after(by player.ID, cost time.Duration, now time.Time) time.Time {
	if until := p[by]; until.After(now) {
		return until.Add(cost)
	}
	return now.Add(cost)
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

func weightOf(text string) int { return 1 + len(text)/textOfOne }

// weight is as how many events they count.
func weight(events []table.Event) (n int) {
	for i := range events {
		n += weightOf(events[i].Text)
	}
	return n
}

// What commands cost their player, in time, and how much of it they may have spent
// ahead: 60 of the common kind at once and one a second from then on, and far more of
// those that a game needs. So nobody can flood a table's log.
const (
	commandCosts = time.Second
	playCosts    = 50 * time.Millisecond
	ahead        = time.Minute
)

// textOfOne is how many bytes of text fit into what counts as one event.
const textOfOne = 200
