package analysis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"sync"

	"quadrille/internal/background"
	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// maxKept is the number of complete analyses that stay in memory. Each takes about 20 kB.
const maxKept = 64

// Limits of analyses that are not complete. An address has few that run, so that many keys of
// one address delay the analyses of others little.
const (
	runningEach = 2  // for one address
	waitingEach = 14 // for one address
	jobsInAll   = 64
)

// The reasons why a game is not analysed.
var (
	AddressBusy = &refusal.Reason{Code: "analysis-address-busy", Text: "too many games are analysed for your address; try again later"}
	Crowded     = &refusal.Reason{Code: "analysis-crowded", Text: "too many games are analysed for others; try again later"}
)

// ErrUnavailable is the error of a service without bots.
var ErrUnavailable = errors.New("this server has no bots, so it cannot analyse games")

// job is one analysis, shared by all its subscribers. It is cancelled when the last
// subscriber leaves. The service keeps completed jobs.
type job struct {
	of          subject
	game        *gameRecord
	from        netip.Prefix // address of the person who asked first; not valid if it is not known
	now         view.Analysis
	subscribers map[*Subscription]bool
	ctx         context.Context
	cancel      context.CancelFunc
	ended       bool
	viewed      int // number of the move at which a viewer looked last; 0 for none
}

// Config configures a service.
type Config struct {
	Bots *bot.Pool // nil if the server does not analyse games
	// Nodes is the maximum number of positions that one search visits. 0 means the limit of
	// the strongest bot.
	Nodes int
	// Table returns a table, or an error if the person may not see it.
	// View returns the view of a table, for a player who may see it.
	View   func(ctx context.Context, by player.ID, id table.ID) (*table.View, error)
	Logger *slog.Logger
}

// Service analyses finished games, each on its own goroutine. Its methods are safe for
// concurrent use.
type Service struct {
	cfg   Config
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu       sync.Mutex
	jobs     map[subject]*job
	complete []subject // keys of the completed jobs in the map `jobs`, oldest first
	waiting  []*job    // jobs that have not begun, because others run for their address
}

// New returns a service without analyses.
func New(cfg Config) *Service {
	a := &Service{cfg: cfg, jobs: map[subject]*job{}}
	a.open, a.close = context.WithCancel(context.Background())
	return a
}

// Subscription delivers an analysis to one person.
type Subscription struct {
	service *Service
	job     *job
	by      player.ID
	once    sync.Once
	box     *table.Mailbox[view.Analysis]
}

// Table subscribes to the analysis of a finished game, and starts the analysis if needed.
// The first call of [Subscription.Take] returns immediately; later calls wait for progress.
// A person can have one analysis running at a time, and an address two; others wait in a queue.
// An analysis is cancelled when its last subscriber leaves. It continues with the move number `first`, at which
// the person looks; 0 is for none. See [Subscription.Look].
func (a *Service) Table(ctx context.Context, by player.ID, id table.ID, first int) (*Subscription, error) {
	if a.cfg.Bots == nil {
		return nil, ErrUnavailable
	}
	game, err := a.finishedGame(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return a.subscribe(ctx, by, game, first)
}

func (a *Service) subscribe(ctx context.Context, by player.ID, game *gameRecord, first int) (*Subscription, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open.Err() != nil {
		return nil, bot.ErrClosed
	}
	if other := a.otherJob(by, game.of); other != nil {
		return nil, fmt.Errorf("%s is being analysed for you: wait for the analysis, or stop it", other.of)
	}
	j := a.jobs[game.of]
	if j == nil {
		from, _ := player.AddressOf(ctx)
		var err error
		if j, err = a.enqueue(game, from, first); err != nil {
			return nil, err
		}
	} else if first > 0 {
		j.viewed = first
	}
	s := &Subscription{service: a, job: j, by: by, box: table.NewMailbox[view.Analysis]()}
	j.subscribers[s] = true
	s.box.Put(j.now)
	if j.ended {
		s.box.Close()
	}
	return s, nil
}

// otherJob returns a running analysis to which a person is subscribed and which analyses a
// different game than the given one, or nil if there is none. The caller holds the lock.
func (a *Service) otherJob(by player.ID, of subject) *job {
	for other, j := range a.jobs {
		if other == of || j.ended {
			continue
		}
		for s := range j.subscribers {
			if s.by == by {
				return j
			}
		}
	}
	return nil
}

// enqueue adds an analysis and starts it, unless too many run for the address. The caller holds
// the lock.
func (a *Service) enqueue(game *gameRecord, from netip.Prefix, first int) (*job, error) {
	all, each := 0, 0
	for _, j := range a.jobs {
		if !j.ended {
			all++
			if from.IsValid() && j.from == from {
				each++
			}
		}
	}
	switch {
	case each >= runningEach+waitingEach:
		return nil, AddressBusy.Refuse()
	case all >= jobsInAll:
		return nil, Crowded.Refuse()
	}
	j := &job{of: game.of, game: game, from: from, viewed: first, now: view.Analysis{Moves: len(game.moves)}}
	j.subscribers = map[*Subscription]bool{}
	j.ctx, j.cancel = context.WithCancel(a.open)
	a.jobs[game.of] = j
	a.waiting = append(a.waiting, j)
	a.startWaiting()
	return j, nil
}

// startWaiting starts the waiting analyses that may run now, and shows the others their places.
// The caller holds the lock.
func (a *Service) startWaiting() {
	running, places := map[netip.Prefix]int{}, map[netip.Prefix]int{}
	for _, j := range a.jobs {
		if !j.ended && !slices.Contains(a.waiting, j) {
			running[j.from]++
		}
	}
	a.waiting = slices.DeleteFunc(a.waiting, func(j *job) bool {
		if a.jobs[j.of] != j { // its last subscriber has left
			return true
		}
		before := j.now.Place
		if j.from.IsValid() && running[j.from] >= runningEach {
			places[j.from]++
			j.now.Place = places[j.from]
		} else {
			running[j.from]++
			j.now.Place = 0
			a.done.Go(func() { a.run(j.ctx, j, j.game) })
		}
		if j.now.Place != before {
			j.publish()
		}
		return j.now.Place == 0
	})
}

func (a *Service) run(ctx context.Context, j *job, game *gameRecord) {
	err := errors.New("the analysis stopped because of a server error; the server's log has the details")
	defer func() { a.end(j, err) }()
	defer background.LogPanic(a.cfg.Logger, "panic", "in", "analysis", "game", game.of.String())
	limits := bot.AnalysisLimits{
		Limits: bot.Strongest.Limits(game.variant, uint64(game.of.table)),
		Deepen: func(before *rules.Position, e bot.MoveEvaluation) bool {
			return needsDeeperSearch(game.variant, before, e)
		},
	}
	if nodes := a.cfg.Nodes; nodes > 0 {
		limits.Nodes = nodes
	}
	board, done := rules.NewGame(game.variant), 0 // the position before the first move that has no assessment, and its number of moves
	for {
		number, known := a.next(j)
		if number > len(game.moves) {
			err = nil
			return
		}
		m := &game.moves[number-1]
		if known != nil {
			if _, err = board.Play(m.Action); err != nil {
				return
			}
			a.add(j, *known)
			done++
			continue
		}
		at := board
		if number == done+1 {
			done++
		} else {
			at = board.Clone()
			for _, m := range game.moves[done : number-1] {
				if _, err = at.Play(m.Action); err != nil {
					return
				}
			}
		}
		if err = a.cfg.Bots.Analyse(ctx, at.Clone(), []rules.Action{m.Action}, limits, func(e bot.MoveEvaluation) {
			a.add(j, assess(at, m, &e))
		}); err != nil {
			return
		}
	}
}

// next returns the number of the move to assess next: of that at which a viewer looked last, or of the first one that has no
// assessment. It also returns the assessment of the latter if a viewer has looked at it before.
func (a *Service) next(j *job) (number int, known *view.Assessment) {
	a.mu.Lock()
	defer a.mu.Unlock()
	first := len(j.now.Assessments) + 1
	if n := j.viewed; n > first && n <= len(j.game.moves) && j.now.View(n) == nil {
		return n, nil
	}
	return first, j.now.View(first)
}

// add publishes the assessment of the first move that had none, or of a later move.
func (a *Service) add(j *job, one view.Assessment) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one.Number == len(j.now.Assessments)+1 {
		j.now.Assessments = append(j.now.Assessments, one)
	} else {
		j.now.Viewed = append(j.now.Viewed, one)
	}
	j.publish()
}

