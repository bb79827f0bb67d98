package fourplayer

import (
	"slices"

	"quadrille/rules"
)

// InCheck returns the seats that are not out and whose king is attacked. Kings that walk count
// (M48).
func (g *Game) InCheck(p *rules.Position) (set rules.Seats) {
	for s := range rules.Seat(rules.SeatCount) {
		if p.State[s] != rules.Eliminated && p.King[s] != rules.NoSquare &&
			g.reach.Attacked(&p.Board, p.King[s], g.enemiesOf(p, s)) {
			set = set.With(s)
		}
	}
	return set
}

// Mated returns no seats: a seat that is mated is out (M27), or the game is over (M21).
func (g *Game) Mated(*rules.Position) rules.Seats { return 0 }

// checks tells which kings a move newly puts in check.
type checks struct {
	kings rules.Seats
	queen bool // whether a queen is among the pieces that newly check a seat that plays
}

// newChecks returns the kings that a move newly puts in check: after the move, a living piece
// attacks them that did not attack them before from its square (M31).
func (g *Game) newChecks(before, after *rules.Position, a rules.Action) (c checks) {
	rook := rules.NoSquare
	if castled := g.castlingOf(before.Board[a.From], a); castled != nil {
		rook = castled.Rook.To
	}
	for s := range g.InCheck(after).Without(before.Turn).All() {
		var was, is [32]rules.Square
		old := g.reach.Attackers(&before.Board, before.King[s], g.enemiesOf(before, s), was[:0])
		for _, sq := range g.reach.Attackers(&after.Board, after.King[s], g.enemiesOf(after, s), is[:0]) {
			if sq != a.To && sq != rook && slices.Contains(old, sq) {
				continue
			}
			c.kings = c.kings.With(s)
			c.queen = c.queen || after.State[s] == rules.Playing && after.Board[sq].Kind() == rules.Queen
		}
	}
	return c
}

// bonus returns the points for check to several seats that played before the move (M31).
func (c checks) bonus(before *rules.Position) int {
	points := [rules.SeatCount]int{0, 0, 5, 20}
	if c.queen {
		points = [rules.SeatCount]int{0, 0, 1, 5}
	}
	return points[(c.kings & playing(before)).Count()]
}
