package bot

import "quadrille/rules"

// evaluator evaluates positions for the seat that acts at the root of the search.
type evaluator struct {
	facts        *rules.Facts
	evaluable    rules.Evaluable
	reach        *rules.AttackTables
	seat         rules.Seat
	rootSide     rules.Seats // the root seat and its partner; in a free-for-all only the root seat
	teams        bool
	standing     rules.Standing // values points and prospects; nil in games without them, and with teams
	inPlay       rules.Seats    // the seats whose scores are open: in a free-for-all without points the seats in play, otherwise all
	rivals       int32          // in a free-for-all, the number of opponents in play
	armies       int
	holder       [rules.SeatCount]rules.Seat // if seats share armies: one of the seats that share each army
	allies       [rules.SeatCount]rules.Seats
	pieceValue   [rules.King + 1]int32 // value of each kind of piece
	captureValue [rules.King + 1]int32 // value gained by capturing each kind of piece; for kings, it is greater than pieceValue

	initial  int32                 // value of all pieces at the start of the game, except kings
	zones    kingZones             // of the last position that was evaluated in full
	mobility [rules.King + 1]int32 // by kind of piece: value of each square that the piece can reach
	// bonus of a pawn for being close to promotion, indexed by bits 3 to 5 of the piece (its army, and whether it
	// travels backward) and by its square
	pawnBonus                          [8][256]int32
	kingAttack, frozen, advance, mated int32
	threat                             int32 // see rules.Weights and waitingValue; 0 if waitingValue is not used
}

// kingBonus is the value that the capture of a king gains in addition to the king's piece value,
// in hundredths of a pawn.
const kingBonus = 10_000

// setGame prepares the evaluator for positions of a game. The evaluator then computes values
// from the point of view of the seat that acts in the current position.
func (e *evaluator) setGame(g *rules.Game) {
	if e.facts != g.Variant.Facts() {
		e.loadVariant(g.Variant)
	}
	e.seat = g.Variant.Actor(&g.Position)
	e.rootSide = e.allies[e.seat&3]
	e.inPlay = g.Position.HasStake()
	e.rivals = max(1, int32(e.inPlay.Count())-1)
	if e.teams || e.standing != nil {
		e.inPlay = 0x0F
	}
}

func (e *evaluator) loadVariant(v rules.Variant) {
	e.facts, e.zones = v.Facts(), kingZones{}
	e.evaluable = v.(rules.Evaluable)
	e.reach = e.evaluable.AttackTables()
	e.teams = e.facts.Teams()
	if e.standing = nil; !e.teams {
		e.standing, _ = v.(rules.Standing)
	}
	e.armies = len(e.facts.Armies)
	for s := range rules.Seat(rules.SeatCount) {
		e.allies[s] = e.facts.Side(s)
		e.holder[e.facts.SeatArmy(s)] = s
	}
	e.setWeights(e.evaluable.Weights())
	e.computePawnBonus(e.evaluable)
	start := v.Start()
	m := e.countMaterial(&start)
	e.initial = max(1, e.piecesLeft(&start, &m))
}

// setWeights sets the weights of the evaluation terms.
func (e *evaluator) setWeights(w rules.Weights) {
	for kind := range w.Pieces {
		e.pieceValue[kind], e.mobility[kind] = int32(w.Pieces[kind]), int32(w.Mobility[kind])
	}
	e.captureValue = e.pieceValue
	if w.Captured != [rules.King + 1]int{} {
		for kind, value := range w.Captured {
			e.captureValue[kind] = int32(value)
		}
	}
	e.captureValue[rules.King] += kingBonus
	e.kingAttack, e.frozen, e.advance = int32(w.KingAttack), int32(w.Frozen), int32(w.PawnAdvance)
	e.mated, e.threat = int32(w.Mated), int32(w.Threat)
}

// owner returns the seat that controls an army, or NoSeat if none does. If several seats share
// the army, it returns one of them.
func (e *evaluator) owner(p *rules.Position, a rules.Army) rules.Seat {
	if e.facts.SeatArmies != nil {
		return e.holder[a]
	}
	return p.Controller[a]
}

