package rulestest

import (
	"fmt"

	"quadrille/rules"
)

// Toy is a small game that uses what the kernel offers and few games need: seats that walk, turns
// that are decided by lot, and points that decide the places. Each seat has a king, a queen
// and a knight on a board of 8 x 8 squares. Kings are captured like other pieces. A player who
// leaves keeps only the king, and the table moves it by lot. The queen of an army leaves the board
// with its king. A queen that captures is tired from then on, and counts one point. The game ends
// when one player is left; the most points win.
type Toy struct {
	facts rules.Facts
	reach *rules.AttackTables
	start rules.Position
}

// toyPoints are the points for the capture of each kind of piece.
var toyPoints = [rules.King + 1]int{rules.Knight: 3, rules.Queen: 9, rules.King: 20}

// Standing returns the points: ten of them are worth a pawn.
func (g *Toy) Standing(p *rules.Position) (values [rules.SeatCount]int) {
	for seat, n := range p.Points {
		values[seat] = 10 * int(n)
	}
	return values
}

// Adjudicate gives the seats in `to` the first place, whether they have left or not.
func (g *Toy) Adjudicate(p *rules.Position, to rules.Seats) bool {
	if to == 0 {
		return false
	}
	p.Outcome = rules.Outcome{Termination: rules.ByAdjudication, Winners: to, HasPoints: true}
	for seat := range to.All() {
		p.Outcome.Scores[seat] = 18
	}
	return true
}

// Leaving tells a player who cannot be reached any more that resigning claims the win.
func (g *Toy) Leaving(p *rules.Position, seat rules.Seat) (label, text string) {
	rivals := p.HasStake().Without(seat)
	if rivals.Count() == 1 && p.Points[seat] > p.Points[rivals.First()]+uint16(toyPoints[rules.King]) {
		return "claim the win", "The game ends, and you have the most points."
	}
	return "", ""
}

// OpenToy returns the toy game if that is its name.
func OpenToy(name string, options map[string]string) (rules.Variant, error) {
	if name != "toy" {
		return nil, fmt.Errorf("there is no game %q", name)
	}
	return NewToy(options)
}

// NewToy returns the toy game, which has no options.
func NewToy(map[string]string) (rules.Variant, error) {
	const size = 8
	board := rules.NewGeometry(size, size, func(int, int) bool { return true }, func(row, col int) string {
		return fmt.Sprintf("%c%d", 'a'+col, size-row)
	})
	g := &Toy{facts: rules.Facts{
		Name: "toy", Title: "Toy", Summary: "Take pieces for points.", Geometry: board,
		Seats:  [rules.SeatCount]string{"south", "west", "north", "east"},
		Home:   [rules.SeatCount]rules.Direction{rules.South, rules.West, rules.North, rules.East},
		Team:   [rules.SeatCount]uint8{0, 1, 2, 3},
		Armies: []string{"south", "west", "north", "east"},
		Values: toyPoints, PointUnit: 1,
		Marks: [rules.MarkCount]rules.Mark{1: {
			Word: "tired", Letter: 'T', Kinds: []rules.Kind{rules.Queen}, Value: 1, Sign: "~", Which: "that is tired", State: "tired",
			Gained: "is tired now",
		}},
		Draws:   rules.Draws{Repetitions: 3, Plies: 20},
		Endings: map[rules.Termination]string{rules.ByRepetition: "on points, as the position was repeated"},
	}}
	g.reach = rules.NewAttackTables(board, [rules.SeatCount]rules.PawnDirections{})
	p := &g.start
	p.Board = board.Empty()
	for seat := range rules.Seat(rules.SeatCount) {
		p.Controller[seat], p.EliminatedBy[seat] = seat, rules.NoSeat
		for col, kind := range map[int]rules.Kind{2: rules.Queen, 3: rules.King, 4: rules.Knight} {
			row, col := size-1, col
			for range seat {
				row, col = col, size-1-row
			}
			p.Board[board.At(row, col)] = rules.NewPiece(kind, rules.Army(seat))
			if kind == rules.King {
				p.King[seat] = board.At(row, col)
			}
		}
	}
	return g, nil
}

