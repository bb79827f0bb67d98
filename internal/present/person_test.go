package present_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/present"
)

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
