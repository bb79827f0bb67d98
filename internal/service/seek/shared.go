package seek

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// maxAttempts is the maximum number of times that Start tries to find a table while other
// nodes open seeks. The last attempt opens a table even if other nodes have opened more
// seeks.
const maxAttempts = 3

// state describes a seek that has changed, in a message to the other nodes.
type state struct {
	Table  table.ID  `json:"table"`
	BotsAt time.Time `json:"botsAt,omitzero"` // for nodes of version 0.2.0 and older, which know one time for a table
	Level  int       `json:"level,omitempty"`
	Came   player.ID `json:"came"`        // the player who has just been seated at the table
	At     time.Time `json:"at,omitzero"` // the time of the message; zero in those of version 0.2.0 and older
	// Wishes are the times at which the players allow bots; see [seek].
	Wishes map[player.ID]time.Time `json:"wishes,omitempty"`
}

// Refresh applies the news about seeks that other nodes have published since the last
// call.
func (s *Service) Refresh(ctx context.Context) error {
	if s.cfg.News == nil {
		return nil
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	items, err := s.cfg.News.Topic(ctx, news.Seeks, s.known)
	if err != nil {
		return err
	}
	for _, one := range items {
		if !one.Own {
			if err := s.learn(ctx, one.Data); err != nil {
				return err
			}
		}
		s.known = one.Number
	}
	return nil
}

// Reload applies all stored news about the seeks of other nodes, including news that was
// applied before.
func (s *Service) Reload(ctx context.Context) error {
	s.reading.Lock()
	s.known = 0
	s.reading.Unlock()
	return s.Refresh(ctx)
}

// learn applies a news item: another node has a new seek, or has seated a player at the
// table of a seek.
func (s *Service) learn(ctx context.Context, data []byte) error {
	var shared state
	if err := json.Unmarshal(data, &shared); err != nil {
		return err
	}
	if err := s.cfg.Tables.Learn(ctx, shared.Table); err != nil {
		return err
	}
	if line := s.cfg.Tables.Line("", shared.Table); line == nil || line.Phase != table.Waiting || !line.Terms.Seek {
		return nil
	}
	if shared.Wishes == nil {
		shared.Wishes = map[player.ID]time.Time{shared.Came: shared.BotsAt}
	}
	for who, at := range shared.Wishes {
		if !at.IsZero() && !shared.At.IsZero() {
			shared.Wishes[who] = s.cfg.Clock.Due(shared.At, at)
		}
	}
	s.add(shared.Table, shared.Wishes, shared.Level)
	s.arrived(shared.Table, shared.Came)
	return nil
}

// shareNew tells other nodes of a new seek. If other nodes have published news of seeks
// that this node has not read, shareNew returns [news.ErrBehind] instead, unless `last` is
// true.
func (s *Service) shareNew(ctx context.Context, shared state, last bool) error {
	if s.cfg.News == nil {
		return nil
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	known := s.known
	if last {
		known = math.MaxInt64
	}
	number, err := s.cfg.News.PublishNext(ctx, news.Seeks, shared, known)
	if err == nil && !last {
		s.known = number
	}
	return err
}

// shareArrival tells other nodes that a player was seated at the table of a seek. It ignores other
// tables, which wait for players too.
func (s *Service) shareArrival(ctx context.Context, id table.ID, who player.ID) {
	if s.cfg.News == nil {
		return
	}
	botsAt := s.BotsAt(id)
	s.mu.Lock()
	s.postpone()
	one := s.open[id]
	if one == nil {
		s.mu.Unlock()
		return
	}
	shared := state{Table: id, Came: who, At: s.cfg.Clock.Now(), BotsAt: botsAt, Level: one.level, Wishes: maps.Clone(one.wishes)}
	s.mu.Unlock()
	if _, err := s.cfg.News.Publish(ctx, news.Seeks, shared); err != nil {
		s.cfg.Logger.Warn("cannot tell other nodes about a seek", slog.Int64("table", int64(id)), slog.Any("error", err))
		s.shareAgain(id, who)
	}
}

// shareAgain arranges that the method run tells the other nodes of a seek, because that has failed.
func (s *Service) shareAgain(id table.ID, who player.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.open[id]; one != nil {
		one.newest, one.shareAt = who, s.cfg.Clock.Now().Add(lostAfter)
	}
}

// shareDue tells the other nodes of a seek if that has failed before and the time of the next attempt
// has come. It returns the time of that attempt otherwise, or zero if the other nodes know of the seek.
func (s *Service) shareDue(id table.ID, one *seek) (next time.Time) {
	s.mu.Lock()
	at, who := one.shareAt, one.newest
	if due := !at.IsZero() && !at.After(s.cfg.Clock.Now()); !due {
		s.mu.Unlock()
		return at
	}
	one.shareAt = time.Time{}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.ctx, taskTimeout)
	defer cancel()
	s.shareArrival(ctx, id, who)
	s.mu.Lock()
	defer s.mu.Unlock()
	return one.shareAt
}

// attempt calls the function `do`. If `do` fails because other nodes have opened seeks that
// this node does not know, attempt reads these seeks and calls `do` again. In the last
// attempt, the argument `last` is true.
func (s *Service) attempt(ctx context.Context, do func(last bool) error) (err error) {
	for n := range maxAttempts {
		if err = do(n == maxAttempts-1); !errors.Is(err, news.ErrBehind) {
			return err
		}
		if err = s.Refresh(ctx); err != nil {
			return err
		}
	}
	return err
}
