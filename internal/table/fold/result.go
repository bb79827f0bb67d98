package fold

import (
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Result is a game that is over and has an outcome.
type Result struct {
	Terms   table.Terms
	Facts   *rules.Facts
	Outcome rules.Outcome
	// Players are those who sat there when the game began; zero where nobody did.
	// A seat may have changed hands since.
	Players [rules.SeatCount]player.Player
	Ended   time.Time
}

// ResultOf folds a log up to where its game ended. It is nil where there was none
// that came to an outcome; an error says that the log does not make sense.
func ResultOf(events []table.Event, variant Variants) (r *Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = nil, fmt.Errorf("its log cannot be replayed: %v", fault)
		}
	}()
	if len(events) == 0 {
		return nil, errors.New("its log is empty")
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
			r.Outcome, r.Ended = s.Game.Position.Outcome, s.Times.Ended
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
