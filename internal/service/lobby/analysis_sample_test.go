package lobby_test

import (
	"errors"
	"strings"
	"testing"

	"quadrille/internal/bot"
	"quadrille/internal/service/analysis"
	"quadrille/internal/table"
)

// TestAnalysisOfASample checks that a sample game is analysed like a game played on this
// server. All readers of the game share one analysis. While it runs, none of them can start
// the analysis of another game.
func TestAnalysisOfASample(t *testing.T) {
	sample := &analysis.Sample{
		Title:   "A short game",
		Game:    "chess4",
		Options: map[string]string{"armies": "white,black"},
		Plain:   []string{"m7-k7", "b8-d8", "n8-k5", "white:resign"},
	}
	withAnalysis(t, 300, func(h *testLobby, _ *bot.Pool) {
		first, err := h.AnalyseSample(t.Context(), inky.ID, sample, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer first.Close()
		second, err := h.AnalyseSample(t.Context(), blinky.ID, sample, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer second.Close()
		got, _ := finalAnalysis(first)
		other, _ := finalAnalysis(second)
		if !got.Complete() || got.Err != nil || len(got.Assessments) != 4 || &got.Assessments[0] != &other.Assessments[0] {
			t.Fatalf("%+v; %+v", got, other)
		}
		end := got.Assessments[3]
		if end.HadChoice || end.By != 0 || end.Played != "white:resign" || got.Assessments[1].By != 2 {
			t.Errorf("%+v", got.Assessments)
		}
		moves := []table.MoveView{{Plain: "m7-k7"}, {Plain: "b8-d8"}, {Plain: "n8-k5"}, {Plain: "white:resign"}}
		if j := got.At(moves, 2); j == nil || j.Number != 2 || got.At(moves, 4) != nil || got.At(moves, 0) != nil ||
			got.At(moves[:1], 2) != nil {
			t.Errorf("assessment of the second move: %+v", j)
		}
		moves[0].Plain = "m7-l7"
		if j := got.At(moves, 2); j != nil {
			t.Errorf("assessment in another game: %+v", j)
		}
	})
	withAnalysis(t, endless, func(h *testLobby, _ *bot.Pool) {
		r, err := h.AnalyseSample(t.Context(), clyde.ID, sample, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		_, err = h.Analyse(ctx, clyde.ID, 1, 0)
		if err == nil || !strings.Contains(err.Error(), "A short game is being analysed for you") {
			t.Error(err)
		}
	})
}

// A sample game that cannot be replayed is refused. The error contains the number of the
// illegal action.
func TestSampleRefusals(t *testing.T) {
	withAnalysis(t, endless, func(h *testLobby, _ *bot.Pool) {
		for want, sample := range map[string]*analysis.Sample{
			"A is no game":                       {Title: "A is no game", Game: "chess4"},
			"cannot replay B: action 2, b8-b8: ": {Title: "B", Game: "chess4", Plain: []string{"m7-k7", "b8-b8"}},
			"cannot replay C: action 1, Nk3: ":   {Title: "C", Game: "chess4", Plain: []string{"Nk3"}},
			"no game \"go\"":                     {Title: "D", Game: "go", Plain: []string{"m7-k7"}},
		} {
			if _, err := h.AnalyseSample(t.Context(), inky.ID, sample, 0); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", sample.Title, err)
			}
		}
	})
	withLobby(t, func(h *testLobby) {
		sample := &analysis.Sample{Game: "chess4", Plain: []string{"m7-k7"}}
		if _, err := h.AnalyseSample(t.Context(), inky.ID, sample, 0); !errors.Is(err, analysis.ErrUnavailable) {
			t.Errorf("without bots: %v", err)
		}
	})
}
