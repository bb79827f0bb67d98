package fold

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Takebacks is what is asked to be taken back, and what is needed to do it.
type Takebacks struct {
	Offer *table.TakebackView // nil or unchanging
	by    rules.Seat          // whose action is to be taken back
	round                     // in which it stands, like a draw offer
	// before is what the clocks showed before each action; grows at its end.
	before [][rules.SeatCount]time.Duration
	// refused is, by seat, how many actions were to remain when its player was
	// refused last, and one more; 0 if never. He asks again only for less.
	Declined [rules.SeatCount]int
}

// after lets a question lapse when its round is over, and when something
// happened that is not taken back.
func (u *Takebacks) after(a rules.Action, before, now *rules.Position, passed int) {
	if u.Offer != nil && (!a.IsBoardAction() || u.ends(before.Turn, now.Turn, passed)) {
		u.lapse()
	}
}

// lapse ends a question that not everybody said yes to.
func (u *Takebacks) lapse() {
	u.Declined[u.by] = u.Offer.To + 1
	u.Offer = nil
}

// LastMoveOf is how many actions came before the last one on the board by these
// seats; negative if there is none, or if it stays because somebody resigned or
// ran out of time since.
func (s *State) LastMoveOf(held rules.Seats) int {
	for i := len(s.Game.Moves) - 1; i >= 0 && s.Game.Moves[i].Action.IsBoardAction(); i-- {
		if held.Has(s.Game.Moves[i].By) {
			return i
		}
	}
	return -1
}

func (s *State) TakebackAccepted() bool {
	return s.Takeback.Offer != nil && !s.Over() && s.Game.Position.InPlay()&^s.Takeback.Offer.Accepted == 0
}

func applyTakebackAsked(s *State, e table.Event) error {
	if s.Takeback.Offer != nil || e.To < 0 || e.To >= len(s.Game.Moves) {
		return fmt.Errorf("%q back to %d of %d actions", e.Kind, e.To, len(s.Game.Moves))
	}
	s.Takeback.Offer = &table.TakebackView{By: *e.Player, To: e.To, Accepted: s.HeldBy(e.Player.ID)}
	s.Takeback.by, s.Takeback.round = s.Game.Moves[e.To].By, round{s.Game.Position.Turn}
	return nil
}

func applyTakebackAgreed(s *State, e table.Event) error {
	if s.Takeback.Offer == nil {
		return table.Refuse(table.NoTakebackOffer)
	}
	next := *s.Takeback.Offer
	next.Accepted |= s.HeldBy(e.Player.ID)
	s.Takeback.Offer = &next
	return nil
}

func applyTakebackRefused(s *State, _ table.Event) error {
	if s.Takeback.Offer == nil {
		return table.Refuse(table.NoTakebackOffer)
	}
	s.Takeback.lapse()
	return nil
}

// applyTakenBack plays the game anew up to there. Clocks show what they showed then; the
// one that runs starts from now. Offers, votes to resign and premoves belonged to
// what is not any more.
func applyTakenBack(s *State, e table.Event) error {
	if !s.TakebackAccepted() || e.To != s.Takeback.Offer.To {
		return fmt.Errorf("undone to %d without everybody's consent", e.To)
	}
	game := rules.NewGame(s.Variant)
	for _, m := range s.Game.Moves[:e.To] {
		if _, err := game.Play(m.Action); err != nil {
			return err
		}
	}
	s.Game.Game = game
	s.Game.Moves = slices.Clone(s.Game.Moves[:e.To]) // views hold those behind
	s.Clocks.Left = s.Takeback.before[e.To]
	s.Takeback = Takebacks{before: slices.Clone(s.Takeback.before[:e.To])}
	s.Offer, s.Resigning, s.Game.Lifted = nil, Proposals{}, rules.NoSquare
	s.Premoves = [rules.SeatCount]Premove{}
	s.Clocks.Restart(s.Actor(), e.At)
	return nil
}
