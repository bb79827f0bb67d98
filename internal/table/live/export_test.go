package live

import (
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// ReplayedFor is what a log folds to, as each of these people sees it.
func ReplayedFor(cfg Config, events []table.Event, ids []player.ID) ([]*table.View, error) {
	s, err := fold.Replay(events, cfg.Variant, nil)
	if err != nil {
		return nil, err
	}
	v, secrets := cfg.snapshot(s), s.Secrets()
	var seen []*table.View
	for _, id := range ids {
		seen = append(seen, secrets.Seen(v, id))
	}
	return seen, nil
}
