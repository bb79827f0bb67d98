package live_test

import (
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestShownHidesPrivateEvents checks that the method Shown omits, for each person, the events
// that views hide from this person during the game.
func TestShownHidesPrivateEvents(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	seat := rules.Seat(2)
	events := []table.Numbered{
		{Seq: 1, Event: table.Event{Kind: table.Acted, Seat: &seat}},
		{Seq: 2, Event: table.Event{Kind: table.Heartbeat}},
		{Seq: 3, Event: table.Event{Kind: table.SpectatorChatted, Player: &sue, Text: "look"}},
		{Seq: 4, Event: table.Event{Kind: table.Premoved, Seat: &seat}},
		{Seq: 5, Event: table.Event{Kind: table.PremoveDropped, Seat: &seat}},
	}
	shown := func(to player.ID) (seqs []int) {
		for _, e := range b.Shown(to, events) {
			seqs = append(seqs, e.Seq)
		}
		return seqs
	}
	for who, want := range map[player.Player][]int{
		inky: {1}, four[seat]: {1, 4, 5}, sue: {1, 3}, {}: {1},
	} {
		if got := shown(who.ID); !slices.Equal(got, want) {
			t.Errorf("%q sees %v, want %v", who.Name, got, want)
		}
	}
}
