package present

import (
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// At is a table as seen by one person. Its methods describe the offers at the table, and
// address that person as "you".
type At struct {
	View *table.View
	Me   player.ID
}

// person returns a person as the subject of a sentence, followed by the matching form of the
// verb: "You offer", "Pinky offers".
func (a At) person(p player.Player, own, others string) string {
	if p.ID == a.Me && p.ID != "" {
		return "You " + own
	}
	return Name(p) + " " + others
}

// DrawOffer says who offers a draw: "Pinky offers a draw".
func (a At) DrawOffer() string { return a.person(a.View.Offer.By, "offer", "offers") + " a draw" }

// Takeback says who proposes to take back moves, and names the first of these moves:
// "Pinky proposes to take back Nk3".
func (a At) Takeback() string {
	asked := a.View.Takeback
	return a.person(asked.By, "propose", "proposes") + " to take back " + MoveText(&a.View.Moves[asked.To])
}

// TakebackKind returns the kind of the command with which the viewer offers a takeback or, if they have offered one, withdraws
// it.
func (t *Table) TakebackKind() table.CommandKind {
	if o := t.View.Takeback; o != nil && o.By.ID == t.Viewer.ID {
		return table.DeclineTakeback
	}
	return table.OfferTakeback
}

// TeamResignation says which player proposes that their team resign.
func (a At) TeamResignation(by rules.Seat) string {
	if p := a.View.Seats[by].Player; p.ID != a.Me {
		return Name(p) + " wants your team to resign"
	}
	return "You offered to resign"
}

// absent returns the names of the players who have left the game but still have a seat in
// play. It names each player once.
func absent(v *table.View) []string {
	var names []string
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].AwaySince.IsZero() || !v.Position.State[s].Expected() {
			continue
		}
		if v.Held(v.Seats[s].Player.ID)&v.Position.Expected()&(1<<s-1) == 0 { // skip a player already named for an earlier seat
			names = append(names, Occupant(v, s))
		}
	}
	return names
}

// Choice returns what a player votes for, as a phrase that follows "votes": "to wait for
// Pinky".
func Choice(v *table.View, c table.Choice) string {
	who := strings.Join(absent(v), ", ")
	if who == "" {
		who = "whoever left"
	}
	switch c {
	case table.Wait:
		return "to wait for " + who
	case table.Adjourn:
		return "to adjourn the game"
	case table.OpenSeat:
		return "to open the seat of " + who
	case table.EndSeat:
		return "to resign for " + who
	case table.Resume:
		return "to resume the game"
	}
	return ""
}

// Vote says who votes, and for what: "Pinky votes to adjourn the game".
func (a At) Vote(vote table.VoteView) string {
	return a.person(vote.By, "vote", "votes") + " " + Choice(a.View, vote.Choice)
}

// Rematch says that a player wants a rematch, and how the seats change, if they do: "Pinky
// wants a rematch, seats rotated".
func (a At) Rematch(p player.Player) string { return a.person(p, "want", "wants") + a.rematch() }

// RematchOf says whose players want a rematch: "Ann and Cyd want a rematch".
func (a At) RematchOf(agreed rules.Seats) string {
	var names []string
	var named rules.Seats
	for s := range agreed.All() {
		p := a.View.Seats[s].Player
		if named.Has(s) {
			continue
		}
		if named |= a.View.Held(p.ID).With(s); agreed&^a.View.Held(p.ID) == 0 {
			return a.Rematch(p)
		}
		names = append(names, Name(p))
	}
	return List(names) + " want" + a.rematch()
}

func (a At) rematch() string {
	switch {
	case !a.View.Rematch.Rotate:
		return " a rematch"
	case a.View.Variant.Facts().RematchOption != "":
		return " a rematch, next seat moves first"
	}
	return " a rematch, seats rotated"
}

// Removal says who was removed from a seat, by whom and why.
func (a At) Removal(away *table.RemovalView) string {
	name := Name(away.Player)
	if away.Player.ID == a.Me {
		name = "you"
	}
	text := Capital(a.View.RemovedBy(away)) + " removed " + name + " from " + Seat(a.View.Variant.Facts(), away.Seat)
	if away.Reason != "" {
		text += ": " + player.Shown(away.Reason, table.MaxReasonCells)
	}
	return text
}
