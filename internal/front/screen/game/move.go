package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// selection holds the cursor and the square of the lifted piece.
type selection struct {
	Cursor, Lifted rules.Square
	pressed        bool // whether the mouse button that lifted the piece is still down
}

// myTurn reports whether it is the viewer's turn.
func (in *input) myTurn() bool { return in.t.View != nil && in.t.seats.mine(in.t.View.Actor) }

// from returns the legal moves of the piece on a square, or its possible premoves. If a
// piece was touched at a touch-move table, other pieces have no moves.
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

// point handles Enter or a click on a square. It lifts a piece, moves it, or puts it back.
// If the player must first remove a piece or choose an army, point instead removes the piece
// on the square or opens the dialog for choosing an army.
func (in *input) point(sq rules.Square) (kit.Step, tea.Cmd) {
	in.Selection.Cursor, in.Refusal = sq, ""
	if in.t.History.back() {
		return kit.Stay, in.t.Link.refuse("you are looking back; press End to return to the game")
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

// lift lifts the piece on a square. At a touch-move table it also sends the touch to the
// table, which shows it to everybody.
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

// canLift reports whether the viewer can lift the piece on a square. On the viewer's turn,
// the piece must have a legal move. For a premove, it may be any of the viewer's pieces.
func (in *input) canLift(sq rules.Square) bool {
	if in.t.Premoves.allowed() {
		p := &in.t.View.Position
		return p.Board[sq].IsPiece() && in.t.seats.mine(in.t.View.Variant.Controller(p, sq))
	}
	return len(in.from(sq)) > 0
}

// mustMove reports whether the viewer is to move and has touched a piece at a touch-move
// table. They must then move this piece.
func (in *input) mustMove() bool { return in.t.View.Lifted != rules.NoSquare && in.myTurn() }

func (in *input) putBack() tea.Cmd {
	if in.mustMove() {
		return in.t.Link.refuse("you touched " + in.liftedPiece() + ", so it must move")
	}
	in.Selection.Lifted = rules.NoSquare
	return nil
}

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
		return "you are a spectator at this table"
	case v.Adjourned:
		return "the game is adjourned"
	case !in.myTurn() && !in.t.Premoves.allowed():
		return in.notMyTurn()
	case !piece.IsPiece():
		return "there is no piece on " + f.Geometry.Name(sq)
	case in.canLift(sq):
		return ""
	case in.t.Premoves.allowed() || v.Variant.Controller(&v.Position, sq) != v.Actor:
		return rules.DescribePiece(f, piece, sq) + " is " + f.SeatName(v.Variant.Controller(&v.Position, sq)) + "'s"
	case in.removing():
		return rules.DescribePiece(f, piece, sq) + " cannot be removed now; press Tab to find one that can"
	case piece.Barred():
		return rules.DescribePiece(f, piece, sq) + " has already moved in this double move"
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
		why += " (no premoves at touch-move tables)"
	}
	return why
}

// moveTo moves the lifted piece to a square. If the piece is a pawn that can be promoted
// to several kinds of pieces, moveTo opens the dialog that asks for the kind.
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
	case 0: // play the illegal move: the table refuses it and gives the reason
		return kit.Stay, in.play(rules.NewMove(in.Selection.Lifted, sq))
	case 1:
		return kit.Stay, in.play(fits[0])
	}
	return kit.Enter(in.promotion(fits)), nil
}

// promotion returns the dialog that asks which piece a pawn becomes. The strongest piece
// comes first.
func (in *input) promotion(fits []rules.Action) *kit.Dialog {
	f := in.t.View.Variant.Facts()
	in.Selection.Cursor = fits[0].To // show the destination, even if the move was typed and not selected on the board
	var choices []kit.Choice
	for _, kind := range f.Promotes {
		for _, a := range fits {
			if a.Promote == kind {
				choices = append(choices, kit.Choice{Label: present.Capital(kind.Name()), Do: func() tea.Cmd { return in.play(a) }})
			}
		}
	}
	before := in.t.View.Position
	head := "Promote the pawn on " + f.Geometry.Name(fits[0].To) + " to"
	later := in.t.Premoves.allowed() // whether the dialog is about a premove: then moves of other players do not close it
	return kit.NewDialog(in.t.env, head, "Press its initial, or use the arrow keys and Enter. Esc cancels the move.", choices...).
		Until(unless(func(v *table.View) bool {
			return v.Phase == table.Playing && (later || v.Position == before)
		}))
}

// play sends an action to the table. It sends a premove if it is not the viewer's turn.
func (in *input) play(a rules.Action) tea.Cmd {
	if why := in.t.lesson.deviation(a); why != "" {
		in.deselect()
		return in.t.Link.refuseLine(why)
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
