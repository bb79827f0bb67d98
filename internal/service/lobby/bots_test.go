package lobby_test

import (
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// withBots runs a test with a lobby that has bots, in virtual time.
func withBots(t *testing.T, test func(h *testLobby)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(1)
		defer pool.Close()
		h := &testLobby{TB: t, store: logtest.NewMemory(), bots: pool}
		h.Lobby = openWith(t, h.store, pool)
		defer func() { h.close() }()
		test(h)
	})
}

func openWith(t testing.TB, store lobby.Store, pool *bot.Pool) *lobby.Lobby {
	t.Helper()
	l, err := lobby.Open(ctx, lobby.Config{Store: store, Bots: pool, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (h *testLobby) seatBots(t *live.Table, by player.Player, level int, seats ...rules.Seat) {
	h.Helper()
	for _, seat := range seats {
		h.do(t, table.Command{By: by, Kind: table.AddBot, Seat: seat, Level: level})
	}
}

// until waits, in virtual time, for a view of the table that satisfies the given condition,
// and returns that view.
func (h *testLobby) until(t *live.Table, what string, is func(v *table.View) bool) *table.View {
	h.Helper()
	for range 4000 {
		synctest.Wait()
		if v := t.View(); is(v) {
			return v
		}
		time.Sleep(100 * time.Millisecond)
	}
	v := t.View()
	h.Fatalf("never reached: %s; phase %v, %d moves, actor %v", what, v.Phase, len(v.Moves), v.Actor)
	return nil
}

func turnOf(seat rules.Seat) func(v *table.View) bool {
	return func(v *table.View) bool { return v.Phase == table.Playing && v.Actor == seat }
}

// createWithBots starts a game in which Inky plays against three bots of the given level.
func (h *testLobby) createWithBots(game string, level int) *live.Table {
	h.Helper()
	t, err := h.Create(ctx, inky, table.Terms{Game: game})
	if err != nil {
		h.Fatal(err)
	}
	h.do(t, table.Command{By: inky, Kind: table.Sit, Seat: 0})
	h.seatBots(t, inky, level, 1, 2, 3)
	h.do(t, table.Command{By: inky, Kind: table.Ready})
	return t
}

// In each game, one person can play against three bots. The bots take time to move, as
// people do. After a restart, the table still has all its moves.
func TestBotsFillATable(t *testing.T) {
	for _, def := range variants.All() {
		withBots(t, func(h *testLobby) {
			tab := h.createWithBots(def.Name, 1)
			for range 5 {
				v := h.until(tab, "the person's turn", func(v *table.View) bool {
					return v.Phase == table.Finished || v.Phase == table.Playing && !v.Seats[v.Actor].Player.ID.Bot()
				})
				if v.Phase == table.Finished {
					return
				}
				began, before := time.Now(), len(v.Moves)
				h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: before})
				after := h.until(
					tab,
					"the person's next turn",
					func(now *table.View) bool { return now.Phase == table.Finished || turnOf(v.Actor)(now) },
				)
				if after.Phase == table.Finished {
					return
				}
				if n := time.Duration(len(after.Moves) - before - 1); time.Since(began) < n*400*time.Millisecond ||
					time.Since(began) > n*1700*time.Millisecond+100*time.Millisecond {
					h.Errorf("%s: %d moves in %v", def.Name, n, time.Since(began))
				}
			}
			moves := len(tab.View().Moves)
			h.restart()
			again, err := h.Table(ctx, tab.View().ID)
			if err != nil || len(again.View().Moves) != moves {
				h.Errorf("after a restart: %v", err)
			}
		})
	}
}

// A game between four bots continues without people, even after a restart.
func TestGameOfFourBotsContinues(t *testing.T) {
	withBots(t, func(h *testLobby) {
		tab, err := h.Create(ctx, inky, table.Terms{Game: "forchess"})
		if err != nil {
			h.Fatal(err)
		}
		h.seatBots(tab, inky, 1, 0, 1, 2, 3)
		v := h.until(tab, "ten moves", func(v *table.View) bool { return len(v.Moves) >= 10 })
		for _, s := range v.Seats {
			if !strings.HasPrefix(s.Player.Name, "Bot 1 ") || !s.Present || !s.Player.ID.Bot() {
				h.Errorf("%+v", s)
			}
		}
		h.restart()
		tab, err = h.Table(ctx, tab.View().ID)
		if err != nil {
			h.Fatal(err)
		}
		moves := len(tab.View().Moves)
		h.until(tab, "ten more", func(v *table.View) bool { return len(v.Moves) >= moves+10 })
	})
}

// Bots move quickly when their clocks are low.
func TestBotsDoNotLoseOnTime(t *testing.T) {
	withBots(t, func(h *testLobby) {
		tab, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Clock: table.Clock{Start: time.Minute}})
		if err != nil {
			h.Fatal(err)
		}
		h.seatBots(tab, inky, 1, 0, 1, 2, 3)
		v := h.until(tab, "300 moves", func(v *table.View) bool { return len(v.Moves) >= 300 || v.Phase == table.Finished })
		for _, m := range v.Moves {
			if m.Action.Type == rules.Flag {
				h.Fatalf("a bot lost on time at move %d", m.Number)
			}
		}
	})
}

