package table

import (
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Result is a game that is over and has an outcome.
type Result struct {
	Terms   Terms
	Facts   *rules.Facts
	Outcome rules.Outcome
	// Players are those who sat there when the game began; zero where nobody did.
	// A seat may have changed hands since.
	Players [rules.SeatCount]player.Player
	Ended   time.Time
}

// ResultOf folds a log up to where its game ended. It is nil where there was none
// that came to an outcome; an error says that the log does not make sense.
func ResultOf(events []Event, variant func(game string, options map[string]string) (rules.Variant, error)) (r *Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = nil, fmt.Errorf("its log cannot be replayed: %v", fault)
		}
	}()
	if len(events) == 0 {
		return nil, errors.New("its log is empty")
	}
	s, err := found(events[0], variant)
	if err != nil {
		return nil, err
	}
	r = &Result{Terms: s.terms, Facts: s.variant.Facts()}
	for i, e := range events[1:] {
		if err := s.apply(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+2, err)
		}
		switch {
		case e.Kind == Began:
			r.Players = s.sitting()
		case e.Kind == Closed && s.over() && !s.begun.IsZero():
			r.Outcome, r.Ended = s.game.Position.Outcome, s.ended
			return r, nil
		}
	}
	return nil, nil
}

func (s *state) sitting() (players [rules.SeatCount]player.Player) {
	for i := range s.seats {
		players[i] = s.seats[i].player
	}
	return players
}
