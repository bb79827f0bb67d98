package evening

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Tables is what evenings need of the tables of the server.
type Tables interface {
	// Summary returns the summary of a table, nil if it cannot be read.
	Summary(ctx context.Context, id table.ID) *table.Summary
	// Load returns a live table, and Made the number of the one of a board, 0 if there
	// is none.
	Load(ctx context.Context, id table.ID) (*live.Table, error)
	BoardTable(place table.EveningBoard) table.ID
	// Open opens a table at which only these people sit.
	Open(ctx context.Context, host player.Player, terms table.Terms, people [rules.SeatCount]player.Player) (*live.Table, error)
	// NotifyPlayer tells a player who is connected where they play.
	NotifyPlayer(whom player.Player, c Assignment)
	// Changed is told of each change of the evening that is on.
	Changed()
}

// Call is where a player plays in a round.
type Assignment struct {
	From     player.Player
	Table    table.ID
	Title    string // the game's
	Seat     rules.Seat
	SeatName string
	Evening  string // its name
	Round    int
}

// Config is what a service needs.
type Config struct {
	Store    pairing.Store // nil: there are no evenings
	Tables   Tables
	Rights   table.Rights // nil: see [live.Config]
	NewGames func() bool  // whether games may begin now
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service is the evening that is on, and those that were. Whether somebody may
// change one is for the caller to know.
type Service struct {
	cfg Config

	mu sync.Mutex // held while the evening is changed, on the disk too
	on atomic.Pointer[pairing.Evening]
}

// What is said where no evening is on, or one is.
var (
	ErrNoEvening  = errors.New("no evening is on; a moderator begins one with evening new")
	errEveningOn  = errors.New("an evening is on already; end it first with evening end")
	errNoEvenings = errors.New("no evenings are kept here")
)

// newestOnly is how many are looked at for the one that is on: nobody begins
// another while one is.
const newestOnly = 1

// New returns a service; [Service.Resume] takes up the evening that was on.
func New(cfg Config) *Service { return &Service{cfg: cfg} }

// Resume takes up the evening that was on.
func (e *Service) Resume(ctx context.Context) {
	if e.cfg.Store == nil {
		return
	}
	list, err := e.List(ctx, newestOnly)
	if err != nil {
		e.cfg.Logger.Error("the last evening cannot be read and is left aside", slog.Any("error", err))
	}
	if len(list) == 0 || !list[0].Over.IsZero() {
		return
	}
	e.on.Store(list[0])
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.lookAround(ctx); err != nil {
		e.cfg.Logger.Warn("an evening's tables are not all there", slog.Any("error", err))
	}
}

// Current is the evening that is on, nil if none is.
func (e *Service) Current() *pairing.Evening { return e.on.Load() }

// Find is the evening of that number; 0 is the one that is on. What has been played
// until now is in it.
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
		return nil, fmt.Errorf("there is no evening %d; say evening list to see which there were", n)
	}
	if err != nil {
		return nil, err
	}
	return pairing.Fold(n, events)
}

// List is the last evenings, the newest first.
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

// NewPlan is what an evening of that name and form is, at which the tables have the
// terms that words say: a game, and options as for a table. The error is a sentence.
func NewPlan(name string, form pairing.Form, words []string) (pairing.Plan, error) {
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
	if rules.NewGame(v).Position.InPlay().Count() < rules.SeatCount {
		return pairing.Plan{}, fmt.Errorf("at an evening four play at each table, and with these options of %s fewer would", f.Title)
	}
	given := map[string]string{}
	for _, word := range words[1:] {
		option, value, _ := strings.Cut(word, "=")
		given[option] = value
	}
	var seed [8]byte
	_, _ = cryptorand.Read(seed[:]) // never fails
	return pairing.Plan{
		Name: name, Form: form, Game: terms.Game, Options: given, Title: f.Title,
		Teams: f.Team, Seats: f.Seats, AccountsOnly: terms.Rated, Seed: binary.LittleEndian.Uint64(seed[:]),
	}, nil
}

const eveningNameCells = 40

