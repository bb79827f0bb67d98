package e2e

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// blocks are the characters that draw pieces.
const blocks = "▀▄█▌▐▖▗▘▙▚▛▜▝▞▟"

// Squares are as large as there is room for, and as large as somebody wants; men
// are letters, figures and pictures by a key; the board is turned by another.
func TestBoardSizesAndSides(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := alone(t, kind, 200, 60, "chess4", nil)
		drawn := func(text string) bool { return strings.ContainsAny(text, blocks) }
		p.Await(t, "drawn men", drawn)
		p.small()
		p.seePosition(e.eye(p), &e.game.Position)
		p.Await(t, "no drawn men", func(text string) bool { return !drawn(text) })
		p.press("\x10") // ctrl+p
		p.See(t, "♜")
		p.press("\x10\x10") // pictures, which have no room here, and letters again
		p.See(t, "bR bN")
		p.press("++-+--+") // one that there is no room for is not counted
		p.lack("bR bN")    // squares have five cells now
		p.press("+++\x10\x10")
		p.Await(t, "drawn men", drawn)
		p.small()
		p.press("\x10")
		p.See(t, "bR bN")
		turned := e.eye(p)
		for range rules.SeatCount {
			p.seePosition(turned, &e.game.Position)
			p.press("/")
			turned.view.Turned = (turned.view.Turned + 3) & 3
		}
		p.seePosition(turned, &e.game.Position)
	})
}

// signAt returns what a cell of a small square shows: 0 the army, 1 the piece, 2 its
// state and marks.
func (p *person) signAt(e boardView, sq rules.Square, cell int) rune {
	x, y := e.cell(sq)
	row := []rune(strings.Split(p.Text(), "\n")[y] + strings.Repeat(" ", 200))
	return row[x+cell]
}

func (p *person) seeSign(e boardView, name string, cell int, sign rune) {
	p.Helper()
	sq, ok := e.facts.Geometry.Square(name)
	if !ok {
		p.Fatalf("no square %s", name)
	}
	p.Await(p, string(sign)+" on "+name, func(string) bool { return p.signAt(e, sq, cell) == sign })
}

// What is lifted and where it may go is marked, captures otherwise than steps, and
// where the last move went.
func TestMarksOfAMove(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := alone(t, kind, 80, 24, "chess4", wildGame(t, "chess4", nil, 199, 4))
		passing, victim := takesInPassing(e.game)
		if victim == rules.NoSquare {
			t.Fatal("nothing can be taken in passing")
		}
		p.small()
		eye := e.eye(p)
		p.seePosition(eye, &e.game.Position)
		name := e.facts.Geometry.Name
		p.steer(eye, passing.From)
		p.press("\r")
		p.seeSign(eye, name(passing.From), 2, '^')
		p.seeSign(eye, name(passing.To), 1, 'x')
		p.seeSign(eye, name(victim), 2, '%')
		for _, a := range e.game.Variant.Legal(&e.game.Position, nil) {
			if a.From == passing.From && a.To != passing.To && !e.game.Position.Board[a.To].IsPiece() {
				p.seeSign(eye, name(a.To), 1, 'o')
			}
		}
		p.press(esc)
		p.Await(t, "nothing lifted", func(string) bool { return p.signAt(eye, victim, 2) != '%' })
		p.press("\r")
		p.seeSign(eye, name(victim), 2, '%')
		p.steer(eye, passing.To)
		p.press("\r")
		e.advance(passing)
		p.seePosition(eye, &e.game.Position)
		p.seeSign(eye, name(passing.From), 2, '~')
	})
}

// takesInPassing is a legal action that takes a pawn in passing, and where that
// pawn stands.
func takesInPassing(g *rules.Game) (rules.Action, rules.Square) {
	for _, a := range g.Variant.Legal(&g.Position, nil) {
		var after rules.Position
		if e := g.Variant.Apply(&after, &g.Position, a); e.Captured != 0 && e.CapturedOn != a.To {
			return a, e.CapturedOn
		}
	}
	return rules.Action{}, rules.NoSquare
}

// TestMarksOfFrozenAndMatedPieces looks for the marks of pieces whose army is in
// checkmate, whose player is out, or who has moved in a double move.
func TestMarksOfFrozenAndMatedPieces(t *testing.T) {
	for game, c := range map[string]struct {
		seed  uint64
		plies int
		sign  rune
		stand func(p *rules.Position, v rules.Variant, sq rules.Square) bool
	}{
		"verney": {1120, 12, '*', func(p *rules.Position, v rules.Variant, sq rules.Square) bool {
			return p.State[v.Controller(p, sq)] == rules.Frozen
		}},
		"chess4": {2000, 11, '-', func(p *rules.Position, v rules.Variant, sq rules.Square) bool {
			c := v.Controller(p, sq)
			return c >= rules.SeatCount || p.State[c] == rules.Eliminated
		}},
		"quadrochess": {1, 2, '=', func(p *rules.Position, _ rules.Variant, sq rules.Square) bool { return p.Board[sq].Barred() }},
	} {
		t.Run(game, func(t *testing.T) {
			onEachTerminal(t, func(t *testing.T, kind string) {
				e, p := alone(t, kind, 80, 24, game, wildGame(t, game, nil, c.seed, c.plies))
				p.small()
				eye, position := e.eye(p), &e.game.Position
				p.seePosition(eye, position)
				seen := 0
				for _, sq := range e.facts.Geometry.Squares {
					if position.Board[sq].IsPiece() && c.stand(position, e.game.Variant, sq) && p.cursor(eye) != sq {
						sign := c.sign
						if c.sign == '*' && position.Board[sq].Kind() == rules.King {
							sign = '#' // in checkmate, which tells more
						}
						p.seeSign(eye, e.facts.Geometry.Name(sq), 2, sign)
						seen++
					}
				}
				if seen == 0 {
					t.Error("no man stands so")
				}
			})
		})
	}
}

// TestSpectatorsChooseTheirSide turns the board for a spectator.
func TestSpectatorsChooseTheirSide(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, _ := alone(t, kind, 80, 24, "quadrochess", nil)
		sue := visitor(t, e.server, kind, "Sue", 80, 24)
		sue.open()
		sue.See(t, "To move")
		eye := seatView(sue, e.game.Variant, 0)
		sue.seePosition(eye, &e.game.Position)
		sue.press("/")
		eye.view.Turned ^= 2
		sue.seePosition(eye, &e.game.Position)
		e.seats[0].See(t, "1 watching")
		tim := visitor(t, e.server, kind, "Tim", 80, 24)
		tim.See(t, "move 0, White A, 1 watching")
	})
}
