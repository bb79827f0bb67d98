package present_test

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// waiting returns a table before its game, at which the first people have taken seats and the first of them are ready.
func waiting(t testing.TB, terms table.Terms, seated, ready int) *table.View {
	t.Helper()
	log := []table.Event{{Kind: table.Opened, At: began, Player: &people[0], Terms: &terms}}
	for s := range people[:seated] {
		seat := rules.Seat(s)
		log = append(log, table.Event{Kind: table.Seated, At: began, Seat: &seat, Player: &people[s]})
		if s < ready {
			log = append(log, table.Event{Kind: table.Readied, At: began, Seat: &seat})
		}
	}
	state, err := fold.Replay(log, variants.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := state.Snapshot()
	for s := range people[:seated] {
		v.Seats[s].Present = true
	}
	return v
}

// TestNextBeforeTheGame checks what people read before a game: what to do next, how, and what happens then.
func TestNextBeforeTheGame(t *testing.T) {
	const starts = "The game starts when every seat is taken and everyone is ready."
	const bots = "When all players are ready, level 3 bots take the open seats and the game starts."
	chess, withBots := table.Terms{Game: "chess4"}, table.Terms{Game: "chess4", Bots: 3}
	for _, test := range []struct {
		terms         table.Terms
		seated, ready int
		who           player.ID
		want          string
	}{
		{chess, 0, 0, "a", "To take the first open seat, type sit white"},
		{chess, 1, 0, "b", "To take the first open seat, type sit silver"},
		{chess, 1, 0, "a", "When you are ready, type ready"},
		{chess, 1, 1, "a", starts},
		{withBots, 1, 0, "a", "When you are ready, type ready; " + bots},
		{withBots, 1, 1, "a", bots},
		{chess, 4, 1, "g", "Every seat is taken; you can watch"},
	} {
		at := present.For(waiting(t, test.terms, test.seated, test.ready), present.Viewer{ID: test.who})
		b := present.BeforeGame{Table: at, Server: present.Server{Bots: true}}
		got, do, then := b.Next()
		if do != nil {
			got += ", type " + do.Word()
		}
		if then != "" {
			got += "; " + then
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestMenuBeforeTheGame checks the entries of the menu for the host and for a stranger, and how full the table is.
func TestMenuBeforeTheGame(t *testing.T) {
	v := waiting(t, table.Terms{Game: "chess4", SeatsPerPerson: 1}, 2, 1)
	for id, want := range map[player.ID]string{
		"a": "Change to Black, Change to Gold, I am not ready, Leave seat White, Add a bot, Remove Bo, Back to the lobby",
		"b": "I am ready, Change to Black, Change to Gold, Leave seat Silver, Back to the lobby",
		"g": "Sit down as Black, Sit down as Gold, Back to the lobby",
	} {
		b := present.BeforeGame{Table: present.For(v, present.Viewer{ID: id}), Server: present.Server{Bots: true}}
		var labels []string
		for _, e := range b.Entries() {
			labels = append(labels, e.Label)
		}
		if got := strings.Join(labels, ", "); got != want {
			t.Errorf("%s: %s", id, got)
		}
		if got := b.Taken(); got != "2 of 4 seats, 1 ready" {
			t.Error(got)
		}
	}
}

// TestSeekSaysWhenBotsJoin checks what a player reads at the table of their seek, and that others do not.
func TestSeekSaysWhenBotsJoin(t *testing.T) {
	v := waiting(t, table.Terms{Game: "chess4", Seek: true, SeatsPerPerson: 1}, 2, 1)
	on := present.Server{BotsIn: 30 * time.Second}
	for id, want := range map[player.ID]string{
		"a": "You are ready, and the game starts automatically. Bots join in 30 seconds", "b": "", "g": "",
	} {
		b := present.BeforeGame{Table: present.For(v, present.Viewer{ID: id}), Server: on}
		if got := b.Seeking(); got != want {
			t.Errorf("%s: %q", id, got)
		}
		if got := b.LeavingEndsSeek(); got != (id != "g") {
			t.Errorf("%s: leaving ends the seek: %v", id, got)
		}
	}
	b := present.BeforeGame{Table: present.For(v, present.Viewer{ID: "b"}), Server: on}
	if got := b.Advice("Gold"); len(got) != 4 || got[0][0] != "The seek waits until you are ready." ||
		got[2][0] != "Your partner would be Gold." {
		t.Errorf("%q", got)
	}
}
