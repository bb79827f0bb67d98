package present_test

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// facts returns the facts of a game with two teams.
func facts(t *testing.T) *rules.Facts {
	t.Helper()
	for _, def := range variants.All() {
		if v, err := def.New(nil); err == nil && v.Facts().Teams() {
			return v.Facts()
		}
	}
	t.Fatal("no game has teams")
	return nil
}

// TestEveryEndingHasWords checks that each termination has its own text.
func TestEveryEndingHasWords(t *testing.T) {
	want := map[rules.Termination]string{
		rules.ByCheckmate: "wins by checkmate", rules.ByKingTaken: "wins by capturing a king", rules.ByLastSeat: "wins as the last " +
			"one standing",
		rules.ByResignation: "wins by resignation", rules.ByFlag: "wins on time", rules.ByStalemate: "wins by stalemate",
		rules.ByRepetition: "wins by repetition", rules.ByNoProgress: "wins because nothing was captured for too long",
		rules.ByMaterial: "wins by insufficient material", rules.ByAgreement: "wins by agreement",
		rules.ByNobodyCanMove: "wins because nobody can move", rules.ByAdjudication: "wins by adjudication",
	}
	f := facts(t)
	for _, e := range rules.Terminations() {
		got := present.Result(f, &rules.Outcome{Termination: e, Winners: rules.Seats(0).With(0)})
		if got != f.SeatTitle(0)+" "+want[e] || want[e] == "" {
			t.Errorf("%v reads %q", e, got)
		}
		archived := present.Found(&table.Found{Termination: e.String(), Winners: []string{f.Seats[0]}})
		if archived != got {
			t.Errorf("%v from the archive reads %q, at the table %q", e, archived, got)
		}
		whole, winner := present.TableResult(
			&view.Summary{SeatNames: f.Seats, Outcome: rules.Outcome{Termination: e, Winners: rules.Seats(0).With(0)}},
		)
		if whole != got || winner != f.SeatTitle(0)+" wins" {
			t.Errorf("%v in the lobby reads %q, %q", e, whole, winner)
		}
	}
}

// TestListsUseTheWordsOfTheGame checks that the lobby and the archive say how a game ended as its table does.
func TestListsUseTheWordsOfTheGame(t *testing.T) {
	own := 0
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		f := v.Facts()
		for how := range f.Endings {
			own++
			o := rules.Outcome{Termination: how, Winners: rules.Seats(0).With(1)}
			want := present.Result(f, &o)
			whole, _ := present.TableResult(&view.Summary{SeatNames: f.Seats, Outcome: o, Endings: f.Endings})
			found := present.Found(&table.Found{Game: def.Name, Termination: how.String(), Winners: []string{f.Seats[1]}})
			if whole != want || found != want {
				t.Errorf("%s: the table says %q, the lobby %q, the archive %q", def.Name, want, whole, found)
			}
		}
	}
	if own == 0 {
		t.Error("no game has own words")
	}
}

