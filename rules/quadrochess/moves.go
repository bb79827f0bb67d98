package quadrochess

import "quadrille/rules"

// Legal appends every legal action of the seat to move. There is no check: what
// a man can do he may do (Q8).
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	colour := colourOf[p.Turn&3]
	mover := &table.mover[colour&1]
	men := rules.NewPieces(&p.Board, colour)
	for from, ok := men.Next(); ok; from, ok = men.Next() {
		if mover[from] == p.Turn {
			into = movesOf(p, from, into)
		}
	}
	return castlings(p, into)
}

// Leaves makes each move on a position of its own. No test of its legality is
// left to make then.
func (g *Game) CountLeaves(p *rules.Position) uint64 {
	var buffer [256]rules.Action
	var n uint64
	for _, a := range g.Legal(p, buffer[:0]) {
		leaf := *p
		act(&leaf, a)
		n++
	}
	return n
}

// canMove reports whether the seat to move has a legal action. Castling needs a
// rook's move to be possible too.
func canMove(p *rules.Position) bool {
	var buffer [64]rules.Action // a queen has 39 moves at most
	men := rules.NewPieces(&p.Board, colourOf[p.Turn&3])
	for from, ok := men.Next(); ok; from, ok = men.Next() {
		if len(movesOf(p, from, buffer[:0])) > 0 {
			return true
		}
	}
	return false
}

// movesOf appends the moves of a man of the colour to move, castling aside: none
// if he stands in the partner's zone (Q4) or has moved in this double move (Q5).
func movesOf(p *rules.Position, from rules.Square, into []rules.Action) []rules.Action {
	m := p.Board[from]
	if m.Barred() || table.mover[m.Army()&1][from] != p.Turn {
		return into
	}
	prey := rules.AllOf(m.Army() ^ 1)
	switch m.Kind() {
	case rules.Pawn:
		return pawnMoves(p, from, prey, into)
	case rules.King:
		return kingMoves(p, from, prey, into)
	}
	return table.reach.Moves(&p.Board, from, m.Kind(), prey, into)
}

// kingMoves: a king never leaves his zone (Q8).
func kingMoves(p *rules.Position, from rules.Square, prey rules.PieceSet, into []rules.Action) []rules.Action {
	first := len(into)
	into = table.reach.Moves(&p.Board, from, rules.King, prey, into)
	home := into[:first]
	for _, a := range into[first:] {
		if sameZone(from, a.To) {
			home = append(home, a)
		}
	}
	return home
}

func sameZone(a, b rules.Square) bool { return table.mover[white][a] == table.mover[white][b] }

// pawnMoves: one square forward, two from the second rank, diagonally to take
// (Q7), in passing too (Q10).
func pawnMoves(p *rules.Position, from rules.Square, prey rules.PieceSet, into []rules.Action) []rules.Action {
	army := p.Board[from].Army() & 1
	step := table.reach.Pawns[army].Step
	if to := table.reach.Step(from, step); p.Board[to] == 0 {
		into = pawnTo(army, from, to, into)
		if table.second[army][from] {
			if to = table.reach.Step(to, step); p.Board[to] == 0 {
				into = append(into, rules.NewMove(from, to))
			}
		}
	}
	for _, turn := range [2]int{-1, 1} {
		to := table.reach.Step(from, step.Turn(turn))
		if m := p.Board[to]; prey.Has(m) || m == 0 && p.EnPassantCount != 0 && inPassing(p, to) != rules.NoSquare {
			into = pawnTo(army, from, to, into)
		}
	}
	return into
}

func pawnTo(army rules.Army, from, to rules.Square, into []rules.Action) []rules.Action {
	a := rules.NewMove(from, to)
	if !table.last[army][to] {
		return append(into, a)
	}
	for k := rules.Knight; k <= rules.Queen; k++ {
		a.Promote = k
		into = append(into, a)
	}
	return into
}

// inPassing is the square of the pawn that the seat to move may take by going to
// over, NoSquare if there is none (Q10).
func inPassing(p *rules.Position, over rules.Square) rules.Square {
	for _, r := range p.EnPassantRights() {
		if r.Target == over {
			if held, _ := r.Holds(rules.Army(p.Turn)); held {
				return r.Pawn
			}
		}
	}
	return rules.NoSquare
}

// takenOn is the square of the man that a move takes: where it goes, but for
// taking in passing.
func takenOn(p *rules.Position, a rules.Action) rules.Square {
	m := p.Board[a.From]
	if p.EnPassantCount == 0 || m.Kind() != rules.Pawn || p.Board[a.To] != 0 {
		return a.To
	}
	if d, _ := table.reach.Line(a.From, a.To); d == table.reach.Pawns[m.Army()].Step {
		return a.To
	}
	return inPassing(p, a.To)
}

// castlings appends the castlings of the seat to move; attacks do not matter
// (Q9).
func castlings(p *rules.Position, into []rules.Action) []rules.Action {
	rights := p.Castling[p.Turn&3]
	if rights == 0 {
		return into
	}
	for i := range table.camps[p.Turn&3].castles {
		c := &table.camps[p.Turn&3].castles[i]
		if _, barred := c.blocked(p); rights&c.side != 0 && !barred {
			into = append(into, rules.NewMove(c.king.From, c.king.To))
		}
	}
	return into
}

// blocked is the first man between king and rook, and whether there is one.
func (c *castling) blocked(p *rules.Position) (rules.Square, bool) {
	for _, sq := range c.between {
		if p.Board[sq] != 0 {
			return sq, true
		}
	}
	return rules.NoSquare, false
}

// castlingOf is the castling that a king's move is, nil if it is an ordinary
// one: only castling moves a king two squares.
func castlingOf(m rules.Piece, a rules.Action) *castling {
	if m.Kind() != rules.King || table.reach.Distance(a.From, a.To) != 2 {
		return nil
	}
	camp := &table.camps[table.mover[m.Army()&1][a.From]&3]
	for i := range camp.castles {
		if c := &camp.castles[i]; c.king == a.Path {
			return c
		}
	}
	return nil
}
