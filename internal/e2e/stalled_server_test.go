package e2e

import (
	"syscall"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// The clocks do not run while the server process is suspended. The server logs the pause.
func TestStalledServerChargesNoClock(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	a, b := newAPIClient(t, s, sshtest.NewKey(t), "One"), newAPIClient(t, s, sshtest.NewKey(t), "Two")
	table := a.must(a.request("new", fields{"game": "chess4", "options": fields{"armies": "white,black", "clock": "1+0"}})).number("table")
	at := fields{"table": table}
	a.must(a.request("sit", merge(at, fields{"seat": "white"})))
	b.must(b.request("sit", merge(at, fields{"seat": "black"})))
	for _, m := range []*apiClient{a, b} {
		m.must(m.request("ready", at))
	}
	legal := a.must(a.request("legal", at)).list("legal")
	const stall = 5 * time.Second
	s.must(s.cmd.Process.Signal(syscall.SIGSTOP))
	time.Sleep(stall) // keep the server suspended for this time
	s.must(s.cmd.Process.Signal(syscall.SIGCONT))
	a.must(a.request("move", fields{"table": table, "ply": 0, "key": "one", "action": legal[0]}))
	began := moment(b.awaitEvent("started"))
	paused, resumed, acted := b.awaitEvent("paused"), b.awaitEvent("resumed"), b.awaitEvent("acted")
	stood := moment(resumed).Sub(moment(paused))
	if stood < stall-time.Second || paused.text("text") != "stall" {
		t.Errorf("the clock stood for %v; %v", stood, paused)
	}
	left := time.Minute - clockOf(t, a, table)
	if used := moment(acted).Sub(began); left > used-stood+time.Second {
		t.Errorf("white used %v, of which the server was suspended for %v, and was charged %v", used, stood, left)
	}
}

func moment(e fields) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, e.text("at"))
	return at
}

// clockOf returns the time left on white's clock.
func clockOf(t *testing.T, m *apiClient, table int) time.Duration {
	t.Helper()
	state := m.must(m.request("state", fields{"table": table}))
	left, ok := state.in("turn").in("clock").in("left_ms")["white"].(float64)
	if !ok {
		t.Fatalf("the state has no clock: %v", state)
	}
	return time.Duration(left) * time.Millisecond
}