func TestResults(t *testing.T) {
	f := facts(t)
	two := rules.Seats(0).With(0).With(2)
	for _, test := range []struct {
		outcome rules.Outcome
		want    string
	}{
		{rules.Outcome{}, "Abandoned"},
		{rules.Outcome{Termination: rules.ByRepetition}, "Draw by repetition"},
		{rules.Outcome{Termination: rules.ByAgreement, Winners: 0b1111}, "Draw by agreement"},
		{rules.Outcome{Termination: rules.ByFlag, Winners: two}, f.SeatTitle(0) + " and " + f.SeatTitle(2) + " win on time"},
		{rules.Outcome{Termination: rules.ByLastSeat, Winners: 0b0111}, f.SeatTitle(0) + ", " + f.SeatTitle(1) + " and " +
			f.SeatTitle(2) + " win as the last one standing"},
	} {
		if got := present.Result(f, &test.outcome); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestArchivedResultsByName(t *testing.T) {
	def := variants.All()[0]
	v, err := def.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := v.Facts()
	game := table.Found{Game: def.Name, Termination: rules.ByCheckmate.String()}
	for s, name := range []string{"Inky", "Blinky", "Inky", "\x1b[31mClyde"} {
		game.Players[s] = player.Player{ID: player.ID(name), Name: name}
	}
	for _, test := range []struct {
		winners []string
		reason  rules.Termination
		want    string
	}{
		{nil, rules.ByStalemate, "Draw by stalemate"},
		{f.Seats[:], rules.ByAgreement, "Draw by agreement"},
		{[]string{f.Seats[0], f.Seats[2]}, rules.ByCheckmate, "Inky wins by checkmate"},
		{[]string{f.Seats[0], f.Seats[1]}, rules.ByFlag, "Inky and Blinky win on time"},
	} {
		game.Winners, game.Termination = test.winners, test.reason.String()
		if got, _ := present.FoundByName(&game); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	game.Winners = []string{f.Seats[3]}
	if got, _ := present.FoundByName(&game); strings.Contains(got, "\x1b") || !strings.HasSuffix(got, " wins on time") {
		t.Errorf("a hostile name reads %q", got)
	}
	game.Winners, game.Termination = nil, table.Abandoned
	if a, b := present.FoundByName(&game); a != "Abandoned" || b != a || present.Found(&game) != a {
		t.Errorf("an abandoned game reads %q and %q", a, b)
	}
}

func TestTimes(t *testing.T) {
	const day = 24 * time.Hour
	for _, test := range []struct {
		d                time.Duration
		left, face, long string
	}{
		{-time.Second, "0:00", "0.0", "less than a second"},
		{9400 * time.Millisecond, "0:09", "9.4", "9 seconds"},
		{4*time.Minute + 7*time.Second, "4:07", "4:07", "4 minutes 7 seconds"},
		{3*time.Hour + 12*time.Minute + 5*time.Second, "3h 12m", "3:12:05", "3 hours 12 minutes"},
		{30 * time.Hour, "1d 6h", "30:00:00", "1 day 6 hours"},
		{5*day + 2*time.Hour, "5d 2h", "5d 2h", "5 days 2 hours"},
	} {
		if got := [3]string{present.Left(test.d), present.ClockFace(test.d), present.Duration(test.d)}; got != [3]string{
			test.left,
			test.face,
			test.long,
		} {
			t.Errorf("%v reads %q", test.d, got)
		}
	}
}

func TestClocks(t *testing.T) {
	for text, want := range map[string]string{
		"none": "no clock", "5+0": "5 minutes", "5+10": "5 minutes, and 10 seconds more for each move", "3d": "3 days for each move",
		"10d5": "10 minutes, and 5 seconds of delay in each move",
	} {
		c, err := table.ParseClock(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := present.Clock(c); got != want {
			t.Errorf("%s reads %q, want %q", text, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		who  player.Player
		want string
	}{
		{player.Player{}, "somebody"},
		{player.Player{ID: "a", Name: "Ann Lee"}, "Ann Lee"},
	} {
		if got := present.Name(test.who); got != test.want {
			t.Errorf("%v reads %q", test.who, got)
		}
	}
	if got := present.Name(player.Player{Name: "Pinky", BotAccount: true}); !strings.HasPrefix(got, "Pinky") || got == "Pinky" {
		t.Errorf("a program reads %q", got)
	}
	if got := present.List([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Error(got)
	}
}

// TestPointsForEliminationsAreNamed checks that points that do not decide the result are not called only "points".
func TestPointsForEliminationsAreNamed(t *testing.T) {
	for _, c := range []struct {
		game, want, unit string
		points           uint16
	}{
		{"chess4", "1/3 point for eliminations", "elim.", 2},
		{"chess4", "3 points for eliminations", "elim.", 18},
		{"fourplayer", "12 points", "pt", 12},
	} {
		v, err := variants.New(c.game, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, unit := present.PointsWon(v.Facts(), c.points), present.PointsUnit(v.Facts()); got != c.want || unit != c.unit {
			t.Errorf("%s: %q and %q, want %q and %q", c.game, got, unit, c.want, c.unit)
		}
	}
}

// TestEndingNamesWhoAborted checks who aborted a game: a player, one whose name the reader may not know, or the clock.
func TestEndingNamesWhoAborted(t *testing.T) {
	game, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &table.View{Variant: game, Phase: table.Finished, Started: time.Unix(1, 0), Aborted: &table.AbortView{
		By: player.Player{ID: "a", Name: "Ann"}, Seat: rules.NoSeat,
	}}
	if got := present.Ending(v); got != "Aborted by Ann" {
		t.Error(got)
	}
	if got := present.EndingBy(v, func(player.Player) string { return "" }); got != "Aborted" {
		t.Error(got)
	}
	v.Aborted.Seat = 0
	if got := present.Ending(v); got != "Aborted: White did not move in time" {
		t.Error(got)
	}
}
