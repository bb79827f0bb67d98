package rules

// Home holds the squares where an army starts, how it castles, and where its pawns promote.
type Home struct {
	King      Square
	Corners   [2]Square // where the rook on the king's side and the one on the queen's side start
	Castlings [2]Castling
	PawnRow   [256]bool // squares from which the army's pawns may step two squares
	Promotes  [256]bool // squares on which the army's pawns promote; set by the game
}

// Castling is one way to castle.
type Castling struct {
	Side       uint8 // KingSide, with the rook that starts nearer to the king, or QueenSide
	King, Rook Path
	Between    []Square  // squares that must be empty
	KingWay    [3]Square // squares where the king stands, which it crosses and which it reaches
}

// NewHome returns the home of an army whose back row has eight squares, with rooks on both ends.
// The function `square` returns the square with an index in that row, or in the row of pawns if
// `ahead` is 1. `king` is the index of the king.
func NewHome(square func(i, ahead int) Square, king int) Home {
	h := Home{King: square(king, 0)}
	near, far := 0, 7
	if king > 3 {
		near, far = far, near
	}
	for i, corner := range [2]int{near, far} {
		h.Corners[i] = square(corner, 0)
		h.Castlings[i] = newCastling(square, king, corner)
	}
	h.Castlings[0].Side, h.Castlings[1].Side = KingSide, QueenSide
	for i := range 8 {
		h.PawnRow[square(i, 1)] = true
	}
	return h
}

// newCastling returns the castling of a king with the rook in a corner, both given by their index.
func newCastling(square func(i, ahead int) Square, king, corner int) (c Castling) {
	step := 1
	if corner < king {
		step = -1
	}
	for i := range c.KingWay {
		c.KingWay[i] = square(king+i*step, 0)
	}
	c.King = Path{From: c.KingWay[0], To: c.KingWay[2]}
	c.Rook = Path{From: square(corner, 0), To: c.KingWay[1]}
	for i := king + step; i != corner; i += step {
		c.Between = append(c.Between, square(i, 0))
	}
	return c
}

// Has reports whether a piece is a king or rook on a square where it can start.
func (h *Home) Has(piece Piece, sq Square) bool {
	return piece.Kind() == King && sq == h.King || piece.Kind() == Rook && (sq == h.Corners[0] || sq == h.Corners[1])
}

// Castling returns the castling that a king's move stands for, or nil for an ordinary move.
func (h *Home) Castling(way Path) *Castling {
	for i := range h.Castlings {
		if h.Castlings[i].King == way {
			return &h.Castlings[i]
		}
	}
	return nil
}

// Word returns the notation of a castling.
func (c *Castling) Word() string {
	if c.Side == KingSide {
		return "O-O"
	}
	return "O-O-O"
}

// Barred returns the square of the first piece between king and rook, or NoSquare if there is none.
func (c *Castling) Barred(b *Board) Square {
	for _, sq := range c.Between {
		if b[sq] != 0 {
			return sq
		}
	}
	return NoSquare
}

// KnightToQueen lists the kinds to which pawns promote in most games, in the order in which moves are
// listed.
var KnightToQueen = []Kind{Knight, Bishop, Rook, Queen}

// AppendPawnMove appends a pawn's move: once for each of the kinds if it promotes.
func AppendPawnMove(promotes bool, kinds []Kind, from, to Square, into []Action) []Action {
	a := NewMove(from, to)
	if !promotes {
		return append(into, a)
	}
	for _, k := range kinds {
		a.Promote = k
		into = append(into, a)
	}
	return into
}

// PawnSteps appends a pawn's moves straight ahead: one square, and two from its own row.
func (t *AttackTables) PawnSteps(b *Board, h *Home, kinds []Kind, from Square, into []Action) []Action {
	step := t.Pawns[b[from].Army()].Step
	to := t.Step(from, step)
	if b[to] != 0 {
		return into
	}
	into = AppendPawnMove(h.Promotes[to], kinds, from, to, into)
	if h.PawnRow[from] {
		if to = t.Step(to, step); b[to] == 0 {
			into = AppendPawnMove(h.Promotes[to], kinds, from, to, into)
		}
	}
	return into
}

// PassedPawn returns the square of the pawn that the holder of a right may capture en passant by a
// move to the square `target`, or NoSquare if there is none.
func (p *Position) PassedPawn(holder Army, target Square) Square {
	for _, r := range p.EnPassantRights() {
		if r.Target == target {
			if held, _ := r.Holds(holder); held {
				return r.Pawn
			}
		}
	}
	return NoSquare
}

// TakenInPassing returns the square of the pawn that a move captures en passant, or NoSquare.
func (t *AttackTables) TakenInPassing(p *Position, holder Army, a Action) Square {
	piece := p.Board[a.From]
	if p.EnPassantCount == 0 || piece.Kind() != Pawn {
		return NoSquare
	}
	if d, _ := t.Line(a.From, a.To); d == t.Pawns[piece.Army()].Step {
		return NoSquare
	}
	return p.PassedPawn(holder, a.To)
}

// CaptureSquare returns the square of the piece that a move captures: its destination, except en
// passant.
func (t *AttackTables) CaptureSquare(p *Position, holder Army, a Action) Square {
	if p.Board[a.To] == 0 {
		if passed := t.TakenInPassing(p, holder, a); passed != NoSquare {
			return passed
		}
	}
	return a.To
}