// Facts returns the data of the game.
func (g *Toy) Facts() *rules.Facts { return &g.facts }

// Start returns the starting position.
func (g *Toy) Start() rules.Position { return g.start }

// Actor returns the seat to move.
func (g *Toy) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller returns the seat that moves a piece. Nobody moves the dead pieces of a player who
// has left.
func (g *Toy) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	piece := p.Board[sq]
	seat := rules.Seat(piece.Army())
	if !piece.IsPiece() || !p.State[seat].MovesOnBoard() || p.State[seat] == rules.Walking && piece.Kind() != rules.King {
		return rules.NoSeat
	}
	return seat
}

// ByLot reports whether the player to move has left; see [rules.Lots].
func (g *Toy) ByLot(p *rules.Position) bool { return p.State[p.Turn&3] == rules.Walking }

// Legal appends the legal actions.
func (g *Toy) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	return g.moves(p, false, into)
}

// LegalCaptures appends the legal captures.
func (g *Toy) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	return g.moves(p, true, into)
}

func (g *Toy) moves(p *rules.Position, captures bool, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	targets := rules.PieceSet(0)
	for army := range rules.Army(rules.SeatCount) {
		if rules.Seat(army) != p.Turn {
			targets |= rules.AllOf(army)
		}
	}
	for _, sq := range g.facts.Geometry.Squares {
		if g.Controller(p, sq) == p.Turn {
			into = g.reach.Moves(&p.Board, sq, p.Board[sq].Kind(), targets, captures, into)
		}
	}
	return into
}

// Apply plays an action.
func (g *Toy) Apply(dst, src *rules.Position, a rules.Action) (e rules.Effects) {
	*dst = *src
	switch a.Type {
	case rules.Move:
		before := g.InCheck(dst)
		g.move(dst, a, &e)
		e.Checked = g.InCheck(dst) &^ before
		dst.Turn = dst.Turn.Next()
	case rules.Resign:
		dst.State[a.Seat] = rules.Walking
		g.advance(dst, &e, rules.ByResignation)
		return e
	case rules.Flag:
		dst.State[a.Seat] = rules.Walking
		g.advance(dst, &e, rules.ByFlag)
		return e
	}
	g.advance(dst, &e, rules.ByKingTaken)
	return e
}

func (g *Toy) move(p *rules.Position, a rules.Action, e *rules.Effects) {
	taken := p.Board[a.To]
	p.QuietPlies++
	if taken.IsPiece() {
		p.QuietPlies = 0
		e.Captured, e.CapturedOn = taken, a.To
		g.win(p, a.To, e)
		if seat := rules.Seat(taken.Army()); taken.Kind() == rules.King {
			p.King[seat] = rules.NoSquare
			g.takeQueen(p, seat, e)
			if p.State[seat].MovesOnBoard() {
				p.State[seat], p.Controller[seat], p.EliminatedBy[seat] = rules.Eliminated, rules.NoSeat, p.Turn
				e.AddEliminated(rules.Seats(0).With(seat))
			}
		}
	}
	piece := p.Board[a.From]
	if piece.Kind() == rules.Queen && taken.IsPiece() {
		piece = piece.WithMark(toyTired, true)
	}
	p.Board[a.To], p.Board[a.From] = piece, 0
	if piece.Kind() == rules.King {
		p.King[p.Turn] = a.To
	}
}

// toyTired is the number of the mark of tired queens.
const toyTired = 1

// win gives the seat to move the points for a living piece that it captures.
func (g *Toy) win(p *rules.Position, on rules.Square, e *rules.Effects) {
	if g.Controller(p, on) != rules.NoSeat && p.State[p.Turn] == rules.Playing {
		won := uint16(g.facts.Value(p.Board[on]))
		p.Points[p.Turn] += won
		e.Won += won
	}
}

