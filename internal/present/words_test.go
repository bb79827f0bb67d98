package present_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// resigned returns a table at which all but Gold have resigned.
func resigned(t *testing.T) *table.View {
	t.Helper()
	return logged(t, open, acted(0, "white:resign"), acted(1, "silver:resign"), acted(2, "black:resign"),
		table.Event{Kind: table.Closed, Action: "resignation"})
}

// TestBoardsSayWhatTheyLack checks what cannot be done at tables, on boards of one person, and when.
func TestBoardsSayWhatTheyLack(t *testing.T) {
	running, over := logged(t, open), resigned(t)
	player, watcher := present.Viewer{ID: "a"}, present.Viewer{ID: "g"}
	analysis := present.Viewer{ID: "a", Board: present.Analysis}
	questions := map[string]func(*present.Table) string{
		"offer": (*present.Table).CannotOffer, "analyse": (*present.Table).CannotAnalyse, "assess": (*present.Table).CannotAssess,
		"again": (*present.Table).CannotPlayAgain, "share": (*present.Table).CannotShare, "switch": (*present.Table).CannotSwitch,
	}
	for _, test := range []struct {
		v      *table.View
		viewer present.Viewer
		cannot string
	}{
		{running, player, "again analyse switch"},
		{running, watcher, "again offer"},
		{over, player, "offer"},
		{over, watcher, "offer"},
		{running, analysis, "again analyse assess offer share switch"},
		{running, present.Viewer{ID: "a", Board: present.Annotated}, "again offer share switch"},
	} {
		var cannot []string
		for name, ask := range questions {
			if ask(present.For(test.v, test.viewer)) != "" {
				cannot = append(cannot, name)
			}
		}
		slices.Sort(cannot)
		if got := strings.Join(cannot, " "); got != test.cannot {
			t.Errorf("%+v in phase %s: cannot %s, want %s", test.viewer, test.v.Phase, got, test.cannot)
		}
	}
}

// TestChatLinesAreInOrder checks that the lines of all channels are in one order, and how they are worded.
func TestChatLinesAreInOrder(t *testing.T) {
	line := func(n int, text string) []table.ChatLine {
		return []table.ChatLine{{Number: n, By: people[0], Text: text}}
	}
	v := &table.View{Chat: line(3, "three"), SpectatorChat: line(1, "one"), TeamChat: line(2, "two")}
	want := [][2]string{
		{"(Ada) one", "Ada, spectator, says: one"}, {"Ada (team): two", "Ada says to your team: two"}, {"Ada: three", "Ada says: three"},
	}
	lines := present.ChatLines(v)
	for i := range lines {
		if lines[i].String() != want[i][0] || lines[i].Sentence() != want[i][1] {
			t.Errorf("%q, %q", lines[i].String(), lines[i].Sentence())
		}
	}
	if len(lines) != 3 || present.NewestChat(v) != 3 || present.NewestChat(&table.View{}) != 0 {
		t.Errorf("%d lines, newest %d", len(lines), present.NewestChat(v))
	}
}

// TestPersonWithTwoSeatsReadsTheBetterPlace has a player hold several seats that have lost: they read "You lost" although the
// seat of another person was last.
func TestPersonWithTwoSeatsReadsTheBetterPlace(t *testing.T) {
	over := resigned(t) // White was the first to resign, then Silver, then Black
	for _, c := range []struct {
		held []rules.Seat
		want string
	}{
		{[]rules.Seat{0}, "You lost"},
		{[]rules.Seat{2}, "You came 2nd"},
		{[]rules.Seat{1, 2}, "You came 2nd"},
		{[]rules.Seat{0, 2}, "You came 2nd"},
		{[]rules.Seat{0, 1}, "You lost"},
		{[]rules.Seat{0, 1, 2}, "You lost"},
	} {
		v := *over
		for _, seat := range c.held {
			v.Seats[seat].Player.ID = "two"
		}
		if got, _ := present.For(&v, present.Viewer{ID: "two"}).OwnResult(); got != c.want {
			t.Errorf("seats %v: %q, want %q", c.held, got, c.want)
		}
	}
}

// TestEndOfAGame checks what everybody and each player read at the end of a game, and after it was closed.
func TestEndOfAGame(t *testing.T) {
	over := resigned(t)
	outcome := present.OutcomeOf(over, false)
	want := []string{
		"The game is over: Gold wins by resignation", "Scores: White 0, Silver 1, Black 2, Gold 3",
		"Points for eliminations: White 0, Silver 1/3, Black 5/6, Gold 1+5/6",
	}
	if got := outcome.Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if brief := present.OutcomeOf(over, true); brief.Scores != "Scores: 0 - 1 - 2 - 3" {
		t.Error(brief.Scores)
	}
	for id, want := range map[player.ID]string{"d": "You won", "a": "You lost", "g": ""} {
		at := present.For(over, present.Viewer{ID: id})
		if got, _ := at.OwnResult(); got != want || at.Status() != "Game over" {
			t.Errorf("%s: %q, %q", id, got, at.Status())
		}
	}
	rows := present.For(over, present.Viewer{}).Result()
	if len(rows) != rules.SeatCount || rows[0].Fate != "won" || rows[3].Fate != "resigned" || rows[3].Place != 4 {
		t.Errorf("%+v", rows)
	}
	before, aborted := waiting(t, open, 1, 0), logged(t, open, on(table.Aborted, 0), table.Event{Kind: table.Closed, Action: "aborted"})
	before.Phase = table.Finished
	for want, v := range map[string]*table.View{
		"The table was closed before the game":                  before,
		"The game is over: Aborted: White did not move in time": aborted,
	} {
		if o := present.OutcomeOf(v, false); !slices.Equal(o.Sentences(), []string{want}) {
			t.Errorf("%q", o.Sentences())
		}
	}
}

