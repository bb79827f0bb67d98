package api

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
)

// Who asks for all that happened at a table, again and again, is answered no faster
// than the door answers: each event that he hears again counts as a request.
func TestAStoryToldAgainAndAgainCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBed(t)
		for range 240 {
			v := b.table.View()
			b.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: v.Legal[len(v.Moves)%len(v.Legal)]})
		}
		b.in <- []byte(`{"v":1,"do":"hello"}` + "\n")
		b.read()
		last, begun := b.table.View().Seq, time.Now()
		const times = 5
		for range times {
			b.in <- fmt.Appendf(nil, `{"v":1,"do":"watch","table":%d,"after":0}`+"\n", b.table.View().ID)
			for line := b.read(); line.Event != "turn" || line.Seq != last; line = b.read() {
			}
		}
		if took := time.Since(begun); took < (times-1)*time.Second {
			t.Errorf("%d events were told %d times in %v", last, times, took)
		}
	})
}
