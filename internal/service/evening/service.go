package evening

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Table is a table of an evening.
type Table interface {
	View() *table.View
	// Assign seats people at a waiting table.
	Assign(ctx context.Context, people [rules.SeatCount]player.Player) error
	// CloseWaiting closes the table if its game has not begun.
	CloseWaiting(ctx context.Context) error
}

// Tables gives access to the tables of evenings.
type Tables interface {
	// Summary returns the summary of a table, or nil if the table cannot be read.
	Summary(ctx context.Context, id table.ID) *table.Summary
	// Load returns a live table, which it loads if necessary.
	Load(ctx context.Context, id table.ID) (Table, error)
	// BoardTable returns the table that was opened for a board, or 0 if there is none.
	BoardTable(place table.EveningBoard) table.ID
	// Open opens a table at which only the given people may sit.
	Open(ctx context.Context, host player.Player, terms table.Terms, people [rules.SeatCount]player.Player) (Table, error)
	// NotifyPlayer tells a connected player where they sit.
	NotifyPlayer(p player.Player, c Assignment)
	// Changed is called after each change of the current evening.
	Changed()
	// Ratings returns the ratings of the given people in a game, in teams or free-for-all. The
	// map does not contain people without a rating.
	Ratings(ctx context.Context, game string, teams bool, people []player.Player) (map[player.ID]int, error)
	// Charge counts an event against the quotas of a player.
	Charge(ctx context.Context, id player.ID) error
}

// Assignment tells a player where they sit in a round.
type Assignment struct {
	From     player.Player
	Table    table.ID
	Title    string // title of the game
	Seat     rules.Seat
	SeatName string
	Evening  string // name of the evening
	Round    int
}

// Config configures a [Service].
type Config struct {
	Store    pairing.Store // nil means that evenings are disabled
	Tables   Tables
	Shared   bool         // whether other processes may change the evenings in the store
	Rights   table.Rights // nil means no restrictions
	NewGames func() bool  // reports whether new games may start
	Audit    club.Noter   // stores audit entries about what moderators do; nil means none
	Clock    *clock.Clock
	Logger   *slog.Logger
}

// Service runs the current evening and reads past ones. It does not check who may change an
// evening; its caller must do that.
type Service struct {
	cfg Config

	mu     lock.Mutex     // held while a change of the evening is made and stored
	latest pairing.Number // number of the latest evening that was read or begun; guarded by mu
	on     atomic.Pointer[pairing.Evening]
}

// The errors for commands that are refused because no evening is running, because an evening is
// already running, or because the server has no evenings.
var (
	ErrNoEvening  = errors.New("no evening is running; a moderator can start one with \"evening new\"")
	errEveningOn  = errors.New("an evening is already running; end it first with \"evening end\"")
	errNoEvenings = errors.New("this server has no evenings")
)

// newestOnly is the number of evenings that Resume reads. Only the newest evening can be
// running.
const newestOnly = 1

// New returns a service. Call [Service.Resume] before its other methods.
func New(cfg Config) *Service { return &Service{cfg: cfg} }

// Resume continues the evening that was running when the server stopped, if there was one.
func (e *Service) Resume(ctx context.Context) {
	if e.cfg.Store == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.read(ctx); err != nil {
		e.cfg.Logger.Error("cannot read the latest club evening", slog.Any("error", err))
	}
	if e.Current() == nil {
		return
	}
	if err := e.reconcile(ctx); err != nil {
		e.cfg.Logger.Warn("cannot restore all tables of the evening", slog.Any("error", err))
	}
}

// read reads the latest evening, and publishes it if it has changed. The lock must be held.
func (e *Service) read(ctx context.Context) error {
	list, err := e.List(ctx, newestOnly)
	if err != nil || len(list) == 0 {
		return err
	}
	one, on := list[0], e.Current()
	e.latest = one.Number
	over := !one.Over.IsZero()
	if on == nil && over || on != nil && !over && on.Number == one.Number && on.Seq == one.Seq {
		return nil
	}
	e.publish(one)
	return nil
}

// Follow reads the current evening again. Call it after another process has changed the
// evening.
func (e *Service) Follow(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.follow(ctx)
}

// follow reads the current evening if other processes may have changed it. The lock must be
// held.
func (e *Service) follow(ctx context.Context) error {
	if !e.cfg.Shared {
		return nil
	}
	return e.read(ctx)
}

