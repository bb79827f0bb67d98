package table

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// undoing is what is asked to be taken back, and what is needed to do it.
type undoing struct {
	asked *UndoView  // nil or unchanging
	by    rules.Seat // whose action is to be taken back
	round            // in which it stands, like a draw offer
	// before is what the clocks showed before each action; grows at its end.
	before [][rules.SeatCount]time.Duration
	// refused is, by seat, how many actions were to remain when its player was
	// refused last, and one more; 0 if never. He asks again only for less.
	refused [rules.SeatCount]int
}

// after lets a question lapse when its round is over, and when something
// happened that is not taken back.
func (u *undoing) after(a rules.Action, before, now *rules.Position, passed int) {
	if u.asked != nil && (!a.OnBoard() || u.ends(before.Turn, now.Turn, passed)) {
		u.lapse()
	}
}

// lapse ends a question that not everybody said yes to.
func (u *undoing) lapse() {
	u.refused[u.by] = u.asked.To + 1
	u.asked = nil
}

// askUndo decides that somebody asks to take back his last action, and all that
// followed.
func (d *draft) askUndo(a Act) error {
	if err := d.undoable(a.By); err != nil {
		return err
	}
	held := d.heldBy(a.By.ID)
	if u := d.undo.asked; u != nil {
		if u.By.ID == a.By.ID {
			return nil
		}
		return about(UndoAsksNow, player.Shown(u.By.Name, player.MaxNameCells))
	}
	to := d.lastOf(held)
	switch {
	case to < 0:
		return refuse(NothingToUndo)
	case d.undo.refused[d.moves[to].By] == to+1:
		return refuse(UndoWasNo)
	}
	if err := d.emit(Event{Kind: UndoAsked, Player: &a.By, To: to}); err != nil {
		return err
	}
	return d.conclude()
}

// undoable refuses who cannot ask for it or be asked, and the tables at which
// nothing is taken back.
func (d *draft) undoable(by player.Player) error {
	if err := d.voice(by); err != nil {
		return err
	}
	switch {
	case d.terms.Rated:
		return about(NoUndo, "in a rated game")
	case d.terms.Touch:
		return about(NoUndo, "with touch and move")
	case d.vote.adjourned:
		return refuse(IsAdjourned)
	}
	return nil
}

// lastOf is how many actions came before the last one on the board by these
// seats; negative if there is none, or if it stays because somebody resigned or
// ran out of time since.
func (s *state) lastOf(held rules.Seats) int {
	for i := len(s.moves) - 1; i >= 0 && s.moves[i].Action.OnBoard(); i-- {
		if held.Has(s.moves[i].By) {
			return i
		}
	}
	return -1
}

func (d *draft) agreeUndo(a Act) error {
	if err := d.undoable(a.By); err != nil {
		return err
	}
	held := d.heldBy(a.By.ID)
	switch u := d.undo.asked; {
	case u == nil:
		return refuse(NoUndoAsked)
	case u.Agreed&held == held:
		return nil
	}
	if err := d.emit(Event{Kind: UndoAgreed, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func (d *draft) refuseUndo(a Act) error {
	if err := d.undoable(a.By); err != nil {
		return err
	}
	if d.undo.asked == nil {
		return refuse(NoUndoAsked)
	}
	return d.emit(Event{Kind: UndoRefused, Player: &a.By})
}

// takeBack undoes what everybody who plays wants undone.
func (d *draft) takeBack() error {
	if !d.undoAgreedByAll() {
		return nil
	}
	return d.emit(Event{Kind: Undone, To: d.undo.asked.To})
}

func (s *state) undoAgreedByAll() bool {
	return s.undo.asked != nil && !s.over() && s.game.Position.InPlay()&^s.undo.asked.Agreed == 0
}

func (s *state) undoAsked(e Event) error {
	if s.undo.asked != nil || e.To < 0 || e.To >= len(s.moves) {
		return fmt.Errorf("%q back to %d of %d actions", e.Kind, e.To, len(s.moves))
	}
	s.undo.asked = &UndoView{By: *e.Player, To: e.To, Agreed: s.heldBy(e.Player.ID)}
	s.undo.by, s.undo.round = s.moves[e.To].By, round{s.game.Position.Turn}
	return nil
}

func (s *state) undoAgreed(e Event) error {
	if s.undo.asked == nil {
		return refuse(NoUndoAsked)
	}
	next := *s.undo.asked
	next.Agreed |= s.heldBy(e.Player.ID)
	s.undo.asked = &next
	return nil
}

func (s *state) undoRefused(Event) error {
	if s.undo.asked == nil {
		return refuse(NoUndoAsked)
	}
	s.undo.lapse()
	return nil
}

// undone plays the game anew up to there. Clocks show what they showed then; the
// one that runs starts from now. Offers, votes to resign and premoves belonged to
// what is not any more.
func (s *state) undone(e Event) error {
	if !s.undoAgreedByAll() || e.To != s.undo.asked.To {
		return fmt.Errorf("undone to %d without everybody's consent", e.To)
	}
	game := rules.NewGame(s.variant)
	for _, m := range s.moves[:e.To] {
		if _, err := game.Play(m.Action); err != nil {
			return err
		}
	}
	s.game = game
	s.moves = slices.Clone(s.moves[:e.To]) // views hold those behind
	s.clock.left = s.undo.before[e.To]
	s.undo = undoing{before: slices.Clone(s.undo.before[:e.To])}
	s.offer, s.resigning, s.lifted = nil, resigning{}, rules.NoSquare
	s.premoves = [rules.SeatCount]premove{}
	s.clock.again(s.actor(), e.At)
	return nil
}
