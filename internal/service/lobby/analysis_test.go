package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

var clyde = player.Player{ID: "SHA256:clyde", Name: "Clyde"}

// endless is a limit on the nodes of a search. No search can reach it.
const endless = 1 << 40

// withAnalysis runs a test with a lobby whose analyses search the given number of nodes for
// each move. The games at tables 1 and 2 are finished, and the game at table 3 is running.
// Four moves were played in each game.
func withAnalysis(t *testing.T, nodes int, test func(h *testLobby, pool *bot.Pool)) {
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
				h.do(
					one,
					table.Command{
						By:      v.Seats[v.Actor].Player,
						Kind:    table.Play,
						Seat:    v.Actor,
						Action:  v.Legal[0],
						Answers: len(v.Moves),
					},
				)
			}
			if n < 2 {
				h.finish(one)
			}
		}
		test(h, pool)
	})
}

func (h *testLobby) analyse(by player.Player, id table.ID) *analysis.Subscription {
	h.Helper()
	r, err := h.Analyse(ctx, by.ID, id, 0)
	if err != nil {
		h.Fatal(err)
	}
	return r
}

// finalAnalysis reads the states of an analysis until it ends. It returns the last state and
// the number of states.
func finalAnalysis(r *analysis.Subscription) (now view.Analysis, times int) {
	for {
		newer, ok := r.Take(ctx)
		if !ok {
			return now, times
		}
		now = newer
		times++
	}
}

// Two readers share one analysis, which assesses all moves except the resignation. A later
// reader immediately gets the complete analysis.
func TestAnalysisIsMadeOnce(t *testing.T) {
	withAnalysis(t, 300, func(h *testLobby, pool *bot.Pool) {
		first, second := h.analyse(inky, 1), h.analyse(blinky, 1)
		defer first.Close()
		defer second.Close()
		got, _ := finalAnalysis(first)
		other, _ := finalAnalysis(second)
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
			if j.Number != i+1 || j.By != m.By || j.Played != m.Plain || j.HadChoice != moved || j.Swing() < 0 ||
				j.PlayedBest() != (j.Plain == m.Plain) {
				t.Errorf("assessment of %+v: %+v", m, j)
			}
			if moved && (game.Validate(j.Best) != nil || j.Text == "") {
				t.Errorf("best alternative to move %d: %+v", i+1, j)
			}
			if _, err := game.Play(m.Action); err != nil {
				t.Fatal(err)
			}
		}
		pool.Close() // makes a new search fail
		third := h.analyse(clyde, 1)
		defer third.Close()
		if again, times := finalAnalysis(third); !slices.Equal(again.Assessments, got.Assessments) || times != 1 {
			t.Errorf("%d reports, %+v", times, again)
		}
		lost := h.analyse(clyde, 2)
		defer lost.Close()
		if now, _ := finalAnalysis(lost); !errors.Is(now.Err, bot.ErrClosed) || now.Complete() {
			t.Errorf("with a closed pool: %+v", now)
		}
	})
}

// TestFirstMoveOfAnAnalysis checks that the move at which a viewer looks is assessed before the
// others.
func TestFirstMoveOfAnAnalysis(t *testing.T) {
	withAnalysis(t, 300, func(h *testLobby, _ *bot.Pool) {
		r, err := h.Analyse(ctx, inky.ID, 1, 4)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		now, _ := finalAnalysis(r)
		if first := now.View(4); first == nil || !now.Complete() || *first != now.Assessments[3] {
			t.Errorf("first %+v in %+v", first, now)
		}
	})
}

