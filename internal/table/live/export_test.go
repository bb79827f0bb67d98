package live

import (
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// ReplayedFor replays a log and returns the final views of the people with the given IDs.
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
