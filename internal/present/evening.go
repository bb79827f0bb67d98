package present

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/rules"
)

// EveningState says that an evening is over, or that it has no round yet. Otherwise it returns "".
func EveningState(one *pairing.Evening) string {
	switch {
	case !one.Over.IsZero():
		return "The evening is over."
	case len(one.Rounds) == 0:
		return "The first round has not started."
	}
	return ""
}

// EveningTitle returns the name and the round of an evening in at most 50 cells: "Tuesday drive, round 2".
func EveningTitle(one *pairing.Evening) string {
	round := "about to start"
	if n := len(one.Rounds); n > 0 {
		round = fmt.Sprintf("round %d", n)
	}
	return player.Shown(one.Name, 30) + ", " + round
}

// EveningPlace tells a person where they play in this round or, when the evening is over, which place they reached. If it
// invites them to join, mayJoin is true, and the front end adds how to do that.
func EveningPlace(one *pairing.Evening, me player.ID) (text string, mayJoin bool) {
	number, here := one.BoardOf(me), one.IsPresent(me)
	switch state := EveningState(one); {
	case !one.Over.IsZero():
		return state + finalPlace(one, me), false
	case state != "" && (here || !one.Open):
		return state, false
	case number == 0 && here:
		return "You sit out this round.", false
	case number == 0 && one.MayJoin() == nil:
		return "Anybody may join this tournament.", true
	case number == 0:
		return "You are not playing in this evening.", false
	}
	g := &one.Rounds[len(one.Rounds)-1].Games[number-1]
	switch {
	case g.State != pairing.Open:
		return "Your game is over. The next round starts when all games are over.", false
	case g.Table == 0:
		return fmt.Sprintf("You play at board %d. Its table is being opened.", number), false
	}
	seat := slices.IndexFunc(g.Seats[:], func(p player.Player) bool { return p.ID == me })
	return fmt.Sprintf("You play at board %d, table %d, as %s.", number, g.Table, one.Seats[seat]), false
}

// finalPlace says which place a person has reached. It is empty for people who did not play.
func finalPlace(one *pairing.Evening, me player.ID) string {
	for _, st := range one.Standings() {
		if st.Player.ID == me && st.Place > 0 {
			return fmt.Sprintf(" Your place: %d of %d.", st.Place, len(one.People))
		}
	}
	return ""
}

// BoardState returns the state of a board in words. The parameter `waiting` says whether the game at its table has not
// started.
func BoardState(g *pairing.Game, waiting bool) string {
	switch {
	case g.State == pairing.Done:
		return "finished"
	case g.State == pairing.ByHand:
		return "scored by hand"
	case g.State == pairing.Void:
		return "does not count"
	case g.Table == 0 || waiting:
		return "waiting"
	}
	return "playing"
}

// BoardPoints returns the points of each seat of a board: "1 - 0 - 1 - 0", or "" if it has no result.
func BoardPoints(g *pairing.Game) string {
	if !g.HasScores() {
		return ""
	}
	var words []string
	for _, sixths := range g.Scores {
		words = append(words, rules.FormatSixths(sixths))
	}
	return strings.Join(words, " - ")
}

// BoardRemarks returns what happened at a board: who plays for whom, and why it does not count or was scored by hand.
func BoardRemarks(g *pairing.Game) (texts []string) {
	for _, sub := range g.Substitutions {
		texts = append(texts, sub.String())
	}
	if note := g.Note(); note != "" {
		texts = append(texts, note)
	}
	return texts
}

// BoardLine describes the board of a game: "Board 1, table 6, scored by hand: yellow Cyd 1, red Dee 0". The parameter
// `waiting` is that of [BoardState].
func BoardLine(one *pairing.Evening, number int, g *pairing.Game, waiting bool) string {
	head := fmt.Sprintf("Board %d, ", number)
	if g.Table != 0 {
		head += fmt.Sprintf("table %d, ", g.Table)
	}
	seats := make([]string, len(g.Seats))
	for seat, p := range g.Seats {
		seats[seat] = one.Seats[seat] + " " + p.Shown(player.MaxNameCells)
		if g.HasScores() {
			seats[seat] += " " + rules.FormatSixths(g.Scores[seat])
		}
	}
	return head + BoardState(g, waiting) + ": " + strings.Join(seats, ", ")
}

// StandingLine describes a line of the standings: "Place 1: Bea Day, 1 point in 1 game".
func StandingLine(s *pairing.Standing) string {
	text, unit := "No place", "points"
	if s.Place > 0 {
		text = fmt.Sprintf("Place %d", s.Place)
	}
	text += ": " + s.Player.Shown(player.MaxNameCells) + ", "
	if s.Points > 0 && s.Points <= 6 {
		unit = "point"
	}
	if s.Games > 0 {
		text += pairing.Points(s.Points) + " " + unit + " in "
	}
	text += Count(s.Games, "game")
	if s.Byes > 0 {
		text += ", " + Count(s.Byes, "bye")
	}
	if !s.Present {
		text += ", has left"
	}
	return text
}

// SitOut names the people without a board in a round: "sitting out: Ann, Bob". It returns "" if there are none.
func SitOut(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "sitting out: " + strings.Join(names, ", ")
}
