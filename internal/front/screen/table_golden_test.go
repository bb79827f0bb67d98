package screen

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tableScene is a situation at a table.
type tableScene struct {
	name  string
	large bool // whether the scene is also drawn on a large terminal
	make  func(t *testing.T, cfg kit.Config) *driver
}

// tableScenes lists the scenes that the golden tests draw. For each game, one of them shows
// the viewer's turn with a lifted piece.
var tableScenes = []tableScene{
	{"hand-chess4", true, func(t *testing.T, cfg kit.Config) *driver { return withLiftedPiece(t, "chess4", "f10", cfg) }},
	{"hand-verney", true, func(t *testing.T, cfg kit.Config) *driver { return withLiftedPiece(t, "verney", "n7", cfg) }},
	{"hand-quadrochess", true, func(t *testing.T, cfg kit.Config) *driver { return withLiftedPiece(t, "quadrochess", "k9", cfg) }},
	{"hand-forchess", true, func(t *testing.T, cfg kit.Config) *driver { return withLiftedPiece(t, "forchess", "f7", cfg) }},
	{"hand-fourplayer", true, func(t *testing.T, cfg kit.Config) *driver { return withLiftedPiece(t, "fourplayer", "", cfg) }},
	{"waiting", true, waitingScene},
	{"waiting-guest", false, guestScene},
	{"check", false, checkScene},
	{"kept", false, premoveScene},
	{"spectator", true, spectatorScene},
	{"back", false, backScene},
	{"question", false, questionScene},
	{"refused", false, refusedScene},
	{"touched", false, touchedScene},
	{"taking-off", false, takingOffScene},
	{"gone", false, awayScene},
	{"adjourned", false, adjournedScene},
	{"finished", true, finishedScene},
	{"result", false, resultScene},
	{"out", false, outScene},
	{"ask-draw", false, func(t *testing.T, cfg kit.Config) *driver { return pressed(questionScene(t, cfg), "=") }},
	{"ask-resign", false, func(t *testing.T, cfg kit.Config) *driver { return pressed(withLiftedPiece(t, "verney", "", cfg), "!") }},
	{"ask-abort", false, abortScene},
	{"ask-leave", false, func(t *testing.T, cfg kit.Config) *driver {
		return pressed(withLiftedPiece(t, "forchess", "", cfg), "ctrl+c")
	}},
	{"ask-vote", false, func(t *testing.T, cfg kit.Config) *driver { return pressed(awayScene(t, cfg), "ctrl+o") }},
	{"promotion", true, promotionScene},
	{"army", false, armyScene},
	{"help", true, func(t *testing.T, cfg kit.Config) *driver { return pressed(spectatorScene(t, cfg), "?") }},
	{"team-chat", true, teamChatScene},
	{"talk", false, func(t *testing.T, cfg kit.Config) *driver { return pressed(spectatorScene(t, cfg), "'", "who wins?") }},
}

// pressed presses keys and returns the driver.
func pressed(d *driver, keys ...string) *driver {
	d.Keys(keys...)
	return d
}

// sitting returns a driver of a table's screen. The driver's clock shows uitest.Noon.
func sitting(t *testing.T, who player.Player, v *table.View, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named, cfg.Open = who, true, &nav.Table{ID: 12}
	d := newDriver(t, cfg)
	d.Env.Clock = func() time.Time { return uitest.Noon }
	d.Show(atNoon(v))
	return d
}

// atNoon adds to a view three spectators, and a clock that has been running since uitest.Noon.
func atNoon(v *table.View) *table.View {
	v.Spectators = 3
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}
	v.Clock = &table.ClockView{
		Left:    [rules.SeatCount]time.Duration{291 * time.Second, 5 * time.Minute, 252 * time.Second, 58 * time.Second},
		Running: v.Actor, Since: uitest.Noon,
	}
	if v.Actor != rules.NoSeat {
		v.Clock.Deadline = uitest.Noon.Add(v.Clock.Left[v.Actor])
	}
	return v
}

// withLiftedPiece returns a driver of a table's screen after some moves. The viewer has lifted
// the piece on the given square. If `square` is "", they have lifted the first piece that can
// move.
func withLiftedPiece(t *testing.T, game, square string, cfg kit.Config) *driver {
	t.Helper()
	v := uitest.OpeningView(t, game)
	d := sitting(t, uitest.People[v.Actor], v, cfg)
	if square == "" {
		return pressed(d, "tab", "enter", "tab")
	}
	d.Click(square)
	d.Release(square)
	return pressed(d, "tab")
}

func waitingScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.GameView(t, "verney", nil, nil)
	v.Seats = uitest.Waiting(t, 0, 1, 2).Seats
	v.Seats[0].Ready, v.Seats[1].Present, v.Seats[1].Player.Name = true, false, "Blinky of the Mill"
	v.Terms.Touch, v.Terms.Rated = true, true
	v.Phase, v.Actor, v.Legal = table.Waiting, rules.NoSeat, nil
	return sitting(t, uitest.People[0], v, cfg)
}

func guestScene(t *testing.T, cfg kit.Config) *driver {
	guest := player.Player{ID: "guest:k7f3", Name: "guest-k7f3"}
	v := uitest.Waiting(t, 0, 1)
	v.Seats[1].Player = guest
	cfg.ReturnCode = "k7f3-9q2m-tx41-0bzv"
	return sitting(t, guest, v, cfg)
}

// checkScene shows a turn during which the kings of the viewer and of another player are in
// check.
func checkScene(t *testing.T, cfg kit.Config) *driver {
	return sitting(t, uitest.People[3], uitest.ViewAfter(t, uitest.Recorded(t)[:119]), cfg)
}

// teamChatScene shows a player who answers their partner in the team chat.
func teamChatScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.GameView(t, "chess4", map[string]string{"teams": "on"}, []string{"m7-k7", "g2-g4", "b8-d8"})
	v.ChatOpen, v.Chat = true, []table.ChatLine{uitest.Line(7, uitest.People[1], "good luck, all")}
	v.TeamChat = []table.ChatLine{uitest.Line(9, uitest.People[2], "shall we trade queens against Silver?")}
	return pressed(sitting(t, uitest.People[0], v, cfg), "'", "not yet")
}

// premoveScene shows another player's turn, with a premove by the viewer.
func premoveScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.OpeningView(t, "chess4")
	who := uitest.People[(v.Actor+2)%rules.SeatCount]
	d := sitting(t, who, v, cfg)
	p := v.Position
	p.Turn = (v.Actor + 2) % rules.SeatCount
	a := v.Variant.Legal(&p, nil)[7]
	set := *v
	set.Premoves = []table.PremoveView{
		{Seat: (v.Actor + 2) % rules.SeatCount, Action: a, Plain: rules.Plain(v.Variant.Facts(), v.Actor, a)},
	}
	d.Show(&set)
	return d
}

func spectatorScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:90])
	v.ChatOpen = true
	v.Chat = []table.ChatLine{
		uitest.Line(70, uitest.People[1], "a fine fork, that"),
		uitest.Line(81, uitest.People[0], "thank you; it was the only move that I saw"),
	}
	v.SpectatorChat = []table.ChatLine{uitest.Line(83, player.Player{ID: "SHA256:tom", Name: "Tom"}, "black should castle now")}
	return pressed(sitting(t, uitest.Spectator, v, cfg), "/")
}

func backScene(t *testing.T, cfg kit.Config) *driver {
	d := sitting(t, uitest.People[3], uitest.ViewAfter(t, uitest.Recorded(t)[:58]), cfg)
	d.Keys("[", "<")
	d.Show(atNoon(uitest.ViewAfter(t, uitest.Recorded(t)[:60])))
	return d
}

func questionScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:47])
	v.Offer = &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	return sitting(t, uitest.People[3], v, cfg)
}

func refusedScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:16])
	return pressed(sitting(t, uitest.People[0], v, cfg), "Qa1", "enter")
}

// touchedScene shows a touch-move table at which another player has touched a piece.
func touchedScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.Touching(t, "e1")
	return sitting(t, uitest.People[2], v, cfg)
}

func takingOffScene(t *testing.T, cfg kit.Config) *driver {
	return pressed(sitting(t, uitest.People[0], uitest.PositionView(t, uitest.WalledIn), cfg), "tab")
}

func awayScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:37])
	v.Seats[3].AwaySince, v.Seats[3].Present = uitest.Noon.Add(-5*time.Minute), false
	v.Votes = []table.VoteView{{By: uitest.People[2], Choice: table.Wait}}
	return pressed(sitting(t, uitest.People[0], v, cfg), "ctrl+n")
}

func adjournedScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.OpeningView(t, "quadrochess")
	v.Adjourned, v.Legal = true, nil
	return sitting(t, uitest.People[0], v, cfg)
}

func finishedScene(t *testing.T, cfg kit.Config) *driver {
	return sitting(t, uitest.People[0], finishedView(t), cfg)
}