// A bot accepts a draw unless it is ahead.
func TestBotsAnswerOffers(t *testing.T) {
	// number of the person's blunders; after more than four, the bot might already have given checkmate
	for _, blunders := range []int{0, 4} {
		withBots(t, func(h *testLobby) {
			tab, err := h.Create(ctx, inky, duel)
			if err != nil {
				h.Fatal(err)
			}
			h.do(tab, table.Command{By: inky, Kind: table.Sit, Seat: 0})
			h.seatBots(tab, inky, 4, 2)
			h.do(tab, table.Command{By: inky, Kind: table.Ready})
			v := h.until(tab, "the person's turn", turnOf(0))
			for range blunders {
				h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: 0, Action: h.worst(v), Answers: -1})
				v = h.until(tab, "the person's turn", turnOf(0))
			}
			h.do(tab, table.Command{By: inky, Kind: table.OfferDraw, Seat: 0})
			v = h.until(tab, "an answer", func(v *table.View) bool { return v.Offer == nil })
			if drawn := v.Phase == table.Finished; drawn != (blunders == 0) {
				h.Errorf("after %d blunders: drawn %v", blunders, drawn)
			}
		})
	}
}

// worst returns the action that helps the next player most.
func (h *testLobby) worst(v *table.View) (worst rules.Action) {
	h.Helper()
	most := -1 << 30
	for _, a := range v.Legal {
		game := rules.NewGame(v.Variant)
		for _, m := range v.Moves {
			if _, err := game.Play(m.Action); err != nil {
				h.Fatal(err)
			}
		}
		if _, err := game.Play(a); err != nil {
			h.Fatal(err)
		}
		if found := bot.NewSearcher(10).Choose(ctx, game, bot.Limits{Depth: 2}); found.Value > most {
			worst, most = a, found.Value
		}
	}
	return worst
}

// A bot accepts every takeback and rematch, and its partner's proposal to resign.
func TestBotsFollowTheirPartner(t *testing.T) {
	withBots(t, func(h *testLobby) {
		tab := h.createWithBots("verney", 1)
		v := h.until(tab, "the person's turn", turnOf(0))
		h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: 0, Action: v.Legal[0], Answers: -1})
		v = h.until(tab, "the next turn", turnOf(0))
		moves := len(v.Moves)
		h.do(tab, table.Command{By: inky, Kind: table.OfferTakeback, Answers: -1})
		h.until(tab, "the takeback", func(v *table.View) bool { return len(v.Moves) < moves })
		h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: 0, Action: rules.Action{Type: rules.Resign, Seat: 0}, Answers: -1})
		v = h.until(tab, "an answer", func(v *table.View) bool { return v.Phase == table.Finished || v.Resigning == 0 })
		if v.Phase != table.Finished {
			h.Fatal("the bot rejected the resignation")
		}
	})
	withBots(t, func(h *testLobby) {
		tab := h.createWithBots("forchess", 1)
		h.until(tab, "the person's turn", func(v *table.View) bool { return v.Phase == table.Playing && v.Actor == 0 })
		h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: 0, Action: rules.Action{Type: rules.Resign, Seat: 0}, Answers: -1})
		for seat := range rules.Seat(rules.SeatCount) {
			if by := tab.View().Seats[seat].Player; by.ID.Bot() && tab.View().Phase == table.Playing {
				_ = tab.Do(
					ctx,
					table.Command{
						By:      by,
						Kind:    table.Play,
						Seat:    seat,
						Action:  rules.Action{Type: rules.Resign, Seat: seat},
						Answers: -1,
					},
				)
			}
		}
		h.until(tab, "the end", func(v *table.View) bool { return v.Phase == table.Finished })
		h.do(tab, table.Command{By: inky, Kind: table.OfferRematch})
		v := h.until(tab, "the rematch", func(v *table.View) bool { return v.Next != 0 })
		next, err := h.Table(ctx, v.Next)
		if err != nil {
			h.Fatal(err)
		}
		h.until(next, "ready bots", func(v *table.View) bool { return v.Seats[1].Ready && v.Seats[2].Ready && v.Seats[3].Ready })
	})
}