// takeQueen takes the queen of an army whose king is captured.
func (g *Toy) takeQueen(p *rules.Position, seat rules.Seat, e *rules.Effects) {
	for _, sq := range g.facts.Geometry.Squares {
		if p.Board[sq].Is(rules.Queen, rules.Army(seat)) {
			g.win(p, sq, e)
			e.Also, e.AlsoOn, p.Board[sq] = p.Board[sq], sq, 0
		}
	}
}

// Settle carries out the passes that are due.
func (g *Toy) Settle(p *rules.Position) (e rules.Effects) {
	g.advance(p, &e, rules.ByLastSeat)
	return e
}

// advance ends the game if only one player is left, and otherwise passes until a seat can move.
func (g *Toy) advance(p *rules.Position, e *rules.Effects, why rules.Termination) {
	if p.Over() {
		return
	}
	if p.HasStake().Count() <= 1 {
		g.End(p, why)
		return
	}
	for range rules.SeatCount {
		if p.State[p.Turn].MovesOnBoard() {
			if len(g.Legal(p, nil)) > 0 {
				return
			}
			e.AddPass(p.Turn)
		}
		p.Turn = p.Turn.Next()
	}
	g.End(p, rules.ByNobodyCanMove)
}

// End ends the game. The places follow the points.
func (g *Toy) End(p *rules.Position, why rules.Termination) {
	p.Outcome = rules.Outcome{Termination: why, HasPoints: true}
	for seat := range rules.Seat(rules.SeatCount) {
		better, equal := 0, 0
		for _, points := range p.Points {
			switch {
			case points > p.Points[seat]:
				better++
			case points == p.Points[seat]:
				equal++
			}
		}
		if better == 0 {
			p.Outcome.Winners = p.Outcome.Winners.With(seat)
		}
		for place := better; place < better+equal; place++ {
			p.Outcome.Scores[seat] += uint8(6 * (3 - place) / equal)
		}
	}
}

// InCheck returns the seats whose king is attacked.
func (g *Toy) InCheck(p *rules.Position) (set rules.Seats) {
	for seat := range p.MovesOnBoard().All() {
		if len(rules.CheckingSquares(g, p, seat)) > 0 {
			set = set.With(seat)
		}
	}
	return set
}

// Mated returns no seats: the game has no checkmate.
func (g *Toy) Mated(*rules.Position) rules.Seats { return 0 }

// Explain returns why an action is illegal.
func (g *Toy) Explain(p *rules.Position, a rules.Action) error {
	if a.Type != rules.Move || a.Promote != rules.NoKind {
		return rules.Refuse(rules.Unreadable, rules.Plain(&g.facts, rules.NoSeat, a), "")
	}
	owner := g.Controller(p, a.From)
	if r := g.facts.ExplainOwner(p, a.From, owner == p.Turn, g.facts.SeatName(owner)); r != nil {
		return r
	}
	if r := g.facts.ExplainPiece(g.reach, p, a); r != nil {
		return r
	}
	return g.facts.Blocked(a.From, a.To)
}

// Complete checks a position that was written as text.
func (g *Toy) Complete(s *rules.Setup) error {
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if s.Position.King[seat] == rules.NoSquare {
			s.Position.State[seat], s.Position.Controller[seat] = rules.Eliminated, rules.NoSeat
		}
	}
	return nil
}

// AttackTables returns the attack tables of the board.
func (g *Toy) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports that no pawn promotes: there are none.
func (g *Toy) Promotes(rules.Army, rules.Square) bool { return false }

// Weights returns the weights of the evaluation.
func (g *Toy) Weights() rules.Weights {
	return rules.Weights{Pieces: g.facts.PieceValues(), Mobility: rules.MobilityOf(2)}
}
