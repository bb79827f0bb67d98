package lobby

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Seated is somebody and the word of his seat.
type Seated struct {
	player.Player
	Seat string
}

// PlayersOf is who played a game that is over, in the order of seats.
func PlayersOf(f *table.Found) []Seated {
	words := [rules.SeatCount]string{"1", "2", "3", "4"}
	if v, err := variants.New(f.Game, nil); err == nil {
		words = v.Facts().Seats
	}
	var list []Seated
	for seat, p := range f.Players {
		if p.ID != "" {
			list = append(list, Seated{p, words[seat]})
		}
	}
	return list
}

// Winners is the names of those who won, each once.
func Winners(f *table.Found) []string {
	var names []string
	for _, p := range PlayersOf(f) {
		if slices.Contains(f.Winners, p.Seat) && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}
