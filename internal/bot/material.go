package bot

import "quadrille/rules"

// material holds, for each army, the sum of its piece values and the sum of its pawn
// bonuses.
type material [rules.SeatCount]struct{ pieces, pawns int32 }

func (e *evaluator) countMaterial(p *rules.Position) (m material) {
	for a := range rules.Army(e.armies) {
		pieces := e.reach.PiecesOf(&p.Board, a)
		for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
			e.addPiece(&m, p.Board[sq], sq, 1)
		}
	}
	return m
}

// addPiece adds a piece to the material; a sign of -1 subtracts it.
func (e *evaluator) addPiece(m *material, piece rules.Piece, on rules.Square, sign int32) {
	army := &m[piece.Army()&3]
	army.pieces += sign * e.pieceValue[piece.Kind()]
	if piece.Kind() == rules.Pawn {
		army.pawns += sign * e.pawnBonus[piece>>3&7][on]
	}
}

// updateMaterial returns the material after an action. The parameter m is the material
// before the action.
func (e *evaluator) updateMaterial(m material, before, after *rules.Position, a rules.Action, effects *rules.Effects) material {
	if effects.Captured != 0 {
		e.addPiece(&m, effects.Captured, effects.CapturedOn, -1)
	}
	if effects.Also != 0 {
		e.addPiece(&m, effects.Also, effects.AlsoOn, -1)
	}
	if a.Type == rules.Move {
		e.addPiece(&m, before.Board[a.From], a.From, -1)
		e.addPiece(&m, after.Board[a.To], a.To, 1)
	}
	return m
}
