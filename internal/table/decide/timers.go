package decide

import (
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// Tick adds the clock events that are due. actorPresent tells whether the player to move is
// connected. A paused clock resumes when that player is connected, at the latest at resumeBy.
func Tick(d *Decision, actorPresent bool, resumeBy time.Time) error {
	clocks := &d.State.Clocks
	switch {
	case d.State.Vote.Adjourned:
	case clocks.Paused:
		if actorPresent || !d.Now.Before(resumeBy) && len(d.Events) == 0 {
			return d.emit(table.Event{Kind: table.Resumed})
		}
	case clocks.Ticking() && !d.Now.Before(d.State.Deadline().Add(table.Grace)):
		return Flag(d)
	case clocks.Ticking() && !d.State.Terms.Clock.Correspondence() && !d.Now.Before(d.State.Times.Last.Add(table.HeartbeatEvery)):
		return d.emit(table.Event{Kind: table.Heartbeat})
	}
	return nil
}

// Pause stops a running clock, unless it is a correspondence clock. After a restart, a
// correspondence clock is corrected for the time during which the server was down.
func Pause(d *Decision) error {
	if !d.State.Clocks.Ticking() || d.State.Terms.Clock.Correspondence() {
		return nil
	}
	return d.emit(table.Event{Kind: table.Paused, Spent: d.State.Clocks.Spent(d.Now)})
}

// Close closes a table that its players have abandoned: before the game nobody got ready,
// or during the game everybody left.
func Close(d *Decision) error {
	return d.emit(table.Event{Kind: table.Closed, Action: table.Abandoned})
}

// Attendance marks players as away or present. Before the game, players who are away are no
// longer ready. The map `missing` contains, for each disconnected player, the time at which they
// disconnected.
func Attendance(d *Decision, missing map[player.ID]time.Time) error {
	for _, id := range d.State.ReadyPeople() {
		if since, isMissing := missing[id]; isMissing && d.since(since) >= table.AwayAfter {
			if err := markReady(d, d.State.HeldBy(id), false); err != nil {
				return err
			}
		}
	}
	if !d.State.ExpectsPlayers() {
		return nil
	}
	before := len(d.Events)
	for _, id := range d.State.People(d.State.Game.Position.Expected()) {
		since, isMissing := missing[id]
		var err error
		switch {
		case !isMissing && d.State.IsAway(id):
			err = markReturned(d, id)
		case isMissing && !d.State.IsAway(id) && d.since(since) >= table.AwayAfter:
			err = d.emit(table.Event{Kind: table.Left, Player: d.State.SeatedPlayer(id), Spent: d.Now.Sub(since)})
		}
		if err != nil {
			return err
		}
	}
	if len(d.Events) == before {
		return nil
	}
	return d.conclude() // the people who may vote have changed, so a choice may now have enough votes, and may end the game
}

// SetVacation records when a player's vacation ends, if vacations stop the clocks of this
// game. A time in the past ends the vacation.
func SetVacation(d *Decision, who player.ID, until time.Time) error {
	held := d.State.HeldBy(who) & d.State.Game.Position.Expected()
	if d.State.Phase != table.Playing || held == 0 || !d.State.Terms.Vacations() {
		return nil
	}
	switch stored := d.State.Clocks.Vacation[held.First()]; {
	case until.After(d.Now) && !until.Equal(stored):
		return d.emit(table.Event{Kind: table.VacationStarted, Player: d.State.SeatedPlayer(who), Until: until})
	case !until.After(d.Now) && stored.After(d.Now):
		return d.emit(table.Event{Kind: table.VacationEnded, Player: d.State.SeatedPlayer(who)})
	}
	return nil
}

// startVacations records the current vacations of the players when a game has just started.
func (d *Decision) startVacations() error {
	if d.Env.Vacation == nil {
		return nil
	}
	for _, who := range d.State.People(d.State.Game.Position.Expected()) {
		if err := SetVacation(d, who, d.Env.Vacation(who)); err != nil {
			return err
		}
	}
	return nil
}

// markReturned marks a player as present. If all players are present again, an adjourned
// game continues.
func markReturned(d *Decision, id player.ID) error {
	if err := d.add(table.Event{Kind: table.Returned, At: d.Now, Player: d.State.SeatedPlayer(id)}); err != nil {
		return err
	}
	if d.State.Vote.Adjourned && !d.State.AnyAway() {
		return d.emit(table.Event{Kind: table.Continued})
	}
	return nil
}

// Flag adds the events that follow when the seat to move has run out of time: the seat
// loses on time (G6) or, if it has not moved yet, the game is aborted.
func Flag(d *Decision) error {
	seat := d.State.Clocks.Running
	if d.State.Fairness.FirstMoves.Has(seat) {
		return d.endAborted(table.Event{Kind: table.Aborted, Seat: &seat})
	}
	if err := d.emit(table.Event{Kind: table.Flagged, Seat: &seat}); err != nil {
		return err
	}
	return d.conclude()
}

// PauseForOutages adds events that stop the running clock during outages of the server that
// are not stored yet. Another node may have stored an event during an outage or later: then
// the clock stops at that event, without the time of the outage.
func PauseForOutages(d *Decision, missed clock.Outages) {
	text := table.StallText
	if d.State.Clocks.Settings.Correspondence() {
		text = ""
	}
	for _, o := range missed {
		c, last := &d.State.Clocks, d.State.Times.Last
		from := fold.Later(o.From, last)
		spent := c.Spent(from) - clock.Outages{o}.Between(c.Since, from)
		d.Must(table.Event{Kind: table.Paused, At: from, Spent: spent, Text: text})
		d.Must(table.Event{Kind: table.Resumed, At: fold.Later(o.Until, last)})
	}
}