// Nobody may analyse a running game, and a player may analyse one game at a time.
func TestAnalysisRefusals(t *testing.T) {
	withAnalysis(t, endless, func(h *testLobby, pool *bot.Pool) {
		refused := func(by player.Player, id table.ID, want string) {
			t.Helper()
			if r, err := h.Analyse(ctx, by.ID, id, 0); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, table %d: %v, %v; want %q", by.Name, id, r, err, want)
			}
		}
		for _, p := range []player.Player{inky, blinky, clyde} {
			refused(p, 3, "the game at table 3 is not over")
		}
		refused(clyde, 4, "no such table")
		r := h.analyse(clyde, 1)
		refused(clyde, 2, "the game of table 1 is being analysed for you")
		same := h.analyse(clyde, 1)
		other := h.analyse(inky, 2)
		r.Close()
		refused(clyde, 2, "the game of table 1")
		same.Close()
		h.analyse(clyde, 2).Close()
		other.Close()
	})
	withLobby(t, func(h *testLobby) {
		if _, err := h.Analyse(ctx, inky.ID, 1, 0); !errors.Is(err, analysis.ErrUnavailable) {
			t.Errorf("without bots: %v", err)
		}
	})
}

// An analysis ends when its last reader closes it, or when the lobby closes.
func TestAnalysisEndsWithoutReaders(t *testing.T) {
	withAnalysis(t, endless, func(h *testLobby, pool *bot.Pool) {
		first, second := h.analyse(inky, 1), h.analyse(blinky, 1)
		if _, ok := first.Take(ctx); !ok {
			t.Error("no first report")
		}
		first.Close()
		first.Close()
		second.Close()
		// the analysis must have freed its worker in the pool
		if _, err := pool.ChooseInBackground(ctx, rules.NewGame(h.variant(1)), bot.Limits{Nodes: 10}); err != nil {
			t.Error(err)
		}
		if _, ok := second.Take(ctx); ok {
			if _, ok := second.Take(ctx); ok {
				t.Error("a closed subscription still receives reports")
			}
		}
		begun := h.analyse(inky, 2)
		h.close()
		if now, _ := finalAnalysis(begun); !errors.Is(now.Err, bot.ErrClosed) {
			t.Errorf("after closing the lobby: %+v", now)
		}
		if _, err := h.Analyse(ctx, inky.ID, 1, 0); err == nil {
			t.Error("a closed lobby analyses")
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

// TestAnalysesOfOneAddressWaitInAQueue has three people at one address ask for analyses. The
// third one waits and is shown the place, until one of the others disconnects. A person at
// another address does not wait.
func TestAnalysesOfOneAddressWaitInAQueue(t *testing.T) {
	sample := func(title string) *analysis.Sample {
		return &analysis.Sample{Title: title, Game: "chess4", Plain: []string{"m7-k7"}}
	}
	withAnalysis(t, endless, func(h *testLobby, _ *bot.Pool) {
		from := func(n byte) context.Context {
			return player.WithAddress(h.Context(), netip.AddrFrom4([4]byte{192, 0, 2, n}))
		}
		ask := func(address byte, title string) *analysis.Subscription {
			h.Helper()
			r, err := h.AnalyseSample(from(address), player.ID(title), sample(title), 0)
			if err != nil {
				h.Fatal(err)
			}
			return r
		}
		place := func(r *analysis.Subscription) int {
			now, ok := r.Take(h.Context())
			if !ok || now.Err != nil {
				h.Fatal(ok, now.Err)
			}
			return now.Place
		}
		first, second, third, fourth, other := ask(1, "A"), ask(1, "B"), ask(1, "C"), ask(1, "D"), ask(2, "E")
		for i, r := range []*analysis.Subscription{first, second, third, fourth, other} {
			if got, want := place(r), []int{0, 0, 1, 2, 0}[i]; got != want {
				t.Errorf("analysis %d has place %d, not %d", i+1, got, want)
			}
		}
		third.Close()
		if got := place(fourth); got != 1 {
			t.Errorf("after the person before it left, the place is %d", got)
		}
		first.Close()
		if got := place(fourth); got != 0 {
			t.Errorf("after an analysis has ended, the place is %d", got)
		}
		var err error
		n := 0
		for ; err == nil; n++ {
			_, err = h.AnalyseSample(from(1), player.ID(fmt.Sprint(n)), sample(fmt.Sprint(n)), 0)
		}
		if refusal.Of(err) != analysis.AddressBusy || n != 15 {
			t.Errorf("after %d more: %v", n, err)
		}
		if _, err := h.AnalyseSample(from(3), "else", sample("else"), 0); err != nil {
			t.Error(err)
		}
	})
}
