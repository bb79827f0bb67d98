package storetest

import (
	"context"
	"fmt"
	"testing"

	"quadrille/internal/table"
	"quadrille/rules"
)

// A sole first place is a win, a shared first place a draw, and any other place a loss.
func testRecordCountsWinsDrawsAndLosses(t *testing.T, b *Backend) {
	s := b.opened(t)
	r := RatingsOf(s)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 3, 2, 1)
	Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 0, 1, 2)
	for _, out := range [][]rules.Seat{nil, {2, 3}} { // the seats that resign before the other seats agree to a draw
		log := resigned(t, RatedTerms(), Four(1, 2, 3, 4), out...)
		one, two, three, last := Member(1), Member(2), Member(3), Member(4)
		log = append(
			log[:len(log)-1],
			table.Event{Kind: table.DrawOffered, At: noon, Player: &one},
			table.Event{Kind: table.DrawAccepted, At: noon, Player: &two},
		)
		if out == nil {
			log = append(
				log,
				table.Event{Kind: table.DrawAccepted, At: noon, Player: &three},
				table.Event{Kind: table.DrawAccepted, At: noon, Player: &last},
			)
		}
		log = append(log, table.Event{Kind: table.DrawAgreed, At: noon}, table.Event{Kind: table.Closed, At: noon, Action: "agreement"})
		appendTo(t, s, openTable(t, s, RatedTerms()), 2, log...)
	}
	for n, want := range []string{"won 1, drawn 2, lost 1", "won 0, drawn 2, lost 2", "won 0, drawn 1, lost 3", "won 1, drawn 1, lost 2"} {
		list, err := r.Record(context.Background(), Member(n+1).ID)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		c := &list[0]
		if got := fmt.Sprintf("won %d, drawn %d, lost %d", c.Won(), c.Drawn, c.Lost()); got != want {
			t.Errorf("member %d: %s, want %s; %+v", n+1, got, want, c.Steps)
		}
	}
}
