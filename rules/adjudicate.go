package rules

// Eliminator is implemented by variants whose scores depend on the order in which seats are
// eliminated. Such variants need to know which seats are eliminated at the same time.
type Eliminator interface {
	// Eliminate eliminates several seats at the same time, as if all of them had resigned.
	// It must be called only in a free-for-all.
	Eliminate(p *Position, leaving Seats)
}

// Adjudicate ends the game with a result that a moderator chose. The seats in `to` and
// their partners win; if these are all remaining seats, the game is drawn. The scores are
// the same as if all other seats had resigned and the winners had then agreed to a draw.
// Adjudicate returns false if the result is impossible.
func (g *Game) Adjudicate(to Seats) bool {
	p := g.Position
	to = g.withPartners(to)
	if j, ok := g.Variant.(Adjudicator); ok {
		if p.Over() || !j.Adjudicate(&p, to) {
			return false
		}
		p.Outcome.Termination = ByAdjudication
		g.Position.Outcome, g.Position.Points = p.Outcome, p.Points
		return true
	}
	if p.Over() || to&p.HasStake() == 0 {
		return false
	}
	g.eliminate(&p, p.HasStake()&^to)
	if !p.Over() {
		g.Variant.End(&p, ByAdjudication)
	}
	p.Outcome.Termination = ByAdjudication
	g.Position.Outcome, g.Position.Points = p.Outcome, p.Points
	return true
}

// withPartners returns the given seats and their partners.
func (g *Game) withPartners(seats Seats) Seats {
	all := seats
	for a := range Seat(SeatCount) {
		for b := range Seat(SeatCount) {
			if seats.Has(a) && g.Variant.Facts().Partners(a, b) {
				all = all.With(b)
			}
		}
	}
	return all
}

// eliminate makes seats lose, as if each of them had resigned.
func (g *Game) eliminate(p *Position, losers Seats) {
	if r, ok := g.Variant.(Eliminator); ok && losers != 0 && !g.Variant.Facts().Teams() {
		r.Eliminate(p, losers)
		return
	}
	for seat := range Seat(SeatCount) {
		if losers.Has(seat) && !p.Over() && p.State[seat].MayAct() {
			g.Variant.Apply(p, p, Action{Type: Resign, Seat: seat})
		}
	}
}
