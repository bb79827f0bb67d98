package game

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Menu determines the entries of the menu that one viewer sees before the game.
type Menu struct {
	View *table.View
	Me   player.ID
	Bots bool // whether the server has bots
}

// Entry is one line of the menu.
type Entry struct {
	Label       string
	Brief       string         // shorter label, for a narrow panel
	Command     *table.Command // nil if the entry sends no command
	AddsBot     bool           // whether the entry asks for the seat and the level of a new bot
	ReasonLabel string         // label of the prompt for a reason; empty if the entry needs no reason
	Partner     string         // partner of the seat that the entry offers; empty if there is none
}

// ReadyLabel is the label of the entry that marks the player as ready.
const ReadyLabel = "I am ready"

// Entries returns the entries of the menu.
func (m *Menu) Entries() []Entry {
	mine := m.View.Held(m.Me)
	home, ready := mine.First(), true
	for s := range mine.All() {
		ready = ready && m.View.Seats[s].Ready
	}
	var list []Entry
	if mine != 0 && !ready {
		list = append(list, Entry{Label: ReadyLabel, Command: &table.Command{Kind: table.Ready, Seat: home}})
	}
	list = append(list, m.openSeats()...)
	if mine != 0 && ready {
		list = append(list, Entry{Label: "I am not ready", Command: &table.Command{Kind: table.Unready, Seat: home}})
	}
	list = slices.Concat(list, m.chatConsent(home), m.ownSeats(), m.bots(), m.removable())
	return append(list, Entry{Label: "Back to the lobby"})
}

// openSeats returns one entry for each open seat: the viewer sits down there or, if they
// already have the only seat that a player may have, changes to it.
func (m *Menu) openSeats() []Entry {
	v, f := m.View, m.View.Variant.Facts()
	held, limit := v.Held(m.Me).Count(), v.Terms.SeatLimit()
	how := "Sit down as "
	switch {
	case held > 0 && limit == 1:
		how = "Change to "
	case held >= limit:
		return nil
	}
	var list []Entry
	for s := range OpenSeats(v).All() {
		list = append(list, Entry{Label: how + f.Seats[s], Partner: PartnerOf(v, s), Command: &table.Command{Kind: table.Sit, Seat: s}})
	}
	return list
}

// PartnerOf returns the name of a seat's partner seat, and the name of the player there, if
// any. It returns "" if the seat has no partner.
func PartnerOf(v *table.View, s rules.Seat) string {
	f := v.Variant.Facts()
	for p := range rules.Seat(rules.SeatCount) {
		if f.Partners(s, p) && !v.Seats[p].Closed {
			if name := present.Occupant(v, p); name != "" {
				return name + ", " + present.Seat(f, p)
			}
			return present.Seat(f, p)
		}
	}
	return ""
}

func (m *Menu) ownSeats() []Entry {
	var list []Entry
	for s := range m.View.Held(m.Me).All() {
		list = append(
			list,
			Entry{Label: "Leave seat " + m.View.Variant.Facts().Seats[s], Command: &table.Command{Kind: table.Stand, Seat: s}},
		)
	}
	return list
}

// chatConsent returns the menu entry with which a player accepts or declines chat during
// the game.
func (m *Menu) chatConsent(home rules.Seat) []Entry {
	switch {
	case !needsChatConsent(m.View) || m.View.Held(m.Me) == 0:
		return nil
	case m.View.Seats[home].AcceptsChat:
		return []Entry{{Label: "Decline chat", Command: &table.Command{Kind: table.DeclineChat, Seat: home}}}
	}
	return []Entry{{Label: "Accept chat", Command: &table.Command{Kind: table.AcceptChat, Seat: home}}}
}

// bots returns the host's menu entry that adds a bot.
func (m *Menu) bots() []Entry {
	if m.View.Host.ID != m.Me || !m.View.Terms.AdmitsBots() || !m.Bots || OpenSeats(m.View) == 0 {
		return nil
	}
	return []Entry{{Label: "Add a bot", AddsBot: true}}
}

// removable returns the menu entries with which the host removes bots, players who are away,
// and players who are not ready.
func (m *Menu) removable() []Entry {
	v := m.View
	if v.Host.ID != m.Me {
		return nil
	}
	var list []Entry
	for s := range rules.Seat(rules.SeatCount) {
		seat := &v.Seats[s]
		bot := seat.Player.ID.Bot()
		if seat.Player.ID == "" || seat.Player.ID == m.Me || seat.Ready && seat.Present && !bot {
			continue
		}
		e := Entry{Label: "Remove " + present.Occupant(v, s), Command: &table.Command{Kind: table.Unseat, Seat: s}}
		// name the seat of a bot, or of a player who has several seats
		if word := v.Variant.Facts().Seats[s]; bot || v.Held(seat.Player.ID).Count() > 1 {
			e.Label += " from " + word
			e.Brief = "Remove " + word
		}
		if !bot {
			e.ReasonLabel = "Reason (optional):"
		}
		list = append(list, e)
	}
	return list
}
