package match

import "quadrille/rules"

// Adjudication says when a team game ends early because the engines agree on its result.
// Values are in hundredths of a pawn. A rule whose number of plies is 0 is off.
type Adjudication struct {
	WinValue, WinPlies   int // a team wins after WinPlies consecutive plies in which its value is at least WinValue
	DrawValue, DrawPlies int // the game is a draw after DrawPlies consecutive plies in which the value is from -DrawValue to DrawValue
	// FirstMate makes a team lose as soon as one of its seats is eliminated, or is in checkmate
	// on its turn. Other programs for four-player chess do the same.
	FirstMate bool
}

// adjudicator applies the rules of an [Adjudication] to one game.
type adjudicator struct {
	rules      Adjudication
	won, drawn int         // number of latest plies in a row that fulfil the rule for a win, or the rule for a draw
	ahead      rules.Seats // the team that was ahead in the plies counted in `won`
}

// end ends the game if a rule for ending games early applies. From the evaluation in `a`,
// it counts the consecutive plies in which one team was far ahead, and those in which the
// game was even.
func (j *adjudicator) end(g *rules.Game, actor rules.Seat, a Answer) {
	if j.rules.FirstMate {
		endAtMate(g)
	}
	if !a.Searched || g.Position.Over() {
		j.won, j.drawn = 0, 0
		return
	}
	ahead, value := actor, a.Value
	if value < 0 {
		ahead, value = opponentOf(g.Variant.Facts(), actor), -value
	}
	team := g.Variant.Facts().Side(ahead)
	switch {
	case value < j.rules.WinValue:
		j.won = 0
	case team != j.ahead:
		j.won, j.ahead = 1, team
	default:
		j.won++
	}
	if j.drawn++; value > j.rules.DrawValue {
		j.drawn = 0
	}
	switch {
	case j.rules.WinPlies > 0 && j.won >= j.rules.WinPlies:
		g.Adjudicate(j.ahead)
	case j.rules.DrawPlies > 0 && j.drawn >= j.rules.DrawPlies:
		g.Adjudicate(g.Position.HasStake())
	}
}

// endAtMate ends a team game if a seat was in checkmate at its turn or is eliminated. The
// opposing team wins.
func endAtMate(g *rules.Game) {
	if seat := g.Position.FirstCheckmated(); seat != rules.NoSeat && !g.Position.Over() {
		g.Adjudicate(rules.Seats(0).With(opponentOf(g.Variant.Facts(), seat)))
	}
}

// opponentOf returns a seat of another team.
func opponentOf(f *rules.Facts, seat rules.Seat) rules.Seat {
	return (0b1111 &^ f.Side(seat)).First()
}
