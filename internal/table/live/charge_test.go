package live_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// TestHostIsChargedForBotsAlone checks that the events of a table with four bots count
// against the host's quotas. Otherwise such a table could store any number of events.
func TestHostIsChargedForBotsAlone(t *testing.T) {
	b := newUncheckedTable(t, table.Terms{Game: "chess4"})
	if err := b.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	hostCtx := player.WithAddress(t.Context(), netip.MustParseAddr("192.0.2.7"))
	charged, atAddress, full := map[player.ID]int{}, 0, errors.New("the quota is used up")
	left := 1000
	cfg := b.config()
	cfg.Bots = true
	cfg.Charge = func(ctx context.Context, by player.ID, events int, _ bool) error {
		if events > left {
			return full
		}
		left -= events
		charged[by] += events
		if from, ok := player.AddressOf(ctx); ok && from == player.Network(netip.MustParseAddr("192.0.2.7")) {
			atAddress += events
		}
		return nil
	}
	tab, err := live.Open(cfg, b.events())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tab.Stop(context.Background()) }()
	do := func(ctx context.Context, a table.Command) {
		t.Helper()
		if err := tab.Do(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	for seat := range rules.Seat(rules.SeatCount) {
		do(hostCtx, table.Command{By: inky, Kind: table.AddBot, Seat: seat, Level: 1})
	}
	play := func() error {
		v := tab.View()
		actor := v.Seats[v.Actor]
		return tab.Do(
			t.Context(),
			table.Command{By: actor.Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: len(v.Moves)},
		)
	}
	for range 3 {
		if err := play(); err != nil {
			t.Fatal(err)
		}
	}
	total := len(b.events()) - 1
	if got := charged[inky.ID]; got != total || got != atAddress || len(charged) != 1 {
		t.Errorf("%d events; the host is charged %d, %d of them at the address; all: %v", total, got, atAddress, charged)
	}
	left = 0
	if err := play(); !errors.Is(err, full) || len(b.events())-1 != total {
		t.Errorf("without a quota: %v, %d events", err, len(b.events())-1)
	}
}

func TestBotsWithAPersonAreNotCharged(t *testing.T) {
	b := newUncheckedTable(t, duel)
	if err := b.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	charged := map[player.ID]int{}
	cfg := b.config()
	cfg.Bots = true
	cfg.Charge = func(_ context.Context, by player.ID, events int, _ bool) error {
		charged[by] += events
		return nil
	}
	tab, err := live.Open(cfg, b.events())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tab.Stop(context.Background()) }()
	for _, a := range []table.Command{
		{By: inky, Kind: table.AddBot, Seat: black, Level: 1},
		{By: blinky, Kind: table.Sit, Seat: white},
		{By: blinky, Kind: table.Ready},
	} {
		if err := tab.Do(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	hosts := charged[inky.ID]
	for _, seat := range []rules.Seat{white, black} {
		v := tab.View()
		move := table.Command{By: v.Seats[seat].Player, Kind: table.Play, Seat: seat, Action: v.Legal[0], Answers: len(v.Moves)}
		if err := tab.Do(t.Context(), move); err != nil {
			t.Fatal(err)
		}
	}
	// the bot's move must count toward the quota of the bot, not of its host
	if bot := tab.View().Seats[black].Player; charged[inky.ID] != hosts || charged[bot.ID] != 1 {
		t.Errorf("charged: %v, the host %d before", charged, hosts)
	}
}
