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
	teams    [rules.SeatCount]rules.Seats // each seat and its partners
	premoves [rules.SeatCount]PremoveView // for the owners; empty where there is none
}

// secrets is what a snapshot leaves out.
func (s *state) secrets() secrets {
	var c secrets
	seated := s.seatsWhere(func(s *seat) bool { return s.player.ID != "" })
	for seat := range members(seated) {
		c.owners[seat], c.teams[seat] = s.seats[seat].player.ID, s.partners(seat).With(seat)
	}
	if s.phase != Playing {
		return c
	}
	c.gallery = slices.Clip(s.gallery)
	for seat := range members(seated) {
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

// seen returns the view as one person may see it. Somebody without an identity sees
// what everybody sees. The view itself, which the server uses, has the proposals to
// resign of all teams; each person gets those of their own team only.
func (c *secrets) seen(v *View, by player.ID) *View {
	mine := *v
	if hidden := v.Resigning &^ c.teamOf(by); hidden != 0 {
		mine.Resigning &^= hidden
		v = &mine
	}
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
	case Proposed, Rejected:
		return c.teamOf(by).Has(*e.Seat)
	}
	return true
}

// teamOf returns the seats that a person holds, and their partners'.
func (c *secrets) teamOf(by player.ID) (team rules.Seats) {
	for seat, owner := range c.owners {
		if by != "" && owner == by {
			team |= c.teams[seat]
		}
	}
	return team
}

// ears is whom something new concerns.
type ears struct {
	all     bool
	server  bool        // the server's own parts: the lobby and the bots
	gallery bool        // those who do not play
	seats   rules.Seats // those who sit there
}

// everyone is all who look on.
var everyone = ears{all: true, server: true}

// earsFor is whom these events concern.
func (c *secrets) earsFor(events []Event) (to ears) {
	for _, e := range events {
		switch e.Kind {
		case Heartbeat:
		case Remarked:
			to.gallery = true
		case Premoved, Recalled, Dropped:
			to.seats = to.seats.With(*e.Seat)
		case Proposed, Rejected:
			to.seats |= c.teams[*e.Seat]
			to.server = true
		default:
			to.all, to.server = true, true
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
