package fourplayer

import "quadrille/rules"

// playing returns the seats that play: those that are neither out nor walk (M26).
func playing(p *rules.Position) (set rules.Seats) {
	for s, state := range p.State {
		if state == rules.Playing {
			set = set.With(rules.Seat(s))
		}
	}
	return set
}

// walking returns the seats whose king walks (M34).
func walking(p *rules.Position) (set rules.Seats) {
	for s, state := range p.State {
		if state == rules.Walking {
			set = set.With(rules.Seat(s))
		}
	}
	return set
}

// ByLot reports whether the action of this turn is drawn by lot: the king of a seat that has
// left makes random moves (M34).
func (g *Game) ByLot(p *rules.Position) bool {
	return !p.Over() && p.State[p.Turn&3] == rules.Walking
}

// score gives points to a seat, if there is one.
func (t *turn) score(seat rules.Seat, points int) {
	if seat < rules.SeatCount && points > 0 {
		t.p.Points[seat] += uint16(min(points, maxNumber-int(t.p.Points[seat])))
		if seat == t.actor {
			t.effects.Won += uint16(points)
		}
	}
}

// isMated reports whether a seat would be mated if it were its turn.
func (g *Game) isMated(p *rules.Position, seat rules.Seat) bool {
	s := g.side(p, rules.Army(seat))
	return s.checked && !g.canMove(p, &s)
}

// removeMated puts all seats out that are mated, except the mover, and gives the points for them
// (M27, M28). All are judged on the same position. If no seat has moved, mover is NoSeat.
func (t *turn) removeMated(mover rules.Seat) {
	var mated rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if s != mover && t.p.State[s] != rules.Eliminated && t.g.isMated(t.p, s) {
			mated = mated.With(s)
		}
	}
	if mated == 0 {
		return
	}
	var credited [rules.SeatCount]rules.Seat
	for s := range mated.All() {
		credited[s] = mover
		if mover == rules.NoSeat || t.p.State[mover] != rules.Playing {
			credited[s] = t.g.nearestChecker(t.p, s)
		}
	}
	for s := range mated.All() {
		t.mate(s, credited[s])
	}
}

// mate puts a mated seat out and gives another seat the points.
func (t *turn) mate(seat, by rules.Seat) {
	t.effects.Mated = t.effects.Mated.With(seat)
	t.out(seat, by)
	t.score(by, matePoints)
}

// nearestChecker returns the seat that plays, gives check to a seat and is the nearest before it
// in turn order, or NoSeat if there is none (M32).
func (g *Game) nearestChecker(p *rules.Position, seat rules.Seat) rules.Seat {
	for i := rules.Seat(3); i > 0; i-- {
		by := (seat + i) & 3
		if p.State[by] != rules.Playing || g.allies[seat&3].Has(by) {
			continue
		}
		if g.reach.Attacked(&p.Board, p.King[seat&3], rules.AllOf(rules.Army(by))) {
			return by
		}
	}
	return rules.NoSeat
}

// out puts a seat out of the game: all its pieces die (M33). by is the seat that is credited
// with it, or NoSeat.
func (t *turn) out(seat, by rules.Seat) {
	p := t.p
	p.State[seat&3], p.Controller[seat&3], p.EliminatedBy[seat&3] = rules.Eliminated, rules.NoSeat, by
	p.Castling[seat&3] = 0
	dropRights(p, rules.Army(seat))
}

// leave carries out the resignation of a seat, or its loss on time (M23, M34). Its king walks,
// or it is out at once.
func (t *turn) leave(seat rules.Seat, why rules.Termination) {
	p := t.p
	if t.g.teams {
		t.g.win(p, seat.Next(), why)
		return
	}
	p.State[seat&3], p.Castling[seat&3] = rules.Walking, 0
	p.LeftBy[seat&3] = why
	dropRights(p, rules.Army(seat))
	if playing(p).Count() > 1 {
		switch {
		case !t.g.walk:
			t.out(seat, rules.NoSeat)
		case t.g.isMated(p, seat):
			t.mate(seat, t.g.nearestChecker(p, seat))
		}
		t.removeMated(rules.NoSeat)
	}
	t.advance(why)
}

// advance ends the game if it is decided. Otherwise it gives the turn to the next seat that has a
// legal move, and puts seats without one out. why is how the game ends if only one seat plays.
func (t *turn) advance(why rules.Termination) {
	p := t.p
	for !t.endIfDecided(why) {
		if p.State[p.Turn&3] != rules.Eliminated {
			s := t.g.side(p, rules.Army(p.Turn))
			if t.g.canMove(p, &s) {
				break
			}
			if t.immobile(s.checked); p.Over() {
				return
			}
		}
		p.Turn = p.Turn.Next()
	}
	if !p.Over() && t.g.cannotMate(p) {
		t.g.End(p, rules.ByMaterial)
	}
}

