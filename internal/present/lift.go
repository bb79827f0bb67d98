package present

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// MustMove reports whether it is the viewer's turn and they have touched a piece at a touch-move table. They must then move
// this piece.
func (t *Table) MustMove() bool { return t.View.Lifted != rules.NoSquare && t.Turn.Own }

// MovesFrom returns the legal moves of the piece on a square, or nil if it is not the viewer's turn. If a piece was touched at a
// touch-move table, other pieces have no moves.
func (t *Table) MovesFrom(sq rules.Square) (list []rules.Action) {
	if !t.Turn.Own {
		return nil
	}
	for _, a := range t.View.Legal {
		if a.Type == rules.Move && a.From == sq && !t.touchedOther(sq) {
			list = append(list, a)
		}
	}
	return list
}

// touchedOther reports whether a piece on another square was touched at a touch-move table.
func (t *Table) touchedOther(sq rules.Square) bool {
	return t.View.Lifted != rules.NoSquare && t.View.Lifted != sq
}

// CannotLift returns why the viewer cannot lift the piece on a square, for a move or a premove. It returns "" if they can.
func (t *Table) CannotLift(sq rules.Square) string {
	v := t.View
	switch owner := v.Variant.Controller(&v.Position, sq); {
	case t.Turn.Own:
		return t.Immobile(sq, Style{})
	case !t.MayPremove():
		return t.CannotMove()
	case !v.Position.Board[sq].IsPiece() || !t.Held.Has(owner):
		return t.foreign(sq, Style{})
	}
	return ""
}

// Immobile says why the piece on a square has no move now: "there is no piece on e4", "the pawn on e2 is black's", "the pawn on
// e2 cannot move: the king would be in check". It returns "" if it has one.
func (t *Table) Immobile(sq rules.Square, style Style) string {
	v, f := t.View, t.facts()
	isMove := func(a rules.Action) bool { return a.Type == rules.Move && a.From == sq }
	described := t.piece(sq, style)
	switch {
	case t.touchedOther(sq):
		return t.Touched(style)
	case slices.ContainsFunc(v.Legal, isMove):
		return ""
	case !v.Position.Board[sq].IsPiece() || v.Variant.Controller(&v.Position, sq) != v.Actor:
		return t.foreign(sq, style)
	case len(v.Legal) > 0 && v.Legal[0].Type == rules.Remove:
		return described + " cannot be removed now"
	}
	for _, m := range f.MarksOf(v.Position.Board[sq]) {
		if m.Stops != "" {
			return described + " " + m.Stops
		}
	}
	switch r := rules.ExplainImmobile(v.Variant, &v.Position, sq); {
	case r == nil:
		return described + " cannot move"
	case r.Reason == rules.LeavesCheck:
		return described + " cannot move: the king would be in check"
	}
	return described + " cannot move: the king would stay in check"
}

// foreign says that a square is empty, or whose piece stands there.
func (t *Table) foreign(sq rules.Square, style Style) string {
	v := t.View
	if !v.Position.Board[sq].IsPiece() {
		return "there is no piece on " + style.Square(t.facts(), sq)
	}
	return t.piece(sq, style) + " is " + t.facts().SeatName(v.Variant.Controller(&v.Position, sq)) + "'s"
}

// piece names the piece on a square: "the pawn on h2".
func (t *Table) piece(sq rules.Square, style Style) string {
	return "the " + t.View.Position.Board[sq].Kind().Name() + " on " + style.Square(t.facts(), sq)
}

// CannotList returns why a person gets no list of legal moves. Players get those of their own turns, other people those of the
// seat to move.
func CannotList(v *table.View, by player.Player) error {
	if v.Phase == table.Playing && v.Held(by.ID) == 0 {
		return nil
	}
	return v.CannotAct(by)
}

// CannotList returns why the viewer gets no list of legal moves, or "" if they get one.
func (t *Table) CannotList() string {
	if t.Viewer.Board == Ordinary && CannotList(t.View, player.Player{ID: t.Viewer.ID, Name: "?"}) == nil {
		return ""
	}
	return t.CannotMove()
}
