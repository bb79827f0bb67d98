package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// noonThen is when the golden frames were drawn.
var noonThen = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// houseScenes are the screens of the house besides tables, as somebody sees them.
func houseScenes(t testing.TB, who string, cfg kit.Config) map[string]*driver {
	t.Helper()
	me := player.Player{ID: onlooker.ID, Name: who}
	cfg.Ladder = aLadder(me)
	hall := func() *driver {
		d := inLobby(t, cfg)
		d.r.env.Me = me
		d.r.env.Clock = func() time.Time { return noonThen }
		games := over(3)
		for i := range games {
			games[i].Players[1].Name = who
		}
		d.house.archived.found = answering(games)
		name := player.ShownName(who, player.MaxNameCells) // records are made of clean names
		d.house.archived.text = []kit.Record{{Format: "plain", Text: "# Chess4, table 3\n# silver " + name + "\nm7-k7 j1-k3\n"}, {Format: "c4pgn", Text: "[Silver \"" + name + "\"]\n"}}
		return d
	}
	fresh := cfg
	fresh.Player, fresh.Directory = player.Player{ID: "SHA256:new"}, directory{}
	list := map[string]*driver{
		"name": newDriver(t, fresh), "first-look": newDriver(t, fresh), "settings": hall(), "shelf": hall(), "look-for": hall(),
		"record": hall(), "help": hall(), "rules": hall(), "due": hall(), "empty": hall(),
		"evening": hall(), "evening-begins": hall(), "create": hall(),
		"desk": hall(), "desk-why": hall(), "desk-invitations": hall(), "desk-bans": hall(), "desk-audit": hall(), "desk-settings": hall(), "desk-tables": hall(), "desk-over": hall(),
		"unlock": hall(), "unlock-wrong": hall(),
		"ladder": hall(), "ladder-name": hall(), "page": hall(), "somebody": hall(),
	}
	list["first-look"].keys("Sue", "enter", "2")
	list["first-look"].r.env.Me = me
	for name, keys := range map[string][]string{
		"desk": {"a", "down"}, "desk-why": {"a", "down", "r", "member", "enter", "because"}, "desk-invitations": {"a", "2", "x"},
		"desk-bans": {"a", "3", "down", "x", "enter"}, "desk-audit": {"a", "4"}, "desk-settings": {"a", "5", "enter"}, "desk-tables": {"a", "6", "j", "enter"}, "desk-over": {"a"},
	} {
		d := list[name]
		at := aDesk(t, me, club.Moderator)
		d.r.env.Cfg.Desk, d.r.env.Cfg.House = at, at.House
		d.house.now = lobbyView()
		d.keys(keys...)
	}
	_ = list["desk-over"].r.env.Cfg.Desk.House.Appoint(t.Context(), "", me.ID, club.Member, "")
	list["desk-over"].changes()
	list["ladder"].keys("l")
	list["ladder-name"].keys("l", "/", "inky")
	list["page"].keys("l", "enter")
	list["unlock"].keys("p", "12")
	list["unlock-wrong"].house.unlockErr = lobby.ErrNoEntry
	list["unlock-wrong"].keys("p", "12", "enter", "sesame", "enter")
	list["somebody"].keys("tab", "enter")
	list["settings"].keys("ctrl+s", "down")
	list["create"].keys("n", "down", "right", "down")
	list["shelf"].keys("g", "end")
	list["look-for"].keys("g", "/", "inky 2026")
	list["record"].keys("g", "end", "r")
	list["help"].keys("?")
	list["rules"].keys("?", "6", "/", "promot", "enter")
	list["due"].house.archived.waits = []lobby.Due{{Table: 9, Title: "Chess4", Why: lobby.ToMove, SeatName: "black", Deadline: noonThen.Add(50 * time.Hour)}}
	list["due"].send(lobbyui.NewsMsg{L: list["due"].r.stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	list["empty"].send(lobbyui.NewsMsg{L: list["empty"].r.stack.Screens[0].(*lobbyui.Screen), View: &lobby.View{Here: []lobby.Here{{Player: me}}}})
	for name, rounds := range map[string]int{"evening-begins": 0, "evening": 3} {
		view := lobbyView()
		view.Evening = tuesday(t, me, rounds)
		list[name].send(lobbyui.NewsMsg{L: list[name].r.stack.Screens[0].(*lobbyui.Screen), View: view})
	}
	list["evening"].keys("e")
	return list
}

// Each screen of the house is what it was, in words and in looks.
func TestGoldenFramesOfTheHouse(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, mono := range []bool{false, true} {
			for name, d := range houseScenes(t, "Sue", kit.Config{Width: size[0], Height: size[1], NoColor: mono}) {
				look := "dark"
				if mono {
					look = "mono"
				}
				path := filepath.Join("testdata", "house", fmt.Sprintf("%s-%dx%d-%s.txt", name, size[0], size[1], look))
				compareGolden(t, path, portrait(d))
			}
		}
	}
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; make it with -update, and look at it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is another; if that is right, write it anew with -update and look at it (-want +got):\n%s", path, diff)
	}
}

// styleLetters name the looks of a frame's cells.
const styleLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// portrait is a frame as text, and below it each cell's look as a letter, with
// what the letters stand for.
func portrait(d *driver) string {
	e := d.r.env
	g := board.NewGrid(e.Width, e.Height, e.Styles.Text)
	d.r.draw(g)
	var text, looks, legend strings.Builder
	letters := map[board.Style]string{}
	for y := range g.Height {
		line := ""
		for _, c := range g.Row(y) {
			line += c.Text
			if letters[c.Style] == "" {
				letters[c.Style] = styleLetters[len(letters):][:1]
				fmt.Fprintf(&legend, "%s %+v\n", letters[c.Style], c.Style)
			}
			looks.WriteString(letters[c.Style])
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
		looks.WriteString("\n")
	}
	return text.String() + "\n" + looks.String() + "\n" + legend.String()
}