// enemies returns the pieces that belong to the opponents of a seat. It omits opponents who
// are eliminated or frozen.
func (e *evaluator) enemies(p *rules.Position, seat rules.Seat) (enemies rules.PieceSet) {
	for a := range rules.Army(e.armies) {
		by := e.owner(p, a)
		if by != rules.NoSeat && !e.allies[seat&3].Has(by) {
			enemies |= p.State[by].Living(a)
		}
	}
	return enemies
}

// gain returns the value of the captured piece plus the value that a promotion adds.
func (e *evaluator) gain(p *rules.Position, a rules.Action) int32 {
	gain := int32(0)
	if target := p.Board[a.To]; target != 0 {
		gain = e.captureGain(p, target)
	}
	if a.Promote != rules.NoKind {
		gain += e.pieceValue[a.Promote] - e.pieceValue[rules.Pawn]
	}
	return gain
}

// captureGain returns what the capture of a piece gains. A dead piece gains nothing, and a marked piece
// what its mark says.
func (e *evaluator) captureGain(p *rules.Position, target rules.Piece) int32 {
	by := e.owner(p, target.Army())
	if by == rules.NoSeat || p.State[by&3] == rules.Walking && target.Kind() != rules.King {
		return 0
	}
	for i := range e.facts.Marks {
		if value := e.facts.Marks[i].Value; value != 0 && target.Marked(i) {
			return int32(100 * value)
		}
	}
	return e.captureValue[target.Kind()]
}

// isLosingCapture reports whether a capture loses material, that is, whether a piece captures
// a defended piece of lower value.
func (e *evaluator) isLosingCapture(p *rules.Position, a rules.Action, gain int32, enemies rules.PieceSet) bool {
	return e.pieceValue[p.Board[a.From].Kind()] > gain && e.reach.Attacked(&p.Board, a.To, enemies)
}

// eliminated reports whether the seat that acts at the root of the search has been
// eliminated. In a team game it returns false.
func (e *evaluator) eliminated(p *rules.Position) bool {
	return !e.teams && !p.State[e.seat&3].MayAct()
}

// resultValue returns the value of a finished game for the root side. It ignores seats that
// were eliminated before the search, because their places are settled.
func (e *evaluator) resultValue(p *rules.Position) int32 {
	if e.standing != nil {
		return e.pointsResult(p)
	}
	var v [rules.SeatCount]int32
	for s, sixths := range p.Outcome.Scores {
		if e.inPlay.Has(rules.Seat(s)) {
			v[s] = int32(sixths) * sixthPoint
		}
	}
	return e.relativeValue(&v)
}

// placePoint is the value of a sixth of a game point in a game in which points decide the
// places. Such a game can end for the root seat in a place between the first and the last, so
// that it may be better to play on: its result is of the same order as an evaluation.
const placePoint = 100

// pointsResult returns the value of a finished game in which points decide the places: that of
// the points and of the places. A first place that is not shared is a win.
func (e *evaluator) pointsResult(p *rules.Position) int32 {
	var v [rules.SeatCount]int32
	for s, sixths := range p.Outcome.Scores {
		v[s] = int32(sixths) * placePoint
	}
	e.addStanding(p, &v)
	value := min(e.relativeValue(&v), Decided-1)
	if p.Outcome.Winners == rules.Seats(0).With(e.seat) {
		value = max(value, 0) + sixthPoint
	}
	return value
}

// addStanding adds the value of points and prospects to the values of the seats, in games that
// have them.
func (e *evaluator) addStanding(p *rules.Position, values *[rules.SeatCount]int32) {
	if e.standing == nil {
		return
	}
	for s, value := range e.standing.Standing(p) {
		values[s] += int32(value)
	}
}

// unit converts a gain or loss of material to a value. With teams, the value is half of the
// material; in a free-for-all it is the material itself.
func (e *evaluator) unit(material int32) int32 {
	if e.teams {
		return material / 2
	}
	return material
}

// relativeValue compares the root side with its opponents. With teams, it returns half of the
// difference between the values of the two teams. In a free-for-all, it returns the value of
// the root seat minus the average value of the other seats in play.
func (e *evaluator) relativeValue(v *[rules.SeatCount]int32) int32 {
	var own, all int32
	for s, mine := range v {
		all += mine
		if e.rootSide.Has(rules.Seat(s)) {
			own += mine
		}
	}
	if e.teams {
		return (2*own - all) / 2
	}
	return own - (all-own)/e.rivals
}
