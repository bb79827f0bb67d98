package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// bots are the programs that play at the tables of a lobby. A table's bots have a
// goroutine while there is something for one of them to do, and else nothing.
type bots struct {
	lobby *Lobby
	pool  *bot.Pool
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu       sync.Mutex
	busy     map[table.ID]bool                  // whether something has changed since they looked
	hopeless map[table.ID]*[rules.SeatCount]int // how often in a row a seat has seen that its game is lost
}

func newBots(l *Lobby, pool *bot.Pool) *bots {
	b := &bots{lobby: l, pool: pool, busy: map[table.ID]bool{}, hopeless: map[table.ID]*[rules.SeatCount]int{}}
	b.open, b.close = context.WithCancel(context.Background())
	return b
}

// Refusals about bots.
var (
	ErrNoBots    = errors.New("no bots play here")
	errNoBotSeat = errors.New("only the host seats bots, before the game begins; later, whoever plays does on a seat that the table gave up")
	errNotABot   = errors.New("no bot sits there")
)

// SeatBot seats a bot of some level, for somebody who may: the host before the game
// begins, and on a seat that was given up by vote whoever plays. NoSeat is the first
// that is open.
func (l *Lobby) SeatBot(ctx context.Context, by player.Player, id table.ID, seat rules.Seat, level int) error {
	if l.bots.pool == nil {
		return ErrNoBots
	}
	if level < 1 || level > int(bot.Strongest) {
		return fmt.Errorf("there is no level %d: bots play at 1, which a beginner beats, to %d", level, bot.Strongest)
	}
	t, err := l.Table(ctx, id)
	if err != nil {
		return err
	}
	v := t.View()
	if seat == rules.NoSeat {
		seat = openFor(v)
	}
	if !mayBringBot(v, by.ID) {
		return errNoBotSeat
	}
	return t.Do(ctx, table.Act{By: player.Bot(level, uint8(seat)), Do: table.Sit, Seat: seat})
}

func mayBringBot(v *table.View, by player.ID) bool {
	if v.Phase == table.Waiting {
		return v.Host.ID == by
	}
	return v.Phase == table.Playing && v.Held(by)&v.Position.InPlay() != 0
}

// openFor is the first seat that a bot can have; NoSeat if there is none, which the
// table refuses with a sentence.
func openFor(v *table.View) rules.Seat {
	for seat := range v.Seats {
		if v.Seats[seat].Open || v.Seats[seat].Vacant {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}

// SendBotAway lets a bot stand up before the game begins, for the host.
func (l *Lobby) SendBotAway(ctx context.Context, by player.Player, id table.ID, seat rules.Seat) error {
	t, err := l.Table(ctx, id)
	if err != nil {
		return err
	}
	v := t.View()
	switch {
	case v.Host.ID != by.ID || v.Phase != table.Waiting:
		return errNoBotSeat
	case seat >= rules.SeatCount || !v.Seats[seat].Player.ID.Bot():
		return errNotABot
	}
	return t.Do(ctx, table.Act{By: v.Seats[seat].Player, Do: table.Stand, Seat: seat})
}

// look wakes a table's bots if one of them has something to do. A table calls it in
// the middle of its work: it waits for nothing.
func (b *bots) look(v *table.View) {
	if b.pool == nil {
		return
	}
	if _, what := owed(v); what == nothing {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, at := b.busy[v.ID]; at {
		b.busy[v.ID] = true
		return
	}
	if b.open.Err() == nil {
		b.busy[v.ID] = false
		b.done.Go(func() { b.attend(v.ID) })
	}
}

// attend does what a table's bots have to do, until there is nothing more. What a
// table refuses is not tried again before something changes there.
func (b *bots) attend(id table.ID) {
	defer b.contain(id)
	b.lobby.mu.Lock()
	t := b.lobby.tables[id]
	b.lobby.mu.Unlock()
	for t != nil {
		v := t.View()
		seat, what := owed(v)
		var err error
		if what != nothing {
			err = b.do(t, v, seat, what)
		}
		done := what != nothing && err == nil && t.View().Seq > v.Seq
		if b.open.Err() != nil || !done && b.rest(v) {
			return
		}
	}
	b.rest(nil)
}

// rest reports whether nothing has changed since they looked; then they look no more.
func (b *bots) rest(v *table.View) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if v == nil {
		return true
	}
	if b.busy[v.ID] {
		b.busy[v.ID] = false
		return false
	}
	delete(b.busy, v.ID)
	if v.Phase == table.Finished {
		delete(b.hopeless, v.ID)
	}
	return true
}

// contain keeps a fault of the bots at one table away from all others.
func (b *bots) contain(id table.ID) {
	if fault := recover(); fault != nil {
		b.lobby.cfg.Logger.Error("a table's bots fell over", slog.Int64("table", int64(id)), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.busy, id)
}

// stop ends what the bots do, and waits for it.
func (b *bots) stop() {
	b.mu.Lock()
	b.close()
	b.mu.Unlock()
	b.done.Wait()
}