// immobile carries out that the seat to move has no legal move: it is mated (M21, M32) or
// stalemated (M22, M29).
func (t *turn) immobile(checked bool) {
	p, seat := t.p, t.p.Turn
	switch {
	case t.g.teams && checked:
		t.effects.Mated = t.effects.Mated.With(seat)
		t.g.win(p, seat.Next(), rules.ByCheckmate)
	case t.g.teams:
		t.effects.Stalemated = t.effects.Stalemated.With(seat)
		t.g.End(p, rules.ByStalemate)
	case checked:
		t.mate(seat, t.g.nearestChecker(p, seat))
	case p.State[seat&3] == rules.Playing:
		t.effects.Stalemated = t.effects.Stalemated.With(seat)
		t.score(seat, stalematePoints)
		t.out(seat, rules.NoSeat)
		p.LeftBy[seat&3] = rules.ByStalemate
	default:
		t.effects.Stalemated = t.effects.Stalemated.With(seat)
		for s := range playing(p).All() {
			t.score(s, walkerPoints)
		}
		t.out(seat, rules.NoSeat)
	}
}

// endIfDecided ends the game when one seat or team plays (M36), or when the win is claimed
// (M38), and reports whether the game is over.
func (t *turn) endIfDecided(why rules.Termination) bool {
	p := t.p
	if p.Over() {
		return true
	}
	left := playing(p)
	if t.g.teams {
		if left&t.g.allies[red] == 0 || left&t.g.allies[blue] == 0 {
			t.g.win(p, left.First(), why)
		}
		return p.Over()
	}
	if leader := t.g.claimer(p); t.g.autoclaim && leader != rules.NoSeat && t.g.outAhead(p) {
		t.leave(leader, rules.ByResignation)
		return true
	}
	if left.Count() > 1 {
		return false
	}
	for s := range left.All() {
		t.score(s, kingPoints*walking(p).Count())
	}
	t.g.finish(p, why)
	return true
}

// claimer returns the seat that may claim the win, or NoSeat: two seats play, and it keeps the
// most points even if it resigns (M37).
func (g *Game) claimer(p *rules.Position) rules.Seat {
	if g.teams || p.Over() || playing(p).Count() != 2 {
		return rules.NoSeat
	}
	for s := range playing(p).All() {
		if int(p.Points[s]) > g.trailing(p, s) {
			return s
		}
	}
	return rules.NoSeat
}

// trailing returns the points that the opponent of a seat would have if the seat resigned, when
// only these two play.
func (g *Game) trailing(p *rules.Position, leader rules.Seat) int {
	other := playing(p).Without(leader).First()
	return int(p.Points[other&3]) + kingPoints*(1+walking(p).Count())
}

// outAhead reports whether a seat that has left the game would have more points than the last
// opponent of the seat that may claim the win (M38).
func (g *Game) outAhead(p *rules.Position) bool {
	most := g.trailing(p, g.claimer(p))
	for s := range (0x0F &^ playing(p)).All() {
		if int(p.Points[s]) > most {
			return true
		}
	}
	return false
}

// cannotMate reports whether nobody has anything to mate with (M44).
func (g *Game) cannotMate(p *rules.Position) bool {
	bare := !g.teams && playing(p).Count() == 2 && walking(p) == 0
	var bishops [rules.SeatCount]int
	var colours [2]int
	var knights int
	for a := range rules.Army(rules.SeatCount) {
		living, _ := armyPieces(p, a)
		pieces := g.reach.PiecesOf(&p.Board, a)
		for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
			kind := p.Board[sq].Kind()
			switch {
			case kind == rules.King || !living.Has(p.Board[sq]):
			case !bare || kind != rules.Bishop && kind != rules.Knight:
				return false
			case kind == rules.Knight:
				knights++
			default:
				row, col := g.reach.RowCol(sq)
				bishops[a]++
				colours[(row+col)%2]++
			}
		}
	}
	all := colours[0] + colours[1]
	each := all == 2 && bishops[0] < 2 && bishops[1] < 2 && bishops[2] < 2 && bishops[3] < 2 && (colours[0] == 0 || colours[1] == 0)
	return knights+all <= 1 || knights == 0 && each
}

// win ends a game of teams in favour of a seat and its partner (M21, M23, M24).
func (g *Game) win(p *rules.Position, seat rules.Seat, why rules.Termination) {
	p.Outcome.Termination, p.Outcome.Winners = why, g.allies[seat&3]
	for s := range p.Outcome.Winners.All() {
		p.Outcome.Scores[s] = wholeShare
	}
}

// wholeShare is one point of a result, in sixths.
const wholeShare = 6

// End ends the game as a draw. In a free-for-all each seat that plays gets points, and the places
// are by points as ever (M42).
func (g *Game) End(p *rules.Position, why rules.Termination) {
	if g.teams {
		p.Outcome.Termination = why
		for s := range p.Outcome.Scores {
			p.Outcome.Scores[s] = wholeShare / 2
		}
		return
	}
	t := turn{g: g, p: p, actor: rules.NoSeat}
	for s := range playing(p).All() {
		t.score(s, drawPoints)
	}
	g.finish(p, why)
}

// finish ends a free-for-all: the seat with the most points wins, and seats with equal points
// share the scores of their places (M40).
func (g *Game) finish(p *rules.Position, why rules.Termination) {
	p.Outcome.Termination, p.Outcome.HasPoints = why, true
	for s := range p.Points {
		better, equal := 0, 0
		for _, points := range p.Points {
			switch {
			case points > p.Points[s]:
				better++
			case points == p.Points[s]:
				equal++
			}
		}
		if better == 0 {
			p.Outcome.Winners = p.Outcome.Winners.With(rules.Seat(s))
		}
		total := 0
		for place := better; place < better+equal; place++ {
			total += wholeShare * (rules.SeatCount - 1 - place)
		}
		p.Outcome.Scores[s] = uint8(total / equal)
	}
}
