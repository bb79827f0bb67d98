package api

import (
	"maps"
	"slices"

	"quadrille/internal/protocol"
	"quadrille/internal/service/seek"
)

type seekRequest struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	// Bots is the time after which bots fill the empty seats, such as "30s" or "0", or
	// "never".
	Bots string   `json:"bots,omitempty"`
	With []string `json:"with,omitempty"`
}

// seek takes a seat at a waiting table that matches the request, or opens one, and follows
// the table.
func (s *session) seek(in seekRequest) (any, error) {
	words := []string{in.Game}
	for _, name := range slices.Sorted(maps.Keys(in.Options)) {
		words = append(words, name+"="+in.Options[name])
	}
	want, err := seek.Parse(words)
	if err != nil {
		return nil, err
	}
	if want.BotsAfter, err = seek.ParseBotsAfter(in.Bots); err != nil {
		return nil, err
	}
	with, err := parseExtras(in.With)
	if err != nil {
		return nil, err
	}
	if err := s.follower.room(); err != nil { // before the player gets a seat
		return nil, err
	}
	t, err := s.Seeks.Start(s.ctx, s.me, want)
	if err != nil {
		return nil, err
	}
	return s.follow(t, nil, with)
}

type seeksResult struct {
	Seeks []Seek `json:"seeks"`
}

// Seek is a waiting table that was opened by the command seek.
type Seek struct {
	protocol.TableSummary
	BotsIn *int `json:"bots_in,omitempty"` // seconds until bots fill the empty seats; absent if they never do
}

// seeks returns the waiting tables that were opened by the command seek.
func (s *session) seeks(noFields) (any, error) {
	if !s.Seeks.Enabled() {
		return nil, seek.Off.Refuse()
	}
	s.cost += readCost
	out := seeksResult{Seeks: []Seek{}}
	for _, one := range s.Seeks.Open() {
		line := Seek{TableSummary: s.present.summary(one.Summary)}
		if !one.BotsAt.IsZero() {
			seconds := max(0, int(one.BotsAt.Sub(s.clock()).Seconds()))
			line.BotsIn = &seconds
		}
		out.Seeks = append(out.Seeks, line)
	}
	return out, nil
}
