package lobby

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
	"quadrille/rules"
)

// analysesKept is how many that are whole are kept at hand: some 20 kB each.
const analysesKept = 64

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

// analysis is one for all who want it. It goes on while somebody does, and what is
// whole is kept.
type analysis struct {
	id      table.ID
	now     Analysis
	readers map[*Reading]bool
	cancel  context.CancelFunc
	ended   bool
}

// analyses are those of a lobby: one goroutine each until it ends.
type analyses struct {
	lobby *Lobby
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu    sync.Mutex
	games map[table.ID]*analysis
	whole []table.ID // of those, in the order of their end
}

func newAnalyses(l *Lobby) *analyses {
	a := &analyses{lobby: l, games: map[table.ID]*analysis{}}
	a.open, a.close = context.WithCancel(context.Background())
	return a
}

// Reading is one person's look at an analysis.
type Reading struct {
	all  *analyses
	of   *analysis
	by   player.ID
	once sync.Once
	box  *table.Mailbox[Analysis]
}

// Analyse has the game of a table analysed, and looks on. The first Take gives at
// once what there is, each further one waits for more; a last one tells that it is
// whole, or why it will not be. Games that are on are not analysed, for nobody. A
// person has one analysis at a time; it goes on as long as somebody looks.
func (l *Lobby) Analyse(ctx context.Context, by player.ID, id table.ID) (*Reading, error) {
	if l.cfg.Bots == nil {
		return nil, ErrNoAnalyst
	}
	t, err := l.TableFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	v := t.View()
	switch {
	case v.Phase != table.Finished:
		return nil, fmt.Errorf("table %d is still on: its game can be analysed when it is over", id)
	case len(v.Moves) == 0:
		return nil, fmt.Errorf("nothing was played at table %d: there is nothing to analyse", id)
	}
	return l.analyses.read(by, v)
}

func (a *analyses) read(by player.ID, v *table.View) (*Reading, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open.Err() != nil {
		return nil, bot.ErrClosed
	}
	if other := a.readBy(by, v.ID); other != 0 {
		return nil, fmt.Errorf("the game of table %d is being analysed for you: wait for its end, or leave it", other)
	}
	one := a.games[v.ID]
	if one == nil {
		one = a.begin(v)
	}
	r := &Reading{all: a, of: one, by: by, box: table.NewMailbox[Analysis]()}
	one.readers[r] = true
	r.box.Put(one.now)
	if one.ended {
		r.box.Close()
	}
	return r, nil
}

// readBy is another table whose game is being analysed for somebody, 0 if none is.
// The lock is held.
func (a *analyses) readBy(by player.ID, id table.ID) table.ID {
	for other, one := range a.games {
		if other == id || one.ended {
			continue
		}
		for r := range one.readers {
			if r.by == by {
				return other
			}
		}
	}
	return 0
}

// begin has the lock held.
func (a *analyses) begin(v *table.View) *analysis {
	ctx, cancel := context.WithCancel(a.open)
	one := &analysis{id: v.ID, now: Analysis{Moves: len(v.Moves)}, readers: map[*Reading]bool{}, cancel: cancel}
	a.games[v.ID] = one
	a.done.Go(func() { a.run(ctx, one, v) })
	return one
}

// run is the analysis itself.
func (a *analyses) run(ctx context.Context, one *analysis, v *table.View) {
	err := errors.New("the analysis broke off by a fault, which the server's log tells of")
	defer func() {
		if fault := recover(); fault != nil {
			a.lobby.cfg.Logger.Error("an analysis fell over", slog.Int64("table", int64(v.ID)), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
		a.end(one, err)
	}()
	var actions []rules.Action
	for _, m := range v.Moves {
		actions = append(actions, m.Action)
	}
	limits := bot.Strongest.Limits(uint64(v.ID))
	if nodes := a.lobby.cfg.AnalysisNodes; nodes > 0 {
		limits.Nodes = nodes
	}
	game, told := rules.NewGame(v.Variant), 0
	err = a.lobby.cfg.Bots.Analyse(ctx, rules.NewGame(v.Variant), actions, limits, func(r bot.Remark) {
		a.tell(one, judge(game, &v.Moves[told], &r))
		told++
	})
}

func (a *analyses) tell(one *analysis, j Judgement) {
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
func (a *analyses) end(one *analysis, err error) {
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
	case a.games[one.id] != one: // everybody had gone
	case err == nil:
		a.keep(one)
	default:
		delete(a.games, one.id)
	}
}

// keep has the lock held.
func (a *analyses) keep(one *analysis) {
	a.whole = append(a.whole, one.id)
	if len(a.whole) > analysesKept {
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
			delete(a.games, one.id) // who asks from now on begins another
		}
	})
}

// stop ends all analyses, and waits for it.
func (a *analyses) stop() {
	a.mu.Lock()
	a.close()
	a.mu.Unlock()
	a.done.Wait()
}
