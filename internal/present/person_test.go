package present_test

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

// TestPerson has a case for everything that people may read about a player.
func TestPerson(t *testing.T) {
	ann := player.Player{ID: "SHA256:ann", Name: "Ann"}
	until := time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)
	for want, p := range map[string]view.Person{
		"player":                    {Player: ann},
		"player (you)":              {Player: ann, You: true},
		"guest":                     {Player: player.Player{ID: "guest:k7f3"}},
		"bot of this server":        {Player: player.Bot(3, 0)},
		"owner of this club":        {Player: ann, Role: "owner"},
		"member of this club (you)": {Player: ann, Role: "member", You: true},
		"player, followed by you":   {Player: ann, Followed: true},
		"player, blocked by you":    {Player: ann, Blocked: true, Followed: true},
		"player, on vacation until 2026-12-24 18:00 UTC": {Player: ann, Vacation: until},
	} {
		if got := present.Person(&p, time.UTC); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCareers(t *testing.T) {
	c := player.Career{
		Game: "chess4", Form: "free-for-all", Rating: 1138, Doubt: 45, Games: 6, Won: 2, Drawn: 1, Lost: 3,
		Places: [4]int{3, 0, 2, 1}, History: []int{1000, 1100, 1138},
	}
	for _, test := range []struct{ got, want string }{
		{present.CareerPlaces(&c), "6 rated games: 1st 3 times, 3rd twice, 4th once"},
		{present.CareerPlaces(&player.Career{Games: 1, Places: [4]int{0, 0, 0, 1}}), "1 rated game: 4th once"},
		{present.CareerHistory(&c), "from 1000 to 1138 in the last 2 games"},
		{present.CareerHistory(&player.Career{History: []int{900}}), "rating 900 after one game"},
		{present.CareerHistory(&player.Career{History: []int{900, 950}}), "from 900 to 950 in the last game"},
		{present.CareerHistory(&player.Career{}), ""},
		{present.CareerLine(&c), "Chess4, free-for-all: rating 1138, uncertainty 45, won 2, drawn 1, lost 3. " +
			"6 rated games: 1st 3 times, 3rd twice, 4th once. Rating from 1000 to 1138 in the last 2 games"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
