package quadrochess

import "quadrille/rules"

// InCheck returns the seats whose king is attacked. An attack does not restrict their moves
// (Q8).
func (g *Game) InCheck(p *rules.Position) rules.Seats {
	var set rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		if attacked(p, seat) {
			set = set.With(seat)
		}
	}
	return set
}

// Mated returns no seats: Quadrochess has no checkmate (Q8).
func (g *Game) Mated(*rules.Position) rules.Seats { return 0 }

// attacked reports whether a seat's king is attacked. A piece that is barred, because it
// moved in the first half of a double move, attacks too.
func attacked(p *rules.Position, seat rules.Seat) bool {
	king := p.King[seat&3]
	if king == rules.NoSquare {
		return false
	}
	return table.reach.Attacked(&p.Board, king, enemyPieces(seat)) || otherKingAttacks(p, seat)
}

// enemyPieces returns the pieces of the other colour except its kings.
func enemyPieces(seat rules.Seat) rules.PieceSet {
	foe := colourOf[seat&3] ^ 1
	return rules.AllOf(foe) &^ rules.KingOf(foe)
}

// otherKingAttacks reports whether the other king in the same zone attacks a seat's king.
// Kings do not attack across the border (Q8).
func otherKingAttacks(p *rules.Position, seat rules.Seat) bool {
	king := p.King[seat&3]
	rival := p.King[table.controller[colourOf[seat&3]^1][king]&3]
	return rival != rules.NoSquare && table.reach.Distance(king, rival) == 1
}

// attackers appends the squares of the pieces that attack a seat's king.
func attackers(p *rules.Position, seat rules.Seat, into []rules.Square) []rules.Square {
	king := p.King[seat&3]
	if king == rules.NoSquare {
		return into
	}
	if otherKingAttacks(p, seat) {
		into = append(into, p.King[table.controller[colourOf[seat&3]^1][king]&3])
	}
	return table.reach.Attackers(&p.Board, king, enemyPieces(seat), into)
}
