package forchess

import "quadrille/rules"

// side is a position with the eyes of the seat to move: its own men, whom they
// may take, whose attacks count, and the kings that it must answer for.
type side struct {
	men     rules.PieceSet // that it controls
	prey    rules.PieceSet // controlled by the other side, or by nobody (F3)
	foes    rules.PieceSet // controlled by the other side (F7)
	king    rules.Square
	mate    rules.Square // the team-mate's king; NoSquare if he is in check already, or out (F9)
	checked bool
}

func (g *Game) side(p *rules.Position) side {
	s := side{king: p.King[p.Turn&3]}
	s.men, s.prey, s.foes = g.relations(p, p.Turn)
	s.checked = g.reach.Attacked(&p.Board, s.king, s.foes)
	if mate := teamMate(p.Turn); !g.cutthroat && p.State[mate] != rules.Eliminated {
		if king := p.King[mate]; !g.reach.Attacked(&p.Board, king, s.foes) {
			s.mate = king
		}
	}
	return s
}

// teamMate is the seat diagonally opposite (F1).
func teamMate(s rules.Seat) rules.Seat { return (s + 2) & 3 }

// relations is what the men on the board are to a seat.
func (g *Game) relations(p *rules.Position, seat rules.Seat) (men, prey, foes rules.PieceSet) {
	for army, by := range p.Controller {
		switch of := rules.AllOf(rules.Army(army)); {
		case by == seat:
			men |= of
		case by == rules.NoSeat:
			prey |= of
		case !g.allies[seat&3].Has(by):
			prey |= of
			foes |= of
		}
	}
	return men, prey, foes
}

// Legal appends every legal action of the seat to move: its moves; if it has
// none, its token moves; if it has none of these either, its removals.
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	s := g.side(p)
	board := p.Board
	first := len(into)
	into = g.candidates(p, &s, into)
	legal := into[:first]
	for _, a := range into[first:] {
		if own, mate := g.exposes(p, &board, &s, a); !own && !mate {
			legal = append(legal, a)
		}
	}
	if len(legal) > first {
		return legal
	}
	for _, a := range into[first:] { // nothing was written over them
		if g.token(p, &board, &s, a) {
			legal = append(legal, a)
		}
	}
	if len(legal) > first {
		return legal
	}
	return g.removals(p, &board, &s, legal)
}

// token reports whether a candidate may be made as a token move, by a player in
// check whom no move helps: not by a king, and F9 holds (F11).
func (g *Game) token(p *rules.Position, board *rules.Board, s *side, a rules.Action) bool {
	if !s.checked || a.From == s.king {
		return false
	}
	_, mate := g.exposes(p, board, s, a)
	return !mate
}

// candidates appends the moves of all men that the seat controls, the kings'
// safety aside.
func (g *Game) candidates(p *rules.Position, s *side, into []rules.Action) []rules.Action {
	for army, by := range p.Controller {
		if by != p.Turn {
			continue
		}
		men := rules.NewPieces(&p.Board, rules.Army(army))
		for from, ok := men.Next(); ok; from, ok = men.Next() {
			into = g.movesOf(&p.Board, s, from, into)
		}
	}
	return into
}

// movesOf appends the moves of one man, the kings' safety aside.
func (g *Game) movesOf(b *rules.Board, s *side, from rules.Square, into []rules.Action) []rules.Action {
	m := b[from]
	if m.Kind() != rules.Pawn {
		return g.reach.Moves(b, from, m.Kind(), s.prey, into)
	}
	step := g.reach.Pawns[m.Army()].Step
	if to := g.reach.Step(from, step); b[to] == 0 {
		into = pawnTo(m.Army(), from, to, into)
	}
	for _, turn := range [2]int{-1, 1} {
		if to := g.reach.Step(from, step.Turn(turn)); s.prey.Has(b[to]) {
			into = pawnTo(m.Army(), from, to, into)
		}
	}
	return into
}

func pawnTo(army rules.Army, from, to rules.Square, into []rules.Action) []rules.Action {
	a := rules.NewMove(from, to)
	if !shared.camps[army].promotes[to] {
		return append(into, a)
	}
	for k := rules.Knight; k <= rules.Queen; k++ {
		a.Promote = k
		into = append(into, a)
	}
	return into
}

// exposes reports whether a candidate leaves the mover's own king in check (F8),
// and whether it puts the team-mate's into one (F9). board is the position's
// own; the move is made on it and taken back.
func (g *Game) exposes(p *rules.Position, board *rules.Board, s *side, a rules.Action) (own, mate bool) {
	man, prey := board[a.From], board[a.To]
	foes := s.foes
	if prey.Kind() == rules.King {
		foes &^= armiesOf(p, rules.Seat(prey.Army())) // they change hands first (F7)
	}
	board[a.From], board[a.To] = 0, man
	switch {
	case a.From == s.king:
		own = g.reach.Attacked(board, a.To, foes)
	case s.checked:
		own = g.reach.Attacked(board, s.king, foes)
	default:
		own = g.opened(board, s.king, a.From, foes)
	}
	mate = s.mate != rules.NoSquare && g.opened(board, s.mate, a.From, foes)
	board[a.To], board[a.From] = prey, man
	return own, mate
}

// opened reports whether a king that stood safe is attacked now that a square is
// empty: only along the line that its man left.
func (g *Game) opened(board *rules.Board, king, left rules.Square, foes rules.PieceSet) bool {
	d, ok := g.reach.Line(king, left)
	return ok && g.reach.AttackedAlong(board, king, d, foes)
}

// armiesOf is the men that a seat controls.
func armiesOf(p *rules.Position, seat rules.Seat) (men rules.PieceSet) {
	for army, by := range p.Controller {
		if by == seat {
			men |= rules.AllOf(rules.Army(army))
		}
	}
	return men
}

// removals appends the men that may be taken off: those that open neither king
// to a new check, if there are any; the king after all others (F12).
func (g *Game) removals(p *rules.Position, board *rules.Board, s *side, into []rules.Action) []rules.Action {
	first, harmless := len(into), 0
	for _, on := range g.reach.Squares {
		m := board[on]
		if !s.men.Has(m) || on == s.king {
			continue
		}
		a := rules.Action{Type: rules.Remove, Path: rules.Path{From: on}}
		board[on] = 0
		if into = append(into, a); !g.baring(board, s, on) {
			into[first+harmless], into[len(into)-1] = a, into[first+harmless]
			harmless++
		}
		board[on] = m
	}
	switch {
	case harmless > 0:
		return into[:first+harmless]
	case len(into) > first:
		return into
	}
	return append(into, rules.Action{Type: rules.Remove, Path: rules.Path{From: s.king}})
}

// baring reports whether a removal puts a king into a check in which he was not
// before; each king is looked at by himself (F12).
func (g *Game) baring(board *rules.Board, s *side, left rules.Square) bool {
	return !s.checked && g.opened(board, s.king, left, s.foes) ||
		s.mate != rules.NoSquare && g.opened(board, s.mate, left, s.foes)
}
