// Package lastking is a complete small game, as an example for docs/variants.md.
//
// Four armies of a king and two rooks stand on a board of 8 x 8 squares. Kings are captured like other
// pieces. A seat without a king is out, and its rooks stay where they are. The last king wins.
package lastking

import (
	"fmt"

	"quadrille/rules"
)

// size is the number of rows and columns of the board.
const size = 8

// Definition returns the definition of the game.
func Definition() rules.Definition {
	return rules.Definition{Name: "lastking", Title: "Last king", Summary: "Capture the kings. The last one wins.", New: New}
}

// Game is the rules of the game.
type Game struct {
	facts rules.Facts
	reach *rules.AttackTables
	start rules.Position
}

// New returns the game. It has no options.
func New(options map[string]string) (rules.Variant, error) {
	about := Definition()
	if _, err := rules.Choose(about.Name, about.Options, options); err != nil {
		return nil, err
	}
	everySquare := func(int, int) bool { return true }
	board := rules.NewGeometry(size, size, everySquare, func(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, size-row) })
	g := &Game{facts: rules.Facts{
		Name: about.Name, Title: about.Title, Summary: about.Summary, Geometry: board,
		Seats:  [rules.SeatCount]string{"red", "blue", "yellow", "green"},
		Armies: []string{"red", "blue", "yellow", "green"},
		Home:   [rules.SeatCount]rules.Direction{rules.South, rules.West, rules.North, rules.East},
		Team:   [rules.SeatCount]uint8{0, 1, 2, 3}, // all numbers differ: a free-for-all
		Values: [rules.King + 1]int{rules.Rook: 5, rules.King: 10},
		Draws:  rules.Draws{Repetitions: 3, Plies: 100},
	}}
	g.reach = rules.NewAttackTables(board, [rules.SeatCount]rules.PawnDirections{}) // no pawns
	p := &g.start
	p.Board = board.Empty()
	for seat := range rules.Seat(rules.SeatCount) {
		p.Controller[seat], p.EliminatedBy[seat] = seat, rules.NoSeat
		for col, kind := range map[int]rules.Kind{2: rules.Rook, 3: rules.King, 5: rules.Rook} {
			row, col := size-1, col
			for range seat { // a quarter turn for each seat
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
func (g *Game) Facts() *rules.Facts { return &g.facts }

// Start returns the starting position.
func (g *Game) Start() rules.Position { return g.start }

// Actor returns the seat to move.
func (g *Game) Actor(p *rules.Position) rules.Seat {
	if p.Over() {
		return rules.NoSeat
	}
	return p.Turn
}

// Controller returns the seat that moves a piece, or NoSeat for a piece of a seat that is out.
func (g *Game) Controller(p *rules.Position, sq rules.Square) rules.Seat {
	if piece := p.Board[sq]; piece.IsPiece() {
		return p.Controller[piece.Army()]
	}
	return rules.NoSeat
}

// Legal appends the legal actions.
func (g *Game) Legal(p *rules.Position, into []rules.Action) []rules.Action {
	return g.moves(p, false, into)
}

// LegalCaptures appends the legal captures; see [rules.Evaluable].
func (g *Game) LegalCaptures(p *rules.Position, into []rules.Action) []rules.Action {
	return g.moves(p, true, into)
}

func (g *Game) moves(p *rules.Position, captures bool, into []rules.Action) []rules.Action {
	if p.Over() {
		return into
	}
	var others rules.PieceSet
	for army := range rules.Army(rules.SeatCount) {
		if rules.Seat(army) != p.Turn {
			others |= rules.AllOf(army)
		}
	}
	pieces := g.reach.PiecesOf(&p.Board, rules.Army(p.Turn))
	for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
		into = g.reach.Moves(&p.Board, sq, p.Board[sq].Kind(), others, captures, into)
	}
	return into
}

// Apply plays an action: a move, or a seat that resigns or runs out of time.
func (g *Game) Apply(dst, src *rules.Position, a rules.Action) (e rules.Effects) {
	*dst = *src
	why := rules.ByKingTaken
	switch a.Type {
	case rules.Resign:
		why = rules.ByResignation
		g.eliminate(dst, a.Seat, rules.NoSeat, &e)
	case rules.Flag:
		why = rules.ByFlag
		g.eliminate(dst, a.Seat, rules.NoSeat, &e)
	default:
		g.move(dst, a, &e)
		dst.Turn = dst.Turn.Next()
	}
	g.advance(dst, &e, why)
	return e
}

func (g *Game) move(p *rules.Position, a rules.Action, e *rules.Effects) {
	piece, taken := p.Board[a.From], p.Board[a.To]
	p.QuietPlies++
	p.Board[a.To], p.Board[a.From] = piece, 0
	if piece.Kind() == rules.King {
		p.King[p.Turn] = a.To
	}
	if taken.IsPiece() {
		p.QuietPlies = 0
		e.Captured, e.CapturedOn = taken, a.To
		if seat := rules.Seat(taken.Army()); taken.Kind() == rules.King {
			p.King[seat] = rules.NoSquare
			g.eliminate(p, seat, p.Turn, e)
		}
	}
}

// eliminate takes a seat out of the game. If by is a seat, it gets the credit.
func (g *Game) eliminate(p *rules.Position, seat, by rules.Seat, e *rules.Effects) {
	if p.State[seat] == rules.Eliminated { // the king of a seat that has resigned
		return
	}
	order := uint8(1)
	for _, earlier := range p.EliminationOrder {
		order = max(order, earlier+1)
	}
	p.State[seat], p.Controller[seat] = rules.Eliminated, rules.NoSeat
	p.EliminatedBy[seat], p.EliminationOrder[seat] = by, order
	e.AddEliminated(rules.Seats(0).With(seat))
}

// advance ends the game if one seat is left, and otherwise finds the next seat that can move.
func (g *Game) advance(p *rules.Position, e *rules.Effects, why rules.Termination) {
	if p.Over() {
		return
	}
	if left := p.HasStake(); left.Count() == 1 {
		p.Outcome = rules.Outcome{Termination: why, Winners: left}
		p.Outcome.Scores[left.First()] = 6 // one point, in sixths
		return
	}
	for range rules.SeatCount {
		if p.State[p.Turn] == rules.Playing {
			if len(g.Legal(p, nil)) > 0 {
				return
			}
			e.AddPass(p.Turn)
		}
		p.Turn = p.Turn.Next()
	}
	g.End(p, rules.ByNobodyCanMove)
}

// Settle prepares a position that was set up by hand.
func (g *Game) Settle(p *rules.Position) (e rules.Effects) {
	g.advance(p, &e, rules.ByLastSeat)
	return e
}

// End ends the game as a draw of the seats in play, which share the point.
func (g *Game) End(p *rules.Position, why rules.Termination) {
	p.Outcome = rules.Outcome{Termination: why}
	for seat := range p.HasStake().All() {
		p.Outcome.Scores[seat] = uint8(6 / p.HasStake().Count())
	}
}

// InCheck returns the seats whose king is attacked.
func (g *Game) InCheck(p *rules.Position) (set rules.Seats) {
	for seat := range p.MovesOnBoard().All() {
		if len(rules.CheckingSquares(g, p, seat)) > 0 {
			set = set.With(seat)
		}
	}
	return set
}

// Mated returns no seats: kings are captured.
func (g *Game) Mated(*rules.Position) rules.Seats { return 0 }

// Explain returns why an action is illegal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
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

// Complete checks a position that was written as text. A seat without a king is out.
func (g *Game) Complete(s *rules.Setup) error {
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

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports that no pawn promotes: there are none.
func (g *Game) Promotes(rules.Army, rules.Square) bool { return false }

// Weights returns the weights of the evaluation.
func (g *Game) Weights() rules.Weights {
	return rules.Weights{Pieces: g.facts.PieceValues(), Mobility: rules.MobilityOf(3), KingAttack: 10}
}
