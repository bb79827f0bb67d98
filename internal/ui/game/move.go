package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// hand is the cursor, and the man that is lifted.
type selection struct {
	Cursor, Lifted rules.Square
	pressed        bool // the mouse button that lifted is still down
}

// myTurn reports whether this person must act now.
func (in *input) myTurn() bool { return in.t.View != nil && in.t.seats.mine(in.t.View.Actor) }

// from is the menu for the man on a square: what the table says is legal. Where
// men must be moved that were touched, there is none for the others then.
func (in *input) from(sq rules.Square) []rules.Action {
	legal := in.t.View.Legal
	switch {
	case in.t.Premoves.allowed():
		legal = in.t.Premoves.Candidates()
	case !in.myTurn() || in.mustMove() && sq != in.t.View.Lifted:
		return nil
	}
	var menu []rules.Action
	for _, a := range legal {
		if a.Type == rules.Move && a.From == sq {
			menu = append(menu, a)
		}
	}
	return menu
}

// point is Enter or a click on a square: it lifts a man, drops him, or puts him
// back; on a turn for something else it does that.
func (in *input) point(sq rules.Square) (kit.Step, tea.Cmd) {
	in.Selection.Cursor, in.Refusal = sq, ""
	if in.t.History.back() {
		return kit.Stay, in.t.Link.refuse("you are looking back; press end to return to the game")
	}
	if a, ok := in.removal(sq); ok {
		return kit.Stay, in.play(a)
	}
	if in.choosing() {
		return kit.Enter(in.armies()), nil
	}
	if in.Selection.Lifted == sq {
		return kit.Stay, in.putBack()
	}
	if in.Selection.Lifted != rules.NoSquare && !in.canLift(sq) {
		return in.moveTo(sq)
	}
	return kit.Stay, in.lift(sq)
}

// lift takes a man into the hand. Where touched men must be moved the table is
// told, and everybody sees it.
func (in *input) lift(sq rules.Square) tea.Cmd {
	if why := in.cannotLift(sq); why != "" {
		return in.t.Link.refuse(why)
	}
	in.Selection.Lifted = sq
	if in.t.View.Terms.Touch {
		return in.t.Link.Act(table.Command{Kind: table.Lift, Seat: in.t.View.Actor, Square: sq})
	}
	return nil
}

// holds reports whether this person can have the man on a square in his hand: on
// his turn one that can move, before it any that is his.
func (in *input) canLift(sq rules.Square) bool {
	if in.t.Premoves.allowed() {
		p := &in.t.View.Position
		return p.Board[sq].IsPiece() && in.t.seats.mine(in.t.View.Variant.Controller(p, sq))
	}
	return len(in.from(sq)) > 0
}

// bound reports whether this person has touched a man that he must move now.
func (in *input) mustMove() bool { return in.t.View.Lifted != rules.NoSquare && in.myTurn() }

func (in *input) putBack() tea.Cmd {
	if in.mustMove() {
		return in.t.Link.refuse("you have lifted " + in.liftedPiece() + ", so that is the one to move")
	}
	in.Selection.Lifted = rules.NoSquare
	return nil
}

// liftedPiece is the man that somebody has touched.
func (in *input) liftedPiece() string {
	return rules.DescribePiece(in.t.View.Variant.Facts(), in.t.View.Position.Board[in.t.View.Lifted], in.t.View.Lifted)
}

func (in *input) cannotLift(sq rules.Square) string {
	v, f := in.t.View, in.t.View.Variant.Facts()
	piece := v.Position.Board[sq]
	switch {
	case v.Phase == table.Finished:
		return "the game is over"
	case !in.t.seats.seated():
		return "you look on here and have no seat"
	case v.Adjourned:
		return "the game is adjourned"
	case !in.myTurn() && !in.t.Premoves.allowed():
		return in.notMyTurn()
	case !piece.IsPiece():
		return "no man stands on " + f.Geometry.Name(sq)
	case in.canLift(sq):
		return ""
	case in.t.Premoves.allowed() || v.Variant.Controller(&v.Position, sq) != v.Actor:
		return rules.DescribePiece(f, piece, sq) + " is " + f.SeatName(v.Variant.Controller(&v.Position, sq)) + "'s"
	case in.removing():
		return rules.DescribePiece(f, piece, sq) + " cannot be taken off now; tab finds those that can"
	case piece.Barred():
		return rules.DescribePiece(f, piece, sq) + " has moved in this double move already"
	}
	if r := rules.ExplainImmobile(v.Variant, &v.Position, sq); r != nil && r.Reason == rules.LeavesCheck {
		return rules.DescribePiece(f, piece, sq) + " cannot move: your king would be in check"
	} else if r != nil {
		return rules.DescribePiece(f, piece, sq) + " cannot move: your king would stay in check"
	}
	return rules.DescribePiece(f, piece, sq) + " cannot move"
}

func (in *input) notMyTurn() string {
	v := in.t.View
	if why := v.CannotAct(in.t.env.Me); why != nil && in.t.seats.eliminated() {
		return why.Error()
	}
	why := "it is not your turn; " + v.Variant.Facts().SeatName(v.Actor) + " is to move"
	if v.Terms.Touch && in.t.seats.seatsInPlay() != 0 {
		why += ", and with touch and move nothing is settled before"
	}
	return why
}

// drop plays the lifted man to a square, and asks what a pawn becomes.
func (in *input) moveTo(sq rules.Square) (kit.Step, tea.Cmd) {
	if in.t.Premoves.allowed() {
		return in.t.Premoves.setByMove(sq)
	}
	var fits []rules.Action
	for _, a := range in.from(in.Selection.Lifted) {
		if a.To == sq {
			fits = append(fits, a)
		}
	}
	switch len(fits) {
	case 0: // the table knows the reason
		return kit.Stay, in.play(rules.NewMove(in.Selection.Lifted, sq))
	case 1:
		return kit.Stay, in.play(fits[0])
	}
	return kit.Enter(in.promotion(fits)), nil
}

// promotion asks what a pawn becomes; the best is preselected.
func (in *input) promotion(fits []rules.Action) *kit.Dialog {
	f := in.t.View.Variant.Facts()
	in.Selection.Cursor = fits[0].To // what it is about, wherever it was typed
	var choices []kit.Choice
	for _, kind := range f.Promotes {
		for _, a := range fits {
			if a.Promote == kind {
				choices = append(choices, kit.Choice{Label: phrase.Capital(kind.Name()), Do: func() tea.Cmd { return in.play(a) }})
			}
		}
	}
	before := in.t.View.Position
	head := "The pawn on " + f.Geometry.Name(fits[0].To) + " becomes a"
	later := in.t.Premoves.allowed() // a move that is kept for later is chosen whatever others play
	return kit.NewDialog(in.t.env, head, "Its initial, or the arrow keys and Enter. Esc takes the move back.", choices...).Until(unless(func(v *table.View) bool {
		return v.Phase == table.Playing && (later || v.Position == before)
	}))
}

// play sends an action of the seat whose turn it is.
func (in *input) play(a rules.Action) tea.Cmd {
	if why := in.t.lesson.deviation(a); why != "" {
		return in.t.Link.refuse(why)
	}
	if in.t.Premoves.allowed() && a.IsBoardAction() {
		return in.t.Premoves.set(a)
	}
	seat := in.t.View.Actor
	if !in.t.seats.mine(seat) {
		seat = in.t.seats.home()
	}
	if a.Type == rules.Resign {
		seat = a.Seat
	}
	return in.t.Link.Act(table.Command{Kind: table.Play, Seat: seat, Action: a})
}
