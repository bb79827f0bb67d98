package command_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// withMemory returns a session of a player whose settings are stored.
func (h *testLobby) withMemory(who player.Player) command.Session {
	h.Helper()
	kept, err := store.Open(h.Context(), h.TempDir(), slog.New(slog.DiscardHandler))
	h.must(err)
	h.Cleanup(func() { h.must(kept.Close()) })
	s := h.by(who, false)
	s.Memory = kept.Settings
	return s
}

func TestSettingsAreListedAndChosen(t *testing.T) {
	h := newTestLobby(t)
	s := h.withMemory(inky)
	for line, want := range map[string]string{
		"settings":                "theme",
		"settings theme":          "auto\n",
		"settings Pieces LETTERS": "pieces letters\n",
		"settings bell off":       "bell off\n",
	} {
		if out, _ := h.ok(s, line); !strings.HasPrefix(out, want) {
			t.Errorf("%s: %q", line, out)
		}
	}
	list, _ := h.ok(s, "settings")
	for which, o := range player.Options {
		want := o.Values[0]
		switch player.Setting(which) {
		case player.Pieces:
			want = "letters"
		case player.Bell:
			want = "off"
		}
		if !strings.Contains(strings.Join(strings.Fields(list), " "), o.Name+" "+want+" "+o.Help) {
			t.Errorf("no %s %s in:\n%s", o.Name, want, list)
		}
	}
	s.Spoken = true
	if out, _ := h.ok(s, "settings"); !strings.HasPrefix(out, "Theme is auto: colours of the screens") {
		t.Errorf("in plain mode: %s", out)
	}
	s.Spoken = false
	h.refused(s, "settings taste", "the settings are: theme")
	h.refused(s, "settings theme plaid", "choose one of: auto, dark")
	h.refused(s, "settings theme dark light", "many")
	s.Player = player.Player{ID: "guest:x", Name: "guest-x"}
	h.refused(s, "settings theme dark", "connect with a key")
	s.Player, s.Named = player.Player{ID: "SHA256:new"}, false
	h.refused(s, "settings theme dark", "run \"name NAME\"")
}

func TestAboutNamesTheRole(t *testing.T) {
	h := newTestLobby(t)
	var err error
	h.club, err = clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{inky.ID: club.Owner, blinky.ID: club.Member})
	h.must(err)
	for who, want := range map[player.Player]string{
		inky: "you are an owner.", blinky: "you are a member.",
		{ID: "SHA256:new"}: "you are a guest.",
	} {
		if out, _ := h.ok(h.by(who, false), "about"); !strings.Contains(out, want) {
			t.Errorf("%q, want %q", out, want)
		}
	}
}

func TestStatusOfWhatFailsAnywhere(t *testing.T) {
	for line, want := range map[string]int{"waiting": 2, "waiting x": 2, "'waiting'": 2, "games": 1, "": 1, "'": 1, "x waiting": 1} {
		if got := command.Failure(line); got != want {
			t.Errorf("%q fails with %d", line, got)
		}
	}
}

// The command "waiting" exits with 0 if something waits for the player, with 1 if nothing
// does, and with 2 after an error.
func TestExitStatusOfWaiting(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 armies=white,black seats-per-person=2")
	for _, c := range []struct {
		who    player.Player
		line   string
		status int
		out    string
		errs   string
	}{
		{inky, "waiting", 1, "", ""},
		{inky, "waiting 1", 2, "", "many"},
		{inky, "waiting --x", 2, "", "no such flag"},
	} {
		out, errs, status, _ := h.run(h.by(c.who, false), c.line)
		if status != c.status || out != c.out || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: %d, %q, %q", c.line, status, out, errs)
		}
	}
	h.play(inky, 1)
	out, errs, status, _ := h.run(h.by(inky, false), "waiting")
	if status != 0 || out != "1  Chess4  white  your move  -\n" || errs != "" {
		t.Errorf("%d, %q, %q", status, out, errs)
	}
	if _, _, status, _ := h.run(h.by(blinky, false), "waiting"); status != 1 {
		t.Errorf("without a seat: %d", status)
	}
	if help, _ := h.ok(h.by(inky, false), "help waiting"); !strings.Contains(help, "exit status is 0") {
		t.Error("help waiting does not explain the exit status")
	}
}

func TestWaitingTellsTheTimeLeft(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 armies=white,black seats-per-person=2 clock=3d")
	tab, err := h.lobby.Table(h.Context(), 1)
	h.must(err)
	for _, seat := range []rules.Seat{0, 2} { // the game starts when both seats are taken
		h.must(tab.Do(h.Context(), table.Command{By: inky, Kind: table.Sit, Seat: seat}))
	}
	if out, _ := h.ok(h.by(inky, false), "waiting"); out != "1  Chess4  white  your move  2d 23h left\n" {
		t.Errorf("%q", out)
	}
}

func TestGamesThatAreOverAreFound(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 armies=white,black seats-per-person=2")
	h.ok(h.by(inky, false), "new verney seats-per-person=4")
	h.play(inky, 1, "m7-k7", "resign")
	today := time.Now().UTC().Format(time.DateOnly)
	want := "1  " + today + "  chess4  white=Inky black=Inky  White wins "
	for _, line := range []string{
		"games", "games --player inky", "games --game chess4 --result won", "games --since " + today + " --until " + today,
		"games --limit 1 --since 2026",
	} {
		if out, _ := h.ok(h.by(blinky, false), line); !strings.HasPrefix(out, want) {
			t.Errorf("%s: %q", line, out)
		}
	}
	for _, line := range []string{
		"games --player sue", "games --game verney", "games --result drawn", "games --before 1",
		"games --until 2001",
	} {
		if out, _ := h.ok(h.by(blinky, false), line); out != "" {
			t.Errorf("%s: %q", line, out)
		}
	}
	out, _ := h.ok(h.by(blinky, false), "games --json")
	var g struct {
		Table       int
		Game        string
		Termination string
		Winners     []string
		Players     []struct{ Seat, Name string }
	}
	h.must(json.Unmarshal([]byte(out), &g))
	if got := fmt.Sprint(g); got != "{1 chess4 "+g.Termination+" [white] [{white Inky} {black Inky}]}" || g.Termination == "" {
		t.Errorf("%s", got)
	}
	for line, says := range map[string]string{
		"games --game ludo":       "the games are: chess4",
		"games --since yesterday": "is not a date; write a day",
		"games --result fun":      "the results are: won, drawn",
		"games --limit 1000":      "from 1 to 100",
		"games --limit x":         "--limit cannot be",
		"games ludo=1":            "ludo",
	} {
		h.refused(h.by(blinky, false), line, says)
	}
}
