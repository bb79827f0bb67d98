package evening

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// reconcile makes the tables and the evening consistent. It enters new results, opens missing
// tables and seats their players. It closes waiting tables whose games were scored by hand
// or voided. The lock must be held.
func (e *Service) reconcile(ctx context.Context) error {
	if err := e.enterResults(ctx); err != nil {
		return err
	}
	on := e.Current()
	for _, board := range on.Unfinished() {
		if err := e.setUp(ctx, on, board); err != nil {
			return err
		}
	}
	return e.closeSettled(ctx)
}

// closeSettled closes the waiting tables of the current round whose games were scored by
// hand or voided.
func (e *Service) closeSettled(ctx context.Context) error {
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

// began reports whether err refuses a command because the game has already started or ended.
func began(err error) bool {
	refusal, ok := errors.AsType[*table.Refusal](err)
	return ok && (refusal.Reason == table.AlreadyStarted || refusal.Reason == table.GameOver)
}

// enterResults enters the results of the finished games in the current round. An aborted
// game may be played again once. The lock must be held.
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
		case s.Phase == table.Finished && s.Aborted && !g.Replay:
			over = append(over, pairing.Event{Kind: pairing.Replayed, At: now, Round: len(on.Rounds), Board: board})
		case s.Phase == table.Finished: // the table closed without a result
			reason := closedReason
			if s.Aborted {
				reason = abortedReason
			}
			over = append(over, pairing.Event{Kind: pairing.Voided, At: now, Round: len(on.Rounds), Board: board, Reason: reason})
		}
	}
	if len(over) == 0 {
		return nil
	}
	_, err := e.keep(ctx, over...)
	return err
}

// The stored reasons why a game has no result. A moderator can score such a game by hand.
const (
	closedReason  = "the table was closed"
	abortedReason = "the game was aborted twice"
)

// EnterResults records the results of finished games in the current evening. The lobby calls
// it when tables change.
func (e *Service) EnterResults(ctx context.Context) {
	if e.Current() == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.follow(ctx); err != nil {
		e.cfg.Logger.Warn("cannot read the data of the evening", slog.Any("error", err))
	}
	if e.Current() == nil {
		return
	}
	if err := e.enterResults(ctx); err == nil { // enterResults has logged any error, and the next call tries again
		e.openReplays(ctx)
	}
}

// openReplays opens a table for each aborted game that is to be played again, and notifies
// the players. The lock must be held.
func (e *Service) openReplays(ctx context.Context) {
	on := e.Current()
	for _, board := range on.Unfinished() {
		g := on.Rounds[len(on.Rounds)-1].Games[board-1]
		if !g.Replay || g.Table != 0 || !e.cfg.NewGames() {
			continue
		}
		if err := e.setUp(ctx, on, board); err != nil {
			e.cfg.Logger.Warn("cannot open a table for a game that is to be played again", slog.Any("error", err))
			continue
		}
		for _, p := range g.Seats {
			e.notify(e.Current(), board, p)
		}
	}
}

// setUp opens the table for a board of the current round, and seats the players. If the table is
// already open, setUp only seats the players. The lock must be held.
func (e *Service) setUp(ctx context.Context, on *pairing.Evening, board int) error {
	g := &on.Rounds[len(on.Rounds)-1].Games[board-1]
	if g.Table != 0 {
		err := e.assign(ctx, g)
		if began(err) {
			return nil
		}
		return err
	}
	place := table.EveningBoard{Evening: int64(on.Number), Round: len(on.Rounds), Board: board, Replay: g.Replay}
	t, err := e.boardTable(ctx, on, place, g.Seats)
	if err != nil {
		return err
	}
	_, err = e.keep(ctx, pairing.Event{Kind: pairing.TableOpened, At: e.now(), Board: board, Table: int64(t.View().ID)})
	return err
}

// assign seats the players of a game at its table.
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

// boardTable returns the table of a board, at which the given people have seats. It opens the
// table if necessary.
func (e *Service) boardTable(
	ctx context.Context,
	on *pairing.Evening,
	place table.EveningBoard,
	people [rules.SeatCount]player.Player,
) (Table, error) {
	made := e.cfg.Tables.BoardTable(place)
	if made != 0 { // an earlier attempt opened the table, but the evening has not stored the table's number
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

// notifyAll tells each player of the current round where they sit. The lock must be held.
func (e *Service) notifyAll() {
	on := e.Current()
	if len(on.Rounds) == 0 {
		return
	}
	for i, g := range on.Rounds[len(on.Rounds)-1].Games {
		for _, p := range g.Seats {
			e.notify(on, i+1, p)
		}
	}
}

// notify tells a connected player where they sit.
func (e *Service) notify(on *pairing.Evening, board int, p player.Player) {
	round := len(on.Rounds)
	g := &on.Rounds[round-1].Games[board-1]
	if g.Table == 0 {
		return
	}
	seat := slices.IndexFunc(g.Seats[:], func(q player.Player) bool { return q.ID == p.ID })
	e.cfg.Tables.NotifyPlayer(p, Assignment{
		From: on.By, Table: table.ID(g.Table), Title: on.Title, Seat: rules.Seat(seat),
		SeatName: on.Seats[seat], Evening: on.Name, Round: round,
	})
}

// knownAll returns the players, each marked as a bot if their account is a bot account now.
func (e *Service) knownAll(people [rules.SeatCount]player.Player) [rules.SeatCount]player.Player {
	for i := range people {
		people[i] = table.CurrentPlayer(e.cfg.Rights, people[i])
	}
	return people
}

// mayPlay returns an error if the evening is rated, the club does not rate bot accounts, and
// one of the people is a bot account.
func (e *Service) mayPlay(rated bool, people ...player.Player) error {
	if !rated || e.cfg.Rights == nil || e.cfg.Rights.RatesBotAccounts() {
		return nil
	}
	for _, p := range people {
		if p = table.CurrentPlayer(e.cfg.Rights, p); p.BotAccount {
			return fmt.Errorf("%s is a bot account, and bot accounts are not rated; use rated=off", p.Shown(player.MaxNameCells))
		}
	}
	return nil
}