// resultScene shows the card with the result of a game that has just ended.
func resultScene(t *testing.T, cfg kit.Config) *driver {
	words := uitest.Recorded(t)
	d := sitting(t, uitest.People[1], uitest.ViewAfter(t, words[:len(words)-1]), cfg)
	v := finishedView(t)
	v.Started = uitest.Noon
	v.Out[0], v.Out[3] = 181, 200
	d.Show(v)
	return d
}

// outScene shows the card of a player who is out.
func outScene(t *testing.T, cfg kit.Config) *driver {
	words := uitest.Recorded(t)[:40]
	d := sitting(t, uitest.People[1], uitest.ViewAfter(t, words[:39]), cfg)
	v := atNoon(uitest.ViewAfter(t, words))
	v.Position.State[1], v.Out[1] = rules.Eliminated, 40
	v.Recent = []table.Notable{{
		Number: 50, Kind: table.SeatOut, Seat: 1, Player: uitest.People[1], BySeat: 3, How: rules.ByCheckmate, Move: 40,
	}}
	d.Show(v)
	return d
}

func finishedView(t *testing.T) *table.View {
	v := uitest.Finished(t)
	v.Rematch = &table.RematchView{Accepted: rules.Seats(0).With(1)}
	v.Terms.Rated = true
	for seat, after := range []int{1246, 1381, 980, 717} {
		v.Ratings = append(
			v.Ratings,
			player.RatingChange{Player: uitest.People[seat].ID, Before: []int{1416, 1205, 994, 784}[seat], After: after},
		)
	}
	v.Chat = []table.ChatLine{uitest.Line(370, uitest.People[1], "well played, all"), uitest.Line(371, uitest.People[3], "once more?")}
	return v
}

// abortScene shows the dialog that aborts a game in which only one seat has moved.
func abortScene(t *testing.T, cfg kit.Config) *driver {
	v := uitest.GameView(t, "chess4", nil, []string{"m7-k7"})
	v.FirstMoves = v.Position.MayAct() &^ rules.Seats(0).With(0)
	return pressed(sitting(t, uitest.People[1], v, cfg), "!")
}

func promotionScene(t *testing.T, cfg kit.Config) *driver {
	return pressed(sitting(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), cfg), "b5-a5", "enter")
}

func armyScene(t *testing.T, cfg kit.Config) *driver {
	words := uitest.Words(t, "internal/table/decide/testdata/second-method.txt")
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "army:") })
	v := uitest.GameView(t, "chess4", map[string]string{"method": "2"}, words[:at])
	v.Terms.Options = map[string]string{"method": "2"}
	return pressed(sitting(t, uitest.People[v.Actor], v, cfg), "enter")
}

func fullLobby(t testing.TB, cfg kit.Config) *driver {
	d := inLobby(t, cfg)
	v := uitest.LobbyView()
	first, playing, over := v.Tables[0], v.Tables[1], v.Tables[2]
	words := map[string][rules.SeatCount]string{
		"Verney": {
			"yellow",
			"red",
			"white",
			"black",
		}, "Quadrochess": {"white-a", "black-a", "black-b", "white-b"}, "Forchess": {"southwest", "northwest", "northeast", "southeast"},
	}
	like := func(one *view.Summary, id table.ID, title string, c table.Clock) *view.Summary {
		s := *one
		s.ID, s.Title, s.Terms.Game, s.Terms.Clock = id, title, strings.ToLower(title), c
		if names, ok := words[title]; ok {
			s.SeatNames = names
		}
		return &s
	}
	slow := like(playing, 104, "Chess4", table.Clock{PerMove: 3 * 24 * time.Hour})
	slow.Adjourned = true
	long := like(playing, 31, "Quadrochess", table.Clock{Start: 30 * time.Minute, Increment: 10 * time.Second})
	long.Terms.Rated, long.Watchers, long.Moves = true, 12, 61
	free := like(playing, 28, "Forchess", table.Clock{Start: 3 * time.Minute, Delay: 2 * time.Second})
	free.Seats[2].Vacant, free.Seats[2].Open = true, true
	v.Tables = []*view.Summary{
		first, like(first, 112, "Verney", table.Clock{Start: 90 * time.Minute, Increment: 30 * time.Second}),
		long, free, playing, slow, over, like(over, 2, "Quadrochess", table.Clock{Start: 5 * time.Minute}),
	}
	v.Here = append(v.Here, view.Here{Player: uitest.People[1]}, view.Here{Player: player.Player{ID: "guest:k7f3", Name: "guest-k7f3"}})
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.ToTable(31)
	return d
}

