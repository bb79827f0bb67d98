package seek

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// lostAfter is how long a seated player may be disconnected before they lose the seat.
const lostAfter = 5 * time.Second

// taskTimeout is the time limit for one update of a seek.
const taskTimeout = 5 * time.Second

// Tables gives access to the tables of the lobby.
type Tables interface {
	// View returns the public view of the lobby.
	View() *view.Lobby
	// Watch subscribes to the views of the lobby.
	Watch() view.Watcher
	// Line returns the summary of a table, or nil if there is none.
	Line(by player.ID, id table.ID) *view.Summary
	// Table returns a table that runs, which it loads if necessary.
	Table(ctx context.Context, id table.ID) (*live.Table, error)
	// Seated returns the unfinished tables at which a player has a seat.
	Seated(id player.ID) []*view.Summary
	// CreateInstead opens a table, and closes the host's tables `closing`.
	CreateInstead(ctx context.Context, by player.Player, terms table.Terms, closing []table.ID) (*live.Table, error)
	// Bots reports whether bots can play.
	Bots() bool
	// NewGames reports whether new games may be opened.
	NewGames() bool
	// Live returns all tables that are not finished.
	Live() []*view.Summary
	// First reports whether this node does a table's chores.
	First(id table.ID) bool
	// MayPair returns a refusal if a player left games lately and may not be paired with other
	// people now.
	MayPair(id player.ID) error
	// Present reports whether a player is connected to a table or to this node.
	Present(id table.ID, who player.ID) bool
	// Learn adds a table that another node has opened.
	Learn(ctx context.Context, id table.ID) error
}

// Config configures a service.
type Config struct {
	Tables Tables
	Rights table.Rights
	// Blocked returns the accounts that an account has blocked; nil means that nobody is
	// blocked. A seek does not seat two players at the same table if one has blocked the
	// other.
	Blocked func(by player.ID) map[player.ID]bool
	News    news.Log     // shares seeks with other nodes; nil if there are no other nodes
	Enabled func() bool  // reports whether the club allows seeks; nil means always
	Clock   *clock.Clock // nil means the system's clock
	Logger  *slog.Logger // nil means slog.Default
}

// Service manages the open seeks of a server. Its methods may be called concurrently.
type Service struct {
	cfg   Config
	ctx   context.Context
	close context.CancelFunc
	ended sync.WaitGroup
	// a lock (a channel with capacity 1), held while a seek starts; without it, two simultaneous seeks could miss each
	// other
	turn chan struct{}

	reading lock.Mutex // held while news of seeks is read or published
	known   int64      // number of the last item of news about seeks that this node has handled

	mu      sync.Mutex
	open    map[table.ID]*seek
	running bool // whether a goroutine is executing the method run
	// postponed is the end of the last outage by which the times of seeks were moved.
	postponed time.Time
}

// seek holds the times and players of an open seek: a waiting table that other players who
// want the same game will join.
type seek struct {
	wishes map[player.ID]time.Time // when bots may fill the empty seats, for each player who has said so; zero means never
	retry  time.Time               // time of the next attempt to seat bots after one has failed
	level  int                     // level of the bots that fill the empty seats
	lost   map[player.ID]time.Time // for each disconnected player, when the service first noticed that they had disconnected
	came   map[player.ID]time.Time // when each player was seated
	empty  time.Time               // when the service first noticed that nobody has a seat; zero if somebody has one
	// newest is the player who was seated last, and shareAt the time of the next attempt to publish the seek
	// to the other nodes, after an attempt has failed; zero if they know the seek.
	newest  player.ID
	shareAt time.Time
}

// Open describes an open seek.
type Open struct {
	*view.Summary
	BotsAt   time.Time // when bots fill the empty seats; zero means never
	BotLevel int
}

