package fold

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Secrets is what is not for all eyes.
type Secrets struct {
	spectators []table.ChatLine // for those who do not play; nil when all may read it
	players    []player.ID      // who plays, or played in this game: never hears the gallery
	owners     [rules.SeatCount]player.ID
	teams      [rules.SeatCount]rules.Seats       // each seat and its partners
	premoves   [rules.SeatCount]table.PremoveView // for the owners; empty where there is none
}

// Secrets is what a snapshot leaves out.
func (s *State) Secrets() Secrets {
	var c Secrets
	seated := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	for seat := range seated.All() {
		c.owners[seat], c.teams[seat] = s.Seats.List[seat].Player.ID, s.Partners(seat).With(seat)
	}
	if s.Phase != table.Playing {
		return c
	}
	c.spectators = slices.Clip(s.Chat.Spectators)
	for seat := range seated.All() {
		c.players = append(c.players, c.owners[seat])
		if p := s.Premoves[seat]; p.Action.Type != rules.NoAction {
			plain := rules.Plain(s.Variant.Facts(), seat, p.Action)
			c.premoves[seat] = table.PremoveView{Seat: seat, Action: p.Action, Plain: plain, Dropped: p.Dropped}
		}
	}
	for _, p := range s.Seats.Replaced {
		c.players = append(c.players, p.ID)
	}
	return c
}

// spectator stands for everybody who does not play: they all see the same.
const spectator player.ID = "-"

// ViewerKey is as whom somebody looks on.
func (c *Secrets) ViewerKey(id player.ID) player.ID {
	if id != "" && len(c.players) > 0 && !slices.Contains(c.players, id) {
		return spectator
	}
	return id
}

// Seen returns the view as one person may see it. Somebody without an identity sees
// what everybody sees. The view itself, which the server uses, has the proposals to
// resign of all teams; each person gets those of their own team only.
func (c *Secrets) Seen(v *table.View, by player.ID) *table.View {
	mine := *v
	if hidden := v.Resigning &^ c.teamOf(by); hidden != 0 {
		mine.Resigning &^= hidden
		v = &mine
	}
	switch id := c.ViewerKey(by); {
	case id == spectator && len(c.spectators) > 0:
		mine.SpectatorChat = c.spectators
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

// Shows reports whether an event of the log is for somebody's eyes, as things
// stand.
func (c *Secrets) Shows(by player.ID, e *table.Event) bool {
	switch e.Kind {
	case table.Heartbeat:
		return false
	case table.SpectatorChatted:
		return c.spectators == nil && len(c.players) == 0 || c.ViewerKey(by) == spectator
	case table.Premoved, table.PremoveCancelled, table.PremoveDropped:
		return by != "" && c.owners[*e.Seat] == by
	case table.ResignationProposed, table.ResignationRejected:
		return c.teamOf(by).Has(*e.Seat)
	}
	return true
}

// teamOf returns the seats that a person holds, and their partners'.
func (c *Secrets) teamOf(by player.ID) (team rules.Seats) {
	for seat, owner := range c.owners {
		if by != "" && owner == by {
			team |= c.teams[seat]
		}
	}
	return team
}

// Recipients is whom something new concerns.
type Recipients struct {
	all        bool
	Server     bool        // the server's own parts: the lobby and the bots
	spectators bool        // those who do not play
	seats      rules.Seats // those who sit there
}

// everyone is all who look on.
var Everyone = Recipients{all: true, Server: true}

// Recipients is whom these events concern.
func (c *Secrets) Recipients(events []table.Event) (to Recipients) {
	for _, e := range events {
		switch e.Kind {
		case table.Heartbeat:
		case table.SpectatorChatted:
			to.spectators = true
		case table.Premoved, table.PremoveCancelled, table.PremoveDropped:
			to.seats = to.seats.With(*e.Seat)
		case table.ResignationProposed, table.ResignationRejected:
			to.seats |= c.teams[*e.Seat]
			to.Server = true
		default:
			to.all, to.Server = true, true
		}
	}
	return to
}

// Include reports whether it concerns somebody who looks on as id.
func (e Recipients) Include(c *Secrets, id player.ID) bool {
	if e.all || e.spectators && id == spectator {
		return true
	}
	for seat := range e.seats.All() {
		if c.owners[seat] == id {
			return true
		}
	}
	return false
}
