package fold

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Takebacks holds the open takeback offer, and the data needed to take actions back.
type Takebacks struct {
	Offer *table.TakebackView // the open offer, which is never modified; nil if there is none
	by    rules.Seat          // the seat whose action is to be taken back
	round                     // the turns during which the offer stays open
	// before holds, for each action, the clocks before that action. Copies of the state
	// share this slice, so only append to it.
	before [][rules.SeatCount]time.Duration
	// Declined holds, for each seat, 1 plus the field To of the seat's last offer that was
	// declined, or 0 if there is none. The seat cannot repeat that offer.
	Declined [rules.SeatCount]int
}

// after handles an action. It ends the open takeback offer after a whole round of turns, or
// if the action cannot be taken back, for example because it is a resignation. It reports whether it
// ended an offer.
func (u *Takebacks) after(a rules.Action, before, now *rules.Position, passed int) bool {
	ends := u.Offer != nil && (!a.IsBoardAction() || u.ends(before.Turn, now.Turn, passed))
	if ends {
		u.lapse()
	}
	return ends
}

// lapse removes a takeback offer that not all players have accepted, and records it in
// Declined.
func (u *Takebacks) lapse() {
	u.Declined[u.by] = u.Offer.To + 1
	u.Offer = nil
}

// LastMoveOf returns how many actions precede the last action of the given seats, or -1
// if no action of these seats can be taken back. Actions that the table drew by lot do not count.
// Only actions since the last resignation or
// loss on time can be taken back.
func (s *State) LastMoveOf(held rules.Seats) int {
	for i := len(s.Game.Moves) - 1; i >= 0 && s.Game.Moves[i].Action.IsBoardAction(); i-- {
		if m := &s.Game.Moves[i]; held.Has(m.By) && !m.Lot {
			return i
		}
	}
	return -1
}

func (s *State) TakebackAccepted() bool {
	return s.Takeback.Offer != nil && !s.Over() && s.Game.Position.MayAct()&^s.Takeback.Offer.Accepted == 0
}

func applyTakebackOffered(s *State, e table.Event) error {
	if s.Takeback.Offer != nil || e.To < 0 || e.To >= len(s.Game.Moves) {
		return fmt.Errorf("event %q: cannot offer a takeback that keeps %d of %d actions", e.Kind, e.To, len(s.Game.Moves))
	}
	s.Takeback.Offer = &table.TakebackView{By: *e.Player, To: e.To, Accepted: s.HeldBy(e.Player.ID)}
	s.Takeback.by, s.Takeback.round = s.Game.Moves[e.To].By, round{s.Game.Position.Turn}
	s.note(table.Notable{
		Kind: table.TakebackOffer, Seat: s.HeldBy(e.Player.ID).First(), By: *e.Player, BySeat: rules.NoSeat, Text: s.Game.Moves[e.To].Text,
	})
	return nil
}

func applyTakebackAccepted(s *State, e table.Event) error {
	if s.Takeback.Offer == nil {
		return table.Refuse(table.NoTakebackOffer)
	}
	next := *s.Takeback.Offer
	next.Accepted |= s.HeldBy(e.Player.ID)
	s.Takeback.Offer = &next
	s.noteBy(table.TakebackAccept, *e.Player)
	return nil
}

func applyTakebackDeclined(s *State, e table.Event) error {
	if s.Takeback.Offer == nil {
		return table.Refuse(table.NoTakebackOffer)
	}
	s.noteAnswer(table.TakebackDecline, table.TakebackWithdraw, *e.Player, s.Takeback.Offer.By)
	s.Takeback.lapse()
	return nil
}

// applyTakenBack replays the actions that remain, restores the clocks as they were after
// these actions, and starts the turn now. It removes all offers, proposals and premoves,
// because they were made in a later position.
func applyTakenBack(s *State, e table.Event) error {
	if !s.TakebackAccepted() || e.To != s.Takeback.Offer.To {
		return fmt.Errorf("the game was taken back to its first %d actions, but not all players accepted it", e.To)
	}
	game := rules.NewGame(s.Variant)
	for _, m := range s.Game.Moves[:e.To] {
		if _, err := game.Play(m.Action); err != nil {
			return err
		}
	}
	s.Game.Game = game
	s.Game.Moves = slices.Clone(s.Game.Moves[:e.To]) // copy, because views from before the takeback still use the array
	for seat, out := range s.Game.Out {
		if out > e.To {
			s.Game.Out[seat] = 0
		}
	}
	s.Clocks.Left = s.Takeback.before[e.To]
	s.Takeback = Takebacks{before: slices.Clone(s.Takeback.before[:e.To])}
	s.Offer, s.Resigning, s.Game.Lifted = nil, Proposals{}, rules.NoSquare
	s.Premoves = [rules.SeatCount]Premove{}
	s.updateFirstMoves()
	s.note(table.Notable{Kind: table.MovesTakenBack, Seat: rules.NoSeat, BySeat: rules.NoSeat})
	s.Clocks.restart(s.Actor(), e.At)
	return nil
}
