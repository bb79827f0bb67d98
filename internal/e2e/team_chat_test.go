package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestTeamChatStaysInTheTeam plays a game of Chess4 in teams. A message that a player types for
// their partner reaches only the partner, during the game and after it. Opponents and
// spectators do not get it on screens, in the JSON API, in records and exports, or on the web
// page.
func TestTeamChatStaysInTheTeam(t *testing.T) {
	t.Parallel()
	const secret = "trade queens"
	s, page := serveWithPage(t)
	var players [4]*person
	for i, name := range []string{"Ann", "Bob", "Cyd", "Dee"} {
		players[i] = newPerson(t, name, 120, 40)
		players[i].connect(s.address, "")
		players[i].chooseName()
	}
	players[0].runOverClient("new chess4 teams=on clock=none seats-per-person=1")
	for i, seat := range []string{"white", "silver", "black", "gold"} {
		players[i].open()
		players[i].sit(seat)
	}
	eye := connectPerson(t, s, kinds[0], "Eye", 120, 40)
	eye.open()
	eye.See(t, "Table 1   Chess4")
	opponent := newAPIClient(t, s, players[1].key, "Bob")
	at := fields{"table": 1}
	if state := opponent.must(opponent.request("watch", at)); state["team_chat"] != true {
		t.Errorf("the state is %v", state)
	}

	ann, cyd := players[0], players[2]
	ann.See(t, "Team chat ")
	ann.press("'" + secret + "\r")
	ann.See(t, "Ann (team): "+secret)
	cyd.See(t, "* Ann (team): "+secret)
	cyd.press("'agreed\r")
	ann.See(t, "Cyd (team): agreed")
	ann.press("m7-k7\r")
	others := []*person{players[1], players[3], eye}
	unread := func(where string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if strings.Contains(text, secret) || strings.Contains(text, "agreed") || strings.Contains(text, "team-chatted") {
				t.Errorf("%s:\n%s", where, text)
			}
		}
	}
	for _, p := range others {
		p.See(t, "k7")
		unread("the screen of "+p.name, p.Text())
	}
	if e := opponent.awaitEvent("acted"); e.text("action") != "m7-k7" {
		t.Errorf("the opponent receives %v", e)
	}

	for i, move := range []string{"g2-g4", "b8-d8", "h13-h11"} {
		p := players[i+1]
		p.See(t, "Your move")
		p.press(move + "\r")
	}
	ann.See(t, "Your move")
	players[1].press("resign\r")
	players[1].See(t, "Resign silver")
	players[1].press(arrowDown + "\r")
	players[3].See(t, "wants your team to resign")
	players[3].press("\x19") // ctrl+y
	players[3].See(t, "Accept: resign gold")
	players[3].press(arrowDown + "\r")
	ann.See(t, "You won")
	ann.See(t, "Ann (team): "+secret) // the partner still sees the message after the game
	for _, p := range others {
		p.See(t, "Game over")
		unread("the screen of "+p.name+" after the game", p.Text())
	}
	late := newAPIClient(t, s, eye.key, "Eye")
	late.must(late.request("watch", merge(at, fields{"after": 0})))
	for e := late.event(); e.text("event") != "closed"; e = late.event() {
		unread("an event", e.text("event")+e.text("text"))
	}
	for _, line := range []string{"record 1", "player Ann", "account export"} {
		unread(line, players[1].runOverClient(line))
	}
	if out := ann.runOverClient("account export"); !strings.Contains(out, secret) || strings.Contains(out, "agreed") {
		t.Errorf("Ann's own data:\n%s", out)
	}
	for _, path := range []string{"/table/1", "/games", "/feed.json"} {
		answer, err := http.Get(page + path)
		must(t, err)
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		must(t, err)
		unread(path, string(text))
	}
}
