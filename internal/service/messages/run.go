package messages

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Presence lists the connected people, the running public games and the open seeks at one moment.
type Presence struct {
	Here         []player.Player
	Games, Seeks map[table.ID]Game
}

// Game is a running public game, or one that players seek.
type Game struct {
	Title, Clock string
	Players      []player.Player
}

// PresenceOf returns what a view of the lobby shows.
func PresenceOf(v *view.Lobby) Presence {
	p := Presence{Here: v.Players(), Games: map[table.ID]Game{}, Seeks: map[table.ID]Game{}}
	for _, t := range v.Tables {
		into := p.Games
		switch {
		case t.Terms.Private != table.ForAll:
			continue
		case t.IsSeek():
			into = p.Seeks
		case t.Phase != table.Playing:
			continue
		}
		game := Game{Title: t.Title}
		if t.Terms.Clock != (table.Clock{}) {
			game.Clock = t.Terms.Clock.String()
		}
		for _, s := range t.Seats {
			if s.Player.ID != "" && !player.Contains(game.Players, s.Player.ID) {
				game.Players = append(game.Players, s.Player)
			}
		}
		into[t.ID] = game
	}
	return p
}

// GameChanged makes Run check whether a live game has ended, so that held messages can be
// delivered. It does not block.
func (s *Service) GameChanged() {
	s.wake.Send()
}

// Run works until ctx is done. It delivers held messages when games end, tells followers
// when an account connects, seeks a game or starts to play, and deletes old messages. The function `take`
// waits for the next [Presence], and returns false when there are no more.
func (s *Service) Run(ctx context.Context, games Games, take func(context.Context) (Presence, bool)) {
	s.mu.Lock()
	s.games = games
	s.mu.Unlock()
	seen := make(chan Presence)
	var taking sync.WaitGroup
	defer taking.Wait()
	taking.Go(func() {
		defer close(seen)
		for {
			p, ok := take(ctx)
			if !ok {
				return
			}
			select {
			case seen <- p:
			case <-ctx.Done():
				return
			}
		}
	})
	daily := time.NewTicker(24 * time.Hour)
	defer daily.Stop()
	s.safely(func() { s.release(ctx) })
	var last *Presence
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-s.wake:
			s.safely(func() { s.release(ctx) })
		case p, ok := <-seen:
			if !ok {
				return
			}
			s.safely(func() {
				if last != nil {
					s.tellFollowers(ctx, last, &p)
				}
				s.release(ctx)
			})
			last = &p
		case <-daily.C:
			s.safely(func() {
				if err := s.Reload(ctx); err != nil {
					s.Logger.Warn("cannot delete old messages", slog.Any("error", err))
				}
			})
		}
	}
}

// safely calls the function f. If f panics, the panic is logged and the server continues.
func (s *Service) safely(f func()) {
	defer background.LogPanic(s.Logger, "panic while handling messages")
	f()
}

// tellFollowers compares the previous [Presence] with the current one. If an account has
// connected, seeks a game or started to play, it tells the followers of that account.
func (s *Service) tellFollowers(ctx context.Context, last, now *Presence) {
	for _, p := range now.Here {
		if !player.Contains(last.Here, p.ID) && s.noteCameIn(p.ID) {
			s.tell(ctx, &view.Followed{Player: p})
		}
	}
	tell := func(does view.Doing, id table.ID, g *Game, known []player.Player) {
		for _, p := range g.Players {
			if !player.Contains(known, p.ID) {
				s.tell(ctx, &view.Followed{Player: p, Does: does, Table: id, Game: g.Title, Clock: g.Clock})
			}
		}
	}
	for id, g := range now.Seeks {
		tell(view.Seeks, id, &g, last.Seeks[id].Players)
	}
	for id, g := range now.Games {
		if _, known := last.Games[id]; !known {
			tell(view.Plays, id, &g, nil)
		}
	}
}

// noteCameIn reports whether to tell followers that an account has connected. It returns
// false if they last got this news less than cameInGap ago, because an account with an
// unstable connection connects often.
func (s *Service) noteCameIn(id player.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Steady()
	for other, at := range s.cameIn {
		if now.Sub(at) >= cameInGap {
			delete(s.cameIn, other)
		}
	}
	if !s.cameIn[id].IsZero() {
		return false
	}
	s.cameIn[id] = now
	return true
}

// tell sends news of an account to the feeds of the account's followers, unless the
// account or the follower has switched them off. Followers who play a live game get none.
func (s *Service) tell(ctx context.Context, news *view.Followed) {
	about := news.Player.ID
	s.mu.Lock()
	var feeds []*Feed
	for f := range s.feeds {
		if s.relations.all[Relation{Follows, f.owner, about}] {
			feeds = append(feeds, f)
		}
	}
	s.mu.Unlock()
	if len(feeds) == 0 || !s.wants(ctx, about, player.Followers) {
		return
	}
	for _, f := range feeds {
		if s.wants(ctx, f.owner, player.Following) && !s.inLiveGame(f.owner) {
			f.put(Item{Followed: news})
		}
	}
}
