package table

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

const (
	// idleFor is how long people sit before the start, none of them ready, until
	// the table is closed. Where they play days apart nobody has to be there, and at
	// an evening's tables people wait for others.
	idleFor = 30 * time.Minute
	// sentAwayFor is how long somebody does not sit down again whom the host made
	// leave.
	sentAwayFor   = time.Minute
	sentAwayShown = 8
	// afterglow is how long people talk and ask for a rematch after the end.
	afterglow = 30 * time.Minute
)

// idleness is when a table at which nobody gets ready is closed, where the server is
// up since then; zero if it is not.
func (s *state) idleness(up time.Time) time.Time {
	taken := s.seatsWhere(func(s *seat) bool { return s.player.ID != "" })
	ready := s.seatsWhere(func(s *seat) bool { return s.ready })
	if s.phase != Waiting || taken == 0 || ready != 0 || s.terms.Clock.Correspondence() || s.terms.Evening != nil {
		return time.Time{}
	}
	return later(s.stirred, up).Add(idleFor)
}

// unseat decides that the host sends somebody away who keeps the others waiting.
func (d *draft) unseat(a Act) error {
	switch {
	case d.phase != Waiting:
		return refuse(AlreadyBegan)
	case a.By.ID != d.host.ID:
		return refuse(HostOnly)
	case a.Seat >= rules.SeatCount || d.seats[a.Seat].closed:
		return d.noSuchSeat(a.Seat)
	}
	s := &d.seats[a.Seat]
	switch {
	case s.player.ID == "":
		return nil
	case s.player.ID == d.host.ID, s.ready && d.here(s.player.ID) && !s.player.ID.Bot():
		return about(NotIdle, player.Shown(s.player.Name, player.MaxNameCells))
	}
	why := ""
	if a.Text != "" {
		var err error
		if why, err = player.CleanLine(a.Text, MaxWhyCells); err != nil {
			return err
		}
	}
	return d.emit(Event{Kind: Unseated, Seat: &a.Seat, Player: &a.By, Text: why})
}

// sendAway notes who was made to leave a seat.
func (s *state) sendAway(e Event) {
	away := SentAwayView{Player: s.seats[*e.Seat].player, By: *e.Player, Seat: *e.Seat, At: e.At, Why: e.Text}
	s.sentAway = append(slices.Clone(s.sentAway), away)
	s.sentAway = s.sentAway[max(0, len(s.sentAway)-sentAwayShown):]
}

// wasSentAway refuses to seat somebody again at once whom the host made leave.
func (d *draft) wasSentAway(id player.ID) error {
	for _, away := range d.sentAway {
		if left := sentAwayFor - d.now.Sub(away.At); away.Player.ID == id && left > 0 && !id.Bot() {
			return about(SentAwayNow, Span(left))
		}
	}
	return nil
}

// restsAt is when nothing more comes of a finished table; zero before its end.
func (t *Table) restsAt() time.Time {
	if t.state.phase != Finished {
		return time.Time{}
	}
	return t.state.ended.Add(afterglow)
}
