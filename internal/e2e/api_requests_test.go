package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

func TestBadRequestsAreRefusedWithACode(t *testing.T) {
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
		m.line(line)
		if answer := m.next(); answer.in("error").text("code") != code {
			t.Errorf("%.60s gives %v, want %s", line, answer, code)
		}
	}
	you := m.must(m.ask("hello", fields{"name": "Robo"}))
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

func TestBotAccountsCannotSitAtRatedTables(t *testing.T) {
	s := serveFor(t)
	person := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	for _, line := range []string{"name Inky", "new chess4 rated=on"} {
		if _, errs, status := sshtest.Run(t, person, line); status != 0 {
			t.Fatalf("%s: %s", line, errs)
		}
	}
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	m.refused("people-only", "sit", fields{"table": 1})
	m.must(m.ask("watch", fields{"table": 1}))
}

// TestAPIClientFillsSeatsWithBots plays with one API client and the server's bots.
func TestAPIClientFillsSeatsWithBots(t *testing.T) {
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	table := m.must(m.ask("new", fields{"game": "verney"})).number("table")
	m.must(m.ask("sit", fields{"table": table, "with": []string{"legal"}}))
	for range 3 {
		m.must(m.ask("add-bot", fields{"table": table, "level": 1}))
	}
	m.refused("full", "add-bot", fields{"table": table, "level": 1})
	for _, seat := range m.must(m.ask("state", fields{"table": table})).list("seats") {
		if player := fields(seat.(map[string]any)).in("player"); player["bot"] != true {
			t.Errorf("in a seat is %v", player)
		}
	}
	m.must(m.ask("ready", fields{"table": table}))
	turn := m.until("turn")
	for turn["yours"] != true {
		turn = m.until("turn")
	}
	m.must(m.ask("move", fields{"table": table, "ply": turn.number("ply"), "key": "one", "action": turn.list("legal")[0]}))
	for e := m.until("acted"); e.text("key") != "one"; {
		e = m.until("acted")
	}
	if e := m.until("acted"); e.text("key") != "" || e.number("ply") != turn.number("ply")+2 {
		t.Errorf("a bot's answer: %v", e)
	}
}

func TestAPIClientsAtAPrivateTable(t *testing.T) {
	s := serveFor(t)
	a, b := newAPIClient(t, s, sshtest.NewKey(t), "Robo"), newAPIClient(t, s, sshtest.NewKey(t), "Gizmo")
	locked := fields{"game": "chess4", "options": fields{"private": "password"}}
	a.refused("unfit-password", "new", locked)
	a.refused("password-unasked", "new", fields{"game": "chess4", "password": "a word or two"})
	table := a.must(a.ask("new", merge(locked, fields{"password": "a word or two"}))).number("table")
	if list := b.must(b.ask("tables", nil)).list("tables"); len(list) > 0 {
		t.Errorf("a stranger sees %v", list)
	}
	b.refused("no-such-table", "watch", fields{"table": table})
	b.refused("no-entry", "sit", fields{"table": table, "password": "another"})
	b.must(b.ask("sit", fields{"table": table, "password": "a word or two"}))
	a.must(a.ask("sit", fields{"table": table}))
}

// Screens mark players that are bot accounts.
func TestScreensMarkBotAccounts(t *testing.T) {
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	table := m.must(m.ask("new", fields{"game": "chess4"})).number("table")
	m.must(m.ask("sit", fields{"table": table}))
	guest := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	sshtest.Open(t, guest, "lobby", 100, 30, "").See(t, "Robo (bot)")
	sshtest.Open(t, guest, "table", 100, 30, fmt.Sprintf("watch %d", table)).See(t, "Robo (bot)")
	words := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "words", "", "plain")
	words.Type(t, "tables\n")
	words.Expect(t, "Robo (bot)")
}

