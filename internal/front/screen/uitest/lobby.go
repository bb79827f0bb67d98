package uitest

import (
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// LobbyView returns a view of a lobby with a waiting table, a running game and a finished game.
func LobbyView() *view.Lobby {
	words := [rules.SeatCount]string{"white", "silver", "black", "gold"}
	open := table.SeatView{Open: true}
	sits := func(i int) table.SeatView { return table.SeatView{Player: People[i], Present: true} }
	alone := [rules.SeatCount]uint8{0, 1, 2, 3}
	all := [rules.SeatCount]table.SeatView{sits(0), sits(1), sits(2), sits(3)}
	return &view.Lobby{
		Tables: []*view.Summary{
			{
				ID: 7, Title: "Chess4", Terms: table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * 60e9, Increment: 10e9}},
				Phase: table.Waiting, Seats: [rules.SeatCount]table.SeatView{sits(0), open, open, open}, SeatNames: words, Teams: alone,
				Turn: rules.NoSeat,
			},
			{
				ID:        3,
				Title:     "Chess4",
				Terms:     table.Terms{Game: "chess4"},
				Phase:     table.Playing,
				Seats:     all,
				SeatNames: words,
				Teams:     alone,
				Moves:     14,
				Turn:      2,
			},
			{
				ID:        1,
				Title:     "Chess4",
				Terms:     table.Terms{Game: "chess4"},
				Phase:     table.Finished,
				Seats:     all,
				SeatNames: words,
				Teams:     alone,
				Turn:      rules.NoSeat,
				Result:    "silver won: last-seat",
				Outcome:   rules.Outcome{Termination: rules.ByLastSeat, Winners: rules.Seats(0).With(1)},
			},
		},
		Here: []view.Here{{Player: People[0]}, {Player: Spectator}},
	}
}
