package vacation

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/player"
)

const (
	retryAfter = time.Minute
	// noticeFor is how long the notice about the end of a vacation is shown.
	noticeFor = 7 * day
	// remembered is how long a vacation stays in memory: long enough to count all vacations
	// of the current year.
	remembered = 366 * day
)

// Config configures a [Service].
type Config struct {
	Store Store
	// Days is the number of vacation days per account and calendar year (UTC). If it is 0,
	// nobody can start a vacation.
	Days int
	// Changed is called when a vacation has ended as planned, and when another node has
	// changed a vacation. It must not block.
	Changed func()
	Clock   *clock.Clock // nil means the system's clock
	Logger  *slog.Logger // nil means slog.Default
}

// Service stores the vacations of accounts and applies them to tables. Its methods may be
// called concurrently. A nil *Service has no vacations.
type Service struct {
	Config
	wake    background.Signal // capacity 1; wakes Run
	recheck background.Signal // capacity 1; makes Run apply vacations again after the clock was set

	changes lock.Mutex // held while a change is checked and stored

	mu      sync.Mutex
	tables  Tables // nil until Run is called
	list    map[player.ID][]Vacation
	pending map[player.ID]bool // accounts with a table that may not have stored the last change of their vacation
}

// Open reads the stored vacations. Call [Service.Run] to apply them to tables.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	s := &Service{Config: cfg, wake: background.NewSignal(), recheck: background.NewSignal(), pending: map[player.ID]bool{}}
	if err := s.Reload(ctx); err != nil {
		return nil, err
	}
	cfg.Clock.OnStep(s.clockStepped)
	for id := range s.list { // tell all tables again, because the server may have stopped before it told them
		s.pending[id] = true
	}
	return s, nil
}

// Reload reads the stored vacations again. Call it after an account has been deleted.
func (s *Service) Reload(ctx context.Context) error {
	s.changes.Lock()
	defer s.changes.Unlock()
	stored, err := s.Store.Vacations(ctx, s.Clock.Wall().Add(-remembered))
	if err != nil {
		return err
	}
	list := map[player.ID][]Vacation{}
	for _, v := range stored {
		list[v.Account] = append(list[v.Account], v)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
	return nil
}

// Follow reads the vacations again after another node has stored a change for an account.
// If `apply` is true, it also stores the vacation at the tables of the account, because the
// other node may have failed before it did so.
func (s *Service) Follow(ctx context.Context, id player.ID, apply bool) error {
	if err := s.Reload(ctx); err != nil {
		return err
	}
	defer s.Changed()
	if !apply {
		return nil
	}
	s.changes.Lock()
	defer s.changes.Unlock()
	_ = s.tell(ctx, id) // ignore the error: s.tell has logged it, and s.Run tries again
	return nil
}

// Of returns the vacations of an account in the last year, oldest first.
func (s *Service) Of(id player.ID) []Vacation {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list[id])
}

// Until returns when the vacation of a player ends, or the zero time if they are not on
// vacation.
func (s *Service) Until(id player.ID) time.Time {
	if v, ok := s.last(id); ok && v.Until.After(s.Clock.Wall()) {
		return v.Until
	}
	return time.Time{}
}

func (s *Service) last(id player.ID) (v Vacation, ok bool) {
	list := s.Of(id)
	if len(list) == 0 {
		return Vacation{}, false
	}
	return list[len(list)-1], true
}

// Ended returns the last vacation of a player, and reports whether that vacation ended as
// planned and within the last week.
func (s *Service) Ended(id player.ID) (v Vacation, ok bool) {
	if v, ok = s.last(id); !ok {
		return v, false
	}
	since := s.Clock.Wall().Sub(v.Until)
	return v, !v.Early && since >= 0 && since < noticeFor
}

// Left returns how many vacation days a player has left in the current calendar year. A
// vacation counts in the year in which it started.
func (s *Service) Left(id player.ID) int {
	left := s.PerYear()
	for _, v := range s.Of(id) {
		if v.From.Year() == s.Clock.Wall().Year() {
			left -= v.days()
		}
	}
	return max(0, left)
}

// PerYear returns the number of vacation days that an account has in a calendar year.
func (s *Service) PerYear() int {
	if s == nil {
		return 0
	}
	return s.Days
}

