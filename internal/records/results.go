package records

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Seated is a player with the name of their seat.
type Seated struct {
	player.Player
	Seat string
}

// PlayersOf returns the players of a finished game in seat order.
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

// Winners returns the names of the winners, each once.
func Winners(f *table.Found) []string {
	var names []string
	for _, p := range PlayersOf(f) {
		if slices.Contains(f.Winners, p.Seat) && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}