// New returns a service. The service closes the waiting tables of seeks from before a
// restart if their players do not return. In a cluster, call [Service.Reload] next.
func New(cfg Config) *Service {
	if cfg.Enabled == nil {
		cfg.Enabled = func() bool { return true }
	}
	if cfg.Blocked == nil {
		cfg.Blocked = func(player.ID) map[player.ID]bool { return nil }
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	s := &Service{cfg: cfg, turn: make(chan struct{}, 1), open: map[table.ID]*seek{}}
	s.ctx, s.close = context.WithCancel(context.Background())
	s.addAll(cfg.Tables.Live())
	return s
}

// addAll adds the tables of seeks that the service does not know: those from before a restart, those
// that were stored although the outcome was unknown, and those of other nodes that could not tell.
func (s *Service) addAll(tables []*view.Summary) {
	for _, t := range tables {
		if !t.Terms.Seek || t.Phase != table.Waiting {
			continue
		}
		s.mu.Lock()
		known := s.open[t.ID] != nil
		s.mu.Unlock()
		if !known {
			s.add(t.ID, nil, 0)
		}
	}
}

// Close stops the service. Open seeks and their tables are left as they are.
func (s *Service) Close() {
	s.close()
	s.ended.Wait()
}

// Enabled reports whether the club allows seeks.
func (s *Service) Enabled() bool { return s.cfg.Enabled() }

// Start seats a player at a waiting table that fits `want`, or at a new table, and marks
// the player as ready. If the player already has a seek that fits, Start returns the table
// of that seek. Any other seek of the player is cancelled, but only after the new seek can no
// longer be refused.
func (s *Service) Start(ctx context.Context, by player.Player, want Want) (t *live.Table, err error) {
	if err := s.Check(by.ID, &want); err != nil {
		return nil, err
	}
	if err := s.lock(ctx); err != nil {
		return nil, err
	}
	defer s.unlock()
	err = s.attempt(ctx, func(last bool) error {
		own := s.own(by.ID)
		if t, err = s.again(ctx, by, want, own); t != nil || err != nil {
			return err
		}
		if s.cfg.Tables.MayPair(by.ID) == nil {
			if t, err = s.join(ctx, by, want, own); t != nil || err != nil {
				return err
			}
		}
		t, err = s.create(ctx, by, want, own, last)
		return err
	})
	return t, err
}

// Check returns why a player cannot start this seek now, or nil. It fills in the defaults of the
// seek. Whether the terms suit the player is not known before a table is found; the lobby
// answers for a new one.
func (s *Service) Check(by player.ID, want *Want) error {
	if err := s.allowed(); err != nil {
		return err
	}
	if err := want.check(); err != nil {
		return err
	}
	if want.BotsAfter == Default {
		want.BotsAfter = Never
		if terms := want.Terms.ForClub(s.cfg.Rights); s.cfg.Tables.Bots() && terms.AdmitsBots() {
			want.BotsAfter = defaultBotsAfter
		}
	}
	if want.BotsAfter == 0 { // the player meets nobody
		return nil
	}
	return s.cfg.Tables.MayPair(by)
}

// CheckJoin returns why a player cannot join an open seek now, or nil.
func (s *Service) CheckJoin(by player.ID, id table.ID) error {
	if err := s.allowed(); err != nil {
		return err
	}
	if err := s.cfg.Tables.MayPair(by); err != nil {
		return err
	}
	if !slices.ContainsFunc(s.Open(), func(one Open) bool { return one.ID == id && !s.blocked(by, one.Seats[:]) }) {
		return NotOpen.Refuse(strconv.FormatInt(int64(id), 10))
	}
	return nil
}

// CheckBots returns why no game against bots can start with these terms, or nil.
func (s *Service) CheckBots(terms table.Terms) error {
	return s.checkBots(&Want{Terms: terms, BotLevel: terms.Bots})
}

// checkBots returns why bots cannot play in the game of a seek that wants them.
func (s *Service) checkBots(want *Want) error {
	if want.BotsAfter < 0 {
		return nil
	}
	if !s.cfg.Tables.Bots() {
		return table.Refuse(table.NoBots)
	}
	if terms := want.Terms.ForClub(s.cfg.Rights); !terms.AdmitsBots() {
		return setup.BotsUnrated.Refuse(strconv.Itoa(want.BotLevel), setup.NoBots)
	}
	return nil
}

// allowed returns a refusal if the club allows no seeks, or while no new games start.
func (s *Service) allowed() error {
	switch {
	case !s.cfg.Enabled():
		return Off.Refuse()
	case !s.cfg.Tables.NewGames():
		return table.Refuse(table.GamesPaused)
	}
	return nil
}

// lock waits until no other seek is starting. No other seek can start until unlock is called.
func (s *Service) lock(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) unlock() { <-s.turn }

// Join seats a player at the table of an open seek, unless the player left games lately, and marks the player as ready. Other
// seeks of the player are cancelled, unless the table refuses the player. Join returns an error
// if somebody at the table has blocked the player.
func (s *Service) Join(ctx context.Context, by player.Player, id table.ID) (*live.Table, error) {
	if err := s.lock(ctx); err != nil {
		return nil, err
	}
	defer s.unlock()
	if err := s.CheckJoin(by.ID, id); err != nil {
		return nil, err
	}
	t, err := s.cfg.Tables.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.View().Held(by.ID) != 0 {
		return t, t.Do(ctx, table.Command{By: by, Kind: table.Ready})
	}
	if err := s.sit(ctx, t, by, s.own(by.ID)); err != nil {
		return nil, err
	}
	s.arrived(id, by.ID)
	s.shareArrival(ctx, id, by.ID)
	return t, nil
}

// blocked reports whether one of the seated people has blocked the given player.
func (s *Service) blocked(by player.ID, seats []table.SeatView) bool {
	return slices.ContainsFunc(people(seats), func(p table.SeatView) bool { return s.cfg.Blocked(p.Player.ID)[by] })
}

// PlayBots opens a table at which a player plays against bots of the level `terms.Bots`. It
// works even while seeks are switched off, and also for correspondence games.
func (s *Service) PlayBots(ctx context.Context, by player.Player, terms table.Terms) (*live.Table, error) {
	return s.create(ctx, by, Want{Terms: terms, BotLevel: terms.Bots}, nil, true)
}

// again returns the table of the player's own seek that already fits the new request, and marks
// the player as ready there. A player who left games lately keeps only a table that they opened.
// It cancels the player's other seeks. If none fits, it returns nil.
func (s *Service) again(ctx context.Context, by player.Player, want Want, own []table.ID) (*live.Table, error) {
	for _, id := range own {
		t, err := s.cfg.Tables.Table(ctx, id)
		if err != nil {
			return nil, err
		}
		v := t.View()
		apart := v.Host.ID != by.ID && s.cfg.Tables.MayPair(by.ID) != nil
		if apart || !want.fits(&v.Terms) || !s.agrees(id, want) {
			continue
		}
		if err := t.Do(ctx, table.Command{By: by, Kind: table.Ready}); err != nil {
			return nil, err
		}
		s.wish(id, by.ID, want)
		s.shareArrival(ctx, id, by.ID)
		return t, s.cancel(ctx, by, slices.DeleteFunc(own, func(other table.ID) bool { return other == id }))
	}
	return nil, nil
}

// own returns the waiting tables that were opened by seeks and at which the player has a
// seat.
func (s *Service) own(id player.ID) (list []table.ID) {
	for _, t := range s.cfg.Tables.Seated(id) {
		if t.Terms.Seek && t.Phase == table.Waiting {
			list = append(list, t.ID)
		}
	}
	return list
}

// Cancel cancels the player's seek, if there is one.
func (s *Service) Cancel(ctx context.Context, by player.Player) error {
	return s.cancel(ctx, by, s.own(by.ID))
}

// cancel cancels the player's seeks at the given tables.
func (s *Service) cancel(ctx context.Context, by player.Player, own []table.ID) error {
	for _, id := range own {
		t, err := s.cfg.Tables.Table(ctx, id)
		if err == nil {
			err = s.leave(ctx, t, by)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// leave frees a player's seat, and closes the table if no other person has a seat there.
func (s *Service) leave(ctx context.Context, t *live.Table, who player.Player) error {
	if err := t.Do(ctx, table.Command{By: who, Kind: table.Stand, Seat: rules.NoSeat}); err != nil {
		return err
	}
	if len(people(t.View().Seats[:])) > 0 {
		return nil
	}
	err := t.CloseUnlessSeated(ctx)
	if errors.Is(err, table.Refuse(table.GameOver)) { // the service has already closed the table
		return nil
	}
	return err
}

// people returns the seats that people have. It omits the seats of bots and empty seats.
func people(seats []table.SeatView) (list []table.SeatView) {
	for _, seat := range seats {
		if seat.Player.ID != "" && !seat.Player.ID.Bot() {
			list = append(list, seat)
		}
	}
	return list
}

// join seats a player at a waiting table that fits the seek, or returns nil if no such table
// admits the player. It returns an error if it is not known whether the player has a seat. All
// people at the table must be connected. None of them may have blocked the player, be blocked by
// the player, or be paused because they left games. Tables with the most people are tried first.
func (s *Service) join(ctx context.Context, by player.Player, want Want, own []table.ID) (*live.Table, error) {
	all := s.cfg.Tables.View()
	s.addAll(all.Tables)
	fitting := slices.DeleteFunc(slices.Clone(all.Tables), func(t *view.Summary) bool {
		seated := people(t.Seats[:])
		present := slices.DeleteFunc(slices.Clone(seated), func(p table.SeatView) bool {
			return !p.Present && !s.cfg.Tables.Present(t.ID, p.Player.ID) && !s.justCame(t.ID, p.Player.ID)
		})
		apart := s.blocked(by.ID, seated) ||
			slices.ContainsFunc(seated, func(p table.SeatView) bool {
				return s.cfg.Blocked(by.ID)[p.Player.ID] || s.cfg.Tables.MayPair(p.Player.ID) != nil
			})
		mine := slices.ContainsFunc(seated, func(p table.SeatView) bool { return p.Player.ID == by.ID })
		return t.Phase != table.Waiting || mine || apart || !want.fits(&t.Terms) || len(present) == 0 || len(present) < len(seated) ||
			!slices.ContainsFunc(t.Seats[:], func(seat table.SeatView) bool { return seat.Open }) || !s.agrees(t.ID, want)
	})
	slices.SortStableFunc(fitting, func(a, b *view.Summary) int { return cmp.Compare(len(people(b.Seats[:])), len(people(a.Seats[:]))) })
	for _, line := range fitting {
		t, err := s.cfg.Tables.Table(ctx, line.ID)
		if err == nil {
			s.wish(line.ID, by.ID, want) // before the player has the seat, so that no bots come if the player wants none
			err = s.sit(ctx, t, by, own)
		}
		if err == nil {
			s.arrived(line.ID, by.ID)
			s.shareArrival(ctx, line.ID, by.ID)
			return t, nil
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, table.Refuse(table.InDoubt)): // the player may have a seat there
			return nil, err
		}
	}
	return nil, nil // no table admitted the player; the caller opens a new one
}

// arrived records the time at which a player was seated at the table of a seek.
func (s *Service) arrived(id table.ID, who player.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.open[id]; one != nil {
		one.came[who] = s.cfg.Clock.Now()
	}
}

// justCame reports whether a player was seated within the last few seconds. Such a player
// may not be connected to the table yet, because the command "seek" first starts the seek and
// then opens the table.
func (s *Service) justCame(id table.ID, who player.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.open[id]
	return one != nil && s.cfg.Clock.Since(one.came[who]) < lostAfter
}

// agrees reports whether a seek may take a seat at a table, which has the terms that it wants.
// Seeks with different times for bots meet, because people come first. A player who wants bots
// immediately meets only players who are ready and accept bots of the same level. A player who does not want
// bots meets nobody who has opened a table for a game with bots.
func (s *Service) agrees(id table.ID, want Want) bool {
	line := s.cfg.Tables.Line("", id)
	if line == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch open := s.open[id]; {
	case open != nil && want.BotsAfter == 0:
		unready := func(seat table.SeatView) bool { return !seat.Ready }
		return !open.botsAt(line).IsZero() && open.level == want.BotLevel && !slices.ContainsFunc(people(line.Seats[:]), unready)
	case open != nil:
		return true
	}
	return want.BotsAfter != 0 && (line.Terms.Bots == 0 || want.BotsAfter != Never)
}

// wish records when the player allows bots to fill the empty seats of a seek's table.
func (s *Service) wish(id table.ID, who player.ID, want Want) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.postpone() // outages before now do not postpone what is wished now
	if open := s.open[id]; open != nil {
		open.wishes[who] = s.wished(want)
	}
}

// wished returns the time at which a player who starts a seek now allows bots. Zero means never.
func (s *Service) wished(want Want) time.Time {
	if want.BotsAfter < 0 {
		return time.Time{}
	}
	return s.cfg.Clock.Now().Add(want.BotsAfter)
}

// botsAt returns when bots fill the empty seats of the table: at the earliest time that a
// seated player has chosen. If one of them wants no bots, it returns zero, which means never.
func (one *seek) botsAt(line *view.Summary) (at time.Time) {
	for _, seat := range people(line.Seats[:]) {
		wish, known := one.wishes[seat.Player.ID]
		if known && wish.IsZero() {
			return time.Time{}
		}
		at = clock.Earliest(at, wish)
	}
	return at
}

// PeopleOnly reports whether bots do not fill the empty seats of a seek's table, although a
// player there wants it, because another player wants no bots.
func (s *Service) PeopleOnly(id table.ID) bool {
	line := s.cfg.Tables.Line("", id)
	if line == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.open[id]
	return one != nil && one.botsAt(line).IsZero() && slices.ContainsFunc(people(line.Seats[:]), func(seat table.SeatView) bool {
		return !one.wishes[seat.Player.ID].IsZero()
	})
}

// sit seats a player, cancels the player's seeks at the tables `own`, and marks the player as
// ready. It cancels the seeks only after the table has seated the player and would mark them as
// ready. If a step is refused, sit frees the seat again.
func (s *Service) sit(ctx context.Context, t *live.Table, by player.Player, own []table.ID) error {
	if err := t.Do(ctx, table.Command{By: by, Kind: table.Sit, Seat: rules.NoSeat}); err != nil {
		return err
	}
	if t.View().Phase != table.Waiting { // already started: a correspondence game starts as soon as all seats are taken
		return s.cancel(ctx, by, own)
	}
	ready := table.Command{By: by, Kind: table.Ready}
	err := t.Check(ctx, ready)
	if err == nil {
		err = s.cancel(ctx, by, own)
	}
	if err == nil {
		err = t.Do(ctx, ready)
	}
	if err != nil {
		_ = t.Do(ctx, table.Command{By: by, Kind: table.Stand, Seat: rules.NoSeat})
	}
	return err
}

// create opens a table, cancels the player's seeks at the tables `own`, and seats the player. If
// want.BotsAfter is 0, the terms of the table contain the bots, and the table is not listed as a
// seek. If other nodes have opened seeks that this node does not know, create returns
// [news.ErrBehind], unless the argument `last` is true.
func (s *Service) create(ctx context.Context, by player.Player, want Want, own []table.ID, last bool) (*live.Table, error) {
	if err := s.checkBots(&want); err != nil {
		return nil, err
	}
	if want.BotsAfter == 0 {
		want.Terms.Bots, want.Terms.Seek = want.BotLevel, false
	}
	t, err := s.cfg.Tables.CreateInstead(ctx, by, want.Terms, slices.DeleteFunc(slices.Clone(own), s.shared))
	if err != nil {
		return nil, err
	}
	if err := s.sit(ctx, t, by, own); err != nil {
		_ = t.CloseWaiting(ctx)
		return nil, err
	}
	if want.Terms.Seek {
		id, wishes := t.View().ID, map[player.ID]time.Time{by.ID: s.wished(want)}
		at := s.cfg.Clock.Now()
		err := s.shareNew(ctx, state{id, wishes[by.ID], want.BotLevel, by.ID, at, wishes}, last)
		if errors.Is(err, news.ErrBehind) {
			return nil, errors.Join(err, s.leave(ctx, t, by))
		}
		if err != nil {
			s.cfg.Logger.Warn("cannot tell other nodes about a seek", slog.Int64("table", int64(id)), slog.Any("error", err))
		}
		s.add(id, wishes, want.BotLevel)
		s.arrived(id, by.ID)
		if err != nil {
			s.shareAgain(id, by.ID)
		}
	}
	return t, nil
}

// shared reports whether several people wait at the table of a seek, which thus stays open when
// one of them leaves.
func (s *Service) shared(id table.ID) bool {
	line := s.cfg.Tables.Line("", id)
	return line != nil && len(people(line.Seats[:])) > 1
}

// Open returns the open seeks, sorted by table number.
func (s *Service) Open() []Open {
	s.addAll(s.cfg.Tables.View().Tables)
	s.mu.Lock()
	numbers := slices.Sorted(maps.Keys(s.open))
	s.mu.Unlock()
	var shown []Open
	for _, id := range numbers {
		line := s.cfg.Tables.Line("", id)
		if line == nil || !line.IsSeek() || len(people(line.Seats[:])) == 0 {
			continue
		}
		s.mu.Lock()
		if one := s.open[id]; one != nil {
			shown = append(shown, Open{line, one.botsAt(line), one.level})
		}
		s.mu.Unlock()
	}
	return shown
}

// BotsAt returns when bots fill the empty seats of a seek's table. Zero means never.
func (s *Service) BotsAt(id table.ID) time.Time {
	line := s.cfg.Tables.Line("", id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.open[id]; one != nil && line != nil {
		return one.botsAt(line)
	}
	return time.Time{}
}

// BotsIn returns the time until bots fill the empty seats of a seek's table. Zero means never.
func (s *Service) BotsIn(id table.ID, now time.Time) time.Duration {
	if at := s.BotsAt(id); !at.IsZero() {
		return max(0, at.Sub(now)).Round(time.Second)
	}
	return 0
}

// Await waits until the game of a table starts. It returns [Ended] if the player loses their
// seat before that.
func Await(ctx context.Context, t *live.Table, who player.Player) (*table.View, error) {
	watcher := t.Watch(who)
	defer watcher.Close()
	for {
		v, ok := watcher.Take(ctx)
		switch {
		case !ok || v.Phase == table.Finished || v.Held(who.ID) == 0:
			return nil, Ended.Refuse()
		case v.Phase == table.Playing:
			return v, nil
		}
	}
}