// Start starts a vacation of the given number of days.
func (s *Service) Start(ctx context.Context, by player.Player, days int) error {
	switch {
	case s == nil || s.Days == 0:
		return NoVacations.Refuse()
	case by.ID.Guest() || by.Name == "":
		return NeedsAccount.Refuse()
	case days < 1:
		return BadDays.Refuse(strconv.Itoa(days))
	}
	return s.change(ctx, by.ID, func() (Vacation, error) {
		if !s.Until(by.ID).IsZero() {
			return Vacation{}, OnVacation.Refuse()
		}
		if left := s.Left(by.ID); days > left {
			return Vacation{}, TooManyDays.Refuse(strconv.Itoa(days), strconv.Itoa(left))
		}
		now := s.Clock.Wall().Truncate(time.Microsecond) // the store keeps times only to the microsecond
		v := Vacation{Account: by.ID, From: now, Until: now.Add(time.Duration(days) * day)}
		var err error
		v.Number, err = s.Store.AddVacation(ctx, v)
		return v, err
	})
}

// End ends a player's vacation early.
func (s *Service) End(ctx context.Context, by player.Player) error {
	if s == nil {
		return NotOnVacation.Refuse()
	}
	return s.change(ctx, by.ID, func() (Vacation, error) {
		v, ok := s.last(by.ID)
		now := s.Clock.Wall()
		if !ok || !v.Until.After(now) {
			return Vacation{}, NotOnVacation.Refuse()
		}
		v.Until, v.Early = now, true
		return v, s.Store.EndVacation(ctx, v)
	})
}

// change stores a new or changed vacation of an account, and then applies it to the tables
// of the account.
func (s *Service) change(ctx context.Context, id player.ID, store func() (Vacation, error)) error {
	s.changes.Lock()
	defer s.changes.Unlock()
	v, err := store()
	if err != nil {
		return err
	}
	s.mu.Lock()
	list := slices.DeleteFunc(slices.Clone(s.list[id]), func(old Vacation) bool { return old.Number == v.Number })
	s.list[id] = append(list, v)
	s.mu.Unlock()
	return s.tell(ctx, id)
}

// tell applies the current vacation of an account to the tables of the account. If that
// fails, Run tries again later. The caller must hold s.changes.
func (s *Service) tell(ctx context.Context, id player.ID) error {
	s.mu.Lock()
	tables := s.tables
	s.mu.Unlock()
	err := error(NotEverywhere.Refuse())
	if tables != nil {
		err = tables.SetVacation(ctx, id, s.Until(id))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.pending, id); err != nil {
		s.pending[id] = true
		s.Logger.Warn("cannot store a vacation at one or more tables", slog.Any("error", err))
		err = NotEverywhere.Refuse()
	}
	s.wake.Send()
	return err
}

// Run tries again to store vacations at tables that have not stored them yet. It calls
// Changed when a vacation ends, and returns when ctx is done.
func (s *Service) Run(ctx context.Context, tables Tables) {
	s.mu.Lock()
	s.tables = tables
	s.mu.Unlock()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-s.recheck:
			s.retry(ctx)
			s.Changed()
		case <-timer.C:
			s.retry(ctx)
			s.Changed()
		}
		timer.Reset(s.next())
	}
}

// retry stores vacations at the tables where they may still be missing.
func (s *Service) retry(ctx context.Context) {
	s.changes.Lock()
	defer s.changes.Unlock()
	s.mu.Lock()
	var list []player.ID
	for id := range s.pending {
		list = append(list, id)
	}
	s.mu.Unlock()
	for _, id := range list {
		_ = s.tell(ctx, id) // ignore the error: s.tell has logged it, and s.Run tries again
	}
}

// clockStepped makes Run apply the vacations to tables again, and look when the next one ends,
// because the clock was set.
func (s *Service) clockStepped() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, list := range s.list {
		if list[len(list)-1].Until.After(s.Clock.Wall()) {
			s.pending[id] = true
		}
	}
	s.recheck.Send()
}

// next returns how long Run may wait: until the next vacation ends, or until Run must try
// again to store a vacation in the log of a table.
func (s *Service) next() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := day
	if len(s.pending) > 0 {
		wait = retryAfter
	}
	for _, list := range s.list {
		if left := list[len(list)-1].Until.Sub(s.Clock.Wall()); left > 0 {
			wait = min(wait, left)
		}
	}
	return wait
}
