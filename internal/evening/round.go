package evening

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// lookAround brings the evening and its tables together, whatever came between:
// results are entered, each game that is not over has its table, with its people at
// it, and nobody is kept at the table of a game that a person settled. The lock is
// held.
func (e *Service) lookAround(ctx context.Context) error {
	if err := e.enterResults(ctx); err != nil {
		return err
	}
	on := e.Current()
	for _, board := range on.Unfinished() {
		if err := e.setUp(ctx, on, board); err != nil {
			return err
		}
	}
	return e.dismiss(ctx)
}

// dismiss closes the tables of this round whose games were settled before they
// began.
func (e *Service) dismiss(ctx context.Context) error {
	on := e.Current()
	if len(on.Rounds) == 0 {
		return nil
	}
	for _, g := range on.Rounds[len(on.Rounds)-1].Games {
		if g.State != pairing.ByHand && g.State != pairing.Void {
			continue
		}
		id := table.ID(g.Table)
		if s := e.cfg.Tables.Summary(ctx, id); s == nil || s.Phase != table.Waiting {
			continue
		}
		t, err := e.cfg.Tables.Load(ctx, id)
		if err != nil {
			return err
		}
		if err := t.CloseWaiting(ctx); err != nil && !began(err) {
			return err
		}
	}
	return nil
}

// began reports whether something was refused because a game has begun, or is over.
func began(err error) bool {
	refusal, ok := errors.AsType[*table.Refusal](err)
	return ok && (refusal.Reason == table.AlreadyStarted || refusal.Reason == table.GameOver)
}

// enterResults enters the games of this round that are over. The lock is held.
func (e *Service) enterResults(ctx context.Context) error {
	on, now := e.Current(), e.now()
	var over []pairing.Event
	for _, board := range on.Unfinished() {
		g := on.Rounds[len(on.Rounds)-1].Games[board-1]
		if g.Table == 0 {
			continue
		}
		s := e.cfg.Tables.Summary(ctx, table.ID(g.Table))
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

// EnterResults enters the results of games that are over. The lobby calls it when
// tables have changed.
func (e *Service) EnterResults(ctx context.Context) {
	if e.Current() == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.Current() == nil {
		return
	}
	_ = e.enterResults(ctx) // logged; tried again when there is news, or somebody asks
}

// setUp sees to it that a board of this round has its table. The lock is held.
func (e *Service) setUp(ctx context.Context, on *pairing.Evening, board int) error {
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
	_, err = e.keep(ctx, pairing.Event{Kind: pairing.TableOpened, At: e.now(), Board: board, Table: int64(t.View().ID)})
	return err
}

// assign lets the people of a game sit at its table.
func (e *Service) assign(ctx context.Context, g *pairing.Game) error {
	id := table.ID(g.Table)
	if s := e.cfg.Tables.Summary(ctx, id); s == nil || s.Phase != table.Waiting {
		return &table.Refusal{Reason: table.AlreadyStarted}
	}
	t, err := e.cfg.Tables.Load(ctx, id)
	if err != nil {
		return err
	}
	return t.Assign(ctx, e.knownAll(g.Seats))
}

// boardTable is the table of a board: one that was made already, or a new one.
func (e *Service) boardTable(ctx context.Context, on *pairing.Evening, place table.EveningBoard, people [rules.SeatCount]player.Player) (*live.Table, error) {
	made := e.cfg.Tables.BoardTable(place)
	if made != 0 { // before the evening heard of it
		t, err := e.cfg.Tables.Load(ctx, made)
		if err != nil {
			return nil, err
		}
		return t, t.Assign(ctx, e.knownAll(people))
	}
	def, err := variants.Find(on.Game)
	if err != nil {
		return nil, err
	}
	terms, err := setup.NewTerms(&def, on.Options)
	if err != nil {
		return nil, err
	}
	terms.SeatsPerPerson, terms.Evening = 1, &place
	return e.cfg.Tables.Open(ctx, on.By, terms, e.knownAll(people))
}

// callAll calls everybody to his table. The lock is held.
func (e *Service) callAll() {
	on := e.Current()
	if len(on.Rounds) == 0 {
		return
	}
	for i, g := range on.Rounds[len(on.Rounds)-1].Games {
		for _, p := range g.Seats {
			e.callTo(on, i+1, p)
		}
	}
}

// callTo tells somebody who is connected where they play.
func (e *Service) callTo(on *pairing.Evening, board int, whom player.Player) {
	round := len(on.Rounds)
	g := &on.Rounds[round-1].Games[board-1]
	if g.Table == 0 {
		return
	}
	seat := slices.IndexFunc(g.Seats[:], func(p player.Player) bool { return p.ID == whom.ID })
	e.cfg.Tables.NotifyPlayer(whom, Assignment{
		From: on.By, Table: table.ID(g.Table), Title: on.Title, Seat: rules.Seat(seat),
		SeatName: on.Seats[seat], Evening: on.Name, Round: round,
	})
}

// knownAll returns people as the club knows them now: some came when it knew otherwise.
func (e *Service) knownAll(people [rules.SeatCount]player.Player) [rules.SeatCount]player.Player {
	for i := range people {
		people[i] = table.CurrentPlayer(e.cfg.Rights, people[i])
	}
	return people
}

// mayPlay refuses a rated evening to machines, unless the club rates them.
func (e *Service) mayPlay(rated bool, people ...player.Player) error {
	if !rated || e.cfg.Rights == nil || e.cfg.Rights.RatesBotAccounts() {
		return nil
	}
	for _, p := range people {
		if p = table.CurrentPlayer(e.cfg.Rights, p); p.BotAccount {
			return fmt.Errorf("%s is a machine, and this evening is rated, for people; leave it out, or begin an evening with rated=off", p.Shown(player.MaxNameCells))
		}
	}
	return nil
}
