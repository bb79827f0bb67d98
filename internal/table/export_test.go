package table

import (
	"time"

	"quadrille/internal/player"
)

// ReplayedFor is what a log folds to, as each of these people sees it.
func ReplayedFor(cfg Config, events []Event, ids []player.ID) ([]*View, error) {
	done := newRepeats()
	s, err := replay(cfg, events, &done)
	if err != nil {
		return nil, err
	}
	v, secrets := s.snapshot(), s.secrets()
	v.ID, v.Summary = cfg.ID, s.summarize(cfg, v)
	var seen []*View
	for _, id := range ids {
		seen = append(seen, secrets.seen(v, id))
	}
	return seen, nil
}

// Times that tests count on.
const (
	Grace, Beat, Comeback, Patience time.Duration = grace, beat, comeback, patience

	Notice, AdjournedFor, DesertedFor time.Duration = notice, adjournedFor, desertedFor
	IdleFor, SentAwayFor, Afterglow   time.Duration = idleFor, sentAwayFor, afterglow
	Lately, Company                   time.Duration = lately, company
)
