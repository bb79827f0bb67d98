package fourplayer

import "quadrille/rules"

// endings says how a free-for-all ended. The points decide in each case (M40).
var endings = map[rules.Termination]string{
	rules.ByLastSeat:    "on points",
	rules.ByResignation: "on points, after a resignation",
	rules.ByFlag:        "on points, after a loss on time",
	rules.ByRepetition:  "on points, as the position was repeated",
	rules.ByNoProgress:  "on points, as nothing was captured for too long",
	rules.ByMaterial:    "on points, by insufficient material",
	rules.ByAgreement:   "on points, by an agreed draw",
}

// Leaving returns what resigning is called: a claim of the win if the seat keeps the most points
// (M37).
func (g *Game) Leaving(p *rules.Position, seat rules.Seat) (label, text string) {
	switch {
	case g.claimer(p) == seat:
		return "claim the win", "The game ends. Your opponent gets points for the kings left, but you keep the most points and win."
	case g.teams || !g.walk:
		return "", ""
	}
	return "", "Your pieces die. Your king walks: it makes random moves. You keep your points."
}

// Adjudicate ends the game as a moderator decided: the seats in `to` share the first place, whether
// they have left or not, and the others have the places that their points give them.
func (g *Game) Adjudicate(p *rules.Position, to rules.Seats) bool {
	if to &= 0x0F; to == 0 {
		return false
	}
	if g.teams {
		if to == 0x0F {
			g.End(p, rules.ByAdjudication)
		} else {
			g.win(p, to.First(), rules.ByAdjudication)
		}
		return true
	}
	ranked := *p
	for s := range ranked.Points {
		if ranked.Points[s] = min(p.Points[s], maxNumber-1); to.Has(rules.Seat(s)) {
			ranked.Points[s] = maxNumber
		}
	}
	g.finish(&ranked, rules.ByAdjudication)
	p.Outcome = ranked.Outcome
	return true
}