// TestMovesInSentences checks how the player who moved and others hear of a move.
func TestMovesInSentences(t *testing.T) {
	v := logged(t, open, acted(0, "m7-k7"), acted(1, "silver:resign"))
	for id, want := range map[player.ID]string{
		"a": "You play pawn from m7 to k7; Bo, Silver, resigns; Silver is eliminated",
		"b": "Ada, White: pawn from m7 to k7; You resign; Silver is eliminated",
	} {
		narrator, replay, said := present.Narrator{Me: id, Seats: people}, present.NewReplay(v.Variant), []string{}
		for i := range v.Moves {
			d := replay.Play(&v.Moves[i])
			said = append(said, narrator.Tell(&d)...)
		}
		if got := strings.Join(said, "; "); !strings.HasPrefix(got, want) {
			t.Errorf("%s hears %q", id, got)
		}
	}
	if got := present.For(v, present.Viewer{}).Progress(); got != "The game is running, 1 move was played" {
		t.Error(got)
	}
	if got := present.Move(v, 0); got.Text != "k7" && got.Text != "m7-k7" || got.Number != 1 {
		t.Errorf("%+v", got)
	}
	if got := present.Standings(v); !slices.Equal(got, []string{"Silver is out"}) {
		t.Errorf("%q", got)
	}
}

// TestClocksInWords checks the clocks in one line and as a front end draws them.
func TestClocksInWords(t *testing.T) {
	v := logged(t, open)
	now := v.Clock.Deadline.Add(-5 * time.Second)
	if got := present.ClockLine(v, now); got != "White 5 seconds, running; Silver 1 minute; Black 1 minute; Gold 1 minute" {
		t.Error(got)
	}
	clocks := present.Clocks(v, now)
	if c := clocks[0]; c.Text != "5.0" || !c.Running || !c.Low || c.Column() != "    5.0" || clocks[1].Text != "1:00" {
		t.Errorf("%+v", clocks)
	}
	if got := present.ClockLine(logged(t, table.Terms{Game: "chess4"}), now); got != "There is no clock at this table" {
		t.Error(got)
	}
}

// TestTablesInLists checks how lists describe tables that wait, are in play and are over.
func TestTablesInLists(t *testing.T) {
	s := view.Summary{
		ID: 7, Title: "Chess4", Terms: table.Terms{Game: "chess4", Rated: true}, Host: people[0], Turn: rules.NoSeat,
		SeatNames: [rules.SeatCount]string{"white", "silver", "black", "gold"},
	}
	s.Seats[0].Player = people[0]
	for i := range s.Seats[1:] {
		s.Seats[i+1].Open = true
	}
	check := func(phase table.Phase, line, status, brief string) {
		t.Helper()
		s.Phase = phase
		word, _ := present.TableStatus(&s)
		how, _ := present.Summary(&s, 40)
		if got := present.TableLine(&s); got != line || word != status || how != brief {
			t.Errorf("%q, %q, %q", got, word, how)
		}
	}
	const start = "Table 7: Chess4, no clock, opened by Ada, "
	check(table.Waiting, start+"waiting for players, white Ada, silver open, black open, gold open", "3 open", "1 of 4")
	s.Moves, s.Turn, s.Watchers, s.Strength = 9, 1, 2, 1450
	check(table.Playing, start+"playing, 9 moves so far, average rating 1450, white Ada, silver open, black open, gold open", "",
		"9 moves, Silver to move, 2 watching")
	s.Outcome = rules.Outcome{Termination: rules.ByCheckmate, Winners: rules.Seats(0).With(0)}
	check(table.Finished, start+"finished: White wins by checkmate, average rating 1450", "White wins", "White wins by checkmate")
	if got := present.SummarySeat(&s, 0, "a", began); got != "Ada (you)" {
		t.Error(got)
	}
}

// TestSentenceBeginsWithAWholeLetter checks sentences that begin with a name in any script.
func TestSentenceBeginsWithAWholeLetter(t *testing.T) {
	for text, want := range map[string]string{
		"\u00f6mer says: hi": "\u00d6mer says: hi.", "\u00c9ric is here": "\u00c9ric is here.",
		"k9 is empty": "k9 is empty.", "all commands:": "All commands:",
	} {
		if got := present.Sentence(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
