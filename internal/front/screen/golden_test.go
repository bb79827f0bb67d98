package screen

import (
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/admin"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// visit is a visit of a player to a server, on a terminal.
type visit struct {
	testing.TB
	me  player.Player
	cfg kit.Config
}

// visitOf returns a visit of a player with the given name.
func visitOf(t testing.TB, name string, cfg kit.Config) visit {
	me := player.Player{ID: uitest.Spectator.ID, Name: name}
	cfg.Ladder = uitest.NewLadder(me)
	return visit{t, me, cfg}
}

// lobby returns a driver of the lobby, after some keys.
func (v visit) lobby(keys ...string) *driver {
	d := inLobby(v, v.cfg)
	d.Env.Me = v.me
	d.Env.Clock = func() time.Time { return uitest.Noon }
	games := uitest.FinishedGames(3)
	for i := range games {
		games[i].Players[1].Name = v.me.Name
	}
	d.Backend.Store.Found = uitest.Pages(games)
	return pressed(d, keys...)
}

// first returns a driver of the first visit, after some keys.
func (v visit) first(keys ...string) *driver {
	v.cfg.Player, v.cfg.Directory = player.Player{ID: "SHA256:new"}, uitest.Directory{}
	return pressed(newDriver(v, v.cfg), keys...)
}

// admin returns a driver of a moderator's lobby, after some keys.
func (v visit) admin(keys ...string) *driver {
	d := v.lobby()
	at := uitest.NewAdmin(v, v.me, club.Moderator)
	d.Env.Cfg.Admin, d.Env.Cfg.Club = at, at.Club
	return pressed(d, keys...)
}

// vacation returns a driver of the dialog about vacations.
func (v visit) vacation(away bool) *driver {
	d := v.lobby()
	d.Env.Cfg.Vacations = uitest.VacationsAtNoon(v, away)
	return pressed(d, "ctrl+s", "v")
}

// news returns a driver of a lobby with the given view, after some keys.
func (v visit) news(lobby *view.Lobby, keys ...string) *driver {
	d := v.lobby()
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: lobby})
	return pressed(d, keys...)
}

// evening returns a driver of a lobby during a club evening, after some keys.
func (v visit) evening(rounds int, keys ...string) *driver {
	lobby := uitest.LobbyView()
	lobby.Evening = uitest.Tuesday(v, v.me, rounds)
	return v.news(lobby, keys...)
}

// players returns four players. The second one has the name of the visitor, if it is valid:
// stored games contain only valid names.
func (v visit) players() [rules.SeatCount]player.Player {
	four := uitest.People
	if clean, err := player.CleanName(v.me.Name); err == nil && clean != "" {
		four[1].Name = clean
	}
	return four
}

