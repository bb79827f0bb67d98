package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Signs drawn beside a piece to show its state.
const (
	inertSign    = "*" // the piece's army is in checkmate, from which it may be released
	noPlayerSign = "-" // no player can move the piece any more
	barredSign   = "=" // the piece may not move again in this double move
	reversedSign = "<" // the piece is a pawn that moves backward
)

type pieceState struct {
	active       bool // whether a player can move the piece
	sign         string
	ink, signInk assets.Shade
}

// state says how to draw a piece on a square. If the seat of another army moves the piece,
// the character beside the piece identifies this other army.
func (p *painter) state(at rules.Square, piece rules.Piece) pieceState {
	b, mover := &p.view.Theme.Board, p.view.Variant.Controller(p.view.Position, at)
	army := p.view.armyShade(piece.Army())
	switch {
	case mover >= rules.SeatCount, p.view.Position.State[mover] == rules.Eliminated:
		return pieceState{false, noPlayerSign, b.Static, b.Static}
	case p.view.Position.State[mover] == rules.Frozen:
		return pieceState{false, inertSign, b.Frozen, b.Frozen}
	case piece.Barred():
		return pieceState{true, barredSign, army, b.Barred}
	case piece.Reversed():
		return pieceState{true, reversedSign, army, army}
	}
	if side := p.facts.SeatArmy(mover); side != piece.Army() {
		return pieceState{true, p.signs[side], army, p.view.armyShade(side)}
	}
	return pieceState{active: true, ink: army}
}
