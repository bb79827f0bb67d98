package tui

import (
	"context"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// archive is what the screens ask about games that are over, and about what waits
// for somebody. All of it may take its time.
type archive interface {
	search(ctx context.Context, q table.Search) ([]table.Found, error)
	// records is a game in each format that it can be written in.
	records(ctx context.Context, id table.ID) ([]record, error)
	dues(id player.ID) []lobby.Due
}

// record is a game as text.
type record struct{ format, text string }

func (h lobbyHouse) search(ctx context.Context, q table.Search) ([]table.Found, error) {
	return h.lobby.SearchFor(ctx, h.me, q)
}

func (h lobbyHouse) records(ctx context.Context, id table.ID) ([]record, error) {
	t, err := h.lobby.TableFor(ctx, h.me, id)
	if err != nil {
		return nil, err
	}
	return recordsOf(t.View()), nil
}

func (h lobbyHouse) dues(id player.ID) []lobby.Due { return h.lobby.Waiting(id) }

// recordsOf is a game in every format; where one cannot hold it, that is said in
// its place.
func recordsOf(v *table.View) []record {
	var list []record
	for _, format := range lobby.Formats(v.Terms.Game) {
		text, err := lobby.Record(v, format)
		if err != nil {
			text = capital(err.Error())
		}
		list = append(list, record{format, text})
	}
	return list
}
