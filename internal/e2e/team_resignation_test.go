package e2e

import (
	"fmt"
	"testing"

	"quadrille/internal/sshtest"
)

// Only partners see a proposal to resign as a team. Opponents and spectators see neither its
// event nor any trace of it in the state, even when they request missed events.
func TestOnlyPartnersGetATeamResignation(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	var seats [4]*apiClient
	for i, name := range []string{"One", "Two", "Three", "Four"} {
		seats[i] = newAPIClient(t, s, sshtest.NewKey(t), name)
	}
	table := seats[0].must(seats[0].request("new", fields{"game": "verney", "options": fields{"clock": "none"}})).number("table")
	view := newAPIClient(t, s, sshtest.NewKey(t), "Eye")
	at := fields{"table": table}
	view.must(view.request("watch", at))
	for i, seat := range []string{"yellow", "red", "white", "black"} {
		if _, fault := seats[i].request("sit", merge(at, fields{"seat": seat})); fault != nil {
			t.Fatalf("%s: %v", seat, fault)
		}
	}
	for _, m := range seats {
		m.must(m.request("ready", at))
	}
	proposed := seats[0].must(seats[0].request("resign", merge(at, fields{"key": "enough"})))
	if proposed["proposed"] != true {
		t.Fatalf("the answer is %v", proposed)
	}
	partner, opponents := seats[2], []*apiClient{seats[1], seats[3], view}
	if e := partner.awaitEvent("resignation-proposed"); e.text("seat") != "yellow" {
		t.Errorf("the partner receives %v", e)
	}
	if state := partner.must(partner.request("state", at)); fmt.Sprint(state["resignation_proposed"]) != "[yellow]" {
		t.Errorf("the partner's state has %v", state["resignation_proposed"])
	}
	for _, m := range opponents {
		if state := m.must(m.request("state", at)); state["resignation_proposed"] != nil {
			t.Errorf("%s sees that %v wants to resign", m.name, state["resignation_proposed"])
		}
	}
	missed := newAPIClient(t, s, sshtest.NewKey(t), "Late")
	missed.must(missed.request("watch", merge(at, fields{"after": 0})))
	partner.must(partner.request("decline", merge(at, fields{"offer": "resignation"})))
	legal := seats[0].must(seats[0].request("legal", at)).list("legal")
	seats[0].must(seats[0].request("move", fields{"table": table, "ply": 0, "key": "one", "action": legal[0]}))
	for _, m := range append(opponents, missed) {
		for e := m.event(); e.text("event") != "acted"; e = m.event() {
			if kind := e.text("event"); kind == "resignation-proposed" || kind == "resignation-rejected" {
				t.Errorf("%s receives %v", m.name, e)
			}
		}
	}
}