// Current returns the running evening, or nil if there is none.
func (e *Service) Current() *pairing.Evening { return e.on.Load() }

// Find returns the evening with the given number and all its results so far. Number 0 means
// the running evening.
func (e *Service) Find(ctx context.Context, n pairing.Number) (*pairing.Evening, error) {
	e.EnterResults(ctx)
	on := e.Current()
	switch {
	case e.cfg.Store == nil:
		return nil, errNoEvenings
	case on != nil && (n == 0 || n == on.Number):
		return on, nil
	case n == 0:
		return nil, ErrNoEvening
	}
	events, err := e.cfg.Store.LoadEvening(ctx, n)
	if errors.Is(err, pairing.ErrNone) {
		return nil, fmt.Errorf("there is no evening %d; run \"evening list\" to list them", n)
	}
	if err != nil {
		return nil, err
	}
	return pairing.Fold(n, events)
}

// List returns the latest evenings, the newest first.
func (e *Service) List(ctx context.Context, limit int) (list []*pairing.Evening, err error) {
	if e.cfg.Store == nil {
		return nil, errNoEvenings
	}
	numbers, err := e.cfg.Store.Evenings(ctx, limit)
	if err != nil {
		return nil, err
	}
	for _, n := range numbers {
		events, err := e.cfg.Store.LoadEvening(ctx, n)
		if err != nil {
			return nil, err
		}
		one, err := pairing.Fold(n, events)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// NewPlan returns the plan of an evening. The parameter `words` holds a game and its
// options, in the form that the command "new" accepts.
func NewPlan(name string, method pairing.Method, words []string) (pairing.Plan, error) {
	name, err := player.CleanLine(name, eveningNameCells)
	if err != nil {
		return pairing.Plan{}, err
	}
	terms, err := setup.ParseTerms(words)
	if err != nil {
		return pairing.Plan{}, err
	}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		return pairing.Plan{}, err
	}
	f := v.Facts()
	if rules.NewGame(v).Position.MayAct().Count() < rules.SeatCount {
		return pairing.Plan{}, fmt.Errorf("an evening needs four players at each table; with these options, %s has fewer", f.Title)
	}
	given := map[string]string{}
	for _, word := range words[1:] {
		option, value, _ := strings.Cut(word, "=")
		given[option] = value
	}
	var seed [8]byte
	_, _ = cryptorand.Read(seed[:]) // Read never returns an error
	return pairing.Plan{
		Name: name, Method: method, Game: terms.Game, Options: given, Title: f.Title,
		Teams: f.Team, Seats: f.Seats, AccountsOnly: terms.Rated, Open: method == pairing.ByRating,
		Seed: binary.LittleEndian.Uint64(seed[:]),
	}, nil
}

const eveningNameCells = 40

// audited adds audit entries about a change of an evening, unless `err` says that there was no
// change: one for each of the people whom it is about, or one without a target. It returns the
// changed evening.
func (e *Service) audited(
	ctx context.Context, on *pairing.Evening, err error, entry club.AuditEntry, people ...player.Player,
) (*pairing.Evening, error) {
	if err != nil || e.cfg.Audit == nil {
		return on, err
	}
	ctx = context.WithoutCancel(ctx)
	entry.Ref = int64(on.Number)
	if len(people) == 0 {
		return on, e.cfg.Audit(ctx, entry)
	}
	for _, p := range people {
		entry.Target = p.ID
		if err := e.cfg.Audit(ctx, entry); err != nil {
			return on, err
		}
	}
	return on, nil
}

// Begin begins an evening at which the given people are present.
func (e *Service) Begin(ctx context.Context, by player.Player, plan pairing.Plan, people []player.Player) (*pairing.Evening, error) {
	on, err := e.begin(ctx, by, plan, people)
	return e.audited(ctx, on, err, club.AuditEntry{By: by.ID, Action: club.EveningBegun, Value: plan.Name})
}

func (e *Service) begin(ctx context.Context, by player.Player, plan pairing.Plan, people []player.Player) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cfg.Store == nil {
		return nil, errNoEvenings
	}
	if err := e.follow(ctx); err != nil {
		return nil, err
	}
	if e.Current() != nil {
		return nil, errEveningOn
	}
	if err := e.mayPlay(plan.AccountsOnly, people...); err != nil {
		return nil, err
	}
	now := e.now()
	opened := pairing.Begin(by, plan, now)
	one, err := pairing.Fold(0, []pairing.Event{opened})
	if err != nil {
		return nil, err
	}
	var joined pairing.Event
	if len(people) > 0 { // before anything is stored, check that the people can be added
		if joined, err = one.Add(by, people, now); err != nil {
			return nil, err
		}
	}
	n, err := e.cfg.Store.BeginEvening(ctx, e.latest, opened)
	if errors.Is(err, table.ErrGap) {
		return nil, errEveningOn
	}
	if err != nil {
		return nil, err
	}
	one.Number, e.latest = n, n
	e.publish(one)
	if len(people) == 0 {
		return one, nil
	}
	return e.keep(ctx, joined)
}