func TestBotLevels(t *testing.T) {
	if player.MaxBotLevel != int(bot.Strongest) {
		t.Errorf("players may choose from %d levels, and there are %d", player.MaxBotLevel, bot.Strongest)
	}
	for word, want := range map[string]string{
		"bots=11": "the choices are none, 1, 2", "bots=x": "the choices are",
		"bots=0": "the choices are",
	} {
		if _, err := setup.ParseTerms([]string{"chess4", word}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// If the club lets bots play rated games, they can fill the seats of a rated table. When
// the club changes that setting, the change applies to tables opened later, including
// tables of rematches.
func TestClubDecidesWhetherBotsAreRated(t *testing.T) {
	h, members := withClub(t, club.Config{})
	terms, err := setup.ParseTerms([]string{"chess4", "armies=white,black", "bots=3", "rated=on"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Create(ctx, inky, terms); err == nil ||
		err.Error() != "bots=3: bots are not rated in this club; choose bots=none, or rated=off" {
		t.Errorf("where bots are not rated: %v", err)
	}
	members.Configure(club.Config{RatesBots: true})
	tab, err := h.Create(ctx, inky, terms)
	if err != nil {
		t.Fatal(err)
	}
	members.Configure(club.Config{RatesBotAccounts: true})
	other, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Rated: true, RatedBots: true})
	if err != nil {
		t.Fatal(err)
	}
	h.begin(tab)
	h.finish(tab)
	if was, is := tab.View().Terms, other.View().Terms; !was.RatedBots || was.RatedBotAccounts || is.RatedBots || !is.RatedBotAccounts {
		t.Errorf("before: %+v, after: %+v", was, is)
	}
	if again := h.playRematch(tab).View().Terms; again.RatedBots || !again.RatedBotAccounts || again.Bots != 0 || !again.Rated {
		t.Errorf("again: %+v", again)
	}
}

// Bots do not vote. If one of two people at a table leaves, the other person's vote alone
// therefore opens the seat, and a bot can take it.
func TestBotTakesAnOpenSeat(t *testing.T) {
	withBots(t, func(h *testLobby) {
		tab, err := h.Create(ctx, inky, table.Terms{Game: "chess4"})
		if err != nil {
			h.Fatal(err)
		}
		watch := tab.Watch(inky)
		defer watch.Close()
		away := tab.Watch(blinky)
		h.do(tab, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		h.do(tab, table.Command{By: blinky, Kind: table.Sit, Seat: 1})
		h.seatBots(tab, inky, 1, 2, 3)
		h.do(tab, table.Command{By: inky, Kind: table.Ready})
		h.do(tab, table.Command{By: blinky, Kind: table.Ready})
		away.Close()
		time.Sleep(3 * time.Minute)
		h.do(tab, table.Command{By: inky, Kind: table.Play, Seat: 0, Action: tab.View().Legal[0], Answers: -1})
		h.do(tab, table.Command{By: inky, Kind: table.Vote, Choice: table.OpenSeat})
		h.until(tab, "an open seat", func(v *table.View) bool { return v.Seats[1].Vacant })
		h.seatBots(tab, inky, 1, rules.NoSeat)
		h.until(tab, "the next turn", func(v *table.View) bool { return v.Seats[1].Player.ID.Bot() && v.Actor == 0 && len(v.Moves) >= 4 })
	})
}

// The server closes a game that all its human players have left.
func TestGameWithOnlyBotsIsClosed(t *testing.T) {
	withBots(t, func(h *testLobby) {
		tab := h.createWithBots("chess4", 1)
		h.until(tab, "the person's turn", turnOf(0))
		time.Sleep(9 * 24 * time.Hour)
		if v := tab.View(); v.Phase != table.Finished {
			h.Errorf("the game is still running")
		}
	})
}
