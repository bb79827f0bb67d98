package analysis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// kept is how many whole analyses are kept in memory: some 20 kB each.
const kept = 64

// ErrNoAnalyst tells that nobody could analyse a game.
var ErrNoAnalyst = errors.New("no bots play at this house, so that nobody could analyse a game")

// Analysis is what the strongest bot says of a game, as far as it has come.
type Analysis struct {
	Moves  int         // of the game
	Judged []Judgement // of its first moves; grows only at its end
	Err    error       // why there will be no more; nil while it goes on, and when it is whole
}

// Whole reports whether each move is judged.
func (a *Analysis) Whole() bool { return len(a.Judged) == a.Moves }

// Of is what is said of the n-th of some moves; nil if nothing is yet, there was
// nothing to weigh, or moves up to there are others than those of the game.
func (a *Analysis) Of(moves []table.MoveView, n int) *Judgement {
	if n < 1 || n > min(len(a.Judged), len(moves)) || !a.Judged[n-1].Weighed {
		return nil
	}
	for i := range n {
		if a.Judged[i].Played != moves[i].Plain {
			return nil
		}
	}
	return &a.Judged[n-1]
}

// analysis is one for all who want it. It goes on while somebody does, and what is
// whole is kept.
type analysis struct {
	of      subject
	now     Analysis
	readers map[*Reading]bool
	cancel  context.CancelFunc
	ended   bool
}

// Config is what a service needs.
type Config struct {
	Bots *bot.Pool // nil: nobody analyses
	// Nodes is how many positions an analysis looks at for each search; 0: as many as
	// the strongest bot.
	Nodes int
	// Table returns a table that somebody may see.
	Table  func(ctx context.Context, by player.ID, id table.ID) (*live.Table, error)
	Logger *slog.Logger
}

// Service analyses finished games: one goroutine for each analysis until it ends. Its
// methods may be called by anybody at any time.
type Service struct {
	cfg   Config
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu    sync.Mutex
	games map[subject]*analysis
	whole []subject // of those, in the order of their end
}

// New returns a service without analyses.
func New(cfg Config) *Service {
	a := &Service{cfg: cfg, games: map[subject]*analysis{}}
	a.open, a.close = context.WithCancel(context.Background())
	return a
}

// Reading is one person's look at an analysis.
type Reading struct {
	all  *Service
	of   *analysis
	by   player.ID
	once sync.Once
	box  *table.Mailbox[Analysis]
}

// Table has the game of a table analysed, and looks on. The first Take gives at
// once what there is, each further one waits for more; a last one tells that it is
// whole, or why it will not be. Games that are on are not analysed, for nobody. A
// person has one analysis at a time; it goes on as long as somebody looks.
func (a *Service) Table(ctx context.Context, by player.ID, id table.ID) (*Reading, error) {
	if a.cfg.Bots == nil {
		return nil, ErrNoAnalyst
	}
	game, err := a.playedAt(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return a.read(by, game)
}

func (a *Service) read(by player.ID, game *played) (*Reading, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open.Err() != nil {
		return nil, bot.ErrClosed
	}
	if other := a.readBy(by, game.of); other != nil {
		return nil, fmt.Errorf("%s is being analysed for you: wait for its end, or leave it", other.of)
	}
	one := a.games[game.of]
	if one == nil {
		one = a.begin(game)
	}
	r := &Reading{all: a, of: one, by: by, box: table.NewMailbox[Analysis]()}
	one.readers[r] = true
	r.box.Put(one.now)
	if one.ended {
		r.box.Close()
	}
	return r, nil
}

// readBy is the analysis of another game that is being made for somebody, nil if none
// is. The lock is held.
func (a *Service) readBy(by player.ID, of subject) *analysis {
	for other, one := range a.games {
		if other == of || one.ended {
			continue
		}
		for r := range one.readers {
			if r.by == by {
				return one
			}
		}
	}
	return nil
}

// begin has the lock held.
func (a *Service) begin(game *played) *analysis {
	ctx, cancel := context.WithCancel(a.open)
	one := &analysis{of: game.of, now: Analysis{Moves: len(game.moves)}, readers: map[*Reading]bool{}, cancel: cancel}
	a.games[game.of] = one
	a.done.Go(func() { a.run(ctx, one, game) })
	return one
}

// run is the analysis itself.
func (a *Service) run(ctx context.Context, one *analysis, game *played) {
	err := errors.New("the analysis broke off by a fault, which the server's log tells of")
	defer func() {
		if fault := recover(); fault != nil {
			a.cfg.Logger.Error("an analysis fell over", slog.String("game", game.of.String()), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
		a.end(one, err)
	}()
	limits := bot.Strongest.Limits(game.variant, uint64(game.of.table))
	if nodes := a.cfg.Nodes; nodes > 0 {
		limits.Nodes = nodes
	}
	board, told := rules.NewGame(game.variant), 0
	err = a.cfg.Bots.Analyse(ctx, rules.NewGame(game.variant), actionsOf(game.moves), limits, func(r bot.Remark) {
		a.tell(one, judge(board, &game.moves[told], &r))
		told++
	})
}

func (a *Service) tell(one *analysis, j Judgement) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one.now.Judged = append(one.now.Judged, j)
	one.put()
}

// put tells all who look. The lock is held.
func (a *analysis) put() {
	for r := range a.readers {
		r.box.Put(a.now)
	}
}

// end keeps what is whole, and forgets the rest.
func (a *Service) end(one *analysis, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one.cancel()
	if err != nil && a.open.Err() != nil {
		err = bot.ErrClosed
	}
	one.ended, one.now.Err = true, err
	one.put()
	for r := range one.readers {
		r.box.Close()
	}
	switch {
	case a.games[one.of] != one: // everybody had gone
	case err == nil:
		a.keep(one)
	default:
		delete(a.games, one.of)
	}
}

// keep has the lock held.
func (a *Service) keep(one *analysis) {
	a.whole = append(a.whole, one.of)
	if len(a.whole) > kept {
		delete(a.games, a.whole[0])
		a.whole = slices.Delete(a.whole, 0, 1)
	}
}

// Take waits for news of the analysis. It returns false when there will be none, or
// the context is done.
func (r *Reading) Take(ctx context.Context) (Analysis, bool) { return r.box.Take(ctx) }

// Close ends the look; with the last one that goes, the analysis ends. It may be
// called more than once.
func (r *Reading) Close() {
	r.once.Do(func() {
		a, one := r.all, r.of
		a.mu.Lock()
		defer a.mu.Unlock()
		r.box.Close()
		delete(one.readers, r)
		if len(one.readers) == 0 && !one.ended {
			one.cancel()
			delete(a.games, one.of) // who asks from now on begins another
		}
	})
}

// Close lets all analyses end, and begins no more.
func (a *Service) Close() { a.close() }

// Stop ends all analyses, and waits for it.
func (a *Service) Stop() {
	a.mu.Lock()
	a.close()
	a.mu.Unlock()
	a.done.Wait()
}
