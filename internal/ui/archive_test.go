package ui

import (
	"context"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// archived is the games that are over in the tests' house, the one that ended last
// first; what is looked for among them is told by found.
type archived struct {
	found  func(table.Search) ([]table.Found, error)
	asked  []table.Search
	text   []kit.Record
	waits  []lobby.Due
	failed error
}

func (h *fakeHouse) Search(_ context.Context, q table.Search) ([]table.Found, error) {
	h.archived.asked = append(h.archived.asked, q)
	if h.archived.found == nil {
		return nil, nil
	}
	return h.archived.found(q)
}

func (h *fakeHouse) Records(context.Context, table.ID) ([]kit.Record, error) {
	return h.archived.text, h.archived.failed
}

func (h *fakeHouse) Dues(player.ID) []lobby.Due { return h.archived.waits }