// Begin is a new evening, with these people there.
func (e *Service) Begin(ctx context.Context, by player.Player, plan pairing.Plan, people []player.Player) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.cfg.Store == nil:
		return nil, errNoEvenings
	case e.Current() != nil:
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
	var came pairing.Event
	if len(people) > 0 { // looked at before anything is kept
		if came, err = one.Add(by, people, now); err != nil {
			return nil, err
		}
	}
	n, err := e.cfg.Store.BeginEvening(ctx, opened)
	if err != nil {
		return nil, err
	}
	one.Number = n
	e.tell(one)
	if len(people) == 0 {
		return one, nil
	}
	return e.keep(ctx, came)
}

// keep stores what was decided, and then tells of it. The lock is held.
func (e *Service) keep(ctx context.Context, events ...pairing.Event) (*pairing.Evening, error) {
	on := e.Current()
	next, err := on.With(events...)
	if err != nil {
		return nil, err
	}
	if err := e.cfg.Store.AppendEvening(ctx, on.Number, on.Seq+1, events); err != nil {
		e.cfg.Logger.Error("an evening's events could not be stored", slog.Any("error", err))
		return nil, table.NotStored(err)
	}
	e.tell(next)
	return next, nil
}

// tell shows the evening to everybody who looks.
func (e *Service) tell(one *pairing.Evening) {
	if !one.Over.IsZero() {
		one = nil
	}
	e.on.Store(one)
	e.cfg.Tables.Changed()
}

// change decides something about the evening that is on, and keeps it.
func (e *Service) change(ctx context.Context, decide func(*pairing.Evening) (pairing.Event, error)) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.decide(ctx, decide)
}

// decide is change where the lock is held.
func (e *Service) decide(ctx context.Context, decide func(*pairing.Evening) (pairing.Event, error)) (*pairing.Evening, error) {
	if e.Current() == nil {
		return nil, ErrNoEvening
	}
	if err := e.lookAround(ctx); err != nil {
		return nil, err
	}
	event, err := decide(e.Current())
	if err != nil {
		return nil, err
	}
	return e.keep(ctx, event)
}

// Add is that people are there from now on.
func (e *Service) Add(ctx context.Context, by player.Player, people []player.Player) (*pairing.Evening, error) {
	return e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.mayPlay(on.AccountsOnly, people...); err != nil {
			return pairing.Event{}, err
		}
		return on.Add(by, people, e.now())
	})
}

// Remove is that people have gone.
func (e *Service) Remove(ctx context.Context, by player.Player, people []player.Player) (*pairing.Evening, error) {
	return e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) { return on.Remove(by, people, e.now()) })
}

// End is that the evening is over.
func (e *Service) End(ctx context.Context, by player.Player) (*pairing.Evening, error) {
	return e.change(ctx, func(on *pairing.Evening) (pairing.Event, error) { return on.End(by, e.now()) })
}

// Score scores a game of the evening that is on by hand; without scores it does not
// count. Round 0 is the last.
func (e *Service) Score(ctx context.Context, by player.Player, round, board int, scores *[rules.SeatCount]uint8, why string) (*pairing.Evening, error) {
	if why != "" { // without one it is refused
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
	return e.Current(), e.dismiss(ctx)
}

// reasonCells is how long a reason can be.
const reasonCells = 200

// Next begins another round: its tables are there, and everybody is called to his.
func (e *Service) Next(ctx context.Context, by player.Player) (*pairing.Evening, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.cfg.NewGames() {
		return nil, &table.Refusal{Reason: table.GamesPaused}
	}
	_, err := e.decide(ctx, func(on *pairing.Evening) (pairing.Event, error) {
		if err := e.mayPlay(on.AccountsOnly, on.Present()...); err != nil { // since he came he may have been marked
			return pairing.Event{}, err
		}
		return on.Next(by, e.now())
	})
	if err != nil {
		return nil, err
	}
	if err := e.lookAround(ctx); err != nil {
		return nil, err
	}
	e.callAll()
	return e.Current(), nil
}

// Substitute lets somebody play for somebody else whose game has not begun.
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
		// The table first: should the rest not come to be, looking around sets it right.
		return event, e.assign(ctx, &then.Rounds[len(then.Rounds)-1].Games[event.Board-1])
	})
	if err == nil {
		e.callTo(next, next.BoardOf(in.ID), in)
	}
	return next, err
}

func (e *Service) now() time.Time { return e.cfg.Now().UTC() }
