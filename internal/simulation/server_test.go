package simulation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/config"
	"quadrille/internal/news"
	"quadrille/internal/node"
	"quadrille/internal/player"
	"quadrille/internal/service/closer"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/vacation"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// server is one run of a server: from its start until it is stopped or killed.
type server struct {
	world  *world
	db     *database
	name   string
	run    string
	number int
	dead   atomic.Bool // whether it was killed: nothing leaves it any more
	cut    atomic.Bool // whether it has trouble with the database
	silent bool        // if cut: whether the database does not answer at all, instead of refusing
	until  time.Time   // if cut: when this ends
	calm   time.Time   // when its last trouble ended
	sleeps atomic.Bool // whether the process is stopped
	asleep time.Time   // until when the process is stopped; nothing leaves it meanwhile

	wall      *clocktest.Wall
	clock     *clock.Clock
	parts     *parts.Parts
	ratings   *parts.Ratings
	club      *club.Club
	board     *notify.Board
	quotas    *quota.Quotas
	mail      *messages.Service
	vacations *vacation.Service
	bots      *bot.Pool
	lobby     *lobby.Lobby
	seeks     *seek.Service
	member    *node.Member // nil without other nodes
	stop      context.CancelFunc
	running   sync.WaitGroup
	closing   []func() // what to close, the first last
}

func (n *server) label() string {
	if n == nil {
		return ""
	}
	return n.name
}

// troubled reports whether calls of the database must wait for the driver.
func (n *server) troubled() bool { return n.cut.Load() || n.dead.Load() || n.sleeps.Load() }

// start starts a server. It returns an error if the database is away.
func (w *world) start(n *server) error {
	ctx, logger := context.Background(), w.logger.With("server", n.run)
	g := gate{n}
	current := w.db.current()
	n.clock = clock.New(clock.Config{Wall: n.wall.Now, Logger: logger})
	n.parts = parts.New(&parts.DB{
		Backend: g, Dialect: current.Dialect, Name: "simulated", Read: g, Clock: n.clock,
		Notify: func(topic string) { w.db.notify(n, topic) },
	})
	var running context.Context
	running, n.stop = context.WithCancel(ctx)
	n.closing = append(n.closing, n.stop)
	background := func(run func(context.Context)) { n.running.Go(func() { run(running) }) }
	var shared news.Log
	var members *lobby.Cluster
	background(n.clock.Watch)
	if w.db.shared {
		items := &parts.News{DB: n.parts.DB, Run: n.run}
		last, err := items.Last(ctx)
		if err != nil {
			return err
		}
		n.member, err = node.New(ctx, node.Store{
			Tables: g, Nodes: g, News: items, NewsAtStart: last, Lookup: n.parts.Accounts.Lookup, Listen: g.Listen,
			Close: func() error { return nil },
		}, n.name, n.clock, logger)
		if err != nil {
			return err
		}
		members, shared = n.member.Cluster(), items
	}
	var err error
	if n.club, err = club.Open(ctx, n.parts.Audit, club.Config{Name: "Simulated", RatesBots: true, Clock: n.clock}); err != nil {
		return err
	}
	if n.board, err = notify.OpenBoard(ctx, n.club); err != nil {
		return err
	}
	n.ratings = n.parts.Ratings(variants.New, logger)
	n.quotas, err = quota.Open(ctx, quota.Config{
		Limits: config.DefaultQuotas(), Store: n.parts.Quotas, Free: func() (uint64, error) { return 1 << 40, nil }, Member: n.club.Member,
		Clock: n.clock, News: shared, Logger: logger,
	})
	if err != nil {
		return err
	}
	n.closing = append(n.closing, n.quotas.Close)
	n.mail, err = messages.Open(ctx, messages.Config{
		Store: n.parts.Messages(), Rights: n.club, Names: n.parts.Accounts, Memory: n.parts.Settings, Charge: n.quotas.Charge,
		GuestChat: true, Changed: n.board.Changed, Clock: n.clock, Logger: logger,
	})
	if err != nil {
		return err
	}
	n.vacations, err = vacation.Open(ctx, vacation.Config{
		Store: n.parts.Vacations(), Days: 14, Changed: n.board.Changed, Clock: n.clock, Logger: logger,
	})
	if err != nil {
		return err
	}
	n.bots = bot.PoolOf(w.engine)
	n.closing = append(n.closing, n.bots.Close)
	n.lobby, err = lobby.Open(ctx, lobby.Config{
		Store: g, Cluster: members, Clock: n.clock, Evenings: n.parts.Evenings, Rights: n.club, NewGames: n.board.NewGames,
		Changed: func(*table.Summary) { n.mail.GameChanged() }, Blocked: n.mail.Blocked, Vacation: n.vacations.Until,
		Quotas: n.quotas, Ladder: n.ratings, Bots: n.bots, Logger: logger,
	})
	if err != nil {
		return err
	}
	n.closing = append(n.closing, func() {
		closing, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		_ = n.lobby.Close(closing)
		_ = n.lobby.Close(closing) // a table may have begun to load while the lobby was closing
	})
	if n.member != nil {
		background(func(ctx context.Context) { n.member.Run(ctx, n.lobby) })
	}
	tidy := closer.Start(closer.Config{Lobby: n.lobby, Club: n.club, Limits: n.quotas.Limits, Logger: logger})
	n.seeks = seek.New(seek.Config{
		Tables: lobby.ForSeeks(n.lobby), Rights: n.club, Blocked: n.mail.Blocked, News: shared,
		Enabled: n.club.Settings.Seeks, Clock: n.clock,
		Logger: logger,
	})
	n.closing = append(n.closing, tidy.Close, n.seeks.Close)
	if n.member != nil {
		n.follow(background)
	}
	background(func(ctx context.Context) {
		watcher := n.lobby.Watch()
		defer watcher.Close()
		n.mail.Run(ctx, n.lobby, func(ctx context.Context) (messages.Presence, bool) {
			v, ok := watcher.Take(ctx)
			if !ok {
				return messages.Presence{}, false
			}
			return messages.Presence{Here: v.Players(), Games: map[table.ID]messages.Game{}}, true
		})
	})
	return nil
}

