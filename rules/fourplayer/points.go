package fourplayer

import (
	"fmt"

	"quadrille/rules"
)

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

// Leaving returns what resigning is called: a claim of the win if the seat then has the most points
// (M37).
func (g *Game) Leaving(p *rules.Position, seat rules.Seat) (label, text string) {
	last := playing(p).Count() == 2
	switch {
	case g.teams:
		return "", ""
	case last && g.claimer(p) == seat && g.leads(p, seat):
		return "claim the win", "The game ends. Your opponent gets points for the kings left, but you keep the most points and win."
	case last:
		points := kingPoints * (1 + walking(p).Count())
		return "", fmt.Sprintf("The game ends, and your opponent gets %d points for the kings left. The points decide the places.", points)
	case !g.walk:
		return "", ""
	}
	return "", "Your pieces die. Your king walks: it makes random moves. You keep your points."
}

// leads reports whether a seat has more points than each seat that no longer plays.
func (g *Game) leads(p *rules.Position, seat rules.Seat) bool {
	for s := range (0x0F &^ playing(p)).All() {
		if p.Points[s] >= p.Points[seat&3] {
			return false
		}
	}
	return true
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
