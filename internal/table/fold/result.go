package fold

import (
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Result is the result of a finished game.
type Result struct {
	Terms   table.Terms
	Facts   *rules.Facts
	Outcome rules.Outcome
	// Players are the players at the start of the game; zero for an empty seat. Players who
	// took over a seat later are not included.
	Players [rules.SeatCount]player.Player
	Ended   time.Time
	// Short reports whether the game ended by a resignation or a loss on time before every
	// seat had two turns. Such a game is not rated.
	Short bool
}

// ResultOf replays a log and returns the result of its game. It returns nil if the game has
// no result, and an error if the log cannot be replayed.
func ResultOf(events []table.Event, variant Variants) (r *Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = nil, fmt.Errorf("cannot replay the game's log: %v", fault)
		}
	}()
	if len(events) == 0 {
		return nil, errors.New("the game's log is empty")
	}
	s, err := New(events[0], variant)
	if err != nil {
		return nil, err
	}
	r = &Result{Terms: s.Terms, Facts: s.Variant.Facts()}
	for i, e := range events[1:] {
		if err := s.Apply(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+2, err)
		}
		switch {
		case e.Kind == table.Started:
			r.Players = s.Seats.players()
		case e.Kind == table.Closed && s.Over() && !s.Times.Started.IsZero():
			r.Outcome, r.Ended, r.Short = s.Game.Position.Outcome, s.Times.Ended, s.Fairness.Short
			return r, nil
		}
	}
	return nil, nil
}

func (s *Seats) players() (players [rules.SeatCount]player.Player) {
	for i := range s.List {
		players[i] = s.List[i].Player
	}
	return players
}
