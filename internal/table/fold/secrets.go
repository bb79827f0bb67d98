package fold

import (
	"cmp"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Secrets holds the parts of a table that only some people may see.
type Secrets struct {
	spectators []table.ChatLine // spectator chat that must be hidden from some viewers; nil if none must be hidden
	players    []player.ID      // present and former players, who may not see spectator chat
	owners     [rules.SeatCount]player.ID
	teams      [rules.SeatCount]rules.Seats       // for each seat, the seat itself and its partners
	teamChat   [rules.SeatCount][]table.ChatLine  // for each seat, the chat of its team
	premoves   [rules.SeatCount]table.PremoveView // for each seat, the premove that only the seat's player may see; zero if there is none
}

// Secrets returns the parts of a table that [State.Snapshot] leaves out, because only some
// people may see them.
func (s *State) Secrets() Secrets {
	var c Secrets
	seated := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	for seat := range seated.All() {
		c.owners[seat], c.teams[seat] = s.Seats.List[seat].Player.ID, s.Partners(seat).With(seat)
		c.teamChat[seat] = slices.Clip(*s.TeamChat(seat))
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

// spectator is the key of the view that all spectators share; see [Secrets.ViewerKey].
const spectator player.ID = "-"

// ViewerKey returns the key of the view that a person sees. People with the same key see the
// same view.
func (c *Secrets) ViewerKey(id player.ID) player.ID {
	if id != "" && len(c.players) > 0 && !slices.Contains(c.players, id) {
		return spectator
	}
	return id
}

// Seen returns the part of the view v that a person may see. For an empty ID it returns
// only the public parts. Players see only the resignation proposals of their own team.
func (c *Secrets) Seen(v *table.View, by player.ID) *table.View {
	seen := v
	mine := func() *table.View { // copies the view before its first change
		if seen == v {
			one := *v
			seen = &one
		}
		return seen
	}
	if hidden := v.Resigning &^ c.teamOf(by); hidden != 0 {
		mine().Resigning &^= hidden
	}
	if list := c.recent(v.Recent, by); len(list) < len(v.Recent) {
		mine().Recent = list
	}
	switch id := c.ViewerKey(by); {
	case id == spectator && len(c.spectators) > 0:
		mine().SpectatorChat = c.spectators
		return seen
	case id == "" || id == spectator:
		return seen
	}
	for seat, owner := range c.owners {
		if owner == by && c.premoves[seat].Plain != "" {
			one := mine()
			one.Premoves = append(one.Premoves, c.premoves[seat])
		}
	}
	if lines := c.teamChatOf(by); len(lines) > 0 {
		mine().TeamChat = lines
	}
	return seen
}

// teamChatOf returns the chat of a person's team. A person with seats in both teams gets the
// lines of both teams.
func (c *Secrets) teamChatOf(by player.ID) (lines []table.ChatLine) {
	for seat := range c.teamOf(by).All() {
		if c.teams[seat].First() == seat {
			lines = append(lines, c.teamChat[seat]...)
		}
	}
	slices.SortFunc(lines, func(a, b table.ChatLine) int { return cmp.Compare(a.Number, b.Number) })
	return lines
}

// Shows reports whether a person may now see an event of the log.
func (c *Secrets) Shows(by player.ID, e *table.Event) bool {
	switch e.Kind {
	case table.Heartbeat:
		return false
	case table.SpectatorChatted:
		return c.spectators == nil && len(c.players) == 0 || c.ViewerKey(by) == spectator
	case table.Premoved, table.PremoveCancelled, table.PremoveDropped:
		return by != "" && c.owners[*e.Seat] == by
	case table.ResignationProposed, table.ResignationRejected, table.TeamChatted:
		return c.teamOf(by).Has(*e.Seat)
	}
	return true
}

// teamOf returns a person's seats and the seats of their partners.
func (c *Secrets) teamOf(by player.ID) (team rules.Seats) {
	for seat, owner := range c.owners {
		if by != "" && owner == by {
			team |= c.teams[seat]
		}
	}
	return team
}

// Recipients describes who is notified of events: people, and the server's lobby and bots.
type Recipients struct {
	all        bool
	Server     bool        // whether the server's lobby and bots are notified of the events
	spectators bool        // whether people without a seat are notified of the events
	seats      rules.Seats // seats whose players are notified of the events
}

// Everyone includes all viewers and the server's lobby and bots.
var Everyone = Recipients{all: true, Server: true}

// Recipients returns who must be notified of the given events.
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
		case table.TeamChatted:
			to.seats |= c.teams[*e.Seat]
		default:
			to.all, to.Server = true, true
		}
	}
	return to
}

// All returns true if the recipients include all viewers.
func (e Recipients) All() bool { return e.all }

// Include reports whether the recipients include a viewer. The parameter `id` must
// come from ViewerKey.
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
