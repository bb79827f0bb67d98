package api

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
)

// TestPastEventsCountAgainstTheRateLimit reads the log of a table several times and checks
// that reading a past event costs as much as a request.
func TestPastEventsCountAgainstTheRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTestSession(t)
		for range 240 {
			v := b.table.View()
			b.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: v.Legal[len(v.Moves)%len(v.Legal)]})
		}
		b.in <- []byte(`{"v":2,"command":"hello"}` + "\n")
		b.read()
		last, start := b.table.View().Seq, time.Now()
		const times = 5
		for range times {
			b.in <- fmt.Appendf(nil, `{"v":2,"command":"watch","table":%d,"after":0}`+"\n", b.table.View().ID)
			for line := b.read(); line.Event != "turn" || line.Seq != last; line = b.read() {
			}
		}
		if took := time.Since(start); took < (times-1)*time.Second {
			t.Errorf("%d events were sent %d times in %v", last, times, took)
		}
	})
}
