package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Signs drawn beside a piece to show its state.
const (
	inertSign    = "*" // the piece's army is in checkmate, from which it may be released
	noPlayerSign = "-" // no player can move the piece any more
)

type pieceState struct {
	active       bool // whether a player can move the piece; if not, it is drawn hollow
	sign         string
	ink, signInk assets.Shade
}

// state says how to draw a piece on a square. If the seat of another army moves the piece,
// the character beside the piece identifies this other army.
func (p *painter) state(at rules.Square, piece rules.Piece) pieceState {
	b, mover := p.colours, p.view.Variant.Controller(p.view.Position, at)
	army := p.armies[piece.Army()]
	switch {
	case mover >= rules.SeatCount, !p.view.Position.State[mover].MovesOnBoard():
		return pieceState{false, noPlayerSign, b.Static, b.Static}
	case p.view.Position.State[mover] == rules.Frozen:
		return pieceState{false, inertSign, army, army}
	}
	if m := p.facts.MarkOf(piece); m != nil {
		shade := army
		if m.Stops != "" {
			shade = b.Barred
		}
		return pieceState{true, m.Sign, army, shade}
	}
	if side := p.facts.SeatArmy(mover); side != piece.Army() {
		return pieceState{true, p.signs[side], army, p.armies[side]}
	}
	return pieceState{active: true, ink: army}
}