// keep stores events of the current evening and then publishes the changed evening. The lock
// must be held.
func (e *Service) keep(ctx context.Context, events ...pairing.Event) (*pairing.Evening, error) {
	on := e.Current()
	next, err := on.With(events...)
	if err != nil {
		return nil, err
	}
	if err := e.cfg.Store.AppendEvening(ctx, on.Number, on.Seq+1, events); errors.Is(err, table.ErrGap) {
		return nil, err // see decide
	} else if err != nil {
		e.cfg.Logger.Error("cannot store an evening's events", slog.Any("error", err))
		return nil, table.NotStored(err)
	}
	e.publish(next)
	return next, nil
}

// publish replaces the current evening and tells the lobby of the change.
func (e *Service) publish(one *pairing.Evening) {
	if !one.Over.IsZero() {
		one = nil
	}
	e.on.Store(one)
	e.cfg.Tables.Changed()
}

// change calls the given function with the running evening, and stores the event that the
// function returns.
func (e *Service) change(ctx context.Context, decide func(*pairing.Evening) (pairing.Event, error)) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.decide(ctx, decide)
}

// maxAttempts is the maximum number of attempts to store a change while other processes
// change the same evening.
const maxAttempts = 5

// decide calls the given function with the running evening, and stores the event that the
// function returns. The lock must be held.
func (e *Service) decide(ctx context.Context, decide func(*pairing.Evening) (pairing.Event, error)) (on *pairing.Evening, err error) {
	for range maxAttempts {
		if on, err = e.try(ctx, decide); !errors.Is(err, table.ErrGap) {
			return on, err
		}
	}
	return nil, table.NotStored(err)
}

// settle calls the method reconcile, and calls it again if another process changed the
// evening at the same time. The lock must be held.
func (e *Service) settle(ctx context.Context) (err error) {
	for range maxAttempts {
		if err = e.reconcile(ctx); !errors.Is(err, table.ErrGap) {
			return err
		}
		if err := e.follow(ctx); err != nil || e.Current() == nil {
			return err
		}
	}
	return table.NotStored(err)
}

// try calls `decide` once, with the latest state of the evening, and stores the event that
// `decide` returns. The error is [table.ErrGap] if another process has changed the evening
// in the meantime. The lock must be held.
func (e *Service) try(ctx context.Context, decide func(*pairing.Evening) (pairing.Event, error)) (*pairing.Evening, error) {
	if err := e.follow(ctx); err != nil {
		return nil, err
	}
	if e.Current() == nil {
		return nil, ErrNoEvening
	}
	if err := e.reconcile(ctx); err != nil {
		return nil, err
	}
	event, err := decide(e.Current())
	if err != nil {
		return nil, err
	}
	return e.keep(ctx, event)
}

// Add records that people are present at the current evening.
func (e *Service) Add(ctx context.Context, by player.Player, people []player.Player) (*pairing.Evening, error) {
	on, err := e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.mayPlay(on.AccountsOnly, people...); err != nil {
			return pairing.Event{}, err
		}
		return on.Add(by, people, e.now())
	})
	return e.audited(ctx, on, err, club.AuditEntry{By: by.ID, Action: club.EveningAdded}, people...)
}

// Remove records that people have left the current evening.
func (e *Service) Remove(ctx context.Context, by player.Player, people []player.Player) (*pairing.Evening, error) {
	on, err := e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) { return on.Remove(by, people, e.now()) })
	return e.audited(ctx, on, err, club.AuditEntry{By: by.ID, Action: club.EveningRemoved}, people...)
}

