package present_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var (
	began  = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	people = [rules.SeatCount]player.Player{{ID: "a", Name: "Ada"}, {ID: "b", Name: "Bo"}, {ID: "c", Name: "Cy"}, {ID: "d", Name: "Di"}}
	gus    = player.Player{ID: "g", Name: "Gus"}
)

// logged returns a table on which the given events have happened, after four people have started a game. The
// events are a second apart, except those that have a time.
func logged(t testing.TB, terms table.Terms, events ...table.Event) *table.View {
	t.Helper()
	log := []table.Event{{Kind: table.Opened, Player: &people[0], Terms: &terms}}
	for s := range people {
		seat := rules.Seat(s)
		log = append(log, table.Event{Kind: table.Seated, Seat: &seat, Player: &people[s]}, table.Event{Kind: table.Readied, Seat: &seat})
	}
	log = append(append(log, table.Event{Kind: table.Started}), events...)
	for i := range log {
		if log[i].At.IsZero() {
			log[i].At = began.Add(time.Duration(i) * time.Second)
		}
	}
	state, err := fold.Replay(log, variants.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := state.Snapshot()
	v.ID = 12
	d := decide.Decision{State: state, Now: began, Env: decide.Env{Present: func(player.ID) bool { return true }}}
	v.Allowed = d.Allowed(v.Legal)
	return v
}

func by(kind table.Kind, p player.Player) table.Event { return table.Event{Kind: kind, Player: &p} }

func on(kind table.Kind, seat rules.Seat) table.Event { return table.Event{Kind: kind, Seat: &seat} }

// late returns an event that happens two minutes after the game began.
func late(e table.Event) table.Event {
	e.At = began.Add(2 * time.Minute)
	return e
}

func acted(seat rules.Seat, action string) table.Event {
	return table.Event{Kind: table.Acted, Seat: &seat, Action: action}
}

var open = table.Terms{Game: "chess4", Chat: true, Fairness: table.Fairness, Clock: table.Clock{Start: time.Minute}}

// newest returns the text of the newest notice for a viewer.
func newest(v *table.View, id player.ID) string {
	list := present.For(v, present.Viewer{ID: id}).Notices(0)
	return list[len(list)-1].Text
}

// TestNoticesFromEachSide checks what the person whom an event concerns reads, what the person who caused it
// reads, and what others read.
func TestNoticesFromEachSide(t *testing.T) {
	draw, takeback := by(table.DrawOffered, people[0]), by(table.TakebackOffered, people[0])
	left, vacated := by(table.Left, people[1]), on(table.Vacated, 1)
	replaced := on(table.Replaced, 1)
	replaced.Player = &gus
	closed := table.Event{Kind: table.Closed, Action: "agreement"}
	agreed := []table.Event{
		draw, by(table.DrawAccepted, people[1]), by(table.DrawAccepted, people[2]), by(table.DrawAccepted, people[3]),
		{Kind: table.DrawAgreed},
		closed,
	}
	rematch := func(kind table.Kind, p player.Player) table.Event {
		return table.Event{Kind: kind, Player: &p, Action: table.SeatsSame}
	}
	for _, test := range []struct {
		events []table.Event
		want   map[player.ID]string
	}{
		{[]table.Event{draw}, map[player.ID]string{"a": "You offered a draw", "b": "Ada offers a draw", "": "Ada offers a draw"}},
		{[]table.Event{draw, by(table.DrawDeclined, people[1])}, map[player.ID]string{
			"a": "Bo declined your draw", "b": "You declined Ada's draw", "c": "Bo declined Ada's draw",
		}},
		{[]table.Event{draw, by(table.DrawDeclined, people[0])}, map[player.ID]string{
			"a": "You withdrew your draw offer", "b": "Ada withdrew the draw offer",
		}},
		{[]table.Event{acted(0, "m7-k7"), takeback}, map[player.ID]string{
			"a": "You asked to take back k7", "": "Ada asks to take back k7",
		}},
		{[]table.Event{acted(0, "m7-k7"), takeback, by(table.TakebackDeclined, people[1])}, map[player.ID]string{
			"a": "Bo declined your takeback", "b": "You declined Ada's takeback",
		}},
		{[]table.Event{acted(3, "gold:resign")}, map[player.ID]string{
			"d": "You resigned in round 1", "a": "Gold resigned and is out", "": "Gold resigned and is out",
		}},
		{[]table.Event{on(table.Flagged, 0)}, map[player.ID]string{
			"a": "Your time ran out in round 1", "b": "White is out: time ran out",
		}},
		{[]table.Event{left, vacated, replaced}, map[player.ID]string{
			"b": "You were replaced by Gus as Silver; this counts as leaving a game",
			"g": "You took over Silver from Bo", "a": "Gus replaces Bo as Silver",
		}},
		{[]table.Event{by(table.Aborted, people[2])}, map[player.ID]string{
			"c": "You aborted the game; this counts as leaving a game", "a": "Cy aborted the game",
		}},
		{[]table.Event{left, late(by(table.Aborted, people[2]))}, map[player.ID]string{
			"b": "Cy aborted the game; you were away, which counts as leaving a game",
			"c": "You aborted the game", "a": "Cy aborted the game",
		}},
		{[]table.Event{late(on(table.Aborted, 0))}, map[player.ID]string{
			"a": "You did not move in time: the game is aborted; this counts as leaving a game",
			"b": "White did not move in time: the game is aborted",
		}},
		{agreed, map[player.ID]string{"a": "Draw by agreement", "": "Draw by agreement"}},
		{slices.Concat(agreed, []table.Event{rematch(table.RematchOffered, people[1])}), map[player.ID]string{
			"a": "Bo wants a rematch", "b": "You want a rematch",
		}},
		{
			slices.Concat(agreed, []table.Event{rematch(table.RematchOffered, people[1]), by(table.RematchDeclined, people[2])}),
			map[player.ID]string{"b": "Cy declined the rematch", "c": "You declined the rematch"},
		},
		{[]table.Event{{Kind: table.Adjudicated, Player: &gus, Action: "white", Text: "too late"}}, map[player.ID]string{
			"a": "You won by adjudication", "b": "You lost: White wins by adjudication", "": "White wins by adjudication",
		}},
		{[]table.Event{{Kind: table.Muted, Player: &people[0], Target: &people[1]}}, map[player.ID]string{
			"a": "You muted Bo", "b": "The host muted you", "c": "The host muted Bo",
		}},
	} {
		v := logged(t, open, test.events...)
		for id, want := range test.want {
			if got := newest(v, id); got != want {
				t.Errorf("%q reads %q, want %q", id, got, want)
			}
		}
	}
}

// TestNobodyIsLeftWithoutAWord checks the card that each person sees for whom something great has changed.
func TestNobodyIsLeftWithoutAWord(t *testing.T) {
	replaced := on(table.Replaced, 1)
	replaced.Player = &gus
	ended := table.Event{Kind: table.Closed, Action: "adjudication"}
	won := table.Event{Kind: table.Adjudicated, Player: &gus, Action: "white", Text: "too late"}
	const leavers = ", Players who leave several games in a day are not paired with others for a while"
	for _, test := range []struct {
		name   string
		events []table.Event
		who    player.ID
		want   string // title and lines
	}{
		{"out", []table.Event{acted(3, "gold:resign")}, "d", "You are out: You resigned in round 1, 4th of 4"},
		{"flag", []table.Event{on(table.Flagged, 0)}, "a", "You are out: Your time ran out in round 1, 4th of 4"},
		{
			"forfeit",
			[]table.Event{by(table.Left, people[1]), on(table.Forfeited, 1)},
			"b",
			"You are out: The other players voted to resign for you; this counts as leaving a game, You resigned in round 1, 4th of 4" +
				leavers,
		},
		{"others go on", []table.Event{acted(3, "gold:resign")}, "a", ""},
		{
			"replaced",
			[]table.Event{by(table.Left, people[1]), on(table.Vacated, 1), replaced},
			"b",
			"You were replaced: You were replaced by Gus as Silver; this counts as leaving a game" + leavers,
		},
		{
			"aborted",
			[]table.Event{by(table.Aborted, people[2]), {Kind: table.Closed, Action: "aborted"}},
			"a",
			"Aborted: Cy aborted the game",
		},
		{
			"late",
			[]table.Event{late(on(table.Aborted, 0)), late(table.Event{Kind: table.Closed, Action: "aborted"})},
			"a",
			"Aborted: You did not move in time: the game is aborted" + leavers,
		},
		{
			"won",
			[]table.Event{won, ended},
			"a",
			"You won: White wins by adjudication, 1st of 4, 3 points, Decided by Gus: too late",
		},
		{
			"lost",
			[]table.Event{won, ended},
			"b",
			"You lost: White wins by adjudication, 2nd of 4, 1 point, Decided by Gus: too late",
		},
		{"watched", []table.Event{won, ended}, "x", ""}, // spectators read the result beside the board
	} {
		got := ""
		if c := present.For(logged(t, open, test.events...), present.Viewer{ID: test.who}).Card(); c != nil {
			got = c.Title + ": " + strings.Join(c.Lines, ", ")
			if c.ID == "" {
				t.Errorf("%s: the card has no ID", test.name)
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestOutWithoutPoints checks that somebody who is out without points is not called the first of four in a game in which
// points decide, because nobody has any yet.
func TestOutWithoutPoints(t *testing.T) {
	tried := 0
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, decide := v.(rules.Standing); !decide {
			continue
		}
		tried++
		terms := open
		terms.Game = def.Name
		c := present.For(logged(t, terms, acted(3, v.Facts().SeatName(3)+":resign")), present.Viewer{ID: "d"}).Card()
		if want := "0 points; the points decide the places"; c == nil || c.Lines[len(c.Lines)-1] != want {
			t.Errorf("%s: the card reads %q, want %q as the last line", def.Name, c, want)
		}
	}
	if tried == 0 {
		t.Error("no game is decided by points")
	}
}

// TestResultsOfPointsShowPoints checks that the result of a game that points decide shows the points that were scored during
// play, for each seat, and not the score of the places.
func TestResultsOfPointsShowPoints(t *testing.T) {
	for _, def := range variants.All() {
		variant, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		f := variant.Facts()
		if _, decide := variant.(rules.Standing); !decide {
			continue
		}
		terms := open
		terms.Game = def.Name
		v := logged(t, terms, acted(3, f.SeatName(3)+":resign"))
		v.Phase, v.Position.Points = table.Finished, [rules.SeatCount]uint16{11, 31, 2, 1}
		v.Position.Outcome = rules.Outcome{
			Termination: rules.ByResignation, Winners: rules.Seats(0).With(1), Scores: [rules.SeatCount]uint8{12, 18, 6, 0},
		}
		words := present.For(v, present.Viewer{ID: "d"})
		if c := words.Card(); !slices.Contains(c.Lines, "4th of 4, 1 point") {
			t.Errorf("%s: the card reads %q", def.Name, c.Lines)
		}
		var got []string
		for _, row := range words.Result() {
			got = append(got, row.Result(f, 20), row.Result(f, 9))
		}
		var want []string
		for _, seat := range []rules.Seat{1, 0, 2, 3} {
			points := present.PointsWon(f, v.Position.Points[seat])
			want = append(want, f.SeatTitle(seat)+", "+points, points)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", def.Name, got, want)
		}
	}
}

// TestEveryNoticeHasWordsForEachSide checks for each kind of event that everybody at the table reads a sentence
// about it: the person whom it concerns, who caused it, another player, a spectator. Who is concerned is addressed.
func TestEveryNoticeHasWordsForEachSide(t *testing.T) {
	v := logged(t, open)
	for kind := table.GameStarted; kind <= table.RematchOpen; kind++ {
		n := table.Notable{
			Number: 90, Kind: kind, Seat: 1, Player: people[1], By: people[0], Seats: rules.Seats(0).With(1),
			How: rules.ByCheckmate, Move: 41, Text: "wait", Table: 13,
		}
		switch kind {
		case table.SeatMated, table.SeatOut:
			n.By, n.BySeat = player.Player{}, 0
		case table.GameAborted:
			n.By = player.Player{}
		}
		v.Recent = []table.Notable{n}
		read := map[player.ID]string{}
		for _, who := range []player.ID{"a", "b", "c", "x"} {
			if read[who] = newest(v, who); read[who] == "" {
				t.Errorf("%s: %q reads nothing", kind, who)
			}
		}
		own := strings.ToLower(read["b"])
		switch kind {
		case table.SeatMated, table.SeatReleased, table.SeatOut, table.GameWon, table.GameAborted, table.SeatReplaced, table.SeatVacated,
			table.SeatForfeited, table.SeatRemoved, table.PersonMuted, table.PersonUnmuted, table.DrawDecline, table.TakebackDecline,
			table.DrawLapse, table.TakebackLapse, table.PlayerLeft, table.PlayerReturned:
			if read["b"] == read["c"] || !strings.Contains(own, "you") && !strings.Contains(own, "checkmated by") {
				t.Errorf("%s: whom it concerns reads %q, others read %q", kind, read["b"], read["c"])
			}
		}
	}
}

// TestAlerts has a row for the start of a game, and for each way in which it ends.
func TestAlerts(t *testing.T) {
	var left []table.Event
	for _, p := range people {
		left = append(left, by(table.Left, p))
	}
	agreed := []table.Event{by(table.DrawOffered, people[0])}
	for _, p := range people[1:] {
		agreed = append(agreed, by(table.DrawAccepted, p))
	}
	for want, events := range map[string][]table.Event{
		"The game starts: table 12, Chess4": nil,
		"Table 12: Gold wins by resignation": {
			acted(0, "white:resign"), acted(1, "silver:resign"), acted(2, "black:resign"),
		},
		"Table 12: Draw by agreement":                   append(agreed, table.Event{Kind: table.DrawAgreed}),
		"Table 12: Aborted by Cy":                       {by(table.Aborted, people[2])},
		"Table 12: Aborted: White did not move in time": {late(on(table.Aborted, 0))},
		"Table 12: Abandoned":                           append(left, late(table.Event{Kind: table.Closed, Action: table.Abandoned})),
		"Table 12: White wins by adjudication": {
			{Kind: table.Adjudicated, Player: &gus, Action: "white", Text: "too late"}, {Kind: table.Closed, Action: "adjudication"},
		},
	} {
		words := present.For(logged(t, open, events...), present.Viewer{ID: "a"})
		if got := words.Alert(words.Notices(0)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestQuestions(t *testing.T) {
	v := logged(t, open, acted(0, "m7-k7"), by(table.DrawOffered, people[0]), by(table.TakebackOffered, people[0]),
		table.Event{Kind: table.Voted, Player: &people[2], Action: "adjourn"})
	for id, want := range map[player.ID][]string{
		"a": {"Cy votes to adjourn the game"},
		"b": {"Cy votes to adjourn the game", "Ada offers a draw", "Ada proposes to take back k7"},
		"c": {"Ada offers a draw", "Ada proposes to take back k7"},
		"x": nil,
	} {
		var got []string
		for _, q := range present.For(v, present.Viewer{ID: id}).Questions {
			got = append(got, q.Text)
			c := q.Accept.Command(people[1])
			if row, ok := c.Kind.Row(); !ok || q.Accept.Word() == "" || row.Help == "" {
				t.Errorf("%s cannot be accepted", q.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is asked %q, want %q", id, got, want)
		}
	}
	if got := present.For(v, present.Viewer{ID: "a"}).Requests(); len(got) != 2 || got[0] != "You offered a draw; 1 of 4 accepted" {
		t.Errorf("Ada reads %q", got)
	}
}

// TestAnnotatedGameIsNobodysMove checks that a board that can only be read never says that it is the viewer's move.
func TestAnnotatedGameIsNobodysMove(t *testing.T) {
	v := logged(t, open)
	p := present.For(v, present.Viewer{ID: "a", Board: present.Annotated})
	if p.Turn.Own || p.Status() != "White to move" || p.CannotMove() == "" || p.Card() != nil {
		t.Errorf("%+v, %q, %q", p.Turn, p.Status(), p.CannotMove())
	}
	if got := present.For(v, present.Viewer{ID: "a"}).Status(); got != "Your move, White" {
		t.Error(got)
	}
	if got := present.For(v, present.Viewer{ID: "b"}).CannotMove(); got != "it is not your turn; White is to move" {
		t.Error(got)
	}
}

// TestReplacedPlayerIsNotOfferedSpectatorChat asks the table who may chat, instead of the seats alone.
func TestReplacedPlayerIsNotOfferedSpectatorChat(t *testing.T) {
	replaced := on(table.Replaced, 1)
	replaced.Player = &gus
	silent := open
	silent.Chat = false
	v := logged(t, silent, by(table.Left, people[1]), on(table.Vacated, 1), replaced)
	for id, want := range map[player.ID]present.Channel{"a": present.NoChannel, "b": present.NoChannel, "x": present.SpectatorsIn} {
		c := present.For(v, present.Viewer{ID: id}).Chat()
		if c.Main != want || (c.Off == "") != (want != present.NoChannel) {
			t.Errorf("%s: %+v", id, c)
		}
	}
}

// TestForIsCheap checks the limits of an allocation for each view and session.
func TestForIsCheap(t *testing.T) {
	v := logged(t, open, acted(0, "m7-k7"), by(table.DrawOffered, people[0]), by(table.TakebackOffered, people[0]))
	for _, id := range []player.ID{"a", "b", "x"} {
		viewer := present.Viewer{ID: id}
		if n := testing.AllocsPerRun(100, func() { present.For(v, viewer) }); n > 20 {
			t.Errorf("%s: %v allocations", id, n)
		}
		const n = 100
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			present.For(v, viewer)
		}
		runtime.ReadMemStats(&after)
		if bytes := (after.TotalAlloc - before.TotalAlloc) / n; bytes > 4096 {
			t.Errorf("%s: %d bytes", id, bytes)
		}
	}
}

// TestRequestNamesTheLastPlayerWhoHasNotAnswered offers a draw when one other player is left.
func TestRequestNamesTheLastPlayerWhoHasNotAnswered(t *testing.T) {
	v := logged(t, open, acted(0, "m7-k7"), by(table.DrawOffered, people[0]))
	v.Position.State[1], v.Position.State[2] = rules.Eliminated, rules.Eliminated
	if got := present.For(v, present.Viewer{ID: "a"}).Requests(); len(got) != 1 || got[0] != "You offered a draw; waiting for Di" {
		t.Errorf("Ada reads %q", got)
	}
}
