package phrase

import (
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// At is a table as one person sees it: what people there ask of each other, with
// "you" for that person.
type At struct {
	View *table.View
	Me   player.ID
}

// What is told when a request to all ends without an agreement.
const (
	DrawOfferEnded = "Draw offer ended"
	TakebackEnded  = "Takeback request ended"
)

// Person returns somebody and what they do: "You offer", "Pinky offers".
func (a At) Person(p player.Player, own, others string) string {
	if p.ID == a.Me && p.ID != "" {
		return "You " + own
	}
	return Name(p) + " " + others
}

// DrawOffer returns who offers a draw: "Pinky offers a draw".
func (a At) DrawOffer() string { return a.Person(a.View.Offer.By, "offer", "offers") + " a draw" }

// Takeback returns who asks to take back which action, and with it all that followed:
// "Pinky asks to take back Nk3".
func (a At) Takeback() string {
	asked := a.View.Takeback
	return a.Person(asked.By, "ask", "asks") + " to take back " + a.View.Moves[asked.To].Text
}

// TeamResignation returns who wants their team to resign.
func (a At) TeamResignation(by rules.Seat) string {
	return a.Person(a.View.Seats[by].Player, "want", "wants") + " your team to resign"
}

// Absent returns the names of players who have left and whose game goes on, each once.
func Absent(v *table.View) []string {
	var names []string
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].AwaySince.IsZero() || v.Position.State[s] == rules.Eliminated {
			continue
		}
		if v.Held(v.Seats[s].Player.ID)&(1<<s-1) == 0 { // else named for an earlier seat
			names = append(names, Occupant(v, s))
		}
	}
	return names
}

// Choice returns what a vote is for, after "vote": "to wait for Pinky".
func Choice(v *table.View, c table.Choice) string {
	who := strings.Join(Absent(v), ", ")
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
		return "to end the game of " + who
	case table.Resume:
		return "to go on"
	}
	return ""
}

// Vote returns who votes for what: "Pinky votes to adjourn the game".
func (a At) Vote(vote table.VoteView) string {
	return a.Person(vote.By, "vote", "votes") + " " + Choice(a.View, vote.Choice)
}

// Rematch returns that somebody wants a rematch, and how it is seated.
func (a At) Rematch(p player.Player) string { return a.Person(p, "want", "wants") + a.rematch() }

// RematchOf returns the same of the players of some seats: of one by name.
func (a At) RematchOf(agreed rules.Seats) string {
	for s := range rules.Seat(rules.SeatCount) {
		if p := a.View.Seats[s].Player; agreed.Has(s) && agreed == a.View.Held(p.ID) {
			return a.Rematch(p)
		}
	}
	return Count(agreed.Count(), "seat") + " want" + a.rematch()
}

func (a At) rematch() string {
	switch {
	case !a.View.Rematch.Rotate:
		return " a rematch, same seats"
	case a.View.Variant.Facts().RematchOption != "":
		return " a rematch, first move rotated"
	}
	return " a rematch, seats rotated"
}

// Removal returns who was made to leave a seat, by whom and why.
func (a At) Removal(away *table.RemovalView) string {
	whom := Name(away.Player)
	if away.Player.ID == a.Me {
		whom = "you"
	}
	text := Capital(a.View.RemovedBy(away)) + " removed " + whom + " from " + Seat(a.View.Variant.Facts(), away.Seat)
	if away.Reason != "" {
		text += ": " + player.Shown(away.Reason, table.MaxReasonCells)
	}
	return text
}

// Premoves returns moves that are played when the player's turn comes.
func Premoves(plain []string) string { return "Premove " + strings.Join(plain, ", ") }

// PremovesDropped returns that they were not legal when it came.
func PremovesDropped(plain []string) string {
	return Premoves(plain) + " was not legal, and is dropped"
}
