package lobby_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"quadrille/internal/analysis"
	"quadrille/internal/bot"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

var clyde = player.Player{ID: "SHA256:clyde", Name: "Clyde"}

// endless is more positions than anybody looks at.
const endless = 1 << 40

// analysts is a lobby whose analyses look at so many positions. Two of its tables
// have finished and the third is on, each with four moves played.
func analysts(t *testing.T, nodes int, test func(h *testLobby, pool *bot.Pool)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(0.1)
		defer pool.Close()
		l, err := lobby.Open(ctx, lobby.Config{Store: logtest.NewMemory(), Bots: pool, AnalysisNodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		h := &testLobby{TB: t, Lobby: l, bots: pool}
		defer h.close()
		for n := range 3 {
			one := h.create(inky)
			h.begin(one)
			for range 4 {
				v := one.View()
				h.do(one, table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: len(v.Moves)})
			}
			if n < 2 {
				h.finish(one)
			}
		}
		test(h, pool)
	})
}

func (h *testLobby) reading(by player.Player, id table.ID) *analysis.Subscription {
	h.Helper()
	r, err := h.Analyse(ctx, by.ID, id)
	if err != nil {
		h.Fatal(err)
	}
	return r
}

// last is what an analysis comes to, and how often there was news of it.
func last(r *analysis.Subscription) (now analysis.Analysis, times int) {
	for {
		newer, ok := r.Take(ctx)
		if !ok {
			return now, times
		}
		now = newer
		times++
	}
}

// Two people read one analysis: all moves are judged, what is no move is not, and who
// asks later has it at once.
func TestAnalysisIsMadeOnce(t *testing.T) {
	analysts(t, 300, func(h *testLobby, pool *bot.Pool) {
		first, second := h.reading(inky, 1), h.reading(blinky, 1)
		defer first.Close()
		defer second.Close()
		got, _ := last(first)
		other, _ := last(second)
		if !got.Complete() || got.Err != nil || got.Moves != 5 || !slices.Equal(got.Assessments, other.Assessments) {
			t.Errorf("%+v; %+v", got, other)
		}
		table, err := h.Table(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		game := rules.NewGame(table.View().Variant)
		for i, m := range table.View().Moves {
			j := got.Assessments[i]
			moved := m.Action.IsBoardAction()
			if j.Number != i+1 || j.By != m.By || j.Played != m.Plain || j.HadChoice != moved || j.Swing() < 0 || j.PlayedBest() != (j.Plain == m.Plain) {
				t.Errorf("%+v is judged as %+v", m, j)
			}
			if moved && (game.Validate(j.Best) != nil || j.Text == "") {
				t.Errorf("the best instead of move %d is %+v", i+1, j)
			}
			if _, err := game.Play(m.Action); err != nil {
				t.Fatal(err)
			}
		}
		pool.Close() // nobody thinks any more
		third := h.reading(clyde, 1)
		defer third.Close()
		if again, times := last(third); !slices.Equal(again.Assessments, got.Assessments) || times != 1 {
			t.Errorf("told %d times, %+v", times, again)
		}
		lost := h.reading(clyde, 2)
		defer lost.Close()
		if now, _ := last(lost); !errors.Is(now.Err, bot.ErrClosed) || now.Complete() {
			t.Errorf("with nobody to think: %+v", now)
		}
	})
}

// What is asked for is refused with a sentence: for a game that is on whoever asks,
// and twice at a time.
func TestAnalysisRefusals(t *testing.T) {
	analysts(t, endless, func(h *testLobby, pool *bot.Pool) {
		refused := func(by player.Player, id table.ID, want string) {
			t.Helper()
			if r, err := h.Analyse(ctx, by.ID, id); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, table %d: %v, %v; want %q", by.Name, id, r, err, want)
			}
		}
		for _, p := range []player.Player{inky, blinky, clyde} {
			refused(p, 3, "the game at table 3 is not over")
		}
		refused(clyde, 4, "no such table")
		r := h.reading(clyde, 1)
		refused(clyde, 2, "the game of table 1 is being analysed for you")
		same := h.reading(clyde, 1)
		other := h.reading(inky, 2)
		r.Close()
		refused(clyde, 2, "the game of table 1")
		same.Close()
		h.reading(clyde, 2).Close()
		other.Close()
	})
	inside(t, func(h *testLobby) {
		if _, err := h.Analyse(ctx, inky.ID, 1); !errors.Is(err, analysis.ErrUnavailable) {
			t.Errorf("without bots: %v", err)
		}
	})
}

// With the last one that goes, nobody thinks about the game any more; and closing
// the lobby ends what is left.
func TestAnalysisEndsWithoutReaders(t *testing.T) {
	analysts(t, endless, func(h *testLobby, pool *bot.Pool) {
		first, second := h.reading(inky, 1), h.reading(blinky, 1)
		if _, ok := first.Take(ctx); !ok {
			t.Error("nothing is told at once")
		}
		first.Close()
		first.Close()
		second.Close()
		// The only worker has time for something else.
		if _, err := pool.ChooseInBackground(ctx, rules.NewGame(h.variant(1)), bot.Limits{Nodes: 10}); err != nil {
			t.Error(err)
		}
		if _, ok := second.Take(ctx); ok {
			if _, ok := second.Take(ctx); ok {
				t.Error("somebody who has gone is told more")
			}
		}
		begun := h.reading(inky, 2)
		h.close()
		if now, _ := last(begun); !errors.Is(now.Err, bot.ErrClosed) {
			t.Errorf("the members is closed: %+v", now)
		}
		if _, err := h.Analyse(ctx, inky.ID, 1); err == nil {
			t.Error("a closed members analyses")
		}
	})
}

func (h *testLobby) variant(id table.ID) rules.Variant {
	h.Helper()
	t, err := h.Table(ctx, id)
	if err != nil {
		h.Fatal(err)
	}
	return t.View().Variant
}
