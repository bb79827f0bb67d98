package ui

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/internal/ui/uitest"
)

// houseScenes are the screens of the house besides tables, as somebody sees them.
func houseScenes(t testing.TB, who string, cfg kit.Config) map[string]*driver {
	t.Helper()
	me := player.Player{ID: uitest.Onlooker.ID, Name: who}
	cfg.Ladder = aLadder(me)
	hall := func() *driver {
		d := inLobby(t, cfg)
		d.Env.Me = me
		d.Env.Clock = func() time.Time { return uitest.NoonThen }
		games := over(3)
		for i := range games {
			games[i].Players[1].Name = who
		}
		d.House.Store.Found = answering(games)
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
	list["first-look"].Keys("Sue", "enter", "2")
	list["first-look"].Env.Me = me
	for name, keys := range map[string][]string{
		"desk": {"a", "down"}, "desk-why": {"a", "down", "r", "member", "enter", "because"}, "desk-invitations": {"a", "2", "x"},
		"desk-bans": {"a", "3", "down", "x", "enter"}, "desk-audit": {"a", "4"}, "desk-settings": {"a", "5", "enter"}, "desk-over": {"a"}, "desk-tables": nil,
	} {
		d := list[name]
		at := aDesk(t, me, club.Moderator)
		d.Env.Cfg.Desk, d.Env.Cfg.House = at, at.House
		d.Keys(keys...)
	}
	_ = list["desk-over"].Env.Cfg.Desk.House.Appoint(t.Context(), "", me.ID, club.Member, "")
	list["desk-over"].changes()
	list["ladder"].Keys("l")
	list["ladder-name"].Keys("l", "/", "inky")
	list["page"].Keys("l", "enter")
	list["unlock"].Keys("p", "12")
	list["unlock-wrong"].Keys("p", "12", "enter", "sesame", "enter")
	list["somebody"].Keys("tab", "enter")
	list["settings"].Keys("ctrl+s", "down")
	list["create"].Keys("n", "down", "right", "down")
	list["shelf"].Keys("g", "end")
	list["look-for"].Keys("g", "/", "inky 2026")
	four := uitest.People
	if clean, err := player.CleanName(who); err == nil && clean != "" { // no other is stored
		four[1].Name = clean
	}
	list["record"].House.Play(t, four, uitest.Brief)
	list["desk-tables"].House.Play(t, four, uitest.Brief)
	list["desk-tables"].House.Play(t, four, uitest.Brief[:2])
	open, err := list["desk-tables"].House.Lobby.Create(t.Context(), four[1], table.Terms{Game: kit.DefaultGame()})
	if err == nil {
		err = open.Do(t.Context(), table.Act{By: four[1], Do: table.Sit})
	}
	if err != nil {
		t.Fatal(err)
	}
	list["desk-tables"].Keys("a", "6", "j", "enter")
	list["record"].Keys("g", "end", "r")
	list["help"].Keys("?")
	list["rules"].Keys("?", "6", "/", "promot", "enter")
	mine := four
	mine[0].ID, mine[1].ID = me.ID, uitest.People[1].ID
	list["due"].House.PlayWith(t, table.Terms{Game: kit.DefaultGame(), Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}, mine, nil)
	list["due"].Send(lobbyui.NewsMsg{L: list["due"].Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	list["empty"].Send(lobbyui.NewsMsg{L: list["empty"].Stack.Screens[0].(*lobbyui.Screen), View: &lobby.View{Here: []lobby.Here{{Player: me}}}})
	for name, rounds := range map[string]int{"evening-begins": 0, "evening": 3} {
		view := lobbyView()
		view.Evening = tuesday(t, me, rounds)
		list[name].Send(lobbyui.NewsMsg{L: list[name].Stack.Screens[0].(*lobbyui.Screen), View: view})
	}
	list["evening"].Keys("e")
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
				uitest.CompareGolden(t, path, uitest.Portrait(d.Driver))
			}
		}
	}
}
