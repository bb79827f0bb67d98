package fold_test

import (
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules/variants"
)

// TestLeaves checks which players count as having left a game: those who abort it, do not make their
// first move, let the clock run, or whom the others replace or resign for. Losing on time in time
// trouble does not count, nor does a short disconnection.
func TestLeaves(t *testing.T) {
	private := func(t *table.Terms) { t.Private = table.ForMembers }
	evening := func(t *table.Terms) { t.Evening = &table.EveningBoard{Evening: 1} }
	bots := []string{
		"seated white Ann", "seated silver Bot", "seated black Bot2", "seated gold Bot3",
		"readied white", "readied silver", "readied black", "readied gold", "started",
	}
	for _, c := range []struct {
		what   string
		terms  terms
		change func(*table.Terms)
		log    []string
		want   string
	}{
		{"aborts", usual, nil, after(moved, "aborted Bob"), "Bob"},
		{"aborts because another is away", usual, nil, after(moved, "left Bob spent=1m", "aborted Cyd"), ""},
		{"aborts after a short disconnection", clocked, nil, after(moved, "left Bob spent=30s", "aborted Cyd after=20s"), ""},
		{"is away when another aborts", clocked, nil, after(moved, "left Bob spent=30s", "aborted Cyd after=40s"), "Bob"},
		{"is away when another aborts, without a clock", usual, nil, after(moved, "left Bob spent=30s", "aborted Cyd after=40s"), ""},
		{"makes no first move", clocked, nil, after(moved, "aborted silver after=2m"), "Bob"},
		{"is disconnected at the first move", clocked, nil, after(moved, "left Bob spent=30s", "aborted silver after=20s"), ""},
		{"has a short clock for the first move", clocked, nil, after(moved, "aborted silver after=30s"), ""},
		{"lets the clock run", clocked, nil, after(round, "flagged white after=10m"), "Ann"},
		{"loses on time after a short turn", clocked, nil, after(round, "flagged white after=4m"), ""},
		{"is away when the clock runs out", clocked, nil, after(round, "left Ann spent=1m", "flagged white after=1m"), "Ann"},
		{"is disconnected for a moment", clocked, nil, after(round, "left Ann spent=30s", "flagged white after=20s"), ""},
		{"was disconnected while the server was down", clocked, nil, after(
			round,
			"left Ann spent=30s", "paused spent=0s", "resumed after=1h", "flagged white after=1h20s",
		), ""},
		{"is away long after the server was down", clocked, nil, after(
			round,
			"left Ann spent=30s", "paused spent=0s", "resumed after=1h", "flagged white after=1h1m",
		), "Ann"},
		{"waits for others while the server is down, who abort", clocked, nil, after(
			moved,
			"left Bob spent=30s", "paused spent=0s", "resumed after=1h", "aborted Cyd after=1h20s",
		), ""},
		{"thinks, and is then disconnected for a moment", clocked, nil, after(
			round,
			"left Ann after=4m50s spent=30s", "flagged white after=5m10s",
		), ""},
		{"is back in time", clocked, nil, after(round, "left Ann spent=3m", "returned Ann", "flagged white after=1m"), ""},
		{"others resign for a player", usual, nil, after(round, "left Bob spent=5m", "forfeited silver"), "Bob"},
		{"is replaced", usual, nil, after(playing, "left Bob spent=5m", "vacated silver", "replaced silver Eve"), "Bob"},
		{"returns before anybody takes the seat", usual, nil, after(playing, "left Bob spent=5m", "vacated silver", "returned Bob"), ""},
		{"resigns", usual, nil, over, ""},
		{"plays by correspondence", daily, nil, after(round, "flagged white after=72h"), ""},
		{"plays privately", usual, private, after(moved, "aborted Bob"), ""},
		{"plays at an evening", usual, evening, after(moved, "aborted Bob"), ""},
		{"plays only with bots", usual, nil, append(bots, "aborted Ann"), ""},
		{"has no rules of fairness", clocked, func(t *table.Terms) { t.Fairness = 0 }, after(round, "flagged white after=10m"), ""},
	} {
		log := logOf(t, changed(c.terms, c.change), c.log)
		for i := range log {
			if p := log[i].Player; p != nil && strings.HasPrefix(p.Name, "Bot") {
				bot := player.Bot(1, uint8(*log[i].Seat))
				log[i].Player = &bot
			}
		}
		s, err := fold.Replay(log, variants.New, nil)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		var got []string
		for _, l := range fold.Summarize(s, s.Snapshot(), false).Left {
			got = append(got, nameOf(log, l.Player))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q has left, want %q", c.what, got, c.want)
		}
	}
}

// nameOf returns the name that a player of a log has.
func nameOf(log []table.Event, id player.ID) string {
	for _, e := range log {
		if e.Player != nil && e.Player.ID == id {
			return e.Player.Name
		}
	}
	return string(id)
}

// TestDeletedAccountsHaveLeftNoGame replays the log of a game that a deleted account left. The
// account's leaves went with it, so the replay finds none again.
func TestDeletedAccountsHaveLeftNoGame(t *testing.T) {
	log := logOf(t, termsOf(usual), after(moved, "aborted Bob"))
	anonymous := player.NewAnonymous()
	for i := range log {
		if p := log[i].Player; p != nil && p.Name == "Bob" {
			log[i].Player = &player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)}
		}
	}
	s, err := fold.Replay(log, variants.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	if left := s.Snapshot().Left; len(left) != 0 {
		t.Errorf("%v", left)
	}
}