// Join adds a player to an open evening.
func (e *Service) Join(ctx context.Context, p player.Player) (*pairing.Evening, error) {
	return e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.Check(on, p, Joins); err != nil {
			return pairing.Event{}, err
		}
		event, err := pairing.Join(on, p, e.now())
		if err != nil {
			return event, err
		}
		return event, e.cfg.Tables.Charge(ctx, p.ID)
	})
}

// Leave removes a player from an open evening.
func (e *Service) Leave(ctx context.Context, p player.Player) (*pairing.Evening, error) {
	return e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.Check(on, p, Leaves); err != nil {
			return pairing.Event{}, err
		}
		event, err := pairing.Leave(on, p, e.now())
		if err != nil {
			return event, err
		}
		return event, e.cfg.Tables.Charge(ctx, p.ID)
	})
}

// End ends the evening.
func (e *Service) End(ctx context.Context, by player.Player) (*pairing.Evening, error) {
	on, err := e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) { return on.End(by, e.now()) })
	return e.audited(ctx, on, err, club.AuditEntry{By: by.ID, Action: club.EveningEnded})
}

// Score sets the scores of a game of the running evening by hand. If `scores` is nil, it voids
// the game. Round 0 means the last round.
func (e *Service) Score(
	ctx context.Context,
	by player.Player,
	round, board int,
	scores *[rules.SeatCount]uint8,
	why string,
) (*pairing.Evening, error) {
	if why != "" { // an empty reason is not cleaned: it is refused below
		var err error
		if why, err = player.CleanLine(why, reasonCells); err != nil {
			return nil, err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.decide(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if round == 0 {
			round = len(on.Rounds)
		}
		if scores == nil {
			return on.Void(by, round, board, why, e.now())
		}
		return on.ScoreByHand(by, round, board, *scores, why, e.now())
	})
	if err != nil {
		return nil, err
	}
	return e.Current(), e.closeSettled(ctx)
}

// reasonCells is the maximum width of a reason, in terminal cells.
const reasonCells = 200

// Next begins the next round: it opens the tables and notifies the players.
func (e *Service) Next(ctx context.Context, by player.Player) (*pairing.Evening, error) {
	on, err := e.next(ctx, by)
	if err != nil {
		return nil, err
	}
	return e.audited(ctx, on, nil, club.AuditEntry{By: by.ID, Action: club.EveningRound, Value: fmt.Sprintf("round %d", len(on.Rounds))})
}

func (e *Service) next(ctx context.Context, by player.Player) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.decide(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.Check(on, by, StartsRound); err != nil {
			return pairing.Event{}, err
		}
		ratings, err := e.ratings(ctx, on)
		if err != nil {
			return pairing.Event{}, err
		}
		return on.Next(by, ratings, e.now())
	})
	if err != nil {
		return nil, err
	}
	if err := e.settle(ctx); err != nil {
		return nil, err
	}
	e.notifyAll()
	return e.Current(), nil
}

// ratings returns the ratings of the people who are present if the evening pairs players by
// rating. Otherwise it returns nil.
func (e *Service) ratings(ctx context.Context, on *pairing.Evening) (map[player.ID]int, error) {
	if on.Method != pairing.ByRating {
		return nil, nil
	}
	return e.cfg.Tables.Ratings(ctx, on.Game, (&rules.Facts{Team: on.Teams}).Teams(), on.Present())
}

// Substitute gives a player's place at a board to another person. The game must not have
// started.
func (e *Service) Substitute(ctx context.Context, by, out, in player.Player) (*pairing.Evening, error) {
	next, err := e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.mayPlay(on.AccountsOnly, in); err != nil {
			return pairing.Event{}, err
		}
		event, err := on.Substitute(by, out, in, e.now())
		if err != nil {
			return event, err
		}
		then, err := on.With(event)
		if err != nil {
			return event, err
		}
		// assign changes the table before the event is stored; if storing fails, reconcile
		// undoes this change
		return event, e.assign(ctx, &then.Rounds[len(then.Rounds)-1].Games[event.Board-1])
	})
	if err == nil {
		e.notify(next, next.BoardOf(in.ID), in)
	}
	return e.audited(ctx, next, err, club.AuditEntry{By: by.ID, Action: club.EveningSubstituted}, out, in)
}

func (e *Service) now() time.Time { return e.cfg.Clock.Wall() }
