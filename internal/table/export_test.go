package table

import "time"

// Replayed is what a log folds to.
func Replayed(cfg Config, events []Event) (*View, error) {
	done := newRepeats()
	s, err := replay(cfg, events, &done)
	if err != nil {
		return nil, err
	}
	v := s.snapshot()
	v.ID = cfg.ID
	return v, nil
}

// Times that tests count on.
const (
	Grace, Beat, Comeback, Patience time.Duration = grace, beat, comeback, patience

	Notice, GoneFor, AdjournedFor, DesertedFor time.Duration = notice, goneFor, adjournedFor, desertedFor
	IdleFor, SentAwayFor, Afterglow            time.Duration = idleFor, sentAwayFor, afterglow
	SlowBeat, Lately, Company                  time.Duration = slowBeat, lately, company
)
