package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// hand is the cursor, and the man that is lifted.
type hand struct {
	Cursor, Lifted rules.Square
	pressed        bool // the mouse button that lifted is still down
}

// myTurn reports whether this person must act now.
func (t *Screen) myTurn() bool { return t.View != nil && t.mine(t.View.Actor) }

// from is the menu for the man on a square: what the table says is legal. Where
// men must be moved that were touched, there is none for the others then.
func (t *Screen) from(sq rules.Square) []rules.Action {
	legal := t.View.Legal
	switch {
	case t.mayKeep():
		legal = t.Rehearse()
	case !t.myTurn() || t.bound() && sq != t.View.Lifted:
		return nil
	}
	var menu []rules.Action
	for _, a := range legal {
		if a.Verb == rules.Move && a.From == sq {
			menu = append(menu, a)
		}
	}
	return menu
}

// point is Enter or a click on a square: it lifts a man, drops him, or puts him
// back; on a turn for something else it does that.
func (t *Screen) point(sq rules.Square) (kit.Step, tea.Cmd) {
	t.Hand.Cursor, t.Refusal = sq, ""
	if t.past.looking {
		return kit.Stay, t.refuse("you are looking back; press end to return to the game")
	}
	if a, ok := t.removal(sq); ok {
		return kit.Stay, t.play(a)
	}
	if t.choosing() {
		return kit.Enter(t.armies()), nil
	}
	if t.Hand.Lifted == sq {
		return kit.Stay, t.putBack()
	}
	if t.Hand.Lifted != rules.NoSquare && !t.holds(sq) {
		return t.drop(sq)
	}
	return kit.Stay, t.lift(sq)
}

// lift takes a man into the hand. Where touched men must be moved the table is
// told, and everybody sees it.
func (t *Screen) lift(sq rules.Square) tea.Cmd {
	if why := t.cannotLift(sq); why != "" {
		return t.refuse(why)
	}
	t.Hand.Lifted = sq
	if t.View.Terms.Touch {
		return t.Act(table.Act{Do: table.Lift, Seat: t.View.Actor, Square: sq})
	}
	return nil
}

// holds reports whether this person can have the man on a square in his hand: on
// his turn one that can move, before it any that is his.
func (t *Screen) holds(sq rules.Square) bool {
	if t.mayKeep() {
		p := &t.View.Position
		return p.Board[sq].IsMan() && t.mine(t.View.Variant.Controller(p, sq))
	}
	return len(t.from(sq)) > 0
}

// bound reports whether this person has touched a man that he must move now.
func (t *Screen) bound() bool { return t.View.Lifted != rules.NoSquare && t.myTurn() }

func (t *Screen) putBack() tea.Cmd {
	if t.bound() {
		return t.refuse("you have lifted " + t.liftedMan() + ", so that is the one to move")
	}
	t.Hand.Lifted = rules.NoSquare
	return nil
}

// liftedMan is the man that somebody has touched.
func (t *Screen) liftedMan() string {
	return rules.Describe(t.View.Variant.Facts(), t.View.Position.Board[t.View.Lifted], t.View.Lifted)
}

func (t *Screen) cannotLift(sq rules.Square) string {
	v, f := t.View, t.View.Variant.Facts()
	m := v.Position.Board[sq]
	switch {
	case v.Phase == table.Finished:
		return "the game is over"
	case !t.seated():
		return "you look on here and have no seat"
	case v.Adjourned:
		return "the game is adjourned"
	case !t.myTurn() && !t.mayKeep():
		return t.notMyTurn()
	case !m.IsMan():
		return "no man stands on " + f.Geometry.Name(sq)
	case t.holds(sq):
		return ""
	case t.mayKeep() || v.Variant.Controller(&v.Position, sq) != v.Actor:
		return rules.Describe(f, m, sq) + " is " + f.SeatName(v.Variant.Controller(&v.Position, sq)) + "'s"
	case t.removing():
		return rules.Describe(f, m, sq) + " cannot be taken off now; tab finds those that can"
	case m.Barred():
		return rules.Describe(f, m, sq) + " has moved in this double move already"
	}
	if r := rules.WhyBound(v.Variant, &v.Position, sq); r != nil && r.Reason == rules.LeavesCheck {
		return rules.Describe(f, m, sq) + " cannot move: your king would be in check"
	} else if r != nil {
		return rules.Describe(f, m, sq) + " cannot move: your king would stay in check"
	}
	return rules.Describe(f, m, sq) + " cannot move"
}

func (t *Screen) notMyTurn() string {
	v := t.View
	if why := v.Bars(t.env.Me); why != nil && t.out() {
		return why.Error()
	}
	why := "it is not your turn; " + v.Variant.Facts().SeatName(v.Actor) + " is to move"
	if v.Terms.Touch && t.voices() != 0 {
		why += ", and with touch and move nothing is settled before"
	}
	return why
}

// drop plays the lifted man to a square, and asks what a pawn becomes.
func (t *Screen) drop(sq rules.Square) (kit.Step, tea.Cmd) {
	if t.mayKeep() {
		return t.dropLater(sq)
	}
	var fits []rules.Action
	for _, a := range t.from(t.Hand.Lifted) {
		if a.To == sq {
			fits = append(fits, a)
		}
	}
	switch len(fits) {
	case 0: // the table knows the reason
		return kit.Stay, t.play(rules.MoveOf(t.Hand.Lifted, sq))
	case 1:
		return kit.Stay, t.play(fits[0])
	}
	return kit.Enter(t.promotion(fits)), nil
}

// promotion asks what a pawn becomes; the best is preselected.
func (t *Screen) promotion(fits []rules.Action) *kit.Dialog {
	f := t.View.Variant.Facts()
	t.Hand.Cursor = fits[0].To // what it is about, wherever it was typed
	var choices []kit.Choice
	for _, kind := range f.Promotes {
		for _, a := range fits {
			if a.Promote == kind {
				choices = append(choices, kit.Choice{Label: kit.Capital(kind.Word()), Do: func() tea.Cmd { return t.play(a) }})
			}
		}
	}
	before := t.View.Position
	head := "The pawn on " + f.Geometry.Name(fits[0].To) + " becomes a"
	later := t.mayKeep() // a move that is kept for later is chosen whatever others play
	return kit.NewDialog(t.env, head, "Its initial, or the arrow keys and Enter. Esc takes the move back.", choices...).Until(unless(func(v *table.View) bool {
		return v.Phase == table.Playing && (later || v.Position == before)
	}))
}

// play sends an action of the seat whose turn it is.
func (t *Screen) play(a rules.Action) tea.Cmd {
	if why := t.besideLesson(a); why != "" {
		return t.refuse(why)
	}
	if t.mayKeep() && a.OnBoard() {
		return t.keep(a)
	}
	seat := t.View.Actor
	if !t.mine(seat) {
		seat = t.home()
	}
	if a.Verb == rules.Resign {
		seat = a.Seat
	}
	return t.Act(table.Act{Do: table.Play, Seat: seat, Action: a})
}
