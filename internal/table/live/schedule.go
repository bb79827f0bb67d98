package live

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// schedule computes when a table must act without a command.
type schedule struct{ loop *loop }

// clockDue returns the time at which this node must store the next event about the clock, such
// as a heartbeat, a pause or a loss on time. It returns zero if this node need not store one.
func (s schedule) clockDue() time.Time {
	l := s.loop
	c := &l.state.Clocks
	switch {
	case (l.outages.pending() || len(l.missed()) > 0) && (l.outages.over || l.replica.firstInLine()):
		return l.now()
	case c.Running == rules.NoSeat || l.state.Vote.Adjourned:
		return time.Time{}
	case c.Paused && s.actorHere():
		return l.now()
	case c.Paused:
		return l.replica.chore(l.resumeBy())
	case !s.lostActor().IsZero():
		return l.replica.chore(s.lostActor())
	}
	flag, heartbeat := s.flagDue(), l.replica.chore(l.state.Times.Last.Add(table.HeartbeatEvery))
	// whether the grace period after the deadline ends before the next heartbeat
	late := !heartbeat.Before(l.state.Deadline().Add(table.Grace))
	if heartbeat.IsZero() || late || l.state.Terms.Clock.Correspondence() {
		return flag
	}
	return heartbeat
}

// attendanceDue returns the time at which this node must record that a player is away or back,
// or zero if it has nothing to record.
func (s schedule) attendanceDue() time.Time {
	l := s.loop
	return l.replica.chore(l.presence.update(l.state, l.subscribers.isPresent, l.now(), l.cfg.Clock.Outages()))
}

// closingDue returns the time at which this node closes the table without a command, or zero
// if it does not close the table.
func (s schedule) closingDue() time.Time {
	l := s.loop
	switch l.state.Phase {
	case table.Waiting:
		return l.replica.chore(l.state.IdleAt(l.cfg.UpSince, l.cfg.Clock.Outages()))
	case table.Playing:
		return l.replica.chore(l.state.AbandonedAt(l.cfg.UpSince, l.cfg.Clock.Outages()))
	}
	return s.expiresAt()
}

// expiresAt returns when a finished table stops accepting commands, or zero if the game is
// not over.
func (s schedule) expiresAt() time.Time {
	l := s.loop
	if l.state.Phase != table.Finished {
		return time.Time{}
	}
	return l.cfg.Clock.Outages().Shift(l.state.Times.Ended).Add(table.AfterGame)
}

// isDue reports whether a time has come. The zero time means never.
func (s schedule) isDue(at time.Time) bool { return !at.IsZero() && !at.After(s.loop.now()) }

// actor returns the player whose clock runs or is paused, or "" if there is none.
func (s schedule) actor() player.ID {
	l := s.loop
	if running := l.state.Clocks.Running; running != rules.NoSeat {
		return l.state.Seats.List[running].Player.ID
	}
	return ""
}

// actorHere reports whether this node is responsible for the clock of the player to move,
// because that player is connected to this node.
func (s schedule) actorHere() bool {
	l := s.loop
	switch id := s.actor(); {
	case l.cfg.Cluster == nil:
		return l.subscribers.isPresent(id)
	case id.Bot():
		return l.replica.firstInLine()
	default:
		return l.subscribers.isHere(id)
	}
}

// flagDue returns when this node must declare that the player to move has lost on time, or
// zero if another node is responsible.
func (s schedule) flagDue() time.Time {
	l := s.loop
	deadline := l.state.Deadline()
	switch {
	case l.cfg.Cluster == nil || s.actorHere():
		return deadline.Add(table.Grace)
	case l.subscribers.isPresent(s.actor()) && !s.actor().Bot():
		return time.Time{}
	}
	return l.replica.chore(deadline.Add(flagAfter))
}

// pauseFrom returns the time from which the running clock must count as paused, or zero if
// it keeps running. In a cluster the clock is paused while no node can store events, or
// when the node of the player to move has failed.
func (s schedule) pauseFrom(now time.Time) time.Time {
	l := s.loop
	c, last := &l.state.Clocks, l.state.Times.Last
	switch {
	case !c.Ticking():
		return time.Time{}
	case !l.outages.writeFailed.IsZero():
		return fold.Later(l.outages.writeFailed, last)
	case l.cfg.Cluster == nil || c.Settings.Correspondence():
		return time.Time{}
	case !s.lostActor().IsZero():
		return fold.Later(s.lostActor(), last)
	case now.Sub(last) > table.HeartbeatEvery+maxSilence:
		return last
	}
	return time.Time{}
}

// lostActor returns the time of the last heartbeat of the failed node to which the player
// to move was connected. It returns the zero time if no such node failed during this turn.
func (s schedule) lostActor() time.Time {
	l := s.loop
	at := l.subscribers.lostAt(s.actor())
	if !l.state.Clocks.Ticking() || !at.After(l.state.Clocks.Since) {
		return time.Time{}
	}
	return at
}
