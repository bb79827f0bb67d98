package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

func TestBadRequestsAreRefusedWithACode(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := connectAPIClient(t, s, sshtest.NewKey(t), "Robo")
	m.refused("hello-first", "tables", nil)
	for line, code := range map[string]string{
		`hello`:                                 "not-json",
		`[1]`:                                   "not-json",
		`{"v":2,"id":"x","command":"hello"`:     "not-json",
		`{"v":2,"id":"x","command":"hello"} {}`: "not-json",
		`{"v":2,"id":"x","command":"hello","command":"ping"}`:                  "not-json",
		`{"v":2,"id":7,"command":"hello"}`:                                     "wrong-type",
		`{"command":"hello"}`:                                                  "wrong-version",
		`{"v":1,"do":"hello"}`:                                                 "wrong-version",
		`{"v":2,"command":"fly"}`:                                              "no-such-command",
		`{"v":2,"command":"hello","Name":"Robo"}`:                              "unknown-field",
		`{"v":2,"command":"hello","name":["Robo"]}`:                            "wrong-type",
		`{"v":2,"command":"hello","name":"quadrille"}`:                         "reserved-name",
		`{"v":2,"command":"hello","name":"` + strings.Repeat("x", 5000) + `"}`: "line-too-long",
	} {
		m.sendLine(line)
		if answer := m.next(); answer.in("error").text("code") != code {
			t.Errorf("%.60s gives %v, want %s", line, answer, code)
		}
	}
	you := m.must(m.request("hello", fields{"name": "Robo"}))
	if you["named"] != true || you.in("you").text("name") != "Robo" {
		t.Errorf("hello: %v", you)
	}
	m.refused("missing-field", "sit", nil)
	m.refused("no-such-table", "watch", fields{"table": 99})
	m.refused("not-followed", "ready", fields{"table": 1})
	m.refused("no-such-game", "new", fields{"game": "draughts"})
	m.refused("bad-clock", "new", fields{"game": "chess4", "options": fields{"clock": "fast"}})
	m.refused("people-only", "new", fields{"game": "chess4", "options": fields{"rated": "on"}})
}

// TestAPIClientFillsSeatsWithBots opens a table with an API client, which fills the other seats
// with bots of the server.
func TestAPIClientFillsSeatsWithBots(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	table := m.must(m.request("new", fields{"game": "verney"})).number("table")
	m.must(m.request("sit", fields{"table": table, "with": []string{"legal"}}))
	for range 3 {
		m.must(m.request("add-bot", fields{"table": table, "level": 1}))
	}
	m.refused("full", "add-bot", fields{"table": table, "level": 1})
	for _, seat := range m.must(m.request("state", fields{"table": table})).list("seats") {
		if player := fields(seat.(map[string]any)).in("player"); player["bot"] != true {
			t.Errorf("in a seat is %v", player)
		}
	}
	m.must(m.request("ready", fields{"table": table}))
	turn := m.awaitEvent("turn")
	for turn["yours"] != true {
		turn = m.awaitEvent("turn")
	}
	m.must(m.request("move", fields{"table": table, "ply": turn.number("ply"), "key": "one", "action": turn.list("legal")[0]}))
	for e := m.awaitEvent("acted"); e.text("key") != "one"; {
		e = m.awaitEvent("acted")
	}
	if e := m.awaitEvent("acted"); e.text("key") != "" || e.number("ply") != turn.number("ply")+2 {
		t.Errorf("a bot's answer: %v", e)
	}
}

func TestAPIClientsAtAPrivateTable(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	a, b := newAPIClient(t, s, sshtest.NewKey(t), "Robo"), newAPIClient(t, s, sshtest.NewKey(t), "Gizmo")
	locked := fields{"game": "chess4", "options": fields{"private": "password"}}
	a.refused("unfit-password", "new", locked)
	a.refused("password-unasked", "new", fields{"game": "chess4", "password": "a word or two"})
	table := a.must(a.request("new", merge(locked, fields{"password": "a word or two"}))).number("table")
	if list := b.must(b.request("tables", nil)).list("tables"); len(list) > 0 {
		t.Errorf("a stranger sees %v", list)
	}
	b.refused("no-such-table", "watch", fields{"table": table})
	b.refused("no-entry", "sit", fields{"table": table, "password": "another"})
	b.must(b.request("sit", fields{"table": table, "password": "a word or two"}))
	a.must(a.request("sit", fields{"table": table}))
}

