package screen

import (
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// screenScenes returns a driver for each screen except those that show a table.
func screenScenes(t testing.TB, who string, cfg kit.Config) map[string]*driver {
	t.Helper()
	me := player.Player{ID: uitest.Spectator.ID, Name: who}
	cfg.Ladder = newLadder(me)
	openLobby := func() *driver {
		d := inLobby(t, cfg)
		d.Env.Me = me
		d.Env.Clock = func() time.Time { return uitest.Noon }
		games := finishedGames(3)
		for i := range games {
			games[i].Players[1].Name = who
		}
		d.Backend.Store.Found = answering(games)
		return d
	}
	fresh := cfg
	fresh.Player, fresh.Directory = player.Player{ID: "SHA256:new"}, directory{}
	list := map[string]*driver{
		"name": newDriver(
			t,
			fresh,
		), "first-look": newDriver(t, fresh), "settings": openLobby(), "archive": openLobby(), "archive-search": openLobby(),
		"record": openLobby(), "help": openLobby(), "rules": openLobby(), "due": openLobby(), "empty": openLobby(),
		"evening": openLobby(), "evening-begins": openLobby(), "new-table": openLobby(),
		"admin": openLobby(), "admin-why": openLobby(), "admin-invitations": openLobby(), "admin-bans": openLobby(),
		"admin-audit": openLobby(), "admin-settings": openLobby(), "admin-tables": openLobby(), "admin-over": openLobby(),
		"unlock": openLobby(), "unlock-wrong": openLobby(),
		"lobby": fullLobby(t, cfg), "lobby-called": withInvitation(fullLobby(t, cfg)),
		"vacation": openLobby(), "vacation-now": openLobby(),
		"ladder": openLobby(), "ladder-name": openLobby(), "profile": openLobby(), "profile-of-another": openLobby(),
	}
	list["first-look"].Keys("Sue", "enter", "2")
	list["first-look"].Env.Me = me
	for name, keys := range map[string][]string{
		"admin": {"A", "down"}, "admin-why": {"A", "end", "r", "member", "enter", "because"}, "admin-invitations": {"A", "2", "x"},
		"admin-bans": {"A", "3", "down", "x", "enter"}, "admin-audit": {"A", "4"}, "admin-settings": {"A", "5", "enter"},
		"admin-over": {"A"}, "admin-tables": nil,
	} {
		d := list[name]
		at := newAdmin(t, me, club.Moderator)
		d.Env.Cfg.Admin, d.Env.Cfg.Club = at, at.Club
		d.Keys(keys...)
	}
	_ = list["admin-over"].Env.Cfg.Admin.Club.Roles.Appoint(t.Context(), "", me.ID, club.Member, "")
	list["admin-over"].changes()
	list["ladder"].Keys("l")
	list["ladder-name"].Keys("l", "/", "inky")
	list["profile"].Keys("l", "enter")
	list["unlock"].Keys("o", "12")
	list["unlock-wrong"].Keys("o", "12", "enter", "sesame", "enter")
	list["profile-of-another"].Keys("tab", "tab", "enter")
	list["settings"].Keys("ctrl+s", "down")
	for name, away := range map[string]bool{"vacation": false, "vacation-now": true} {
		list[name].Env.Cfg.Vacations = vacationsAtNoon(t, away)
		list[name].Keys("ctrl+s", "v")
	}
	list["new-table"].Keys("n", "down", "right", "down")
	list["archive"].Keys("a", "3", "end")
	list["archive-search"].Keys("a", "3", "/", "inky 2026")
	four := uitest.People
	if clean, err := player.CleanName(who); err == nil &&
		clean != "" { // skip invalid names, because stored games contain only valid ones
		four[1].Name = clean
	}
	list["record"].Backend.Play(t, four, uitest.Brief)
	list["admin-tables"].Backend.Play(t, four, uitest.Brief)
	list["admin-tables"].Backend.Play(t, four, uitest.Brief[:2])
	open, err := list["admin-tables"].Backend.Lobby.Create(t.Context(), four[1], table.Terms{Game: kit.DefaultGame()})
	if err == nil {
		err = open.Do(t.Context(), table.Command{By: four[1], Kind: table.Sit})
	}
	if err != nil {
		t.Fatal(err)
	}
	list["admin-tables"].Keys("A", "6", "J", "enter")
	list["record"].Keys("a", "3", "end", "r")
	list["help"].Keys("?")
	list["rules"].Keys("?", "6", "/", "promot", "enter")
	mine := four
	mine[0].ID, mine[1].ID = me.ID, uitest.People[1].ID
	list["due"].Backend.PlayWith(t, table.Terms{Game: kit.DefaultGame(), Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}, mine, nil)
	list["due"].Send(lobbyui.NewsMsg{L: list["due"].Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	list["empty"].Send(
		lobbyui.NewsMsg{L: list["empty"].Stack.Screens[0].(*lobbyui.Screen), View: &view.Lobby{Here: []view.Here{{Player: me}}}},
	)
	for name, rounds := range map[string]int{"evening-begins": 0, "evening": 3} {
		view := lobbyView()
		view.Evening = tuesday(t, me, rounds)
		list[name].Send(lobbyui.NewsMsg{L: list[name].Stack.Screens[0].(*lobbyui.Screen), View: view})
	}
	list["evening"].Keys("e")
	return list
}

// TestGoldenFramesOfScreens checks that all screens except tables match their golden frames.
// The frames of 80 × 24 cells have colours, and those of 120 × 40 cells have none.
func TestGoldenFramesOfScreens(t *testing.T) {
	small := screenScenes(t, "Sue", kit.Config{Width: 80, Height: 24})
	usual := screenScenes(t, "Sue", kit.Config{Width: 120, Height: 40, NoColor: true})
	for name, d := range small {
		uitest.CompareGolden(
			t,
			filepath.Join("testdata", "screens", name+".txt"),
			uitest.FrameOf(d.Driver),
			uitest.FrameOf(usual[name].Driver),
		)
	}
}

// TestGoldenFramesOfSmallScreens checks that every screen, and a table before the game,
// matches its golden frame on the smallest terminal.
func TestGoldenFramesOfSmallScreens(t *testing.T) {
	cfg := kit.Config{Width: draw.SmallWidth, Height: draw.SmallHeight, NoColor: true}
	for name, d := range screenScenes(t, "Sue", cfg) {
		uitest.CompareGolden(t, filepath.Join("testdata", "small", name+".txt"), uitest.FrameOf(d.Driver))
	}
	uitest.CompareGolden(t, filepath.Join("testdata", "small", "waiting.txt"), uitest.FrameOf(waitingScene(t, cfg).Driver))
}
