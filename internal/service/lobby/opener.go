package lobby

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// opener opens tables, within limits for each host and for the whole server.
type opener struct {
	cfg    *Config
	tables *tables

	mu      sync.Mutex
	hosting map[player.ID]int // number of tables that each host is opening
	closed  bool
	opening sync.WaitGroup // Add is called only while mu is held
	begun   int            // number of tables whose opening has begun
	ended   int            // number of those whose opening has ended
	// whether a table may be stored that the directory lacks, because the outcome of its creation
	// was unknown
	doubt bool
}

func newOpener(cfg *Config, tables *tables) *opener {
	return &opener{cfg: cfg, tables: tables, hosting: map[player.ID]int{}}
}

// openChecked opens a table if its terms are valid. The tables `closing` do not count towards the
// limits.
func (o *opener) openChecked(
	ctx context.Context, by player.Player, terms table.Terms, lock string, closing []table.ID,
) (*live.Table, error) {
	by, terms = table.WithBotMark(o.cfg.Rights, by), terms.ForClub(o.cfg.Rights)
	if err := o.checkTerms(by, &terms); err != nil {
		return nil, err
	}
	return o.open(ctx, table.Event{Player: &by, Terms: &terms, PasswordHash: lock}, closing)
}

// check returns why a player cannot open a table now. It asks what openChecked asks, except for
// quotas and what is stored.
func (o *opener) check(by player.Player, terms table.Terms) error {
	by, terms = table.WithBotMark(o.cfg.Rights, by), terms.ForClub(o.cfg.Rights)
	if err := o.checkTerms(by, &terms); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.hasRoom(by.ID, nil)
}

// checkTerms returns an error for terms with which a player cannot open a table.
func (o *opener) checkTerms(by player.Player, terms *table.Terms) error {
	if err := terms.Admits(by); err != nil {
		return err
	}
	if err := o.mayOpen(by.ID, terms); err != nil {
		return err
	}
	if _, err := variants.New(terms.Game, terms.Options); err != nil {
		return setup.BadTerms.Refuse(err.Error())
	}
	_, err := table.ParseClock(terms.Clock.String())
	return err
}

// mayOpen returns an error for terms that the club does not allow, or that are not allowed
// for a private table.
func (o *opener) mayOpen(by player.ID, terms *table.Terms) error {
	rights := o.cfg.Rights
	switch {
	case !o.cfg.NewGames():
		return &table.Refusal{Reason: table.GamesPaused}
	case terms.Rated && rights != nil && !rights.MayRate(by):
		return &table.Refusal{Reason: table.RatedMembersOnly}
	case terms.Bots > 0 && !terms.AdmitsBots():
		return setup.BotsUnrated.Refuse(strconv.Itoa(terms.Bots), setup.NoBots)
	case terms.Private == table.ForAll:
		return nil
	case by.Guest():
		return GuestsPrivate.Refuse()
	case terms.Private == table.ForMembers && (rights == nil || !rights.Member(by)):
		return MembersChoose.Refuse()
	}
	return nil
}

// open opens a table with valid terms. The tables `closing` do not count towards the limits.
func (o *opener) open(ctx context.Context, opened table.Event, closing []table.ID) (*live.Table, error) {
	by := opened.Player
	admit, done, err := o.cfg.Quotas.Open(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := o.reserve(by.ID, closing, admit); err != nil {
		return nil, err
	}
	defer o.end()
	opened.Kind, opened.At = table.Opened, o.cfg.Clock.Now()
	t, err := o.create(ctx, opened)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hosting[by.ID]--; o.hosting[by.ID] == 0 {
		delete(o.hosting, by.ID)
	}
	if err == nil {
		err = o.tables.loaded.add(t, func() error { return nil })
	}
	return t, err
}

// reserve counts a table that is about to be opened. It returns an error if the host has
// too many tables, or if `admit`, called with all waiting tables, returns an error. The tables
// `closing` do not count.
func (o *opener) reserve(host player.ID, closing []table.ID, admit func(iter.Seq2[table.ID, player.ID]) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.hasRoom(host, closing); err != nil {
		return err
	}
	waiting := func(yield func(table.ID, player.ID) bool) {
		for id, host := range o.tables.directory.waitingForPlayers() {
			if !slices.Contains(closing, id) && !yield(id, host) {
				return
			}
		}
	}
	if err := admit(waiting); err != nil {
		return err
	}
	o.hosting[host]++
	o.begin()
	return nil
}

// hasRoom returns an error if the lobby is closing or the host has too many tables. The tables
// `closing` do not count. The lock must be held.
func (o *opener) hasRoom(host player.ID, closing []table.ID) error {
	if o.closed {
		return Closing.Refuse()
	}
	hosted := o.tables.directory.of(host, func(s *table.Summary) bool {
		out := s.Phase == table.Playing && s.Held(host) != 0 && !s.Plays(host)
		return s.Host.ID == host && s.Phase != table.Finished && s.Terms.Evening == nil && !out
	})
	hosted = slices.DeleteFunc(hosted, func(one *view.Summary) bool { return slices.Contains(closing, one.ID) })
	if o.hosting[host]+len(hosted) >= hostLimit {
		return TooManyHosted.Refuse()
	}
	return nil
}

// begin counts a table that is about to be opened. The lock must be held.
func (o *opener) begin() {
	o.begun++
	o.opening.Add(1)
}

func (o *opener) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended++
	o.opening.Done()
}