// publish sends the current state to all subscribers. The caller holds the lock.
func (j *job) publish() {
	for s := range j.subscribers {
		s.box.Put(j.now)
	}
}

// end publishes the final state of a job. If the analysis is complete, the job stays in memory
// for later requests; otherwise end removes it.
func (a *Service) end(j *job, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	j.cancel()
	if err != nil && a.open.Err() != nil {
		err = bot.ErrClosed
	}
	j.ended, j.now.Err = true, err
	j.publish()
	for s := range j.subscribers {
		s.box.Close()
	}
	defer a.startWaiting()
	switch {
	case a.jobs[j.of] != j: // the job was cancelled because its last subscriber left
	case err == nil:
		a.keep(j)
	default:
		delete(a.jobs, j.of)
	}
}

// keep adds a job to the completed jobs. If there are then more than maxKept completed jobs,
// it removes the oldest one. The caller holds the lock.
func (a *Service) keep(j *job) {
	a.complete = append(a.complete, j.of)
	if len(a.complete) > maxKept {
		delete(a.jobs, a.complete[0])
		a.complete = slices.Delete(a.complete, 0, 1)
	}
}

// Take waits for the analysis to change and returns its state. It returns false when the
// analysis has ended or the context is done.
func (s *Subscription) Take(ctx context.Context) (view.Analysis, bool) { return s.box.Take(ctx) }

// Notify registers a function that is called once, as soon as Take would return without
// waiting. The function must not block.
func (s *Subscription) Notify(ready func()) { s.box.Notify(ready) }

// Look tells the service the number of the move at which the subscriber looks. It is assessed next.
func (s *Subscription) Look(number int) {
	a := s.service
	a.mu.Lock()
	defer a.mu.Unlock()
	s.job.viewed = number
}

// Close ends the subscription. A running analysis without subscribers is cancelled. Close
// may be called several times.
func (s *Subscription) Close() {
	s.once.Do(func() {
		a, j := s.service, s.job
		a.mu.Lock()
		defer a.mu.Unlock()
		s.box.Close()
		delete(j.subscribers, s)
		if len(j.subscribers) == 0 && !j.ended {
			j.cancel()
			delete(a.jobs, j.of)
			a.startWaiting()
		}
	})
}

// Close cancels all analyses; no more can be started.
func (a *Service) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.close()
	for _, j := range a.waiting { // nobody else ends them
		j.ended, j.now.Err = true, bot.ErrClosed
		j.publish()
		for s := range j.subscribers {
			s.box.Close()
		}
		delete(a.jobs, j.of)
	}
	a.waiting = nil
}

// Stop cancels all analyses and waits until they have ended.
func (a *Service) Stop() {
	a.Close()
	a.done.Wait()
}
