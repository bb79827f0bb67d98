package rules

// Eliminator is implemented by variants whose scores depend on the order of elimination.
// Such a variant must know which seats are eliminated at the same moment.
type Eliminator interface {
	// Eliminate eliminates several seats at the same moment, as if each had resigned. None
	// of them may have a partner.
	Eliminate(p *Position, leaving Seats)
}

// Adjudicate ends the game with a result that a moderator decided, and reports whether that
// result is possible. The winners are the seats in to and their partners. The scores are as
// if all other seats had resigned and the remaining players had then agreed to a draw. If to
// contains all remaining seats, the game is a draw. The board does not change.
func (g *Game) Adjudicate(to Seats) bool {
	p := g.Position
	to = g.withPartners(to)
	if p.Over() || to&p.InPlay() == 0 {
		return false
	}
	g.eliminate(&p, p.InPlay()&^to)
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

// eliminate makes the seats lose, as if each had resigned.
func (g *Game) eliminate(p *Position, losers Seats) {
	if r, ok := g.Variant.(Eliminator); ok && losers != 0 && !g.Variant.Facts().Teams() {
		r.Eliminate(p, losers)
		return
	}
	for seat := range Seat(SeatCount) {
		if losers.Has(seat) && !p.Over() && p.State[seat] != Eliminated {
			g.Variant.Apply(p, p, Action{Type: Resign, Seat: seat})
		}
	}
}