// follow applies what other nodes publish, as the program does.
func (n *server) follow(background func(func(context.Context))) {
	background(func(ctx context.Context) {
		n.member.FollowClub(ctx, n.club, func(context.Context) error { return nil })
	})
	changes := lobby.ChangesOf(n.lobby)
	background(func(ctx context.Context) {
		n.member.FollowNews(ctx, map[string]node.Follower{
			news.Messages: {Apply: node.Applied(messages.ChangesOf(n.mail).Apply), Reload: n.mail.Reload},
			news.Seeks: {
				Apply:   func(ctx context.Context, _ []byte) error { return n.seeks.Refresh(ctx) },
				Reload:  n.seeks.Reload,
				AtStart: true,
			},
			news.Invitations: {
				Apply: func(ctx context.Context, _ []byte) error { return changes.Invitations(ctx) }, Reload: changes.ReloadInvitations,
				AtStart: true,
			},
			news.Names:    node.Transient(changes.Renamed),
			news.Quotas:   node.Transient(n.quotas.Count),
			news.Evenings: node.Rereading(n.lobby.Evenings().Follow),
			news.Vacations: {
				Apply: node.Applied(func(ctx context.Context, account player.ID) error {
					return n.vacations.Follow(ctx, account, n.member.Nodes.First("vacations"))
				}),
				Reload: n.vacations.Reload,
			},
		})
	})
}

// close ends everything that a server runs.
func (n *server) close() {
	for i := len(n.closing) - 1; i >= 0; i-- {
		n.closing[i]()
	}
	n.running.Wait()
}

// engine chooses random legal moves for bots.
func (w *world) engine(g *rules.Game, l bot.Limits) bot.Choice {
	chance := rand.New(rand.NewPCG(w.seed, l.Seed))
	legal := g.Variant.Legal(&g.Position, nil)
	return bot.Choice{Action: legal[chance.IntN(len(legal))], Value: chance.IntN(4000) - 2000}
}

// newServer returns a server that does not run yet.
func (w *world) newServer(s *slot) *server {
	w.started++
	return &server{world: w, db: w.db, name: s.name, wall: &s.wall, number: w.started, run: fmt.Sprint(s.name, "/", w.started)}
}

// errDown is the error of a client whose server does not run.
var errDown = errors.New("simulated: the connection was lost")