// TestScreensMarkBotAccounts checks that screens mark the names of bot accounts.
func TestScreensMarkBotAccounts(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	table := m.must(m.request("new", fields{"game": "chess4"})).number("table")
	m.must(m.request("sit", fields{"table": table}))
	guest := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	sshtest.Open(t, guest, "lobby", 100, 30, "").See(t, "Robo (bot)")
	sshtest.Open(t, guest, "table", 100, 30, fmt.Sprintf("watch %d", table)).See(t, "Robo (bot)")
	words := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "words", "", "plain")
	words.Type(t, "tables\n")
	words.Expect(t, "Robo (bot)")
}

// TestAPIClientsOfferChatAndWatch checks that API clients can offer draws and takebacks at a
// table, send chat messages and watch the game.
func TestAPIClientsOfferChatAndWatch(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	a, b := newAPIClient(t, s, sshtest.NewKey(t), "Robo"), newAPIClient(t, s, sshtest.NewKey(t), "Gizmo")
	view := newAPIClient(t, s, sshtest.NewKey(t), "Eye")
	table := a.must(a.request("new", fields{"game": "chess4"})).number("table")
	at := fields{"table": table}
	for i, seat := range []string{"white", "silver", "black", "gold"} {
		m := []*apiClient{a, b}[i%2]
		m.must(m.request("sit", fields{"table": table, "seat": seat}))
	}
	view.must(view.request("watch", fields{"table": table, "after": 0, "with": []string{"position"}}))
	if first := view.event(); first.text("event") != "opened" || first.number("seq") != 1 {
		t.Errorf("the first event: %v", first)
	}
	view.refused("no-such-event", "watch", fields{"table": table, "after": 1000})
	view.refused("bad-value", "watch", fields{"table": table, "with": []string{"advice"}})
	view.refused("not-started", "legal", at)
	a.must(a.request("ready", fields{"table": table, "ready": false}))
	a.must(a.request("ready", at))
	b.must(b.request("ready", at))
	if legal := view.must(view.request("legal", at)); len(legal.list("legal")) < 10 || legal.text("seat") != "white" {
		t.Errorf("legal: %v", legal)
	}
	b.refused("not-your-turn", "legal", at)
	first := a.must(a.request("legal", at)).list("legal")[0]
	b.refused("not-your-turn", "move", fields{"table": table, "ply": 0, "key": "b1", "action": first})
	a.must(a.request("move", fields{"table": table, "ply": 0, "key": "a1", "action": first}))

	a.must(a.request("offer", fields{"table": table, "offer": "draw", "key": "draw 1"}))
	if by := b.awaitEvent("draw-offered"); by.in("player").text("name") != "Robo" {
		t.Errorf("offered: %v", by)
	}
	if state := b.must(b.request("state", at)); len(state.in("draw_offer").list("accepted")) != 2 {
		t.Errorf("the state with an offer: %v", state["draw_offer"])
	}
	b.must(b.request("decline", fields{"table": table, "offer": "draw"}))
	a.awaitEvent("draw-declined")
	a.must(a.request("offer", fields{"table": table, "offer": "takeback"}))
	b.must(b.request("accept", fields{"table": table, "offer": "takeback"}))
	if to := a.awaitEvent("taken-back"); to["to_ply"] != 0.0 {
		t.Errorf("undone: %v", to)
	}
	if turn := a.awaitEvent("turn"); turn.number("ply") != 0 || turn.text("seat") != "white" {
		t.Errorf("the turn after that: %v", turn)
	}
	// After a move has been taken back, the command key of that move ("a1") cannot be used
	// again.
	a.refused("stale", "move", fields{"table": table, "ply": 0, "key": "a1", "action": first})
	a.refused("wrong-type", "state", fields{"table": nil})
	a.refused("bad-value", "offer", fields{"table": table, "offer": "peace"})
	a.refused("no-such-choice", "vote", fields{"table": table, "choice": "sleep"})

	view.must(view.request("chat", fields{"table": table, "text": "white is lost"}))
	if printed := view.awaitEvent("spectator-chatted"); printed.text("text") != "white is lost" {
		t.Errorf("spectator chat: %v", printed)
	}
	a.must(a.request("watch", fields{"table": table, "after": 0}))
	for seq := 0; seq < a.must(a.request("state", at)).number("seq"); {
		e := a.event()
		if e.text("event") == "spectator-chatted" {
			t.Fatalf("a player received spectator chat: %v", e)
		}
		if e.text("event") == "turn" {
			break
		}
		seq = e.number("seq")
	}
	if kept := a.must(a.request("leave", at)); len(kept.list("kept")) != 2 {
		t.Errorf("left: %v", kept)
	}
}

