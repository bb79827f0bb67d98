package e2e

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// blocks contains block characters of which drawn pieces consist, except the one in the title bar.
const blocks = "▀▄█▌▐▖▗▘▙▛▜▝▞▟"

// Keys change the size of squares and the style of pieces, and rotate the board.
func TestBoardSizesAndSides(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := tableOfOnePlayer(t, kind, 200, 60, "chess4", nil)
		drawn := func(text string) bool { return strings.ContainsAny(text, blocks) }
		p.Await(t, "drawn pieces", drawn)
		p.useSmallSquares()
		p.seePosition(e.view(p), &e.game.Position)
		p.Await(t, "no drawn pieces", func(text string) bool { return !drawn(text) })
		p.press("P")
		p.See(t, "♜")
		p.press("PPP") // skip the two styles with drawn pieces, which do not fit here, and select the style with letters
		p.See(t, "bR bN")
		p.press("++-+--+")     // the program skips sizes of squares that do not fit
		p.awaitAbsent("bR bN") // each square is now five cells wide, so the two pieces are farther apart
		p.press("+++PP")
		p.Await(t, "drawn pieces", drawn)
		p.useSmallSquares()
		p.press("PP")
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

// markAt returns the character in a cell of a square. A square has three cells: cell 0 shows
// the army, cell 1 the piece, and cell 2 the mark.
func (p *person) markAt(e boardView, sq rules.Square, cell int) rune {
	x, y := e.cell(sq)
	row := []rune(strings.Split(p.Text(), "\n")[y] + strings.Repeat(" ", 200))
	return row[x+cell]
}

func (p *person) seeMark(e boardView, name string, cell int, sign rune) {
	p.Helper()
	sq, ok := e.facts.Geometry.Square(name)
	if !ok {
		p.Fatalf("no square %s", name)
	}
	p.Await(p, string(sign)+" on "+name, func(string) bool { return p.markAt(e, sq, cell) == sign })
}

// The board marks the lifted piece and its legal targets. Targets that are
// captures have a different mark.
func TestMarksOfAMove(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := tableOfOnePlayer(t, kind, 80, 24, "chess4", randomGame(t, "chess4", nil, 199, 4))
		passing, victim := enPassantCapture(e.game)
		if victim == rules.NoSquare {
			t.Fatal("there is no en passant capture")
		}
		p.useSmallSquares()
		view := e.view(p)
		p.seePosition(view, &e.game.Position)
		name := e.facts.Geometry.Name
		p.moveCursor(view, passing.From)
		p.press("\r")
		p.seeMark(view, name(passing.From), 2, '^')
		p.seeMark(view, name(passing.To), 1, 'x')
		p.seeMark(view, name(victim), 2, '%')
		for _, a := range e.game.Variant.Legal(&e.game.Position, nil) {
			if a.From == passing.From && a.To != passing.To && !e.game.Position.Board[a.To].IsPiece() {
				p.seeMark(view, name(a.To), 1, 'o')
			}
		}
		p.press(esc)
		p.Await(t, "nothing lifted", func(string) bool { return p.markAt(view, victim, 2) != '%' })
		p.press("\r")
		p.seeMark(view, name(victim), 2, '%')
		p.moveCursor(view, passing.To)
		p.press("\r")
		e.advance(passing)
		p.seePosition(view, &e.game.Position)
	})
}

// enPassantCapture returns a legal en passant capture and the square of the captured pawn.
func enPassantCapture(g *rules.Game) (rules.Action, rules.Square) {
	for _, a := range g.Variant.Legal(&g.Position, nil) {
		var after rules.Position
		if e := g.Variant.Apply(&after, &g.Position, a); e.Captured != 0 && e.CapturedOn != a.To {
			return a, e.CapturedOn
		}
	}
	return rules.Action{}, rules.NoSquare
}

// TestMarksOfFrozenAndMatedPieces checks how pieces that cannot move are marked: those of an
// army frozen by checkmate, those of an eliminated player, and a piece that has already
// moved in a double move.
func TestMarksOfFrozenAndMatedPieces(t *testing.T) {
	t.Parallel()
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
				e, p := tableOfOnePlayer(t, kind, 80, 24, game, randomGame(t, game, nil, c.seed, c.plies))
				p.useSmallSquares()
				view, position := e.view(p), &e.game.Position
				p.seePosition(view, position)
				seen := 0
				for _, sq := range e.facts.Geometry.Squares {
					if position.Board[sq].IsPiece() && c.stand(position, e.game.Variant, sq) && p.cursor(view) != sq {
						sign := c.sign
						if c.sign == '*' && position.Board[sq].Kind() == rules.King {
							sign = '#' // a checkmated king has its own mark
						}
						p.seeMark(view, e.facts.Geometry.Name(sq), 2, sign)
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

// TestSpectatorsChooseTheirSide checks that a spectator can rotate the board.
func TestSpectatorsChooseTheirSide(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, _ := tableOfOnePlayer(t, kind, 80, 24, "quadrochess", nil)
		sue := connectPerson(t, e.server, kind, "Sue", 80, 24)
		sue.open()
		sue.See(t, "Table 1   ")
		view := seatView(sue, e.game.Variant, 0)
		sue.seePosition(view, &e.game.Position)
		sue.press("/")
		view.view.Turned ^= 2
		sue.seePosition(view, &e.game.Position)
		e.seats[0].See(t, "1 watching")
		tim := connectPerson(t, e.server, kind, "Tim", 80, 24)
		tim.toTables()
		tim.See(t, "1 watching")
	})
}
