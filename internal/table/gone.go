package table

import (
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

const (
	// notice is how long somebody is away before the log hears of it: lines break,
	// and come back.
	notice = 30 * time.Second
	// desertedFor is how long everybody is away before a game that is on is closed
	// without a result, and settled how long the server is up by then at least, so
	// that they had time to come back to it.
	desertedFor = 7 * day
	settled     = time.Hour
)

// attendance is who needs the table, as the loop sees it, and which players are
// missing: since then they neither look on nor did they do anything.
type attendance struct {
	loaded  time.Time // when the table was
	used    time.Time // when somebody last did something here, came or went; zero: nobody has
	missing map[player.ID]time.Time
}

// missed reports whether people are expected to be here: while a game is on, at
// a table where people play at the same time.
func (s *state) missed() bool {
	return s.phase == Playing && !s.terms.Clock.Correspondence()
}

// rollCall looks who is here, and tells when somebody is to be noted as gone or
// back; zero if nobody is.
func (t *Table) rollCall() (due time.Time) {
	if !t.state.missed() {
		return due
	}
	for _, id := range t.state.persons(t.state.game.Position.InPlay()) {
		if at := t.call(id); !at.IsZero() && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	return due
}

func (t *Table) call(id player.ID) (due time.Time) {
	since, missing := t.attendance.missing[id]
	gone := t.state.isGone(id)
	switch here := t.audience.holds(id); {
	case here && gone:
		delete(t.attendance.missing, id)
		return t.now()
	case here:
		delete(t.attendance.missing, id)
		return due
	case !missing:
		since = t.now()
		t.attendance.missing[id] = since
	}
	if gone {
		return due
	}
	return since.Add(notice)
}

// heardOf notes that somebody is about, looking on or not.
func (t *Table) heardOf(id player.ID) {
	if _, missing := t.attendance.missing[id]; missing {
		t.attendance.missing[id] = t.now()
	}
}

// attend decides who is gone and who is back.
func (t *Table) attend(d *draft) error {
	if !d.missed() {
		return nil
	}
	before := len(d.events)
	for _, id := range d.persons(d.game.Position.InPlay()) {
		since, missing := t.attendance.missing[id]
		var err error
		switch away := d.now.Sub(since); {
		case !missing && d.isGone(id):
			err = d.comeBack(id)
		case missing && !d.isGone(id) && away >= notice:
			err = d.emit(Event{Kind: Left, Player: d.known(id), Spent: away})
		}
		if err != nil {
			return err
		}
	}
	if len(d.events) == before {
		return nil
	}
	return d.carry() // who is here has changed: enough may have voted
}

// comeBack decides that somebody is back. When nobody is gone any more, what was
// adjourned goes on.
func (d *draft) comeBack(id player.ID) error {
	if err := d.add(Event{Kind: Returned, At: d.now, Player: d.known(id)}); err != nil {
		return err
	}
	if d.vote.adjourned && !d.anybodyGone() {
		return d.emit(Event{Kind: Continued})
	}
	return nil
}

// known is the player as he sits here.
func (s *state) known(id player.ID) *player.Player {
	p := s.seats[first(s.heldBy(id))].player
	return &p
}

func (s *state) isGone(id player.ID) bool { return s.heldBy(id)&s.goneSeats() != 0 }

func (s *state) personLeft(e Event) error { return s.setGone(e, e.At.Add(-e.Spent)) }

// returned also closes his seats to others.
func (s *state) returned(e Event) error {
	if err := s.setGone(e, time.Time{}); err != nil {
		return err
	}
	for seat := range members(s.heldBy(e.Player.ID)) {
		s.seats[seat].vacant = false
	}
	if !s.vote.adjourned && !s.anybodyGone() {
		s.votes = nil
	}
	return nil
}

func (s *state) setGone(e Event, since time.Time) error {
	held := s.heldBy(e.Player.ID) & s.game.Position.InPlay()
	if held == 0 || s.isGone(e.Player.ID) != since.IsZero() {
		return fmt.Errorf("%q by who cannot", e.Kind)
	}
	for seat := range members(held) {
		s.gone[seat] = since
	}
	return nil
}

// allGone is since when everybody who plays is gone; zero if somebody is not.
func (s *state) allGone() (since time.Time) {
	for seat := range members(s.game.Position.InPlay()) {
		switch at := s.gone[seat]; {
		case s.seats[seat].player.ID.Bot():
		case at.IsZero():
			return time.Time{}
		case at.After(since):
			since = at
		}
	}
	return since
}

// desertion is when a game that everybody left is closed, where the server is up
// since then; zero while somebody is here, or while a clock runs, which will end it.
func (s *state) desertion(up time.Time) time.Time {
	if !s.missed() || s.clock.running != rules.NoSeat && !s.vote.adjourned {
		return time.Time{}
	}
	since := s.allGone()
	if since.IsZero() {
		return since
	}
	return later(since.Add(desertedFor), up.Add(settled))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