// When an account has taken a seat on a screen, the API clients of the account cannot play for
// that seat.
func TestAPIClientCannotPlayForASeatTakenOnAScreen(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	key := sshtest.NewKey(t)
	m := newAPIClient(t, s, key, "Inky")
	host := newAPIClient(t, s, sshtest.NewKey(t), "Clyde")
	table := host.must(host.request("new", fields{"game": "chess4"})).number("table")
	screen := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(key)), "Inky", 100, 30, fmt.Sprintf("play %d white", table))
	screen.See(t, "Inky")
	m.must(m.request("watch", fields{"table": table}))
	for seat := ""; seat != "Inky"; {
		state := m.must(m.request("state", fields{"table": table}))
		seat = fields(state.list("seats")[0].(map[string]any)).in("player").text("name")
	}
	m.refused("not-a-bot-seat", "sit", fields{"table": table})
	m.refused("not-a-bot-seat", "ready", fields{"table": table})
}

// TestAPIClientContinuesAfterACrash checks that a crash of the server does not change the
// number of an acknowledged event, nor the answer to a repeated request.
func TestAPIClientContinuesAfterACrash(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	key := sshtest.NewKey(t)
	m := newAPIClient(t, s, key, "Robo")
	table := m.must(m.request("new", fields{"game": "quadrochess", "options": fields{"seats-per-person": "4"}})).number("table")
	for _, seat := range m.must(m.request("sit", fields{"table": table})).list("seats")[1:] {
		m.must(m.request("sit", fields{"table": table, "seat": seat.(map[string]any)["seat"]}))
	}
	m.must(m.request("watch", fields{"table": table, "after": 0, "with": []string{"legal"}}))
	m.must(m.request("ready", fields{"table": table}))
	m.awaitEvent("started")
	turn := m.awaitEvent("turn")
	act := fields{"table": table, "ply": 0, "key": "one", "action": turn.list("legal")[0]}
	m.must(m.request("move", act))
	seen := m.awaitEvent("acted")
	s.kill()
	s.start()
	m = newAPIClient(t, s, key, "Robo")
	m.must(m.request("sit", fields{"table": table, "after": seen.number("seq") - 1}))
	again := m.event()
	if mustJSON(t, again) != mustJSON(t, seen) {
		t.Errorf("after the restart: %v\nbefore: %v", again, seen)
	}
	if ply := m.must(m.request("move", act)).number("ply"); ply != 1 {
		t.Errorf("the repeated action was played as ply %d", ply)
	}
	m.refused("stale", "move", merge(act, fields{"key": "two"}))
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("the server stopped with %d", status)
	}
	for line := range m.out { // read until the server closes the connection
		if line.text("event") == "garbage" {
			t.Errorf("not JSON: %v", line)
		}
	}
}
