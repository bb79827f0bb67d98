package lobby

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// lookAround brings the evening and its tables together, whatever came between:
// results are entered, each game that is not over has its table, with its people at
// it, and nobody is kept at the table of a game that a person settled. The lock is
// held.
func (e *Evenings) lookAround(ctx context.Context) error {
	if err := e.enterResults(ctx); err != nil {
		return err
	}
	on := e.On()
	for _, board := range on.Unfinished() {
		if err := e.setUp(ctx, on, board); err != nil {
			return err
		}
	}
	return e.dismiss(ctx)
}

// dismiss closes the tables of this round whose games were settled before they
// began.
func (e *Evenings) dismiss(ctx context.Context) error {
	on := e.On()
	if len(on.Rounds) == 0 {
		return nil
	}
	for _, g := range on.Rounds[len(on.Rounds)-1].Games {
		if g.State != pairing.ByHand && g.State != pairing.Void {
			continue
		}
		id := table.ID(g.Table)
		if s := e.lobby.directory.summary(id); s == nil || s.Phase != table.Waiting {
			continue
		}
		t, err := e.lobby.openTable(ctx, id)
		if err != nil {
			return err
		}
		if err := t.Dismiss(ctx); err != nil && !began(err) {
			return err
		}
	}
	return nil
}

// began reports whether something was refused because a game has begun, or is over.
func began(err error) bool {
	refusal, ok := errors.AsType[*table.Refusal](err)
	return ok && (refusal.Reason == table.AlreadyBegan || refusal.Reason == table.GameOver)
}

// summaryOf returns the summary of a table, also of one that the directory does not
// list any more; nil if it cannot be read.
func (e *Evenings) summaryOf(ctx context.Context, id table.ID) *table.Summary {
	if s := e.lobby.summaryAtHand(id); s != nil {
		return s
	}
	t, err := e.lobby.load(ctx, id)
	if err != nil {
		e.lobby.cfg.Logger.Warn("an evening's table cannot be looked at", slog.Int64("table", int64(id)), slog.Any("error", err))
		return nil
	}
	return t.View().Summary
}

// enterResults enters the games of this round that are over. The lock is held.
func (e *Evenings) enterResults(ctx context.Context) error {
	on, now := e.On(), e.now()
	var over []pairing.Event
	for _, board := range on.Unfinished() {
		g := on.Rounds[len(on.Rounds)-1].Games[board-1]
		if g.Table == 0 {
			continue
		}
		s := e.summaryOf(ctx, table.ID(g.Table))
		switch {
		case s == nil:
		case s.Phase == table.Finished && s.Over:
			over = append(over, pairing.Event{
				Kind: pairing.Scored, At: now, Round: len(on.Rounds), Board: board, Scores: s.Scores,
			})
		case s.Phase == table.Finished: // nobody can play it any more
			over = append(over, pairing.Event{Kind: pairing.Voided, At: now, Round: len(on.Rounds), Board: board, Reason: closedReason})
		}
	}
	if len(over) == 0 {
		return nil
	}
	_, err := e.keep(ctx, over...)
	return err
}

// closedReason is stored, and read by people.
const closedReason = "its table was closed"

// listen enters results as they come. It is called by the crier and before somebody
// is shown the evening, and looks only at tables that are at hand.
func (e *Evenings) listen(ctx context.Context) {
	if e.On() == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.On() == nil {
		return
	}
	_ = e.enterResults(ctx) // logged; tried again when there is news, or somebody asks
}

// setUp sees to it that a board of this round has its table. The lock is held.
func (e *Evenings) setUp(ctx context.Context, on *pairing.Evening, board int) error {
	g := &on.Rounds[len(on.Rounds)-1].Games[board-1]
	if g.Table != 0 {
		err := e.assign(ctx, g)
		if began(err) {
			return nil
		}
		return err
	}
	place := table.EveningBoard{Evening: int64(on.Number), Round: len(on.Rounds), Board: board}
	t, err := e.boardTable(ctx, on, place, g.Seats)
	if err != nil {
		return err
	}
	_, err = e.keep(ctx, pairing.Event{Kind: pairing.Tabled, At: e.now(), Board: board, Table: int64(t.View().ID)})
	return err
}

