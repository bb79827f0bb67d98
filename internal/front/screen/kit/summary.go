package kit

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// GameAndClock returns short texts for the game and the clock of a table. The text for the
// game is its name, or its title if the options of the game change the title.
func GameAndClock(s *view.Summary) (game, clock string) {
	if s.Terms.Clock != (table.Clock{}) {
		clock = s.Terms.Clock.String()
	}
	game = present.Capital(s.Terms.Game)
	if !strings.HasPrefix(s.Title, game) {
		game = s.Title
	}
	return game, clock
}

// Summary returns two texts about a table: its status, and its players. The parameter `room`
// is the number of cells available for the status.
func Summary(s *view.Summary, room int) (how, who string) {
	var names []string
	taken, seats := 0, 0
	for i := range s.Seats {
		if s.Seats[i].Closed {
			continue
		}
		seats++
		if s.Seats[i].Player.ID != "" {
			taken++
			names = append(names, s.Seats[i].Player.Shown(20))
		}
	}
	who = strings.Join(names, ", ")
	if s.Terms.Rated {
		who = "rated  " + who
	}
	if s.Terms.Private != table.ForAll {
		who = "private  " + who
	}
	if s.Strength > 0 {
		who = fmt.Sprintf("average rating %d  %s", s.Strength, who)
	}
	switch s.Phase {
	case table.Waiting:
		return fmt.Sprintf("%d of %d", taken, seats), who
	case table.Finished:
		return ended(s, room), who
	}
	return progress(s, room), who
}

// progress returns a description of a running game: the number of moves, the seat to move,
// and the number of spectators. A long description is shortened to fit.
func progress(s *view.Summary, room int) string {
	turn, short := "", ""
	switch {
	case s.Adjourned:
		turn, short = ", adjourned", ", adjourned"
	case slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Vacant }):
		turn, short = ", open seat", ", open seat"
	case s.Turn < rules.SeatCount:
		turn, short = ", "+rules.Title(s.SeatNames[s.Turn])+" to move", ", "+rules.Title(s.SeatNames[s.Turn])
	}
	text, watched := present.Count(s.Moves, "move"), ""
	if s.Watchers > 0 {
		watched = fmt.Sprintf(", %d watching", s.Watchers)
	}
	for _, text := range [...]string{text + turn + watched, text + short + watched} {
		if draw.TextWidth(text) <= room {
			return text
		}
	}
	return text + watched
}

// ended returns the result of a game. If the result is wider than `room` cells, ended
// returns only the winner.
func ended(s *view.Summary, room int) string {
	whole, winner := present.TableResult(s)
	if draw.TextWidth(whole) > room {
		return winner
	}
	return whole
}