// Several API clients at one table offer draws, takebacks and rematches, chat and watch.
func TestAPIClientsOfferChatAndWatch(t *testing.T) {
	s := serveFor(t)
	a, b := newAPIClient(t, s, sshtest.NewKey(t), "Robo"), newAPIClient(t, s, sshtest.NewKey(t), "Gizmo")
	view := newAPIClient(t, s, sshtest.NewKey(t), "Eye")
	table := a.must(a.ask("new", fields{"game": "chess4"})).number("table")
	at := fields{"table": table}
	for i, seat := range []string{"white", "silver", "black", "gold"} {
		m := []*apiClient{a, b}[i%2]
		m.must(m.ask("sit", fields{"table": table, "seat": seat}))
	}
	view.must(view.ask("watch", fields{"table": table, "after": 0, "with": []string{"position"}}))
	if first := view.event(); first.text("event") != "opened" || first.number("seq") != 1 {
		t.Errorf("the first event: %v", first)
	}
	view.refused("no-such-event", "watch", fields{"table": table, "after": 1000})
	view.refused("bad-value", "watch", fields{"table": table, "with": []string{"advice"}})
	view.refused("not-started", "legal", at)
	a.must(a.ask("ready", fields{"table": table, "ready": false}))
	a.must(a.ask("ready", at))
	b.must(b.ask("ready", at))
	if legal := view.must(view.ask("legal", at)); len(legal.list("legal")) < 10 || legal.text("seat") != "white" {
		t.Errorf("legal: %v", legal)
	}
	b.refused("not-your-turn", "legal", at)
	first := a.must(a.ask("legal", at)).list("legal")[0]
	b.refused("not-your-turn", "move", fields{"table": table, "ply": 0, "key": "b1", "action": first})
	a.must(a.ask("move", fields{"table": table, "ply": 0, "key": "a1", "action": first}))

	a.must(a.ask("offer", fields{"table": table, "offer": "draw", "key": "draw 1"}))
	if by := b.until("draw-offered"); by.in("player").text("name") != "Robo" {
		t.Errorf("offered: %v", by)
	}
	if state := b.must(b.ask("state", at)); len(state.in("draw_offer").list("accepted")) != 2 {
		t.Errorf("the state with an offer: %v", state["draw_offer"])
	}
	b.must(b.ask("decline", fields{"table": table, "offer": "draw"}))
	a.until("draw-declined")
	a.must(a.ask("offer", fields{"table": table, "offer": "takeback"}))
	b.must(b.ask("accept", fields{"table": table, "offer": "takeback"}))
	if to := a.until("taken-back"); to["to_ply"] != 0.0 {
		t.Errorf("undone: %v", to)
	}
	if turn := a.until("turn"); turn.number("ply") != 0 || turn.text("seat") != "white" {
		t.Errorf("the turn after that: %v", turn)
	}
	// The move is taken back, but its key stays used.
	a.refused("stale", "move", fields{"table": table, "ply": 0, "key": "a1", "action": first})
	a.refused("wrong-type", "state", fields{"table": nil})
	a.refused("bad-value", "offer", fields{"table": table, "offer": "peace"})
	a.refused("no-such-choice", "vote", fields{"table": table, "choice": "sleep"})

	view.must(view.ask("chat", fields{"table": table, "text": "white is lost"}))
	if said := view.until("spectator-chatted"); said.text("text") != "white is lost" {
		t.Errorf("remarked: %v", said)
	}
	a.must(a.ask("watch", fields{"table": table, "after": 0}))
	for seq := 0; seq < a.must(a.ask("state", at)).number("seq"); {
		e := a.event()
		if e.text("event") == "spectator-chatted" {
			t.Fatalf("who plays heard the gallery: %v", e)
		}
		if e.text("event") == "turn" {
			break
		}
		seq = e.number("seq")
	}
	if kept := a.must(a.ask("leave", at)); len(kept.list("kept")) != 2 {
		t.Errorf("left: %v", kept)
	}
}

// An API client cannot play for a seat that its account took on a screen.
func TestAPIClientCannotPlayForASeatTakenOnAScreen(t *testing.T) {
	s := serveFor(t)
	key := sshtest.NewKey(t)
	m := newAPIClient(t, s, key, "Inky")
	host := newAPIClient(t, s, sshtest.NewKey(t), "Clyde")
	table := host.must(host.ask("new", fields{"game": "chess4"})).number("table")
	screen := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(key)), "Inky", 100, 30, fmt.Sprintf("play %d white", table))
	screen.See(t, "Inky")
	m.must(m.ask("watch", fields{"table": table}))
	for seat := ""; seat != "Inky"; {
		state := m.must(m.ask("state", fields{"table": table}))
		seat = fields(state.list("seats")[0].(map[string]any)).in("player").text("name")
	}
	m.refused("not-a-bot-seat", "sit", fields{"table": table})
	m.refused("not-a-bot-seat", "ready", fields{"table": table})
}

// An acknowledged event exists after a crash, with the same number, and a repeated
// request gets the same answer.
func TestAPIClientContinuesAfterACrash(t *testing.T) {
	s := serveFor(t)
	key := sshtest.NewKey(t)
	m := newAPIClient(t, s, key, "Robo")
	table := m.must(m.ask("new", fields{"game": "quadrochess", "options": fields{"seats-per-person": "4"}})).number("table")
	for _, seat := range m.must(m.ask("sit", fields{"table": table})).list("seats")[1:] {
		m.must(m.ask("sit", fields{"table": table, "seat": seat.(map[string]any)["seat"]}))
	}
	m.must(m.ask("watch", fields{"table": table, "after": 0, "with": []string{"legal"}}))
	m.must(m.ask("ready", fields{"table": table}))
	m.until("started")
	turn := m.until("turn")
	act := fields{"table": table, "ply": 0, "key": "one", "action": turn.list("legal")[0]}
	m.must(m.ask("move", act))
	seen := m.until("acted")
	s.kill()
	s.start()
	m = newAPIClient(t, s, key, "Robo")
	m.must(m.ask("sit", fields{"table": table, "after": seen.number("seq") - 1}))
	again := m.event()
	if mustJSON(t, again) != mustJSON(t, seen) {
		t.Errorf("after the restart: %v\nbefore: %v", again, seen)
	}
	if ply := m.must(m.ask("move", act)).number("ply"); ply != 1 {
		t.Errorf("the act that was repeated was played as %d", ply)
	}
	m.refused("stale", "move", merge(act, fields{"key": "two"}))
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("the server stopped with %d", status)
	}
	for line := range m.out { // the server says goodbye by closing
		if line.text("event") == "garbage" {
			t.Errorf("no JSON: %v", line)
		}
	}
}