func withInvitation(d *driver) *driver {
	d.Send(
		invitationsMsg{
			list: []view.Invitation{{Number: 4, Table: 31, Title: "Quadrochess", From: uitest.People[1], Seat: rules.NoSeat}},
		},
	)
	return d
}

// TestGoldenFramesOfTables checks that each scene matches its golden frames. The frames of 80
// × 24 cells have no colours, and the larger ones have colours. One scene is drawn in every
// theme.
func TestGoldenFramesOfTables(t *testing.T) {
	picture := func(s *tableScene, width, height int, theme *assets.Theme) uitest.Frame {
		cfg := kit.Config{Width: width, Height: height}
		cfg.Settings = cfg.Settings.With(player.Choice{Setting: player.Theme, Value: theme.Name})
		return uitest.FrameOf(s.make(t, cfg))
	}
	for i := range tableScenes {
		s := &tableScenes[i]
		frames := []uitest.Frame{picture(s, 80, 24, assets.Colourless)}
		if s.large {
			frames = append(frames, picture(s, 200, 60, assets.Themes[0]))
		} else {
			frames = append(frames, picture(s, 120, 40, assets.Themes[0]))
		}
		uitest.CompareGolden(t, filepath.Join("testdata", "tables", s.name+".txt"), frames...)
	}
	var themes []uitest.Frame
	for _, theme := range assets.Themes {
		themes = append(themes, picture(&tableScenes[0], 120, 40, theme))
	}
	uitest.CompareGolden(t, filepath.Join("testdata", "tables", "themes.txt"), themes...)
}

// Where drawn pieces leave no room beside the board, the seats, the moves and the chat are below it, and so
// are dialogs.
func TestGoldenFramesOfLowPanels(t *testing.T) {
	game := withLiftedPiece(t, "quadrochess", "k9", kit.Config{Width: 100, Height: 30})
	resigning := pressed(withLiftedPiece(t, "quadrochess", "", kit.Config{Width: 100, Height: 30}), "!")
	v := uitest.OpeningView(t, "quadrochess")
	v.ChatOpen, v.Chat = true, []table.ChatLine{
		uitest.Line(7, uitest.People[1], "good luck, all"), uitest.Line(8, uitest.People[3], "mind the bishop on a6"),
	}
	chat := sitting(t, uitest.People[0], v, kit.Config{Width: 100, Height: 30})
	over := finishedScene(t, kit.Config{Width: 80, Height: 50})
	uitest.CompareGolden(
		t, filepath.Join("testdata", "tables", "low-panels.txt"),
		uitest.FrameOf(game), uitest.FrameOf(resigning), uitest.FrameOf(chat), uitest.FrameOf(over),
	)
}

// A small terminal shows the board and dialogs. After the terminal has been enlarged, the
// frame is complete again.
func TestGoldenFramesOfSmallTerminal(t *testing.T) {
	small := tableScenes[0].make(t, kit.Config{Width: 46, Height: 16})
	uitest.CompareGolden(t, filepath.Join("testdata", "tables", "too-small.txt"), uitest.FrameOf(small))
	abort := abortScene(t, kit.Config{Width: 46, Height: 16})
	uitest.CompareGolden(t, filepath.Join("testdata", "tables", "ask-abort-small.txt"), uitest.FrameOf(abort))
	over := finishedScene(t, kit.Config{Width: 46, Height: 16})
	declined := *finishedView(t)
	declined.Rematch = nil // the question about a rematch would cover the result
	over.Show(&declined)
	uitest.CompareGolden(t, filepath.Join("testdata", "tables", "finished-small.txt"), uitest.FrameOf(over))
	for _, theme := range []string{"dark", "mono"} { // the widest board, with tiny squares
		cfg := kit.Config{Width: 46, Height: 16}
		cfg.Settings = cfg.Settings.With(player.Choice{Setting: player.Theme, Value: theme})
		wide := withLiftedPiece(t, "quadrochess", "k9", cfg)
		uitest.CompareGolden(t, filepath.Join("testdata", "tables", "tiny-squares-"+theme+".txt"), uitest.FrameOf(wide))
	}
	small.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got, want := uitest.Portrait(small), uitest.Portrait(tableScenes[0].make(t,
		kit.Config{Width: 80, Height: 24})); got != want {
		t.Errorf("the enlarged terminal shows\n%s\nnot\n%s", got, want)
	}
}
