package kit

import (
	"context"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// archive is what the screens ask about games that are over, and about what waits
// for somebody. All of it may take its time.
type archive interface {
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Records is a game in each format that it can be written in.
	Records(ctx context.Context, id table.ID) ([]Record, error)
	Dues(id player.ID) []lobby.Due
}

// Record is a game as text.
type Record struct{ Format, Text string }

func (h LobbyServices) Search(ctx context.Context, q table.Search) ([]table.Found, error) {
	return h.Lobby.SearchFor(ctx, h.Me, q)
}

func (h LobbyServices) Records(ctx context.Context, id table.ID) ([]Record, error) {
	t, err := h.Lobby.TableFor(ctx, h.Me, id)
	if err != nil {
		return nil, err
	}
	return recordsOf(t.View()), nil
}

func (h LobbyServices) Dues(id player.ID) []lobby.Due { return h.Lobby.Waiting(id) }

// recordsOf is a game in every format; where one cannot hold it, that is said in
// its place.
func recordsOf(v *table.View) []Record {
	var list []Record
	for _, format := range lobby.Formats(v.Terms.Game) {
		text, err := lobby.Record(v, format)
		if err != nil {
			text = Capital(err.Error())
		}
		list = append(list, Record{format, text})
	}
	return list
}
