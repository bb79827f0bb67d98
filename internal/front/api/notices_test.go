package api

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"

	"quadrille/internal/protocol"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// countingStore counts how often events are read back from a log.
type countingStore struct {
	*logtest.Memory
	reads atomic.Int32
}

func (s *countingStore) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	s.reads.Add(1)
	return s.Memory.Since(ctx, id, after, limit)
}

// ask sends a request and returns the result of its answer. It skips events.
func (b *testSession) ask(request string, into any) {
	b.Helper()
	go func() { b.in <- []byte(request + "\n") }() // the session may be about to write an event
	for b.out.Scan() {
		var line struct {
			Event  string          `json:"event"`
			Result json.RawMessage `json:"result"`
			Error  *protocol.Error `json:"error"`
		}
		switch err := json.Unmarshal(b.out.Bytes(), &line); {
		case err != nil:
			b.Fatal(err)
		case line.Error != nil:
			b.Fatalf("%s: %v", request, line.Error)
		case line.Event != "":
		case into == nil:
			return
		default:
			if err := json.Unmarshal(line.Result, into); err != nil {
				b.Fatal(err)
			}
			return
		}
	}
	b.Fatal("the session ended")
}

// event returns the next event of a kind.
func (b *testSession) event(kind table.Kind) (e protocol.TableEvent) {
	b.Helper()
	for b.out.Scan() {
		if err := json.Unmarshal(b.out.Bytes(), &e); err != nil {
			b.Fatal(err)
		}
		if e.Event == kind {
			return e
		}
		e = protocol.TableEvent{}
	}
	b.Fatal("the session ended")
	return e
}

// TestQuestionsAndNotices has a program play against a person who offers a draw, and then declines the
// program's own offer.
func TestQuestionsAndNotices(t *testing.T) {
	b := newTestSessionWith(t, logtest.NewMemory(), rules.SeatCount-1)
	id := b.table.View().ID
	b.ask(`{"v":2,"command":"hello"}`, nil)
	b.ask(fmt.Sprintf(`{"v":2,"command":"sit","table":%d}`, id), nil)
	b.ask(fmt.Sprintf(`{"v":2,"command":"ready","table":%d}`, id), nil)
	b.do(table.Command{Kind: table.OfferDraw, Seat: rules.NoSeat})
	var state protocol.TableState
	b.ask(fmt.Sprintf(`{"v":2,"command":"state","table":%d}`, id), &state)
	if len(state.Questions) != 1 || state.Questions[0].Text != "Inky offers a draw" ||
		state.Questions[0].Accept != (protocol.Reply{Command: "accept", Offer: "draw"}) ||
		*state.Questions[0].Decline != (protocol.Reply{Command: "decline", Offer: "draw"}) {
		t.Errorf("%+v", state.Questions)
	}
	b.ask(fmt.Sprintf(`{"v":2,"command":"decline","offer":"draw","table":%d}`, id), nil)
	b.ask(fmt.Sprintf(`{"v":2,"command":"offer","offer":"draw","table":%d}`, id), nil)
	b.do(table.Command{Kind: table.DeclineDraw, Seat: rules.NoSeat})
	e := b.event(table.DrawDeclined)
	if len(e.Notices) == 0 { // the first one is the program's own answer
		e = b.event(table.DrawDeclined)
	}
	want := protocol.Notice{Seq: e.Seq, Kind: "draw-declined", Text: "Inky declined your draw"}
	if len(e.Notices) != 1 || e.Notices[0] != want {
		t.Errorf("%+v, want %+v", e.Notices, want)
	}
	b.ask(fmt.Sprintf(`{"v":2,"command":"state","table":%d}`, id), &state)
	if len(state.Questions) != 1 && len(state.Notices) == 0 || state.Notices[len(state.Notices)-1] != want {
		t.Errorf("%+v", state.Notices)
	}
}

// TestNewEventsAreNotReadBack follows a table whose events are in memory.
func TestNewEventsAreNotReadBack(t *testing.T) {
	store := &countingStore{Memory: logtest.NewMemory()}
	b := newTestSessionWith(t, store, rules.SeatCount)
	b.ask(`{"v":2,"command":"hello"}`, nil)
	b.ask(fmt.Sprintf(`{"v":2,"command":"watch","table":%d}`, b.table.View().ID), nil)
	before := store.reads.Load()
	for range 3 {
		v := b.table.View()
		b.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: v.Legal[0]})
		b.event(table.Acted)
	}
	if n := store.reads.Load() - before; n != 0 {
		t.Errorf("3 new events were read back %d times", n)
	}
	kept, ok := b.table.Newest(1)
	stored, err := store.Memory.Since(t.Context(), b.table.View().ID, 1, 100)
	if err != nil || !ok || len(kept) != len(stored) {
		t.Fatalf("%d events in memory (%v), %d stored: %v", len(kept), ok, len(stored), err)
	}
	for i := range stored {
		one, _ := json.Marshal(kept[i].Event)
		other, _ := json.Marshal(stored[i].Event)
		if string(one) != string(other) {
			t.Errorf("in memory %s, stored %s", one, other)
		}
	}
}

// TestAcceptingARotatedRematchAcceptsTheOpenOffer checks that `accept` does not make an offer of another kind.
func TestAcceptingARotatedRematchAcceptsTheOpenOffer(t *testing.T) {
	b := newTestSessionWith(t, logtest.NewMemory(), rules.SeatCount-1)
	request := func(command string) string {
		return fmt.Sprintf(`{"v":2,"table":%d,"command":%s}`, b.table.View().ID, command)
	}
	b.ask(`{"v":2,"command":"hello"}`, nil)
	b.ask(request(`"sit"`), nil)
	b.ask(request(`"ready"`), nil)
	b.do(table.Command{Kind: table.OfferDraw, Seat: rules.NoSeat})
	b.ask(request(`"accept","offer":"draw"`), nil)
	b.do(table.Command{Kind: table.OfferRematch, Seat: rules.NoSeat, Rotate: true})
	b.ask(request(`"accept","offer":"rematch"`), nil)
	if r := b.table.View().Rematch; r == nil || !r.Rotate || r.Accepted.Count() != rules.SeatCount {
		t.Errorf("the rematch is %+v", r)
	}
}