// screenScenes show each screen except those that show a table.
var screenScenes = map[string]func(visit) *driver{
	"name": func(v visit) *driver { return v.first() },
	"first-look": func(v visit) *driver {
		d := v.first("Sue", "enter", "2")
		d.Env.Me = v.me
		return d
	},
	"admin":             func(v visit) *driver { return v.admin("A", "down") },
	"admin-why":         func(v visit) *driver { return v.admin("A", "end", "r", "member", "enter", "because") },
	"admin-invitations": func(v visit) *driver { return v.admin("A", "2", "x") },
	"admin-bans":        func(v visit) *driver { return v.admin("A", "3", "down", "x", "enter") },
	"admin-audit":       func(v visit) *driver { return v.admin("A", "4") },
	"admin-settings":    func(v visit) *driver { return v.admin("A", "5", "enter") },
	"admin-over": func(v visit) *driver {
		d := v.admin("A")
		_ = d.Env.Cfg.Admin.Club.Roles.Appoint(v.Context(), "", v.me.ID, club.Member, "")
		d.Send(admin.ChangedMsg{D: uitest.Find[*admin.Screen](d)})
		return d
	},
	"admin-tables": func(v visit) *driver {
		d, four := v.admin(), v.players()
		d.Backend.Play(v, four, uitest.Brief)
		d.Backend.Play(v, four, uitest.Brief[:2])
		open, err := d.Backend.Lobby.Create(v.Context(), four[1], table.Terms{Game: kit.DefaultGame()})
		if err == nil {
			err = open.Do(v.Context(), table.Command{By: four[1], Kind: table.Sit})
		}
		if err != nil {
			v.Fatal(err)
		}
		return pressed(d, "A", "6", "J", "enter")
	},
	"ladder":             func(v visit) *driver { return v.lobby("l") },
	"ladder-name":        func(v visit) *driver { return v.lobby("l", "/", "inky") },
	"profile":            func(v visit) *driver { return v.lobby("l", "enter") },
	"profile-of-another": func(v visit) *driver { return v.lobby("tab", "tab", "enter") },
	"unlock":             func(v visit) *driver { return v.lobby("o", "12") },
	"unlock-wrong":       func(v visit) *driver { return v.lobby("o", "12", "enter", "sesame", "enter") },
	"settings":           func(v visit) *driver { return v.lobby("ctrl+s", "down") },
	"vacation":           func(v visit) *driver { return v.vacation(false) },
	"vacation-now":       func(v visit) *driver { return v.vacation(true) },
	"new-table":          func(v visit) *driver { return v.lobby("n", "down", "right", "down") },
	"archive":            func(v visit) *driver { return v.lobby("a", "3", "end") },
	"archive-search":     func(v visit) *driver { return v.lobby("a", "3", "/", "inky 2026") },
	"record": func(v visit) *driver {
		d := v.lobby()
		d.Backend.Play(v, v.players(), uitest.Brief)
		return pressed(d, "a", "3", "end", "r")
	},
	"help":         func(v visit) *driver { return v.lobby("?") },
	"rules":        func(v visit) *driver { return v.lobby("?", "6", "/", "promot", "enter") },
	"lobby":        func(v visit) *driver { return fullLobby(v, v.cfg) },
	"lobby-called": func(v visit) *driver { return withInvitation(fullLobby(v, v.cfg)) },
	"due": func(v visit) *driver {
		d, mine := v.lobby(), v.players()
		mine[0].ID, mine[1].ID = v.me.ID, uitest.People[1].ID
		d.Backend.PlayWith(v, table.Terms{Game: kit.DefaultGame(), Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}, mine, nil)
		d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: uitest.LobbyView()})
		return d
	},
	"empty":          func(v visit) *driver { return v.news(&view.Lobby{Here: []view.Here{{Player: v.me}}}) },
	"evening-begins": func(v visit) *driver { return v.evening(0) },
	"evening":        func(v visit) *driver { return v.evening(3, "e") },
}

// TestGoldenFramesOfScreens checks that all screens except tables match their golden frames.
// The frames of 80 × 24 cells have colours, and those of 120 × 40 cells have none.
func TestGoldenFramesOfScreens(t *testing.T) {
	small := visitOf(t, "Sue", kit.Config{Width: 80, Height: 24})
	usual := visitOf(t, "Sue", kit.Config{Width: 120, Height: 40, NoColor: true})
	for name, scene := range screenScenes {
		uitest.CompareGolden(t, filepath.Join("testdata", "screens", name+".txt"),
			uitest.FrameOf(scene(small)), uitest.FrameOf(scene(usual)))
	}
}

// TestGoldenFramesOfSmallScreens checks that every screen, and a table before the game,
// matches its golden frame on the smallest terminal.
func TestGoldenFramesOfSmallScreens(t *testing.T) {
	cfg := kit.Config{Width: draw.SmallWidth, Height: draw.SmallHeight, NoColor: true}
	for name, scene := range screenScenes {
		uitest.CompareGolden(t, filepath.Join("testdata", "small", name+".txt"), uitest.FrameOf(scene(visitOf(t, "Sue", cfg))))
	}
	uitest.CompareGolden(t, filepath.Join("testdata", "small", "waiting.txt"), uitest.FrameOf(waitingScene(t, cfg)))
}
