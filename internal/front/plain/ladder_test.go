package plain

import (
	"log/slog"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestTheLadderInWords checks that the ladder is printed in sentences, and that an error
// message that quotes hostile input is a single line.
func TestTheLadderInWords(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	disk, err := store.Open(t.Context(), t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	opened, err := lobby.Open(t.Context(), lobby.Config{Store: disk.Tables})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close(t.Context()) })
	testClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &testLobby{T: t, lobby: opened, club: testClub, names: &names{taken: map[string]player.ID{}}}
	p := h.come("Inky", func(cfg *Config) { cfg.Ladder = disk.Ratings(variants.New, quiet) })
	p.tell("ladder", "That ladder is empty. To open a rated game, type \"new GAME rated=on\".")
	p.tell("player", "Inky, player (you).")
	p.hear("No rated games yet.")
	p.hear("No finished games yet.")
	h.playRated(disk, "Inky", "Blinky")
	p.tell("ladder chess4", "Chess4, free-for-all, 2 players.")
	p.hear("Place 1: Inky, rating 1138, uncertainty 323, 1 game, last game on ")
	p.hear("Place 2: Blinky, rating 927")
	p.tell("player blinky", "Blinky, player.")
	p.hear("Chess4, free-for-all: rating 927, uncertainty 323, won 0, drawn 0, lost 1. 1 rated game: 2nd once.")
	p.hear("Table 1: Chess4")
	p.tell("ladder verney", "That ladder is empty")
	p.tell("ladder tiddlywinks", "There is no game")
	p.tell("player bot 3", "Bot 3, bot of this server.")
	p.tell("player Sue", "No player")
	for i, raw := range hostile.Strings {
		if i%12 != 0 { // try only some of the texts, because the server delays sessions that send many lines
			continue
		}
		line := strings.ReplaceAll(raw, "\n", "\v")
		p.types("player " + line + "\nladder " + line + "\n\n")
	}
	p.tell("player inky", "Inky, player (you).")
}

// playRated plays a rated game between two named players. The loser resigns.
func (h *testLobby) playRated(disk *store.Store, winner, loser string) {
	h.Helper()
	must := func(err error) {
		h.Helper()
		if err != nil {
			h.Fatal(err)
		}
	}
	who := map[rules.Seat]player.Player{}
	for seat, name := range map[rules.Seat]string{0: winner, 2: loser} {
		p, err := disk.Accounts.Claim(h.Context(), player.ID("SHA256:"+name), name)
		must(err)
		who[seat] = p
	}
	t, err := h.lobby.Create(
		h.Context(),
		who[0],
		table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true},
	)
	must(err)
	for seat, p := range who {
		must(t.Do(h.Context(), table.Command{By: p, Kind: table.Sit, Seat: seat}))
		must(t.Do(h.Context(), table.Command{By: p, Kind: table.Ready}))
	}
	for i, move := range []string{"m7-k7", "b8-d8", "k7-j7", "d8-e8"} { // four moves, because a shorter game is not rated
		_, err := play.Text(h.Context(), t, play.Move{By: []player.Player{who[0], who[2]}[i%2], Text: move, After: i})
		must(err)
	}
	must(
		t.Do(
			h.Context(),
			table.Command{By: who[2], Kind: table.Play, Seat: 2, Action: rules.Action{Type: rules.Resign, Seat: 2}, Answers: -1},
		),
	)
}
