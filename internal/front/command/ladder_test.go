package command_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// onDisk opens a lobby with a store on disk. *now is the time of the lobby's clock.
func onDisk(t *testing.T, now *atomic.Pointer[time.Time]) (*testLobby, *store.Store, *parts.Ratings) {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	disk, err := store.Open(t.Context(), t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	opened, err := lobby.Open(t.Context(), lobby.Config{
		Store: disk.Tables, Logger: quiet, Clock: clocktest.At(func() time.Time { return *now.Load() }),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close(t.Context()) })
	testClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &testLobby{T: t, lobby: opened, club: testClub}, disk, disk.Ratings(variants.New, quiet)
}

// playRated plays a rated game that the second player resigns.
func (h *testLobby) playRated(winner, loser player.Player) {
	h.Helper()
	t, err := h.lobby.Create(
		h.Context(),
		winner,
		table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true},
	)
	h.must(err)
	for seat, p := range map[rules.Seat]player.Player{0: winner, 2: loser} {
		h.must(t.Do(h.Context(), table.Command{By: p, Kind: table.Sit, Seat: seat}))
		h.must(t.Do(h.Context(), table.Command{By: p, Kind: table.Ready}))
	}
	for i, move := range []string{"m7-k7", "b8-d8", "k7-j7", "d8-e8"} { // play these moves, because a game with fewer moves is not rated
		_, err := play.Text(h.Context(), t, play.Move{By: []player.Player{winner, loser}[i%2], Text: move, After: i})
		h.must(err)
	}
	h.must(
		t.Do(
			h.Context(),
			table.Command{By: loser, Kind: table.Play, Seat: 2, Action: rules.Action{Type: rules.Resign, Seat: 2}, Answers: -1},
		),
	)
}

// The ladder omits players who have not played for 90 days, unless --all is given. Their ratings
// are less certain than those of players with the same results.
func TestLadderLeavesOutInactivePlayers(t *testing.T) {
	now, long, today := atomic.Pointer[time.Time]{}, time.Now().Add(-91*24*time.Hour), time.Now()
	now.Store(&long)
	h, disk, ratings := onDisk(t, &now)
	for _, p := range []player.Player{inky, blinky, pinky, clyde} {
		_, err := disk.Accounts.Claim(t.Context(), p.ID, p.Name)
		h.must(err)
	}
	h.playRated(inky, blinky)
	now.Store(&today)
	h.playRated(pinky, clyde)
	s := h.by(inky, false)
	s.Ladder = ratings
	names := func(line string) (list []string) {
		out, _ := h.ok(s, line)
		for row := range strings.Lines(out) {
			if words := strings.Fields(row); len(words) > 2 {
				list = append(list, words[0]+" "+words[1])
			}
		}
		return list
	}
	if got := fmt.Sprint(names("ladder")); got != "[1 Pinky 2 Clyde]" {
		t.Errorf("ladder: %s", got)
	}
	if got := fmt.Sprint(names("ladder --all")); got != "[1 Pinky 2 Inky 3 Clyde 4 Blinky]" {
		t.Errorf("ladder --all: %s", got)
	}
	if out, _ := h.ok(s, "player"); !strings.HasPrefix(
		out,
		"Inky\nPlayer (you).\nchess4 free-for-all rating=1131 uncertainty=325 games=1 first=1\n  history 1138\n1  ",
	) {
		t.Errorf("player: %s", out)
	}
	for line, want := range map[string]string{
		"ladder --json": `{"game":"chess4","form":"free-for-all","place":1,"name":"Pinky","rating":1138,"uncertainty":323,"games":1,`,
		"player --json": `{"name":"Inky","ratings":[{"game":"chess4","form":"free-for-all","games":1,"places":[1,0,0,0],"rating":1131}],` +
			`"games":[{"table":1,`,
	} {
		if out, _ := h.ok(s, line); !strings.HasPrefix(out, want) {
			t.Errorf("%s: %s", line, out)
		}
	}
	if _, errs, status, _ := h.run(s, "ladder --form teams"); status != 0 || !strings.HasPrefix(errs, "That ladder is empty") {
		t.Errorf("an empty ladder: status %d, %q", status, errs)
	}
}

// renamed is a ladder on which all players have the same name, which may contain control
// characters.
type renamed struct {
	club.Ladder
	name string
}

func (r renamed) Standings(ctx context.Context, class club.Class, since time.Time) ([]club.Standing, error) {
	list, err := r.Ladder.Standings(ctx, class, since)
	for i := range list {
		list[i].Player.Name = r.name
	}
	return list, err
}

// A hostile name on the ladder is printed on one line. Hostile arguments are refused with
// printable text.
func TestHostileNamesOnTheLadder(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	now, today := atomic.Pointer[time.Time]{}, time.Now()
	now.Store(&today)
	h, disk, ratings := onDisk(t, &now)
	_, err := disk.Accounts.Claim(t.Context(), inky.ID, inky.Name)
	h.must(err)
	h.playRated(inky, blinky)
	for _, raw := range hostile.Strings {
		s := h.by(player.Player{ID: inky.ID, Name: raw}, false)
		s.Ladder = renamed{ratings, raw}
		if out, _ := h.ok(s, "ladder"); strings.Count(out, "\n") != 3 || strings.ContainsAny(out, "\x1b\r\u202e") {
			t.Fatalf("with the name %q the ladder is %q", raw, out)
		}
		for _, words := range [][]string{
			{"player"},
			{"player", raw},
			{"player", raw, raw},
			{"ladder", raw},
			{"ladder", "--form", raw},
			{"ladder", "--" + raw},
		} {
			var out, errs bytes.Buffer
			s.Out, s.Err = player.Escaping(&out), player.Escaping(&errs)
			status, _ := command.Run(t.Context(), s, words)
			if refused := status == 1 && out.Len() == 0; !refused && status != 0 {
				t.Fatalf("%q: status %d, out %q, err %q", words, status, out.String(), errs.String())
			}
			checkText(t, fmt.Sprintf("%q", words), out.String()+errs.String())
		}
	}
}
