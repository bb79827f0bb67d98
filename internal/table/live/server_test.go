package live_test

import (
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestFunctionsOfTheServer checks that the functions that the server calls store events, and return
// the refusals of package decide.
func TestFunctionsOfTheServer(t *testing.T) {
	b := newTable(t, chess4)
	ctx := t.Context()
	want := func(err error, reason *table.Reason, kinds ...table.Kind) {
		t.Helper()
		if reason == nil && err != nil || reason != nil && !isRefusal(err, reason) {
			t.Errorf("%v, want %v", err, reason)
		}
		if got := b.kinds(1); !slices.Equal(got[max(0, len(got)-len(kinds)):], kinds) {
			t.Errorf("events %q, want %q", got, kinds)
		}
	}
	want(b.FillWithBots(ctx, 1), table.NoBots)
	want(b.Assign(ctx, [rules.SeatCount]player.Player(four)), nil, table.Reserved, table.Seated)
	want(b.RemovePlayer(ctx, moderator, clyde.ID, "rude"), nil, table.Unseated)
	w := b.Watch(inky)
	want(b.CloseIfEmpty(ctx), table.InUse)
	w.Close()
	want(b.CloseUnlessSeated(ctx), nil, table.Unseated)
	want(b.SetRematch(ctx, 9), table.NotOver)
	want(b.CloseIfEmpty(ctx), nil, table.Closed)
	b = newTable(t, duel)
	b.startGame(inky, blinky)
	want(b.CloseWaiting(ctx), table.AlreadyStarted)
	b.moves("resign")
	want(b.SetRematch(ctx, 9), nil, table.RematchOpened)
}
