package e2e

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// blocks are the characters that draw pieces.
const blocks = "▀▄█▌▐▖▗▘▙▚▛▜▝▞▟"

// The size of squares and the style of pieces change with keys, and the board can be
// turned.
func TestBoardSizesAndSides(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := alone(t, kind, 200, 60, "chess4", nil)
		drawn := func(text string) bool { return strings.ContainsAny(text, blocks) }
		p.Await(t, "drawn men", drawn)
		p.small()
		p.seePosition(e.view(p), &e.game.Position)
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
		turned := e.view(p)
		for range rules.SeatCount {
			p.seePosition(turned, &e.game.Position)
			p.press("/")
			turned.view.Turned = (turned.view.Turned + 3) & 3
		}
		p.seePosition(turned, &e.game.Position)
	})
}

// signAt returns a character of a small square: 0 the army, 1 the piece, 2 its state and
// marks.
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

// The board marks the lifted piece, its legal targets, with captures marked differently,
// and the last move.
func TestMarksOfAMove(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := alone(t, kind, 80, 24, "chess4", wildGame(t, "chess4", nil, 199, 4))
		passing, victim := takesInPassing(e.game)
		if victim == rules.NoSquare {
			t.Fatal("nothing can be taken in passing")
		}
		p.small()
		view := e.view(p)
		p.seePosition(view, &e.game.Position)
		name := e.facts.Geometry.Name
		p.steer(view, passing.From)
		p.press("\r")
		p.seeSign(view, name(passing.From), 2, '^')
		p.seeSign(view, name(passing.To), 1, 'x')
		p.seeSign(view, name(victim), 2, '%')
		for _, a := range e.game.Variant.Legal(&e.game.Position, nil) {
			if a.From == passing.From && a.To != passing.To && !e.game.Position.Board[a.To].IsPiece() {
				p.seeSign(view, name(a.To), 1, 'o')
			}
		}
		p.press(esc)
		p.Await(t, "nothing lifted", func(string) bool { return p.signAt(view, victim, 2) != '%' })
		p.press("\r")
		p.seeSign(view, name(victim), 2, '%')
		p.steer(view, passing.To)
		p.press("\r")
		e.advance(passing)
		p.seePosition(view, &e.game.Position)
		p.seeSign(view, name(passing.From), 2, '~')
	})
}

// takesInPassing returns a legal en passant capture and the square of the captured pawn.
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
// checkmate, whose player is eliminated, or who has moved in a double move.
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
				view, position := e.view(p), &e.game.Position
				p.seePosition(view, position)
				seen := 0
				for _, sq := range e.facts.Geometry.Squares {
					if position.Board[sq].IsPiece() && c.stand(position, e.game.Variant, sq) && p.cursor(view) != sq {
						sign := c.sign
						if c.sign == '*' && position.Board[sq].Kind() == rules.King {
							sign = '#' // in checkmate, which tells more
						}
						p.seeSign(view, e.facts.Geometry.Name(sq), 2, sign)
						seen++
					}
				}
				if seen == 0 {
					t.Error("there is no such piece")
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
		view := seatView(sue, e.game.Variant, 0)
		sue.seePosition(view, &e.game.Position)
		sue.press("/")
		view.view.Turned ^= 2
		sue.seePosition(view, &e.game.Position)
		e.seats[0].See(t, "1 watching")
		tim := visitor(t, e.server, kind, "Tim", 80, 24)
		tim.See(t, "move 0, White A, 1 watching")
	})
}