// create stores a table and starts it. If another node has already opened the table, create
// loads it.
func (o *opener) create(ctx context.Context, opened table.Event) (*live.Table, error) {
	if err := o.markBotAccount(ctx, *opened.Player); err != nil {
		return nil, err
	}
	summary, err := live.Summarize(o.tables.config(0), []table.Event{opened})
	if err != nil {
		return nil, err
	}
	id, err := o.cfg.Store.Create(ctx, opened, summary)
	if made, ok := errors.AsType[*table.MadeError](err); ok {
		return o.tables.open(ctx, made.Table)
	}
	if err != nil {
		o.cfg.Logger.Error("cannot create a table", slog.Any("error", err))
		if errors.Is(err, table.ErrUnsure) {
			o.setDoubt()
			o.tables.invalidate()
		}
		return nil, table.NotStored(err)
	}
	if !o.tables.cfg.Cluster.alone() {
		return o.tables.open(ctx, id) // people may have opened it already: the other nodes, and this one, read that it exists
	}
	return o.tables.start(ctx, id, []table.Event{opened})
}

func (o *opener) setDoubt() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.doubt = true
}

// inDoubt reports whether a table may be stored that the directory lacks.
func (o *opener) inDoubt() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.doubt
}

// resolve lists the tables that were stored although the outcome of their creation was unknown. It
// returns false if it must be called again.
func (o *opener) resolve(ctx context.Context) (done bool, err error) {
	o.mu.Lock()
	begun, idle := o.begun, o.begun == o.ended
	o.mu.Unlock()
	if !idle {
		return false, nil
	}
	list, err := o.cfg.Store.Live(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	if err != nil || o.begun != begun { // a table that is being opened must not be loaded twice
		return false, err
	}
	o.doubt = false
	o.tables.update(slices.DeleteFunc(list, func(one table.Stored) bool { return o.tables.directory.summary(one.ID) != nil }))
	return true, nil
}

// openBoard opens a table at which only the given people may sit. The table does not count
// towards the host's limit.
func (o *opener) openBoard(
	ctx context.Context,
	host player.Player,
	terms table.Terms,
	people [rules.SeatCount]player.Player,
) (*live.Table, error) {
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return nil, Closing.Refuse()
	}
	o.begin()
	o.mu.Unlock()
	defer o.end()
	t, err := o.create(ctx, table.Event{Kind: table.Opened, At: o.cfg.Clock.Now(), Player: &host, Terms: &terms})
	if err != nil {
		return nil, err
	}
	return t, o.tables.loaded.add(t, func() error { return t.Assign(ctx, people) }) // seat the players before anybody else can enter
}

// close prevents the opening of further tables. It reports whether this is its first call.
func (o *opener) close() (first bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	first, o.closed = !o.closed, true
	return first
}

// markBotAccount marks the host's account as a bot account if the host is a program.
func (o *opener) markBotAccount(ctx context.Context, by player.Player) error {
	if !by.BotAccount || o.cfg.Rights == nil {
		return nil
	}
	if err := o.cfg.Rights.MarkBotAccount(ctx, by.ID); err != nil {
		o.cfg.Logger.Error("cannot mark an account as a bot account", slog.Any("error", err))
		return table.NotStored(err)
	}
	return nil
}