// assign lets the people of a game sit at its table.
func (e *Evenings) assign(ctx context.Context, g *pairing.Game) error {
	id := table.ID(g.Table)
	if s := e.lobby.directory.summary(id); s == nil || s.Phase != table.Waiting {
		return &table.Refusal{Reason: table.AlreadyBegan}
	}
	t, err := e.lobby.openTable(ctx, id)
	if err != nil {
		return err
	}
	return t.Assign(ctx, e.lobby.knownAll(g.Seats))
}

// boardTable is the table of a board: one that was made already, or a new one.
func (e *Evenings) boardTable(ctx context.Context, on *pairing.Evening, place table.EveningBoard, people [rules.SeatCount]player.Player) (*table.Table, error) {
	made := e.lobby.directory.find(func(s *table.Summary) bool { return s.Terms.Evening != nil && *s.Terms.Evening == place })
	if made != 0 { // before the evening heard of it
		t, err := e.lobby.openTable(ctx, made)
		if err != nil {
			return nil, err
		}
		return t, t.Assign(ctx, e.lobby.knownAll(people))
	}
	offer, err := variants.Find(on.Game)
	if err != nil {
		return nil, err
	}
	terms, err := setup.NewTerms(&offer, on.Options)
	if err != nil {
		return nil, err
	}
	terms.SeatsPerPerson, terms.Evening = 1, &place
	return e.lobby.openBoard(ctx, on.By, terms, people)
}

// openBoard makes a table at which only these people sit. It is the house's, and
// does not count among those that its host may have.
func (l *Lobby) openBoard(ctx context.Context, host player.Player, terms table.Terms, people [rules.SeatCount]player.Player) (*table.Table, error) {
	host, terms = l.known(host), terms.Under(l.cfg.Rights)
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil, ErrClosed
	}
	l.making.Add(1)
	l.mu.Unlock()
	defer l.making.Done()
	t, err := l.create(ctx, table.Event{Kind: table.Opened, At: l.cfg.Now().UTC(), Player: &host, Terms: &terms})
	if err != nil {
		return nil, err
	}
	err = t.Assign(ctx, l.knownAll(people)) // before anybody can open the table
	l.loaded.add(t)
	return t, err
}

// callFor is how long people are called to their table.
const callFor = time.Hour

// callAll calls everybody to his table. The lock is held.
func (e *Evenings) callAll() {
	on := e.On()
	if len(on.Rounds) == 0 {
		return
	}
	for i, g := range on.Rounds[len(on.Rounds)-1].Games {
		for _, p := range g.Seats {
			e.callTo(on, i+1, p)
		}
	}
}

// callTo tells somebody who is here where he plays. That is no invitation of a
// person's, so no bound on those holds, and nobody is muted by it.
func (e *Evenings) callTo(on *pairing.Evening, board int, whom player.Player) {
	round := len(on.Rounds)
	g := &on.Rounds[round-1].Games[board-1]
	l := e.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.here[whom.ID] == nil || g.Table == 0 {
		return
	}
	seat := slices.IndexFunc(g.Seats[:], func(p player.Player) bool { return p.ID == whom.ID })
	l.letters++
	m := l.mailOf(whom.ID)
	m.letters = append(m.letters, Invitation{
		Number: l.letters, From: on.By, Table: table.ID(g.Table), Title: on.Title, Seat: rules.Seat(seat),
		Evening: on.Name, Round: round, SeatName: on.Seats[seat], Until: l.cfg.Now().Add(callFor),
	})
	m.tell()
	l.soil()
}
