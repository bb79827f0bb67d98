package table

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// secrets is what is not for all eyes.
type secrets struct {
	gallery  []Line      // for those who do not play; nil when all may read it
	players  []player.ID // who plays, or played in this game: never hears the gallery
	owners   [rules.SeatCount]player.ID
	premoves [rules.SeatCount]PremoveView // for the owners; empty where there is none
}

// secrets is what a snapshot leaves out.
func (s *state) secrets() secrets {
	var c secrets
	if s.phase != Playing {
		return c
	}
	c.gallery = slices.Clip(s.gallery)
	for seat := range members(s.seatsWhere(func(s *seat) bool { return s.player.ID != "" })) {
		c.owners[seat] = s.seats[seat].player.ID
		c.players = append(c.players, c.owners[seat])
		if p := s.premoves[seat]; p.action.Verb != rules.NoVerb {
			plain := rules.Plain(s.variant.Facts(), seat, p.action)
			c.premoves[seat] = PremoveView{Seat: seat, Action: p.action, Plain: plain, Dropped: p.dropped}
		}
	}
	for _, p := range s.replaced {
		c.players = append(c.players, p.ID)
	}
	return c
}

// spectator stands for everybody who does not play: they all see the same.
const spectator player.ID = "-"

// lookerOf is as whom somebody looks on.
func (c *secrets) lookerOf(id player.ID) player.ID {
	if id != "" && len(c.players) > 0 && !slices.Contains(c.players, id) {
		return spectator
	}
	return id
}

// seen is a view with what is for somebody's eyes. Who has no identity sees what
// all see.
func (c *secrets) seen(v *View, by player.ID) *View {
	mine := *v
	switch id := c.lookerOf(by); {
	case id == spectator && len(c.gallery) > 0:
		mine.Gallery = c.gallery
		return &mine
	case id == "" || id == spectator:
		return v
	}
	for seat, owner := range c.owners {
		if owner == by && c.premoves[seat].Plain != "" {
			mine.Premoves = append(mine.Premoves, c.premoves[seat])
		}
	}
	if len(mine.Premoves) == 0 {
		return v
	}
	return &mine
}

// shows reports whether an event of the log is for somebody's eyes, as things
// stand.
func (c *secrets) shows(by player.ID, e *Event) bool {
	switch e.Kind {
	case Heartbeat:
		return false
	case Remarked:
		return c.gallery == nil && len(c.players) == 0 || c.lookerOf(by) == spectator
	case Premoved, Recalled, Dropped:
		return by != "" && c.owners[*e.Seat] == by
	}
	return true
}

// ears is whom something new concerns.
type ears struct {
	all     bool
	gallery bool        // those who do not play
	seats   rules.Seats // those who sit there
}

// everyone is all who look on.
var everyone = ears{all: true}

// earsFor is whom these events concern.
func earsFor(events []Event) (to ears) {
	for _, e := range events {
		switch e.Kind {
		case Heartbeat:
		case Remarked:
			to.gallery = true
		case Premoved, Recalled, Dropped:
			to.seats = to.seats.With(*e.Seat)
		default:
			to.all = true
		}
	}
	return to
}

// reach reports whether it concerns somebody who looks on as id.
func (e ears) reach(c *secrets, id player.ID) bool {
	if e.all || e.gallery && id == spectator {
		return true
	}
	for seat := range members(e.seats) {
		if c.owners[seat] == id {
			return true
		}
	}
	return false
}
